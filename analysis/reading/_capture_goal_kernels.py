"""Compiled kernels of the goal of capturing a chain: when it is reached or missed, first estimates, moves."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from . import _zone_kernels as zones
from ._candidate_kernels import chains_beside, choose, choose_captures, choose_liberties
from ._ladder_kernels import is_caught
from ._question_kernels import (
    BY_KO,
    INFINITE,
    KO_FIGHT,
    LIMIT,
    ONE_PASS,
    PROVER,
    REFUTER_THREATS,
    TARGET,
)  # fmt: skip
from ._reading_board_kernels import (
    COUNT,
    HEAD,
    KO,
    LIBERTIES,
    NONE,
    OUTSIDE,
    SIZE,
    STONE,
    liberties,
    new_stamp,
    read_around,
)

# A chain is weak, and its liberties are candidate moves, if it has no more liberties than this:
BESIDE_TARGET, BESIDE_LIBERTY = 3, 2  # the attacker's chains beside the target, beside its liberties
FRIEND = 3  # the defender's chains beside the target's liberties
RACING = 2  # the attacker's chains beside the target, the defender's chains beside which are considered, too


@kernel
def evaluate(board, search, node, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    cells, question = board.cells, search.question
    area = cells.shape[0] - 2
    target = question[TARGET]
    color = -question[PROVER]
    if cells[target, STONE] != color:
        sets.clear(zone)
        _add_captors(board, zone, target)
        if prover_next or cells[area + 1, KO] != target:
            return 0, INFINITE, 0
        if node[REFUTER_THREATS] == 0:
            return 0, INFINITE, BY_KO
        return 1, 1, BY_KO
    head = cells[target, HEAD]
    count = cells[head, COUNT]
    if not prover_next:
        return _estimate_defence(board, search, head, zone)
    if count >= question[LIMIT]:
        sets.copy(zone, cells[head, LIBERTIES:])
        zones.add_stones(board, zone, head)
        return INFINITE, 0, 0
    if count == 2 and cells[head, SIZE] > 1 and is_caught(board, search, zone, NONE):
        return 0, INFINITE, ONE_PASS
    if count > 1:
        return count * count, question[LIMIT] - count, 0
    if sets.first_point(cells[head, LIBERTIES:]) == cells[area + 1, KO]:
        return KO_FIGHT, 1, 0
    if cells[head, SIZE] == 1:  # a ko, a snapback, or a capture
        return 1, 2, 0
    sets.clear(zone)
    zones.add_surroundings(board, zone, head)
    return 0, INFINITE, 0


@kernel
def _add_captors(board, zone, target):
    """Add the place of a captured stone and the chains around it with two liberties, so that it is no snapback."""
    cells, near = board.cells, board.near
    sets.add(zone, target)
    for k in range(4):
        beside = near[target, k]
        if cells[beside, STONE] == 0 or cells[beside, STONE] == OUTSIDE:
            continue
        zones.add_liberties(board, zone, cells[beside, HEAD], 2)


@kernel
def _estimate_defence(board, search, head, zone):
    """Estimate a position with the defender to move: saved if one move gains enough liberties."""
    cells, near = board.cells, board.near
    escape = search.question[LIMIT]
    count = cells[head, COUNT]
    points = search.lists[0]
    most = count
    color = cells[head, STONE]
    for n in range(sets.list_points(cells[head, LIBERTIES:], points)):
        read_around(board, points[n])
        room = count - 1
        joined = 0
        for k in range(4):
            beside = near[points[n], k]
            if cells[beside, STONE] == 0:
                room += not sets.has(cells[head, LIBERTIES:], beside)
            elif cells[beside, STONE] == color and cells[beside, HEAD] != head:
                joined = 1
        if room >= escape:
            sets.copy(zone, cells[head, LIBERTIES:])
            zones.add_stones(board, zone, head)
            for k in range(4):
                if cells[near[points[n], k], STONE] == 0:
                    sets.add(zone, near[points[n], k])
            return INFINITE, 0, 0
        most = max(most, min(room + joined, escape))
    return most * most, 1, 0


@kernel
def is_snapback(board, search, point):
    """Return whether the attacker's last move captured a target of one stone only to be captured itself.

    All points beside the target's are occupied then, so that a stone there takes the chain that captured.
    """
    cells = board.cells
    area = cells.shape[0] - 2
    target = search.question[TARGET]
    if cells[target, STONE] != 0 or cells[area + 1, KO] != NONE or liberties(board, point) > 1:
        return False
    free = 0
    for k in range(4):
        free += cells[board.near[target, k], STONE] == 0
    return free == 0


@kernel
def _choose_against(board, search, head, most):
    """Add the liberties of chains with at most `most` beside a chain, and the captures that save them."""
    cells = board.cells
    heads = search.lists[1]
    count = chains_beside(board, head, -cells[head, STONE], heads)
    for n in range(count):
        if choose_liberties(board, search, heads[n], most) <= most:
            choose_captures(board, search, heads[n], search.lists[2])


@kernel
def _choose_beside(board, search, head, most, stamp):
    """Add the liberties of chains with at most `most` beside the target, and moves in the races with the weakest."""
    walls = search.lists[0]
    for n in range(chains_beside(board, head, -board.cells[head, STONE], walls)):
        board.marks[2, walls[n]] = stamp
        found = choose_liberties(board, search, walls[n], most)
        if found <= RACING:
            _choose_against(board, search, walls[n], found)


@kernel
def list_attacks(board, search):
    """List the attacker's candidate moves, the most promising first."""
    cells, near = board.cells, board.near
    target = search.question[TARGET]
    color = cells[target, STONE]
    head = cells[target, HEAD]
    free = search.lists[0]
    count = sets.list_points(cells[head, LIBERTIES:], free)
    sets.add(board.read, head)
    sets.unite(board.read, cells[head, LIBERTIES:])
    for n in range(count):
        choose(board, search, free[n])
    for n in range(count):
        read_around(board, free[n])
        for k in range(4):
            if cells[near[free[n], k], STONE] == 0:
                choose(board, search, near[free[n], k])
    stamp = new_stamp(board)
    board.marks[2, head] = stamp
    _choose_beside(board, search, head, BESIDE_TARGET, stamp)
    count = sets.list_points(cells[head, LIBERTIES:], free)
    for n in range(count):
        for k in range(4):
            stone = cells[near[free[n], k], STONE]
            if stone == 0 or stone == OUTSIDE:
                continue
            other = cells[near[free[n], k], HEAD]
            if board.marks[2, other] != stamp:
                board.marks[2, other] = stamp
                choose_liberties(board, search, other, FRIEND if stone == color else BESIDE_LIBERTY)


