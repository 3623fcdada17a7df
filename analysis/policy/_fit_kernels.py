"""Compiled kernels of `fit` and `pass_fit`: patterns of the moves played, steps of the fit, rows of the pass."""

from __future__ import annotations

import math

import numpy as np

from ..board import _kernels as board
from ..runtime.jit import array_kernel, kernel
from ._slot_kernels import board_keys, board_slots, log_sum, probabilities
from ._survey_kernels import find_chains, spread

MIN_SHARE = 1e-4  # moves with a smaller probability are not updated
FIRST_SQUARE = 0.01  # so that the first steps of rare patterns are not the largest
LOSS, FIRST, AMONG_TEN, COUNT = range(4)


@array_kernel
def played_keys(stones, game, arrays, keys):
    """Write the keys of the patterns around each move of a game where it is played: keys (n, PATTERNS); returns n.

    game   -- (colours (n,), points (n,), wanted (n,)): a row that is not wanted, or a pass, gets 0
    arrays -- BoardArrays of no known patterns
    """
    neighbours, tables = arrays.grid[0], arrays.tables
    colors, points, wanted = game
    now = stones.copy()
    for n in range(points.size):
        keys[n, :] = 0
        if points[n] < 0:
            continue
        if wanted[n]:
            find_chains(now, neighbours, tables[0], tables[1])
            spread(now, neighbours, tables[0], tables[2])
            context = _context(points, n, -1)
            color, point = np.int64(colors[n]), points[n : n + 1]
            board_keys(now, color, context, arrays, point, keys[n : n + 1])
        code, after, _, _, _ = board.play(now, neighbours, points[n], colors[n], True)
        if code != board.LEGAL:
            return n
        now = after
    return points.size


@array_kernel
def learn(stones, game, arrays, buffers, model, rate, sums):
    """Fit the weights of all moves but the pass to the wanted moves of a game, in order; returns how many were used.

    game    -- as for `played_keys`
    arrays  -- BoardArrays
    buffers -- (chances, touched), overwritten: (moves,) float64, and int32 for all slots of a board
    model   -- (weights, squares, gradient): float32 of one length; the gradient is 0 between calls
    rate    -- the step of Adagrad (Duchi, Hazan and Singer 2011); 0 only measures, with the pass among the moves
    sums    -- (4,) float64: the log loss, how often the move was the likeliest or among ten, and the moves are added
    """
    colors, points, wanted = game
    moves, slots = arrays.moves, arrays.slots
    chances, touched = buffers
    now = stones.copy()
    ko = -1
    used = 0
    for n in range(points.size):
        if wanted[n] and (points[n] >= 0 or rate == 0):
            context = _context(points, n, ko)
            color = np.int64(colors[n])
            count = board_slots(now, color, context, arrays)
            count -= rate > 0
            played = -1
            for i in range(count):
                if moves[i] == points[n]:
                    played = i
            if played >= 0:
                probabilities(slots, count, model[0], chances)
                _measure(chances, count, played, sums)
                used += 1
                if rate > 0:
                    _update(slots, chances, count, played, model, rate, touched)
        if points[n] < 0:
            ko = -1
            continue
        code, after, _, _, ko = board.play(now, arrays.grid[0], points[n], colors[n], True)
        if code != board.LEGAL:
            break
        now = after
    return used


@kernel
def _context(points, n, ko):
    """Return the two moves before move n, -2 for none, and the point that ko forbids."""
    last = np.int64(points[n - 1]) if n > 0 else np.int64(-2)
    return last, (np.int64(points[n - 2]) if n > 1 else np.int64(-2)), np.int64(ko)


@kernel
def _measure(chances, count, played, sums):
    """Add how well the probabilities predict the move played."""
    likelier = 0
    for i in range(count):
        likelier += chances[i] > chances[played]
    sums[LOSS] -= math.log(max(chances[played], 1e-6))
    sums[FIRST] += likelier == 0
    sums[AMONG_TEN] += likelier < 10
    sums[COUNT] += 1


@kernel
def _update(slots, chances, count, played, model, rate, touched):
    """Take one step against the gradient of the log loss of one move played."""
    weights, squares, gradient = model
    size = 0
    for i in range(count):
        error = chances[i] - (i == played)
        if abs(error) < MIN_SHARE:
            continue
        for k in range(slots.shape[1]):
            slot = slots[i, k]
            if slot >= 0:
                if gradient[slot] == 0.0:
                    touched[size] = slot
                    size += 1
                gradient[slot] += error
    for t in range(size):
        slot = touched[t]
        change = gradient[slot]
        gradient[slot] = 0.0
        squares[slot] += change * change
        weights[slot] -= rate * change / math.sqrt(squares[slot] + FIRST_SQUARE)


@array_kernel
def pass_rows(stones, game, arrays, chances, weights, slots, offsets):
    """Write what a fit of the pass needs of the shown boards of a game, three rows for each; returns how many rows.

    The rows are the board as it was played; the same board after a pass more, so with the other side to move; and as it
    was played, but without known last moves.
    game    -- (colours (n,), points (n,), shown (n,)): shown are boards before a move
    arrays  -- BoardArrays; chances -- (moves,) float64, overwritten
    slots   -- (rows, PASS_FEATURES) int64: the classes of the pass, numbered through all its features
    offsets -- (rows,): minus the logarithm of the sum of the exponentials of the sums of the other moves
    """
    colors, points, shown = game
    move_slots, starts = arrays.slots, arrays.starts
    now = stones.copy()
    ko = -1
    row = 0
    for n in range(points.size):
        if shown[n]:
            for history in range(3):
                color = np.int64(colors[n])
                last, second, forbidden = _context(points, n, ko)
                if history == 1:
                    color, last, second, forbidden = -color, np.int64(-1), last, np.int64(-1)
                elif history == 2:
                    last, second = np.int64(-2), np.int64(-2)
                context = last, second, forbidden
                count = board_slots(now, color, context, arrays)
                for k in range(slots.shape[1]):
                    slots[row, k] = move_slots[count - 1, k] - starts[starts.size - 1 - slots.shape[1]]
                offsets[row] = -log_sum(move_slots, count - 1, weights, chances)
                row += 1
        if points[n] < 0:
            ko = -1
            continue
        code, after, _, _, ko = board.play(now, arrays.grid[0], points[n], colors[n], True)
        if code != board.LEGAL:
            break
        now = after
    return row
