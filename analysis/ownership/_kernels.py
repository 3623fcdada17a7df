"""Compiled kernel of the chances: what lies around a group, and what it is worth."""

from __future__ import annotations

import numpy as np

from ..board import _kernels as board
from ..runtime.jit import kernel


@kernel
def look_around(stones, cleaned, neighbours, group, color, field, standing, most, far):
    """What `prior` tells of a group of `color` on the points `group` (n,) int64, before logarithms.

    stones    -- (area,) int8, the board; cleaned -- the same without dead stones, the group on it
    field     -- (area,) float64, the control without dead stones; standing -- the same with the group on the board
    most, far -- how many steps away its territory, and friends and space, are counted

    Returns (the mean of `field` over the free points beside it from its side, -1 if there are none; what the free
    points beside it, and those within `most` steps, are worth to it by `standing`; the empty points and the own stones
    near; (area,) bool: the enemy stones beside it).
    """
    area = stones.size
    away = np.empty(area, np.int16)
    near = np.empty(area, np.int16)
    beside = np.zeros(area, np.bool_)
    board.steps(neighbours, group, beside, most, away)
    board.steps(neighbours, group, stones == -color, far, near)
    free, space, friends = 0, 0, 0
    ruled, room, territory = 0.0, 0.0, 0.0
    for point in range(area):
        if near[point] > 0:
            space += stones[point] == 0
            friends += stones[point] == color
        if away[point] < 0:
            continue
        worth = max(color * standing[point], 0.0) if cleaned[point] == 0 else 0.0
        territory += worth
        if away[point] > 1:
            continue
        beside[point] = stones[point] == -color
        if cleaned[point] == 0:
            free += 1
            ruled += color * field[point]
            room += worth
    ruled = ruled / free if free else -1.0
    return ruled, room, territory, space, friends, beside


__all__ = ["look_around"]
