"""Compiled kernel of the context of a group: the zone of its search, and the stones around it by static evaluation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...runtime.jit import kernel

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
      steps  -- (area + 1,) int16, scratch; queue -- (area,) int16, scratch
    """

    points: npt.NDArray[np.int16]
    masks: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int16]
    queue: npt.NDArray[np.int16]


@kernel
def fill_context(shared, group, target, context):
    """Write the context of a group, (n,) int16, with the point that was asked about; return the sizes of both zones."""
    points, chains, label = context.points, context.codes[NEAR_CHAINS], shared.label
    zone, extended = _fill_zones(shared.near, group, context)
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
def _fill_zones(near, group, context):
    """Write the points within ZONE_DISTANCE of a group, and these and their neighbours; return how many there are."""
    points, steps, queue = context.points, context.steps, context.queue
    area = queue.size
    for point in range(area):
        steps[point] = -1
    steps[area] = 0
    for i in range(group.size):
        steps[group[i]] = 0
        queue[i] = group[i]
    top = group.size
    done = 0
    while done < top:
        point = queue[done]
        done += 1
        if steps[point] > ZONE_DISTANCE:
            break
        for k in range(4):
            beside = near[point, k]
            if steps[beside] < 0:
                steps[beside] = steps[point] + 1
                queue[top] = beside
                top += 1
    zone = extended = 0
    for point in range(area):
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
