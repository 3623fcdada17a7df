"""Compiled kernels that walk chains on the whole board, play moves and take them back.

board    -- (ROWS, columns) int32, columns >= area + 1 + the stones that one line of play can capture: the stones
            (column `area`, "off the board", holds OUTSIDE), scratch rows, and the points whose colour was read
counters -- (COUNTERS,) int32, belongs to the board
near     -- Grid.neighbours
A chain is walked anew at each query, and no further than to the number of liberties asked for. That is fast enough,
needs no undo, and SEEN then holds exactly the points on which an answer depends.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel

# Rows of a board: stones; LOOK when the colour of a point was last read, or 0; STAMP of the walk that visited a point;
# the points of that walk; NODE when a point was chosen as a move, and when its chain was visited; the points of the
# target, of a chain beside it, of one beside that; chains; liberties; captured stones.
STONES, SEEN, MARK, QUEUE, CHOSEN, VISITED, CHAIN, OTHER, LAST, LIST, SPARE, TAKEN, ROWS = range(13)
# Counters: the stamp of the last walk; its number of points; the height of the stack TAKEN; whether a ko was met; the
# stamp of the current node; where the moves of the second and of the third tier begin; the stamp written into SEEN;
# whether a defender who can retake a ko without end is safe.
STAMP, SIZE, TOP, KO_MET, NODE, SECOND, THIRD, LOOK, FOR_EVER, COUNTERS = range(10)
OUTSIDE = 3

NONE = -1
MOST_MOVES = 64  # at one position
# Results of a move: illegal or useless; played on the board; the target is captured; no stone is put down (a pass, or
# the capture of a single stone by ko that is retaken at once); over the limit of quiet moves; the defender has retaken
# so often that the target counts as saved.
REFUSED, PLAYED, TAKES, WAITS, TOO_QUIET, HOLDS = 0, 1, 2, 3, 4, 5


@array_kernel
def set_up(stones, longest):
    """Return (board, counters) for these stones, (area,) int8; one line of play may capture `longest` stones."""
    area = stones.size
    board = np.zeros((ROWS, area + 1 + longest), np.int32)
    counters = np.zeros(COUNTERS, np.int32)
    board[STONES, :area] = stones
    board[STONES, area] = OUTSIDE
    counters[LOOK] = 1
    return board, counters


@kernel
def choose(board, counters, point, moves, count):
    """Add an empty point to the moves of a node unless it is listed already; return the number of moves."""
    if board[CHOSEN, point] == counters[NODE] or count >= MOST_MOVES - 1:
        return count
    board[CHOSEN, point] = counters[NODE]
    moves[count] = point
    return count + 1


@kernel
def liberties(board, near, counters, point, most, found):
    """Return how many liberties the chain on `point` has, counted up to `most`; write them into `found`.

    QUEUE[:SIZE] are the chain's points, all of them if there are fewer than `most` liberties.
    """
    stamp = counters[STAMP] + 1
    counters[STAMP] = stamp
    look = counters[LOOK]
    color = board[STONES, point]
    board[QUEUE, 0] = point
    board[MARK, point] = stamp
    board[SEEN, point] = look
    size = 1
    done = 0
    count = 0
    while done < size and count < most:
        here = board[QUEUE, done]
        done += 1
        for k in range(4):
            beside = near[here, k]
            if board[MARK, beside] == stamp:
                continue
            board[MARK, beside] = stamp
            board[SEEN, beside] = look
            if board[STONES, beside] == 0:
                found[count] = beside
                count += 1
                if count == most:
                    break
            elif board[STONES, beside] == color:
                board[QUEUE, size] = beside
                size += 1
    counters[SIZE] = size
    return count


@kernel
def play(board, near, counters, point, color):
    """Put down a stone and remove what it captures: (legal, number captured, ko point or NONE).

    The captured points are pushed on TAKEN. An illegal move (suicide) leaves the board as it was.
    """
    spare = board[SPARE]
    look = counters[LOOK]
    board[STONES, point] = color
    board[SEEN, point] = look
    captured = 0
    top = counters[TOP]
    alone = True
    free = False
    for k in range(4):
        beside = near[point, k]
        board[SEEN, beside] = look
        stone = board[STONES, beside]
        if stone == 0:
            free = True
        elif stone == color:
            alone = False
        elif stone == -color and liberties(board, near, counters, beside, 1, spare) == 0:
            for i in range(counters[SIZE]):
                board[TAKEN, top + captured] = board[QUEUE, i]
                board[STONES, board[QUEUE, i]] = 0
                captured += 1
    if captured == 0 and not free and (alone or liberties(board, near, counters, point, 1, spare) == 0):
        board[STONES, point] = 0
        return False, 0, NONE
    counters[TOP] = top + captured
    if captured == 1 and alone and not free and liberties(board, near, counters, point, 2, spare) == 1:
        counters[KO_MET] = 1
        return True, 1, board[TAKEN, top]
    return True, captured, NONE


@kernel
def take_back(board, counters, point, color, captured):
    """Undo the last `play` that has not been undone."""
    counters[TOP] -= captured
    for i in range(captured):
        board[STONES, board[TAKEN, counters[TOP] + i]] = -color
    board[STONES, point] = 0


@kernel
def classify_capture(board, near, counters, target, point):
    """Classify the capture of the target on its last liberty: TAKES; WAITS for a ko; REFUSED for a snapback."""
    color = board[STONES, target]
    for k in range(4):
        if board[STONES, near[target, k]] == color:
            return TAKES
    _, captured, ko = play(board, near, counters, point, -color)
    what = TAKES
    if ko != NONE:
        what = WAITS
    elif captured == 1 and liberties(board, near, counters, point, 2, board[SPARE]) == 1:
        what = REFUSED
    take_back(board, counters, point, -color, captured)
    return what
