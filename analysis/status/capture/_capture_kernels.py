"""Compiled kernel of capture reading: df-pn search over the candidate moves around one chain.

The attacker's nodes are OR nodes, the defender's AND nodes; a proof is a capture. Instead of the sum of the children's
numbers their maximum is taken, plus one for each further open child (so that transpositions do not count twice).

The attacker's quiet moves, which leave the target out of atari, are limited per line, with an increasing limit: ladders
are found before nets, and loose nets last. Moves that refute a move of one side are tried as moves of the other.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from . import _capture_step_kernels as step
from . import _chain_kernels as chain
from . import _chain_moves_kernels as options
from . import _ladder_kernels as ladders

CAPTURED, SAFE, UNKNOWN = 1, 0, -1
MAX_DEPTH = 250
# Iterative limits on quiet moves (the attacker's moves in a line that leave the target out of atari), and the share of
# the node budget for all limits but the last.
QUIET_MOVES = (1, 2, 3, 4, 60)
FIRST_SHARE = 0.9
# Added to the (dis)proof numbers of an unexpanded node: for each tier of moves; for a pass at the root.
FAR = 2
LAST_RESORT = 1000
# How many moves of the line that refutes a pass, or another first defence, are tried as defences.
MOST_REPLIES = 12


@kernel
def _add(moves, done, first, last, point):
    """Append a point to moves[:last] unless it is among moves[:done] or moves[first:last]; return the new `last`."""
    for i in range(last):
        if moves[i] == point and (i < done or i >= first):
            return last
    if last >= chain.MOST_MOVES - 1:
        return last
    moves[last] = point
    return last + 1


@array_kernel
def solve(stones, near, zobrist, target, attacker_first, ko, retakes, ladder, escape, budget, bits, seen, line):
    """Decide whether the chain on `target` can be captured: CAPTURED, SAFE or UNKNOWN (budget used up).

    stones  -- (area,) int8; near -- Grid.neighbours; zobrist -- (5, > area) uint64
    ko      -- the point that the side to move may not retake, or NONE; retakes -- the side exempt from that
    ladder  -- the attacker plays only on liberties, and a chain with three is safe
    escape  -- a chain with this many liberties, the attacker to move, is safe
    budget  -- nodes; the table has 2 ** bits entries
    seen    -- (area,) bool, output: the points whose colour was read; line -- output: the best line
    Returns (answer, move, nodes, whether a ko was met, whether the answer is final, length of the line).
    """
    area = stones.size
    board, counters = chain.set_up(stones, MAX_DEPTH + ladders.LONGEST)
    counters[chain.FOR_EVER] = 0 if attacker_first else 1
    color = board[chain.STONES, target]
    libs = np.empty(max(escape + 1, 4), np.int32)
    steps = np.zeros((ladders.LONGEST, ladders.COLUMNS), np.int32)
    table = np.zeros((1 << bits, 2), np.uint64)

    moves = np.empty((MAX_DEPTH, chain.MOST_MOVES), np.int32)
    proof = np.empty((MAX_DEPTH, chain.MOST_MOVES), np.int32)
    disproof = np.empty((MAX_DEPTH, chain.MOST_MOVES), np.int32)
    plies = np.zeros((MAX_DEPTH, chain.MOST_MOVES), np.int32)
    count = np.zeros(MAX_DEPTH, np.int32)
    proof_limit = np.zeros(MAX_DEPTH, np.int32)
    disproof_limit = np.zeros(MAX_DEPTH, np.int32)
    keys = np.zeros(MAX_DEPTH, np.uint64)
    kos = np.empty(MAX_DEPTH, np.int32)
    spares = np.zeros(MAX_DEPTH, np.int32)
    left = np.zeros(MAX_DEPTH, np.int32)
    cut = np.zeros(MAX_DEPTH, np.bool_)
    current = np.zeros(MAX_DEPTH, np.int32)
    captured_by = np.zeros(MAX_DEPTH, np.int32)

    depth = 0
    nodes = 0
    limit = 0
    allowed = int(budget * FIRST_SHARE)
    left[0] = QUIET_MOVES[0]
    spares[0] = 0 if retakes == step.NOBODY_RETAKES else step.RETAKES
    kos[0] = ko
    keys[0] = zobrist[3, left[0]] ^ zobrist[4, spares[0]]
    if attacker_first:
        keys[0] ^= zobrist[2, area]
    if ko != chain.NONE:
        keys[0] ^= zobrist[2, ko]
    proof_limit[0] = step.INFINITE
    disproof_limit[0] = step.INFINITE
    entering = True
    replies = 0
    reply = np.empty(MOST_REPLIES, np.int32)
    plain = 0
    answer = UNKNOWN
    answer_move = chain.NONE
    finished = False
    shown = keys[0]
    shown_left = left[0]
    while True:
        attacking = (depth % 2 == 0) == attacker_first
        first, found = 0, 0
        if entering:
            nodes += 1
            count[depth] = 0
            cut[depth] = False
            if attacking:
                found = options.attacking_moves(board, near, counters, target, ladder, escape, moves[depth], libs)
                for i in range(found):
                    if moves[depth, i] == kos[depth]:
                        moves[depth, found] = step.PASS
                        found += 1
                        break
            else:
                found = options.defending_moves(board, near, counters, target, escape, moves[depth], libs)
                met = counters[chain.KO_MET]
                look = ladders.ESCAPES
                if chain.liberties(board, near, counters, target, 3, libs) == 2:
                    counters[chain.LOOK] += 1
                    look, _, ply = ladders.ladder(
                        board, near, counters, steps, target, True, chain.NONE, step.LADDER_NODES, libs
                    )
                if look == ladders.FALLS:
                    # a pass is refuted: it goes to the front, and only moves that touch the ladder can help
                    counters[chain.KO_MET] = met
                    found = options.keep_relevant(board, near, counters, color, moves[depth], found)
                    counters[chain.LOOK] += 1
                    for i in range(found, 0, -1):
                        moves[depth, i] = moves[depth, i - 1]
                    counters[chain.SECOND] += 1
                    counters[chain.THIRD] += 1
                    moves[depth, 0] = step.PASS
                    proof[depth, 0] = 0
                    disproof[depth, 0] = step.INFINITE
                    plies[depth, 0] = ply
                    count[depth] = 1
                    first = 1
                else:
                    moves[depth, found] = step.PASS
                found += 1
            plain = found
        elif replies > 0:
            # moves of a line that refuted a move may be good ones
            plain = 0
            first = count[depth]
            found = first
            for i in range(replies):
                if reply[i] != step.PASS:
                    found = _add(moves[depth], first, first, found, reply[i])
        entering = False
        while first < found:
            point = moves[depth, first]
            first += 1
            what, captured, key, after, spare, now_left = step.step(
                board, near, counters, zobrist, target, attacking, point, keys[depth], kos[depth], retakes,
                spares[depth], left[depth],
            )
            if what == chain.REFUSED:
                continue
            pn, dn, ply, answered = 0, step.INFINITE, 0, chain.NONE
            if what == chain.TOO_QUIET:
                pn, dn = step.INFINITE, 0
                cut[depth] = True
            elif what == chain.HOLDS:
                pn, dn = step.INFINITE, 0
            elif what != chain.TAKES:
                at, known = step.look_up(table, key)
                if known:
                    data = table[at, 1]
                    pn = np.int64(data & np.uint64(0xFFFF))
                    dn = np.int64((data >> np.uint64(16)) & np.uint64(0xFFFF))
                    ply = np.int64((data >> np.uint64(32)) & np.uint64(0xFFF))
                    answered = np.int64((data >> np.uint64(44)) & np.uint64(0xFFF))
                    cut[depth] |= (data >> np.uint64(60)) != 0
                else:
                    pn, dn, move, ply, short = step.evaluate_leaf(
                        board, near, counters, steps, target, not attacking, after, retakes, spare, now_left, ladder,
                        escape, libs,
                    )
                    cut[depth] |= short
                    if pn == 0 or dn == 0:
                        step.store(table, key, pn, dn, ply, move, short, area)
                        answered = move
                    if pn > 0 and dn > 0 and counters[chain.SECOND] < first <= plain:
                        far = FAR if first <= counters[chain.THIRD] else 2 * FAR
                        if attacking:
                            pn += far
                        else:
                            dn += far
                if pn > 0 and dn > 0:
                    repeated = depth + 1 >= MAX_DEPTH - 1
                    above = depth - 1
                    while above >= 0 and not repeated and counters[chain.TOP] > 0:
                        repeated = keys[above] == key
                        above -= 2
                    if repeated:
                        pn, dn = step.INFINITE, 0
                    elif depth == 0 and point == step.PASS:
                        dn = min(dn + LAST_RESORT, step.INFINITE - 1)
                if what == chain.PLAYED:
                    chain.take_back(board, counters, point, -color if attacking else color, captured)
            kept = count[depth]
            moves[depth, kept] = point
            proof[depth, kept] = pn
            disproof[depth, kept] = dn
            plies[depth, kept] = ply
            count[depth] = kept + 1
            if (pn if attacking else dn) == 0:
                break
            if (dn if attacking else pn) == 0 and 0 <= answered < area and not ladder:
                found = _add(moves[depth], count[depth], first, found, answered)

        # proof and disproof number of this node
        low, second, high, still, best = step.INFINITE, step.INFINITE, 0, 0, chain.NONE
        for i in range(count[depth]):
            mine = proof[depth, i] if attacking else disproof[depth, i]
            other = disproof[depth, i] if attacking else proof[depth, i]
            if mine < low:
                second = low
                low = mine
                best = i
            elif mine < second:
                second = mine
            if other > 0:
                still += 1
                high = max(high, other)
        total = min(high + max(still - 1, 0), step.INFINITE) if low > 0 else step.INFINITE
        if total == 0:
            low = step.INFINITE
        pn, dn = (low, total) if attacking else (total, low)
        decided = pn == 0 or dn == 0
        if decided or pn >= proof_limit[depth] or dn >= disproof_limit[depth] or nodes >= allowed:
            ply = 0
            if low == 0:
                ply = plies[depth, best] + 1
            elif decided:
                best = chain.NONE
                for i in range(count[depth]):
                    if best == chain.NONE or plies[depth, i] + 1 > ply:
                        best = i
                        ply = plies[depth, i] + 1
            chosen = moves[depth, best] if best != chain.NONE else step.NO_MOVE
            step.store(table, keys[depth], pn, dn, ply, chosen, cut[depth], area)
            if depth == 0:
                if decided:
                    answer = CAPTURED if pn == 0 else SAFE
                    answer_move = moves[0, best] if best != chain.NONE else chain.NONE
                    shown = keys[0]
                    shown_left = left[0]
                    finished = pn == 0 or not cut[0]
                if finished or limit == len(QUIET_MOVES) - 1 or nodes >= budget:
                    break
                limit = limit + 1 if decided else len(QUIET_MOVES) - 1
                if limit == len(QUIET_MOVES) - 1:
                    allowed = budget
                keys[0] ^= zobrist[3, left[0]] ^ zobrist[3, QUIET_MOVES[limit]]
                left[0] = QUIET_MOVES[limit]
                entering = True
                continue
            replies = 0
            if decided and low == 0 and not ladder:
                wanted = reply.size if attacking and depth == 1 else 1
                replies = step.line(
                    board, near, counters, zobrist, table, target, attacking, keys[depth], kos[depth], retakes,
                    spares[depth], left[depth], reply[:wanted],
                )
            depth -= 1
            cut[depth] |= cut[depth + 1]
            i = current[depth]
            if captured_by[depth] >= 0:
                mover = color if attacking else -color
                chain.take_back(board, counters, moves[depth, i], mover, captured_by[depth])
            proof[depth, i] = pn
            disproof[depth, i] = dn
            plies[depth, i] = ply
            continue

        # descend into the most promising child
        most = min(second + 1 + second // 4, step.INFINITE)
        slack = max(still - 1, 0)
        if attacking:
            proof_limit[depth + 1] = min(proof_limit[depth], most)
            disproof_limit[depth + 1] = max(disproof_limit[depth] - slack, disproof[depth, best] + 1)
        else:
            disproof_limit[depth + 1] = min(disproof_limit[depth], most)
            proof_limit[depth + 1] = max(proof_limit[depth] - slack, proof[depth, best] + 1)
        current[depth] = best
        what, captured, keys[depth + 1], kos[depth + 1], spares[depth + 1], left[depth + 1] = step.step(
            board, near, counters, zobrist, target, attacking, moves[depth, best], keys[depth], kos[depth], retakes,
            spares[depth], left[depth],
        )
        captured_by[depth] = captured if what == chain.PLAYED else -1
        depth += 1
        entering = True

    length = 0
    if answer != UNKNOWN:
        length = step.line(
            board, near, counters, zobrist, table, target, attacker_first, shown, ko, retakes, spares[0], shown_left,
            line,
        )
    for point in range(area):
        if board[chain.SEEN, point] > 0:
            seen[point] = True
    return answer, answer_move, nodes, counters[chain.KO_MET] == 1, finished, length
