"""Lines of moves in which kos are retaken after threats, and that do not go round in circles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .color import Color
from .grid import PASS
from .position import Position

MOST_TIMES = 3
"""A line ends when it has made a position so often."""


def legal_line(position: Position, mover: Color, line: Iterable[int]) -> tuple[int, ...]:
    """Return a line, `mover` to play first, with two passes, for a threat and its answer, before a ko is retaken.

    It ends before a move that is illegal for another reason, and once a move has made the same position three times, as
    in a triple ko: it would go on so. Made twice, it may be a ko that is retaken after a threat.
    """
    now = position if mover is position.to_move else position.with_to_move(mover)
    found: list[int] = []
    made: Counter[tuple[tuple[int, int], Color]] = Counter()
    for move in line:
        if move != PASS and move == now.ko:
            found += [PASS, PASS]
            now = now.play(PASS).play(PASS)
        if not now.is_legal(move):
            break
        found.append(move)
        now = now.play(move)
        made[now.bits, now.to_move] += move != PASS
        if made[now.bits, now.to_move] == MOST_TIMES:
            break
    return tuple(found)


__all__ = ["MOST_TIMES", "legal_line"]
