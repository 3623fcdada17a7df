"""Compiled kernels of static evaluation: points where the dragon may have eyes, and eyes by their shape.

Arguments as in `_chain_kernels`.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from ._chain_kernels import CLOSED, DRAGON, EYE, KIND, LABEL, OFF, OWNER_STEPS, QUEUE, WALL, WEAK, self_atari


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
    bend  -- whether the region contains a corner of the board and both points beside it, or such a point of a board
             one point wide: no stone on it touches the chains around
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
