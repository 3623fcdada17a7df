"""Compiled kernels of connection reading: ways between two chains, and the moves on and near the shortest.

The length of a way is the number of moves that the connector needs for it if the cutter stays away; a cutter's chain
with few liberties may be crossed, at the price of its liberties, and a corner with both points beside it empty at none.
`board`, `counters` and `near` are those of `_chain_kernels`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ..capture import _chain_kernels as chain

LONGEST_WAY = 7  # a longer way is none
CROSSED = 3  # a chain of the cutter with more liberties cannot be crossed
DETOUR = 1  # ways that are so much longer than the shortest give moves, too
WEAK = 2  # a chain on a way with no more liberties gives moves
CAPTIVES = 400  # room for those of a line
FAR = 99


@kernel
def _reach(point, total, most, length, work):
    """Note that a point is so far away, if that is nearer than known."""
    area = length.size - 1
    if total <= most and total < length[point] and work[total, area] < area:
        length[point] = total
        work[total, work[total, area]] = point
        work[total, area] += 1


@kernel
def measure(board, near, counters, start, color, most, length, work):
    """Write into `length` how many moves it takes to get from the chain on `start` to each point, that included.

    Points more than `most` away hold more than that. `work` is (LONGEST_WAY + 3, area + 1) int32.
    """
    area = near.shape[0] - 1
    for point in range(area + 1):
        length[point] = FAR
    for row in range(most + 1):
        work[row, area] = 0  # how many points are so far away
    length[start] = 0
    work[0, 0] = start
    work[0, area] = 1
    for now in range(most + 1):
        done = 0
        while done < work[now, area]:
            here = work[now, done]
            done += 1
            if length[here] != now:
                continue
            board[chain.SEEN, here] = counters[chain.LOOK]
            for k in range(4):
                beside = near[here, k]
                stone = board[chain.STONES, beside]
                if stone == chain.OUTSIDE or length[beside] <= now:
                    continue
                if stone == color:
                    cost = 0
                elif stone == 0:
                    cost = 1
                elif board[chain.STONES, here] == stone:
                    cost = 0
                else:
                    cost = chain.liberties(board, near, counters, beside, CROSSED + 1, board[chain.SPARE])
                    if cost > CROSSED:
                        continue
                _reach(beside, now + cost, most, length, work)
            if board[chain.STONES, here] != 0 and board[chain.STONES, here] != color:
                continue
            for k in range(4):
                one, other = near[here, k >> 1], near[here, 2 + (k & 1)]
                if board[chain.STONES, one] == 0 and board[chain.STONES, other] == 0:
                    beside = near[one, 2 + (k & 1)]
                    stone = board[chain.STONES, beside]
                    if stone == color:
                        _reach(beside, now, most, length, work)
                    elif stone == 0:
                        _reach(beside, now + 1, most, length, work)


@kernel
def way_between(stones, near, first, second):
    """The length of the shortest way between the chains on two points, if it is no longer than LONGEST_WAY."""
    area = stones.size
    board, counters = chain.set_up(stones, CAPTIVES)
    length = np.zeros(area + 1, np.int32)
    work = np.zeros((LONGEST_WAY + 3, area + 1), np.int32)
    measure(board, near, counters, first, board[chain.STONES, first], LONGEST_WAY, length, work)
    return length[second]


@kernel
def _choose_weak(board, near, counters, point, most, moves, count):
    """Add the liberties of the chain on `point` if it has at most `most`, and captures of chains in atari beside it."""
    color = board[chain.STONES, point]
    found = chain.liberties(board, near, counters, point, most + 1, board[chain.SPARE])
    if found > most:
        return count
    size = counters[chain.SIZE]
    for i in range(found):
        count = chain.choose(board, counters, board[chain.SPARE, i], moves, count)
    for i in range(size):
        board[chain.LAST, i] = board[chain.QUEUE, i]
        board[chain.VISITED, board[chain.QUEUE, i]] = counters[chain.NODE]
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.LAST, i], k]
            stone = board[chain.STONES, beside]
            if stone != -color:
                continue
            if chain.liberties(board, near, counters, beside, 2, board[chain.SPARE]) == 1:
                count = chain.choose(board, counters, board[chain.SPARE, 0], moves, count)
    return count


@kernel
def moves_between(board, near, counters, first, second, most, from_first, from_second, work, moves):
    """The moves worth trying, for either side: how many were written into `moves`; the likely ones first."""
    area = near.shape[0] - 1
    counters[chain.NODE] += 1
    color = board[chain.STONES, first]
    measure(board, near, counters, first, color, most, from_first, work)
    way = from_first[second]
    reach = min(way + DETOUR, LONGEST_WAY)
    if reach > most:
        measure(board, near, counters, first, color, reach, from_first, work)
    measure(board, near, counters, second, color, reach, from_second, work)
    count = 0
    counters[chain.SECOND] = 0
    for extra in range(DETOUR + 1):
        for point in range(area):
            if from_first[point] == FAR or from_second[point] == FAR:
                continue
            stone = board[chain.STONES, point]
            both = from_first[point] + from_second[point]
            if stone == 0:
                if both - 1 == way + extra:
                    count = chain.choose(board, counters, point, moves, count)
            elif board[chain.VISITED, point] == counters[chain.NODE]:
                continue
            elif stone == color:
                if both == way + extra:
                    count = _choose_weak(board, near, counters, point, WEAK, moves, count)
            elif both <= way + extra + CROSSED:
                price = chain.liberties(board, near, counters, point, CROSSED + 1, board[chain.SPARE])
                if both - price <= way + extra:
                    count = _choose_weak(board, near, counters, point, CROSSED, moves, count)
        if extra == 0:
            counters[chain.SECOND] = count
    return count
