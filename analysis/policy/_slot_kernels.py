"""Compiled kernels of `model` and `fit`: the weights that apply to each move of a board, and their sums.

The weights are one array: those of the categorical features by class, then one for each place of the table of patterns.
A slot is the index of a weight, -1 for none. The last move of a board is always the pass.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import kernel
from ._caught_kernels import find_caught
from ._contact_kernels import chain_classes, group_class, level, territory_classes
from ._kernels import (
    DISTANCES,
    FEATURES,
    GROUPS,
    KO,
    distance_of,
    earlier_classes,
    phase_of,
    place_classes,
)
from ._pass_kernels import PASS, pass_classes
from ._pattern_kernels import (
    MARGIN,
    PATTERNS,
    corner_keys,
    diamond_keys,
    find_patterns,
    hash_board,
    hash_replies,
    pad,
    reply_keys,
)
from ._survey_kernels import INFLUENCE, LABEL, LIBERTIES, SEEN, TERRITORY, Board, survey

SLOTS = FEATURES + PATTERNS


class BoardArrays(NamedTuple):
    """What the kernels read for the boards of one size, and the arrays that they write over for each board.

      grid     -- (neighbours, diagonals, height, width)
      tables   -- (points, chains, work), as in `_survey_kernels`, and (board, search), as in `_caught_kernels`
      patterns -- (around, steps, numbers, hashes, replies, corners, tables): as by `patterns.workspace`
      known    -- uint32: the keys of the patterns that have weights, as `diamond_keys` takes them
      starts   -- (FEATURES + PASS_FEATURES + 1,): where the weights of each feature begin, and those of the patterns
      moves    -- (area + 1,) int16: the moves, the pass last
      slots    -- (area + 1, SLOTS) int32: the slots of each move
      keys     -- (area, PATTERNS) uint32: the keys of the patterns around each move
    """

    grid: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], int, int]
    tables: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], tuple[Any, Any]]
    patterns: tuple[Any, ...]
    known: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int16]
    slots: npt.NDArray[np.int32]
    keys: npt.NDArray[np.uint32]


@kernel
def legal_moves(stones, neighbours, color, ko, points, chains, moves):
    """Write the legal points in order, suicide forbidden, and then PASS; returns how many moves that are."""
    area = stones.size
    count = 0
    for point in range(area):
        if stones[point] != 0 or point == ko:
            continue
        for k in range(4):
            near = neighbours[point, k]
            if near == area:
                continue
            if stones[near] != 0:
                liberties = chains[points[LABEL, near], LIBERTIES]
                if (liberties == 1) == (stones[near] == color):
                    continue
            moves[count] = point
            count += 1
            break
    moves[count] = PASS
    return count + 1


@kernel
def board_classes(stones, color, context, arrays):
    """Write all moves of `color` and, in their slots, the classes of their features; returns how many moves there are.

    context -- (last move, last but one, point forbidden by ko): PASS for a pass, -2 for none
    arrays  -- BoardArrays
    """
    neighbours, diagonals, height, width = arrays.grid
    points, chains, work, reading = arrays.tables
    moves, classes = arrays.moves, arrays.slots
    board = Board(stones, neighbours, points, chains, work)
    chain_count = survey(stones, neighbours, diagonals, points, chains, work)
    find_caught(stones, reading, chains, chain_count)
    count = legal_moves(stones, neighbours, color, context[2], points, chains, moves)
    move_classes(board, (height, width), color, moves[: count - 1], context, classes)
    classes[count - 1, :] = -1
    pass_classes(board, color, context[0], chain_count, classes[count - 1])
    return count


@kernel
def move_classes(board, size, color, moves, context, classes):
    """Write the classes of the moves of `color` on `moves` (n,), which are legal: (n, FEATURES) int32.

    board   -- Board, surveyed; size -- (height, width)
    context -- (last, last but one, ko): points, or -1
    """
    height, width = size
    stones, neighbours, points, _, _ = board
    last, last_but_one, ko = context
    phase = phase_of(stones)
    points[SEEN, :] = -1
    for n in range(moves.size):
        point = moves[n]
        found = classes[n]
        found[:] = -1
        row = point // width
        col = point % width
        place_classes(stones, height, width, row, col, color, phase, found)
        earlier_classes(width, row, col, last, last_but_one, phase, found)
        near_color = 1 if color > 0 else 2
        territory_classes(neighbours, color, point, points, phase, near_color, found)
        found[GROUPS] = group_class(neighbours, color, point, points, phase)
        chain_classes(board, color, point, last, ko, found, n)
        if ko >= 0:
            found[KO] = 0
            for k in range(4):
                if neighbours[point, k] == ko:
                    found[KO] = 1


@kernel
def board_keys(stones, color, context, arrays, moves, keys):
    """Write the keys of the patterns around `moves` (n,), the pass excluded: keys (n, PATTERNS) uint32.

    arrays -- BoardArrays, in whose tables `find_chains` and `spread` of `_survey_kernels` have written
    """
    _, _, height, width = arrays.grid
    points, chains = arrays.tables[0], arrays.tables[1]
    around, steps, numbers, hashes, replies, corners, tables = arrays.patterns
    last, second, _ = context
    pad(stones, height, width, color, points, chains, around)
    hash_board(stones, height, width, color, last, tables, corners)
    centres = _place(width, last), _place(width, second)
    hash_replies(around, centres, steps, tables, replies)
    phase = phase_of(stones)
    for n in range(moves.size):
        row = moves[n] // width
        col = moves[n] % width
        distance = 0
        if last >= 0:
            distance = min(distance_of(last // width - row, last % width - col), DISTANCES - 1)
        earlier = (
            _number(numbers, width, row, col, last), _number(numbers, width, row, col, second), distance, phase,
            (level(points[INFLUENCE, moves[n]] * color), level(points[TERRITORY, moves[n]] * color)),
        )
        diamond_keys(around, _place(width, moves[n]), steps, earlier, tables, arrays.known, hashes, keys[n])
        corner_keys(height, width, row, col, tables, corners, keys[n])
        reply_keys(earlier[0], earlier[1], centres, tables, replies, keys[n])


@kernel
def _place(width, point):
    """Return the place of a point on the padded board; -1 for PASS and none."""
    if point < 0:
        return -1
    return (point // width + MARGIN) * (width + 2 * MARGIN) + point % width + MARGIN


@kernel
def _number(numbers, width, row, col, point):
    """Return the number of a point among the places around another one; -1 for PASS, none, and further away."""
    reach = numbers.shape[0] // 2
    if point < 0:
        return -1
    down = point // width - row
    along = point % width - col
    return numbers[down + reach, along + reach] if abs(down) <= reach and abs(along) <= reach else -1


@kernel
def board_slots(stones, color, context, arrays):
    """Write all moves of `color` and the slots of each; returns how many there are. Arguments as of `board_classes`."""
    slots, starts, keys = arrays.slots, arrays.starts, arrays.keys
    count = board_classes(stones, color, context, arrays)
    board_keys(stones, color, context, arrays, arrays.moves[: count - 1], keys)
    for n in range(count - 1):
        for k in range(FEATURES):
            if slots[n, k] >= 0:
                slots[n, k] += starts[k]
        find_patterns(arrays.known, keys[n], starts[-1], slots[n, FEATURES:])
    for k in range(FEATURES):
        if slots[count - 1, k] >= 0:
            slots[count - 1, k] += starts[FEATURES + k]
    slots[count - 1, FEATURES:] = -1
    return count


@kernel
def probabilities(slots, count, weights, chances):
    """Write the softmax of the sums of the weights of the first `count` moves into chances (count,) float64."""
    whole = log_sum(slots, count, weights, chances)
    for n in range(count):
        chances[n] = math.exp(chances[n] - whole)


@kernel
def log_sum(slots, count, weights, sums):
    """Write the sums of the weights of the first `count` moves: sums (count,) float64.

    Returns the logarithm of the sum of their exponentials; minus infinity without moves.
    """
    greatest = -np.inf
    for n in range(count):
        total = 0.0
        for k in range(slots.shape[1]):
            if slots[n, k] >= 0:
                total += weights[slots[n, k]]
        sums[n] = total
        greatest = max(greatest, total)
    if count == 0:
        return greatest
    whole = 0.0
    for n in range(count):
        whole += math.exp(sums[n] - greatest)
    return greatest + math.log(whole)
