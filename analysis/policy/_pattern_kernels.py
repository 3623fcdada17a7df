"""Compiled kernels of `patterns`: the keys of the patterns around a point, and their places in a table of keys.

A pattern is hashed as Zobrist (1970) hashes a board: the exclusive or of a random number for each of its points and
what is there. That is done for all eight symmetries at once; the least of the eight hashes is the same for all of them.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import kernel
from ._survey_kernels import LABEL, LIBERTIES

EMPTY, OWN, ENEMY, OFF = 0, 1, 2, 3
WITH_LIBERTIES = 8  # 0 empty, 1 to 3 own with so many liberties or more, 4 to 6 the enemy's, 7 off the board
LEVELS = 9  # of influence and territory
MARGIN = 4  # points around the board that are off it
SYMMETRIES = 8

PATTERNS = 35
STONES_AT, LIBERTIES_AT, REPLY_AT, CONTACT_AT = 0, 6, 10, 14
PHASE_AT, NEAR_AT, FOLLOW_AT, CORNER_AT, BOARD_AT, ANSWER_AT, SEQUEL_AT, GROUND_AT = 17, 19, 20, 23, 26, 27, 31, 33
# Where the keys of each family begin, as `patterns.PATTERNS` lists them.
GROUPS = (6, 4, 4, 3, 1, 1, 1, 3, 1, 1, 1, 1, 4, 2, 1, 1)  # so many patterns after one another contain one another
CORNER_SIZES = (7, 10)
ANSWER_SIZES = (8, 12, 20, 28)
SEQUEL_SIZES = (12, 20)
LINES = 10
MAX_SIDE = 25
MIX = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
MOST = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def pad(stones, height, width, color, points, chains, around):
    """Write what is on each point of the board with a margin: around (2, (height + 8) * (width + 8)) int8.

    The first row has EMPTY to OFF, the second the classes with liberties.
    """
    around[0, :] = OFF
    around[1, :] = WITH_LIBERTIES - 1
    for row in range(height):
        for col in range(width):
            place = (row + MARGIN) * (width + 2 * MARGIN) + col + MARGIN
            stone = stones[row * width + col]
            if stone == 0:
                around[0, place] = EMPTY
                around[1, place] = EMPTY
                continue
            liberties = min(chains[points[LABEL, row * width + col], LIBERTIES], 3)
            around[0, place] = OWN if stone == color else ENEMY
            around[1, place] = liberties if stone == color else 3 + liberties


@kernel
def diamond_keys(around, place, steps, earlier, tables, table, hashes, keys):
    """Write the keys of the patterns around a place of the padded board: those before CORNER_AT; 0 for none.

    steps   -- (48,): from a place to those around it, the nearest first
    earlier -- (last, last but one, distance, phase, levels): the numbers of the places of the last two
               moves among the places around, -1 for those further away; the class of the distance to the last one; the
               phase of the game; (influence, territory): the levels of the mover's at the place
    tables  -- as by `patterns.tables`
    table   -- the keys in use. In the families of stones and of liberties, nothing larger is hashed than what is not in
               it, unless it is empty
    hashes  -- (2, 8) uint64, overwritten
    """
    plain, lively, marks, salts = tables[0], tables[1], tables[2], tables[3]
    last, second, distance, phase, levels = earlier
    hashes[:] = 0
    keys[:CORNER_AT] = 0
    keys[GROUND_AT:] = 0
    known = lively_known = True
    n = 0
    for k in range(48):
        if known:
            content = around[0, place + steps[k]]
            for s in range(SYMMETRIES):
                hashes[0, s] ^= plain[k, content, s]
        if lively_known:
            content = around[1, place + steps[k]]
            for s in range(SYMMETRIES):
                hashes[1, s] ^= lively[k, content, s]
        size = k + 1
        if size not in (8, 12, 20, 28, 36, 48):
            continue
        if known:
            keys[STONES_AT + n] = _key(hashes[0], marks, -1, -1, salts[STONES_AT + n, 0])
            if 12 <= size <= 36 and last >= 0:
                keys[REPLY_AT + n - 1] = _key(hashes[0], marks, last, -1, salts[REPLY_AT + n - 1, 0])
            if size == 12:
                keys[PHASE_AT + 1] = _key(hashes[0], marks, -1, -1, salts[PHASE_AT + 1, phase])
                keys[GROUND_AT + 1] = _key(hashes[0], marks, -1, -1, _ground(salts[GROUND_AT + 1], levels))
            known = table.size == 0 or find_key(table, keys[STONES_AT + n]) >= 0
        if lively_known:
            keys[LIBERTIES_AT + n] = _key(hashes[1], marks, -1, -1, salts[LIBERTIES_AT + n, 0])
            if size <= 20 and last >= 0:
                keys[CONTACT_AT + n] = _key(hashes[1], marks, last, -1, salts[CONTACT_AT + n, 0])
                if second >= 0:
                    keys[FOLLOW_AT + n] = _key(hashes[1], marks, last, second, salts[FOLLOW_AT + n, 0])
            if size == 8:
                keys[PHASE_AT] = _key(hashes[1], marks, -1, -1, salts[PHASE_AT, phase])
                keys[NEAR_AT] = _key(hashes[1], marks, -1, -1, salts[NEAR_AT, distance])
                keys[GROUND_AT] = _key(hashes[1], marks, -1, -1, _ground(salts[GROUND_AT], levels))
            lively_known = size < 28 and (table.size == 0 or find_key(table, keys[LIBERTIES_AT + n]) >= 0)
        if not known and not lively_known:
            break
        n += 1


@kernel
def _ground(salts, levels):
    """Return the salt of a pattern of the family `ground`."""
    influence, territory = levels
    return salts[influence] ^ salts[LEVELS + territory]


@kernel
def _key(hashes, marks, last, second, salt):
    """Return the key of a pattern: of the least of its hashes, those of the places of the last two moves included."""
    least = MOST
    for s in range(SYMMETRIES):
        value = hashes[s]
        if last >= 0:
            value ^= marks[0, last, s]
        if second >= 0:
            value ^= marks[1, second, s]
        least = min(least, value)
    return _mixed(least, salt)


@kernel
def _mixed(least, salt):
    """Return the key of a hash: 1 to 2**32 - 1."""
    return max(np.uint32(((least ^ salt) * MIX) >> HALF), np.uint32(1))


@kernel
def hash_board(stones, height, width, color, last, tables, corners):
    """Write the hashes of the four corners and of the whole board: corners (4, 2, 3) and (8,) in its last row.

    corners -- (5, 8) uint64; row c: the corner's hashes by size, then the smaller one with the last move, each for both
               of its symmetries; row 4: the eight of a square board
    """
    places, board_places = tables[4], tables[5]
    corners[:] = 0
    for point in range(height * width):
        stone = stones[point]
        if stone == 0:
            continue
        content = 0 if stone == color else 1
        row = point // width
        col = point % width
        for c in range(4):
            down = row if c < 2 else height - 1 - row
            along = col if c % 2 == 0 else width - 1 - col
            for turned in range(2):
                place = along * LINES + down if turned else down * LINES + along
                for size in range(2):
                    if down < CORNER_SIZES[size] and along < CORNER_SIZES[size]:
                        corners[c, 2 * size + turned] ^= places[place, content]
                if down < CORNER_SIZES[0] and along < CORNER_SIZES[0]:
                    corners[c, 4 + turned] ^= places[place, content]
                    if point == last:
                        corners[c, 4 + turned] ^= places[place, 2]
        if height == width:
            for s in range(SYMMETRIES):
                corners[4, s] ^= board_places[_image(row, col, height, s), content]


@kernel
def _image(row, col, side, symmetry):
    """Return the number of a point of a square board under a symmetry."""
    if symmetry & 1:
        row = side - 1 - row
    if symmetry & 2:
        col = side - 1 - col
    return row * MAX_SIDE + col if symmetry < 4 else col * MAX_SIDE + row


@kernel
def corner_keys(height, width, row, col, tables, corners, keys):
    """Write the keys of the nearest corner, and of the whole board, with a point in it: from CORNER_AT on."""
    salts, places, board_places = tables[3], tables[4], tables[5]
    for n in range(3):
        size = CORNER_SIZES[n] if n < 2 else CORNER_SIZES[0]
        least = MOST
        for c in range(4):
            down = row if c < 2 else height - 1 - row
            along = col if c % 2 == 0 else width - 1 - col
            if down > height - 1 - down or along > width - 1 - along or down >= size or along >= size:
                continue
            for turned in range(2):
                place = along * LINES + down if turned else down * LINES + along
                least = min(least, corners[c, 2 * n + turned] ^ places[place, 3])
        keys[CORNER_AT + n] = _mixed(least, salts[CORNER_AT + n, 0]) if least != MOST else 0
    keys[BOARD_AT] = 0
    if height == width:
        least = MOST
        for s in range(SYMMETRIES):
            least = min(least, corners[4, s] ^ board_places[_image(row, col, height, s), 2])
        keys[BOARD_AT] = _mixed(least, salts[BOARD_AT, height - 1])


@kernel
def hash_replies(around, centres, steps, tables, replies):
    """Write the hashes of what is around the last two moves, stones with liberties: replies (6, 8) uint64.

    centres -- the places of both on the padded board, -1 for none; rows of the table are those from ANSWER_AT on
    """
    _hash_around(around, centres[0], steps, ANSWER_SIZES, tables[1], replies)
    _hash_around(around, centres[1], steps, SEQUEL_SIZES, tables[1], replies[SEQUEL_AT - ANSWER_AT :])


@kernel
def _hash_around(around, centre, steps, sizes, lively, hashes):
    """Write the hashes of the nearest points of a place, stones with liberties, a row for each of the sizes."""
    if centre < 0:
        return
    current = hashes[len(sizes) - 1]
    current[:] = 0
    n = 0
    for k in range(sizes[len(sizes) - 1]):
        content = around[1, centre + steps[k]]
        for s in range(SYMMETRIES):
            current[s] ^= lively[k, content, s]
        if k + 1 == sizes[n]:
            for s in range(SYMMETRIES):
                hashes[n, s] = current[s]
            n += 1


@kernel
def reply_keys(last, second, centres, tables, replies, keys):
    """Write the keys of what is around the last two moves, with the place of a point there: from ANSWER_AT on.

    last, second -- the numbers of their places among those around the point, -1 for those further away: all points that
    far from a move have the same keys
    """
    marks, salts = tables[2], tables[3]
    for k in range(ANSWER_AT, GROUND_AT):
        is_answer = k < SEQUEL_AT
        keys[k] = 0
        if centres[0 if is_answer else 1] >= 0:
            keys[k] = _key(replies[k - ANSWER_AT], marks, last if is_answer else second, -1, salts[k, 0])


@kernel
def find_key(table, key):
    """Return the place of a key in a table of a power of two of keys, 0 where there is none; -1 if it is not there."""
    place = np.int64(key) & (table.size - 1)
    while table[place] != 0:
        if table[place] == key:
            return place
        place = (place + 1) & (table.size - 1)
    return -1


@kernel
def insert_keys(table, keys, places):
    """Put keys, all different and not 0, into a table; writes the place of each into places (n,) int64."""
    for n in range(keys.size):
        place = np.int64(keys[n]) & (table.size - 1)
        while table[place] != 0:
            place = (place + 1) & (table.size - 1)
        table[place] = keys[n]
        places[n] = place


@kernel
def find_patterns(table, keys, first, slots):
    """Write first + the place of each pattern's key: slots (PATTERNS,) int32; -1 without one.

    Where a pattern is not in the table, neither are the larger ones of its family.
    """
    n = 0
    for sizes in GROUPS:
        known = True
        for _ in range(sizes):
            place = -1
            if known and keys[n] != 0:
                place = find_key(table, keys[n])
            known = place >= 0
            slots[n] = first + place if known else -1
            n += 1
