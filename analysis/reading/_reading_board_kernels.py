"""Compiled kernels of the board for reading: chains with their liberties, kept up to date move by move, and undo.

All that changes is in one array of cells, a row for each point, one for "off the board" and one for the whole board.
Each change is written to a log, and undone from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import array_kernel, kernel
from . import _point_set_kernels as sets

# Fields of a point: its stone (+1 Black, -1 White, 0 none, OUTSIDE); the head of its chain, a stone; the next stone of
# the chain, round in a circle. Of a head: the stones of the chain, its liberties, whether it is safe, so that no search
# captures it (MARKED as such, or JOINED to such a chain by a move), and from LIBERTIES on the set of its liberties.
STONE, HEAD, NEXT, SIZE, COUNT, SAFE, LIBERTIES = range(7)
# Fields of the whole board: the hash of the changes since it was set up; the point that the side to move may not
# retake, or NONE; how many stones were captured; whether suicide of several stones is legal.
HASH, KO, CAPTURED, SUICIDE = range(4)
MARKED, JOINED = 1, 2
OUTSIDE, NONE = 3, -1
FIRST_HASH = 1 << 61
"""The hash where nothing has changed: above all keys, so that no hash is 0."""
# Fields of the counters, which no undo changes: the height of the log; the stamp of the last walk over points; how
# often stones were set up.
TOP, STAMP, SET_UPS = range(3)


class Board(NamedTuple):
    """A board for reading.

    cells    -- (area + 2, LIBERTIES + words) int64; flat -- the same in one row
    near     -- (area + 1, 4): Grid.neighbours
    keys     -- (2, area) int64: of the hash, for Black and for White
    log      -- (height, 2) int64: flat index of a cell, and its value before
    captives -- (captives,) int64: the stones captured, in order
    marks    -- (3, area + 2) int64: the stamps of the walks that visited a point, for walks within walks
    counters -- (3,) int64
    around   -- (area, words) int64: of each point the set of it and of those beside it
    read     -- (words,) int64: the points that were read: played on, or beside such a point, or as others add
    safe     -- (words,) int64: the stones of the chains that were marked as safe
    """

    cells: npt.NDArray[np.int64]
    flat: npt.NDArray[np.int64]
    near: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]
    log: npt.NDArray[np.int64]
    captives: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]
    counters: npt.NDArray[np.int64]
    around: npt.NDArray[np.int64]
    read: npt.NDArray[np.int64]
    safe: npt.NDArray[np.int64]


@array_kernel
def new_board(near, keys, height):
    """Return a board on which nothing was set up yet. `height` is that of the log."""
    area = near.shape[0] - 1
    words = (area + sets.BITS - 1) // sets.BITS
    cells = np.zeros((area + 2, LIBERTIES + words), np.int64)
    around = np.zeros((area, words), np.int64)
    for point in range(area):
        sets.add(around[point], point)
        for k in range(4):
            if near[point, k] != area:
                sets.add(around[point], np.int64(near[point, k]))
    return Board(
        cells, cells.reshape(-1), near, keys, np.empty((height, 2), np.int64), np.empty(height // 4, np.int64),
        np.zeros((3, area + 2), np.int64), np.zeros(3, np.int64), around,
        np.zeros(words, np.int64), np.zeros(words, np.int64),
    )


@kernel
def set_up(board, stones, ko, suicide):
    """Set up stones, (area,) int8, none of them safe. A chain without liberties stands until a move beside it takes it.

    ko -- the point that the side to move may not retake, or NONE
    """
    cells, flat = board.cells, board.flat
    area = stones.size
    board.counters[SET_UPS] += 1
    for k in range(flat.size):
        flat[k] = 0
    sets.clear(board.read)
    sets.clear(board.safe)
    cells[area, STONE] = OUTSIDE
    cells[area + 1, KO] = NONE
    for point in range(area):
        if stones[point] != 0:
            board.counters[TOP] = 0
            _put_down(board, point, np.int64(stones[point]))
    board.counters[TOP] = 0
    # of the changes from here on: so what is far from a search does not decide which results its table keeps
    cells[area + 1, HASH] = FIRST_HASH
    cells[area + 1, KO] = ko
    cells[area + 1, SUICIDE] = suicide


@kernel
def mark_all_safe(board, points):
    """Mark the stones on points, (n,) int64, as safe."""
    for n in range(points.size):
        mark_safe(board, points[n])


@kernel
def mark_safe(board, point):
    """Mark the stone on a point as safe: its chain, and those that it becomes part of, are safe from then on."""
    head = board.cells[point, HEAD]
    if not board.cells[head, SAFE]:
        board.cells[head, SAFE] = MARKED
        stone = head
        while True:
            sets.add(board.safe, stone)
            stone = board.cells[stone, NEXT]
            if stone == head:
                return


@kernel
def _write(board, row, field, value):
    """Set a cell, and log what it was."""
    cells = board.cells
    top = board.counters[TOP]
    board.log[top, 0] = row * cells.shape[1] + field
    board.log[top, 1] = cells[row, field]
    board.counters[TOP] = top + 1
    cells[row, field] = value


@kernel
def _gain(board, head, point):
    """Add a liberty to a chain, unless it has it."""
    field = LIBERTIES + point // sets.BITS
    bit = np.int64(1) << (point % sets.BITS)
    words = board.cells[head, field]
    if not words & bit:
        _write(board, head, field, words | bit)
        _write(board, head, COUNT, board.cells[head, COUNT] + 1)


@kernel
def _lose(board, head, point):
    """Take a liberty from a chain, if it has it."""
    field = LIBERTIES + point // sets.BITS
    bit = np.int64(1) << (point % sets.BITS)
    words = board.cells[head, field]
    if words & bit:
        _write(board, head, field, words ^ bit)
        _write(board, head, COUNT, board.cells[head, COUNT] - 1)


@kernel
def _join(board, one, other):
    """Join two chains, given by their heads."""
    cells = board.cells
    if cells[one, SIZE] < cells[other, SIZE]:
        one, other = other, one
    stone = other
    while True:
        _write(board, stone, HEAD, one)
        stone = cells[stone, NEXT]
        if stone == other:
            break
    following = cells[one, NEXT]
    _write(board, one, NEXT, cells[other, NEXT])
    _write(board, other, NEXT, following)
    _write(board, one, SIZE, cells[one, SIZE] + cells[other, SIZE])
    for field in range(LIBERTIES, cells.shape[1]):
        if cells[other, field] & ~cells[one, field]:
            _write(board, one, field, cells[one, field] | cells[other, field])
    _write(board, one, COUNT, sets.size_of(cells[one, LIBERTIES:]))
    if cells[one, SAFE] != cells[other, SAFE]:
        _write(board, one, SAFE, JOINED)


@kernel
def _remove(board, head):
    """Take a chain off the board."""
    cells, near = board.cells, board.near
    area = cells.shape[0] - 2
    color = cells[head, STONE]
    changed = cells[area + 1, HASH]
    taken = cells[area + 1, CAPTURED]
    stone = head
    while True:
        board.captives[taken] = stone
        taken += 1
        changed ^= board.keys[0 if color > 0 else 1, stone]
        _write(board, stone, STONE, 0)
        stone = cells[stone, NEXT]
        if stone == head:
            break
    _write(board, area + 1, HASH, changed)
    _write(board, area + 1, CAPTURED, taken)
    while True:
        for k in range(4):
            beside = near[stone, k]
            if cells[beside, STONE] == -color:
                _gain(board, cells[beside, HEAD], stone)
        stone = cells[stone, NEXT]
        if stone == head:
            break


@kernel
def _put_down(board, point, color):
    """Put down a stone, join it to its chain and take its liberties from others, which may be left with none."""
    cells, near = board.cells, board.near
    area = cells.shape[0] - 2
    _write(board, point, STONE, color)
    _write(board, point, HEAD, point)
    _write(board, point, NEXT, point)
    _write(board, point, SIZE, 1)
    _write(board, point, COUNT, 0)
    if cells[point, SAFE]:
        _write(board, point, SAFE, 0)
    for field in range(LIBERTIES, cells.shape[1]):
        if cells[point, field]:
            _write(board, point, field, 0)
    for k in range(4):
        beside = near[point, k]
        stone = cells[beside, STONE]
        if stone == 0:
            _gain(board, point, beside)
        elif stone != OUTSIDE:
            _lose(board, cells[beside, HEAD], point)
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] == color and cells[beside, HEAD] != cells[point, HEAD]:
            _join(board, cells[point, HEAD], cells[beside, HEAD])
    _write(board, area + 1, HASH, cells[area + 1, HASH] ^ board.keys[0 if color > 0 else 1, point])


@kernel
def play(board, point, color):
    """Put down a stone and remove what has no liberty; return whether that is legal but for a ko.

    An illegal move leaves the board as it was. HASH, KO and CAPTURED are brought up to date.
    """
    cells, near = board.cells, board.near
    area = cells.shape[0] - 2
    if cells[point, STONE] != 0:
        return False
    read_around(board, point)
    before = board.counters[TOP]
    taken = cells[area + 1, CAPTURED]
    _put_down(board, point, color)
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] == -color and cells[cells[beside, HEAD], COUNT] == 0:
            _remove(board, cells[beside, HEAD])
    head = cells[point, HEAD]
    if cells[head, COUNT] == 0:
        if cells[head, SIZE] == 1 or not cells[area + 1, SUICIDE]:
            undo(board, before)
            return False
        _remove(board, head)
        _write(board, area + 1, KO, NONE)
        return True
    ko = NONE
    if cells[area + 1, CAPTURED] == taken + 1 and cells[head, SIZE] == 1 and cells[head, COUNT] == 1:
        ko = board.captives[taken]
    _write(board, area + 1, KO, ko)
    return True


@kernel
def read_around(board, point):
    """Add a point and those beside it to what was read."""
    sets.unite(board.read, board.around[point])


@kernel
def pass_turn(board):
    """Pass: no point is forbidden any more."""
    _write(board, board.cells.shape[0] - 1, KO, NONE)


@kernel
def undo(board, height):
    """Undo all changes since the log had this height."""
    for n in range(board.counters[TOP] - 1, height - 1, -1):
        board.flat[board.log[n, 0]] = board.log[n, 1]
    board.counters[TOP] = height


@kernel
def is_log_full(board):
    """Return whether the log may be too short for one more move."""
    return board.counters[TOP] + 12 * board.cells.shape[0] + 200 > board.log.shape[0]


@kernel
def liberties(board, point):
    """Return how many liberties the chain on a point has."""
    return board.cells[board.cells[point, HEAD], COUNT]


@kernel
def new_stamp(board):
    """Return a stamp for a new walk over the board."""
    board.counters[STAMP] += 1
    return board.counters[STAMP]
