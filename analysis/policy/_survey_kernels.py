"""Compiled kernels of `features`: what is the same for all moves of a board.

Chains, regions of empty points, eyes and a rough map of influence. Results are written into two tables:

    points -- (POINT_ROWS, area) int32, a row a fact of points
    chains -- (area, CHAIN_COLUMNS) int32, a row a chain, in the order of their first points

and `work`, (WORK_ROWS, area) int32, is overwritten.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import kernel

POINT_ROWS = 10
LABEL, NEXT, SEEN, COLORS, SIZE, EYE, INFLUENCE, TERRITORY, REGION, GROUP = range(POINT_ROWS)
# LABEL: the chain of a stone, -1 if empty. NEXT: the next stone of the chain, or point of the empty region; -1 after
# the last. SEEN: stamps, overwritten. COLORS: bits of the colours that the empty region touches: 1 Black, 2 White.
# SIZE: the points of that region. EYE: of an empty point with stones of one colour around it. INFLUENCE, TERRITORY:
# Bouzy's map after its dilations and after its erosions. REGION: the first point of the empty region, -1 for stones.
# GROUP: the strength of the group whose influence reaches there, from 1, negative for White; 0 for none.

CHAIN_COLUMNS = 7
COLOR, STONES, LIBERTIES, FIRST, SECOND, HEAD, CAUGHT = range(CHAIN_COLUMNS)
# FIRST, SECOND: the first two liberties. HEAD: the first stone. CAUGHT: as `_caught_kernels` says.

EYE_OF_BLACK, FALSE_EYE_OF_BLACK, EYE_OF_WHITE, FALSE_EYE_OF_WHITE = 1, 2, 3, 4
STRENGTH = 64  # a stone's value before the dilations
DILATIONS, EROSIONS = 4, 13  # Bouzy (2003): n dilations and n * (n - 1) + 1 erosions keep one stone's territory empty
STRENGTHS = 6  # of groups: from 0, 3, 7, 13, 26 and 51 empty points of territory on
WORK_ROWS = 4


class Board(NamedTuple):
    """A board with the tables.

      stones, neighbours  -- as everywhere
      points, chains, work -- the tables, written by `survey`
    """

    stones: npt.NDArray[np.int8]
    neighbours: npt.NDArray[np.int16]
    points: npt.NDArray[np.int32]
    chains: npt.NDArray[np.int32]
    work: npt.NDArray[np.int32]


@kernel
def survey(stones, neighbours, diagonals, points, chains, work):
    """Write all facts of a board but CAUGHT; returns the number of chains."""
    count = find_chains(stones, neighbours, points, chains)
    _find_regions(stones, neighbours, points)
    _find_eyes(stones, neighbours, diagonals, points)
    spread(stones, neighbours, points, work)
    _find_groups(stones, neighbours, points, work)
    return count


@kernel
def _copy(source, target):
    """Copy an array. A slice assignment would make a copy of its own first, in case both overlap."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def find_chains(stones, neighbours, points, chains):
    """Write LABEL and NEXT of stones, and all columns of the chains, CAUGHT as 0; returns the number of chains."""
    area = stones.size
    label, following, seen = points[LABEL], points[NEXT], points[SEEN]
    label[:] = -1
    following[:] = -1
    seen[:] = -1
    count = 0
    for head in range(area):
        color = stones[head]
        if color == 0 or label[head] >= 0:
            continue
        chain = chains[count]
        chain[COLOR] = color
        chain[HEAD] = head
        chain[STONES] = 0
        chain[LIBERTIES] = 0
        chain[FIRST] = -1
        chain[SECOND] = -1
        chain[CAUGHT] = 0
        label[head] = count
        point = head
        tail = head
        while point != -1:
            chain[STONES] += 1
            for k in range(4):
                near = neighbours[point, k]
                if near == area:
                    continue
                if stones[near] == 0:
                    if seen[near] != count:
                        seen[near] = count
                        if chain[LIBERTIES] < 2:
                            chain[FIRST + chain[LIBERTIES]] = near
                        chain[LIBERTIES] += 1
                elif stones[near] == color and label[near] < 0:
                    label[near] = count
                    following[tail] = near
                    tail = near
            point = following[point]
        count += 1
    return count


