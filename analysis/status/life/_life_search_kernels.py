"""Compiled kernels of the life-and-death reader: proof-number search over the moves of `_life_moves_kernels`.

A proof means that the attacker kills. A node's number for the side to move is the minimum over the children; for the
other side it is their maximum, plus one for every two further open children, so that transpositions do not count twice.
Source: Nagai, Df-pn (2002); Kishimoto and Müller, the weak proof numbers (2010).

Either side may also pass. If a pass is as good as any move for the side to move, only moves count that touch the zone
of that result, a set of points stored with every solved node; so moves far away are not searched one by one. The
owner's pass is a real move. The attacker's pass is only a question: that it forces the owner into a bad move proves
nothing.

A repetition on the current line, and a line that gets too long, count as not killed.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ._life_array_kernels import add_all, contains, copy, fill
from ._life_expand_kernels import enter
from ._life_kernels import QUEUE, ROWS
from ._life_moves_kernels import ALIVE, UNKNOWN, add_around, evaluate_dragon, reason_zone
from ._life_node_kernels import (
    ALLOWED,
    AT_ONCE,
    BEFORE,
    BEST,
    DEPTH,
    MET_KO,
    MOST,
    NODES,
    STEPS,
    TOTALS,
    WIDTH,
    Children,
    Frames,
    Numbers,
    Scratch,
    Search,
)
from ._life_play_kernels import place
from ._life_table_kernels import DISPROOF, HINT, PASS, PROOF, find, likeliest, main_line, store

PROMISING = 8  # a smaller proof or disproof number lets a search go on
STEPS_A_NODE = 20  # so many visits of nodes for each that may be evaluated


@array_kernel
def search_group(start, group, question, zobrist, keep, table, line, rests):
    """Search one question; return (proof, disproof, move, nodes, whether a ko was met, length of `line`).

    group    -- GroupArrays; question -- Question
    keep, table -- the empty table of `_life_table_kernels`
    proof 0: the attacker kills; disproof 0: it does not; else the nodes were used up: `budget`, or fewer if the
    numbers promise no answer (see `is_worth_more`; they are compared after `stage` nodes, twice as many, and so on).
    `move` is the first mover's, the one that works or else the most promising; PASS is none, or the owner's pass.
    `rests`, a bit set, gets the points on which a solved answer depends.
    """
    size = start.size
    room = (question.budget + 1) * (WIDTH + 1)
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
        np.zeros((2, size), np.int32), np.empty(rests.size, np.uint64),
    )
    points = np.empty((keep.size, rests.size), np.uint64)
    totals = np.zeros(TOTALS, np.int64)
    search = Search(group, question, zobrist, frames, children, scratch, keep, table, points, totals)
    return run_search(search, start, line, rests)


@kernel
def is_worth_more(proof, disproof, before):
    """Return whether an unsolved search may go on, `before` being the smaller of both numbers at the last stage.

    Searches in which the smaller number is large and did not fall are hardly ever solved.
    """
    smaller = min(proof, disproof)
    return smaller <= PROMISING or smaller < before


@kernel
def run_search(search, start, line, rests):
    """Search as `search_group` does, in arrays that are there."""
    frames, totals, question = search.frames, search.totals, search.question
    totals[ALLOWED] = min(question.stage, question.budget)
    totals[BEFORE] = MOST
    totals[AT_ONCE] = UNKNOWN
    totals[BEST] = PASS
    begin(search, start)
    depth = 0
    entering = True
    proof = np.int64(1)
    disproof = np.int64(1)
    while depth >= 0:
        if entering:
            entering = False
            totals[STEPS] += 1
            if enter(search, depth):
                depth -= 1
                continue
        numbers = children_numbers(search, depth)
        proof, disproof = numbers.proof, numbers.disproof
        back_up(search, depth, numbers)
        if depth == 0:
            end_stage(search, numbers)
        limits = frames.limits[depth]
        if proof == 0 or disproof == 0 or proof >= limits[0] or disproof >= limits[1] or is_over(totals):
            depth -= 1
            continue
        descend(search, depth, numbers)
        depth += 1
        entering = True
    return conclude(search, start, (proof, disproof), line, rests)


@kernel
def begin(search, start):
    """Make a board the root of the search."""
    frames, question, zobrist = search.frames, search.question, search.zobrist
    size = start.size
    copy(start, frames.boards[0])
    root = zobrist[0, size]
    for point in range(size - 1):
        if start[point] != 0:
            root ^= zobrist[start[point] % 3, point]
    if question.to_move == search.group.owner:
        root ^= zobrist[0, size - 1]
    if question.ko >= 0:
        root ^= zobrist[0, question.ko]
    frames.keys[0] = root
    frames.turn[0] = question.to_move
    frames.banned[0] = question.ko


@kernel
def is_over(totals):
    """Return whether the nodes allowed until the end of the stage are used up."""
    return totals[NODES] >= totals[ALLOWED] or totals[STEPS] >= STEPS_A_NODE * totals[ALLOWED]


@kernel
def end_stage(search, numbers):
    """Record the best move of the root; at the end of a stage allow twice as many nodes, if they promise an answer."""
    totals, budget, children = search.totals, search.question.budget, search.children
    proof, disproof = numbers.proof, numbers.disproof
    if numbers.least == 0:
        totals[BEST] = children.moves[numbers.pick]
    else:
        attacking = search.frames.turn[0] != search.group.owner
        first, count = search.frames.firsts[0], search.frames.counts[0]
        totals[BEST] = likeliest(search.keep, search.table, children.moves, children.keys, first, count, attacking)
    unsolved = proof > 0 and disproof > 0 and totals[NODES] < budget and totals[STEPS] < STEPS_A_NODE * budget
    if unsolved and is_over(totals) and is_worth_more(proof, disproof, totals[BEFORE]):
        totals[BEFORE] = min(proof, disproof)
        totals[ALLOWED] = min(2 * totals[ALLOWED], budget)


@kernel
def row_of_pass(search, depth):
    """Return the row of the table of a node's pass if the pass reaches the mover's goal, else -1."""
    frames, children = search.frames, search.children
    last = frames.firsts[depth] + frames.counts[depth] - 1
    if frames.counts[depth] > 0 and children.moves[last] == PASS:
        row = find(search.keep, children.keys[last])
        if row >= 0 and search.table[row, DISPROOF if frames.turn[depth] != search.group.owner else PROOF] == 0:
            return row
    return -1


@kernel
def is_on_line(frames, depth, key):
    """Return whether a key is that of a node of the current line."""
    again = False
    for d in range(depth + 1):
        again |= frames.keys[d] == key
    return again


@kernel
def first_child_numbers(search, depth):
    """Return (proof, disproof) of the first unexpanded child of a node: the static estimate of the node.

    HINT is a hundred times the proof number, plus the disproof number.
    """
    row = find(search.keep, search.frames.keys[depth])
    if row < 0:
        return np.int64(1), np.int64(1)
    hint = search.table[row, HINT]
    return np.int64(max(1, hint // 100)), np.int64(max(1, hint % 100))


@kernel
def children_numbers(search, depth):
    """Return the Numbers of a node from those of its children; the zones of solved ones are united in `rest`."""
    frames, keep, table, points, rest = search.frames, search.keep, search.table, search.points, search.scratch.rest
    moves, keys = search.children.moves, search.children.keys
    first, count = frames.firsts[depth], frames.counts[depth]
    attacking = frames.turn[depth] != search.group.owner
    pass_row = row_of_pass(search, depth)
    hint_proof, hint_disproof = first_child_numbers(search, depth)
    least = second = np.int64(MOST)
    largest = pick_other = np.int64(0)
    further = pick = -1
    looped = False
    fill(rest, np.uint64(0))
    for i in range(first, first + count):
        row = find(keep, keys[i])
        if moves[i] != PASS:
            if pass_row >= 0 and not contains(points[pass_row], moves[i]):
                continue
        elif attacking and row >= 0 and table[row, PROOF] == 0:
            continue
        if is_on_line(frames, depth, keys[i]):
            looped = True
            child_proof, child_disproof = np.int64(MOST), np.int64(0)
        elif row < 0:  # unexpanded: the later it is among the candidate moves, the less promising
            later = np.int64(search.children.bias[i] - 1)
            child_proof = hint_proof + (later if attacking else 0)
            child_disproof = hint_disproof + (0 if attacking else later)
        else:
            child_proof, child_disproof = np.int64(table[row, PROOF]), np.int64(table[row, DISPROOF])
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
    proof, disproof = (least, other) if attacking else (other, least)
    return Numbers(proof, disproof, least, second, other, pick, pick_other, looped)


@kernel
def back_up(search, depth, numbers):
    """Store the numbers of a node, and the zone of its result if it is solved."""
    frames, points, rest = search.frames, search.points, search.scratch.rest
    proof, disproof, pick = numbers.proof, numbers.disproof, numbers.pick
    row = store(search.keep, search.table, frames.keys[depth], proof, disproof)
    if numbers.least == 0:
        move = search.children.moves[pick]
        child = find(search.keep, search.children.keys[pick])
        fill(rest, ~np.uint64(0))
        if child >= 0:
            copy(points[child], rest)
        if move != PASS:
            attacking = frames.turn[depth] != search.group.owner
            search.scratch.history[1 if attacking else 0, move] += 1
            add_around(frames.boards[depth], search.group.near, search.group.beyond, rest, move)
    if proof == 0 or disproof == 0:
        copy(rest, points[row])
        if numbers.looped and disproof == 0:
            fill(points[row], ~np.uint64(0))


@kernel
def descend(search, depth, numbers):
    """Make the most promising child the next node of the line."""
    frames, children = search.frames, search.children
    pick, mover = numbers.pick, frames.turn[depth]
    point = children.moves[pick]
    copy(frames.boards[depth], frames.boards[depth + 1])
    if point != PASS:
        work = search.scratch.work
        place(frames.boards[depth + 1], search.group.near, work[QUEUE], point, mover, search.zobrist)
    ours, theirs = (0, 1) if mover != search.group.owner else (1, 0)
    limits, below, second = frames.limits[depth], frames.limits[depth + 1], numbers.second
    below[ours] = min(limits[ours], second + 1 + second // 4)
    below[theirs] = min(np.int64(MOST), limits[theirs] - numbers.other + numbers.pick_other)
    frames.keys[depth + 1] = children.keys[pick]
    frames.banned[depth + 1] = children.kos[pick]
    frames.turn[depth + 1] = -mover
    frames.passed[depth + 1] = point == PASS
    frames.retaken[depth + 1] = frames.retaken[depth] + (point != PASS and point == frames.banned[depth])


@kernel
def conclude(search, start, found, line, rests):
    """Return the result of a search as `search_group` does, and write the line and the points that it rests on.

    found -- (proof, disproof) of the root
    """
    proof, disproof = found
    group, question, totals, children = search.group, search.question, search.totals, search.children
    best = totals[BEST]
    written = 0
    if proof > 0 and disproof > 0 and totals[AT_ONCE] == ALIVE:
        # No line was found, but the static verdict that holds at leaves holds at the root, too.
        disproof = np.int64(0)
        evaluate_dragon(start, group, search.scratch.work, question.to_move)
        fill(rests, np.uint64(0))
        reason_zone(start, group, search.scratch.work, ALIVE, rests)
        if question.to_move != group.owner:
            best = PASS
    elif proof == 0 or disproof == 0:
        root = search.frames.keys[0]
        copy(search.points[find(search.keep, root)], rests)
        turn = question.to_move, group.owner
        written = main_line(search.keep, search.table, children.moves, children.keys, root, turn, line)
    return proof, disproof, best, totals[NODES], totals[MET_KO] != 0, written
