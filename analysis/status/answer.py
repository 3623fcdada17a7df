"""The answer to one question about stones: whether the side that moves first has its way, and how kos bear on that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ..board import PASS
from .verdict import Evidence


class Result(IntEnum):
    """Whether the side that moves first has its way. The numbers are GNU Go's codes; UNKNOWN has none."""

    UNKNOWN = -1
    FAILS = 0
    """Not even by ko."""
    WORKS = 1
    """Whatever kos there are."""
    KO_FIRST = 2
    """By a ko for which the other must make the first threat."""
    KO_AFTER = 3
    """By a ko for which the side itself must make the first threat."""

    @property
    def by_ko(self) -> bool:
        return self in (Result.KO_FIRST, Result.KO_AFTER)


@dataclass(frozen=True)
class Answer:
    """The answer to "can this chain be taken, or saved?" or "can these chains be joined, or cut apart?".

    Public attributes:
      result   -- Result, for the side that moves first; never UNKNOWN
      move     -- its first move, a point; None if it fails, or if there is nothing to do. Of KO_AFTER it may be the
                  point where a ko was just taken, to be retaken after the threat
      line     -- play that shows it, points or PASS in turn, that side first; it may stop before the end
      zone     -- the points whose colour was looked at: while these stay as they are (and what the side that moves may
                  not retake), so does the answer
      nodes    -- how many positions were gone on from, all kos together
      finished -- whether the search came to its end; if not, `result` is what it showed until its nodes were used up:
                  FAILS for an attack that was not found, WORKS for a defence that was not refuted
      word     -- Evidence.READ
    """

    result: Result
    move: int | None
    line: tuple[int, ...]
    zone: frozenset[int]
    nodes: int
    finished: bool
    evidence: Evidence = Evidence.READ


class Search(NamedTuple):
    """What one search found under one rule for kos; `ko` if it met any."""

    code: int
    move: int
    line: tuple[int, ...]
    nodes: int
    ko: bool
    finished: bool


def classify_ko(
    search: Callable[[int], Search], wanted: int, rules: tuple[int, int, int], zone: Callable[[], frozenset[int]]
) -> Answer:
    """Ask a question under up to three rules for kos, and tell what works whatever kos there are from what needs one.

    `rules` name who may retake kos at once: the other side, nobody, the side that moves first; `wanted` is the code of
    a search by which that side has its way. `zone` is asked for at the end.
    """
    for_other, for_nobody, for_itself = rules
    asked = [search(for_other)]
    result, found = Result.FAILS, asked[0]
    if found.code == wanted:
        result = Result.WORKS
    elif found.ko:
        found = search(for_itself)
        asked.append(found)
        if found.code == wanted:
            result = Result.KO_AFTER
            plain = search(for_nobody)
            asked.append(plain)
            if plain.code == wanted:
                result, found = Result.KO_FIRST, plain
    move = None if result is Result.FAILS or found.move == PASS else found.move
    return Answer(
        result, move, found.line, zone(), sum(one.nodes for one in asked), all(one.finished for one in asked)
    )


__all__ = ["Answer", "Result", "Search", "classify_ko"]
