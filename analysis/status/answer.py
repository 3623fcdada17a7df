"""The answer to one tactical question about stones: whether the side that moves first succeeds, and how kos affect
that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ..board import PASS
from .verdict import Evidence


class Result(IntEnum):
    """Whether the side that moves first succeeds. The values are GNU Go's codes; UNKNOWN has none."""

    UNKNOWN = -1
    FAILS = 0
    """Fails, even with a ko."""
    WORKS = 1
    """Works, whatever the kos."""
    KO_FIRST = 2
    """Works by a ko for which the other side must make the first threat."""
    KO_AFTER = 3
    """Works by a ko for which the side itself must make the first threat."""

    @property
    def by_ko(self) -> bool:
        """Return whether a ko decides."""
        return self in (Result.KO_FIRST, Result.KO_AFTER)


@dataclass(frozen=True)
class Answer:
    """The answer to "can this chain be captured, or saved?" or "can these chains be connected, or cut?".

    Public attributes:
      result   -- Result for the side that moves first; never UNKNOWN
      move     -- its first move, a point; None if it fails, or if no move is needed. With KO_AFTER it may be the point
                  where a ko was just taken, to be retaken after a threat
      line     -- principal variation, points or PASS alternating, that side first; it may stop early
      zone     -- the points that the search read: while these stay as they are (and the point that the side to move may
                  not retake, too), so does the answer
      nodes    -- number of nodes searched, under all ko rules together
      finished -- whether the search was completed; if not, `result` is what it showed within its budget: FAILS for an
                  attack that was not found, WORKS for a defence that was not refuted
      evidence -- Evidence.READ
    """

    result: Result
    move: int | None
    line: tuple[int, ...]
    zone: frozenset[int]
    nodes: int
    finished: bool
    evidence: Evidence = Evidence.READ


class SearchResult(NamedTuple):
    """The result of one search under one ko rule; `ko` tells whether it met any ko."""

    code: int
    move: int
    line: tuple[int, ...]
    nodes: int
    ko: bool
    finished: bool


def classify_ko(
    search: Callable[[int], SearchResult], wanted: int, rules: tuple[int, int, int], zone: Callable[[], frozenset[int]]
) -> Answer:
    """Search a question under up to three ko rules, to separate what works whatever the kos from what needs one.

    search -- runs one search under a ko rule
    wanted -- the code of a successful search
    rules  -- the codes of the ko rules by the side that may retake at once: the other side, neither, the first mover
    zone   -- called at the end for Answer.zone
    """
    for_other, for_neither, for_itself = rules
    searches = [search(for_other)]
    result, found = Result.FAILS, searches[0]
    if found.code == wanted:
        result = Result.WORKS
    elif found.ko:
        found = search(for_itself)
        searches.append(found)
        if found.code == wanted:
            result = Result.KO_AFTER
            plain = search(for_neither)
            searches.append(plain)
            if plain.code == wanted:
                result, found = Result.KO_FIRST, plain
    move = None if result is Result.FAILS or found.move == PASS else found.move
    nodes, finished = sum(one.nodes for one in searches), all(one.finished for one in searches)
    return Answer(result, move, found.line, zone(), nodes, finished)


__all__ = ["Answer", "Result", "SearchResult", "classify_ko"]
