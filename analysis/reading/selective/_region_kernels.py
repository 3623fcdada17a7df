"""Compiled kernels of static evaluation: the dragon's closed regions, and how many eyes they are.

Arguments as in `_chain_kernels`. The points of the region in question are the first `size` of QUEUE; in CLOSED they
have its number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...runtime.jit import bit_count, kernel
from ._chain_kernels import CLOSED, DRAGON, KIND, LABEL, MARK, OFF, QUEUE, SAFE, WALL, WEAK, self_atari
from ._eye_shape_kernels import bad_corners, shape_eyes

LARGEST_REGION = 14  # points of a closed region, at most
ENTERED = 8  # points of a region without a corner that is two eyes, an attacking stone in it and the attacker to move


class Shape(NamedTuple):
    """What counts of a closed region: numbers of points, and of pairs of neighbouring points.

      size, stones -- its points, and those with an attacking stone
      good, maybe  -- the points that can be an eye, and those in doubt
      edges, most  -- its pairs, and the largest number of neighbours of a point
      filled, filled_most -- the same of its stones
      bend, corner -- whether it contains a corner of the board with both points beside it, and whether it contains one;
                      any point between two others of a board one point wide counts as a corner
      gaps         -- whether the attacker can enter at its edge, where the owner answers
    """

    size: int
    stones: int
    good: int
    maybe: int
    edges: int
    most: int
    filled: int
    filled_most: int
    bend: bool
    corner: bool
    gaps: bool


@kernel
def joined_outside(board, near, zone, work, owner, region, top):
    """Return whether the dragon's chains around a closed region are linked outside it. The region's first `top` points
    are in QUEUE.

    At most eight chains are followed; their numbers are written behind the region's points.
    """
    label, seen, queue = work[LABEL], work[CLOSED], work[QUEUE]
    chains = queue[top:]
    count = 0
    for i in range(top):
        for k in range(4):
            beside = near[queue[i], k]
            if board[beside] != owner or index_of(chains, count, label[beside]) >= 0:
                continue
            if count == 8:
                return False
            chains[count] = label[beside]
            count += 1
    if count == 1:
        return True
    # bit 8 i + j: chains i and j share a liberty; they share two, or one that the attacker cannot use
    shared, linked = np.uint64(0), np.uint64(0)
    for z in range(zone.size):
        point = zone[z]
        if board[point] != 0 or seen[point] == region:
            continue
        touching = np.uint64(0)
        for k in range(4):
            beside = near[point, k]
            if board[beside] == owner:
                found = index_of(chains, count, label[beside])
                if found >= 0:
                    touching |= np.uint64(1) << np.uint64(found)
        if bit_count(touching) < 2:
            continue
        pairs = np.uint64(0)
        for j in range(count):
            if (touching >> np.uint64(j)) & np.uint64(1) != 0:
                pairs |= touching << np.uint64(8 * j)
        linked |= pairs if self_atari(board, near, work, point, -owner) == 2 else shared & pairs
        shared |= pairs
    group, before = np.uint64(1), np.uint64(0)
    while group != before:
        before = group
        for j in range(count):
            if (group >> np.uint64(j)) & np.uint64(1) != 0:
                group |= (linked >> np.uint64(8 * j)) & np.uint64(255)
    return group == (np.uint64(1) << np.uint64(count)) - np.uint64(1)


@kernel
def index_of(numbers, count, number):
    """Return the index of a number among the first `count`, or -1."""
    for i in range(count):
        if numbers[i] == number:
            return i
    return -1


@kernel
def mark_gaps(board, near, zone, work, owner):
    """Fill MARK: 1 on empty points beside a wall, where the attacker can enter; 2 and 3 on points behind them.

    2: the one point on which the owner stops an attacker that has entered; 3: one of several such points, or a stone
    that the attacker would connect to.
    """
    label, kind, mark = work[LABEL], work[KIND], work[MARK]
    for i in range(board.size):
        mark[i] = 0
    for z in range(zone.size):
        point = zone[z]
        if board[point] != 0:
            continue
        walled = False
        free = False
        for k in range(4):
            beside = near[point, k]
            free |= board[beside] == 0
            walled |= board[beside] == -owner and (label[beside] < 0 or kind[label[beside]] == WALL)
        if walled and (free or self_atari(board, near, work, point, -owner) < 2):
            mark[point] = 1
    for z in range(zone.size):
        point = zone[z]
        if mark[point] != 1:
            continue
        behind = 0
        for k in range(4):
            behind += board[near[point, k]] == 0 and mark[near[point, k]] != 1
        for k in range(4):
            beside = near[point, k]
            if board[beside] == 0 and mark[beside] != 1:
                mark[beside] = max(mark[beside], 2 if behind == 1 else 3)
            elif board[beside] == -owner and kind[label[beside]] == WEAK:
                mark[beside] = 3


@kernel
def count_eyes(board, near, beyond, zone, work, owner):
    """Count the eyes of the dragon's closed regions, small ones with dead stones in them included.

    A region that the attacker can enter at its edge counts as what is left when every intrusion is answered. CLOSED
    gets the numbers of closed regions from 1, other points 0 or less. Returns (sure eyes; regions with one more if
    the owner moves first; the largest possible number of eyes if the owner moves first in each closed region;
    whether a region with a single attacking stone in it has one more eye if the owner answers that stone).
    """
    seen, queue, mark = work[CLOSED], work[QUEUE], work[MARK]
    mark_gaps(board, near, zone, work, owner)
    for i in range(board.size):
        seen[i] = 0
    sure = 0
    doubt = 0
    upper = 0
    answered = False
    region = 0
    for z in range(zone.size):
        start = zone[z]
        if board[start] != 0 or seen[start] != 0 or mark[start] != 0 or not is_beside_dragon(near, work, start):
            continue
        region += 1
        size, closed, gaps = fill_region(board, near, work, owner, start, region)
        if closed:
            shape = shape_of(board, near, beyond, work, owner, (region, size, gaps))
            firm = size == 1 or joined_outside(board, near, zone, work, owner, region, size)
            eyes, more, most, reply = eyes_of(shape, firm)
            sure += eyes
            doubt += more
            upper += 0 if gaps else most
            answered |= reply
        if gaps or not closed:
            for i in range(size):
                seen[queue[i]] = -1
    return sure, doubt, upper, answered


@kernel
def is_beside_dragon(near, work, point):
    """Return whether an empty point touches the dragon, or a point that only the owner's stone there defends."""
    label, kind, mark = work[LABEL], work[KIND], work[MARK]
    for k in range(4):
        beside = near[point, k]
        if mark[beside] == 2:
            return True
        if label[beside] >= 0 and kind[label[beside]] == DRAGON:
            return True
    return False


