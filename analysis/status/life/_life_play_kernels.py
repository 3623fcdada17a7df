"""Compiled kernels of the life-and-death reader: playing a move on a board, with captures.

The board is that of `_life_kernels`; `zobrist` gives the random number of a stone on a point, by colour.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._life_kernels import LABEL, LIBERTIES


@kernel
def remove_if_taken(board, near, chain, start, zobrist):
    """Remove the chain on `start` if it has no liberty; return (stones removed, change of the hash key).

    `chain`, scratch for a point of the board each, gets the points removed.
    """
    color = board[start]
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
        change ^= zobrist[color % 3, chain[i]]
    return (0, np.uint64(0)) if free else (top, change)


@kernel
def place(board, near, chain, point, color, zobrist):
    """Play a move on the board itself; return (whether it was legal, change of the hash key, ko point or -1).

    An illegal move (suicide) leaves the board as it was. `chain` is scratch, as for `remove_if_taken`.
    """
    board[point] = color
    key = zobrist[color % 3, point]
    taken = 0
    last = -1
    for k in range(4):
        beside = near[point, k]
        if board[beside] == -color:
            size, change = remove_if_taken(board, near, chain, beside, zobrist)
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
        size, _ = remove_if_taken(board, near, chain, point, zobrist)
        if size > 0:
            for i in range(size):
                board[chain[i]] = color
            board[point] = 0
            return False, np.uint64(0), -1
    return True, key, last if taken == 1 and own == 0 and free == 1 else -1


@kernel
def is_simple_move(board, near, work, point, color):
    """Return whether a stone on this empty point captures nothing and has a liberty, by the chains in `work`: it is
    legal.
    """
    free = False
    for k in range(4):
        beside = near[point, k]
        what = board[beside]
        if what == -color and work[LIBERTIES, work[LABEL, beside]] == 1:
            return False
        free |= what == 0 or (what == color and work[LIBERTIES, work[LABEL, beside]] > 1)
    return free
