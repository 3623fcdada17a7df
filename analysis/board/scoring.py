"""The score of a finished board, given which stones are dead. Black positive, komi excluded.

Points in `dead` and `seki` that are off the board raise ValueError; points without a stone change nothing.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from .grid import Grid, board_kernels
from .position import Position
from .rules import Rules, Scoring, Tax

_BLACK, _WHITE = 1, 2


def _without_dead(position: Position, dead: Collection[int]) -> npt.NDArray[np.int8]:
    """Return the stones, (area,) int8, without those on `dead`."""
    stones = position.stones.copy()
    stones[[position.grid.require(point) for point in dead]] = 0
    return stones


def _touched_colors(grid: Grid, stones: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return (area,): which colours the region of each empty point touches, _BLACK | _WHITE; 0 on stones."""
    touched: npt.NDArray[np.int8] = board_kernels().surrounded(stones, grid.neighbours)
    return touched


def _surrounded(touched: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 or -1 on empty points whose region touches one colour only, else 0."""
    owners: npt.NDArray[np.int8] = (touched == _BLACK).astype(np.int8) - (touched == _WHITE).astype(np.int8)
    return owners


def area_owners(position: Position, dead: Collection[int] = ()) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 where Black owns the point, -1 White, 0 neither, without the stones on `dead`."""
    stones = _without_dead(position, dead)
    return stones + _surrounded(_touched_colors(position.grid, stones))


def area_score(position: Position, dead: Collection[int] = ()) -> int:
    """Return Black's points minus White's: stones that are not dead, and points that one side alone surrounds."""
    return int(area_owners(position, dead).sum())


def territory_owners(
    position: Position, dead: Collection[int] = (), seki: Collection[int] = ()
) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 on points that Black alone surrounds, -1 White, else 0, without the stones on `dead`.

    Regions that touch a stone on `seki` are neutral.
    """
    stones = _without_dead(position, dead)
    return _outside_seki(position.grid, stones, _surrounded(_touched_colors(position.grid, stones)), seki)


def _outside_seki(
    grid: Grid, stones: npt.NDArray[np.int8], owners: npt.NDArray[np.int8], seki: Collection[int]
) -> npt.NDArray[np.int8]:
    """Return `owners` with the empty points neutral whose region touches a stone on `seki`."""
    # Such a region has another owner if the stone has the other colour.
    for color in (1, -1) if seki else ():
        probe = stones.copy()
        probe[[grid.require(point) for point in seki]] = color
        same = _surrounded(_touched_colors(grid, probe)) == owners
        owners = np.where(same | (stones != 0), owners, 0).astype(np.int8)
    return owners


def territory_score(position: Position, dead: Collection[int] = (), seki: Collection[int] = ()) -> int:
    """Return Black's points minus White's: surrounded empty points, dead stones and prisoners.

    Regions that touch a stone on `seki` are neutral.
    """
    return int(territory_owners(position, dead, seki).sum()) + _prisoners(position, dead)


def _prisoners(position: Position, dead: Collection[int]) -> int:
    black_taken, white_taken = position.captures
    return black_taken - white_taken - int(position.stones[list(set(dead))].sum())


def counted_owners(
    position: Position, rules: Rules, dead: Collection[int] = (), seki: Collection[int] = ()
) -> npt.NDArray[np.int8]:
    """Return (area,) int8: who has a point there by these rules, +1 Black, -1 White, 0 neither. Prisoners are left out.

    By area, stones and the points they surround; by territory, those points alone. With a tax, the points that stones
    in seki surround are nobody's.
    """
    taxed = () if rules.tax is Tax.NONE else seki
    if rules.scoring is Scoring.TERRITORY:
        return territory_owners(position, dead, taxed)
    owners = area_owners(position, dead)
    return _outside_seki(position.grid, _without_dead(position, dead), owners, taxed)


def group_tax(position: Position, dead: Collection[int] = (), seki: Collection[int] = ()) -> int:
    """Return what the groups pay for their eyes, in Black's favour: White's tax minus Black's.

    A group is a largest set of connected points of one colour: living stones and points that they alone surround.
    It pays two points, or its surrounded points if there are fewer. Stones in seki pay nothing: what they surround does
    not count in the first place.
    """
    stones = _without_dead(position, dead)
    owners = _outside_seki(position.grid, stones, area_owners(position, dead), seki)
    owners[list(seki)] = 0
    return tax_of_groups(position.grid, stones, owners)


def tax_of_groups(grid: Grid, stones: npt.NDArray[np.int8], owners: npt.NDArray[np.int8]) -> int:
    """Return White's tax minus Black's: two points a group, or its empty points if there are fewer.

    stones -- (area,) int8, each of a group or of none
    owners -- (area,) +1 and -1 on the points of groups, 0 on points that belong to none
    """
    tax = 0
    seen = owners == 0
    for start in np.flatnonzero(stones).tolist():
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        for point in group:  # grows while it is read
            for near in grid.beside[point]:
                if owners[near] == owners[start] and not seen[near]:
                    seen[near] = True
                    group.append(near)
        tax -= int(owners[start]) * min(2, int((stones[group] == 0).sum()))
    return tax


def rules_score(position: Position, rules: Rules, dead: Collection[int] = (), seki: Collection[int] = ()) -> int:
    """Return Black's points minus White's by these rules: the owned points, prisoners by territory, and the tax."""
    points = int(counted_owners(position, rules, dead, seki).sum())
    if rules.scoring is Scoring.TERRITORY:
        points += _prisoners(position, dead)
    return points + (group_tax(position, dead, seki) if rules.tax is Tax.ALL else 0)
