"""The score of a finished board, given which stones are dead. Black positive, komi excluded.

Points in `dead` and `seki` that are off the board raise ValueError; points without a stone change nothing.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from .grid import Grid
from .position import Position

_BLACK, _WHITE = 1, 2


def _without_dead(position: Position, dead: Collection[int]) -> npt.NDArray[np.int8]:
    """Return the stones, (area,) int8, without those on `dead`."""
    stones = position.stones.copy()
    stones[[position.grid.require(point) for point in dead]] = 0
    return stones


def _touched_colors(grid: Grid, stones: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return (area,): which colours the region of each empty point touches, _BLACK | _WHITE; 0 on stones."""
    from . import _kernels

    touched: npt.NDArray[np.int8] = _kernels.surrounded(stones, grid.neighbours)
    return touched


def _surrounded(touched: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 or -1 on empty points whose region touches one colour only, else 0."""
    owners: npt.NDArray[np.int8] = (touched == _BLACK).astype(np.int8) - (touched == _WHITE).astype(np.int8)
    return owners


def area_owners(position: Position, dead: Collection[int] = ()) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 where Black owns the point, -1 White, 0 neither, without the stones on `dead`.

    In a region that touches both colours the point of a dead stone belongs to the side that captures it.
    """
    stones = _without_dead(position, dead)
    touched = _touched_colors(position.grid, stones)
    return np.where(touched == _BLACK | _WHITE, stones - position.stones, stones + _surrounded(touched))


def area_score(position: Position, dead: Collection[int] = ()) -> int:
    """Return Black's points minus White's: stones that are not dead, and points that one side alone surrounds."""
    return int(area_owners(position, dead).sum())


def territory_owners(
    position: Position, dead: Collection[int] = (), seki: Collection[int] = ()
) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 on points that Black alone surrounds, -1 White, else 0, without the stones on `dead`.

    Regions that touch a stone on `seki` are neutral.
    """
    grid, stones = position.grid, _without_dead(position, dead)
    owners = _surrounded(_touched_colors(grid, stones))
    if seki:
        # A region that touches a seki stone has another owner if the stone has the other colour: it is neutral.
        for color in (1, -1):
            probe = stones.copy()
            probe[[grid.require(point) for point in seki]] = color
            owners = np.where(_surrounded(_touched_colors(grid, probe)) == owners, owners, 0).astype(np.int8)
    return owners


def territory_score(position: Position, dead: Collection[int] = (), seki: Collection[int] = ()) -> int:
    """Return Black's points minus White's: surrounded empty points, dead stones and prisoners.

    Regions that touch a stone on `seki` are neutral.
    """
    owners = territory_owners(position, dead, seki)
    dead_stones = position.stones[list(dead)]
    black_taken, white_taken = position.captures
    return int(owners.sum()) - int(dead_stones.sum()) + black_taken - white_taken
