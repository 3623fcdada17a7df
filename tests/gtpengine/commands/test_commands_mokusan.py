"""Our own commands: format, signs and units of the answers, and that queries change nothing."""

from __future__ import annotations

import re

import pytest

from gtpengine.commands.formatting import plain_number, score
from tests.gtpengine.commands.drawn_boards import READING, board
from tests.gtpengine.gtp_talk import Talk


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 7 5", "komi 0.5", "play b c3", "play w e3")
    return talk


QUERIES_ONLY = [
    "mokusan-ownership", "mokusan-score", "mokusan-rank", "mokusan-rank 3", "mokusan-explain c3", "mokusan-explain A1",
    "mokusan-influence b2", "mokusan-settings", "mokusan-settings control.lambda", "final_score",
    "mokusan-value {4|{3|2}}",
    "final_status_list dead", "reg_genmove b", "showboard", "gogui-analyze_commands",
]  # fmt: skip


@pytest.mark.parametrize("line", QUERIES_ONLY)
def test_queries_change_nothing_and_repeat(talk: Talk, line: str) -> None:
    before = talk.state()
    assert talk.ok(line) == talk.ok(line)
    assert talk.state() == before


@pytest.mark.parametrize("line", ["mokusan-ownership", "mokusan-influence c3", "mokusan-influence A1"])
def test_boards_are_what_gogui_reads(talk: Talk, line: str) -> None:
    text = talk.ask(line).text
    rows = [row.split(" ") for row in text.lstrip("\n").split("\n")]
    assert text.startswith("\n")
    assert [len(row) for row in rows] == [7] * 5
    assert all(re.fullmatch(r"-?[01]\.\d{3}", cell) for row in rows for cell in row)
    assert all(-1 <= float(cell) <= 1 for row in rows for cell in row)
    assert float(rows[2][2]) > 0 > float(rows[2][4])


def test_influence_is_zero_on_empty_points(talk: Talk) -> None:
    rows = talk.ok("mokusan-influence d3").split("\n")
    assert [cell for row in rows for cell in row.split(" ")].count("0.000") == 33


@pytest.mark.parametrize("size", ["2 1", "1 2", "1", "5"])
def test_nothing_has_influence_on_an_empty_board(talk: Talk, size: str) -> None:
    talk.ok(f"boardsize {size}")
    assert set(talk.ok("mokusan-influence A1").split()) == {"0.000"}


def test_the_score_is_given_with_and_without_komi(talk: Talk) -> None:
    talk.ok("undo")
    text = talk.ok("mokusan-score")
    found = re.fullmatch(r"B\+([\d.]+) \(without komi B\+([\d.]+); \d+ sweeps, (not )?converged\)", text)
    assert found, text
    assert float(found[2]) - float(found[1]) == pytest.approx(0.5, abs=0.011)


@READING
def test_the_score_pays_the_taxes_of_the_rules() -> None:
    """Two black groups against a white one: under stone scoring Black pays two points more."""
    talk = board("..XO.OX..\n..XO.OX..\n..XO.OX..\n..XO.OX..")
    form = r"B\+([\d.]+) \(without komi B\+([\d.]+)(, taxes W\+2)?; \d+ sweeps, converged\)"
    leads = []
    for rules in ("chinese", "stone-scoring"):
        found = re.fullmatch(form, talk.ok("komi 1", f"kata-set-rules {rules}", "mokusan-score"))
        assert found
        assert bool(found[3]) is (rules == "stone-scoring")
        leads.append((float(found[1]), float(found[2])))
    (area, area_without), (taxed, taxed_without) = leads
    assert [area - taxed, area_without - taxed_without] == pytest.approx([2, 2], abs=0.011)
    assert taxed_without - taxed == pytest.approx(1, abs=0.011)


def test_ranks(talk: Talk) -> None:
    lines = talk.ok("mokusan-rank 999").split("\n")
    assert len(lines) == 34
    line_form = r"(pass|[A-G][1-5]) gain (-?[\d.]+) score (0|[BW]\+[\d.]+)( \(.+\))?"
    found = [re.fullmatch(line_form, line) for line in lines]
    assert all(found), lines
    gains = [float(match[2]) for match in found if match]
    assert gains == sorted(gains, reverse=True)
    assert len(talk.ok("mokusan-rank").split("\n")) == 10
    assert talk.ok("mokusan-rank 2").split("\n") == lines[:2]
    assert talk.ok("mokusan-settings analyse.top_moves 3", "mokusan-rank").split("\n") == lines[:3]


