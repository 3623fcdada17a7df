"""KGS's clean-up phase: dead stones are captured before a pass, after which all stones are alive."""

from __future__ import annotations

import pytest

from analysis.board import WHITE, Position
from gtpengine.settings import Settings
from tests.gtpengine.commands.drawn_boards import READING, SETTLED, board, vertices
from tests.gtpengine.gtp_talk import Talk


def test_cleanup_captures_the_dead_stones_and_only_then_passes() -> None:
    talk = board(SETTLED)
    assert talk.ok("genmove b") == "pass"
    talk.ok("undo")
    assert talk.ok("kgs-genmove_cleanup b") == "A2"
    assert talk.session.game.position.captures == (1, 0)
    assert vertices(talk.ok("final_status_list dead")) == {"G1"}
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "pass"
    # Our own dead stone is still there, but after our pass in the clean-up everything is alive.
    assert talk.ok("final_status_list dead") == ""
    assert "G1" in vertices(talk.ok("final_status_list alive"))
    assert talk.ok("final_score") == "B+2.5"


BENT_FOUR = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . X X X X
. . . . . X . O O
. . . . X X . O .
. . . . X O O O X
. . . . X O . X X
"""


@READING
@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_cleanup_does_not_pass_over_bent_four_in_the_corner(rules: str) -> None:
    talk = board(BENT_FOUR)
    talk.ok(f"kata-set-rules {rules}")
    assert vertices(talk.ok("final_status_list dead")) == {"H4", "J4", "H3", "F2", "G2", "H2", "F1"}
    for _ in range(12):
        if talk.ok("kgs-genmove_cleanup b") == "pass":
            break
        talk.ok("play w pass")
    assert (talk.session.game.position.stones == WHITE).sum() == 0


@READING
def test_cleanup_starts_the_ko_of_bent_four_once_white_has_taken_the_four_stones() -> None:
    """White is then no longer dead as it stands: whoever moves first decides, White for life, Black for a ko."""
    talk = board(BENT_FOUR)
    talk.ok("play b G4", "play w pass", "play b G3", "play w pass", "play b J3", "play w G1")
    assert talk.ok("kgs-genmove_cleanup b") == "J2"
    talk.ok("play w J1")
    assert talk.ok("kgs-genmove_cleanup b") == "H1"


@pytest.mark.parametrize("line", ["undo", "clear_board", "boardsize 9"])
def test_commands_that_end_the_clean_up(line: str) -> None:
    talk = board(SETTLED.replace("OX.XO", ".X.XO"))
    assert talk.ok("kgs-genmove_cleanup b") == "pass"
    assert talk.ok("final_status_list dead") == ""
    assert talk.session.all_alive
    talk.ok(line)
    assert not talk.session.all_alive


def test_cleanup_goes_on_when_new_stones_die() -> None:
    talk = board(SETTLED.replace("OX.XO", ".X.XO"))
    assert talk.ok("kgs-genmove_cleanup b", "play w A2", "kgs-genmove_cleanup b") == "A3"
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "A1"
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "pass"
    assert talk.session.game.position.captures == (1, 0)


SAVED_BY_A_BANNED_KO = """
O..OXXXX.
OOOXXOOXX
.OOXO.OXX
O..OXXXOO
OOXOXOOOX
XO.OXOXOX
XO.OO.X.X
.OO.OXXOX
OO.OOOO.O
"""
"""After Black's H1, which takes J1, White's H2 would be saved by taking back."""


def test_cleanup_does_not_take_back_a_banned_ko() -> None:
    talk = board(SAVED_BY_A_BANNED_KO)
    talk.ok("play b H1")
    assert talk.fails("play w J1") == "illegal move"
    move = talk.ok("kgs-genmove_cleanup w")
    assert move not in ("J1", "pass")


def test_cleanup_never_resigns() -> None:
    settings = Settings()
    settings.set("play.resign", "true")
    talk = Talk(settings)
    talk.session.new_game(Position.from_diagram(SETTLED.replace("OX.XO", ".X.XO")))
    talk.ok("komi 99")
    assert talk.ok("reg_genmove b") == "resign"
    assert talk.ok("kgs-genmove_cleanup b") == "pass"
    assert talk.ok("play w F5", "reg_genmove b") == "resign"
    assert talk.ok("kgs-genmove_cleanup b") == "pass"
