"""Compiled: depth-first proof-number search (df-pn) on a stack of its own.

A node has a proof number, how many leaves must at least be proved to prove it, and a disproof number likewise; 0 is
shown, INFINITE refuted. The search always expands a most-proving node, to any depth.

A node that comes again on its own path counts as lost for the prover, who has to end the game. What follows from that
is a conditional claim: "the prover does not win from here if these ancestors are lost for the prover", for some nodes
of the path. The least depth among them, `ancestor`, stands for them. Where none of them is above the node itself, it
is lost unconditionally: had the prover a win, a shortest one would not pass the node again. Otherwise the claim holds
wherever the same stretch of path, the segment from that ancestor on, leads to the node: the table keeps a hash of the
segment beside the node's undecided numbers. A win rests on no such claim.

The numbers of a frame's children are kept while it stands and are never read anew from the table, where other paths
change them: each visit makes one of them grow, so that the search cannot loop.

Source: Nagai (2002), df-pn; Pawlewicz and Lew (2007), thresholds that grow by a factor; Kishimoto and Müller (2004),
the graph-history problem, solved otherwise here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import bit_count, kernel, lowest_bit
from ._graph_kernels import NO_KO_RULE, candidate_moves
from ._kernels import NONE, ONE, hash_bits, play
from ._proof_kernels import BUCKET, Node, state_key, static_result

INFINITE = (1 << 22) - 1
MOST_WORK = (1 << 20) - 1
LONGEST_SEGMENT = 255
UNCONDITIONAL = 1 << 20  # an `ancestor` where a claim rests on none
TRUNCATED = -1  # the `ancestor` of what the longest path left open

# columns of the stack: boards, frames, and for each child of a frame `numbers`
OWN, OPP, KO, KEY, SUM = 0, 1, 2, 3, 4
MOVER, PROVING, PASSED, PN_LIMIT, DN_LIMIT, COUNT, CHOSEN, ENTERED, KNOWN = 0, 1, 2, 3, 4, 5, 6, 7, 8
PN, DN, ANCESTOR, PLIES, POINT = 0, 1, 2, 3, 4

# counters of a search
NODES, LIMIT, DEPTH, ENTERING = 0, 1, 2, 3


class Stack(NamedTuple):
    """The path that is searched, a row for each depth.

    boards  -- (rows, 5) uint64: stones of the player to move and of the opponent, the ko bit, the key of the state, and
               the sum of the hashed keys from the root on
    frames  -- (rows, 9) int64: player to move, whether that is the prover, whether the opponent has just passed, limits
               of the proof and disproof number, number of children, the child that is searched, the count of nodes when
               it was entered, whether the table held it
    keys    -- (rows, n + 1) uint64, the children's keys
    numbers -- (rows, n + 1, 5) int64, the children's proof number, disproof number, ancestor, plies and point
    path    -- int16, a hash table from the keys of the path to their depths, -1 where free
    """

    boards: npt.NDArray[np.uint64]
    frames: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.int64]
    path: npt.NDArray[np.int16]


@kernel
def find_row(key, table):
    """Return the row of the table that holds a key, or -1."""
    slot = np.int64(hash_bits(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == key:
            return i
    return np.int64(-1)


@kernel
def unpack_numbers(row):
    """Return (pn, dn) of a row of the table; of a win the second is the plies it takes."""
    return np.int64(row[1] & np.uint64(INFINITE)), np.int64((row[1] >> np.uint64(22)) & np.uint64(INFINITE))


@kernel
def store(key, table, pn, dn, segment, work):
    """Store a key's numbers, the old ones if pn < 0, and its segment hash unless 0, over its bucket's least work."""
    slot = np.int64(hash_bits(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    place = slot
    least = np.int64(1) << 60
    old_pn = old_dn = np.int64(1)
    for i in range(slot, slot + BUCKET):
        effort = np.int64(table[i, 1] >> np.uint64(44))
        if table[i, 0] == key:
            place = i
            old_pn, old_dn = unpack_numbers(table[i])
            work += effort
            if segment == NONE:
                segment = table[i, 2]
            break
        if effort < least:
            least = effort
            place = i
    if pn < 0:
        pn, dn = old_pn, old_dn
    table[place, 0] = key
    table[place, 1] = np.uint64(pn) | np.uint64(dn) << np.uint64(22) | np.uint64(min(work, MOST_WORK)) << np.uint64(44)
    table[place, 2] = segment


@kernel
def find_path_slot(key, boards, path):
    """Return the slot of `path` that holds the key's depth, or a free one, -1, if it is not on the path."""
    slot = hash_bits(key) & np.uint64(path.size - 1)
    while path[slot] >= 0 and boards[path[slot], KEY] != key:
        slot = (slot + ONE) & np.uint64(path.size - 1)
    return slot


