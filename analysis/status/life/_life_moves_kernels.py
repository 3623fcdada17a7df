"""Compiled kernels of the life-and-death reader: the static verdict on one board, and its candidate moves.

Arguments as in `_life_kernels`. Sets of points are bit sets: uint64 words, 64 points each.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._life_eyes_kernels import open_eyes, possible_eyes
from ._life_kernels import (
    CLOSED,
    DRAGON,
    EYE,
    EYES,
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
    SURE,
    WALL,
    WALL_STEPS,
    WEAK,
    fill_owner_steps,
    fill_wall_steps,
    label_zone,
    link_chains,
    may_be_captured,
    self_atari,
)
from ._life_regions_kernels import count_eyes

UNKNOWN, DEAD, ALIVE = 0, 1, 2

OPEN_ENOUGH = 15  # so many points reached before the attacker count as life, by territory or by escape
OPEN_LITTLE = 8  # fewer are no escape
USEFUL_LIBERTIES = 5  # a friend of unknown life with so many liberties is worth joining


@kernel
def evaluate_dragon(board, group, work, to_move):
    """Evaluate a board statically: DEAD, ALIVE or UNKNOWN; fill `work`. `group` is GroupArrays.

    DEAD: the target is captured, or there is no space for two eyes, no escape and nothing to capture.
    """
    if board[group.target] != group.owner:
        return DEAD
    count = set_walls(board, group, work, to_move)
    work[KIND, work[LABEL, group.target]] = DRAGON
    link_chains(board, group.near, group.zone, work, count, group.owner, (DRAGON, FRIEND), 2)
    return evaluate_linked(board, group, work, group.target, to_move)


@kernel
def evaluate_dragons(board, group, work, targets, to_move, verdicts, dragons):
    """Evaluate many chains of the owner as `evaluate_dragon` does that of the group; one entry or row for each.

    targets -- (n,) int16, a point of each; verdicts -- (n,) int16, output
    dragons -- (n, chains) bool, output: the chains of each dragon, by their numbers in LABEL
    """
    near, zone, label, kind = group.near, group.zone, work[LABEL], work[KIND]
    count = set_walls(board, group, work, to_move)
    for i in range(targets.size):
        kind[label[targets[i]]] = DRAGON
        link_chains(board, near, zone, work, count, group.owner, (DRAGON, FRIEND), 2)
        same = _same_dragon(work, count, targets, i, dragons)
        if same < i:
            verdicts[i] = verdicts[same]
        else:
            verdicts[i] = evaluate_linked(board, group, work, targets[i], to_move)
        for k in range(count):
            dragons[i, k] = kind[k] == DRAGON
            if kind[k] == DRAGON:
                kind[k] = FRIEND


@kernel
def _same_dragon(work, count, targets, i, dragons):
    """Return the first of the targets before number `i` with the same verdict, whose dragon is the same; else `i`.

    Of the target's own chain the verdict knows whether it has two liberties.
    """
    label, liberties, kind = work[LABEL], work[LIBERTIES], work[KIND]
    free = liberties[label[targets[i]]] >= 2
    for j in range(i):
        if not dragons[j, label[targets[i]]] or (liberties[label[targets[j]]] >= 2) != free:
            continue
        same = True
        for k in range(count):
            same &= dragons[j, k] == (kind[k] == DRAGON)
        if same:
            return j
    return i


@kernel
def set_walls(board, group, work, to_move):
    """Do the part common to all dragons: number the chains, tell walls from weak chains, fill WALL_STEPS; return the
    number of chains. All chains of the owner become FRIEND or SAFE.
    """
    near, zone, extended, owner = group.near, group.zone, group.extended, group.owner
    walls, safe = group.walls, group.safe
    label, kind = work[LABEL], work[KIND]
    count = label_zone(board, near, extended, work)
    for k in range(count):
        kind[k] = -1
    for i in range(extended.size):
        point = extended[i]
        k = label[point]
        if k < 0:
            continue
        if board[point] == owner:
            kind[k] = SAFE if safe[point] else max(kind[k], FRIEND)
        elif walls[point]:
            kind[k] = WALL
        elif kind[k] < 0:
            kind[k] = WEAK
    for k in range(count):
        if kind[k] == WALL and may_be_captured(board, near, work, k, -owner):
            kind[k] = WEAK
    link_chains(board, near, zone, work, count, -owner, (WALL, WEAK), 1 if to_move == -owner else 2)
    fill_wall_steps(board, near, zone, work, -owner)
    return count


@kernel
def evaluate_linked(board, group, work, target, to_move):
    """Do the rest of `evaluate_dragon` for the dragon of the chain on `target`, its chains being known."""
    near, beyond, zone, owner, lost = group.near, group.beyond, group.zone, group.owner, group.lost
    label, liberties, kind, facts = work[LABEL], work[LIBERTIES], work[KIND], work[FACTS]
    held = fill_owner_steps(board, near, zone, work, owner, to_move == owner)

    # Points that join the dragon to a living chain, and paths to chains that may live.
    joints = 0
    strong_joint = False
    near_safe = False
    for z in range(zone.size):
        point = zone[z]
        if board[point] == 0:
            ours = False
            friend = False
            other = False
            for k in range(4):
                beside = near[point, k]
                if board[beside] == owner and label[beside] >= 0:
                    ours |= kind[label[beside]] == DRAGON
                    friend |= kind[label[beside]] == SAFE
                    helps = kind[label[beside]] == FRIEND and not lost[beside]
                    other |= helps and liberties[label[beside]] >= USEFUL_LIBERTIES
            if ours and friend:
                joints += 1
                strong_joint |= self_atari(board, near, work, point, -owner) > 0
            near_safe |= friend and work[OWNER_STEPS, point] <= 2
            near_safe |= other and work[OWNER_STEPS, point] <= 1
    mine = to_move == owner
    free = liberties[label[target]]
    sure, doubt, upper, answered = count_eyes(board, near, beyond, zone, work, owner)
    facts[SURE] = sure
    facts[EYES] = possible_eyes(board, near, beyond, zone, work, owner)
    prey = 0
    for z in range(zone.size):
        point = zone[z]
        if board[point] == -owner and kind[label[point]] == WEAK and liberties[label[point]] <= (2 if mine else 1):
            if work[CLOSED, point] > 0:
                continue
            for k in range(4):
                beside = near[point, k]
                if board[beside] == owner and kind[label[beside]] == DRAGON:
                    prey += 1
                    break
    outside = held
    for z in range(zone.size):
        outside -= work[CLOSED, zone[z]] > 0 and work[OWNER_STEPS, zone[z]] < FAR
    facts[OUTSIDE] = outside
    if strong_joint or joints >= 2:
        return ALIVE
    if held >= OPEN_ENOUGH + (4 if mine else 0) and free >= 2:
        return ALIVE
    if (free >= 2 or mine) and sure + doubt // 2 + (mine and answered) >= 2:
        return ALIVE
    first, more = open_eyes(board, near, zone, work)
    room = upper + first + more
    if not mine and doubt + more > 0:
        room -= 1
    if room < 2 and outside < OPEN_LITTLE and prey == 0 and joints == 0 and not near_safe:
        return DEAD
    return UNKNOWN


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
def candidates(board, group, work, to_move, ko, history, moves, scores):
    """Write the candidate moves of `to_move` after `evaluate_dragon`, the best first; return their number.

    They are the liberties of the dragon and their neighbours, as far as `moves` has space: in and around the eye
    space, hane and descents on its border, links to friends, escapes; and captures and rescues of chains in atari,
    or with two liberties near the dragon. `history` is (2, area + 1): how often a move of the owner, of the
    attacker, worked elsewhere in the search; it adds to the score.
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
        won = history[1 if to_move != owner else 0, point]
        while won > 0:
            score += 2
            won >>= 1
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


