"""The final status of every stone and point of a board: its types, and boards judged by proof alone or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ..board import Color, Grid, Position, Rules, area_owners, unconditional_life
from ..status import Evidence

Signs = npt.NDArray[np.int8]


class FinalStatus(StrEnum):
    """What a chain is at the end."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"


@dataclass(frozen=True)
class FinalChain:
    """One chain of a finished board.

    Public attributes:
      color    -- its colour
      points   -- its points, ascending
      status -- alive, dead or in seki
      evidence -- Evidence for that: proved, read or estimated
      reason   -- why, in one line
      save     -- the owner's move on which its life depends, if one is known
    """

    color: Color
    points: tuple[int, ...]
    status: FinalStatus
    evidence: Evidence
    reason: str
    save: int | None = None


@dataclass(frozen=True)
class FinalBoard:
    """A finished board.

    Public attributes:
      grid   -- Grid
      chains -- FinalChain of every chain, in the order of their first points
      owner  -- (area,) int8: +1 / -1 on Black's / White's points, 0 on neutral ones; as `area_owners` counts
    """

    grid: Grid = field(repr=False)
    chains: tuple[FinalChain, ...]
    owner: Signs = field(repr=False)

    @property
    def dead(self) -> frozenset[int]:
        """The points of all dead stones."""
        return self._points(FinalStatus.DEAD)

    @property
    def alive(self) -> frozenset[int]:
        """The points of all living stones, without those in seki."""
        return self._points(FinalStatus.ALIVE)

    @property
    def seki(self) -> frozenset[int]:
        """The points of all stones in seki."""
        return self._points(FinalStatus.SEKI)

    @property
    def score(self) -> int:
        """Black's points less White's by area, komi excluded."""
        return int(self.owner.sum())

    def at(self, point: int) -> FinalChain | None:
        """Return the chain on a point, or None if it is empty. Raises ValueError off the board."""
        self.grid.require(point)
        return next((chain for chain in self.chains if point in chain.points), None)

    def _points(self, standing: FinalStatus) -> frozenset[int]:
        return frozenset(point for chain in self.chains if chain.status is standing for point in chain.points)


def proved_final(position: Position, rules: Rules | None = None) -> FinalBoard:
    """Return the final status by unconditional life alone: dead are the stones in unconditional territory."""
    return _counted(position, unconditional_life(position, rules).dead, "not unconditionally dead")


def all_alive(position: Position, reason: str = "taken as it stands") -> FinalBoard:
    """Return the final status of a board on which all stones count as alive."""
    return _counted(position, frozenset(), reason)


def _counted(position: Position, dead: frozenset[int], reason: str) -> FinalBoard:
    """Return the final status with these stones proved dead, and the others taken for alive."""
    chains = []
    for points in position.chains():
        color = Color(int(position.stones[points[0]]))
        if points[0] in dead:
            where = f"in territory that {color.opponent.word.capitalize()} holds unconditionally"
            chains.append(FinalChain(color, points, FinalStatus.DEAD, Evidence.PROVED, where))
        else:
            chains.append(FinalChain(color, points, FinalStatus.ALIVE, Evidence.ESTIMATED, reason))
    return FinalBoard(position.grid, tuple(chains), owners_without(position, dead))


def owners_without(position: Position, dead: frozenset[int]) -> Signs:
    """Return the owner of every point by area, (area,) int8 and read-only, without the dead stones."""
    owner = area_owners(position, dead)
    owner.flags.writeable = False
    return owner


__all__ = ["FinalBoard", "FinalChain", "FinalStatus", "Signs", "all_alive", "owners_without", "proved_final"]