def test_ranks_leave_out_superko_points(talk: Talk) -> None:
    talk.ok("kata-set-rules tromp-taylor", "boardsize 2 1", "play b a1", "play w b1", "play b pass", "play w pass")
    # White's stone has captured at A1: putting Black's back would repeat the board.
    assert [line.split(" ")[0] for line in talk.ok("mokusan-rank").split("\n")] == ["pass"]


SYNTAX_ERRORS = [
    "mokusan-explain", "mokusan-explain pass", "mokusan-explain H1", "mokusan-explain a1 a2", "mokusan-influence",
    "mokusan-influence pass", "mokusan-influence 3", "mokusan-rank 0", "mokusan-rank -1", "mokusan-rank all",
    "mokusan-settings control.lamda", "mokusan-settings nothing 1", "mokusan-settings control.lambda 2",
    "mokusan-settings control.lambda nan", "mokusan-settings control.lambda x", "mokusan-settings play.resign maybe",
    "mokusan-settings control.method slow", "mokusan-settings control.lambda 1 2",
    "mokusan-value", "mokusan-value {", "mokusan-value 1/3", "mokusan-value {1|2} {", "mokusan-value \ufffd",
]  # fmt: skip


@pytest.mark.parametrize("line", SYNTAX_ERRORS)
def test_syntax_errors(talk: Talk, line: str) -> None:
    assert talk.fails(line).startswith("syntax error: ")


def test_settings(talk: Talk) -> None:
    before = talk.ok("mokusan-settings").split("\n")
    assert "control.lambda = 0.44" in before
    assert all(re.fullmatch(r"[a-z]+\.[a-z_]+ = .+", line) for line in before)
    assert talk.ok("mokusan-settings control.lambda 0.25") == ""
    assert talk.ok("mokusan-settings control.lambda") == "control.lambda = 0.25"
    changed = talk.ok("mokusan-settings").split("\n")
    assert sum(a != b for a, b in zip(before, changed, strict=True)) == 1
    assert talk.session.settings.control().lambda_ == 0.25


@pytest.mark.parametrize("name", ["game.komi 5", "game.size 9", "gtp.name x"])
def test_settings_that_are_read_when_the_session_begins(talk: Talk, name: str) -> None:
    assert "applies at the start of a session" in talk.fails(f"mokusan-settings {name}")


def test_settings_change_what_is_computed(talk: Talk) -> None:
    before = talk.ok("mokusan-ownership")
    assert talk.ok("mokusan-settings control.lambda 0.3", "mokusan-ownership") != before


def test_explanations_have_no_empty_lines(talk: Talk) -> None:
    assert all(line.strip() for line in talk.ok("mokusan-explain d3").split("\n"))


@pytest.mark.parametrize("game", ["{4|{3|2}}", "{ 4 | { 3 | 2 } }", "{4|\t{3|2}}"])
def test_values(talk: Talk, game: str) -> None:
    lines = talk.ok(f"mokusan-value {game}").split("\n")
    # FACTS, Table A
    assert lines[:4] == [
        "canonical form  {4|{3|2}}", "count           13/4", "miai value      3/4",
        "stops           4 with Black first, 3 with White first"]
    assert lines[-1] == "Above t = 3/4 neither player cares to move"


def test_malformed_games_are_refused(talk: Talk) -> None:
    answer = talk.fails("mokusan-value {6 | {4|0}")
    assert re.match(r"syntax error: column \d+: expected ", answer)
    assert len(talk.fails("mokusan-value " + "{" * 10_000_000)) < 250


@pytest.mark.parametrize(
    ("value", "text"),
    [(6.5, "6.5"), (7.0, "7"), (100.0, "100"), (-0.25, "-0.25"), (-0.0, "0"), (1e-9, "0"), (1e7, "10000000")],
)
def test_plain_numbers(value: float, text: str) -> None:
    assert plain_number(value) == text


@pytest.mark.parametrize(("lead", "text"), [(3.5, "B+3.5"), (-0.5, "W+0.5"), (0, "0"), (-1e-9, "0"), (120, "B+120")])
def test_scores(lead: float, text: str) -> None:
    assert score(lead) == text
