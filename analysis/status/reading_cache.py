"""A cache of readings: an answer holds as long as the points that it depends on keep their colours."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..board import NO_POINT, Position

T = TypeVar("T")
Marks = npt.NDArray[np.bool_]

_MOST_QUESTIONS = 4096
_MOST_ANSWERS = 6  # to one question


@dataclass(frozen=True)
class _Entry:
    """An answer, and the colours, marks and the ko ban that it depends on."""

    points: npt.NDArray[np.intp]
    colors: bytes  # of the points, one each: compared sooner than an array
    ko: int
    answer: object
    marks: bytes = b""

    def holds_in(self, position: Position, marks: Marks | None) -> bool:
        return (
            _ko_in(position, self.points) == self.ko
            and _colors(position, self.points) == self.colors
            and (marks is None or marks[self.points].tobytes() == self.marks)
        )


class ReadingCache:
    """A cache of answers by question. After a move only what depends on a changed point is computed again.

    It belongs to one grid at a time: a position on another board empties it. The least recently used questions are
    dropped first, and of each question all but the last few answers.

    Public attributes: asked, found -- number of questions, and of those that were answered from the cache.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[Hashable, list[_Entry]] = OrderedDict()
        self._grid: object = None
        self.queries = self.hits = 0

    def answer(
        self,
        position: Position,
        question: Hashable,
        compute: Callable[[], T],
        zone: Callable[[T], Iterable[int]],
        marks: Marks | None = None,
    ) -> T:
        """Return the answer to a question about a position: a cached one that still holds, or what `compute` returns.

        zone  -- returns the points that an answer depends on; if there are none, it depends on the whole board
        marks -- (area,): a mark of each point on which answers depend as on its colour
        """
        if position.grid is not self._grid:
            self._entries.clear()
            self._grid = position.grid
        self.queries += 1
        entries = self._entries.setdefault(question, [])
        self._entries.move_to_end(question)
        for index, entry in enumerate(entries):
            if entry.holds_in(position, marks):
                self.hits += 1
                entries.insert(0, entries.pop(index))
                return entry.answer  # type: ignore[return-value]
        answer = compute()
        points = np.fromiter(zone(answer), np.intp)
        if not points.size:
            points = np.arange(position.grid.area)
        marked = b"" if marks is None else marks[points].tobytes()
        entries.insert(0, _Entry(points, _colors(position, points), _ko_in(position, points), answer, marked))
        del entries[_MOST_ANSWERS:]
        if len(self._entries) > _MOST_QUESTIONS:
            self._entries.popitem(last=False)
        return answer

    def forget(self, question: Hashable) -> None:
        """Drop the answers to a question: they were incomplete."""
        self._entries.pop(question, None)


def _colors(position: Position, points: npt.NDArray[np.intp]) -> bytes:
    return position.stones[points].tobytes()


def _ko_in(position: Position, points: npt.NDArray[np.intp]) -> int:
    """Return a code of the ko point and the side that may not retake there, or NO_POINT if it is not among `points`."""
    if position.ko == NO_POINT or position.ko not in points:
        return NO_POINT
    return int(position.ko) if position.to_move > 0 else -2 - int(position.ko)


__all__ = ["ReadingCache"]
