"""The answer to one tactical question about stones: whether the side that moves first succeeds, and how kos affect
that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property

from ..board.bit_sets import points_of


class Evidence(StrEnum):
    """How a result was obtained. It is never upgraded."""

    PROVED = "proved"
    """By all legal lines of a region whose boundary is itself proved, under alternating play."""
    READ = "read"
    """By a bounded search with selected moves."""
    ESTIMATED = "estimated"
    """By statistics of many games."""


MOST_THREATS = 2
"""A ko that takes more threats is long: a ko of three steps is no ko, as players say."""


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
    """The answer to "can this chain be captured, or saved?", "can these chains be connected, or cut?" or "can this
    group be killed, or made to live?".

    Public attributes:
      result   -- Result for the side that moves first; UNKNOWN of a group, and of all problems, if the search was not
                  finished
      move     -- its first move, a point; None if it fails, or if no move is needed. With KO_AFTER it may be the point
                  where a ko was just taken, to be retaken after a threat
      line     -- principal variation, points or PASS alternating, that side first; it may stop early
      zone_bits -- the points that the search read, as a set (`board.bit_sets`): while these stay as they are (and the
                  point that the side to move may not retake, too), so does the answer
      nodes    -- number of nodes searched, under all ko rules together
      finished -- whether the search was completed; if not, `result` is what it showed within its budget: FAILS for an
                  attack that was not found, WORKS for a defence that was not refuted, UNKNOWN for a group, with the
                  most promising move
      evidence -- Evidence: PROVED if a chain is captured, or two are connected, against all legal moves of the other
                  side, whichever of them moves first, and no ko was met; otherwise READ
      threats  -- if a ko decides, how many ko threats it takes: with KO_AFTER of the side itself, with KO_FIRST of the
                  other side; None if more than three, if that was not finished, or if no ko decides
      relevance_bits -- the relevance zone of the last search (Shih, Wu et al. 2021, arXiv 2112.02563), as a set: the
                  points that the result rests on, those played on and the stones around them; empty if it was not
                  finished
      numbers  -- if UNKNOWN, at least how many open positions have to be decided for it to work, and for it to fail
    """

    result: Result
    move: int | None
    line: tuple[int, ...]
    zone_bits: int
    nodes: int
    finished: bool
    evidence: Evidence = Evidence.READ
    threats: int | None = None
    numbers: tuple[int, int] | None = None
    relevance_bits: int = 0

    @cached_property
    def zone(self) -> frozenset[int]:
        """The points of `zone_bits`."""
        return frozenset(points_of(self.zone_bits))

    @property
    def is_long_ko(self) -> bool:
        """Return whether a ko decides that takes more than MOST_THREATS threats."""
        return self.result.by_ko and (self.finished if self.threats is None else self.threats > MOST_THREATS)

    @property
    def code(self) -> Result:
        """Return the result as GNU Go's questions are answered: a long ko counts as none."""
        if not self.is_long_ko:
            return self.result
        return Result.WORKS if self.result is Result.KO_FIRST else Result.FAILS

    @cached_property
    def relevance(self) -> tuple[int, ...]:
        """The points of `relevance_bits`, ascending."""
        return tuple(points_of(self.relevance_bits))


def is_one_sided_ko(attack: Result, defence: Result) -> bool:
    """Return whether a group lives only by a ko for which its owner has to make the first threat, with either side to
    move. The attacker starts that ko when nothing else is left to play, as with bent four in the corner.

    attack, defence -- what the attacker and the owner reach by moving first
    """
    return attack is Result.KO_FIRST and defence is Result.KO_AFTER


__all__ = ["Answer", "Evidence", "Result", "is_one_sided_ko"]
