"""A cache of readings: an answer holds as long as the points that it depends on keep their colours."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from ..board import NO_POINT, Position
from ..board.bit_sets import everywhere

T = TypeVar("T")

_MOST_QUESTIONS = 4096
_MOST_ANSWERS = 24  # to one question: a tree search comes back to positions that differ in several places


class _Entry(NamedTuple):
    """An answer, and what it depends on: the points `zone`, the stones and marks on them, the ko ban there.

    Sets of points are integers (`board.bit_sets`).
    """

    zone: int
    black: int
    white: int
    ko: int
    marks: int
    answer: object


class ReadingCache:
    """A cache of answers by question. After a move only what depends on a changed point is computed again.

    It belongs to one grid at a time: a position on another board empties it. The least recently used questions are
    dropped first, and of each question all but the last few answers.

    Public attributes: queries, hits -- number of questions, and of those that were answered from the cache.
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
        zone: Callable[[T], int],
        marks: int = 0,
    ) -> T:
        """Return the answer to a question about a position: a cached one that still holds, or what `compute` returns.

        zone  -- returns the set of points that an answer depends on; if it is empty, that is the whole board
        marks -- a set of points: answers depend on which points of their zone are in it

        Sets are integers (`board.bit_sets`).
        """
        if position.grid is not self._grid:
            self._entries.clear()
            self._grid = position.grid
        self.queries += 1
        entries = self._entries.setdefault(question, [])
        self._entries.move_to_end(question)
        black, white = position.bits
        for index, entry in enumerate(entries):
            there = entry[0]
            if black & there != entry[1] or white & there != entry[2]:  # by place: fields are slower to find by name
                continue
            if marks & there == entry.marks and _ko_in(position, there) == entry.ko:
                self.hits += 1
                if index:
                    entries.insert(0, entries.pop(index))
                return entry.answer  # type: ignore[return-value]
        found = compute()
        bits = zone(found) or everywhere(position.grid)
        entries.insert(0, _Entry(bits, black & bits, white & bits, _ko_in(position, bits), marks & bits, found))
        del entries[_MOST_ANSWERS:]
        if len(self._entries) > _MOST_QUESTIONS:
            self._entries.popitem(last=False)
        return found

    def forget(self, question: Hashable) -> None:
        """Drop the answers to a question: they were incomplete."""
        self._entries.pop(question, None)


def _ko_in(position: Position, zone: int) -> int:
    """Return a code of the ko point and the side that may not retake there, or NO_POINT if it is not in the zone."""
    ko = position.ko
    if ko == NO_POINT or not zone >> int(ko) & 1:
        return NO_POINT
    return int(ko) if position.to_move > 0 else -2 - int(ko)


__all__ = ["ReadingCache"]
