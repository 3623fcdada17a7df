"""Compiled kernel of `shape`: what a move does to the chains around it, for all moves of a board at once."""

from __future__ import annotations

import numpy as np

from ..board import _kernels as board
from ..runtime.jit import kernel

COLUMNS = 10
PLACE, CORNER, NEAREST, LIBERTIES, CAPTURES, ESCAPES, ATARI, PRESSES, AROUND, TOUCHES = range(COLUMNS)

OWN, ENEMY, EDGE = 1, 2, 3
LINES = 6  # as far from an edge as this, or further, is alike
PLACES = LINES * (LINES + 1) // 2  # pairs of lines
NEAR = 3  # a stone no further off than this, counted along the lines, is near
CORNERS = 7  # lines of a corner
REACH = 7  # how far the nearest stones are looked for, along either line
STEPS = 10  # as far from a stone as this, or further, is alike


@kernel
def survey(stones, neighbours, height, width, color, points, stage):
    """The features of moves of `color` on `points` (n,), legal ones: (n, COLUMNS) int32, as `shape_features` says."""
    area = stones.size
    label, chains, liberties = board.label_chains(stones, neighbours)
    size = np.zeros(chains + 1, np.int32)
    for point in range(area):
        if stones[point] != 0:
            size[label[point]] += 1
    found = np.zeros((points.size, COLUMNS), np.int32)
    touched = np.empty(4, np.int32)
    mark = np.full(area, -1, np.int32)
    stack = np.empty(area, np.int16)
    for n in range(points.size):
        point = points[n]
        row = point // width
        col = point % width
        features = found[n]
        lonely, own, enemy = _neighbourhood(stones, height, width, row, col, color)
        features[AROUND] = min(own, 3) + 4 * min(enemy, 3)
        down = min(row, height - 1 - row)
        along = min(col, width - 1 - col)
        far = min(max(down, along), LINES - 1)
        place = far * (far + 1) // 2 + min(min(down, along), LINES - 1)
        features[PLACE] = place + PLACES * (lonely + 2 * stage)
        if down < CORNERS and along < CORNERS:
            own, enemy = _in_corner(stones, height, width, row, col, color)
            features[CORNER] = place + PLACES * (1 + min(own, 2) + 3 * min(enemy, 2))
        features[NEAREST] = _nearest(stones, height, width, row, col, color)

        chains_touched = 0
        friends = 0
        enemies = 0
        taken = 0
        put_in_atari = 0
        ataris = 0
        pressed = 0
        in_atari = 0
        for k in range(4):
            near = neighbours[point, k]
            if near == area or stones[near] == 0:
                continue
            chain = label[near]
            known = False
            for i in range(chains_touched):
                known |= touched[i] == chain
            if known:
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
                taken += size[chain]
            elif liberties[chain] == 2:
                ataris += 1
                put_in_atari = max(put_in_atari, size[chain])
            elif liberties[chain] == 3:
                pressed = max(pressed, size[chain])
        free, stones_joined = board.chain_after(stones, neighbours, label, liberties, point, color, n, mark, stack)
        features[LIBERTIES] = min(free, 5) - 1 + 5 * (stones_joined > 1)
        if taken:
            frees = _frees(stones, neighbours, label, liberties, point, color)
            features[CAPTURES] = (1 if taken == 1 else 2 if taken < 4 else 3) + 3 * frees
        if in_atari:
            features[ESCAPES] = min(max(free, 1), 3) + 3 * (in_atari > 1)
        if ataris:
            features[ATARI] = 4 if ataris > 1 else min(put_in_atari, 3)
        if pressed:
            features[PRESSES] = 1 if pressed == 1 else 2 if pressed < 4 else 3
        features[TOUCHES] = min(friends, 3) + 4 * min(enemies, 3)
    return found


@kernel
def patterns(stones, height, width, color, points, offsets, marks, sizes):
    """The patterns around `points` (n,) as numbers, (n, sizes) int64: the least that the eight forms come to.

    offsets -- (m, 8, 2) the points of a pattern, in all forms; marks -- (m, 4) a number for what is on each
    sizes   -- how many of the points each pattern has, growing
    """
    found = np.empty((points.size, sizes.size), np.int64)
    forms = np.empty(8, np.int64)
    for n in range(points.size):
        row = points[n] // width
        col = points[n] % width
        forms[:] = 0
        size = 0
        for place in range(sizes[-1]):
            for form in range(8):
                r = row + offsets[place, form, 0]
                c = col + offsets[place, form, 1]
                what = EDGE
                if 0 <= r < height and 0 <= c < width:
                    stone = stones[r * width + c]
                    what = 0 if stone == 0 else OWN if stone == color else ENEMY
                forms[form] ^= marks[place, what]
            if place + 1 == sizes[size]:
                found[n, size] = forms.min()
                size += 1
    return found


@kernel
def _neighbourhood(stones, height, width, row, col, color):
    """Whether no stone is near, and how many of either side are near, those around the point left out."""
    lonely = 1
    own = 0
    enemy = 0
    for r in range(max(0, row - NEAR), min(height, row + NEAR + 1)):
        for c in range(max(0, col - NEAR), min(width, col + NEAR + 1)):
            steps = abs(r - row) + abs(c - col)
            stone = stones[r * width + c]
            if stone == 0 or steps > NEAR:
                continue
            lonely = 0
            if abs(r - row) < 2 and abs(c - col) < 2:
                continue
            own += stone == color
            enemy += stone != color
    return lonely, own, enemy


@kernel
def _span(row, height):
    """From the nearer edge to three lines beyond a row, in the middle three lines either way: first and end."""
    beyond = height - 1 - row
    return (0 if row < beyond else row - 3), (height if row > beyond else row + 4)


@kernel
def _in_corner(stones, height, width, row, col, color):
    """How many stones of either side stand between a point and its corner, and three lines beyond."""
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
    """How far the nearest stones of either side are, 2 to STEPS + 1 as 0 to STEPS - 1: ten times own, and enemy."""
    own = STEPS + 1
    enemy = STEPS + 1
    for r in range(max(0, row - REACH), min(height, row + REACH + 1)):
        for c in range(max(0, col - REACH), min(width, col + REACH + 1)):
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
    return STEPS * (own - 2) + enemy - 2


@kernel
def _frees(stones, neighbours, label, liberties, point, color):
    """Whether what a move takes had put stones of `color` in atari: 1 or 0."""
    area = stones.size
    for k in range(4):
        near = neighbours[point, k]
        if near == area or stones[near] != -color or liberties[label[near]] != 1:
            continue
        for taken in range(area):
            if label[taken] != label[near]:
                continue
            for j in range(4):
                beside = neighbours[taken, j]
                if beside != area and stones[beside] == color and liberties[label[beside]] == 1:
                    return 1
    return 0
