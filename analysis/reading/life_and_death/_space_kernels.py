"""Compiled kernels that find the eye space of a group: the points where its owner may still make eyes.

From the group's chains the space grows through empty points, not past those that a wall reaches as soon, and to further
chains of the owner, but not on from safe ones: what is linked to them needs no more. An attacker's chain with few
liberties, or with all its liberties inside, may be captured and is part of it; the others are its walls. The space is
found anew in each position of a search. Tables are rows of `search.work`, their lengths in the row COUNTS.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .._question_kernels import PROVER
from .._reading_board_kernels import COUNT, HEAD, LIBERTIES, NEXT, SAFE, STONE, new_stamp, read_around

# Rows of `work`: the points of the space; by point its distance from the group's chains; the owner's chains, by their
# heads; by head the number of a chain; the heads of the attacker's chains that are not part of the space; what was
# counted; by head the stamp of the walls that have liberties outside; a list to work with; by point where it is in
# POINTS; by point whether a wall is beside it, with a stamp.
POINTS, DISTANCE, CHAINS, NUMBER, WALLS, COUNTS, KEPT, QUEUE, PLACE, BESIDE = range(10)
# Fields of COUNTS: points, chains and walls; the empty points where the space goes on beyond REACH; the safe chains of
# the owner, a bit each; the place of the first point whose distance was lowered; the stamp of BESIDE.
N_POINTS, N_CHAINS, N_WALLS, OPEN, LINKED, AGAIN, WALL_STAMP = range(7)

REACH = 2
"""The distance from the owner's chains up to which empty points belong to the space."""
WEAK = 2
"""An attacker's chain with no more liberties is part of the space."""
SMALL = 5
"""An attacker's chain with no more liberties may be enclosed in the space."""
MOST_POINTS, MOST_CHAINS = 80, 60


@kernel
def find_space(board, search):
    """Write the space around what is left of the group; marks[0] has the returned stamp on its points.

    It is found twice: first as if attacking chains with few liberties were no walls, to see which of them have all
    their liberties inside.
    """
    counts, walls = search.work[COUNTS], search.work[WALLS]
    inside = _spread(board, search, -1)
    kept = new_stamp(board)
    changed = False
    for n in range(counts[N_WALLS]):
        if _is_enclosed(board, search, walls[n], inside):
            changed = True
        else:
            search.work[KEPT, walls[n]] = kept
            changed |= board.cells[walls[n], COUNT] <= SMALL
    return _spread(board, search, kept) if changed else inside


@kernel
def _spread(board, search, kept):
    """Write the space; return the stamp of its points.

    kept -- the stamp in the row KEPT of the chains that are walls however few their liberties are, or -1 while these
    are not known
    """
    work, points = search.work, search.lists[0]
    counts = work[COUNTS]
    counts[:8] = 0
    inside, stamp = new_stamp(board), new_stamp(board)
    counts[WALL_STAMP] = stamp
    for n in range(sets.list_points(search.group, points)):
        if board.cells[points[n], STONE] == -search.question[PROVER]:
            _add_chain(board, search, board.cells[points[n], HEAD], stamp)
    point = chain = 0
    found = False  # once all points are, those at the border are processed again, to count where it is open
    counts[AGAIN] = MOST_POINTS
    while True:
        if chain < counts[N_CHAINS] and not found:
            if not board.cells[work[CHAINS, chain], SAFE]:
                _grow_from_chain(board, search, work[CHAINS, chain], inside, stamp, kept)
            chain += 1
        elif point < counts[N_POINTS]:
            if not found or work[DISTANCE, work[POINTS, point]] == REACH:
                _grow_from_point(board, search, work[POINTS, point], inside, stamp, kept)
            point += 1
        elif found:
            return inside
        else:
            found, point = True, 0
            counts[OPEN] = counts[N_POINTS] == MOST_POINTS
        if not found:
            point = min(point, counts[AGAIN])
        counts[AGAIN] = MOST_POINTS


