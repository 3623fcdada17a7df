"""Compiled kernels of the goal of connecting two chains: when it is reached or missed, first estimates, moves."""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel
from . import _point_set_kernels as sets
from . import _zone_kernels as zones
from ._candidate_kernels import choose, choose_captures, choose_liberties
from ._path_kernels import CROSSED, measure_distances
from ._question_kernels import (
    BY_KO,
    INFINITE,
    KO_FIGHT,
    LATER,
    LIMIT,
    LISTED,
    LONGEST_PATH,
    OTHER,
    PROVER,
    PROVER_THREATS,
    TARGET,
)  # fmt: skip
from ._reading_board_kernels import COUNT, HEAD, KO, LIBERTIES, STONE, new_stamp

DETOUR = 1
"""Paths longer than the shortest by at most this give candidate moves, too."""
WEAK = 2
"""A chain on a path with no more liberties gives candidate moves."""
NEARLY = 4
"""The disproof number of chains that two moves would connect, the cutter to move, and the proof number if only one."""


@kernel
def root_distance(board, search):
    """Return how many moves it takes to connect the chains if nobody answers; more than LONGEST_PATH if too many."""
    return measure_distances(board, search, search.question[TARGET], search.question[OTHER], LONGEST_PATH, 0)


@kernel
def evaluate(board, search, node, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    cells, question = board.cells, search.question
    area = cells.shape[0] - 2
    ko = cells[area + 1, KO]
    for stone in (question[TARGET], question[OTHER]):
        if cells[stone, STONE] == question[PROVER]:
            continue
        if ko == stone and prover_next and node[PROVER_THREATS] > 0:
            return KO_FIGHT, 1, BY_KO
        sets.clear(zone)
        sets.add(zone, stone)
        return INFINITE, 0, BY_KO if ko == stone and prover_next else 0
    first, second = cells[question[TARGET], HEAD], cells[question[OTHER], HEAD]
    if first == second:
        return _estimate_joined(board, first, prover_next, zone)
    if prover_next and _can_join(board, search, first, second, zone):
        return 0, INFINITE, 0
    limit = question[LIMIT] if prover_next else question[LIMIT] - 1
    distance = measure_distances(board, search, first, second, limit, 0)
    if distance > limit:
        sets.clear(zone)
        zones.add_stones(board, zone, first)
        zones.add_stones(board, zone, second)
        return INFINITE, 0, 0
    if distance > 1:
        return (distance * distance if prover_next else 2 * distance * distance), 1, 0
    if prover_next:
        return 2, 1, 0
    if distance == 0 or _common_liberties(board, first, second) > 1:
        return 1, NEARLY, 0
    return NEARLY, 1, 0


@kernel
def _estimate_joined(board, head, prover_next, zone):
    """Estimate a position in which the stones are one chain: connected if that cannot be captured at once."""
    cells = board.cells
    if cells[head, COUNT] > 1:
        sets.clear(zone)
        zones.add_stones(board, zone, head)
        zones.add_liberties(board, zone, head, 2)
        return 0, INFINITE, 0
    if prover_next:
        return 2, 1, 0
    sets.clear(zone)
    zones.add_surroundings(board, zone, head)
    return INFINITE, 0, 0


@kernel
def _common_liberties(board, first, second):
    """Return how many liberties two chains have in common."""
    cells = board.cells
    count = 0
    for field in range(LIBERTIES, cells.shape[1]):
        count += bit_count(np.uint64(cells[first, field] & cells[second, field]))
    return count


@kernel
def _can_join(board, search, first, second, zone):
    """Return whether a move on a common liberty makes two chains one with two liberties; then its zone is written."""
    cells, near = board.cells, board.near
    ko = cells[cells.shape[0] - 1, KO]
    for field in range(LIBERTIES, cells.shape[1]):
        zone[field - LIBERTIES] = cells[first, field] & cells[second, field]
    points = search.lists[0]
    for n in range(sets.list_points(zone, points)):
        point = points[n]
        if point == ko:
            continue
        sets.copy(zone, cells[first, LIBERTIES:])
        sets.unite(zone, cells[second, LIBERTIES:])
        for k in range(4):
            if cells[near[point, k], STONE] == 0:
                sets.add(zone, near[point, k])
        if sets.size_of(zone) < 3:
            continue
        free = sets.list_points(zone, points)
        kept = 0
        sets.clear(zone)
        for m in range(free):
            if points[m] != point and kept < 2:
                sets.add(zone, points[m])
                kept += 1
        sets.add(zone, point)
        zones.add_stones(board, zone, first)
        zones.add_stones(board, zone, second)
        return True
    return False


@kernel
def _choose_weak(board, search, head, most):
    """Add the liberties of a chain if it has at most `most`, and the captures of chains in atari beside it."""
    if choose_liberties(board, search, head, most) <= most:
        choose_captures(board, search, head, search.lists[2])


@kernel
def list_moves(board, search):
    """List the candidate moves of either side: on shortest paths, then on slightly longer ones."""
    cells, question = board.cells, search.question
    area = cells.shape[0] - 2
    color, stamp = question[PROVER], new_stamp(board)
    for stone in (question[TARGET], question[OTHER]):
        if cells[stone, STONE] != color:  # just captured in a ko
            choose(board, search, stone)
            return
    first, second = cells[question[TARGET], HEAD], cells[question[OTHER], HEAD]
    distance = measure_distances(board, search, first, second, LONGEST_PATH, 0)
    reach = min(distance + DETOUR, LONGEST_PATH)
    measure_distances(board, search, first, area, reach, 0)
    measure_distances(board, search, second, area, reach, 1)
    for extra in range(DETOUR + 1):
        for point in range(area):
            both = search.work[0, point] + search.work[1, point]
            stone = cells[point, STONE]
            if both > distance + extra + CROSSED:
                continue
            if stone == 0:
                if both - 1 == distance + extra:
                    choose(board, search, point)
                continue
            head = cells[point, HEAD]
            if board.marks[2, head] == stamp:
                continue
            if stone == color:
                if both == distance + extra:
                    board.marks[2, head] = stamp
                    _choose_weak(board, search, head, WEAK)
            elif both - cells[head, COUNT] <= distance + extra:
                board.marks[2, head] = stamp
                _choose_weak(board, search, head, CROSSED)
        if extra == 0:
            search.totals[LATER] = search.totals[LISTED]
