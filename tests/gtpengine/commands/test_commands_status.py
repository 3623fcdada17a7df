"""Status commands: a line per chain, GoGui's boards, and GNU Go's questions with its format of answers."""

from __future__ import annotations

import re

import pytest

from analysis.board import Position
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk

CORNER = """
.........
.........
.........
.........
.........
XXXXX....
OOOOX....
..OOX....
O.O.X....
"""
"""White's corner: a bent eye space of three and one point more."""

LADDER = """
.........
.........
....X....
...XOX...
.........
.........
.....O...
.........
.........
"""


def talk_at(diagram: str, to_move: str = "B", **settings: str) -> Talk:
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(f"status.{name}", value)
    talk = Talk(chosen)
    position = Position.from_diagram(diagram, to_move)
    talk.session.new_game(position)
    return talk


def test_one_line_per_chain() -> None:
    talk = talk_at(CORNER)
    lines = talk.ok("mokusan-status").split("\n")
    assert [line.split()[0] for line in lines] == ["A4", "A3", "A1"]
    for line in lines:
        assert re.fullmatch(
            r"[A-J]\d [BW] \d+ \d+ (safe|alive|critical|dead|seki|unknown) (proved|read) (-|[A-J]\d) (-|[A-J]\d) .+",
            line,
        ), line


def test_one_chain_with_its_line() -> None:
    talk = talk_at(LADDER)
    first, *rest = talk.ok("mokusan-status E6").split("\n")
    assert first.startswith("E6 W 1 1 critical read E5 E5") or " dead " in first
    assert len(rest) == 1
    assert rest[0].startswith("line ")


@pytest.mark.parametrize("line", [
    "mokusan-status", "mokusan-status_colours", "mokusan-vital_points", "attack e6", "defend e6", "owl_attack e6",
    "owl_defend e6", "dragon_status e6", "unconditional_status e6", "unconditional_status a1",
    "owl_does_attack e5 e6", "final_status e6",
])  # fmt: skip
def test_queries_change_nothing_and_repeat(line: str) -> None:
    talk = talk_at(LADDER)
    before = talk.state()
    assert talk.ok(line) == talk.ok(line)
    assert talk.state() == before


def test_every_stone_has_a_colour() -> None:
    talk = talk_at(CORNER)
    *colours, legend = talk.ok("mokusan-status_colours").split("\n")
    coloured = [vertex for line in colours for vertex in line.split()[2:]]
    grid = talk.session.game.grid
    stones = [grid.vertex(point) for point, sign in enumerate("".join(CORNER.split())) if sign != "."]
    assert sorted(coloured) == sorted(stones)
    assert all(re.fullmatch(r"COLOR #[0-9a-f]{6}( [A-J][1-9])+", line) for line in colours)
    assert legend.startswith("TEXT ")
    assert len(legend.split("; ")) == len(colours)
    assert all(re.fullmatch(r"(TEXT )?[a-z ]+: [a-z, ]+ \(\d+ chains?\)", entry) for entry in legend.split("; "))


def test_an_empty_board_has_nothing_to_colour() -> None:
    talk = talk_at("...\n...\n...")
    assert talk.ok("mokusan-status_colours") == "TEXT no stones"
    assert talk.ok("mokusan-vital_points") == "TEXT no chain lives or dies by who moves first"


# White's stone E5 is in atari and gets away if White moves first.
ATARI = """
.........
..O...O..
....O....
.........
...XOX...
....X....
..X...X..
.........
.........
"""


def test_vital_points_are_the_kills_and_saves() -> None:
    talk = talk_at(ATARI)
    labels, legend = talk.ok("mokusan-vital_points").split("\n")
    kinds = dict(zip(*[iter(labels.split()[1:])] * 2, strict=True))
    assert legend.startswith("TEXT K kills, S saves, KS is the vital point of both sides; who moves first decides over")
    critical = [line.split() for line in talk.ok("mokusan-status").split("\n") if " critical " in line]
    assert len(critical) == 1
    for words in critical:
        assert "K" in kinds[words[6]]
        assert "S" in kinds[words[7]]


def test_a_refutation_can_be_played() -> None:
    talk = talk_at(LADDER)
    words = talk.ok("mokusan-refutation E6").split()
    dead = " dead " in talk.ok("mokusan-status E6")
    assert words[:2] == ["W" if dead else "B", "E5"]
    for color, vertex in zip(words[::2], words[1::2], strict=True):
        talk.ok(f"play {color} {vertex}")


@pytest.mark.parametrize(("command", "answer"), [
    ("attack E6", r"1 (D5|F5|E5)"), ("defend E6", "1 E5|0"), ("attack F3", "0"), ("defend F3", "1.*"),
])  # fmt: skip
def test_codes_and_moves(command: str, answer: str) -> None:
    assert re.fullmatch(answer, talk_at(LADDER).ok(command))


