"""The types of a chain's status: verdict, evidence, outcome for either side moving first, and the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from ..board import Color
from ..board.bit_sets import points_of
from ..reading.answer import Evidence


class Verdict(StrEnum):
    """The life-and-death status of stones."""

    SAFE = "safe"
    """Proved alive without search: unconditionally, or if each attack is answered."""
    ALIVE = "alive"
    """Alive by search, even if the enemy moves first."""
    CRITICAL = "critical"
    """Decided by the side that moves first, or by a ko."""
    DEAD = "dead"
    """Captured even if the owner moves first, and no ko saves them."""
    SEKI = "seki"
    """Not alive, and neither side can capture."""
    UNKNOWN = "unknown"


class Fate(StrEnum):
    """The life-and-death outcome of stones if a given side moves first."""

    LIVES = "lives"
    DIES = "dies"
    KO = "ko"
    SEKI = "seki"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Status:
    """The status of one chain.

    Public attributes:
      color          -- Color of the chain
      chain          -- its points, ascending
      group          -- the points of all chains that live or die with it, ascending
      liberties      -- its number of liberties
      verdict        -- Verdict
      evidence       -- Evidence for the verdict
      if_owner_first -- Fate if its owner moves first; if_enemy_first: if the enemy does
      kill, save     -- of a CRITICAL one the enemy's and the owner's decisive move; None where there is none to name
      line           -- principal variation, points or PASS alternating: the enemy begins, but of a DEAD one the owner
      zone_bits      -- the points that the status depends on, as a set (`board.bit_sets`): while none changes, it
                        holds. Empty: the whole board
      needs_ko       -- whether the outcome depends on a ko
      captured       -- whether the status comes from capture reading (and not from life-and-death reading)
      reason         -- one line that a player can check
    """

    color: Color
    chain: tuple[int, ...]
    group: tuple[int, ...]
    liberties: int
    verdict: Verdict
    evidence: Evidence
    if_owner_first: Fate
    if_enemy_first: Fate
    reason: str
    kill: int | None = None
    save: int | None = None
    line: tuple[int, ...] = ()
    zone_bits: int = field(default=0, repr=False)
    needs_ko: bool = False
    captured: bool = False

    @cached_property
    def zone(self) -> frozenset[int]:
        """The points of `zone_bits`."""
        return frozenset(points_of(self.zone_bits))

    @property
    def lives(self) -> bool:
        """Return whether the chain stays on the board as long as its owner answers."""
        return self.verdict in (Verdict.SAFE, Verdict.ALIVE, Verdict.SEKI)


__all__ = ["Evidence", "Fate", "Status", "Verdict"]
