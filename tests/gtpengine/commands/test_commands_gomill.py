"""gomill's commands: the description of the engine and the explanation of the last move."""

from __future__ import annotations

import re

import pytest

from analysis.board import BLACK, Color, Position
from analysis.control import estimate
from analysis.evaluation import evaluate
from analysis.ranking.tactics import rank_with_tactics
from gtpengine import __version__
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 7", "komi 0.5", "play b c3", "play w e5")
    return talk


def test_describe_engine_repeats_name_and_version() -> None:
    assert Talk().ok("gomill-describe_engine") == f"Mokusan {__version__}"


def test_describe_engine_names_what_was_changed() -> None:
    settings = Settings()
    settings.set("control.lambda", "0.3")
    settings.set("play.resign", "false")
    settings.set("gtp.name", "KataGo-like")
    talk = Talk(settings)
    talk.ok("mokusan-settings play.pass_below 1")
    lines = talk.ok("gomill-describe_engine").split("\n")
    assert lines == [
        f"KataGo-like {__version__}", "control.lambda = 0.3", "play.pass_below = 1.0", 'gtp.name = "KataGo-like"',
    ]  # fmt: skip


WHY = re.compile(
    r"([A-G][1-7]) gains (-?[\d.]+) points for (black|white) \(number (\d+) of (\d+), ([BW]\+[\d.]+|0) after it\)"
    r"(, takes \d+ stones?)?(, control shifts most at ([A-G][1-7] [+]\d\.\d\d(, )?)+)?(, though .+)?"
)


@pytest.mark.parametrize("color", ["b", "w"])
def test_a_generated_move_is_the_first_of_the_ranking(talk: Talk, color: str) -> None:
    """With play.policy_moves 0, where the ranker chooses."""
    position = talk.session.game.position
    ranking = rank_with_tactics(evaluate(position.with_to_move(Color.parse(color))))
    vertex = talk.ok("mokusan-settings play.policy_moves 0", f"genmove {color}")
    before = talk.state()
    text = talk.ok("gomill-explain_last_move")
    assert talk.state() == before
    match = WHY.fullmatch(text)
    assert match, text
    assert match[1] == vertex
    assert float(match[2]) == pytest.approx(ranking.best(1)[0].gain, abs=0.006)
    assert match[3] == {"b": "black", "w": "white"}[color]
    assert (match[4], int(match[5])) == ("1", ranking.evaluated)


def test_the_score_is_that_of_the_board_with_komi(talk: Talk) -> None:
    ranking = rank_with_tactics(evaluate(talk.session.game.position.with_to_move(BLACK)))
    talk.ok("play b d4")
    match = WHY.fullmatch(talk.ok("gomill-explain_last_move"))
    assert match
    d4 = talk.session.game.grid.point("D4")
    lead = next(move.score for move in ranking.candidates if move.point == d4) - 0.5
    assert float(match[6][2:]) * {"B": 1, "W": -1}[match[6][0]] == pytest.approx(lead, abs=0.1)


def test_the_points_named_are_where_the_mover_wins_most(talk: Talk) -> None:
    for color, line in ((1, "play b g1"), (-1, "play w b3")):
        before = estimate(talk.session.game.position).values
        talk.ok(line)
        after = estimate(talk.session.game.position)
        match = WHY.fullmatch(talk.ok("gomill-explain_last_move"))
        assert match
        named = re.findall(r"([A-G][1-7]) (\+\d\.\d\d)", match[0])
        change = color * (after.values - before).reshape(-1)
        grid = talk.session.game.grid
        shown = [float(value) for _, value in named]
        assert shown == pytest.approx(sorted(change)[::-1][:3], abs=0.006)
        assert shown == pytest.approx([change[grid.point(v)] for v, _ in named], abs=0.006)


def test_captures_and_moves_that_genmove_leaves_out_are_mentioned() -> None:
    talk = Talk()
    talk.ok("boardsize 5", "gogui-setup W A1 W B2 B A2 B B3 B C2", "play b b1")
    assert ", takes 2 stones" in talk.ok("gomill-explain_last_move")
    assert "takes" not in talk.ok("play b e5", "gomill-explain_last_move")
    talk.ok("clear_board", "gogui-setup B A1 W D4 W B2 W A2", "play w b1")
    assert re.search(r", takes 1 stone(,|$)", talk.ok("gomill-explain_last_move"))
    talk.ok("boardsize 5", "gogui-setup B A2 B B2 B B1 W E5 W E4", "play b a1")
    assert talk.ok("gomill-explain_last_move").endswith(", though own eye")


WON = """
. X . X O
. X X X O
X X X O O
. X O O .
X X O . O
"""


def test_passes_say_why() -> None:
    talk = Talk()
    assert talk.ok("gomill-explain_last_move") == ""
    talk.ok("boardsize 5", "play b c3", "play w pass")
    text = talk.ok("gomill-explain_last_move")
    assert re.fullmatch(r"pass: the best move is \w\d, which gains [\d.]+; genmove passes below 0.5", text)
    talk.session.new_game(Position.from_diagram(WON))
    assert talk.ok("komi 0.5", "play w pass", "genmove b") == "pass"
    assert talk.ok("gomill-explain_last_move") == "pass: after the opponent's pass it wins, B+4.5 as the board stands"
    talk.ok("undo", "undo", "play b pass")
    text = "pass: no move is left but own eyes and settled territory"
    assert talk.ok("gomill-explain_last_move") == text, "nobody had passed before"
    talk.ok("boardsize 1", "play b pass")
    assert talk.ok("gomill-explain_last_move") == text


def test_a_move_illegal_under_the_present_rules_is_not_explained() -> None:
    talk = Talk()
    talk.ok("kata-set-rule suicide true", "boardsize 3")
    talk.ok("gogui-setup W A2 W B2 W C1 B A1", "play b b1")
    assert talk.session.game.position.captures == (0, 2)
    talk.ok("kata-set-rule suicide false")
    assert talk.ok("gomill-explain_last_move") == "B1 was played by other rules"


def test_after_an_undo_the_move_before_is_explained(talk: Talk) -> None:
    before = talk.ok("gomill-explain_last_move")
    talk.ok("genmove b", "undo")
    assert talk.ok("gomill-explain_last_move") == before
    assert before.startswith("E5 gains ")
