"""Compiled kernels for one step of the capture search: move execution, leaf evaluation, transposition table, best line.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from . import _chain_kernels as chain
from . import _ladder_kernels as ladders

# The side that may retake kos at once, RETAKES times in a line: the defender; neither; the attacker.
DEFENDER_RETAKES, NOBODY_RETAKES, ATTACKER_RETAKES = 0, 1, 2
RETAKES = 3
PASS, NO_MOVE = -1, -2
INFINITE = 60000
LADDER_NODES = 6


@kernel
def _key_after(board, counters, zobrist, key, point, color, captured):
    """Return the hash key of the stones after `play`."""
    side = 0 if color > 0 else 1
    key ^= zobrist[side, point]
    for i in range(captured):
        key ^= zobrist[1 - side, board[chain.TAKEN, counters[chain.TOP] - 1 - i]]
    return key


@kernel
def evaluate_leaf(board, near, counters, steps, target, attacker_next, ko, retakes, spare, left, ladder, escape, libs):
    """Evaluate a position statically: (proof number, disproof number, move, plies, whether the quiet-move limit cut it
    off).

    Decided are ladders, and safety where no quiet move is left. Else, with the defender to move, the estimate counts
    the liberties after the best extension, one more if it joins another chain of the defender.
    """
    n = chain.liberties(board, near, counters, target, escape, libs)
    if n >= escape:
        return INFINITE, 0, NO_MOVE, 0, False
    if n > 2 and left == 0 and not ladder:
        return INFINITE, 0, PASS, 0, True
    most = n
    if not attacker_next:
        stamp = counters[chain.STAMP]
        for i in range(n):
            room = n - 1
            joined = 0
            for k in range(4):
                beside = near[libs[i], k]
                board[chain.SEEN, beside] = counters[chain.LOOK]
                if board[chain.STONES, beside] == 0:
                    room += board[chain.MARK, beside] != stamp
                elif board[chain.STONES, beside] == board[chain.STONES, target] and board[chain.MARK, beside] != stamp:
                    joined = 1
            if room >= escape:
                return INFINITE, 0, libs[i], 0, False
            most = max(most, min(room + joined, escape))
    look = ladders.UNKNOWN
    if n == 1 or (n == 2 and (attacker_next or left == 0)):
        met = counters[chain.KO_MET]
        look, move, plies = ladders.ladder(
            board, near, counters, steps, target, attacker_next or n == 2, ko if attacker_next else chain.NONE,
            LADDER_NODES, libs,
        )
        if look == ladders.FALLS:
            counters[chain.KO_MET] = met
            if attacker_next or n == 1:
                return 0, INFINITE, move, plies, False
        elif n == 2 and look == ladders.ESCAPES and left == 0 and not ladder:
            return INFINITE, 0, PASS, 0, True
    if not attacker_next:
        return most * most, 1, NO_MOVE, 0, False
    if n > 1:
        return n * n, escape - n, NO_MOVE, 0, False
    chain.liberties(board, near, counters, target, 2, libs)
    if libs[0] == ko and (retakes != ATTACKER_RETAKES or spare == 0):
        return 6, 1, NO_MOVE, 0, False
    what = chain.classify_capture(board, near, counters, target, libs[0])
    retaken = retakes == DEFENDER_RETAKES and (spare > 0 or counters[chain.FOR_EVER] == 1)
    if what == chain.REFUSED or (what == chain.WAITS and retaken):
        return 6, 1, NO_MOVE, 0, False
    return 0, INFINITE, libs[0], 1, False


@kernel
def step(board, near, counters, zobrist, target, attacking, point, key, ko, retakes, spare, left):
    """Play a move of the search: (result, stones captured, key, ko, spare, left) after it.

    Only PLAYED changes the board. A side that may retake uses up one of `spare` retakes; the attacker's moves that
    leave the target out of atari use up one of `left` quiet moves. The capture of a single-stone target by ko is
    answered by retaking, as long as the defender may: the attacker has then only waited. Its capture in a snapback
    is no capture. With FOR_EVER a defender who could retake once more than RETAKES is safe: no proved capture then
    depends on the defender running out of threats.
    """
    area = near.shape[0] - 1
    color = board[chain.STONES, target]
    mover = -color if attacking else color
    used = 0
    if point == ko and point != PASS:
        counters[chain.KO_MET] = 1
        if retakes != (ATTACKER_RETAKES if attacking else DEFENDER_RETAKES):
            return chain.REFUSED, 0, key, chain.NONE, spare, left
        if spare == 0:
            what = chain.HOLDS if not attacking and counters[chain.FOR_EVER] else chain.REFUSED
            return what, 0, key, chain.NONE, spare, left
        used = 1
    key ^= zobrist[2, area]
    if ko != chain.NONE:
        key ^= zobrist[2, ko]
    if point == PASS:
        if attacking:
            key ^= zobrist[3, left]
            left -= 1
            if left < 0:
                return chain.TOO_QUIET, 0, key, chain.NONE, spare, left
            key ^= zobrist[3, left]
        return chain.WAITS, 0, key, chain.NONE, spare, left
    if board[chain.STONES, point] != 0:
        return chain.REFUSED, 0, key, chain.NONE, spare, left
    what = chain.PLAYED
    spot = board[chain.SPARE]
    if attacking and chain.liberties(board, near, counters, target, 2, spot) == 1 and spot[0] == point:
        what = chain.classify_capture(board, near, counters, target, point)
        if what != chain.WAITS:
            return what, 0, key, chain.NONE, spare, left
        if retakes != DEFENDER_RETAKES:
            return chain.TAKES, 0, key, chain.NONE, spare, left
        if spare == 0:
            what = chain.REFUSED if counters[chain.FOR_EVER] else chain.TAKES
            return what, 0, key, chain.NONE, spare, left
        used = 1
    captured = 0
    after = chain.NONE
    if what == chain.PLAYED:
        legal, captured, after = chain.play(board, near, counters, point, mover)
        if not legal:
            return chain.REFUSED, 0, key, chain.NONE, spare, left
        key = _key_after(board, counters, zobrist, key, point, mover, captured)
        if after != chain.NONE:
            key ^= zobrist[2, after]
        if attacking and chain.liberties(board, near, counters, target, 2, spot) > 1:
            key ^= zobrist[3, left]
            left -= 1
            if left < 0:
                chain.take_back(board, counters, point, mover, captured)
                return chain.TOO_QUIET, 0, key, chain.NONE, spare, left
            key ^= zobrist[3, left]
    if used:
        key ^= zobrist[4, spare] ^ zobrist[4, spare - 1]
        spare -= 1
    return what, captured, key, after, spare, left


@kernel
def look_up(table, key):
    """Return (index of the table entry for a key, whether it holds that key)."""
    at = np.int64(key & np.uint64(table.shape[0] - 1))
    return at, table[at, 0] == key


@kernel
def store(table, key, pn, dn, ply, move, cut, area):
    """Store a position's proof and disproof numbers, plies, move (or PASS, NO_MOVE) and cut-off flag in the table."""
    at, _ = look_up(table, key)
    chosen = move
    if move == PASS:
        chosen = area
    elif move == NO_MOVE:
        chosen = area + 1
    table[at, 0] = key
    table[at, 1] = (
        np.uint64(pn) | (np.uint64(dn) << np.uint64(16)) | (np.uint64(ply) << np.uint64(32))
        | (np.uint64(chosen) << np.uint64(44)) | (np.uint64(cut) << np.uint64(60))
    )


@array_kernel
def line(board, near, counters, zobrist, table, target, attacking, key, ko, retakes, spare, left, points):
    """Write the best line from the table into `points`; return its length. The board is restored."""
    area = near.shape[0] - 1
    color = board[chain.STONES, target]
    taken = np.empty(points.size, np.int32)
    length = 0
    while length < points.size:
        at, known = look_up(table, key)
        if not known:
            break
        point = np.int64((table[at, 1] >> np.uint64(44)) & np.uint64(0xFFF))
        if point > area:
            break
        if point == area:
            point = PASS
        what, captured, key, ko, spare, left = step(
            board, near, counters, zobrist, target, attacking, point, key, ko, retakes, spare, left
        )
        if what in (chain.REFUSED, chain.TOO_QUIET, chain.HOLDS):
            break
        points[length] = point
        taken[length] = captured if what == chain.PLAYED else -1
        length += 1
        if what == chain.TAKES:
            break
        attacking = not attacking
    for i in range(length - 1, -1, -1):
        if what != chain.TAKES or i < length - 1:
            attacking = not attacking
        if taken[i] >= 0:
            chain.take_back(board, counters, points[i], -color if attacking else color, taken[i])
    return length