@kernel
def segment_hash(start, depth, boards):
    """Return the path from `start` to `depth` as a number: its length in 8 bits, a hash of its keys in any order."""
    total = boards[depth, SUM]
    if start > 0:
        total -= boards[start - 1, SUM]
    return (hash_bits(total) & ~np.uint64(LONGEST_SEGMENT)) | np.uint64(depth - start + 1)


@kernel
def add_child(depth, point, key, pn, dn, stack, table):
    """Give a frame one more child, with these numbers unless more is known; nothing if a sibling is the same."""
    boards, frames, keys, numbers = stack.boards, stack.frames, stack.keys, stack.numbers
    place = frames[depth, COUNT]
    for i in range(place):
        if keys[depth, i] == key:
            return
    ancestor = UNCONDITIONAL
    plies = np.int64(0)
    above = stack.path[find_path_slot(key, boards, stack.path)]
    row = find_row(key, table)
    if above >= 0:
        pn, dn, ancestor = INFINITE, 0, above
    elif row >= 0:
        pn, dn = unpack_numbers(table[row])
        length = np.int64(table[row, 2] & np.uint64(LONGEST_SEGMENT))
        start = depth + 1 - length
        if pn == 0:
            plies = dn
            dn = INFINITE
        elif dn != 0 and 0 < length <= depth + 1 and segment_hash(start, depth, boards) == table[row, 2]:
            pn, dn, ancestor = INFINITE, 0, start
    keys[depth, place] = key
    numbers[depth, place, PN] = pn
    numbers[depth, place, DN] = dn
    numbers[depth, place, ANCESTOR] = ancestor
    numbers[depth, place, PLIES] = plies
    numbers[depth, place, POINT] = point
    frames[depth, COUNT] = place + 1


@kernel
def expand(depth, stack, table, problem):
    """Add all children of a frame, the pass last; no more of them once one decides it unconditionally.

    The first numbers of a child: a move that captures or leaves the mover with more stones is nearer to a proof, one
    that fills an eye of its own is far from it.
    """
    boards, frames, numbers = stack.boards, stack.frames, stack.numbers
    own, opp, ko = boards[depth, OWN], boards[depth, OPP], boards[depth, KO]
    mover, proving = frames[depth, MOVER], frames[depth, PROVING]
    near, walls, symmetries = problem.near, problem.walls, problem.symmetries
    other = 0 if problem.neutral else 1 - mover
    frames[depth, COUNT] = 0
    moves = candidate_moves(own, opp, ko, mover, problem)
    while moves != NONE:
        point = lowest_bit(moves)
        moves &= moves - ONE
        legal, mine, theirs, ko_after = play(own, opp, point, near, walls[mover], walls[1 - mover], problem.suicide)
        if not legal:
            continue
        if problem.unbound == NO_KO_RULE:
            ko_after = NONE
        key, _ = state_key(theirs, mine, ko_after, other, 0, 1 - proving, symmetries, near.size)
        lead = bit_count(mine) - bit_count(theirs)
        far = 1 + 2 * max(0, -lead) + (8 if near[point] & ~mine == NONE else 0)
        firm = 1 + 2 * max(0, lead) + 2 * (bit_count(opp) - bit_count(theirs))
        pn, dn = (far, firm) if proving else (firm, far)
        add_child(depth, point, key, pn, dn, stack, table)
        last = frames[depth, COUNT] - 1
        if numbers[depth, last, PN if proving else DN] == 0 and numbers[depth, last, ANCESTOR] >= depth:
            return
    if not frames[depth, PASSED]:
        key, _ = state_key(opp, own, NONE, other, 1, 1 - proving, symmetries, near.size)
        pn, dn = (3, 1) if proving else (1, 3)
        add_child(depth, -1, key, pn, dn, stack, table)


