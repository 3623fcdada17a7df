"""Compiled kernels that generate the candidate moves around one chain, as described in `capture_reader`.

They come in three tiers, the most promising first.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from . import _chain_kernels as chain

# A chain is weak, and its liberties are candidate moves, if it has no more liberties than this:
SHUT_IN = 3  # a chain around a liberty without empty neighbours
ATTACKING_BESIDE_TARGET, ATTACKING_NEAR = 3, 2  # attacker to move: its chains beside the target, beside its liberties
FRIEND_FOR_ATTACKER = 3  # attacker to move: the defender's chains beside the target's liberties
FRIEND_FOR_DEFENDER = 4  # defender to move: the same
DEFENDING_NEAR = 3  # defender to move: the attacker's chains beside the target's liberties
BESIDE_FRIEND = 4  # defender to move: the attacker's chains beside the defender's chains of the line before the last
RACING = 2  # the attacker's chains beside the target, the defender's chains beside which are considered, too


@kernel
def _choose_liberties(board, near, counters, point, most, moves, count):
    """Add the liberties of the chain on `point` if it has at most `most`: (number of moves, liberties).

    Where a liberty has no empty neighbour, so that filling it may be suicide, also the liberties of weak chains
    around it.
    """
    color = board[chain.STONES, point]
    found = chain.liberties(board, near, counters, point, most + 1, board[chain.SPARE])
    size = counters[chain.SIZE]
    for i in range(size):
        board[chain.VISITED, board[chain.QUEUE, i]] = counters[chain.NODE]
    if found > most:
        return count, found
    first = count
    for i in range(found):
        count = chain.choose(board, counters, board[chain.SPARE, i], moves, count)
    last = count
    for i in range(first, last):
        shut = True
        for k in range(4):
            beside = near[moves[i], k]
            board[chain.SEEN, beside] = counters[chain.LOOK]
            shut &= board[chain.STONES, beside] != 0
        if not shut:
            continue
        for k in range(4):
            beside = near[moves[i], k]
            if board[chain.STONES, beside] == color and board[chain.VISITED, beside] != counters[chain.NODE]:
                n = chain.liberties(board, near, counters, beside, SHUT_IN + 1, board[chain.SPARE])
                if n <= SHUT_IN:
                    for j in range(n):
                        count = chain.choose(board, counters, board[chain.SPARE, j], moves, count)
    return count, found


@kernel
def _choose_captures(board, near, counters, point, moves, count):
    """Add the captures of chains in atari that touch the chain on `point`."""
    color = board[chain.STONES, point]
    chain.liberties(board, near, counters, point, board.shape[1], board[chain.SPARE])
    size = counters[chain.SIZE]
    for i in range(size):
        board[chain.LAST, i] = board[chain.QUEUE, i]
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.LAST, i], k]
            if board[chain.STONES, beside] != -color:
                continue
            if chain.liberties(board, near, counters, beside, 2, board[chain.SPARE]) == 1:
                count = chain.choose(board, counters, board[chain.SPARE, 0], moves, count)
    return count


@kernel
def _choose_against(board, near, counters, point, most, moves, count):
    """Add the liberties of chains with at most `most` that touch the chain on `point`, and the captures that save
    these.
    """
    color = board[chain.STONES, point]
    chain.liberties(board, near, counters, point, board.shape[1], board[chain.SPARE])
    size = counters[chain.SIZE]
    for i in range(size):
        board[chain.OTHER, i] = board[chain.QUEUE, i]
    chains = 0
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.OTHER, i], k]
            if board[chain.STONES, beside] == -color and board[chain.VISITED, beside] != counters[chain.NODE]:
                count, found = _choose_liberties(board, near, counters, beside, most, moves, count)
                if found <= most:
                    board[chain.LIST, chains] = beside
                    chains += 1
    for i in range(chains):
        count = _choose_captures(board, near, counters, board[chain.LIST, i], moves, count)
    return count


@kernel
def _liberties_and_stones(board, near, counters, target, most, found):
    """Write the target's liberties, up to `most`, into `found`, and its points into CHAIN; return both counts."""
    n = chain.liberties(board, near, counters, target, most, found)
    size = counters[chain.SIZE]
    for i in range(size):
        board[chain.CHAIN, i] = board[chain.QUEUE, i]
    return n, size