FINISHED = """
.X.XO
XXXXO
OOOOO
.O.OX
OOO..
"""


@pytest.mark.parametrize(("vertex", "answer"), [
    ("A5", "black_territory"), ("B5", "alive"), ("A2", "white_territory"), ("E2", "dead"), ("D1", "white_territory"),
])  # fmt: skip
def test_final_status(vertex: str, answer: str) -> None:
    talk = talk_at(FINISHED)
    assert talk.ok(f"final_status {vertex}") == answer
    if answer in ("alive", "dead"):
        assert vertex in talk.ok(f"final_status_list {answer}").split()


def test_connections() -> None:
    talk = talk_at(LADDER)
    assert talk.ok("connect D6 F6").split()[0] in "0123"
    assert talk.ok("disconnect E7 D6").split()[0] in "0123"
    answer = talk.ask("connect D6 E6")
    assert answer.text == "syntax error: expected stones of one colour, got D6 and E6"


UNCONDITIONAL = """
.X.XO
XXXXO
OOOOO
.O.O.
OOOOO
"""


@pytest.mark.parametrize(("vertex", "answer"), [
    ("A5", "black_territory"), ("B5", "alive"), ("A2", "white_territory"), ("E5", "alive"),
])  # fmt: skip
def test_unconditional_status(vertex: str, answer: str) -> None:
    assert talk_at(UNCONDITIONAL).ok(f"unconditional_status {vertex}") == answer


def test_eval_eye() -> None:
    talk = talk_at("...XO\nXXXXO\nOOOOO\n.....\n.....")
    assert talk.ok("eval_eye A5") == "1 2 B5 B5"
    assert talk.ask("eval_eye A1").text == "no eye space"


@pytest.mark.parametrize("command", [
    "attack", "defend", "owl_attack", "owl_defend", "dragon_status", "mokusan-status", "mokusan-refutation",
])  # fmt: skip
def test_an_empty_point_is_refused_in_one_line(command: str) -> None:
    answer = talk_at(LADDER).ask(f"{command} A1")
    assert (answer.success, answer.text) == (False, "vertex must not be empty")


def test_an_illegal_move_is_refused() -> None:
    answer = talk_at(LADDER).ask("owl_does_attack E6 E6")
    assert not answer.success
    assert "\n" not in answer.text


def test_budgets_are_settings() -> None:
    small = talk_at(LADDER, chain_nodes="1", group_nodes="1", question_nodes="1")
    assert small.ok("mokusan-status")
    assert small.ok("attack E6")
    refused = small.ask("mokusan-settings status.chain_nodes 0")
    assert not refused.success
    assert "status.chain_nodes: expected a whole number in [1, 1e+07], got 0" in refused.text


def test_the_reading_cache_is_used_after_a_move() -> None:
    talk = talk_at(LADDER)
    talk.ok("mokusan-status")
    asked, found = talk.session.reading_cache.queries, talk.session.reading_cache.hits
    talk.ok("play b a9", "mokusan-status")
    assert talk.session.reading_cache.hits - found >= (talk.session.reading_cache.queries - asked) // 3


def test_a_chain_is_drawn_with_its_eyes_and_its_moves() -> None:
    talk = talk_at(CORNER)
    lines = talk.ok("mokusan-chain A3").split("\n")
    status = talk.ok("mokusan-status A3").split("\n")[0].split()
    kill, save = status[6:8]
    assert status[4] == "critical"
    assert lines[-1].startswith("TEXT White A3: critical, ")
    assert re.search(r"; \d+\.\d points depend on it$", lines[-1])
    (labels,) = (line for line in lines if line.startswith("LABEL "))
    assert labels == (f"LABEL {kill} KS" if kill == save else labels)
    assert {kill, save} <= set(labels.split())
    (zone,) = (line.split()[2:] for line in lines if line.startswith("COLOR "))
    assert {"A3", kill, save} <= set(zone)
    assert {line.split()[0] for line in lines} <= {"COLOR", "SQUARE", "CIRCLE", "TRIANGLE", "LABEL", "TEXT"}


def test_first_moves_that_fail_are_marked() -> None:
    lines = talk_at(LADDER, "W").ok("mokusan-chain E7").split("\n")
    assert lines[-1].startswith("TEXT ")
    words = talk_at(LADDER, "W").ok("mokusan-explain E7")
    failing = sorted(re.findall(r"^white (\w+) fails", words, re.M) + re.findall(r"^black (\w+) fails", words, re.M))
    marked = [line.split()[1:] for line in lines if line.startswith("TRIANGLE")]
    assert sorted(point for points in marked for point in points) == failing


def test_a_chain_is_not_drawn_without_reading_or_a_stone() -> None:
    talk = talk_at(CORNER)
    talk.session.settings.set("play.control_only", "true")
    assert talk.fails("mokusan-chain A3") == "the status of chains is not read"
    assert talk.fails("mokusan-chain J9") == "vertex must not be empty"
