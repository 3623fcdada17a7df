"""Lines of moves in which kos are retaken after threats."""

from __future__ import annotations

from collections.abc import Iterable

from .color import Color
from .grid import PASS
from .position import Position


def legal_line(position: Position, mover: Color, line: Iterable[int]) -> tuple[int, ...]:
    """Return a line, `mover` to play first, with two passes, for a threat and its answer, before a ko is retaken.

    It ends before a move that is illegal for another reason.
    """
    now = position if mover is position.to_move else position.with_to_move(mover)
    found: list[int] = []
    for move in line:
        if move != PASS and move == now.ko:
            found += [PASS, PASS]
            now = now.play(PASS).play(PASS)
        if not now.is_legal(move):
            break
        found.append(move)
        now = now.play(move)
    return tuple(found)


__all__ = ["legal_line"]