@kernel
def fill_region(board, near, work, owner, start, region):
    """Write the points of a region into QUEUE, and its number into CLOSED there.

    Returns (points written, whether the region is closed and small, whether the attacker can enter at its edge).
    """
    label, kind, seen, queue, mark = work[LABEL], work[KIND], work[CLOSED], work[QUEUE], work[MARK]
    seen[start] = region
    queue[0] = start
    top = 1
    done = 0
    closed = True
    gaps = False
    while done < top and closed:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            what = board[beside]
            if what == OFF:
                continue
            if what == owner:
                closed &= label[beside] >= 0 and (kind[label[beside]] == DRAGON or kind[label[beside]] == SAFE)
            elif mark[beside] == 2:
                gaps = True
            elif seen[beside] != region:
                walled = what != 0 and (label[beside] < 0 or kind[label[beside]] == WALL)
                if mark[beside] != 0 or walled or top >= LARGEST_REGION:
                    closed = False
                    break
                seen[beside] = region
                queue[top] = beside
                top += 1
    return top, closed, gaps


@kernel
def shape_of(board, near, beyond, work, owner, space):
    """Return the Shape of a closed region. space -- (its number, its size, whether the attacker can enter)."""
    region, size, gaps = space
    seen, queue, mark = work[CLOSED], work[QUEUE], work[MARK]
    stones = good = maybe = edges = most = filled = filled_most = 0
    bend = corner = False
    for i in range(size):
        point = queue[i]
        degree = 0
        inner = 0
        sides = 0
        for k in range(4):
            beside = near[point, k]
            sides += board[beside] != OFF
            degree += board[beside] != OFF and seen[beside] == region and board[beside] != owner
            inner += board[beside] == -owner
        bend |= sides == 2 and degree == 2
        corner |= sides == 2
        edges += degree
        most = max(most, degree)
        stones += board[point] != 0
        if board[point] == -owner:
            filled += inner
            filled_most = max(filled_most, inner)
        spoilt = 0
        if degree <= 1:
            spoilt = bad_corners(board, near, beyond, work, point, owner)
            if gaps:
                for k in range(4):
                    spoilt += mark[beyond[point, k]] == 1
        if spoilt <= 2:
            good += 1
        elif spoilt == 3:
            maybe += 1
    return Shape(size, stones, good, maybe, edges // 2, most, filled // 2, filled_most, bend, corner, gaps)


@kernel
def eyes_of(shape, firm):
    """Return what a closed region is worth: (sure eyes, further ones if the owner moves first, the most that are
    possible if it does, one more where two may be left if the attacker does, whether there is one more if the owner
    answers the single attacking stone in it).

    firm -- whether the chains around it are linked outside it
    """
    if shape.stones > 0:
        return eyes_around_stones(shape, firm)
    size, usable = shape.size, shape.good + shape.maybe
    if usable == 0:
        return 0, 0, int(size > 1), False
    if shape.good == size:
        first, more = shape_eyes(size, shape.edges, shape.most, shape.bend)
        # a rectangular six in the corner may live although the attacker moves first, by its outside liberties
        most = first + more + int(size == 6 and shape.edges == 7 and shape.bend)
        if firm:
            return first, more, most, False
        return int(size > 2), int(size <= 2), most, False
    if shape.good == 0:
        return 0, 1, 1 if size <= 2 else 2, False
    possible = 1 if usable <= 2 else 2 if usable <= 4 else 3
    if shape.good >= 7 and firm:
        return 2, 0, possible, False
    if size >= 4 or (firm and size >= 3):
        return 1, int(usable >= 3), possible, False
    return 0, 1, possible, False


@kernel
def eyes_around_stones(shape, firm):
    """Return the same as `eyes_of` for a region with attacking stones in it."""
    size, stones = shape.size, shape.stones
    sure = 0
    answered = False
    if size > stones and shape.good > 0 and firm and not shape.gaps and (size <= 4 or 4 * stones <= size):
        sure = 1
        # A single stone is the attacker's first move in a region that was empty: the owner's turn there.
        whole = stones == 1 and shape.good + shape.maybe == size
        if whole and shape_eyes(size, shape.edges, shape.most, shape.bend)[0] == 2:
            if size >= ENTERED and not shape.corner:
                sure = 2
            else:
                answered = True
    if size == stones + 1:
        # The owner may capture them, and the attacker plays into their shape.
        after, _ = shape_eyes(stones, shape.filled, shape.filled_most, False)
        return sure, 0, max(after, 1), answered
    return sure, 0, 2 if size >= 3 else 1, answered