@kernel
def attacking_moves(board, near, counters, target, ladder, escape, moves, libs):
    """Write the attacker's candidate moves into `moves`; return their number.

    The target's liberties; unless `ladder`: their neighbours, liberties of the attacker's weak chains around and of
    the defender's that threaten those, and of the defender's weak chains that the target could join. `libs` is
    filled with the target's liberties, up to `escape`.
    """
    counters[chain.NODE] += 1
    n, size = _liberties_and_stones(board, near, counters, target, escape, libs)
    color = board[chain.STONES, target]
    count = 0
    for i in range(n):
        count = chain.choose(board, counters, libs[i], moves, count)
    counters[chain.SECOND] = count
    counters[chain.THIRD] = count
    if ladder:
        return count
    for i in range(n):
        for k in range(4):
            board[chain.SEEN, near[libs[i], k]] = counters[chain.LOOK]
            if board[chain.STONES, near[libs[i], k]] == 0:
                count = chain.choose(board, counters, near[libs[i], k], moves, count)
    counters[chain.THIRD] = count
    # the attacker's chains beside the target
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.CHAIN, i], k]
            if board[chain.STONES, beside] != -color or board[chain.VISITED, beside] == counters[chain.NODE]:
                continue
            count, found = _choose_liberties(board, near, counters, beside, ATTACKING_BESIDE_TARGET, moves, count)
            if found <= RACING:
                count = _choose_against(board, near, counters, beside, found, moves, count)
    # chains beside its liberties
    for i in range(n):
        for k in range(4):
            beside = near[libs[i], k]
            board[chain.SEEN, beside] = counters[chain.LOOK]
            stone = board[chain.STONES, beside]
            if stone != 0 and stone != chain.OUTSIDE and board[chain.VISITED, beside] != counters[chain.NODE]:
                most = FRIEND_FOR_ATTACKER if stone == color else ATTACKING_NEAR
                count, found = _choose_liberties(board, near, counters, beside, most, moves, count)
    return count


@kernel
def defending_moves(board, near, counters, target, escape, moves, libs):
    """Write the defender's candidate moves into `moves`; return their number. A pass is not among them.

    In atari all that can help: to extend, and to capture a neighbour in atari. Out of atari, and for a single stone,
    whose capture may be made a ko or a snapback, also neighbours of the liberties and liberties of weak chains
    around. `libs` as in `attacking_moves`.
    """
    counters[chain.NODE] += 1
    n, size = _liberties_and_stones(board, near, counters, target, escape, libs)
    color = board[chain.STONES, target]
    count = 0
    for i in range(n):
        count = chain.choose(board, counters, libs[i], moves, count)
    counters[chain.SECOND] = count
    weak = 1 if n == 1 else max(3, min(n + 1, 5))
    for i in range(size):
        for k in range(4):
            beside = near[board[chain.CHAIN, i], k]
            if board[chain.STONES, beside] != -color or board[chain.VISITED, beside] == counters[chain.NODE]:
                continue
            count, found = _choose_liberties(board, near, counters, beside, weak, moves, count)
            if found <= RACING and n > 1:
                count = _choose_against(board, near, counters, beside, found, moves, count)
    counters[chain.THIRD] = count
    if n < 2 and size > 1:
        return count
    for i in range(n):
        for k in range(4):
            board[chain.SEEN, near[libs[i], k]] = counters[chain.LOOK]
            if board[chain.STONES, near[libs[i], k]] == 0:
                count = chain.choose(board, counters, near[libs[i], k], moves, count)
    for i in range(n):
        for k in range(4):
            beside = near[libs[i], k]
            board[chain.SEEN, beside] = counters[chain.LOOK]
            stone = board[chain.STONES, beside]
            if stone != 0 and stone != chain.OUTSIDE and board[chain.VISITED, beside] != counters[chain.NODE]:
                most = FRIEND_FOR_DEFENDER if stone == color else DEFENDING_NEAR
                count, found = _choose_liberties(board, near, counters, beside, most, moves, count)
                if stone == color and found <= FRIEND_FOR_DEFENDER:
                    count = _choose_against(board, near, counters, beside, BESIDE_FRIEND, moves, count)
    return count


@kernel
def keep_relevant(board, near, counters, color, moves, count):
    """Keep the moves of `color` on points with the current LOOK stamp, and captures; return how many remain."""
    kept = 0
    second, third = counters[chain.SECOND], counters[chain.THIRD]
    for i in range(count):
        point = moves[i]
        useful = board[chain.SEEN, point] == counters[chain.LOOK]
        for k in range(4):
            beside = near[point, k]
            if board[chain.SEEN, beside] == 0:
                board[chain.SEEN, beside] = 1  # read, but not by this look
            if not useful and board[chain.STONES, beside] == -color:
                useful = chain.liberties(board, near, counters, beside, 2, board[chain.SPARE]) == 1
        if useful:
            moves[kept] = point
            kept += 1
        else:
            counters[chain.SECOND] -= i < second
            counters[chain.THIRD] -= i < third
    return kept