@kernel
def list_defences(board, search):
    """List the defender's promising moves; return whether no others can help at once, but for a pass.

    After the target was captured in a ko there is only to retake. In atari only a move on the last liberty and captures
    of chains beside can help, unless the target is a single stone, which may be retaken by a ko or a snapback.
    """
    cells, near = board.cells, board.near
    target = search.question[TARGET]
    if cells[target, STONE] == 0:
        choose(board, search, target)
        return True
    color = cells[target, STONE]
    head = cells[target, HEAD]
    free = search.lists[0]
    for n in range(sets.list_points(cells[head, LIBERTIES:], free)):
        choose(board, search, free[n])
    if cells[head, COUNT] == 1 and cells[head, SIZE] > 1:
        choose_captures(board, search, head, search.lists[1])
        return True
    stamp = new_stamp(board)
    board.marks[2, head] = stamp
    _choose_beside(board, search, head, max(3, min(cells[head, COUNT] + 1, 5)), stamp)
    count = sets.list_points(cells[head, LIBERTIES:], free)
    for n in range(count):
        read_around(board, free[n])
        for k in range(4):
            beside = near[free[n], k]
            stone = cells[beside, STONE]
            if stone == 0:
                choose(board, search, beside)
            if stone == 0 or stone == OUTSIDE or board.marks[2, cells[beside, HEAD]] == stamp:
                continue
            board.marks[2, cells[beside, HEAD]] = stamp
            found = choose_liberties(board, search, cells[beside, HEAD], FRIEND + 1 if stone == color else FRIEND)
            if stone == color and found <= FRIEND + 1:
                _choose_against(board, search, cells[beside, HEAD], FRIEND + 1)
    return False


@kernel
def add_forced(board, search, zone):
    """Add what leaves the defender in atari no other moves: two liberties of the attacker's chains not in atari."""
    cells = board.cells
    target = search.question[TARGET]
    if cells[target, STONE] == 0:
        return
    heads = search.lists[1]
    for n in range(chains_beside(board, cells[target, HEAD], search.question[PROVER], heads)):
        zones.add_liberties(board, zone, heads[n], 2)
