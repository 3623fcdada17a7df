"""Compiled kernels of the ways out of the space of a group: moves that join further chains, and points to itself."""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .._question_kernels import PROVER
from .._reading_board_kernels import COUNT, HEAD, LIBERTIES, STONE, new_stamp, read_around
from ._space_kernels import (
    CHAINS,
    COUNTS,
    DISTANCE,
    MOST_CHAINS,
    MOST_POINTS,
    N_POINTS,
    NUMBER,
    POINTS,
    REACH,
    WEAK,
    number_of,
)

NOT_IN_ATARI = 2
"""The liberties of a chain that may be joined."""


@kernel
def points_to_join(board, search, fewest):
    """Return how many empty points beside the chains of the space are beside other chains of the owner, too, which have
    at least `fewest` liberties: a move there joins these.
    """
    cells, near, work = board.cells, board.near, search.work
    count = 0
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if work[DISTANCE, point] != 1 or cells[point, STONE] != 0:
            continue
        joins = False
        for k in range(4):
            beside = near[point, k]
            if cells[beside, STONE] == -search.question[PROVER]:
                head = cells[beside, HEAD]
                joins |= number_of(search, head) == MOST_CHAINS and cells[head, COUNT] >= fewest
        count += joins
    return count


@kernel
def may_capture(board, search):
    """Return whether an attacking chain in the space that has at most WEAK liberties is beside a chain of the owner."""
    cells, near, work = board.cells, board.near, search.work
    found = False
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if cells[point, STONE] == search.question[PROVER] and cells[cells[point, HEAD], COUNT] <= WEAK:
            for k in range(4):
                found |= cells[near[point, k], STONE] == -search.question[PROVER]
    return found


@kernel
def points_to_escape(board, search):
    """Return how many empty points the group's own chains reach that are not beside an enemy stone.

    A further chain of the owner counts if two such points link it, so that it cannot be cut off at once.
    """
    cells, near, work = board.cells, board.near, search.work
    queue, chains, links = work[POINTS], work[CHAINS], work[NUMBER]
    reached, stamp = new_stamp(board), new_stamp(board)
    size = count = done = grown = 0
    for n in range(sets.list_points(search.group, search.lists[0])):
        point = search.lists[0, n]
        if cells[point, STONE] == -search.question[PROVER] and board.marks[2, cells[point, HEAD]] != stamp:
            board.marks[2, cells[point, HEAD]] = stamp
            chains[count] = cells[point, HEAD]
            links[cells[point, HEAD]] = 2
            count += 1
    while grown < count or done < size:
        if grown < count:
            head = chains[grown]
            grown += 1
            for n in range(sets.list_points(cells[head, LIBERTIES:], search.lists[0])):
                size = _reach(board, search, search.lists[0, n], 1, reached, size)
            continue
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            stone = cells[beside, STONE]
            if stone == 0 and work[DISTANCE, point] <= REACH:
                size = _reach(board, search, beside, work[DISTANCE, point] + 1, reached, size)
            elif stone == -search.question[PROVER] and count < MOST_CHAINS:
                head = cells[beside, HEAD]
                if board.marks[2, head] != stamp:
                    board.marks[2, head] = stamp
                    links[head] = 0
                if not _is_met_before(board, point, k):
                    links[head] += 1
                if links[head] == 2:
                    chains[count] = head
                    count += 1
    return size


@kernel
def _is_met_before(board, point, k):
    """Return whether the chain on the neighbour `k` of a point is also on an earlier neighbour."""
    cells, near = board.cells, board.near
    found = False
    for j in range(k):
        same = cells[near[point, j], STONE] == cells[near[point, k], STONE]
        found |= same and cells[near[point, j], HEAD] == cells[near[point, k], HEAD]
    return found


@kernel
def _reach(board, search, point, distance, reached, size):
    """Add a point to those that the group reaches, unless it is there or beside an enemy stone; return their number."""
    if board.marks[0, point] == reached or size >= MOST_POINTS:
        return size
    read_around(board, point)
    for k in range(4):
        if board.cells[board.near[point, k], STONE] == search.question[PROVER]:
            return size
    board.marks[0, point] = reached
    search.work[POINTS, size] = point
    search.work[DISTANCE, point] = distance
    return size + 1
