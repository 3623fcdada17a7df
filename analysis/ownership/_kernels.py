"""Compiled kernels of `life_features`: what surrounds a group, what that is worth to its owner, and its eye points."""

from __future__ import annotations

import numpy as np

from ..board import _kernels as board
from ..runtime.jit import array_kernel

TERRITORY_STEPS = 3  # a group's territory is counted up to so many steps away
NEAR_STEPS = 6  # friendly stones are counted up to so many steps away
EYE_STEPS = 4  # eye points are counted up to so many steps away


@array_kernel
def group_features(stones, cleaned, neighbours, group, color, control, control_with_group):
    """Return features of a group of `color` on the points `group` (n,) int64, before their logarithms.

    stones             -- (area,) int8: the board
    cleaned            -- the same without dead stones, with the group on it
    control            -- (area,) float64: the control map without dead stones
    control_with_group -- the control map of `cleaned`

    Returns

      field             -- the mean of `control` over the adjacent empty points, its owner positive; -1 if none
      room, territory   -- the owner's share of the empty points adjacent, and within TERRITORY_STEPS, by
                           `control_with_group`
      friends           -- the owner's stones within NEAR_STEPS, on paths without enemy stones
      adjacent_enemies  -- (area,) bool: the adjacent enemy stones
    """
    area = stones.size
    distance = np.empty(area, np.int16)
    distance_around_enemies = np.empty(area, np.int16)
    adjacent_enemies = np.zeros(area, np.bool_)  # filled below; until then it blocks no path
    board.steps(neighbours, group, adjacent_enemies, TERRITORY_STEPS, distance)
    board.steps(neighbours, group, stones == -color, NEAR_STEPS, distance_around_enemies)
    adjacent_empty, friends = 0, 0
    field, room, territory = 0.0, 0.0, 0.0
    for point in range(area):
        if distance_around_enemies[point] > 0:
            friends += stones[point] == color
        if distance[point] < 0:
            continue
        share = max(color * control_with_group[point], 0.0) if cleaned[point] == 0 else 0.0
        territory += share
        if distance[point] > 1:
            continue
        adjacent_enemies[point] = stones[point] == -color
        if cleaned[point] == 0:
            adjacent_empty += 1
            field += color * control[point]
            room += share
    field = field / adjacent_empty if adjacent_empty else -1.0
    return field, room, territory, friends, adjacent_enemies


@array_kernel
def eye_points(cleaned, weak, neighbours, diagonals, group, color):
    """Return the number of points on which a group of `color` on the points `group` (n,) int64 may yet have an eye.

    cleaned    -- (area,) int8: the board without dead stones, with the group on it
    weak       -- (area,) bool: enemy stones that may be captured; the others are walls
    neighbours, diagonals -- of `Grid`

    Counted are empty points and weak stones within EYE_STEPS, on paths over such points, that are beside no wall and
    have walls on one diagonal at most: on none at the edge.
    """
    area = cleaned.size
    wall, blocked = np.zeros(area + 1, np.bool_), np.zeros(area, np.bool_)
    for point in range(area):
        wall[point] = cleaned[point] == -color and not weak[point]
        blocked[point] = wall[point] or cleaned[point] == color
    distance = np.empty(area, np.int16)
    board.steps(neighbours, group, blocked, EYE_STEPS, distance)
    count = 0
    for point in range(area):
        if distance[point] <= 0:
            continue
        beside, diagonal, at_edge = 0, 0, False
        for k in range(4):
            beside += wall[neighbours[point, k]]
            diagonal += wall[diagonals[point, k]]
            at_edge |= diagonals[point, k] == area
        count += beside == 0 and diagonal <= (0 if at_edge else 1)
    return count


__all__ = ["eye_points", "group_features"]
