"""Sessions on boards that are drawn; points named in answers; a mark for tests that need reading."""

from __future__ import annotations

import pytest

from analysis.board import Position
from analysis.runtime.jit import COMPILED
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


def board(text: str, *, to_move: str = "B") -> Talk:
    """A session on the board drawn."""
    talk = Talk()
    talk.session.new_game(Position.from_diagram(text, to_move=to_move))
    return talk


def vertices(text: str) -> set[str]:
    return set(text.split(" "))
