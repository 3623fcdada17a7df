"""The types of a chain's status, and of a board's: verdict, evidence, outcome for either side moving first, reason."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..board import Color, Grid
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
      presumed_dead  -- whether it is UNKNOWN only since unknown enemy stones are beside it, and was read to be dead
      in_race        -- whether it is ALIVE as was read in a race, so that counting may decide it, too
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
    presumed_dead: bool = False
    in_race: bool = False

    @cached_property
    def zone(self) -> frozenset[int]:
        """The points of `zone_bits`."""
        return frozenset(points_of(self.zone_bits))

    @property
    def lives(self) -> bool:
        """Return whether the chain stays on the board as long as its owner answers."""
        return self.verdict in (Verdict.SAFE, Verdict.ALIVE, Verdict.SEKI)


@dataclass(frozen=True)
class BoardStatus:
    """The status of all chains of a board.

    Public attributes:
      grid      -- Grid
      chains    -- Status of each chain, in the order of their first points, as in `Position.chains`
      territory -- (area,) int8: +1 / -1 on points proved to be Black's / White's, stones included
      replies   -- by colour: the enemy's moves that threaten its safe stones or territory, each with the answers, any
                   of which is enough; these moves are sente
      reduced   -- how many chains were not read, or with fewer nodes, since the budget of the board was used up
      unread    -- how many of these were not read at all
      units     -- the units of work of all questions, as if none had been cached
    """

    grid: Grid = field(repr=False)
    chains: tuple[Status, ...]
    territory: npt.NDArray[np.int8] = field(repr=False)
    replies: dict[Color, dict[int, tuple[int, ...]]] = field(repr=False)
    reduced: int = 0
    unread: int = 0
    units: int = field(default=0, compare=False, repr=False)

    def at(self, point: int) -> Status | None:
        """Return the status of the chain on a point; None if it is empty. Raises ValueError off the board."""
        self.grid.require(point)
        return next((status for status in self.chains if point in status.chain), None)

    def having(self, *verdicts: Verdict) -> list[Status]:
        """Return the chains with one of these verdicts."""
        return [status for status in self.chains if status.verdict in verdicts]

    def dead(self) -> frozenset[int]:
        """Return the points of all dead chains."""
        return frozenset(point for status in self.having(Verdict.DEAD) for point in status.chain)

    def presumed(self) -> BoardStatus:
        """Return the status in which the chains are dead that are unknown only since enemy stones beside them are."""
        if not any(one.presumed_dead for one in self.chains):
            return self
        chains = tuple(replace(one, verdict=Verdict.DEAD) if one.presumed_dead else one for one in self.chains)
        return replace(self, chains=chains)


__all__ = ["BoardStatus", "Evidence", "Fate", "Status", "Verdict"]
