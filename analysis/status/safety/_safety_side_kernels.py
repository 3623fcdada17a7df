"""Compiled kernels of the state of a proof of safety: one side's stones, those that stand, the regions between them.

A chain *stands* while it has not been shown to be unsafe. A *region* is a connected part of the board without the
standing chains: empty points, enemy stones, and stones of the owner that do not stand. A *block* is a set of chains
that count as one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...runtime.jit import array_kernel, kernel

MOST_OPTIONS = 24
LARGEST_MIAI_VITAL = 60


class Side(NamedTuple):
    """The stones of one side, the owner, and what a round of the proof takes for granted.

    stones     -- (area,) int8: +1 the owner's, -1 the enemy's
    neighbours -- (area + 1, 4): Grid.neighbours
    label      -- (area,): chain numbers, of either side
    suicide    -- whether suicide of several stones is legal
    at         -- (area + 1,) int16: the number of the block on the points of its standing chains, else -1
    partner    -- (area,) int16: partner[p] == q: p and q are miai. The enemy on one is answered on the other, by a
                  stone joined to a block; -1 for none
    region     -- (area,) int16: the number of the region of a point, -1 on standing chains
    points     -- (area,) int16: the points of the regions, region by region
    first      -- (area + 1,) int16: where each region begins in `points`, and where the last one ends
    """

    stones: npt.NDArray[np.int8]
    neighbours: npt.NDArray[np.int32]
    label: npt.NDArray[np.int32]
    suicide: bool
    at: npt.NDArray[np.int16]
    partner: npt.NDArray[np.int16]
    region: npt.NDArray[np.int16]
    points: npt.NDArray[np.int16]
    first: npt.NDArray[np.int16]


class Scratch(NamedTuple):
    """Arrays to work with.

    mark    -- (area + 1,) int32: the last walk that visited a point; entry `area` counts the walks
    queue   -- (area,) int16: the points of a walk
    options -- (MOST_OPTIONS,) int16: the points by which a block may make eyes; gains -- int8, how many
    reach   -- (MOST_OPTIONS, area) bool: the points that each option needs
    clash   -- (MOST_OPTIONS, MOST_OPTIONS) bool: whether two options need a point in common
    waiting -- (LARGEST_MIAI_VITAL,) int16: points that need miai; made -- two for each, the miai made for them
    """

    mark: npt.NDArray[np.int32]
    queue: npt.NDArray[np.int16]
    options: npt.NDArray[np.int16]
    gains: npt.NDArray[np.int8]
    reach: npt.NDArray[np.bool_]
    clash: npt.NDArray[np.bool_]
    waiting: npt.NDArray[np.int16]
    made: npt.NDArray[np.int16]


@array_kernel
def new_side(stones, neighbours, label, suicide):
    """Return a side on which no chain stands yet."""
    area = stones.size
    return Side(
        stones, neighbours, label, suicide, np.full(area + 1, -1, np.int16), np.full(area, -1, np.int16),
        np.full(area, -1, np.int16), np.empty(area, np.int16), np.zeros(area + 1, np.int16),
    )


@array_kernel
def new_scratch(area):
    """Return arrays to work with."""
    return Scratch(
        np.zeros(area + 1, np.int32), np.empty(area, np.int16), np.empty(MOST_OPTIONS, np.int16),
        np.empty(MOST_OPTIONS, np.int8), np.empty((MOST_OPTIONS, area), np.bool_),
        np.empty((MOST_OPTIONS, MOST_OPTIONS), np.bool_), np.empty(LARGEST_MIAI_VITAL, np.int16),
        np.empty(2 * LARGEST_MIAI_VITAL, np.int16),
    )


@kernel
def find_regions(side):
    """Find the regions between the standing chains; return how many there are."""
    area = side.stones.size
    at, region, points, first = side.at, side.region, side.points, side.first
    region[:] = -1
    count = size = 0
    first[0] = 0
    for start in range(area):
        if at[start] >= 0 or region[start] >= 0:
            continue
        region[start] = count
        points[size] = start
        done = size
        size += 1
        while done < size:
            for k in range(4):
                near = side.neighbours[points[done], k]
                if near != area and at[near] < 0 and region[near] < 0:
                    region[near] = count
                    points[size] = near
                    size += 1
            done += 1
        count += 1
        first[count] = size
    return count


@kernel
def size_of(side, region):
    """Return how many points a region has."""
    return side.first[region + 1] - side.first[region]


@kernel
def is_quiet(side, region):
    """Return whether no point of a region has a partner, so that the owner never plays there."""
    quiet = True
    for point in side.points[side.first[region] : side.first[region + 1]]:
        quiet &= side.partner[point] < 0
    return quiet


@kernel
def touches(side, point, block):
    """Return whether a point is adjacent to the block."""
    found = False
    for k in range(4):
        found |= side.at[side.neighbours[point, k]] == block
    return found