@kernel
def back_up(depth, frames, numbers):
    """Return (pn, dn, chosen, second): a frame's numbers, its most-proving child, the second least number like its.

    The mover needs one child: the least of the children's numbers `one`. The other player needs them all: the sum of
    `every`.
    """
    proving = frames[depth, PROVING] != 0
    one, every = (PN, DN) if proving else (DN, PN)
    least = second = INFINITE
    total = 0
    chosen = -1
    for i in range(frames[depth, COUNT]):
        total += numbers[depth, i, every]
        number = numbers[depth, i, one]
        closer = chosen >= 0 and numbers[depth, i, every] < numbers[depth, chosen, every]
        if number < least or (number == least and closer):
            second = least
            least = number
            chosen = i
        else:
            second = min(second, number)
    if least == 0:
        total = INFINITE
    elif total > 0:
        total = min(total, INFINITE - 1)
    pn, dn = (least, total) if proving else (total, least)
    return pn, dn, chosen, second


@kernel
def descend(depth, total, chosen, second, stack, table, problem):
    """Make the chosen child the next frame and set its limits; `total` is the frame's number that sums its children."""
    boards, frames, keys, numbers = stack.boards, stack.frames, stack.keys, stack.numbers
    own, opp = boards[depth, OWN], boards[depth, OPP]
    mover, proving = frames[depth, MOVER], frames[depth, PROVING] != 0
    point = numbers[depth, chosen, POINT]
    mine, theirs, ko = own, opp, NONE
    if point >= 0:
        own_wall, opp_wall = problem.walls[mover], problem.walls[1 - mover]
        _, mine, theirs, ko = play(own, opp, point, problem.near, own_wall, opp_wall, problem.suicide)
        if problem.unbound == NO_KO_RULE:
            ko = NONE
    one, every = (PN_LIMIT, DN_LIMIT) if proving else (DN_LIMIT, PN_LIMIT)
    one_limit, all_limit = frames[depth, one], frames[depth, every]
    # do not return before it is worse than the second best by a quarter
    one_limit = min(one_limit, second + 1 + second // 4)
    if all_limit < INFINITE:
        all_limit += numbers[depth, chosen, DN if proving else PN] - total
    boards[depth + 1, OWN] = theirs
    boards[depth + 1, OPP] = mine
    boards[depth + 1, KO] = ko
    boards[depth + 1, KEY] = keys[depth, chosen]
    frames[depth, CHOSEN] = chosen
    frames[depth + 1, MOVER] = 0 if problem.neutral else 1 - mover
    frames[depth + 1, PROVING] = 1 - frames[depth, PROVING]
    frames[depth + 1, PASSED] = point < 0
    frames[depth + 1, KNOWN] = find_row(keys[depth, chosen], table) >= 0
    frames[depth + 1, one] = one_limit
    frames[depth + 1, every] = all_limit


@kernel
def decided_by(depth, proved, frames, numbers):
    """Return (ancestor, plies) of a frame that its children decide."""
    proving = frames[depth, PROVING] != 0
    ancestor = UNCONDITIONAL if proving else TRUNCATED
    plies = INFINITE if proving else 0
    for i in range(frames[depth, COUNT]):
        if numbers[depth, i, PN] == 0:
            child_plies = numbers[depth, i, PLIES]
            plies = min(plies, child_plies) if proving else max(plies, child_plies)
        if numbers[depth, i, DN] == 0:
            above = numbers[depth, i, ANCESTOR]
            ancestor = min(ancestor, above) if proving else max(ancestor, above)
    if proved:
        return UNCONDITIONAL, min(plies + 1, INFINITE - 1)
    return (UNCONDITIONAL if ancestor >= depth else ancestor), 0


@kernel
def store_frame(depth, result, work, boards, table):
    """Store what was found of a frame, as far as it holds for other paths; `result` is (pn, dn, ancestor, plies)."""
    pn, dn, ancestor, plies = result
    key = boards[depth, KEY]
    if dn > 0:
        store(key, table, pn, plies if pn == 0 else dn, NONE, work)
    elif ancestor == UNCONDITIONAL:
        store(key, table, INFINITE, 0, NONE, work)
    elif ancestor != TRUNCATED and depth - ancestor <= LONGEST_SEGMENT:
        store(key, table, -1, -1, segment_hash(ancestor, depth - 1, boards), work)


@kernel
def search(goal, stack, table, counters, stop, problem):
    """Go on where the stack was left, until frame 0 is decided or the counters' limit is reached: (outcome, plies).

    Outcome: 1 the prover forces at least `goal`, within so many plies; -1 the prover does not; 0 open, so far; 2 open,
    because the stack is too short. Frame 0 is the caller's, with limits INFINITE; counters[ENTERING] is 1 at the start.
    """
    boards, frames, numbers, path = stack.boards, stack.frames, stack.numbers, stack.path
    depth = counters[DEPTH]
    entering = counters[ENTERING] != 0
    while True:
        pn = dn = np.int64(-1)
        ancestor, plies = UNCONDITIONAL, 0
        if entering:
            if counters[NODES] >= counters[LIMIT] or stop[0]:
                counters[DEPTH], counters[ENTERING] = depth, 1
                return 0, 0
            counters[NODES] += 1
            frames[depth, ENTERED] = counters[NODES]
            result = 0
            if not frames[depth, KNOWN]:  # what the table holds was undecided
                node = Node(boards[depth, OWN], boards[depth, OPP], boards[depth, KO], frames[depth, MOVER],
                            frames[depth, PASSED] != 0, frames[depth, PROVING] != 0)
                result = static_result(node, goal, problem)
            if result != 0:
                pn, dn = (0, INFINITE) if result > 0 else (INFINITE, 0)
            elif depth + 1 == frames.shape[0]:
                pn, dn, ancestor = INFINITE, 0, TRUNCATED
            else:
                path[find_path_slot(boards[depth, KEY], boards, path)] = depth
                boards[depth, SUM] = hash_bits(boards[depth, KEY] + ONE)
                if depth > 0:
                    boards[depth, SUM] += boards[depth - 1, SUM]
                expand(depth, stack, table, problem)
        if pn < 0:
            pn, dn, chosen, second = back_up(depth, frames, numbers)
            if 0 < pn < frames[depth, PN_LIMIT] and 0 < dn < frames[depth, DN_LIMIT]:
                total = dn if frames[depth, PROVING] != 0 else pn
                descend(depth, total, chosen, second, stack, table, problem)
                depth += 1
                entering = True
                continue
            if pn == 0 or dn == 0:
                ancestor, plies = decided_by(depth, pn == 0, frames, numbers)
            path[find_path_slot(boards[depth, KEY], boards, path)] = -1

        # the frame is left
        work = counters[NODES] - frames[depth, ENTERED] + 1
        store_frame(depth, (pn, dn, ancestor, plies), work, boards, table)
        if depth == 0:
            return (1 if pn == 0 else -1 if ancestor == UNCONDITIONAL else 2), plies
        depth -= 1
        chosen = frames[depth, CHOSEN]
        numbers[depth, chosen, PN] = pn
        numbers[depth, chosen, DN] = dn
        numbers[depth, chosen, ANCESTOR] = ancestor
        numbers[depth, chosen, PLIES] = plies
        entering = False