@kernel
def _is_enclosed(board, search, head, inside):
    """Return whether a chain has all its liberties in the space."""
    points = search.lists[0]
    enclosed = not board.cells[head, SAFE]
    for n in range(sets.list_points(board.cells[head, LIBERTIES:], points)):
        enclosed &= board.marks[0, points[n]] == inside
    return enclosed


@kernel
def _add_chain(board, search, head, stamp):
    """Add a chain of the owner, unless it is there."""
    counts = search.work[COUNTS]
    if board.marks[2, head] == stamp or counts[N_CHAINS] >= MOST_CHAINS:
        return
    board.marks[2, head] = stamp
    sets.add(board.read, head)
    search.work[CHAINS, counts[N_CHAINS]] = head
    search.work[NUMBER, head] = counts[N_CHAINS]
    counts[LINKED] |= min(board.cells[head, SAFE], 1) << counts[N_CHAINS]
    counts[N_CHAINS] += 1


@kernel
def number_of(search, head):
    """Return the number of a chain of the owner, MOST_CHAINS if it was not reached."""
    number = search.work[NUMBER, head]
    if 0 <= number < search.work[COUNTS, N_CHAINS] and search.work[CHAINS, number] == head:
        return number
    return MOST_CHAINS


@kernel
def _add_point(board, search, point, distance, inside):
    """Add a point to the space; if it is there, lower its distance, so that it is processed again."""
    work = search.work
    counts = work[COUNTS]
    if board.marks[0, point] == inside:
        if distance < work[DISTANCE, point]:
            work[DISTANCE, point] = distance
            counts[AGAIN] = min(counts[AGAIN], work[PLACE, point])
    elif counts[N_POINTS] < MOST_POINTS:
        board.marks[0, point] = inside
        read_around(board, point)
        work[POINTS, counts[N_POINTS]] = point
        work[PLACE, point] = counts[N_POINTS]
        work[DISTANCE, point] = distance
        counts[N_POINTS] += 1


@kernel
def _add_stones(board, search, head, inside):
    """Add the stones of an attacker's chain to the space."""
    stone = head
    while True:
        _add_point(board, search, stone, 1, inside)
        stone = board.cells[stone, NEXT]
        if stone == head:
            return


@kernel
def _meet(board, search, head, inside, stamp, kept):
    """Add an attacker's chain to the walls, or its stones to the space; return whether it stops the space."""
    counts = search.work[COUNTS]
    few, safe = board.cells[head, COUNT], board.cells[head, SAFE]
    is_wall = safe or (few > WEAK and (kept < 0 or search.work[KEPT, head] == kept))
    if board.marks[2, head] != stamp:
        board.marks[2, head] = stamp
        sets.add(board.read, head)
        if not is_wall:
            _add_stones(board, search, head, inside)
        elif counts[N_WALLS] < MOST_POINTS:
            search.work[WALLS, counts[N_WALLS]] = head
            counts[N_WALLS] += 1
    return _stops(board, search, head, kept)


@kernel
def _grow_from_chain(board, search, head, inside, stamp, kept):
    """Add what is beside a chain of the owner."""
    cells, near = board.cells, board.near
    color = cells[head, STONE]
    stone = head
    while True:
        for k in range(4):
            beside = near[stone, k]
            if cells[beside, STONE] == 0:
                _add_point(board, search, beside, 1, inside)
            elif cells[beside, STONE] == -color:
                _meet(board, search, cells[beside, HEAD], inside, stamp, kept)
        stone = cells[stone, NEXT]
        if stone == head:
            return


