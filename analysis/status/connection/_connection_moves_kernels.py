"""Compiled kernels of connection reading: distances between two chains, and the candidate moves on and near shortest
paths.

The length of a path is the number of moves that the connector needs for it if the cutter does not answer. A cutter's
chain with few liberties may be crossed at a cost of its liberties; a diagonal step with both points beside it empty
is free. `board`, `counters` and `near` are those of `_chain_kernels`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ..capture import _chain_kernels as chain

LONGEST_PATH = 7  # a longer path does not count
CROSSED = 3  # a chain of the cutter with more liberties cannot be crossed
DETOUR = 1  # paths longer than the shortest by at most this give candidate moves, too
WEAK = 2  # a connector's chain on a path with no more liberties gives candidate moves
CAPTIVES = 400  # limit of the stones captured in one line of play
FAR = 99


@kernel
def _relax(point, total, most, length, work):
    """Lower the distance of a point to `total`, if that is shorter than known."""
    area = length.size - 1
    if total <= most and total < length[point] and work[total, area] < area:
        length[point] = total
        work[total, work[total, area]] = point
        work[total, area] += 1


@kernel
def measure_distances(board, near, counters, start, color, most, length, work):
    """Write into `length` the number of moves to get from the chain on `start` to each point, the move there included.

    Points more than `most` away get a larger value. `work` is (LONGEST_PATH + 3, area + 1) int32.
    """
    area = near.shape[0] - 1
    for point in range(area + 1):
        length[point] = FAR
    for row in range(most + 1):
        work[row, area] = 0  # number of points at this distance
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
                board[chain.SEEN, beside] = counters[chain.LOOK]
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
                _relax(beside, now + cost, most, length, work)
            if board[chain.STONES, here] != 0 and board[chain.STONES, here] != color:
                continue
            for k in range(4):
                one, other = near[here, k >> 1], near[here, 2 + (k & 1)]
                if board[chain.STONES, one] == 0 and board[chain.STONES, other] == 0:
                    beside = near[one, 2 + (k & 1)]
                    stone = board[chain.STONES, beside]
                    board[chain.SEEN, beside] = counters[chain.LOOK]
                    if stone == color:
                        _relax(beside, now, most, length, work)
                    elif stone == 0:
                        _relax(beside, now + 1, most, length, work)


@array_kernel
def path_length(stones, near, first, second):
    """Return the length of the shortest path between the chains on two points; above LONGEST_PATH a larger value."""
    area = stones.size
    board, counters = chain.set_up(stones, CAPTIVES)
    length = np.zeros(area + 1, np.int32)
    work = np.zeros((LONGEST_PATH + 3, area + 1), np.int32)
    measure_distances(board, near, counters, first, board[chain.STONES, first], LONGEST_PATH, length, work)
    return length[second]


@kernel
def _choose_weak(board, near, counters, point, most, moves, count):
    """Add the liberties of the chain on `point` if it has at most `most`, and the captures of chains in atari beside
    it.
    """
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
    """Write the candidate moves of either side into `moves`, the most promising first; return their number."""
    area = near.shape[0] - 1
    counters[chain.NODE] += 1
    color = board[chain.STONES, first]
    measure_distances(board, near, counters, first, color, most, from_first, work)
    distance = from_first[second]
    reach = min(distance + DETOUR, LONGEST_PATH)
    if reach > most:
        measure_distances(board, near, counters, first, color, reach, from_first, work)
    measure_distances(board, near, counters, second, color, reach, from_second, work)
    count = 0
    counters[chain.SECOND] = 0
    for extra in range(DETOUR + 1):
        for point in range(area):
            if from_first[point] == FAR or from_second[point] == FAR:
                continue
            stone = board[chain.STONES, point]
            both = from_first[point] + from_second[point]
            if stone == 0:
                if both - 1 == distance + extra:
                    count = chain.choose(board, counters, point, moves, count)
            elif board[chain.VISITED, point] == counters[chain.NODE]:
                continue
            elif stone == color:
                if both == distance + extra:
                    count = _choose_weak(board, near, counters, point, WEAK, moves, count)
            elif both <= distance + extra + CROSSED:
                price = chain.liberties(board, near, counters, point, CROSSED + 1, board[chain.SPARE])
                if both - price <= distance + extra:
                    count = _choose_weak(board, near, counters, point, CROSSED, moves, count)
        if extra == 0:
            counters[chain.SECOND] = count
    return count
