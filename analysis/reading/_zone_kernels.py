"""Compiled kernels that grow zones: the points that a result depends on."""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel
from . import _point_set_kernels as sets
from ._reading_board_kernels import CAPTURED, COUNT, HEAD, LIBERTIES, MARKED, NEXT, OUTSIDE, SAFE, STONE, new_stamp


@kernel
def add_stones(board, zone, head):
    """Add the stones of a chain."""
    stone = head
    while True:
        sets.add(zone, stone)
        stone = board.cells[stone, NEXT]
        if stone == head:
            return


@kernel
def add_surroundings(board, zone, head):
    """Add the stones of a chain and all points beside them."""
    cells, near = board.cells, board.near
    sets.unite(zone, cells[head, LIBERTIES:])
    stone = head
    while True:
        sets.add(zone, stone)
        for k in range(4):
            if cells[near[stone, k], STONE] != OUTSIDE:
                sets.add(zone, near[stone, k])
        stone = cells[stone, NEXT]
        if stone == head:
            return


@kernel
def add_unsafe_stones(board, zone, head):
    """Add the stones of a chain that were not marked as safe: they are safe only while what joined them stands."""
    if board.cells[head, SAFE] == MARKED:
        return
    stone = head
    while True:
        if not sets.has(board.safe, stone):
            sets.add(zone, stone)
        stone = board.cells[stone, NEXT]
        if stone == head:
            return


@kernel
def add_liberty(board, zone, head):
    """Add a chain and a liberty of it, unless the zone has one of its liberties; of a safe chain what made it safe."""
    words = board.cells[head, LIBERTIES:]
    if board.cells[head, SAFE]:
        add_unsafe_stones(board, zone, head)
    elif not sets.meets(zone, words):
        add_stones(board, zone, head)
        if board.cells[head, COUNT] > 0:
            sets.add(zone, sets.first_point(words))


@kernel
def add_liberties(board, zone, head, wanted):
    """Add a chain and liberties of it until the zone has so many, or all; of a safe chain what made it safe."""
    cells = board.cells
    if cells[head, SAFE]:
        add_unsafe_stones(board, zone, head)
        return
    here = 0
    for field in range(LIBERTIES, cells.shape[1]):
        here += bit_count(np.uint64(zone[field - LIBERTIES] & cells[head, field]))
    if here >= wanted:
        return
    add_stones(board, zone, head)
    for field in range(LIBERTIES, cells.shape[1]):
        word = cells[head, field] & ~zone[field - LIBERTIES]
        while word and here < wanted:
            rest = word & (word - 1)
            zone[field - LIBERTIES] |= word ^ rest
            word = rest
            here += 1


@kernel
def add_move(board, zone, point, color, taken):
    """Add what a move that was just played depends on: why it was legal, what it captured, what it did not capture.

    taken -- how many stones had been captured before it
    """
    cells, near = board.cells, board.near
    area = cells.shape[0] - 2
    for n in range(taken, cells[area + 1, CAPTURED]):
        stone = board.captives[n]
        sets.add(zone, stone)
        for k in range(4):
            if cells[near[stone, k], STONE] != OUTSIDE:
                sets.add(zone, near[stone, k])
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] == -color and sets.has(zone, beside):
            add_liberty(board, zone, cells[beside, HEAD])
    sets.add(zone, point)
    if cells[point, STONE] == 0:  # suicide
        return
    for k in range(4):
        if cells[near[point, k], STONE] == 0:
            sets.add(zone, near[point, k])
            return
    add_liberty(board, zone, cells[point, HEAD])


@kernel
def add_illegal_move(board, zone, point, color):
    """Add what makes a move illegal: the chains around, with what leaves them no liberty, or one that is not taken."""
    cells, near = board.cells, board.near
    sets.add(zone, point)
    for k in range(4):
        beside = near[point, k]
        stone = cells[beside, STONE]
        if stone == OUTSIDE:
            continue
        sets.add(zone, beside)
        if stone == color:
            add_surroundings(board, zone, cells[beside, HEAD])
        elif stone == -color:
            _add_other_liberty(board, zone, cells[beside, HEAD], point)


@kernel
def _add_other_liberty(board, zone, head, point):
    """Add a chain and a liberty of it besides this one, unless the zone has one."""
    cells = board.cells
    field = LIBERTIES + point // sets.BITS
    bit = np.int64(1) << (point % sets.BITS)
    cells[head, field] ^= bit
    add_liberty(board, zone, head)
    cells[head, field] ^= bit


@kernel
def add_border(board, zone, color, passes, stones):
    """Add a liberty of each chain of a colour in the zone that has none there, and so few that passes may cost it.

    The side that passes may fill a liberty outside the zone for each of its `passes`: a chain with more is safe from
    that. `stones` is a list.
    """
    cells = board.cells
    stamp = new_stamp(board)
    for n in range(sets.list_points(zone, stones)):
        if cells[stones[n], STONE] != color:
            continue
        head = cells[stones[n], HEAD]
        if board.marks[0, head] != stamp and cells[head, COUNT] <= passes:
            add_liberty(board, zone, head)
        board.marks[0, head] = stamp
