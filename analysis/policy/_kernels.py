"""Compiled kernels of `features`: the features and the pattern hashes of all moves of a board."""

from __future__ import annotations

import numpy as np

from ..board import _kernels as board
from ..runtime.jit import array_kernel, kernel

FEATURES = 10
PLACE, CORNER, NEAREST, LIBERTIES, CAPTURES, ESCAPES, ATARI, PRESSES, AROUND, TOUCHES = range(FEATURES)

OWN, ENEMY, EDGE = 1, 2, 3
MAX_LINE = 6  # lines further from the edge count as this one
LOCATIONS = MAX_LINE * (MAX_LINE + 1) // 2  # unordered pairs of distances to the two nearest edges
NEAR_STEPS = 3  # a stone within this Manhattan distance is near
CORNER_LINES = 7  # a corner is this many lines wide and high
NEAREST_LINES = 7  # the nearest stones are searched within so many rows and columns
MAX_DISTANCE = 10  # classes of the distance to the nearest stone; the last one is "further"


@array_kernel
def move_features(stones, neighbours, height, width, color, points, phase):
    """Return the features of the moves of `color` on `points` (n,), which are legal: (n, FEATURES) int32.

    phase -- 0 to 3, how full the board is. The columns and their classes are documented in `features`.
    """
    area = stones.size
    label, chains, liberties = board.label_chains(stones, neighbours)
    size = np.zeros(chains + 1, np.int32)
    for point in range(area):
        if stones[point] != 0:
            size[label[point]] += 1
    result = np.zeros((points.size, FEATURES), np.int32)
    touched = np.empty(4, np.int32)
    mark = np.full(area, -1, np.int32)
    stack = np.empty(area, np.int16)
    for n in range(points.size):
        point = points[n]
        row = point // width
        col = point % width
        features = result[n]
        isolated, own, enemy = _neighbourhood(stones, height, width, row, col, color)
        features[AROUND] = min(own, 3) + 4 * min(enemy, 3)
        down = min(row, height - 1 - row)
        along = min(col, width - 1 - col)
        far = min(max(down, along), MAX_LINE - 1)
        location = far * (far + 1) // 2 + min(min(down, along), MAX_LINE - 1)
        features[PLACE] = location + LOCATIONS * (isolated + 2 * phase)
        if down < CORNER_LINES and along < CORNER_LINES:
            own, enemy = _in_corner(stones, height, width, row, col, color)
            features[CORNER] = location + LOCATIONS * (1 + min(own, 2) + 3 * min(enemy, 2))
        features[NEAREST] = _nearest(stones, height, width, row, col, color)

        chains_touched = 0
        friends = 0
        enemies = 0
        captured = 0
        put_in_atari = 0
        ataris = 0
        reduced = 0
        in_atari = 0
        for k in range(4):
            near = neighbours[point, k]
            if near == area or stones[near] == 0:
                continue
            chain = label[near]
            already_seen = False
            for i in range(chains_touched):
                already_seen |= touched[i] == chain
            if already_seen:
                continue
            touched[chains_touched] = chain
            chains_touched += 1
            if stones[near] == color:
                friends += 1
                if liberties[chain] == 1:
                    in_atari = max(in_atari, size[chain])
                continue
            enemies += 1
            if liberties[chain] == 1:
                captured += size[chain]
            elif liberties[chain] == 2:
                ataris += 1
                put_in_atari = max(put_in_atari, size[chain])
            elif liberties[chain] == 3:
                reduced = max(reduced, size[chain])
        free, stones_joined = board.chain_after(stones, neighbours, label, liberties, point, color, n, mark, stack)
        features[LIBERTIES] = min(free, 5) - 1 + 5 * (stones_joined > 1)
        if captured:
            rescues = _rescues(stones, neighbours, label, liberties, point, color)
            features[CAPTURES] = (1 if captured == 1 else 2 if captured < 4 else 3) + 3 * rescues
        if in_atari:
            features[ESCAPES] = min(max(free, 1), 3) + 3 * (in_atari > 1)
        if ataris:
            features[ATARI] = 4 if ataris > 1 else min(put_in_atari, 3)
        if reduced:
            features[PRESSES] = 1 if reduced == 1 else 2 if reduced < 4 else 3
        features[TOUCHES] = min(friends, 3) + 4 * min(enemies, 3)
    return result


