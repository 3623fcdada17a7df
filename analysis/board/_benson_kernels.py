"""Compiled kernels of unconditional life by Benson's algorithm, and of true eyes.

Arguments as in `_kernels`. A region is a maximal connected set of points without a stone of the colour in question:
empty points and enemy stones together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..runtime.jit import array_kernel
from ._kernels import label_chains


class Regions(NamedTuple):
    """The regions of one colour.

      of      -- (area,) int16: the region of each point, -1 on the colour's stones
      empties -- (regions,) int16: the number of empty points; enemy stones that may vanish by suicide count, too
      borders -- (regions, chains) bool: whether the region lies next to the chain
      shared  -- (regions, chains) int16: how many of its empty points are liberties of the chain
    """

    of: Any
    empties: Any
    borders: Any
    shared: Any


@array_kernel
def benson(stones, neighbours, color, suicide):
    """Find the unconditionally alive stones and the unconditional territory of one colour.

    Returns (alive, territory), (area,) bool each: the stones of `color` that cannot be captured even if their
    owner always passes; and the points of the regions that such stones surround wholly and in which the enemy,
    playing alone, cannot make two eyes.
    """
    area = stones.size
    label, chains, _ = label_chains(stones, neighbours)
    regions = _find_regions(stones, neighbours, color, suicide, label, chains)
    chain_alive, healthy = _eliminate(stones, color, label, chains, regions)

    owned = _too_small_to_live(stones, neighbours, color, suicide, regions)
    for region in range(owned.size):
        surrounded = False
        for chain in range(chains):
            surrounded |= healthy[region] and chain_alive[chain] and regions.borders[region, chain]
        owned[region] &= surrounded
    alive = np.zeros(area, np.bool_)
    territory = np.zeros(area, np.bool_)
    for point in range(area):
        if stones[point] == color:
            alive[point] = chain_alive[label[point]]
        else:
            territory[point] = owned[regions.of[point]]
    return alive, territory


@array_kernel
def _find_regions(stones, neighbours, color, suicide, label, chains):
    """Return the Regions of `color`; label and chains as label_chains returns them."""
    area = stones.size
    region_of, count = _label_regions(stones, neighbours, color)
    empties = np.zeros(count, np.int16)
    borders = np.zeros((count, chains), np.bool_)
    shared = np.zeros((count, chains), np.int16)
    for point in range(area):
        region = region_of[point]
        if region < 0:
            continue
        empty = stones[point] == 0 or suicide
        empties[region] += empty
        for k in range(4):
            near = neighbours[point, k]
            if near == area or stones[near] != color:
                continue
            chain = label[near]
            borders[region, chain] = True
            first = empty  # not counted for this chain yet
            for j in range(k):
                other = neighbours[point, j]
                first &= other == area or stones[other] != color or label[other] != chain
            shared[region, chain] += first
    return Regions(region_of, empties, borders, shared)


@array_kernel
def _label_regions(stones, neighbours, color):
    """Number the regions of `color` by their first points: (Regions.of, how many)."""
    area = stones.size
    region_of = np.full(area, -1, np.int16)
    stack = np.empty(area, np.int16)
    regions = 0
    for first in range(area):
        if stones[first] == color or region_of[first] >= 0:
            continue
        region_of[first] = regions
        stack[0] = first
        top = 1
        while top > 0:
            top -= 1
            point = stack[top]
            for k in range(4):
                near = neighbours[point, k]
                if near != area and stones[near] != color and region_of[near] < 0:
                    region_of[near] = regions
                    stack[top] = near
                    top += 1
        regions += 1
    return region_of, regions


@array_kernel
def _eliminate(stones, color, label, chains, regions):
    """Drop chains with fewer than two vital regions, and the regions beside them, until nothing changes.

    A region is vital to a chain if all its empty points (at least one) are liberties of that chain.
    Returns (alive (chains,) bool, healthy (regions,) bool): what is left.
    """
    empties, borders, shared = regions.empties, regions.borders, regions.shared
    alive = np.zeros(chains, np.bool_)
    for point in range(stones.size):
        if stones[point] == color:
            alive[label[point]] = True
    healthy = np.ones(empties.size, np.bool_)
    changed = True
    while changed:
        changed = False
        for chain in range(chains):
            if not alive[chain]:
                continue
            vital = 0
            for region in range(empties.size):
                vital += healthy[region] and empties[region] > 0 and shared[region, chain] == empties[region]
            if vital < 2:
                alive[chain] = False
                changed = True
                for region in range(empties.size):
                    healthy[region] &= not borders[region, chain]
    return alive, healthy


@array_kernel
def _too_small_to_live(stones, neighbours, color, suicide, regions):
    """Return (regions,) bool: whether the enemy, playing alone, cannot make two eyes in a region.

    An enemy eye is an empty point (with suicide, any) that no stone of `color` is next to; two eyes take two such
    points that are not neighbours.
    """
    area = stones.size
    region_of, count = regions.of, regions.empties.size
    inner = np.zeros(count, np.int16)
    inner_points = np.empty((count, 2), np.int16)
    for point in range(area):
        region = region_of[point]
        if region < 0 or (stones[point] != 0 and not suicide):
            continue
        walled = False
        for k in range(4):
            walled |= neighbours[point, k] != area and stones[neighbours[point, k]] == color
        if not walled:
            if inner[region] < 2:
                inner_points[region, inner[region]] = point
            inner[region] += 1
    small = inner < 2
    for region in range(count):
        if inner[region] == 2:
            for k in range(4):
                small[region] |= neighbours[inner_points[region, 0], k] == inner_points[region, 1]
    return small


@array_kernel
def true_eyes(stones, neighbours, diagonals, color):
    """Return (area,) bool: the empty points that are true eyes of `color`.

    All neighbours are stones of `color`, and the enemy holds at most one of four diagonal points, none of fewer.
    """
    area = stones.size
    eyes = np.zeros(area, np.bool_)
    for point in range(area):
        near = 0
        own = 0
        corners = 0
        enemies = 0
        for k in range(4):
            if neighbours[point, k] != area:
                near += 1
                own += stones[neighbours[point, k]] == color
            if diagonals[point, k] != area:
                corners += 1
                enemies += stones[diagonals[point, k]] == -color
        eyes[point] = stones[point] == 0 and near > 0 and own == near and enemies <= (1 if corners == 4 else 0)
    return eyes
