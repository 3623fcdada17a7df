"""Compiled kernel of `shape`: what a move does to the chains around it, for all moves of a board at once."""

from __future__ import annotations

import numpy as np

from ._jit import kernel
from .board import _kernels as board

COLUMNS = 9
PATTERN, LINE, LIBERTIES, CAPTURES, ESCAPES, ATARI, PRESSES, AROUND, TOUCHES = range(COLUMNS)
SIZES = (65536, 10, 10, 7, 7, 5, 4, 16, 16)  # how many values each column has

OWN, ENEMY, EDGE = 1, 2, 3
RING_ROW = np.array([-1, -1, -1, 0, 1, 1, 1, 0])
RING_COL = np.array([-1, 0, 1, 1, 1, 0, -1, -1])
NEAR = 3  # a stone no further off than this, counted along the lines, is near


@kernel
def survey(stones, neighbours, height, width, color, points):
    """The features of moves of `color` on `points` (n,), legal ones: (n, COLUMNS) int32, each as `shape` says."""
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
        features[PATTERN] = _ring(stones, height, width, row, col, color)
        lonely, own, enemy = _neighbourhood(stones, height, width, row, col, color)
        line = min(min(row, height - 1 - row), min(col, width - 1 - col))
        features[LINE] = min(line, 4) + 5 * lonely
        features[AROUND] = min(own, 3) + 4 * min(enemy, 3)

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
def _ring(stones, height, width, row, col, color):
    """The eight points around, clockwise from the top left, two bits each: empty, OWN, ENEMY, EDGE."""
    code = 0
    for k in range(8):
        r = row + RING_ROW[k]
        c = col + RING_COL[k]
        what = EDGE
        if 0 <= r < height and 0 <= c < width:
            stone = stones[r * width + c]
            what = 0 if stone == 0 else OWN if stone == color else ENEMY
        code |= what << (2 * k)
    return code


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
