"""Compiled kernels of the goal of killing a group by selected moves, where positions are evaluated statically.

The prover attacks. The group is the dragon of `_chain_kernels`: it is dead, or lives, by the verdict of
`_verdict_kernels`; of either side only the moves of `_move_kernels` are tried, and of the refuter a pass.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .._candidate_kernels import choose
from .._question_kernels import INFINITE
from .._reading_board_kernels import NONE, STONE
from ..life_and_death._life_zone_kernels import write_captured_zone
from ._chain_kernels import (
    CLOSED,
    DRAGON,
    EYE,
    EYES,
    FACTS,
    FAR,
    KIND,
    LABEL,
    LIBERTIES,
    LIBERTY_ORDER,
    OFF,
    OUTSIDE,
    OWNER_STEPS,
    SURE,
)
from ._move_kernels import candidates, mark_liberty_order
from ._verdict_kernels import ALIVE, DEAD, UNKNOWN, evaluate_dragon


@kernel
def evaluate(board, search, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    selective = search.selective
    group, work = selective.group, selective.work
    verdict = _verdict(board, search, prover_next)
    if verdict == UNKNOWN:
        return *_first_numbers(work), 0
    if board.cells[group.target, STONE] != group.owner:
        write_captured_zone(board, search, search.group, group.owner, zone)
    else:
        sets.clear(zone)
        add_reasons(selective.stones, group, work, verdict, zone)
    return (0, INFINITE, 0) if verdict == DEAD else (INFINITE, 0, 0)


@kernel
def _verdict(board, search, prover_next):
    """Return the static verdict on the position, of which only the stones that the group's context has are seen."""
    selective = search.selective
    group, stones = selective.group, selective.stones
    for point in range(stones.size - 1):
        stones[point] = board.cells[point, STONE] if group.read[point] else 0
    stones[stones.size - 1] = OFF
    return evaluate_dragon(stones, group, selective.work, -group.owner if prover_next else group.owner)


@kernel
def _first_numbers(work):
    """Return the (proof, disproof) numbers of an evaluated board: by the dragon's possible eyes, and its sure ones."""
    possible, outside = min(8, work[FACTS, EYES]), min(12, work[FACTS, OUTSIDE])
    return 1 + possible // 2 + outside // 3, 1 + 2 * (2 - min(2, work[FACTS, SURE]))


@kernel
def list_moves(board, search, proving):
    """List the candidate moves of the prover, or of the refuter, the most promising first."""
    selective = search.selective
    group, found = selective.group, selective.moves
    _verdict(board, search, proving)
    mover = -group.owner if proving else group.owner
    count = candidates(selective.stones, group, selective.work, mover, NONE, found, selective.scores)
    for n in range(count):
        choose(board, search, found[n])


@kernel
def _add_around(board, near, beyond, points, point):
    """Add a point and the eight around it to a set."""
    sets.add(points, point)
    for k in range(4):
        if board[near[point, k]] != OFF:
            sets.add(points, near[point, k])
        if board[beyond[point, k]] != OFF:
            sets.add(points, beyond[point, k])


@kernel
def add_reasons(board, group, work, verdict, points):
    """Add to a set the points on which a verdict of `evaluate_dragon` depends: a stone of the losing side elsewhere
    would not change it.
    """
    near, beyond, zone, owner, lost = group.near, group.beyond, group.zone, group.owner, group.lost
    mark_liberty_order(board, near, zone, work, owner)
    label, liberties, kind = work[LABEL], work[LIBERTIES], work[KIND]
    for z in range(zone.size):
        point = zone[z]
        empty = board[point] == 0
        if verdict == ALIVE:
            reached = work[LIBERTY_ORDER, point] == 1 or work[OWNER_STEPS, point] < FAR
            if work[CLOSED, point] > 0 or (empty and reached):
                _add_around(board, near, beyond, points, point)
        elif work[EYE, point] == 1 or work[CLOSED, point] > 0:
            _add_around(board, near, beyond, points, point)
        elif empty:
            if work[OWNER_STEPS, point] < FAR:
                sets.add(points, point)
            for k in range(4):
                beside = near[point, k]
                if board[beside] == -owner:
                    matters = liberties[label[beside]] <= 3
                else:
                    matters = board[beside] == owner and kind[label[beside]] != DRAGON and not lost[beside]
                    matters &= work[LIBERTY_ORDER, point] <= 2
                if matters:
                    sets.add(points, point)
