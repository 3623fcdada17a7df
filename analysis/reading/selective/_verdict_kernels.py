"""Compiled kernels of static evaluation: the verdict on one board.

Arguments as in `_chain_kernels`.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from ._chain_kernels import (
    CLOSED,
    DRAGON,
    EYES,
    FACTS,
    FAR,
    FRIEND,
    KIND,
    LABEL,
    LIBERTIES,
    OUTSIDE,
    OWNER_STEPS,
    SAFE,
    SURE,
    WALL,
    WEAK,
    fill_owner_steps,
    fill_wall_steps,
    label_zone,
    link_chains,
    may_be_captured,
    self_atari,
)
from ._eye_shape_kernels import open_eyes, possible_eyes
from ._region_kernels import count_eyes

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
