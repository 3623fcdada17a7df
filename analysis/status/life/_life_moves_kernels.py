"""Compiled kernels of the life-and-death reader: the verdict on one board at a glance, and which moves to try on it.

Arguments as in `_life_kernels`. Sets of points are bits: uint64 words, 64 points each.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._life_eyes_kernels import count_eyes, open_eyes, possible_eyes
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
    LOOSE,
    NEXT,
    OFF,
    OURS,
    OUTSIDE,
    SAFE,
    SECOND,
    SURE,
    THEIRS,
    WALL,
    barred_to,
    is_shaky,
    label_zone,
    link_chains,
    spread_ours,
    spread_theirs,
)

UNKNOWN, DEAD, ALIVE = 0, 1, 2

OPEN_ENOUGH = 15  # points reached before the attacker that are as good as life, by territory or by escape
OPEN_LITTLE = 8  # fewer than these are no way out
OF_USE = 5  # liberties of a friend of whom nothing is known, for whom it may be worth to be joined


@kernel
def survey(board, near, beyond, zone, wide, work, owner, target, walls, safe, lost, to_move):
    """Look at a board: DEAD, ALIVE or UNKNOWN, and fill `work`.

    `walls` and `safe` are (area + 1,) bool: the attacker's stones that are not to be captured, the owner's other
    stones that live. DEAD: the target is gone, or there is no room for two eyes, no way out and nothing to capture.
    """
    if board[target] != owner:
        return DEAD
    count = set_walls(board, near, zone, wide, work, owner, walls, safe, to_move)
    return survey_dragon(board, near, beyond, zone, work, count, owner, target, lost, to_move)


@kernel
def survey_each(board, near, beyond, zone, wide, work, owner, targets, walls, none, to_move, verdicts, eyes, dragons):
    """`survey` of many chains of the owner, nothing known of his friends; fills a place, or a row, for each of them.

    targets -- (n,) int16, a point of each; none -- (area + 1,) bool, all False; verdicts, eyes -- (n,) int16;
    dragons -- (n, chains) bool: the chains of each dragon, by the numbers that LABEL has
    """
    kind = work[KIND]
    count = set_walls(board, near, zone, wide, work, owner, walls, none, to_move)
    for i in range(targets.size):
        verdicts[i] = survey_dragon(board, near, beyond, zone, work, count, owner, targets[i], none, to_move)
        eyes[i] = work[FACTS, EYES]
        for k in range(count):
            dragons[i, k] = kind[k] == DRAGON
            if kind[k] == DRAGON:
                kind[k] = FRIEND


@kernel
def set_walls(board, near, zone, wide, work, owner, walls, safe, to_move):
    """What is the same for all dragons: number the chains, tell walls from what is loose, fill THEIRS; how many chains.

    The owner's chains are friends, all of them, or safe.
    """
    label, kind = work[LABEL], work[KIND]
    count = label_zone(board, near, wide, work)
    for k in range(count):
        kind[k] = -1
    for i in range(wide.size):
        point = wide[i]
        k = label[point]
        if k < 0:
            continue
        if board[point] == owner:
            kind[k] = SAFE if safe[point] else max(kind[k], FRIEND)
        elif walls[point]:
            kind[k] = WALL
        elif kind[k] < 0:
            kind[k] = LOOSE
    for k in range(count):
        if kind[k] == WALL and is_shaky(board, near, work, k, -owner):
            kind[k] = LOOSE
    link_chains(board, near, zone, work, count, -owner, WALL, LOOSE, 1 if to_move == -owner else 2)
    spread_theirs(board, near, zone, work, -owner)
    return count


@kernel
def survey_dragon(board, near, beyond, zone, work, count, owner, target, lost, to_move):
    """`survey`, the walls being set."""
    label, liberties, kind, facts = work[LABEL], work[LIBERTIES], work[KIND], work[FACTS]
    kind[label[target]] = DRAGON
    link_chains(board, near, zone, work, count, owner, DRAGON, FRIEND, 2)
    held = spread_ours(board, near, zone, work, owner, to_move == owner)

    # Points that join the dragon to a friend that lives, and ways to friends that may.
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
                    other |= helps and liberties[label[beside]] >= OF_USE
            if ours and friend:
                joints += 1
                strong_joint |= barred_to(board, near, work, point, -owner) > 0
            near_safe |= friend and work[OURS, point] <= 2
            near_safe |= other and work[OURS, point] <= 1
    mine = to_move == owner
    free = liberties[label[target]]
    sure, doubt, upper, answered = count_eyes(board, near, beyond, zone, work, owner)
    facts[SURE] = sure
    facts[EYES] = possible_eyes(board, near, beyond, zone, work, owner)
    prey = 0
    for z in range(zone.size):
        point = zone[z]
        if board[point] == -owner and kind[label[point]] == LOOSE and liberties[label[point]] <= (2 if mine else 1):
            if work[CLOSED, point] > 0:
                continue
            for k in range(4):
                beside = near[point, k]
                if board[beside] == owner and kind[label[beside]] == DRAGON:
                    prey += 1
                    break
    outside = held
    for z in range(zone.size):
        outside -= work[CLOSED, zone[z]] > 0 and work[OURS, zone[z]] < FAR
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
def mark_next(board, near, zone, work, owner):
    """Fill NEXT."""
    label, kind, next_to = work[LABEL], work[KIND], work[NEXT]
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
    """Whether a move has nothing to do with the dragon: nothing near it, nothing that is about to be taken."""
    if work[NEXT, point] <= 2:
        return False
    for k in range(4):
        chain = work[LABEL, near[point, k]]
        if chain < 0:
            continue
        few = work[LIBERTIES, chain]
        if board[near[point, k]] == owner:
            if few == 1 and work[KIND, chain] == FRIEND:
                return False
        elif few == 1 or (few == 2 and (work[NEXT, work[FIRST, chain]] <= 2 or work[NEXT, work[SECOND, chain]] <= 2)):
            return False
    for k in range(4):
        corner = beyond[point, k]
        if board[corner] == owner and work[LABEL, corner] >= 0 and work[KIND, work[LABEL, corner]] == DRAGON:
            return False
    return True


@kernel
def weigh(board, near, beyond, work, point, owner, to_move):
    """How promising a move that is not far looks, by its surroundings; or -1 for suicide and filling an eye."""
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
            involved = work[NEXT, point] <= 2
            if few <= 2:
                involved |= work[NEXT, work[FIRST, chain]] <= 2 or (few == 2 and work[NEXT, work[SECOND, chain]] <= 2)
            if few == 1:
                score += 12 if involved else 4
            elif few == 2:
                score += 5 if involved else 2
            elif few == 3:
                score += 2
        elif work[KIND, chain] == DRAGON:
            score += 13 if few == 1 else 6 if few == 2 else 1
        elif work[KIND, chain] == SAFE:
            score += 6 if work[NEXT, point] <= 2 else 0
        else:
            score += 11 if few == 1 else 6 if few == 2 else 3
    if free == 0 or (filling and not takes):
        return -1
    running = work[FACTS, OUTSIDE] >= OPEN_LITTLE and work[NEXT, point] <= 2
    for k in range(4):
        corner = beyond[point, k]
        if board[corner] == 0:
            score += work[EYE, corner]
        if running:
            beside = near[point, k]
            score += board[beside] == 0 and work[OURS, beside] < FAR and work[THEIRS, beside] > 2
            score += board[corner] == 0 and work[OURS, corner] < FAR and work[THEIRS, corner] > 2
    if work[NEXT, point] <= 2:
        score += 4 if work[THEIRS, point] <= 2 else 2
    if free == 1 and not takes:
        score -= 4
    return max(score, 0)


@kernel
def candidates(board, near, beyond, zone, work, owner, to_move, ko, history, moves, scores):
    """Write the moves worth trying for `to_move` after `survey`, the best first; returns how many.

    They are the points next to the dragon and the points next to those, as far as the list has room: in and around
    the eye space, hane and descents on its border, links to friends, ways out; and captures and escapes of chains in
    atari, or of two liberties near the dragon. `history` is (2, area + 1): how often a move of the owner, of the
    attacker, worked elsewhere in the search; it goes for something.
    """
    mark_next(board, near, zone, work, owner)
    most = moves.size
    count = 0
    for z in range(zone.size):
        point = zone[z]
        if board[point] != 0 or point == ko or is_far(board, near, beyond, work, point, owner):
            continue
        score = weigh(board, near, beyond, work, point, owner, to_move)
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
    """Put a point into a set."""
    bits[point >> 6] |= np.uint64(1) << np.uint64(point & 63)


@kernel
def add_around(board, near, beyond, bits, point):
    """Put a point and the eight around it into a set."""
    add_point(bits, point)
    for k in range(4):
        if board[near[point, k]] != OFF:
            add_point(bits, near[point, k])
        if board[beyond[point, k]] != OFF:
            add_point(bits, beyond[point, k])


@kernel
def reason_zone(board, near, beyond, zone, work, owner, verdict, lost, bits):
    """Add the points on which a verdict of `survey` rests: the loser's stone elsewhere would not change it."""
    label, liberties, kind = work[LABEL], work[LIBERTIES], work[KIND]
    for z in range(zone.size):
        point = zone[z]
        empty = board[point] == 0
        if verdict == ALIVE:
            if work[CLOSED, point] > 0 or (empty and (work[NEXT, point] == 1 or work[OURS, point] < FAR)):
                add_around(board, near, beyond, bits, point)
        elif work[EYE, point] == 1 or work[CLOSED, point] > 0:
            add_around(board, near, beyond, bits, point)
        elif empty:
            if work[OURS, point] < FAR:
                add_point(bits, point)
            for k in range(4):
                beside = near[point, k]
                if board[beside] == -owner:
                    matters = liberties[label[beside]] <= 3
                else:
                    matters = board[beside] == owner and kind[label[beside]] != DRAGON and not lost[beside]
                    matters &= work[NEXT, point] <= 2
                if matters:
                    add_point(bits, point)
