"""Compiled kernels of paths between chains: how many moves their owner needs to link them, if nobody answers.

A chain of the other side with few liberties may be crossed at the price of its liberties; a diagonal step with both
points beside it empty is free.
"""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from ._question_kernels import LONGEST_PATH
from ._reading_board_kernels import COUNT, HEAD, LIBERTIES, OUTSIDE, STONE

CROSSED = 3
"""A chain of the other side with more liberties cannot be crossed."""
BUCKETS = 2
"""The first of the rows of `work` that list the points by their distance, the number of points in the last column."""


@kernel
def measure_distances(board, search, start, goal, most, row):
    """Write how many moves it takes to get from a chain to each point into a row of `work`, the move there included.

    start -- a stone of the chain; goal -- a point at whose distance it stops, or OFF for none; points more than `most`
    away get a larger distance. Returns the distance of `goal`.
    """
    cells, paths = board.cells, search.work
    area = cells.shape[0] - 2
    length = paths[row]
    length[:] = 2 * LONGEST_PATH
    color = cells[start, STONE]
    for now in range(most + 1):
        paths[BUCKETS + now, area + 1] = 0
    length[start] = 0
    paths[BUCKETS, 0] = start
    paths[BUCKETS, area + 1] = 1
    for now in range(most + 1):
        done = 0
        while done < paths[BUCKETS + now, area + 1]:
            here = paths[BUCKETS + now, done]
            done += 1
            if length[here] != now:
                continue
            sets.add(board.read, here)
            _step_beside(board, search, here, color, now, most, row)
            if cells[here, STONE] == 0 or cells[here, STONE] == color:
                _step_diagonally(board, search, here, color, now, most, row)
        if length[goal] <= now:
            break
    return length[goal]


@kernel
def _relax(search, point, total, most, row):
    """Lower the distance of a point to `total`, if that is shorter than known."""
    paths = search.work
    last = paths.shape[1] - 1
    if total > most or total >= paths[row, point] or paths[BUCKETS + total, last] >= last:
        return
    paths[row, point] = total
    paths[BUCKETS + total, paths[BUCKETS + total, last]] = point
    paths[BUCKETS + total, last] += 1


@kernel
def _step_beside(board, search, here, color, now, most, row):
    """Go on to the points beside one that is `now` moves away."""
    cells, near = board.cells, board.near
    for k in range(4):
        beside = near[here, k]
        stone = cells[beside, STONE]
        if stone == OUTSIDE:
            continue
        sets.add(board.read, beside)
        if search.work[row, beside] <= now:
            continue
        price = 0
        if stone == 0:
            price = 1
        elif stone == -color and cells[here, STONE] != stone:
            head = cells[beside, HEAD]
            sets.unite(board.read, cells[head, LIBERTIES:])
            price = cells[head, COUNT]
            if price > CROSSED:
                continue
        _relax(search, beside, now + price, most, row)


@kernel
def _step_diagonally(board, search, here, color, now, most, row):
    """Go on to the points diagonally beside one that is `now` moves away, where both points between are empty."""
    cells, near = board.cells, board.near
    for k in range(4):
        one, other = near[here, k >> 1], near[here, 2 + (k & 1)]
        if cells[one, STONE] != 0 or cells[other, STONE] != 0:
            continue
        beside = near[one, 2 + (k & 1)]
        stone = cells[beside, STONE]
        sets.add(board.read, beside)
        if stone == color:
            _relax(search, beside, now, most, row)
        elif stone == 0:
            _relax(search, beside, now + 1, most, row)