@kernel
def _find_regions(stones, neighbours, points):
    """Write NEXT, COLORS and SIZE of empty points."""
    area = stones.size
    following, colors, size, region = points[NEXT], points[COLORS], points[SIZE], points[REGION]
    region[:] = -1
    colors[:] = 0
    size[:] = 0
    for head in range(area):
        if stones[head] != 0 or region[head] >= 0:
            continue
        region[head] = head
        touched = 0
        members = 0
        point = head
        tail = head
        while point != -1:
            members += 1
            for k in range(4):
                near = neighbours[point, k]
                if near == area:
                    continue
                if stones[near] > 0:
                    touched |= 1
                elif stones[near] < 0:
                    touched |= 2
                elif region[near] < 0:
                    region[near] = head
                    following[tail] = near
                    tail = near
            point = following[point]
        point = head
        while point != -1:
            colors[point] = touched
            size[point] = members
            point = following[point]


@kernel
def _find_eyes(stones, neighbours, diagonals, points):
    """Write EYE: the colour that occupies all neighbours; false if it lacks two diagonals, one at the edge."""
    area = stones.size
    eye = points[EYE]
    for point in range(area):
        eye[point] = 0
        if stones[point] != 0:
            continue
        color = 0
        edges = 0
        for k in range(4):
            near = neighbours[point, k]
            if near == area:
                edges += 1
            elif stones[near] == 0 or stones[near] == -color:
                color = 2
            elif color == 0:
                color = stones[near]
        if color == 2 or color == 0:
            continue
        lacking = 0
        for k in range(4):
            near = diagonals[point, k]
            lacking += near != area and stones[near] != color
        is_false = lacking > 1 or (lacking == 1 and edges > 0)
        eye[point] = (EYE_OF_BLACK if color > 0 else EYE_OF_WHITE) + is_false


@kernel
def spread(stones, neighbours, points, work):
    """Write INFLUENCE and TERRITORY (B. Bouzy, Mathematical morphology applied to computer Go, 2003)."""
    area = stones.size
    values, before = points[INFLUENCE], work[0]
    for point in range(area):
        values[point] = STRENGTH * stones[point]
    for _ in range(DILATIONS):
        _copy(values, before)
        for point in range(area):
            black = 0
            white = 0
            for k in range(4):
                near = neighbours[point, k]
                if near != area:
                    black += before[near] > 0
                    white += before[near] < 0
            if before[point] >= 0 and white == 0:
                values[point] += black
            if before[point] <= 0 and black == 0:
                values[point] -= white
    values = points[TERRITORY]
    _copy(points[INFLUENCE], values)
    for _ in range(EROSIONS):
        _copy(values, before)
        for point in range(area):
            value = before[point]
            if value == 0:
                continue
            sign = 1 if value > 0 else -1
            other = 0
            for k in range(4):
                near = neighbours[point, k]
                other += near != area and before[near] * sign <= 0
            values[point] = sign * max(value * sign - other, 0)


@kernel
def _find_groups(stones, neighbours, points, work):
    """Write GROUP. A group is connected by its influence."""
    area = stones.size
    queue, group, influence, territory = work[0], points[GROUP], points[INFLUENCE], points[TERRITORY]
    group[:] = 0
    for head in range(area):
        if influence[head] == 0 or group[head] != 0:
            continue
        sign = 1 if influence[head] > 0 else -1
        queue[0] = head
        group[head] = sign
        size = 1
        done = 0
        ground = 0
        while done < size:
            point = queue[done]
            done += 1
            ground += stones[point] == 0 and territory[point] * sign > 0
            for k in range(4):
                near = neighbours[point, k]
                if near != area and group[near] == 0 and influence[near] * sign > 0:
                    group[near] = sign
                    queue[size] = near
                    size += 1
        strength = 1 + (ground > 2) + (ground > 6) + (ground > 12) + (ground > 25) + (ground > 50)
        for n in range(size):
            group[queue[n]] = sign * strength
