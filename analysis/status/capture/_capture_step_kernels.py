"""Compiled kernels of one step in the search for captures: what a move becomes, what a position is worth at first
sight, the table, and the play that it shows.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from . import _chain_kernels as chain
from . import _ladder_kernels as ladders

# Who may retake kos at once, RETAKES times in a line: the defender; nobody; the attacker.
DEFENDER_RETAKES, NOBODY_RETAKES, ATTACKER_RETAKES = 0, 1, 2
RETAKES = 3
PASS, NO_MOVE = -1, -2
INFINITE = 60000
LADDER_NODES = 6


@kernel
def _key_after(board, counters, zobrist, key, point, color, captured):
    """The key of the stones after `play`."""
    side = 0 if color > 0 else 1
    key ^= zobrist[side, point]
    for i in range(captured):
        key ^= zobrist[1 - side, board[chain.TAKEN, counters[chain.TOP] - 1 - i]]
    return key


@kernel
def weigh(board, near, counters, steps, target, attacker_next, ko, retakes, spare, left, ladder, escape, libs):
    """What a position is worth at first sight: (proof number, disproof number, move, plies, whether it was cut).

    Known are ladders, and safety where no quiet move is left. Else, with the defender to move, the liberties he has
    after his best extension count, one more if it joins a friend.
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
    what = chain.taking(board, near, counters, target, libs[0])
    retaken = retakes == DEFENDER_RETAKES and (spare > 0 or counters[chain.FOR_EVER] == 1)
    if what == chain.REFUSED or (what == chain.WAITS and retaken):
        return 6, 1, NO_MOVE, 0, False
    return 0, INFINITE, libs[0], 1, False


@kernel
def step(board, near, counters, zobrist, target, attacking, point, key, ko, retakes, spare, left):
    """Play a move of the search: (what becomes of it, captured, key, ko, spare, left) after it.

    Only PLAYED changes the board. Who may retake does so at the price of one of `spare`; the attacker's moves that
    leave the target out of atari cost one of `left`. Taking a lone target by ko is answered by taking back, as long as
    the defender may: the attacker has then only waited. Taking it in a snapback is of no use. With FOR_EVER a defender
    who could retake once more than RETAKES is safe: no capture then rests on his running out of threats.
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
        what = chain.taking(board, near, counters, target, point)
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
    """The place of a key in the table: (its entry or that to be overwritten, found)."""
    at = np.int64(key & np.uint64(table.shape[0] - 1))
    return at, table[at, 0] == key


@kernel
def store(table, key, pn, dn, ply, move, cut, area):
    """Put what is known of a position into the table; a `move` may be PASS or NO_MOVE."""
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


@kernel
def line(board, near, counters, zobrist, table, target, attacking, key, ko, retakes, spare, left, points):
    """The play that the table shows from here on: how many moves were written into `points`. The board stays."""
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
