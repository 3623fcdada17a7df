"""Compiled kernels of the life-and-death reader: proof-number search over the moves of `_life_moves_kernels`.

A proof means that the attacker kills. A node's number for the side to move is the minimum over the children; for the
other side it is their maximum, plus one for every two further open children, so that transpositions do not count twice.
An unexpanded child has the static estimate of its parent (HINT: a hundred times the proof number, plus the disproof
number), increased with its rank among the candidate moves.
Source: Nagai, Df-pn (2002); Kishimoto and Müller, the weak proof numbers (2010).

Either side may also pass. If a pass is as good as any move for the side to move, only moves count that touch the zone
of that result, a set of points stored with every solved node; so moves far away are not searched one by one. The
owner's pass is a real move. The attacker's pass is only a question: that it forces the owner into a bad move proves
nothing.

A repetition on the current line, and a line that gets too long, count as not killed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ._life_array_kernels import add_all, contains, copy, fill
from ._life_kernels import EYES, FACTS, OUTSIDE, QUEUE, ROWS, SURE
from ._life_moves_kernels import (
    ALIVE,
    DEAD,
    UNKNOWN,
    add_around,
    candidates,
    evaluate_dragon,
    mark_liberty_order,
    reason_zone,
)
from ._life_play_kernels import is_simple_move, place
from ._life_table_kernels import CHILDREN, DISPROOF, FIRST_CHILD, HINT, PASS, PROOF, find, likeliest, main_line, store

PLAIN, OWNER_UNBOUND, ATTACKER_UNBOUND = 0, 1, 2  # the side that may retake a ko at once: neither, or one
MOST = 1_000_000
DEPTH = 48
WIDTH = 24
LINE = 16
RETAKES = 3  # so often in a line
PROMISING = 8  # a smaller proof or disproof number lets a search go on


@kernel
def add_children(
    board, near, work, after, moves, keys, kos, bias, first, listed, found, key, mover, ban, retaken, forced, zobrist
):
    """Write the legal ones of `listed` moves as children from index `first` on; return the index after the last.

    `work` is as `evaluate_dragon` left it, `after` a scratch board; `key` is that of the node, `ban` its ko point or
    -1, `retaken` how often kos were retaken at once on the line, `forced` whether the other side's pass was only a
    question.
    """
    plain = key ^ zobrist[0, board.size - 1]
    if forced:
        plain ^= zobrist[1, board.size - 1]
    if ban >= 0:
        plain ^= zobrist[0, ban]
    place_ = first
    for i in range(listed):
        legal, change, ko = True, zobrist[mover % 3, found[i]], -1
        if not is_simple_move(board, near, work, found[i], mover):
            copy(board, after)
            legal, change, ko = place(after, near, work[QUEUE], found[i], mover, zobrist)
        if legal:
            moves[place_] = found[i]
            keys[place_] = plain ^ change if ko < 0 else plain ^ change ^ zobrist[0, ko]
            if found[i] == ban:
                keys[place_] ^= zobrist[0, board.size + retaken] ^ zobrist[0, board.size + retaken + 1]
            kos[place_] = ko
            bias[place_] = 1 + (place_ - first) // 2
            place_ += 1
    return place_


class Frames(NamedTuple):
    """The nodes of the current line, by depth.

    Fields: boards; firsts, counts -- start and number of a node's children; limits -- of its proof and disproof
    numbers; keys, turn, banned -- its hash key, the side to move and the ko point or -1; passed -- whether a pass led
    to it; retaken -- how often kos were retaken at once before it.
    """

    boards: Any
    firsts: Any
    counts: Any
    limits: Any
    keys: Any
    turn: Any
    banned: Any
    passed: Any
    retaken: Any


class Children(NamedTuple):
    """The children of all nodes: moves, hash keys, ko points or -1, and what is added to their first numbers."""

    moves: Any
    keys: Any
    kos: Any
    bias: Any


class Scratch(NamedTuple):
    """Space for one node: `work` as in `_life_kernels`; candidate moves with their scores; how often a move worked, by
    side; a bit set; and the bit sets of the rows of the table.
    """

    work: Any
    found: Any
    scores: Any
    history: Any
    rest: Any
    points: Any


@array_kernel
def search_group(
    start, near, beyond, zone, extended, owner, target, walls, safe, lost, to_move, ko, rule, may_pass, budget, stage,
    zobrist, keep, table, line, rests,
):
    """Search one question; return (proof, disproof, move, nodes, whether a ko was met, length of `line`).

    proof 0: the attacker kills; disproof 0: it does not; else the nodes were used up: `budget`, or fewer if the
    numbers promise no answer (see `is_worth_more`; they are compared after `stage` nodes, twice as many, and so on).
    `move` is the first mover's, the one that works or else the most promising; PASS is none, or the owner's pass.
    `rests`, a bit set, gets the points on which a solved answer depends. `keep` and `table` are the empty table.
    """
    size = start.size
    room = (budget + 1) * (WIDTH + 1)
    children = Children(
        np.empty(room, np.int16), np.empty(room, np.uint64), np.empty(room, np.int16), np.empty(room, np.int16)
    )
    frames = Frames(
        np.empty((DEPTH + 1, size), np.int8), np.zeros(DEPTH + 1, np.int64), np.zeros(DEPTH + 1, np.int64),
        np.full((DEPTH + 1, 2), np.int64(MOST)), np.empty(DEPTH + 1, np.uint64), np.empty(DEPTH + 1, np.int8),
        np.full(DEPTH + 1, np.int16(-1)), np.zeros(DEPTH + 1, np.bool_), np.zeros(DEPTH + 1, np.int16),
    )
    scratch = Scratch(
        np.empty((ROWS, size), np.int16), np.empty(WIDTH, np.int16), np.empty(WIDTH, np.int32),
        np.zeros((2, size), np.int32), np.empty(rests.size, np.uint64), np.empty((keep.size, rests.size), np.uint64),
    )
    return run_search(
        start, near, beyond, zone, extended, owner, target, walls, safe, lost, to_move, ko, rule, may_pass, budget,
        stage, zobrist, keep, table, line, rests, children, frames, scratch,
    )


@kernel
def is_worth_more(proof, disproof, before):
    """Return whether an unsolved search may go on, `before` being the smaller of both numbers at the last stage.

    Searches in which the smaller number is large and did not fall are hardly ever solved.
    """
    smaller = min(proof, disproof)
    return smaller <= PROMISING or smaller < before


@kernel
def run_search(
    start, near, beyond, zone, extended, owner, target, walls, safe, lost, to_move, ko, rule, may_pass, budget, stage,
    zobrist, keep, table, line, rests, children, frames, scratch,
):
    """Search as `search_group` does, in arrays that are there."""
    moves, keys, kos, bias = children
    boards, firsts, counts, limits, here, turn, banned, passed, retaken = frames
    work, found, scores, history, rest, points = scratch
    size = start.size
    none, everything = np.uint64(0), ~np.uint64(0)
    used = 0
    allowed = min(stage, budget)
    before = MOST

    copy(start, boards[0])
    root = zobrist[0, size]
    for point in range(size - 1):
        if start[point] != 0:
            root ^= zobrist[start[point] % 3, point]
    if to_move == owner:
        root ^= zobrist[0, size - 1]
    if ko >= 0:
        root ^= zobrist[0, ko]
    here[0] = root
    turn[0] = to_move
    banned[0] = ko

    depth = 0
    nodes = 0
    steps = 0
    met_ko = False
    at_once = UNKNOWN
    entering = True
    best = PASS
    proof = np.int64(1)
    disproof = np.int64(1)
    while depth >= 0:
        board = boards[depth]
        mover = turn[depth]
        attacking = mover != owner
        if entering:
            entering = False
            steps += 1
            row = find(keep, here[depth])
            if depth == DEPTH:
                row = store(keep, table, here[depth], np.int64(MOST), np.int64(0))
                fill(points[row], everything)
                depth -= 1
                continue
            if row >= 0 and table[row, CHILDREN] >= 0:
                firsts[depth] = table[row, FIRST_CHILD]
                counts[depth] = table[row, CHILDREN]
            else:
                nodes += 1
                verdict = evaluate_dragon(
                    board, near, beyond, zone, extended, work, owner, target, walls, safe, lost, mover
                )
                if depth == 0:
                    at_once = verdict
                if verdict != UNKNOWN and depth > 0:
                    killed = verdict == DEAD
                    proof = np.int64(0 if killed else MOST)
                    disproof = np.int64(MOST if killed else 0)
                    row = store(keep, table, here[depth], proof, disproof)
                    fill(points[row], none)
                    if board[target] == owner:
                        mark_liberty_order(board, near, zone, work, owner)
                        reason_zone(board, near, beyond, zone, work, owner, verdict, lost, points[row])
                    else:
                        for p in range(size - 1):
                            if boards[depth - 1, p] == owner and board[p] != owner:
                                add_around(board, near, beyond, points[row], p)
                    depth -= 1
                    continue
                if row < 0:
                    proof = np.int64(1 + min(8, work[FACTS, EYES]) // 2 + min(12, work[FACTS, OUTSIDE]) // 3)
                    disproof = np.int64(1 + (2 - min(2, work[FACTS, SURE])) * 2)
                    row = store(keep, table, here[depth], proof, disproof)
                    if depth > 0 and (proof >= limits[depth, 0] or disproof >= limits[depth, 1]):
                        depth -= 1
                        continue
                ban = banned[depth]
                met_ko |= ban >= 0
                if rule == (ATTACKER_UNBOUND if attacking else OWNER_UNBOUND) and retaken[depth] < RETAKES:
                    ban = np.int16(-1)
                listed = candidates(board, near, beyond, zone, work, owner, mover, ban, history, found, scores)
                forced = not attacking and passed[depth]
                last = add_children(
                    board, near, work, boards[depth + 1], moves, keys, kos, bias, used, listed, found, here[depth],
                    mover, banned[depth], retaken[depth], forced, zobrist,
                )
                if attacking or (not forced and (depth > 0 or may_pass)):
                    key = here[depth] ^ zobrist[0, size - 1]
                    if banned[depth] >= 0:
                        key ^= zobrist[0, banned[depth]]
                    moves[last] = PASS
                    keys[last] = key ^ zobrist[1, size - 1] if attacking else key
                    kos[last] = -1
                    bias[last] = 1
                    last += 1
                firsts[depth] = used
                counts[depth] = last - used
                table[row, FIRST_CHILD] = used
                table[row, CHILDREN] = last - used
                hard = 1 + min(8, work[FACTS, EYES]) // 2 + min(12, work[FACTS, OUTSIDE]) // 3
                table[row, HINT] = 100 * hard + 1 + (2 - min(2, work[FACTS, SURE])) * 2
                used = last

        first = firsts[depth]
        count = counts[depth]
        gate = -1
        if count > 0 and moves[first + count - 1] == PASS:
            row = find(keep, keys[first + count - 1])
            if row >= 0 and table[row, DISPROOF if attacking else PROOF] == 0:
                gate = row
        least = np.int64(MOST)
        second = np.int64(MOST)
        largest = np.int64(0)
        further = -1
        pick = -1
        pick_other = np.int64(0)
        looped = False
        fill(rest, none)
        row = find(keep, here[depth])
        hint_proof = np.int64(max(1, table[row, HINT] // 100)) if row >= 0 else np.int64(1)
        hint_disproof = np.int64(max(1, table[row, HINT] % 100)) if row >= 0 else np.int64(1)
        for i in range(first, first + count):
            row = find(keep, keys[i])
            if moves[i] != PASS:
                if gate >= 0 and not contains(points[gate], moves[i]):
                    continue
            elif attacking and row >= 0 and table[row, PROOF] == 0:
                continue
            again = False
            for d in range(depth + 1):
                again |= here[d] == keys[i]
            if again:
                looped = True
                child_proof = np.int64(MOST)
                child_disproof = np.int64(0)
            elif row < 0:
                child_proof = np.int64(bias[i] - 1 if attacking else 0) + hint_proof
                child_disproof = np.int64(0 if attacking else bias[i] - 1) + hint_disproof
            else:
                child_proof = np.int64(table[row, PROOF])
                child_disproof = np.int64(table[row, DISPROOF])
                if child_proof == 0 or child_disproof == 0:
                    add_all(rest, points[row])
            mine = child_proof if attacking else child_disproof
            other = child_disproof if attacking else child_proof
            if mine < least:
                second = least
                least = mine
                pick = i
                pick_other = other
            elif mine < second:
                second = mine
            if other > 0:
                further += 1
                largest = max(largest, other)
        other = min(np.int64(MOST), largest + max(0, further) // 2) if count > 0 else np.int64(0)
        proof = least if attacking else other
        disproof = other if attacking else least
        row = store(keep, table, here[depth], proof, disproof)
        if least == 0:
            child = find(keep, keys[pick])
            fill(rest, everything)
            if child >= 0:
                copy(points[child], rest)
            if moves[pick] != PASS:
                history[1 if attacking else 0, moves[pick]] += 1
                add_around(board, near, beyond, rest, moves[pick])
        if proof == 0 or disproof == 0:
            copy(rest, points[row])
            if looped and disproof == 0:
                fill(points[row], everything)
        if depth == 0:
            best = moves[pick] if least == 0 else likeliest(keep, table, moves, keys, first, count, attacking)
            # the end of a stage: twice as many nodes, if they promise an answer
            unsolved = proof > 0 and disproof > 0 and nodes < budget and steps < 20 * budget
            if unsolved and (nodes >= allowed or steps >= 20 * allowed) and is_worth_more(proof, disproof, before):
                before = min(proof, disproof)
                allowed = min(2 * allowed, budget)
        if (
            proof == 0 or disproof == 0 or proof >= limits[depth, 0] or disproof >= limits[depth, 1]
            or nodes >= allowed or steps >= 20 * allowed
        ):
            depth -= 1
            continue

        # Descend into the most promising child.
        point = moves[pick]
        copy(board, boards[depth + 1])
        if point != PASS:
            place(boards[depth + 1], near, work[QUEUE], point, mover, zobrist)
        mine_limit = limits[depth, 0 if attacking else 1]
        other_limit = limits[depth, 1 if attacking else 0]
        limits[depth + 1, 0 if attacking else 1] = min(mine_limit, second + 1 + second // 4)
        limits[depth + 1, 1 if attacking else 0] = min(np.int64(MOST), other_limit - other + pick_other)
        here[depth + 1] = keys[pick]
        banned[depth + 1] = kos[pick]
        turn[depth + 1] = -mover
        passed[depth + 1] = point == PASS
        retaken[depth + 1] = retaken[depth] + (point != PASS and point == banned[depth])
        depth += 1
        entering = True
    written = 0
    if proof > 0 and disproof > 0 and at_once == ALIVE:
        # No line was found, but the static verdict that holds at leaves holds at the root, too.
        disproof = np.int64(0)
        evaluate_dragon(start, near, beyond, zone, extended, work, owner, target, walls, safe, lost, to_move)
        mark_liberty_order(start, near, zone, work, owner)
        fill(rests, none)
        reason_zone(start, near, beyond, zone, work, owner, ALIVE, lost, rests)
        if to_move != owner:
            best = PASS
    elif proof == 0 or disproof == 0:
        copy(points[find(keep, root)], rests)
        written = main_line(keep, table, moves, keys, root, to_move, owner, line)
    return proof, disproof, best, nodes, met_ko, written
