"""What was read before: an answer holds as long as the points that it rests on keep their colours."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..board import NO_POINT, Position

Answer = TypeVar("Answer")

_QUESTIONS = 4096
_ANSWERS = 6


@dataclass(frozen=True)
class _Kept:
    """An answer, and what it rests on."""

    points: npt.NDArray[np.intp]
    colors: bytes  # of the points, one each: compared sooner than an array
    ko: int
    answer: object

    def holds_in(self, position: Position) -> bool:
        return _ko_in(position, self.points) == self.ko and _colors(position, self.points) == self.colors


class ReadingCache:
    """Answers by question. After a move only what rests on a changed point is asked again.

    It belongs to one grid at a time: a position on another board empties it. The questions asked longest ago are
    forgotten first, and of each question all but the last few answers.

    Public attributes: asked, found -- how many questions there were, and how many were answered from here.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, list[_Kept]] = OrderedDict()
        self._grid: object = None
        self.asked = self.found = 0

    def answer(
        self,
        position: Position,
        question: Hashable,
        find: Callable[[], Answer],
        zone: Callable[[Answer], Iterable[int]],
    ) -> Answer:
        """The answer to a question about a position: one that still holds, or what `find` returns.

        `zone` gives the points that an answer rests on; where there are none it rests on the whole board.
        """
        if position.grid is not self._grid:
            self._kept.clear()
            self._grid = position.grid
        self.asked += 1
        known = self._kept.setdefault(question, [])
        self._kept.move_to_end(question)
        for place, kept in enumerate(known):
            if kept.holds_in(position):
                self.found += 1
                known.insert(0, known.pop(place))
                return kept.answer  # type: ignore[return-value]
        found = find()
        points = np.array(sorted(zone(found)), np.intp)
        if not points.size:
            points = np.arange(position.grid.area)
        known.insert(0, _Kept(points, _colors(position, points), _ko_in(position, points), found))
        del known[_ANSWERS:]
        if len(self._kept) > _QUESTIONS:
            self._kept.popitem(last=False)
        return found


def _colors(position: Position, points: npt.NDArray[np.intp]) -> bytes:
    return position.stones[points].tobytes()


def _ko_in(position: Position, points: npt.NDArray[np.intp]) -> int:
    """The point that the side to move may not retake, if it is among the points; its colour comes into it too."""
    if position.ko == NO_POINT or position.ko not in points:
        return NO_POINT
    return int(position.ko) if position.to_move > 0 else -2 - int(position.ko)


__all__ = ["ReadingCache"]
