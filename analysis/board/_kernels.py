"""Compiled kernels of the board: chains, liberties, moves, distances, surrounded points.

Everywhere: `stones` is (area,) int8 with +1 Black, -1 White, 0 empty; `neighbours` is Grid.neighbours,
(area + 1, 4) int16 with the sentinel `area` for "off the board". Nothing is checked here; nothing given is
written to unless the docstring says so.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import array_kernel, kernel

LEGAL, OCCUPIED, SUICIDE = 0, 1, 2


@array_kernel
def label_chains(stones, neighbours):
    """Number the chains by their first point.

    Returns (label, count, liberties): label (area,) int16, -1 on empty points; liberties (area,) int16, the
    number of liberties of chain k in place k.
    """
    area = stones.size
    label = np.full(area, -1, np.int16)
    liberties = np.zeros(area, np.int16)
    seen = np.full(area, -1, np.int16)
    stack = np.empty(area, np.int16)
    count = 0
    for first in range(area):
        if stones[first] == 0 or label[first] >= 0:
            continue
        label[first] = count
        stack[0] = first
        top = 1
        while top > 0:
            top -= 1
            point = stack[top]
            for k in range(4):
                near = neighbours[point, k]
                if near == area:
                    continue
                if stones[near] == 0:
                    if seen[near] != count:
                        seen[near] = count
                        liberties[count] += 1
                elif stones[near] == stones[first] and label[near] < 0:
                    label[near] = count
                    stack[top] = near
                    top += 1
        count += 1
    return label, count, liberties


@array_kernel
def _collect(stones, neighbours, first, chain):
    """Write the points of the chain at `first` into `chain`; returns (size, liberties, last liberty seen)."""
    area = stones.size
    seen = np.zeros(area, np.bool_)
    chain[0] = first
    seen[first] = True
    size = 1
    done = 0
    liberties = 0
    liberty = -1
    while done < size:
        point = chain[done]
        done += 1
        for k in range(4):
            near = neighbours[point, k]
            if near == area or seen[near]:
                continue
            if stones[near] == 0:
                seen[near] = True
                liberties += 1
                liberty = near
            elif stones[near] == stones[first]:
                seen[near] = True
                chain[size] = near
                size += 1
    return size, liberties, liberty


@array_kernel
def play(stones, neighbours, point, color, suicide):
    """Put a stone of `color` (+1, -1) on `point` and remove the chains without liberty.

    Returns (code, stones, captured, lost, ko): code LEGAL, OCCUPIED or SUICIDE (then the stones are as before);
    captured, lost = how many enemy and own stones were removed; ko = the point that simple ko forbids next, or -1.
    Enforces no ko rule. A single stone's suicide is never allowed, several stones' if `suicide`.
    """
    area = stones.size
    after = stones.copy()
    if stones[point] != 0:
        return OCCUPIED, after, 0, 0, -1
    chain = np.empty(area, np.int16)
    after[point] = color
    captured = 0
    last = -1
    for k in range(4):
        near = neighbours[point, k]
        if near == area or after[near] != -color:
            continue
        size, liberties, _ = _collect(after, neighbours, near, chain)
        if liberties == 0:
            captured += size
            last = chain[0]
            for i in range(size):
                after[chain[i]] = 0
    size, liberties, _ = _collect(after, neighbours, point, chain)
    if liberties == 0:
        if size == 1 or not suicide:
            after[point] = 0
            return SUICIDE, after, 0, 0, -1
        for i in range(size):
            after[chain[i]] = 0
        return LEGAL, after, 0, size, -1
    ko = last if captured == 1 and size == 1 and liberties == 1 else -1
    return LEGAL, after, captured, 0, ko


@kernel
def chain_after(stones, neighbours, chains, point, color, stamp, mark, stack):
    """Return (liberties, stones) of the chain that a move of `color` on `point` makes, captures counted as liberties.

    chains      -- (label, liberties), as label_chains returns them
    stamp, mark -- mark (area,) is written with `stamp`, which it must not hold before
    stack       -- (area,), overwritten
    """
    label, liberties = chains
    area = stones.size
    mark[point] = stamp
    stack[0] = point
    top = 1
    free = 0
    size = 0
    while top > 0:
        top -= 1
        here = stack[top]
        size += 1
        for k in range(4):
            near = neighbours[here, k]
            if near == area or mark[near] == stamp:
                continue
            if stones[near] == color:
                mark[near] = stamp
                stack[top] = near
                top += 1
            elif stones[near] == 0 or (
                liberties[label[near]] == 1 and touches(neighbours, label, label[near], point)
            ):
                mark[near] = stamp
                free += 1
    return free, size


@kernel
def touches(neighbours, label, chain, point):
    """Return whether a chain lies next to a point."""
    area = label.size
    for k in range(4):
        near = neighbours[point, k]
        if near != area and label[near] == chain:
            return True
    return False


@array_kernel
def liberties_after(stones, neighbours, points, color):
    """Return (n,) int16: the liberties of the chain that a move of `color` on each of `points` makes."""
    label, _, liberties = label_chains(stones, neighbours)
    mark = np.full(stones.size, -1, np.int32)
    stack = np.empty(stones.size, np.int16)
    found = np.empty(points.size, np.int16)
    for n in range(points.size):
        found[n], _ = chain_after(stones, neighbours, (label, liberties), points[n], color, n, mark, stack)
    return found


@array_kernel
def legal_mask(stones, neighbours, color, ko, suicide):
    """Return (area,) bool: where `color` may play; `ko` is the point that simple ko forbids, or -1."""
    area = stones.size
    label, _, liberties = label_chains(stones, neighbours)
    mask = np.zeros(area, np.bool_)
    for point in range(area):
        if stones[point] != 0 or point == ko:
            continue
        for k in range(4):
            near = neighbours[point, k]
            if near == area:
                continue
            if stones[near] == 0:
                mask[point] = True
            elif stones[near] == color:
                mask[point] |= suicide or liberties[label[near]] > 1
            else:
                mask[point] |= liberties[label[near]] == 1
    return mask


@array_kernel
def steps(neighbours, start, blocked, furthest, distance):
    """Fill distance (area,) int16: the steps from the nearest point of `start`, 0 to `furthest`; -1 beyond.

    Paths do not pass through points where `blocked`, (area,) bool, is True.
    """
    area = distance.size
    distance[:] = -1
    queue = np.empty(area, np.int16)
    top = 0
    for point in start:
        if distance[point] < 0:
            distance[point] = 0
            queue[top] = point
            top += 1
    done = 0
    while done < top:
        point = queue[done]
        done += 1
        if distance[point] == furthest:
            break
        for k in range(4):
            near = neighbours[point, k]
            if near != area and distance[near] < 0 and not blocked[near]:
                distance[near] = distance[point] + 1
                queue[top] = near
                top += 1


@array_kernel
def surrounded(stones, neighbours):
    """Return (area,) int8: which colours the region of each empty point touches: 0 none, 1 Black, 2 White, 3 both.

    Stones have 0.
    """
    area = stones.size
    touched = np.zeros(area, np.int8)
    seen = np.zeros(area, np.bool_)
    region = np.empty(area, np.int16)
    for first in range(area):
        if stones[first] != 0 or seen[first]:
            continue
        region[0] = first
        seen[first] = True
        size = 1
        done = 0
        colors = 0
        while done < size:
            point = region[done]
            done += 1
            for k in range(4):
                near = neighbours[point, k]
                if near == area:
                    continue
                if stones[near] > 0:
                    colors |= 1
                elif stones[near] < 0:
                    colors |= 2
                elif not seen[near]:
                    seen[near] = True
                    region[size] = near
                    size += 1
        for i in range(size):
            touched[region[i]] = colors
    return touched
