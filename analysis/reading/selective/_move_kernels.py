"""Compiled kernels of the candidate moves around a group, after its static evaluation.

Arguments as in `_chain_kernels`.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from ._chain_kernels import (
    DRAGON,
    EYE,
    FACTS,
    FAR,
    FIRST,
    FRIEND,
    KIND,
    LABEL,
    LIBERTIES,
    LIBERTY_ORDER,
    OFF,
    OUTSIDE,
    OWNER_STEPS,
    SAFE,
    SECOND,
    WALL_STEPS,
)
from ._verdict_kernels import OPEN_LITTLE


@kernel
def mark_liberty_order(board, near, zone, work, owner):
    """Fill LIBERTY_ORDER."""
    label, kind, next_to = work[LABEL], work[KIND], work[LIBERTY_ORDER]
    for i in range(board.size):
        next_to[i] = FAR
    for z in range(zone.size):
        point = zone[z]
        if board[point] == 0:
            for k in range(4):
                beside = near[point, k]
                if board[beside] == owner and label[beside] >= 0 and kind[label[beside]] == DRAGON:
                    next_to[point] = 1
    for z in range(zone.size):
        point = zone[z]
        if board[point] == 0 and next_to[point] == FAR:
            for k in range(4):
                if next_to[near[point, k]] == 1:
                    next_to[point] = 2


@kernel
def is_far(board, near, beyond, work, point, owner):
    """Return whether a move does not concern the dragon: no point near it, no chain that is about to be captured."""
    if work[LIBERTY_ORDER, point] <= 2:
        return False
    for k in range(4):
        chain = work[LABEL, near[point, k]]
        if chain < 0:
            continue
        few = work[LIBERTIES, chain]
        if board[near[point, k]] == owner:
            if few == 1 and work[KIND, chain] == FRIEND:
                return False
        elif few == 1 or (
            few == 2
            and (work[LIBERTY_ORDER, work[FIRST, chain]] <= 2 or work[LIBERTY_ORDER, work[SECOND, chain]] <= 2)
        ):
            return False
    for k in range(4):
        corner = beyond[point, k]
        if board[corner] == owner and work[LABEL, corner] >= 0 and work[KIND, work[LABEL, corner]] == DRAGON:
            return False
    return True


@kernel
def score_move(board, near, beyond, work, point, owner, to_move):
    """Score a move that is not far by its neighbourhood; -1 for suicide and for filling an eye."""
    score = 3 * work[EYE, point]
    free = 0
    takes = False
    filling = work[EYE, point] == 1 and to_move == owner
    for k in range(4):
        beside = near[point, k]
        what = board[beside]
        if what == OFF:
            continue
        filling &= what == owner
        chain = work[LABEL, beside]
        if what == 0:
            free += 1
            score += 2 * work[EYE, beside]
            continue
        if chain < 0:
            continue
        few = work[LIBERTIES, chain]
        if what == to_move:
            free += few - 1
        elif few == 1:
            takes = True
            free += 2
        if what != owner:
            involved = work[LIBERTY_ORDER, point] <= 2
            if few <= 2:
                involved |= work[LIBERTY_ORDER, work[FIRST, chain]] <= 2
                involved |= few == 2 and work[LIBERTY_ORDER, work[SECOND, chain]] <= 2
            if few == 1:
                score += 12 if involved else 4
            elif few == 2:
                score += 5 if involved else 2
            elif few == 3:
                score += 2
        elif work[KIND, chain] == DRAGON:
            score += 13 if few == 1 else 6 if few == 2 else 1
        elif work[KIND, chain] == SAFE:
            score += 6 if work[LIBERTY_ORDER, point] <= 2 else 0
        else:
            score += 11 if few == 1 else 6 if few == 2 else 3
    if free == 0 or (filling and not takes):
        return -1
    running = work[FACTS, OUTSIDE] >= OPEN_LITTLE and work[LIBERTY_ORDER, point] <= 2
    for k in range(4):
        corner = beyond[point, k]
        if board[corner] == 0:
            score += work[EYE, corner]
        if running:
            beside = near[point, k]
            score += board[beside] == 0 and work[OWNER_STEPS, beside] < FAR and work[WALL_STEPS, beside] > 2
            score += board[corner] == 0 and work[OWNER_STEPS, corner] < FAR and work[WALL_STEPS, corner] > 2
    if work[LIBERTY_ORDER, point] <= 2:
        score += 4 if work[WALL_STEPS, point] <= 2 else 2
    if free == 1 and not takes:
        score -= 4
    return max(score, 0)


@kernel
def candidates(board, group, work, to_move, ko, moves, scores):
    """Write the candidate moves of `to_move` after `evaluate_dragon`, the best first; return their number.

    They are the liberties of the dragon and their neighbours, as far as `moves` has space: in and around the eye
    space, hane and descents on its border, links to friends, escapes; and captures and rescues of chains in atari,
    or with two liberties near the dragon, but not the point `ko`.
    """
    near, beyond, zone, owner = group.near, group.beyond, group.zone, group.owner
    mark_liberty_order(board, near, zone, work, owner)
    most = moves.size
    count = 0
    for z in range(zone.size):
        point = zone[z]
        if board[point] != 0 or point == ko or is_far(board, near, beyond, work, point, owner):
            continue
        score = score_move(board, near, beyond, work, point, owner, to_move)
        if score < 0:
            continue
        if count < most:
            count += 1
        elif score <= scores[most - 1]:
            continue
        place = count - 1
        while place > 0 and scores[place - 1] < score:
            scores[place] = scores[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        scores[place] = score
        moves[place] = point
    return count