@array_kernel
def patterns(stones, height, width, color, points, offsets, hash_keys, sizes):
    """Return the hashes of the patterns around `points` (n,): (n, sizes) int64, the least over the eight symmetries.

    offsets   -- (m, 8, 2): row and column steps to the points of the largest pattern, under each symmetry
    hash_keys -- (m, 4): the Zobrist key of each point when empty, own, enemy or off the board
    sizes     -- the numbers of points of the patterns, ascending
    """
    result = np.empty((points.size, sizes.size), np.int64)
    symmetric_hashes = np.empty(8, np.int64)
    for n in range(points.size):
        row = points[n] // width
        col = points[n] % width
        symmetric_hashes[:] = 0
        size = 0
        for k in range(sizes[-1]):
            for symmetry in range(8):
                r = row + offsets[k, symmetry, 0]
                c = col + offsets[k, symmetry, 1]
                content = EDGE
                if 0 <= r < height and 0 <= c < width:
                    stone = stones[r * width + c]
                    content = 0 if stone == 0 else OWN if stone == color else ENEMY
                symmetric_hashes[symmetry] ^= hash_keys[k, content]
            if k + 1 == sizes[size]:
                result[n, size] = symmetric_hashes.min()
                size += 1
    return result


@kernel
def _neighbourhood(stones, height, width, row, col, color):
    """Return whether no stone is near (1 or 0), and how many own and enemy stones are near but not adjacent.

    The eight surrounding points do not count for the numbers of stones.
    """
    isolated = 1
    own = 0
    enemy = 0
    for r in range(max(0, row - NEAR_STEPS), min(height, row + NEAR_STEPS + 1)):
        for c in range(max(0, col - NEAR_STEPS), min(width, col + NEAR_STEPS + 1)):
            steps = abs(r - row) + abs(c - col)
            stone = stones[r * width + c]
            if stone == 0 or steps > NEAR_STEPS:
                continue
            isolated = 0
            if abs(r - row) < 2 and abs(c - col) < 2:
                continue
            own += stone == color
            enemy += stone != color
    return isolated, own, enemy


@kernel
def _span(row, height):
    """Return the first row, and the end, of the corner region of a row.

    It reaches from the nearer edge to three lines beyond the row; for the middle row it is three lines either way.
    """
    beyond = height - 1 - row
    return (0 if row < beyond else row - 3), (height if row > beyond else row + 4)


@kernel
def _in_corner(stones, height, width, row, col, color):
    """Return how many own and enemy stones stand in the corner region of a point (see `_span`)."""
    top, bottom = _span(row, height)
    left, right = _span(col, width)
    own = 0
    enemy = 0
    for r in range(max(0, top), min(height, bottom)):
        for c in range(max(0, left), min(width, right)):
            stone = stones[r * width + c]
            own += stone == color
            enemy += stone == -color
    return own, enemy


@kernel
def _nearest(stones, height, width, row, col, color):
    """Return the class of the distances to the nearest own and enemy stones: ten times the own class plus the enemy's.

    Distances 2 to MAX_DISTANCE + 1 are classes 0 to MAX_DISTANCE - 1.
    """
    own = MAX_DISTANCE + 1
    enemy = MAX_DISTANCE + 1
    for r in range(max(0, row - NEAREST_LINES), min(height, row + NEAREST_LINES + 1)):
        for c in range(max(0, col - NEAREST_LINES), min(width, col + NEAREST_LINES + 1)):
            stone = stones[r * width + c]
            if stone == 0:
                continue
            down = abs(r - row)
            along = abs(c - col)
            steps = down + along + max(down, along)
            if stone == color:
                own = min(own, steps)
            else:
                enemy = min(enemy, steps)
    return MAX_DISTANCE * (own - 2) + enemy - 2


@kernel
def _rescues(stones, neighbours, label, liberties, point, color):
    """Return 1 if the stones that a move captures had a chain of `color` in atari, else 0."""
    area = stones.size
    for k in range(4):
        near = neighbours[point, k]
        if near == area or stones[near] != -color or liberties[label[near]] != 1:
            continue
        for captured in range(area):
            if label[captured] != label[near]:
                continue
            for j in range(4):
                beside = neighbours[captured, j]
                if beside != area and stones[beside] == color and liberties[label[beside]] == 1:
                    return 1
    return 0
