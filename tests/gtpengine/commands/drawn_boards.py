"""Sessions on boards that are drawn; points named in answers; a mark for tests that need reading."""

from __future__ import annotations

import pytest

from analysis.board import Position
from analysis.runtime.jit import COMPILED
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk

READING = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")

SETTLED = """
.X.XO.O
XXXXOOO
.X.XO.O
XXXXOOO
OX.XO.O
.XXXOOO
.X.XO.X
"""
"""Both colours are unconditionally alive; White's A3 and Black's G1 are dead. Black has 28 points, White 21."""

MIDDLE = """
. . . . . . .
. X X . O O .
. X . X O . .
. . X O . O .
. . X O . . .
. X . X O . .
. . . . . . .
"""
"""Neither colour is unconditionally alive."""


def board(diagram: str = MIDDLE, *, to_move: str = "B", **settings: str) -> Talk:
    """Return a session on the board drawn; a setting play__resign is play.resign."""
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(name.replace("__", "."), value)
    talk = Talk(chosen)
    talk.session.new_game(Position.from_diagram(diagram, to_move))
    return talk


def vertices(text: str) -> set[str]:
    return set(text.split(" "))
