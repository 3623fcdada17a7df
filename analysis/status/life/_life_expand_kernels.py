"""Compiled kernels of the life-and-death reader: what happens at a node of the search when it is first visited.

A leaf is settled by its static verdict; any other node gets its children, the legal ones of the candidate moves and the
pass.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._ko_rule_kernels import ATTACKER_UNBOUND, OWNER_UNBOUND
from ._life_array_kernels import copy, fill
from ._life_kernels import EYES, FACTS, LIBERTY_ORDER, MARK, OUTSIDE, QUEUE, SURE
from ._life_moves_kernels import DEAD, UNKNOWN, add_around, add_point, candidates, evaluate_dragon, reason_zone
from ._life_node_kernels import AT_ONCE, DEPTH, MET_KO, MOST, NODES, USED
from ._life_play_kernels import is_simple_move, place
from ._life_regions_kernels import index_of
from ._life_table_kernels import CHILDREN, FIRST_CHILD, HINT, PASS, find, store

FEW_LIBERTIES = 3  # an attacking chain with no more may be captured before it takes the group
RETAKES = 3  # so often may a side that is not bound retake kos at once in a line


@kernel
def enter(search, depth):
    """Evaluate the last node of the line and list its children, unless that was done before.

    Returns whether the node is done: settled, at the greatest depth, or with first numbers beyond its limits.
    """
    frames, table, totals = search.frames, search.table, search.totals
    row = find(search.keep, frames.keys[depth])
    if depth == DEPTH:
        row = store(search.keep, table, frames.keys[depth], np.int64(MOST), np.int64(0))
        fill(search.points[row], ~np.uint64(0))
        return True
    if row >= 0 and table[row, CHILDREN] >= 0:
        frames.firsts[depth] = table[row, FIRST_CHILD]
        frames.counts[depth] = table[row, CHILDREN]
        return False
    totals[NODES] += 1
    work = search.scratch.work
    verdict = evaluate_dragon(frames.boards[depth], search.group, work, frames.turn[depth])
    if depth == 0:
        totals[AT_ONCE] = verdict
    elif verdict != UNKNOWN:
        settle(search, depth, verdict)
        return True
    proof, disproof = first_numbers(work)
    if row < 0:
        row = store(search.keep, table, frames.keys[depth], proof, disproof)
        if depth > 0 and (proof >= frames.limits[depth, 0] or disproof >= frames.limits[depth, 1]):
            return True
    last = list_children(search, depth)
    first = totals[USED]
    frames.firsts[depth] = first
    frames.counts[depth] = last - first
    table[row, FIRST_CHILD] = first
    table[row, CHILDREN] = last - first
    table[row, HINT] = 100 * proof + disproof
    totals[USED] = last
    return False


@kernel
def first_numbers(work):
    """Return the (proof, disproof) numbers of an evaluated board: by the dragon's possible eyes, and its sure ones."""
    possible, outside = min(8, work[FACTS, EYES]), min(12, work[FACTS, OUTSIDE])
    return np.int64(1 + possible // 2 + outside // 3), np.int64(1 + (2 - min(2, work[FACTS, SURE])) * 2)


@kernel
def settle(search, depth, verdict):
    """Store the static verdict of a leaf, and the points that it depends on."""
    frames, group = search.frames, search.group
    board = frames.boards[depth]
    killed = verdict == DEAD
    proof, disproof = np.int64(0 if killed else MOST), np.int64(MOST if killed else 0)
    row = store(search.keep, search.table, frames.keys[depth], proof, disproof)
    points = search.points[row]
    fill(points, np.uint64(0))
    if board[group.target] == group.owner:
        reason_zone(board, group, search.scratch.work, verdict, points)
        return
    before, near = frames.boards[depth - 1], group.near
    mark = search.scratch.work[MARK]
    fill(mark, 0)
    for p in range(board.size - 1):
        if before[p] == group.owner and board[p] != group.owner:
            add_around(board, near, group.beyond, points, p)
            for k in range(4):
                if before[near[p, k]] == -group.owner and mark[near[p, k]] == 0:
                    add_liberties(before, near, search.scratch.work, near[p, k], points)


@kernel
def add_liberties(board, near, work, start, points):
    """Add the liberties of the chain on a point to a bit set if there are few; its stones get 1 in MARK."""
    mark, queue, free = work[MARK], work[QUEUE], work[LIBERTY_ORDER]
    mark[start] = 1
    queue[0] = start
    top = 1
    done = 0
    count = 0
    while done < top:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            if board[beside] == 0:
                if count <= FEW_LIBERTIES and index_of(free, count, beside) < 0:
                    free[count] = beside
                    count += 1
            elif board[beside] == board[start] and mark[beside] == 0:
                mark[beside] = 1
                queue[top] = beside
                top += 1
    if count <= FEW_LIBERTIES:
        for i in range(count):
            add_point(points, free[i])


@kernel
def list_children(search, depth):
    """Write the children of an evaluated node behind all others; return the index after the last."""
    frames, question, scratch, children = search.frames, search.question, search.scratch, search.children
    mover, banned = frames.turn[depth], frames.banned[depth]
    attacking = mover != search.group.owner
    ban = banned
    search.totals[MET_KO] |= ban >= 0
    unbound = question.rule == (ATTACKER_UNBOUND if attacking else OWNER_UNBOUND)
    if unbound and frames.retaken[depth] < RETAKES:
        ban = np.int16(-1)
    listed = candidates(
        frames.boards[depth], search.group, scratch.work, mover, ban, scratch.history, scratch.found, scratch.scores
    )
    forced = not attacking and frames.passed[depth]
    last = add_children(search, depth, listed, forced)
    if attacking or (not forced and (depth > 0 or question.may_pass)):
        turn = frames.boards.shape[1] - 1
        key = frames.keys[depth] ^ search.zobrist[0, turn]
        if banned >= 0:
            key ^= search.zobrist[0, banned]
        children.moves[last] = PASS
        children.keys[last] = key ^ search.zobrist[1, turn] if attacking else key
        children.kos[last] = -1
        children.bias[last] = 1
        last += 1
    return last


@kernel
def add_children(search, depth, listed, forced):
    """Write the legal ones of the `listed` candidate moves as children; return the index after the last.

    The work space is as `evaluate_dragon` left it; the board of the next depth is overwritten.
    forced -- whether the other side's pass was only a question
    """
    frames, children, zobrist, near = search.frames, search.children, search.zobrist, search.group.near
    board, after = frames.boards[depth], frames.boards[depth + 1]
    work, found = search.scratch.work, search.scratch.found
    mover, ban, turn = frames.turn[depth], frames.banned[depth], board.size - 1
    plain = frames.keys[depth] ^ zobrist[0, turn]
    if forced:
        plain ^= zobrist[1, turn]
    if ban >= 0:
        plain ^= zobrist[0, ban]
    first = place_ = search.totals[USED]
    for i in range(listed):
        legal, change, ko = True, zobrist[mover % 3, found[i]], -1
        if not is_simple_move(board, near, work, found[i], mover):
            copy(board, after)
            legal, change, ko = place(after, near, work[QUEUE], found[i], mover, zobrist)
        if legal:
            children.moves[place_] = found[i]
            children.keys[place_] = plain ^ change if ko < 0 else plain ^ change ^ zobrist[0, ko]
            if found[i] == ban:
                retaken = board.size + frames.retaken[depth]
                children.keys[place_] ^= zobrist[0, retaken] ^ zobrist[0, retaken + 1]
            children.kos[place_] = ko
            children.bias[place_] = 1 + (place_ - first) // 2
            place_ += 1
    return place_
