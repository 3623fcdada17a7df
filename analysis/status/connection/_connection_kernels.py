"""Compiled kernels of connection reading: df-pn search over the moves of `_connection_moves_kernels`.

The connector's nodes are OR nodes, the cutter's AND nodes; a proof is a connection. `board`, `counters` and `near` are
those of `_chain_kernels`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ..capture import _chain_kernels as chain
from ._connection_moves_kernels import CAPTIVES, LONGEST_PATH, measure_distances, moves_between

JOINED, CUT, UNKNOWN = 1, 0, -1
# The side that may retake kos at once, RETAKES times in a line: the cutter; neither; the connector.
CUTTER_RETAKES, NOBODY_RETAKES, CONNECTOR_RETAKES = 0, 1, 2
RETAKES = 3
PASS = -1
INFINITE = 60000
MAX_DEPTH = 60  # moves in a line


@kernel
def _joins(board, near, counters, first, second, point, color):
    """Return whether a stone on the point joins both chains into one that cannot be captured at once."""
    legal, captured, _ = chain.play(board, near, counters, point, color)
    if not legal:
        return False
    joined = _joined(board, near, counters, first, second)
    chain.take_back(board, counters, point, color, captured)
    return joined


@kernel
def _joined(board, near, counters, first, second):
    """Return whether the two stones belong to one chain with at least two liberties."""
    chain.liberties(board, near, counters, first, board.shape[1], board[chain.SPARE])
    if board[chain.MARK, second] != counters[chain.STAMP]:
        return False
    return chain.liberties(board, near, counters, first, 2, board[chain.SPARE]) == 2


@kernel
def _evaluate_leaf(board, near, counters, first, second, connecting, most, left, from_first, work):
    """Evaluate a position without search: (proof number, disproof number)."""
    color = board[chain.STONES, first]
    if color == 0 or board[chain.STONES, second] == 0 or board[chain.STONES, second] != color:
        return INFINITE, 0
    limit = min(most, left) if connecting else min(most - 1, left)
    measure_distances(board, near, counters, first, color, limit, from_first, work)
    distance = from_first[second]
    if distance > limit:
        return INFINITE, 0
    if distance == 0:
        chain.liberties(board, near, counters, first, board.shape[1], board[chain.SPARE])
        if board[chain.MARK, second] == counters[chain.STAMP]:
            if _joined(board, near, counters, first, second):
                return 0, INFINITE
            if not connecting:
                return INFINITE, 0
            return 2, 1
    if distance > 1:
        return (distance * distance, 1) if connecting else (2 * distance * distance, 1)
    common = 0
    count = chain.liberties(board, near, counters, first, board.shape[1], board[chain.LIST])
    for i in range(count):
        point = board[chain.LIST, i]
        for k in range(4):
            beside = near[point, k]
            board[chain.SEEN, beside] = counters[chain.LOOK]
            if board[chain.STONES, beside] == color:
                chain.liberties(board, near, counters, beside, board.shape[1], board[chain.SPARE])
                if board[chain.MARK, second] == counters[chain.STAMP]:
                    common += 1
                    if connecting and _joins(board, near, counters, first, second, point, color):
                        return 0, INFINITE
                    break
    if connecting:
        return 2, 1
    return (1, 4) if common > 1 or distance == 0 else (4, 1)


@kernel
def _key_after(board, counters, zobrist, key, point, color, captured):
    """Return the hash key of the stones after a move."""
    side = 0 if color > 0 else 1
    key ^= zobrist[side, point]
    for i in range(captured):
        key ^= zobrist[1 - side, board[chain.TAKEN, counters[chain.TOP] - 1 - i]]
    return key


@kernel
def _step(board, near, counters, zobrist, color, connecting, point, key, ko, retakes, spare, left):
    """Play a move of the search: (whether it is legal, stones captured, key, ko, spare, left) after it.

    captured < 0 is a pass. A side that may retake uses up one of `spare` retakes; `left` counts the connector's moves.
    """
    area = near.shape[0] - 1
    mover = color if connecting else -color
    if point == ko and point != PASS:
        counters[chain.KO_MET] = 1
        if spare == 0 or retakes != (CONNECTOR_RETAKES if connecting else CUTTER_RETAKES):
            return False, 0, key, chain.NONE, spare, left
        key ^= zobrist[4, spare] ^ zobrist[4, spare - 1]
        spare -= 1
    if connecting:
        if left == 0:
            return False, 0, key, chain.NONE, spare, left
        key ^= zobrist[3, left] ^ zobrist[3, left - 1]
        left -= 1
    key ^= zobrist[2, area]
    if ko != chain.NONE:
        key ^= zobrist[2, ko]
    if point == PASS:
        return True, -1, key, chain.NONE, spare, left
    legal, captured, after = chain.play(board, near, counters, point, mover)
    if not legal:
        return False, 0, key, chain.NONE, spare, left
    key = _key_after(board, counters, zobrist, key, point, mover, captured)
    if after != chain.NONE:
        key ^= zobrist[2, after]
    return True, captured, key, after, spare, left


@array_kernel
def solve(
    stones, near, zobrist, first, second, connector_first, ko, retakes, most, left, budget, bits, seen, line
):
    """Decide whether the chains on two points can be joined: JOINED, CUT or UNKNOWN (budget used up).

    stones  -- (area,) int8; near -- Grid.neighbours; zobrist -- (5, > area) uint64
    ko      -- the point that the side to move may not retake, or NONE; retakes -- the side exempt from that
    most    -- chains further apart are cut; with the cutter to move also those exactly as far apart
    left    -- number of moves that the connector may play
    budget  -- nodes; the table has 2 ** bits entries
    seen    -- (area,) bool, output: the points whose colour was read; line -- output: the best line
    Returns (answer, move, nodes, whether a ko was met, length of the line).
    """
    area = stones.size
    board, counters = chain.set_up(stones, CAPTIVES)
    color = board[chain.STONES, first]
    table = np.zeros((1 << bits, 2), np.uint64)
    from_first = np.zeros(area + 1, np.int32)
    from_second = np.zeros(area + 1, np.int32)
    work = np.zeros((LONGEST_PATH + 3, area + 1), np.int32)

    moves = np.empty((MAX_DEPTH + 2, chain.MOST_MOVES), np.int32)
    proof = np.empty((MAX_DEPTH + 2, chain.MOST_MOVES), np.int32)
    disproof = np.empty((MAX_DEPTH + 2, chain.MOST_MOVES), np.int32)
    count = np.zeros(MAX_DEPTH + 2, np.int32)
    proof_limit = np.zeros(MAX_DEPTH + 2, np.int32)
    disproof_limit = np.zeros(MAX_DEPTH + 2, np.int32)
    keys = np.zeros(MAX_DEPTH + 2, np.uint64)
    kos = np.empty(MAX_DEPTH + 2, np.int32)
    spares = np.zeros(MAX_DEPTH + 2, np.int32)
    lefts = np.zeros(MAX_DEPTH + 2, np.int32)
    current = np.zeros(MAX_DEPTH + 2, np.int32)
    captured_by = np.zeros(MAX_DEPTH + 2, np.int32)

    depth = 0
    nodes = 0
    spares[0] = 0 if retakes == NOBODY_RETAKES else RETAKES
    kos[0] = ko
    lefts[0] = left
    keys[0] = zobrist[4, spares[0]] ^ zobrist[3, left]
    if connector_first:
        keys[0] ^= zobrist[2, area]
    if ko != chain.NONE:
        keys[0] ^= zobrist[2, ko]
    root = keys[0]
    proof_limit[0] = INFINITE
    disproof_limit[0] = INFINITE
    entering = True
    answer = UNKNOWN
    best_move = PASS
    pn, dn = 1, 1
    while True:
        connecting = (depth % 2 == 0) == connector_first
        if entering:
            entering = False
            nodes += 1
            found = moves_between(
                board, near, counters, first, second, most, from_first, from_second, work, moves[depth]
            )
            likely = counters[chain.SECOND]
            kept = 0
            for i in range(found + 1):
                if i == found and kept > 0:
                    break
                point = moves[depth, i] if i < found else PASS
                can, captured, key, _, _, rest = _step(
                    board, near, counters, zobrist, color, connecting, point, keys[depth], kos[depth], retakes,
                    spares[depth], lefts[depth],
                )
                if not can:
                    continue
                at = np.int64(key & np.uint64(table.shape[0] - 1))
                if table[at, 0] == key:
                    pn = np.int64(table[at, 1] & np.uint64(0xFFFF))
                    dn = np.int64((table[at, 1] >> np.uint64(16)) & np.uint64(0xFFFF))
                else:
                    pn, dn = _evaluate_leaf(
                        board, near, counters, first, second, not connecting, most, rest, from_first, work,
                    )
                    if i >= likely and pn > 0 and dn > 0:
                        if connecting:
                            pn += 2
                        else:
                            dn += 2
                if pn > 0 and dn > 0:
                    repeated = depth >= MAX_DEPTH
                    above = depth - 1
                    while above >= 0 and not repeated and counters[chain.TOP] > 0:
                        repeated = keys[above] == key
                        above -= 2
                    if repeated:
                        pn, dn = INFINITE, 0
                if captured >= 0:
                    chain.take_back(board, counters, point, color if connecting else -color, captured)
                moves[depth, kept] = point
                proof[depth, kept] = pn
                disproof[depth, kept] = dn
                kept += 1
                if (pn if connecting else dn) == 0:
                    break
            count[depth] = kept

        low, second_low, high, still, best = INFINITE, INFINITE, 0, 0, 0
        for i in range(count[depth]):
            mine = proof[depth, i] if connecting else disproof[depth, i]
            other = disproof[depth, i] if connecting else proof[depth, i]
            if mine < low:
                second_low = low
                low = mine
                best = i
            elif mine < second_low:
                second_low = mine
            if other > 0:
                still += 1
                high = max(high, other)
        total = min(high + max(still - 1, 0), INFINITE) if low > 0 else INFINITE
        if total == 0:
            low = INFINITE
        pn, dn = (low, total) if connecting else (total, low)
        if pn == 0 or dn == 0 or pn >= proof_limit[depth] or dn >= disproof_limit[depth] or nodes >= budget:
            at = np.int64(keys[depth] & np.uint64(table.shape[0] - 1))
            chosen = moves[depth, best] if count[depth] > 0 and moves[depth, best] != PASS else area
            table[at, 0] = keys[depth]
            table[at, 1] = np.uint64(pn) | (np.uint64(dn) << np.uint64(16)) | (np.uint64(chosen) << np.uint64(32))
            if depth == 0:
                if pn == 0:
                    answer = JOINED
                elif dn == 0:
                    answer = CUT
                best_move = moves[0, best] if count[0] > 0 else PASS
                break
            depth -= 1
            i = current[depth]
            if captured_by[depth] >= 0:
                mover = -color if connecting else color
                chain.take_back(board, counters, moves[depth, i], mover, captured_by[depth])
            proof[depth, i] = pn
            disproof[depth, i] = dn
            continue

        limit = min(second_low + 1 + second_low // 4, INFINITE)
        slack = max(still - 1, 0)
        if connecting:
            proof_limit[depth + 1] = min(proof_limit[depth], limit)
            disproof_limit[depth + 1] = max(disproof_limit[depth] - slack, disproof[depth, best] + 1)
        else:
            disproof_limit[depth + 1] = min(disproof_limit[depth], limit)
            proof_limit[depth + 1] = max(proof_limit[depth] - slack, proof[depth, best] + 1)
        current[depth] = best
        _, captured_by[depth], keys[depth + 1], kos[depth + 1], spares[depth + 1], lefts[depth + 1] = _step(
            board, near, counters, zobrist, color, connecting, moves[depth, best], keys[depth], kos[depth], retakes,
            spares[depth], lefts[depth],
        )
        depth += 1
        entering = True

    length = 0
    if answer != UNKNOWN:
        length = _line(
            board, near, counters, zobrist, table, color, first, second, connector_first, root, ko, retakes, spares[0],
            left, line,
        )
    for point in range(area):
        if board[chain.SEEN, point]:
            seen[point] = True
    return answer, best_move, nodes, counters[chain.KO_MET] == 1, length


@kernel
def _line(
    board, near, counters, zobrist, table, color, first, second, connecting, key, ko, retakes, spare, left, points
):
    """Write the best line from the table into `points`; return its length. The board is left at its end."""
    area = near.shape[0] - 1
    length = 0
    while length < points.size:
        at = np.int64(key & np.uint64(table.shape[0] - 1))
        if table[at, 0] != key:
            break
        point = np.int64((table[at, 1] >> np.uint64(32)) & np.uint64(0xFFF))
        if point == area:
            point = PASS
        can, _, key, ko, spare, left = _step(
            board, near, counters, zobrist, color, connecting, point, key, ko, retakes, spare, left
        )
        if not can:
            break
        points[length] = point
        length += 1
        connecting = not connecting
        if board[chain.STONES, first] != color or board[chain.STONES, second] != color:
            break
    return length
