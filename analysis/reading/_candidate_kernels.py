"""Compiled kernels that list candidate moves: liberties of weak chains, captures of what is in atari beside a chain."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from ._question_kernels import LIST_STAMP, LISTED, MOST_MOVES
from ._reading_board_kernels import COUNT, HEAD, LIBERTIES, NEXT, STONE, new_stamp, read_around

SHUT_IN = 3
"""A chain of no more liberties is weak where it surrounds a liberty that has no empty neighbours."""


@kernel
def choose(board, search, point):
    """Add an empty point to the list of candidate moves unless it is there."""
    totals = search.totals
    if board.marks[1, point] == totals[LIST_STAMP] or totals[LISTED] >= MOST_MOVES - 2:
        return
    board.marks[1, point] = totals[LIST_STAMP]
    search.moves[totals[LISTED]] = point
    totals[LISTED] += 1


@kernel
def choose_liberties(board, search, head, most):
    """Add the liberties of a chain if it has at most `most`; return how many it has.

    Where a liberty has no empty neighbour, so that filling it may be suicide, also the liberties of weak chains around.
    """
    cells, near = board.cells, board.near
    count = cells[head, COUNT]
    sets.add(board.read, head)
    sets.unite(board.read, cells[head, LIBERTIES:])
    if count > most:
        return count
    points = search.lists[3]
    found = sets.list_points(cells[head, LIBERTIES:], points)
    for n in range(found):
        choose(board, search, points[n])
    for n in range(found):
        read_around(board, points[n])
        shut = True
        for k in range(4):
            shut &= cells[near[points[n], k], STONE] != 0
        if not shut:
            continue
        for k in range(4):
            beside = near[points[n], k]
            if cells[beside, STONE] == cells[head, STONE] and cells[beside, HEAD] != head:
                other = cells[beside, HEAD]
                sets.add(board.read, other)
                if cells[other, COUNT] <= SHUT_IN:
                    sets.unite(board.read, cells[other, LIBERTIES:])
                    for m in range(sets.list_points(cells[other, LIBERTIES:], search.lists[4])):
                        choose(board, search, search.lists[4, m])
    return count


@kernel
def chains_beside(board, head, color, heads):
    """Write the heads of the chains of a colour beside a chain into `heads`; return their number."""
    cells, near = board.cells, board.near
    stamp = new_stamp(board)
    count = 0
    stone = head
    while True:
        for k in range(4):
            beside = near[stone, k]
            if cells[beside, STONE] == color and board.marks[0, cells[beside, HEAD]] != stamp:
                board.marks[0, cells[beside, HEAD]] = stamp
                heads[count] = cells[beside, HEAD]
                count += 1
        stone = cells[stone, NEXT]
        if stone == head:
            return count


@kernel
def choose_captures(board, search, head, heads):
    """Add the captures of chains in atari beside a chain. `heads` is a list."""
    cells = board.cells
    for n in range(chains_beside(board, head, -cells[head, STONE], heads)):
        sets.add(board.read, heads[n])
        if cells[heads[n], COUNT] == 1:
            choose(board, search, sets.first_point(cells[heads[n], LIBERTIES:]))
