"""Compiled kernels of the life-and-death reader: the transposition table of the search, and the lines read out of it.

keep  -- (rows,) uint64: the keys of the nodes, 0 for none; rows is a power of two
table -- (rows, COLUMNS) int32: the data of each node
A key is stored in one of the BUCKET rows that start at its index. A proof means that the attacker kills: proof number 0
where the attacker does, disproof number 0 where it does not. The children of a node are adjacent in `moves` and `keys`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel

PASS = -1
BUCKET = 4

# Columns of a row of the table. HINT is the static evaluation of the board, see `_life_search_kernels`.
COLUMNS = 6
PROOF, DISPROOF, VISITS, FIRST_CHILD, CHILDREN, HINT = 0, 1, 2, 3, 4, 5


@kernel
def find(keep, key):
    """Return the row of a key, or -1."""
    start = np.int64(key & np.uint64(keep.size - BUCKET))
    for i in range(start, start + BUCKET):
        if keep[i] == key:
            return i
    return -1


@kernel
def store(keep, table, key, proof, disproof):
    """Store proof and disproof numbers and return their row; the least visited row of a full bucket is replaced."""
    start = np.int64(key & np.uint64(keep.size - BUCKET))
    place = start
    for i in range(start, start + BUCKET):
        if keep[i] == key or keep[i] == 0:
            place = i
            break
        if table[i, VISITS] < table[place, VISITS]:
            place = i
    if keep[place] != key:
        keep[place] = key
        table[place, VISITS] = 0
        table[place, HINT] = 0
        table[place, CHILDREN] = -1
    table[place, VISITS] += 1
    table[place, PROOF] = proof
    table[place, DISPROOF] = disproof
    return place


@kernel
def likeliest(keep, table, moves, keys, first, count, attacking):
    """Return the most promising move of an unsolved root: the best ratio of the other side's number to the mover's."""
    best = PASS
    most = -1.0
    for i in range(first, first + count):
        row = find(keep, keys[i])
        if row >= 0 and moves[i] != PASS:
            mine = table[row, PROOF if attacking else DISPROOF]
            other = table[row, DISPROOF if attacking else PROOF]
            if (other + 1.0) / (mine + 1.0) > most:
                most = (other + 1.0) / (mine + 1.0)
                best = moves[i]
    return best


@kernel
def main_line(keep, table, moves, keys, root, turn, line):
    """Write the principal variation of a solved root; return its length. turn -- (side to move, owner)

    The winner plays moves that work, the loser those that took the longest to refute.
    """
    row = find(keep, root)
    mover, owner = turn
    count = 0
    killed = table[row, PROOF] == 0
    while count < line.size and row >= 0 and table[row, CHILDREN] > 0:
        winning = (mover != owner) == killed
        pick = -1
        most = -1
        first = table[row, FIRST_CHILD]
        for i in range(first, first + table[row, CHILDREN]):
            child = find(keep, keys[i])
            if child < 0 or table[child, PROOF if killed else DISPROOF] != 0:
                continue
            if (moves[i] == PASS) and (mover != owner or not winning):
                continue
            if pick < 0 or (not winning and table[child, VISITS] > most):
                most = table[child, VISITS]
                pick = i
        if pick < 0:
            break
        line[count] = moves[pick]
        count += 1
        row = find(keep, keys[pick])
        mover = -mover
    return count
