"""Compiled kernel that reads one ladder: the attacker fills liberties so that each move gives atari.

The capture search uses it as a look-ahead at each of its positions. Its results hold whichever side may retake kos at
once: the attacker never needs to win one, and the defender may always take back.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from . import _chain_kernels as chain

# Columns of a step: the number of moves; the index of the next to try; the move on the board; the stones it captured;
# the point that the attacker may not retake; plies to the end; the best move; the moves.
COUNT, NEXT, MOVE, CAPTIVES, KO, PLIES, BEST, MOVES = range(8)
MOST_ANSWERS = 24
COLUMNS = MOVES + MOST_ANSWERS
LONGEST = 160
ESCAPES, FALLS, UNKNOWN = 0, 1, 2


@kernel
def _free_neighbours(board, near, counters, point, other):
    """Count the empty neighbours of an empty point, without the point `other`."""
    room = 0
    for k in range(4):
        board[chain.SEEN, near[point, k]] = counters[chain.LOOK]
        room += board[chain.STONES, near[point, k]] == 0 and near[point, k] != other
    return room


@kernel
def _attacks(board, near, counters, libs, step):
    """List the attacker's moves, first where the target would gain more liberties; none that lets it gain three."""
    here, there = libs[0], libs[1]
    mine = _free_neighbours(board, near, counters, here, there)
    other = _free_neighbours(board, near, counters, there, here)
    if mine < other:
        here, there = there, here
        mine, other = other, mine
    if other < 3 and here != step[KO]:
        step[MOVES + step[COUNT]] = here
        step[COUNT] += 1
    if mine < 3 and there != step[KO]:
        step[MOVES + step[COUNT]] = there
        step[COUNT] += 1


@kernel
def _answers(board, near, counters, target, libs, step):
    """List the defender's moves in atari: to extend, and to capture neighbours in atari."""
    color = board[chain.STONES, target]
    counters[chain.NODE] += 1
    step[MOVES] = libs[0]
    count = 1
    size = counters[chain.SIZE]
    for i in range(size):
        board[chain.CHAIN, i] = board[chain.QUEUE, i]
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.CHAIN, i], k]
            if board[chain.STONES, beside] != -color or board[chain.VISITED, beside] == counters[chain.NODE]:
                continue
            found = chain.liberties(board, near, counters, beside, 2, board[chain.SPARE])
            for j in range(counters[chain.SIZE]):
                board[chain.VISITED, board[chain.QUEUE, j]] = counters[chain.NODE]
            if found == 1 and count < MOST_ANSWERS:
                point = board[chain.SPARE, 0]
                new = True
                for j in range(count):
                    new &= step[MOVES + j] != point
                if new:
                    step[MOVES + count] = point
                    count += 1
    step[COUNT] = count


@kernel
def _is_lone_ko_stone(board, near, counters, target, liberty):
    """Return whether the target is a single stone whose capture is a ko or a snapback, or may become one with one more
    stone.
    """
    color = board[chain.STONES, target]
    room = 0
    for k in range(4):
        stone = board[chain.STONES, near[liberty, k]]
        board[chain.SEEN, near[liberty, k]] = counters[chain.LOOK]
        if board[chain.STONES, near[target, k]] == color or stone == -color:
            return False
        room += stone == 0
    return room < 2


@kernel
def ladder(board, near, counters, steps, target, attacking, ko, most, libs):
    """Return whether the target is captured: with two liberties and the attacker to move, or in atari, either to move.

    ko    -- the point that the attacker may not retake, or NONE
    most  -- limit of positions visited
    steps -- (LONGEST, COLUMNS) int32 scratch space
    libs  -- scratch space for three liberties
    Returns (FALLS, ESCAPES or UNKNOWN, move, plies): the attacker's first move, or the defender's that lasts longest.
    """
    color = board[chain.STONES, target]
    depth = 0
    nodes = 0
    steps[0, KO] = ko
    mine = attacking
    while True:
        step = steps[depth]
        step[COUNT] = step[NEXT] = step[PLIES] = 0
        step[BEST] = chain.NONE
        nodes += 1
        n = chain.liberties(board, near, counters, target, 3, libs)
        value = UNKNOWN
        if nodes > most or depth == LONGEST - 1:
            while depth > 0:
                depth -= 1
                mine = not mine
                chain.take_back(board, counters, steps[depth, MOVE], -color if mine else color, steps[depth, CAPTIVES])
            return UNKNOWN, chain.NONE, 0
        if n > 2 or (n == 2 and not mine):
            value = ESCAPES
        elif n == 2:
            _attacks(board, near, counters, libs, step)
        elif not mine and _is_lone_ko_stone(board, near, counters, target, libs[0]):
            value = ESCAPES
        elif not mine:
            _answers(board, near, counters, target, libs, step)
        elif libs[0] == step[KO] or chain.classify_capture(board, near, counters, target, libs[0]) != chain.TAKES:
            value = ESCAPES
        else:
            value = FALLS
            step[BEST] = libs[0]
            step[PLIES] = 1
        entering = False
        while not entering:
            while value == UNKNOWN and not entering:
                if step[NEXT] == step[COUNT]:
                    value = ESCAPES if mine else FALLS
                    break
                point = step[MOVES + step[NEXT]]
                step[NEXT] += 1
                entering, captives, after = chain.play(board, near, counters, point, -color if mine else color)
                if entering:
                    step[MOVE] = point
                    step[CAPTIVES] = captives
                    depth += 1
                    steps[depth, KO] = after
                    mine = not mine
            if entering:
                break
            if depth == 0:
                return value, step[BEST], step[PLIES]
            plies = step[PLIES] + 1
            depth -= 1
            mine = not mine
            step = steps[depth]
            chain.take_back(board, counters, step[MOVE], -color if mine else color, step[CAPTIVES])
            decided = mine == (value == FALLS)
            if decided or plies > step[PLIES]:
                step[BEST] = step[MOVE]
                step[PLIES] = plies
            if not decided:
                value = UNKNOWN