@kernel
def _grow_from_point(board, search, point, inside, stamp, kept):
    """Add what is beside a point of the space.

    If a wall is as near to the point as the group, these are of the owner's chains only safe ones, and of the empty
    points only those to which no wall gets past this point.
    """
    cells, near = board.cells, board.near
    distance = search.work[DISTANCE, point]
    walled = False
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] == search.question[PROVER]:
            walled |= _meet(board, search, cells[beside, HEAD], inside, stamp, kept)
        elif cells[beside, STONE] == 0 and distance > 1:
            walled |= _is_beside_wall(board, search, beside, kept)
    for k in range(4):
        beside = near[point, k]
        stone = cells[beside, STONE]
        if stone == -search.question[PROVER]:
            if not walled or cells[cells[beside, HEAD], SAFE]:
                _add_chain(board, search, cells[beside, HEAD], stamp)
        elif stone == 0 and not (walled and _is_outrun(board, search, beside, point, distance + 1, kept)):
            if distance < REACH:
                _add_point(board, search, beside, distance + 1, inside)
            elif board.marks[0, beside] != inside:
                search.work[COUNTS, OPEN] += 1


@kernel
def _is_outrun(board, search, point, closed, most, kept):
    """Return whether a wall is at most so many steps, up to 3, away from a point, through empty points but `closed`."""
    if _is_beside_wall(board, search, point, kept):
        return True
    for steps in range(2, most + 1):
        for k in range(4):
            beside = board.near[point, k]
            if board.cells[beside, STONE] != 0 or beside == closed:
                continue
            if steps == 2 and _is_beside_wall(board, search, beside, kept):
                return True
            if steps == 3 and _is_next_to_one_beside_wall(board, search, beside, closed, kept):
                return True
    return False


@kernel
def _is_next_to_one_beside_wall(board, search, point, closed, kept):
    """Return whether an empty point beside this one, other than `closed`, is beside a wall."""
    for k in range(4):
        beside = board.near[point, k]
        if board.cells[beside, STONE] == 0 and beside != closed and _is_beside_wall(board, search, beside, kept):
            return True
    return False


@kernel
def _is_beside_wall(board, search, point, kept):
    """Return whether a wall that stops the space is beside a point; known while the space is found."""
    stamp = search.work[COUNTS, WALL_STAMP]
    known = search.work[BESIDE, point]
    if known >> 1 == stamp:
        return known & 1 == 1
    read_around(board, point)
    found = False
    for k in range(4):
        beside = board.near[point, k]
        if board.cells[beside, STONE] == search.question[PROVER]:
            found |= _stops(board, search, board.cells[beside, HEAD], kept)
    search.work[BESIDE, point] = stamp * 2 + found
    return found


@kernel
def _stops(board, search, head, kept):
    """Return whether an attacker's chain is a wall that the space does not go past."""
    few = board.cells[head, COUNT]
    if board.cells[head, SAFE]:
        return True
    return few > WEAK and (search.work[KEPT, head] == kept if kept >= 0 else few > SMALL)


@kernel
def add_links(board, search, zone, point):
    """Add the empty points by which the owner might link a point of the space, or a chain beside it, to safe stones.

    These are at most two steps from the safe stones. A stone of the owner there may change where the space ends.
    """
    cells, near = board.cells, board.near
    _add_links_beside(board, search, zone, point)
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] != -search.question[PROVER] or number_of(search, cells[beside, HEAD]) < MOST_CHAINS:
            continue
        stone = beside
        while True:
            _add_links_beside(board, search, zone, stone)
            stone = cells[stone, NEXT]
            if stone == beside:
                break


@kernel
def _add_links_beside(board, search, zone, point):
    """Add the empty points beside a point that are at most two steps from safe stones of the owner."""
    cells, near = board.cells, board.near
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] != 0:
            continue
        for j in range(4):
            other = near[beside, j]
            if _is_safe_friend(board, search, other):
                sets.add(zone, beside)
            if cells[other, STONE] != 0:
                continue
            for i in range(4):
                if _is_safe_friend(board, search, near[other, i]):
                    sets.add(zone, beside)
                    sets.add(zone, other)


@kernel
def _is_safe_friend(board, search, point):
    """Return whether a safe stone of the owner is on a point."""
    stone = board.cells[point, STONE]
    return stone == -search.question[PROVER] and board.cells[board.cells[point, HEAD], SAFE] != 0
