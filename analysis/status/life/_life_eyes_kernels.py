"""Compiled kernels of the life-and-death reader: the dragon's eyes in closed regions, and its space for further eyes.

Arguments as in `_life_kernels`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import bit_count, kernel
from ._life_kernels import CLOSED, DRAGON, EYE, KIND, LABEL, MARK, OFF, OWNER_STEPS, QUEUE, SAFE, WALL, WEAK, self_atari

LARGEST_REGION = 14  # points of a closed region, at most
ENTERED = 8  # points of a region without a corner that is two eyes, an attacking stone in it and the attacker to move


@kernel
def bad_corners(board, near, beyond, work, point, owner):
    """Rate how far the diagonal points of a point spoil it as an eye: 2 or less an eye, 3 in doubt, 4 or more a false
    eye.
    """
    value = 0
    corners = 0
    gaps = 0
    for k in range(4):
        corner = beyond[point, k]
        what = board[corner]
        if what == OFF:
            continue
        corners += 1
        if what == -owner:
            value += 2 if work[LABEL, corner] < 0 or work[KIND, work[LABEL, corner]] == WALL else 1
        elif what == 0 and self_atari(board, near, work, corner, -owner) == 0:
            value += 1
            gaps += 1
    if corners < 4:
        return value + 2
    return 3 if value == 2 and gaps == 2 else value


@kernel
def possible_eyes(board, near, beyond, zone, work, owner):
    """Fill EYE: points near the dragon that no wall touches and whose diagonals the attacker does not hold; return
    their number.
    """
    label, kind, ours, eye = work[LABEL], work[KIND], work[OWNER_STEPS], work[EYE]
    for i in range(board.size):
        eye[i] = 0
    count = 0
    for z in range(zone.size):
        point = zone[z]
        what = board[point]
        if what == owner or (what != 0 and kind[label[point]] != WEAK):
            continue
        close = ours[point] <= 4
        good = True
        for k in range(4):
            beside = near[point, k]
            other = board[beside]
            if other == -owner and kind[label[beside]] == WALL:
                good = False
            close |= other == owner and kind[label[beside]] == DRAGON
        if not (good and close):
            continue
        corners = 0
        bad = 0
        for k in range(4):
            corner = board[beyond[point, k]]
            if corner == OFF:
                continue
            corners += 1
            there = label[beyond[point, k]]
            bad += corner == -owner and (there < 0 or kind[there] == WALL)
        if bad > (1 if corners == 4 else 0):
            continue
        eye[point] = 1
        count += 1
    return count


@kernel
def shape_eyes(size, edges, most, bend):
    """Return the eyes of an empty closed region by its shape: (if the attacker moves first, how many more if the owner
    does).

    size  -- points; edges -- pairs of neighbouring points; most -- the largest number of neighbours of a point
    bend  -- whether the region contains a corner of the board and both points beside it
    """
    if size <= 2:
        return 1, 0
    if size == 3:
        return 1, 1
    if size == 4:
        if edges == 4:
            return 1, 0
        return (1, 1) if most == 3 or bend else (2, 0)
    if size == 5:
        return (1, 1) if edges == 5 or most == 4 else (2, 0)
    if size == 6 and ((most == 4 and edges >= 6) or (edges == 7 and bend)):
        return 1, 1
    return 2, 0


@kernel
def open_eyes(board, near, zone, work):
    """Estimate the eyes outside closed regions, after `possible_eyes` and `count_eyes`: (first, more).

    Every connected part of EYE counts by its shape, as if it were closed: `first` eyes if the attacker moves first
    in it, `more` further ones if the owner does.
    """
    eye, region, queue = work[EYE], work[CLOSED], work[QUEUE]
    first = 0
    more = 0
    for z in range(zone.size):
        start = zone[z]
        if eye[start] != 1 or region[start] > 0:
            continue
        eye[start] = 2
        queue[0] = start
        top = 1
        done = 0
        edges = 0
        most = 0
        bend = False
        while done < top:
            point = queue[done]
            done += 1
            degree = 0
            sides = 0
            for k in range(4):
                beside = near[point, k]
                sides += board[beside] != OFF
                if eye[beside] == 0 or region[beside] > 0:
                    continue
                degree += 1
                if eye[beside] == 1:
                    eye[beside] = 2
                    queue[top] = beside
                    top += 1
            bend |= sides == 2 and degree == 2
            edges += degree
            most = max(most, degree)
        sure, maybe = shape_eyes(top, edges // 2, most, bend)
        first += sure
        more += maybe
    for z in range(zone.size):
        eye[zone[z]] = min(eye[zone[z]], 1)
    return first, more


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
    label, kind, seen, queue, mark = work[LABEL], work[KIND], work[CLOSED], work[QUEUE], work[MARK]
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
        if board[start] != 0 or seen[start] != 0 or mark[start] != 0:
            continue
        beside_dragon = False
        for k in range(4):
            beside = near[start, k]
            beside_dragon |= board[beside] == owner and label[beside] >= 0 and kind[label[beside]] == DRAGON
            beside_dragon |= mark[beside] == 2
        if not beside_dragon:
            continue
        region += 1
        seen[start] = region
        queue[0] = start
        top = 1
        done = 0
        closed = True
        gaps = False
        stones = 0
        while done < top and closed:
            point = queue[done]
            done += 1
            stones += board[point] != 0
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
                    if mark[beside] != 0:
                        closed = False
                        break
                    if what != 0 and (label[beside] < 0 or kind[label[beside]] == WALL):
                        closed = False
                        break
                    if top >= LARGEST_REGION:
                        closed = False
                        break
                    seen[beside] = region
                    queue[top] = beside
                    top += 1
        if not closed:
            for i in range(top):
                seen[queue[i]] = -1
            continue
        good = 0
        maybe = 0
        edges = 0
        most = 0
        filled = 0
        filled_most = 0
        bend = False
        corner = False
        for i in range(top):
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
        edges //= 2
        filled //= 2
        firm = top == 1 or joined_outside(board, near, zone, work, owner, region, top)
        before = upper
        if stones > 0:
            if top > stones and good > 0 and firm and not gaps and (top <= 4 or 4 * stones <= top):
                sure += 1
                # A single stone is the attacker's first move in a region that was empty: the owner's turn there.
                if stones == 1 and good + maybe == top and shape_eyes(top, edges, most, bend)[0] == 2:
                    if top >= ENTERED and not corner:
                        sure += 1
                    else:
                        answered = True
            if top == stones + 1:
                # The owner may capture them, and the attacker plays into their shape.
                after, _ = shape_eyes(stones, filled, filled_most, False)
                upper += max(after, 1)
            else:
                upper += 2 if top >= 3 else 1
        elif good + maybe == 0:
            upper += top > 1
        elif good == top:
            first, more = shape_eyes(top, edges, most, bend)
            if firm:
                sure += first
                doubt += more
            elif top <= 2:
                doubt += 1
            else:
                sure += 1
            upper += first + more
        elif good == 0:
            doubt += 1
            upper += 1 if top <= 2 else 2
        else:
            if good >= 7 and firm:
                sure += 2
            elif top >= 4 or (firm and top >= 3):
                sure += 1
                doubt += good + maybe >= 3
            else:
                doubt += 1
            upper += 1 if good + maybe <= 2 else 2
        if gaps:
            upper = before
            for i in range(top):
                seen[queue[i]] = -1
    return sure, doubt, upper, answered
