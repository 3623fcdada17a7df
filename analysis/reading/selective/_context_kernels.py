"""Compiled kernel of the context of a group: the zone of its search, and the stones around it by static evaluation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...board import _kernels as board
from ...runtime.jit import array_kernel, kernel

ZONE_DISTANCE = 6  # distance from a group within which the search moves
ZONE, EXTENDED = 0, 1  # rows of `Context.points`
WALLS, SAFE, LOST, READ = range(4)  # rows of `Context.masks`
SUMMARY, NEAR_CHAINS = 0, 1  # rows of `Context.codes`


class Shared(NamedTuple):
    """What the contexts of all groups of one colour have in common, as in `groups`.

      near -- Grid.neighbours
      label -- (area + 1,) int16: the number of each stone's chain, otherwise -1
      dead_enemies, alive, lost -- (chains + 1,) bool
      walls -- (area + 1,) bool
      linked -- (chains + 1, chains) bool
    """

    near: npt.NDArray[np.int16]
    label: npt.NDArray[np.int16]
    dead_enemies: npt.NDArray[np.bool_]
    walls: npt.NDArray[np.bool_]
    linked: npt.NDArray[np.bool_]
    alive: npt.NDArray[np.bool_]
    lost: npt.NDArray[np.bool_]


class Context(NamedTuple):
    """The context of one group, to be written.

      points -- (2, area) int16: the points of the zone, and of the extended zone, ascending
      masks  -- (4, area + 1) bool, all False: the walls, the safe and the lost stones, and the points that are read
      codes  -- (2, area + 1) uint8: of each point of the extended zone, in its order, which of the first three masks
                have it, a bit each; by chain, 0 at first, whether it has a stone in the zone, or in the extended zone
    """

    points: npt.NDArray[np.int16]
    masks: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.uint8]


@array_kernel
def fill_context(shared, group, target, context):
    """Write the context of a group, (n,) int16, with the point that was asked about; return the sizes of both zones."""
    points, chains, label = context.points, context.codes[NEAR_CHAINS], shared.label
    steps = np.empty(points.shape[1], np.int16)
    board.steps(shared.near, group, np.zeros(steps.size, np.bool_), ZONE_DISTANCE + 1, steps)
    zone, extended = _list_zones(steps, points)
    for i in range(extended):
        if label[points[EXTENDED, i]] >= 0:
            chains[label[points[EXTENDED, i]]] = 1
    for i in range(zone):
        if label[points[ZONE, i]] >= 0:
            chains[label[points[ZONE, i]]] = 2
    _fill_masks(shared, group, target, context)
    for i in range(extended):
        point = points[EXTENDED, i]
        context.masks[READ, point] = True
        code = context.masks[WALLS, point] + 2 * context.masks[SAFE, point] + 4 * context.masks[LOST, point]
        context.codes[SUMMARY, i] = code
    return zone, extended


@kernel
def _list_zones(steps, points):
    """Write the points within ZONE_DISTANCE of a group, and these and their neighbours; return how many there are.

    steps -- (area,) int16: the steps from the group, -1 for the points beyond
    """
    zone = extended = 0
    for point in range(steps.size):
        if steps[point] >= 0:
            points[EXTENDED, extended] = point
            extended += 1
            if steps[point] <= ZONE_DISTANCE:
                points[ZONE, zone] = point
                zone += 1
    return zone, extended


@kernel
def _fill_masks(shared, group, target, context):
    """Write the masks, of READ only the chains that reach into the extended zone and their neighbours."""
    label, masks, chains = shared.label, context.masks, context.codes[NEAR_CHAINS]
    own = label[target]
    for point in range(label.size - 1):
        chain = label[point]
        if chain < 0:
            continue
        is_near = chains[chain] == 2
        masks[WALLS, point] = shared.walls[point] and not (is_near and shared.dead_enemies[chain])
        if is_near and not shared.linked[chain, own]:
            masks[SAFE, point], masks[LOST, point] = shared.alive[chain], shared.lost[chain]
        if chains[chain]:
            masks[READ, point] = True
            for k in range(4):
                masks[READ, shared.near[point, k]] = True
    for i in range(group.size):
        masks[SAFE, group[i]] = masks[LOST, group[i]] = False
