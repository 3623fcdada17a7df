"""gomill's commands: the description of the engine and the explanation of the last move."""

from __future__ import annotations

import re

import pytest

from analysis.board import BLACK, Color, Position
from analysis.evaluation import evaluate
from analysis.ranking.tactics import rank_with_tactics
from gtpengine import __version__
from gtpengine.engine.move_choice import decide
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
    r"([A-G][1-7]): (0|[BW]\+[\d.]+) after it, number (\d+) of (\d+) (searched|ranked)"
    r"(, though .+?)?(, gains (-?[\d.]+)( on a pass)?)?(, ([A-G][1-7]|pass) is ([\d.]+) better|, as good as the first)?"
    r"(, takes \d+ stones?)?"
)


def why(talk: Talk) -> re.Match[str]:
    """Return the explanation of the last move, which is one short line and changes nothing."""
    before = talk.state()
    text = talk.ok("gomill-explain_last_move")
    assert talk.state() == before
    assert len(text) <= 90
    match = WHY.fullmatch(text)
    assert match, text
    return match


@pytest.mark.parametrize("color", ["b", "w"])
def test_a_generated_move_is_the_first_of_the_ranking(talk: Talk, color: str) -> None:
    """With play.policy_moves 0, where the ranker chooses."""
    position = talk.session.game.position
    ranking = rank_with_tactics(evaluate(position.with_to_move(Color.parse(color))))
    vertex = talk.ok("mokusan-settings play.policy_moves 0", f"genmove {color}")
    match = why(talk)
    assert match[1] == vertex
    assert float(match[8]) == pytest.approx(ranking.best(1)[0].gain, abs=0.06)
    assert (match[3], int(match[4]), match[5]) == ("1", ranking.evaluated, "ranked")


def test_a_generated_move_has_the_numbers_of_its_search(talk: Talk) -> None:
    """As an analysis shows them: the first of the searched moves, with the lead of the first line."""
    decision = decide(talk.session.game, BLACK, talk.session.settings)
    assert decision.lookahead is not None
    vertex = talk.ok("genmove b")
    match = why(talk)
    lines = decision.lookahead.lines
    lead = round(lines[0].lead - 0.5, 1)
    assert (match[1], match[3], int(match[4])) == (vertex, "1", len(decision.lookahead.tree.root_moves()))
    assert match[2] == f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"


def test_a_move_of_the_front_end_is_compared_with_the_best(talk: Talk) -> None:
    vertex = talk.ok("reg_genmove b")
    talk.ok("play b g1")
    match = why(talk)
    assert (match[1], match[11]) == ("G1", vertex)
    assert float(match[12]) > 5
    assert int(match[3]) > 1
    talk.ok("undo", f"play b {vertex}")
    assert why(talk)[3] == "1"


def test_captures_and_moves_that_genmove_leaves_out_are_mentioned() -> None:
    talk = Talk()
    talk.ok("mokusan-settings play.policy_moves 0", "boardsize 5", "gogui-setup W A1 W B2 B A2 B B3 B C2", "play b b1")
    assert ", takes 2 stones" in why(talk)[0]
    talk.ok("play b e5")
    assert "takes" not in why(talk)[0]
    talk.ok("clear_board", "gogui-setup B A1 W D4 W B2 W A2", "play w b1")
    assert ", takes 1 stone" in why(talk)[0]
    talk.ok("boardsize 5", "gogui-setup B A2 B B2 B B1 W E5 W E4", "play b a1")
    assert ", though own eye" in why(talk)[0]


def test_captures_of_searched_moves_are_mentioned() -> None:
    talk = Talk()
    talk.ok("boardsize 5", "gogui-setup W A1 W B2 B A2 B B3 B C2", "play b b1")
    assert why(talk)[0].endswith(", takes 2 stones")


WON = """
. X . X O
. X X X O
X X X O O
. X O O .
X X O . O
"""


def test_passes_say_why() -> None:
    talk = Talk()
    assert talk.ok("gomill-explain_last_move") == "no move has been played"
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
    assert before.startswith("E5: ")
