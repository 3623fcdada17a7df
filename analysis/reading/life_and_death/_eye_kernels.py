"""Compiled kernels that count the eyes of a group in its space: those it has, and the most it can get.

Regions are connected parts of the space, empty points and attacking stones. One that touches neither a wall nor the
open is closed. The eyes a group has follow D. Benson, Life in the Game of Go (1976): a closed region all of whose empty
points are liberties of a chain is an eye of it; a region inside a single chain may be two, by its shape.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from .._question_kernels import PROVER, TWO_EYES
from .._reading_board_kernels import COUNT, HEAD, OUTSIDE, STONE, new_stamp
from ._space_kernels import COUNTS, N_CHAINS, N_POINTS, POINTS, QUEUE, number_of

# Rows of `work`, after those of the space: by point the region; then by region its points, the chains around it (a bit
# each), the chains for which it is an eye, whether it is closed, twice the pairs of adjacent points, the most points
# beside one, and how many eyes it is if a single chain surrounds it.
REGION, SIZE, BORDER, VITAL, CLOSED, PAIRS, WIDEST, EYES = range(10, 18)
FAR = 12
"""The largest number of moves to two eyes that is counted."""
LARGE, LARGE_IN_CORNER = 7, 9
"""A region of so many points inside a single chain, without or with a corner of the board, is two eyes or a seki. Of
random ones with eight in a corner one in ten is a ko."""
LARGE_WITHOUT_SEKI, LARGE_IN_CORNER_WITHOUT_SEKI = 8, 12
"""The same, if a seki does not count as life. Of random ones with nine in a corner one in five is a seki."""


@kernel
def _find_regions(board, search, within):
    """Write the regions that the points of the space with this stamp in marks[1] make; return their number."""
    work = search.work
    for n in range(work[COUNTS, N_POINTS]):
        work[REGION, work[POINTS, n]] = -1
    count = 0
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if work[REGION, point] < 0 and board.marks[1, point] == within:
            _fill_region(board, search, point, count, within)
            count += 1
    return count


@kernel
def _fill_region(board, search, first, region, within):
    """Write one region."""
    cells, near, work = board.cells, board.near, search.work
    size, border, vital, closed, pairs, widest = 1, np.int64(0), np.int64(-1), 1, 0, 0
    queue = work[QUEUE]
    queue[0] = first
    work[REGION, first] = region
    done = 0
    while done < size:
        point = queue[done]
        done += 1
        around = np.int64(0)
        inner = 0
        for k in range(4):
            beside = near[point, k]
            stone = cells[beside, STONE]
            if stone == -search.question[PROVER]:
                around |= np.int64(1) << number_of(search, cells[beside, HEAD])
            elif stone != OUTSIDE and board.marks[1, beside] == within:
                inner += 1
                if work[REGION, beside] != region:
                    work[REGION, beside] = region
                    queue[size] = beside
                    size += 1
            elif stone != OUTSIDE:
                closed = 0
        border |= around
        if cells[point, STONE] == 0:
            vital &= around
        pairs += inner
        widest = max(widest, inner)
    work[SIZE, region], work[BORDER, region], work[VITAL, region] = size, border, vital & border
    work[CLOSED, region], work[PAIRS, region], work[WIDEST, region] = closed, pairs, widest


@kernel
def living_chains(board, search):
    """Return the chains of the owner that live whatever the attacker does, a bit each, and the number of regions."""
    marks, work = board.marks, search.work
    within = new_stamp(board)
    for n in range(work[COUNTS, N_POINTS]):
        marks[1, work[POINTS, n]] = within
    regions = _find_regions(board, search, within)
    for region in range(regions):
        work[EYES, region] = _eyes_by_shape(board, search, region)
    living = (np.int64(1) << work[COUNTS, N_CHAINS]) - 1
    changed = True
    while changed and living:
        changed = False
        for chain in range(work[COUNTS, N_CHAINS]):
            bit = np.int64(1) << chain
            if living & bit and _eyes_of(search, bit, living, regions) < 2:
                living ^= bit
                changed = True
    return living, regions


@kernel
def _eyes_of(search, bit, living, regions):
    """Return how many eyes a chain has in regions that only living chains surround."""
    work = search.work
    eyes = 0
    for region in range(regions):
        border = work[BORDER, region]
        if not work[CLOSED, region] or border & ~living:
            continue
        if border == bit:
            eyes += work[EYES, region]
        elif work[VITAL, region] & bit:
            eyes += 1
    return eyes


@kernel
def corner_of(board, point, k):
    """Return the diagonal neighbour `k`, 0 to 3, of a point; "off the board" if there is none."""
    return board.near[board.near[point, k >> 1], 2 + (k & 1)]


@kernel
def has_vital_point(size, pairs, widest):
    """Return whether a shape of at most 6 points is two eyes if its owner takes a point, one if the attacker does.

    pairs  -- of adjacent points; widest -- the most points beside one of them
    """
    if size == 5:
        return widest == 4 or pairs == 5
    return size == 3 or (size == 4 and widest == 3) or (size == 6 and pairs == 6 and widest == 4)


@kernel
def _eyes_by_shape(board, search, region):
    """Return how many eyes a region inside a single chain is, the attacker to move.

    Shapes that are two eyes except in a corner of the board count as one there, and so do shapes with attacking stones.
    """
    cells, near, work = board.cells, board.near, search.work
    size, pairs, widest = work[SIZE, region], work[PAIRS, region] // 2, work[WIDEST, region]
    attacked = corner = False
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if work[REGION, point] != region:
            continue
        attacked |= cells[point, STONE] != 0
        walls = 0
        for k in range(4):
            walls += cells[near[point, k], STONE] == OUTSIDE
        corner |= walls == 2
    if attacked:
        return 1 if work[VITAL, region] else 0
    if size >= LARGE:
        sekis = search.question[TWO_EYES] != 0
        if corner:
            return 2 if size >= (LARGE_IN_CORNER_WITHOUT_SEKI if sekis else LARGE_IN_CORNER) else 1
        return 2 if size >= (LARGE_WITHOUT_SEKI if sekis else LARGE) else 1
    if size < 4 or corner or (size == 4 and pairs == 4):
        return 1
    return 1 if has_vital_point(size, pairs, widest) else 2


@kernel
def most_eyes(board, search, inside, attacker_next, no_ko):
    """Return how many eyes the owner can get in the space at most, so far as shapes tell, and the points for them.

    A point beside a wall cannot be part of an eye. The attacker, to move, takes the vital point of one region.

    no_ko -- whether the owner wins no ko, so that a false eye is none unless a single chain goes round it
    """
    cells, near, marks, work = board.cells, board.near, board.marks, search.work
    within = new_stamp(board)
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        possible = True
        for k in range(4):
            beside = near[point, k]
            possible &= cells[beside, STONE] != search.question[PROVER] or marks[0, beside] == inside
        if possible:
            marks[1, point] = within
    if no_ko:
        _drop_open_points(board, search, within)
    regions = _find_regions(board, search, within)
    total = room = 0
    vital = attacker_next
    for region in range(regions):
        most, least = _most_in(board, search, region, within)
        if no_ko and work[SIZE, region] == 1 and _is_false(board, search, region, inside):
            most = least = 0
        total += least if vital else most
        vital &= most == least
        room += work[SIZE, region] if most > 0 else 0
    return total, room


@kernel
def _drop_open_points(board, search, within):
    """Take the stamp off points of possible eyes that the owner has to fill.

    These are beside a point that cannot be part of an eye, and where a stone of the owner would have no link but here.
    """
    cells, near, marks, work = board.cells, board.near, board.marks, search.work
    changed = True
    while changed:
        changed = False
        for n in range(work[COUNTS, N_POINTS]):
            point = work[POINTS, n]
            if marks[1, point] != within:
                continue
            for k in range(4):
                beside = near[point, k]
                stone = cells[beside, STONE]
                if stone == OUTSIDE or stone == -search.question[PROVER] or marks[1, beside] == within:
                    continue
                linked = False
                for j in range(4):
                    other = near[beside, j]
                    own = cells[other, STONE] == -search.question[PROVER]
                    linked |= other != point and (own or (cells[other, STONE] != OUTSIDE and marks[1, other] == within))
                if not linked:
                    marks[1, point] = 0
                    changed = True


@kernel
def _most_in(board, search, region, within):
    """Return how many eyes a region of possible eye points can become at most: the owner, or the attacker, to move."""
    cells, work = board.cells, search.work
    size, pairs, widest = work[SIZE, region], work[PAIRS, region] // 2, work[WIDEST, region]
    attackers = 0
    taken = False
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if work[REGION, point] != region:
            continue
        inner = 0
        for k in range(4):
            beside = board.near[point, k]
            inner += cells[beside, STONE] != OUTSIDE and board.marks[1, beside] == within
        attackers += cells[point, STONE] != 0
        taken |= inner == widest and cells[point, STONE] != 0
    if size < 3 or (size == 4 and pairs == 4 and attackers == 0):
        return 1, 1
    if attackers > 1 and not (size == 3 and taken):  # they may be captured, and leave another shape
        return 2, 2
    if not has_vital_point(size, pairs, widest):
        return 2, 2
    return 1 if taken else 2, 1 if taken or attackers == 0 else 2


@kernel
def _is_false(board, search, region, inside):
    """Return whether an eye on a single point is false: walls on two corners of it, or one at the edge.

    It is not if the chains around are one.
    """
    cells, near, work = board.cells, board.near, search.work
    point = -1
    for n in range(work[COUNTS, N_POINTS]):
        if work[REGION, work[POINTS, n]] == region:
            point = work[POINTS, n]
    edges = walls = 0
    whole = True
    head = -1
    for k in range(4):
        beside = near[point, k]
        if cells[beside, STONE] == OUTSIDE:
            edges += 1
            continue
        whole &= cells[beside, STONE] == -search.question[PROVER] and (head < 0 or head == cells[beside, HEAD])
        head = cells[beside, HEAD]
    for k in range(4):
        corner = corner_of(board, point, k)
        walls += cells[corner, STONE] == search.question[PROVER] and board.marks[0, corner] != inside
    return not whole and (walls > 1 or (walls == 1 and edges > 0))


@kernel
def moves_to_two_eyes(board, search, inside):
    """Return how many moves the owner needs, if nobody answers, for two single-point eyes; FAR at most."""
    work = search.work
    needs = work[SIZE]
    least = FAR
    count = work[COUNTS, N_POINTS]
    for n in range(count):
        needs[n] = _moves_to_eye(board, search, work[POINTS, n], inside)
    for n in range(count):
        for m in range(n):
            if needs[n] + needs[m] < least and not _is_beside(board, work[POINTS, n], work[POINTS, m]):
                least = needs[n] + needs[m]
    return least


@kernel
def _is_beside(board, one, other):
    """Return whether two points are adjacent."""
    found = False
    for k in range(4):
        found |= board.near[one, k] == other
    return found


@kernel
def _moves_to_eye(board, search, point, inside):
    """Return how many moves the owner needs to make a point an eye; FAR if walls prevent it."""
    cells, near = board.cells, board.near
    moves = 0
    if cells[point, STONE] == search.question[PROVER]:
        moves += cells[cells[point, HEAD], COUNT]
    edges = lost = open_corners = 0
    for k in range(4):
        beside = near[point, k]
        stone = cells[beside, STONE]
        if stone == OUTSIDE:
            edges += 1
        elif stone == search.question[PROVER]:
            if board.marks[0, beside] != inside:
                return FAR
            if cells[point, STONE] == 0:
                moves += 1 + cells[cells[beside, HEAD], COUNT]
        elif stone == 0:
            moves += 1
    for k in range(4):
        corner = corner_of(board, point, k)
        stone = cells[corner, STONE]
        if stone == 0:
            open_corners += 1
        elif stone == search.question[PROVER]:
            lost += board.marks[0, corner] != inside
            open_corners += board.marks[0, corner] == inside
    allowed = 1 if edges == 0 else 0
    if lost > allowed:
        return FAR
    return moves + max(0, open_corners + lost - allowed)
