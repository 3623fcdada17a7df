"""Compiled kernels of static evaluation: chains, walls, links, and which side reaches a point first.

board    -- (area + 1,) int8: +1 Black, -1 White, 0 empty, and OFF in the place of the sentinel
near     -- Grid.neighbours; beyond -- Grid.diagonals
zone     -- the points considered; extended -- these and their neighbours; chains are followed beyond both
owner    -- +1 or -1, the colour of the dragon: the chain on `target` and all linked to it. The other side attacks
work     -- (ROWS, area + 1) int16, scratch space for the evaluation of one board, by named rows
Code that reads a single point indexes `work` directly: taking a row out of it first costs more than the read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...runtime.jit import array_kernel, kernel

OFF = 3

ROWS = 14
LABEL = 0  # the number of the chain on a point, or -1
LIBERTIES = 1  # of chain k, in place k
FIRST, SECOND = 2, 3  # the first two liberties of chain k
SIZE = 4  # number of stones of chain k
KIND = 5  # kind of chain k: see below
OWNER_STEPS = 6  # distance from the dragon through points that it reaches before the attacker does; or FAR
WALL_STEPS = 7  # distance from the attacker's walls; or FAR
LIBERTY_ORDER = 8  # of an empty point: 1 a liberty of the dragon, 2 beside a liberty, or FAR
EYE = 9  # 1 where the owner may still have an eye
CLOSED = 10  # the number of the closed region of a point, from 1; or 0 or -1 in none
FACTS = 11  # totals: see below
MARK, QUEUE = 12, 13  # scratch

# Kinds of chains. The attacker's: WEAK ones may be captured, WALL ones not. The owner's: the DRAGON itself; FRIEND, of
# unknown life; SAFE, alive without the dragon.
WEAK, WALL, DRAGON, FRIEND, SAFE = 0, 1, 2, 3, 4
FAR = 99
MOST_CANDIDATES = 24

# FACTS: number of points where the owner may have an eye; of eyes in closed regions whoever moves first; of points
# outside those that the owner reaches first.
EYES, SURE, OUTSIDE = 0, 1, 2


class GroupArrays(NamedTuple):
    """A dragon and what does not change while moves are played around it.

      near, beyond, zone, extended, owner, target -- as above
      walls -- (area + 1,) bool: the attacker's stones that cannot be captured
      safe  -- (area + 1,) bool: the owner's other stones that live
      lost  -- (area + 1,) bool: the owner's other stones that are dead
      read  -- (area,) bool: the points whose stones are seen by a search; others count as empty
    """

    near: npt.NDArray[np.int16]
    beyond: npt.NDArray[np.int16]
    zone: npt.NDArray[np.int16]
    extended: npt.NDArray[np.int16]
    owner: int
    target: int
    walls: npt.NDArray[np.bool_]
    safe: npt.NDArray[np.bool_]
    lost: npt.NDArray[np.bool_]
    read: npt.NDArray[np.bool_]


class Selective(NamedTuple):
    """What a search of selected moves works in.

      group  -- GroupArrays
      stones -- (area + 1,) int8: the board that is evaluated; work -- as above
      moves, scores -- (MOST_CANDIDATES,): candidate moves, and their scores
    """

    group: GroupArrays
    stones: npt.NDArray[np.int8]
    work: npt.NDArray[np.int16]
    moves: npt.NDArray[np.int16]
    scores: npt.NDArray[np.int32]


@array_kernel
def new_selective(near, beyond):
    """Return the space for searches of selected moves on a grid, without a group."""
    area = near.shape[0] - 1
    none = np.zeros(0, np.int16)
    nowhere = np.zeros(0, np.bool_)
    return Selective(
        GroupArrays(near, beyond, none, none, 1, 0, nowhere, nowhere, nowhere, nowhere),
        np.zeros(area + 1, np.int8), np.zeros((ROWS, area + 1), np.int16),
        np.zeros(MOST_CANDIDATES, np.int16), np.zeros(MOST_CANDIDATES, np.int32),
    )


@kernel
def label_zone(board, near, extended, work):
    """Number the chains that have a stone in `extended`, and count their liberties; return the number of chains."""
    area = board.size - 1
    label, liberties, first, second = work[LABEL], work[LIBERTIES], work[FIRST], work[SECOND]
    mark, queue, size = work[MARK], work[QUEUE], work[SIZE]
    for i in range(area + 1):
        label[i] = -1
        mark[i] = -1
    count = 0
    for i in range(extended.size):
        start = extended[i]
        color = board[start]
        if color == 0 or label[start] >= 0:
            continue
        label[start] = count
        queue[0] = start
        done = 0
        top = 1
        free = 0
        first[count] = -1
        second[count] = -1
        while done < top:
            point = queue[done]
            done += 1
            for k in range(4):
                beside = near[point, k]
                what = board[beside]
                if what == 0:
                    if mark[beside] != count:
                        mark[beside] = count
                        if free == 0:
                            first[count] = beside
                        elif free == 1:
                            second[count] = beside
                        free += 1
                elif what == color and label[beside] < 0:
                    label[beside] = count
                    queue[top] = beside
                    top += 1
        liberties[count] = free
        size[count] = top
        count += 1
    return count


@kernel
def extension(board, near, work, chain, point, barred, color):
    """Estimate the liberties of `color` after joining `chain` at `point`, the point `barred` being occupied by the
    enemy.
    """
    count = work[LIBERTIES, chain] - 1
    if barred != point and barred >= 0:
        count -= 1
    for k in range(4):
        beside = near[point, k]
        if board[beside] == 0:
            if beside != barred:
                known = False
                for j in range(4):
                    other = near[beside, j]
                    known |= board[other] == color and work[LABEL, other] == chain
                if not known:
                    count += 1
        elif board[beside] == color and work[LABEL, beside] != chain:
            count += 1 if work[LABEL, beside] < 0 else max(0, work[LIBERTIES, work[LABEL, beside]] - 1)
        elif board[beside] == -color and work[LABEL, beside] >= 0 and work[LIBERTIES, work[LABEL, beside]] == 1:
            count += 1
    return count


@kernel
def may_be_captured(board, near, work, chain, color):
    """Return whether a chain of `color` with at most two liberties may be captured if the other side moves first."""
    if work[LIBERTIES, chain] > 2:
        return False
    if work[LIBERTIES, chain] <= 1:
        return True
    one, two = work[FIRST, chain], work[SECOND, chain]
    return (
        extension(board, near, work, chain, two, one, color) <= 2
        or extension(board, near, work, chain, one, two, color) <= 2
    )


@kernel
def self_atari(board, near, work, point, color):
    """Return 2 if a stone of `color` on this empty point captures nothing and has no liberty, 1 if it has one, else 0.

    A chain that it joins gives its other liberties once for each of its stones beside the point: two stones of a chain
    with two liberties count as two.
    """
    free = 0
    for k in range(4):
        beside = near[point, k]
        what = board[beside]
        if what == 0:
            free += 1
        elif what == color:
            free += 1 if work[LABEL, beside] < 0 else max(0, work[LIBERTIES, work[LABEL, beside]] - 1)
        elif what == -color and work[LABEL, beside] >= 0 and work[LIBERTIES, work[LABEL, beside]] == 1:
            return 0
    return 2 if free == 0 else 1 if free == 1 else 0


@kernel
def link_chains(board, near, zone, work, count, color, kinds, most):
    """Mark as the first of two `kinds` every chain of `color` that is linked to one of that kind.

    A link is two common liberties, or one if `most` is 1, or one that the other side cannot use. Only chains of the
    second kind are marked. MARK is used as scratch space.
    """
    seed, other = kinds
    label, kind, link, joints = work[LABEL], work[KIND], work[QUEUE], work[MARK]
    found = 0
    for z in range(zone.size):  # points shared by such chains
        point = zone[z]
        if board[point] != 0:
            continue
        one = -1
        several = False
        open_end = False
        for k in range(4):
            chain = label[near[point, k]] if board[near[point, k]] == color else -1
            if chain >= 0 and (kind[chain] == seed or kind[chain] == other):
                several |= one >= 0 and chain != one
                open_end |= kind[chain] == other
                one = chain
        if several and open_end:
            joints[found] = point
            found += 1
    changed = found > 0
    while changed:
        changed = False
        for k in range(count):
            link[k] = 0
        for i in range(found):
            point = joints[i]
            has = False
            for k in range(4):
                beside = near[point, k]
                if board[beside] == color and label[beside] >= 0 and kind[label[beside]] == seed:
                    has = True
            if not has:
                continue
            worth = -1
            for k in range(4):
                beside = near[point, k]
                if board[beside] != color or label[beside] < 0 or kind[label[beside]] != other:
                    continue
                again = False
                for j in range(k):
                    before = near[point, j]
                    again |= board[before] == color and label[before] == label[beside]
                if again:
                    continue
                if worth < 0:
                    worth = self_atari(board, near, work, point, -color)
                link[label[beside]] += 2 if worth == 2 or (worth == 1 and work[LIBERTIES, label[beside]] >= 3) else 1
        for k in range(count):
            if kind[k] == other and link[k] >= most:
                kind[k] = seed
                changed = True


@kernel
def find_groups(board, near, zone, work, owner, together):
    """Find which of the owner's chains belong together, the attacker to move.

    Fills row k of `together`, (chains, chains) bool, with the chains of the dragon of chain k, for the owner's
    chains.
    """
    kind = work[KIND]
    count = label_zone(board, near, zone, work)
    for z in range(zone.size):
        k = work[LABEL, zone[z]]
        if k >= 0:
            kind[k] = FRIEND if board[zone[z]] == owner else WALL
    for k in range(count):
        if kind[k] != FRIEND:
            continue
        kind[k] = DRAGON
        link_chains(board, near, zone, work, count, owner, (DRAGON, FRIEND), 2)
        for other in range(count):
            together[k, other] = kind[other] == DRAGON
            if kind[other] == DRAGON:
                kind[other] = FRIEND


@kernel
def fill_wall_steps(board, near, zone, work, attacker):
    """Fill WALL_STEPS: the distance from the attacker's walls through empty points and weak stones."""
    label, kind, theirs, queue = work[LABEL], work[KIND], work[WALL_STEPS], work[QUEUE]
    top = 0
    for i in range(board.size):
        theirs[i] = FAR
    for z in range(zone.size):
        point = zone[z]
        if board[point] == attacker and kind[label[point]] == WALL:
            theirs[point] = 0
            queue[top] = point
            top += 1
    done = 0
    while done < top:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            what = board[beside]
            if theirs[beside] == FAR and (what == 0 or what == attacker):
                theirs[beside] = theirs[point] + 1
                queue[top] = beside
                top += 1


@kernel
def fill_owner_steps(board, near, zone, work, owner, mine):
    """Fill OWNER_STEPS; return how many points of the zone the dragon reaches before the attacker does.

    Paths lead through stones that the owner can capture, if it is the owner's turn (`mine`).
    """
    label, kind, ours, theirs, queue = work[LABEL], work[KIND], work[OWNER_STEPS], work[WALL_STEPS], work[QUEUE]
    inside = work[MARK]
    top = 0
    for i in range(board.size):
        ours[i] = FAR
        inside[i] = 0
    for z in range(zone.size):
        point = zone[z]
        inside[point] = 1
        if board[point] == owner and kind[label[point]] == DRAGON:
            ours[point] = 0
            queue[top] = point
            top += 1
    done = 0
    held = 0
    while done < top:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            what = board[beside]
            if inside[beside] == 0 or ours[beside] != FAR:
                continue
            step = ours[point]
            if what == owner:
                if step > 2:
                    continue
            else:
                if what != 0 and (kind[label[beside]] != WEAK or work[LIBERTIES, label[beside]] > 1 or not mine):
                    continue
                step += 1
                if step >= theirs[beside]:
                    continue
                held += 1
            ours[beside] = step
            queue[top] = beside
            top += 1
    return held