@kernel
def add_point(bits, point):
    """Add a point to a bit set."""
    bits[point >> 6] |= np.uint64(1) << np.uint64(point & 63)


@kernel
def add_around(board, near, beyond, bits, point):
    """Add a point and the eight around it to a bit set."""
    add_point(bits, point)
    for k in range(4):
        if board[near[point, k]] != OFF:
            add_point(bits, near[point, k])
        if board[beyond[point, k]] != OFF:
            add_point(bits, beyond[point, k])


@kernel
def reason_zone(board, group, work, verdict, bits):
    """Add the points on which a verdict of `evaluate_dragon` depends: a stone of the losing side elsewhere would not
    change it.
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
                add_around(board, near, beyond, bits, point)
        elif work[EYE, point] == 1 or work[CLOSED, point] > 0:
            add_around(board, near, beyond, bits, point)
        elif empty:
            if work[OWNER_STEPS, point] < FAR:
                add_point(bits, point)
            for k in range(4):
                beside = near[point, k]
                if board[beside] == -owner:
                    matters = liberties[label[beside]] <= 3
                else:
                    matters = board[beside] == owner and kind[label[beside]] != DRAGON and not lost[beside]
                    matters &= work[LIBERTY_ORDER, point] <= 2
                if matters:
                    add_point(bits, point)
