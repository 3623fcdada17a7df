"""Compiled kernels of the life-and-death reader: stones put on a board, and taken off.

A board is as `_life_kernels` has it; `noise` gives the random number of a stone on a point, by colour.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._life_kernels import LABEL, LIBERTIES


@kernel
def remove_if_taken(board, near, start, noise):
    """Take off the chain on `start` if it has no liberty; returns (stones, change of the key)."""
    color = board[start]
    chain = np.empty(board.size, np.int16)
    chain[0] = start
    board[start] = 2 * color
    top = 1
    done = 0
    free = False
    while done < top and not free:
        point = chain[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            if board[beside] == 0:
                free = True
            elif board[beside] == color:
                board[beside] = 2 * color
                chain[top] = beside
                top += 1
    change = np.uint64(0)
    for i in range(top):
        board[chain[i]] = color if free else 0
        change ^= noise[color, chain[i]]
    return (0, np.uint64(0)) if free else (top, change)


@kernel
def place(board, near, point, color, noise):
    """Play on the board itself; returns (whether it was legal, change of the key, ko point or -1).

    Where it was not, the board is as before.
    """
    board[point] = color
    key = noise[color, point]
    taken = 0
    last = -1
    for k in range(4):
        beside = near[point, k]
        if board[beside] == -color:
            size, change = remove_if_taken(board, near, beside, noise)
            if size > 0:
                taken += size
                last = beside
                key ^= change
    free = 0
    own = 0
    for k in range(4):
        free += board[near[point, k]] == 0
        own += board[near[point, k]] == color
    if free == 0:
        before = board.copy()
        size, _ = remove_if_taken(board, near, point, noise)
        if size > 0:
            board[:] = before
            board[point] = 0
            return False, np.uint64(0), -1
    return True, key, last if taken == 1 and own == 0 and free == 1 else -1


@kernel
def is_plain(board, near, work, point, color):
    """Whether a stone on this empty point takes nothing and has a liberty by what `survey` saw: surely a legal move."""
    free = False
    for k in range(4):
        beside = near[point, k]
        what = board[beside]
        if what == -color and work[LIBERTIES, work[LABEL, beside]] == 1:
            return False
        free |= what == 0 or (what == color and work[LIBERTIES, work[LABEL, beside]] > 1)
    return free
