"""Compiled kernels of the territory of safe blocks: the regions in which the enemy cannot make two eyes."""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ._safety_region_kernels import NONE
from ._safety_side_kernels import LARGEST_MIAI_VITAL


@array_kernel
def territory_of(side, base):
    """Return (area,) bool: the points of the regions, the owner's stones left out, in which the enemy cannot make two
    eyes.

    base -- (regions, chains) int8: the vitality of each region of `side` for each block
    `side.partner` gets the further miai that this needs, in regions that have no partner and no stone in them.
    """
    territory = np.zeros(side.stones.size, np.bool_)
    tried = side.partner.copy()
    for region in range(base.shape[0]):
        if not _has_border(side, region):
            continue
        inside = side.points[side.first[region] : side.first[region + 1]]
        active = side.suicide
        bare = True
        for point in inside:
            active |= side.partner[point] >= 0
            bare &= side.stones[point] == 0
        held = _possible_enemy_eyes(side, inside, active, side.partner, False) < 2
        if not held and bare and not active and (base[region] == NONE).all() and inside.size <= LARGEST_MIAI_VITAL:
            held = _possible_enemy_eyes(side, inside, True, tried, True) < 2
            if held:
                side.partner[inside] = tried[inside]
        for point in inside:
            territory[point] = held and side.stones[point] != 1
    return territory


@kernel
def _has_border(side, region):
    """Return whether a standing chain is beside a region."""
    found = False
    for point in side.points[side.first[region] : side.first[region + 1]]:
        found |= _is_beside_block(side, point)
    return found


@kernel
def _is_beside_block(side, point):
    """Return whether a standing chain is beside a point."""
    found = False
    for k in range(4):
        found |= side.at[side.neighbours[point, k]] >= 0
    return found


@kernel
def _possible_enemy_eyes(side, points, active, partner, fresh):
    """Count the points of a region that may become enemy eyes; two such points alone that are adjacent count once.

    active -- whether the enemy's stones may be captured, so that eyes may come to be on their points
    If `fresh`, miai pairs are made beside such points; `partner` is changed.
    """
    count = 0
    one = other = -1
    for point in points:
        if side.stones[point] == -1 and not active:
            continue
        if not _is_beside_block(side, point) and not _has_miai(side, point, partner, fresh):
            one, other = other, point
            count += 1
    if count == 2:
        for k in range(4):
            if side.neighbours[one, k] == other:
                return 1
    return count


@kernel
def _has_miai(side, point, partner, fresh):
    """Return whether two neighbours of a point, both beside standing chains, are miai; if `fresh`, they become so."""
    area = side.stones.size
    for j in range(4):
        for k in range(j):
            x, y = side.neighbours[point, j], side.neighbours[point, k]
            if x == area or y == area or side.stones[x] != 0 or side.stones[y] != 0:
                continue
            if partner[x] != y and not (fresh and partner[x] < 0 and partner[y] < 0):
                continue
            if _is_beside_block(side, x) and _is_beside_block(side, y):
                partner[x], partner[y] = y, x
                return True
    return False
