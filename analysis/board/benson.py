"""Unconditional life and territory (Benson 1976): what is safe even if its owner always passes; and true eyes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .color import BLACK, WHITE, Color
from .grid import Grid
from .position import Position
from .rules import Rules

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True)
class UnconditionalLife:
    """The stones and the territory of both colours that are safe even if their owner always passes.

    Public attributes:
      grid      -- Grid
      alive     -- (area,) int8: +1 / -1 on Black's / White's stones that can never be captured
      territory -- (area,) int8: +1 / -1 on the points, empty or with enemy stones, in regions that such stones
                   of one colour surround and where the enemy cannot live
    Points of both arrays never overlap. No ko rule changes these facts; the suicide rule can.
    """

    grid: Grid
    alive: Signs = field(repr=False)
    territory: Signs = field(repr=False)
    dead: frozenset[int]
    """The stones inside enemy territory."""

    @property
    def owner(self) -> Signs:
        """(area,) int8: alive stones and territory together."""
        return self.alive + self.territory


def true_eyes(position: Position, color: Color) -> npt.NDArray[np.bool_]:
    """Return (area,) bool: the empty points that are true eyes of `color`, by the adjacent points alone.

    All neighbours are stones of `color`, and the enemy holds at most one of the four diagonal points, none of
    fewer. (Filling one then never saves a stone: the stones around it are connected or have another liberty.)
    """
    from . import _benson_kernels as kernels

    grid = position.grid
    eyes: npt.NDArray[np.bool_] = kernels.true_eyes(position.stones, grid.neighbours, grid.diagonals, int(color))
    return eyes


def unconditional_life(position: Position, rules: Rules | None = None) -> UnconditionalLife:
    """Compute the unconditional life and territory of both colours.

    If `rules` allow suicide the enemy can empty a point that it occupies, so that less is unconditional.
    """
    return _unconditional(position, rules is not None and rules.suicide)


@lru_cache(maxsize=8)
def _unconditional(position: Position, suicide: bool) -> UnconditionalLife:
    """Compute it; cached, since several packages ask it about one board, some of them many times."""
    from . import _benson_kernels as kernels

    grid, stones = position.grid, position.stones
    black_alive, black_points = kernels.benson(stones, grid.neighbours, int(BLACK), suicide)
    white_alive, white_points = kernels.benson(stones, grid.neighbours, int(WHITE), suicide)
    alive = black_alive.astype(np.int8) - white_alive.astype(np.int8)
    territory = black_points.astype(np.int8) - white_points.astype(np.int8)
    dead = np.flatnonzero((territory != 0) & (stones == -territory))
    for array in (alive, territory):
        array.flags.writeable = False
    return UnconditionalLife(grid, alive, territory, frozenset(int(p) for p in dead))
