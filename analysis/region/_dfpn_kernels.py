"""Compiled: depth-first proof-number search (df-pn) on a stack of its own.

A node has a proof number, how many leaves must at least be shown to prove it, and a disproof number likewise; 0 is
shown, INFINITE refuted. The search always goes on where the smaller of its needs is met soonest, without a depth.

A node that comes again on its own path is taken for lost to the prover, who has to end the game. What follows from it
is a claim with a condition: "the prover does not win from here if these ancestors are lost for him", for some of
those on the path. The least depth among them, `low`, stands for them. Where none of them is above the node itself, it
is lost for good: had the prover a win, a shortest one would not pass the node again. Else the claim holds wherever
the same stretch of path leads to the node, so the table keeps a number of that stretch, its `tail`, beside the node's
open numbers. A win rests on no such claim.

The numbers of a frame's children are kept while it stands and are never taken anew from the table, where other paths
change them: each call makes one of them grow, so that the search cannot turn in a circle.

Source: Nagai (2002), df-pn; Pawlewicz and Lew (2007), thresholds that grow by a factor; Kishimoto and Müller (2004),
the graph-history problem, solved otherwise here.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel, lowest_bit
from ._kernels import NONE, ONE, play, scrambled
from ._proof_kernels import BUCKET, key_of, verdict

INFINITE = (1 << 22) - 1
MOST_WORK = (1 << 20) - 1
LONGEST_TAIL = 255
FOR_GOOD = 1 << 20  # a `low` that is no ancestor's
CUT_SHORT = -1  # the `low` of what the longest path left open

# columns of the stack: boards (uint64), frames (int64), and for each child of a frame `numbers` (int64)
OWN, OPP, KO, KEY, SUM = 0, 1, 2, 3, 4
MOVER, PROVING, PASSED, PN_LIMIT, DN_LIMIT, COUNT, CHOSEN, ENTERED, KNOWN = 0, 1, 2, 3, 4, 5, 6, 7, 8
PN, DN, LOW, PLIES, POINT = 0, 1, 2, 3, 4

# counters of a search
NODES, LIMIT, DEPTH, ENTERING = 0, 1, 2, 3


@kernel
def place_of(key, table):
    """The row of the table that holds a key, or -1."""
    slot = np.int64(scrambled(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == key:
            return i
    return np.int64(-1)


@kernel
def numbers_of(row):
    """(pn, dn) of a row of the table; of a win the second is the plies it takes."""
    return np.int64(row[1] & np.uint64(INFINITE)), np.int64((row[1] >> np.uint64(22)) & np.uint64(INFINITE))


@kernel
def stored(key, table, pn, dn, tail, work):
    """Enter a key's numbers, those of before if pn < 0, and its tail unless 0; over the least work of its bucket."""
    slot = np.int64(scrambled(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    place = slot
    least = np.int64(1) << 60
    old_pn = old_dn = np.int64(1)
    for i in range(slot, slot + BUCKET):
        effort = np.int64(table[i, 1] >> np.uint64(44))
        if table[i, 0] == key:
            place = i
            old_pn, old_dn = numbers_of(table[i])
            work += effort
            if tail == NONE:
                tail = table[i, 2]
            break
        if effort < least:
            least = effort
            place = i
    if pn < 0:
        pn, dn = old_pn, old_dn
    table[place, 0] = key
    table[place, 1] = np.uint64(pn) | np.uint64(dn) << np.uint64(22) | np.uint64(min(work, MOST_WORK)) << np.uint64(44)
    table[place, 2] = tail


@kernel
def mark_of(key, boards, marks):
    """The slot of `marks`, a hash table of the path, where the key's depth stands, or -1 if it is not on the path."""
    slot = scrambled(key) & np.uint64(marks.size - 1)
    while marks[slot] >= 0 and boards[marks[slot], KEY] != key:
        slot = (slot + ONE) & np.uint64(marks.size - 1)
    return slot


@kernel
def tail_of(low, depth, boards):
    """The path from `low` to `depth` as a number: its length in 8 bits, and a hash of its keys in any order."""
    total = boards[depth, SUM]
    if low > 0:
        total -= boards[low - 1, SUM]
    return (scrambled(total) & ~np.uint64(LONGEST_TAIL)) | np.uint64(depth - low + 1)


@kernel
def joined(depth, point, key, pn, dn, boards, frames, keys, numbers, marks, table):
    """Give a frame one more child, with the numbers proposed unless more is known; nothing if a sibling is the same."""
    place = frames[depth, COUNT]
    for i in range(place):
        if keys[depth, i] == key:
            return
    low = FOR_GOOD
    plies = np.int64(0)
    above = marks[mark_of(key, boards, marks)]
    row = place_of(key, table)
    if above >= 0:
        pn, dn, low = INFINITE, 0, above
    elif row >= 0:
        pn, dn = numbers_of(table[row])
        length = np.int64(table[row, 2] & np.uint64(LONGEST_TAIL))
        if pn == 0:
            plies = dn
            dn = INFINITE
        elif dn != 0 and 0 < length <= depth + 1 and tail_of(depth + 1 - length, depth, boards) == table[row, 2]:
            pn, dn, low = INFINITE, 0, depth + 1 - length
    keys[depth, place] = key
    numbers[depth, place, PN] = pn
    numbers[depth, place, DN] = dn
    numbers[depth, place, LOW] = low
    numbers[depth, place, PLIES] = plies
    numbers[depth, place, POINT] = point
    frames[depth, COUNT] = place + 1


@kernel
def expanded(depth, near, playable, walls, symmetries, neutral, suicide, unbanned, boards, frames, keys, numbers, marks,
             table):
    """All children of a frame, the pass last; no more of them once one decides it for good.

    A new child's numbers: what takes stones or leaves the mover with more is easier, what fills his eye is far.
    """
    own, opp, ko = boards[depth, OWN], boards[depth, OPP], boards[depth, KO]
    mover, proving = frames[depth, MOVER], frames[depth, PROVING]
    other = 0 if neutral else 1 - mover
    frames[depth, COUNT] = 0
    moves = playable & ~(own | opp)
    if unbanned != mover:
        moves &= ~ko
    while moves != NONE:
        point = lowest_bit(moves)
        moves &= moves - ONE
        legal, mine, theirs, taken = play(own, opp, point, near, walls[mover], walls[1 - mover], suicide)
        if not legal:
            continue
        if unbanned == 2:
            taken = NONE
        key, _ = key_of(theirs, mine, taken, other, 0, 1 - proving, symmetries, near.size)
        lead = bit_count(mine) - bit_count(theirs)
        far = 1 + 2 * max(0, -lead) + (8 if near[point] & ~mine == NONE else 0)
        firm = 1 + 2 * max(0, lead) + 2 * (bit_count(opp) - bit_count(theirs))
        pn, dn = (far, firm) if proving else (firm, far)
        joined(depth, point, key, pn, dn, boards, frames, keys, numbers, marks, table)
        last = frames[depth, COUNT] - 1
        if numbers[depth, last, PN if proving else DN] == 0 and numbers[depth, last, LOW] >= depth:
            return
    if not frames[depth, PASSED]:
        key, _ = key_of(opp, own, NONE, other, 1, 1 - proving, symmetries, near.size)
        pn, dn = (3, 1) if proving else (1, 3)
        joined(depth, -1, key, pn, dn, boards, frames, keys, numbers, marks, table)


@kernel
def descended(depth, chosen, near, walls, neutral, suicide, unbanned, boards, frames, keys, numbers, table):
    """Make the chosen child the next frame, its limits apart."""
    own, opp = boards[depth, OWN], boards[depth, OPP]
    mover = frames[depth, MOVER]
    point = numbers[depth, chosen, POINT]
    mine, theirs, taken = own, opp, NONE
    if point >= 0:
        _, mine, theirs, taken = play(own, opp, point, near, walls[mover], walls[1 - mover], suicide)
        if unbanned == 2:
            taken = NONE
    boards[depth + 1, OWN] = theirs
    boards[depth + 1, OPP] = mine
    boards[depth + 1, KO] = taken
    boards[depth + 1, KEY] = keys[depth, chosen]
    frames[depth, CHOSEN] = chosen
    frames[depth + 1, MOVER] = 0 if neutral else 1 - mover
    frames[depth + 1, PROVING] = 1 - frames[depth, PROVING]
    frames[depth + 1, PASSED] = point < 0
    frames[depth + 1, KNOWN] = place_of(keys[depth, chosen], table) >= 0


@kernel
def reason_of(depth, proved, frames, numbers):
    """(low, plies) of a frame that its children decide."""
    proving = frames[depth, PROVING] != 0
    low = FOR_GOOD if proving else CUT_SHORT
    plies = INFINITE if proving else 0
    for i in range(frames[depth, COUNT]):
        if numbers[depth, i, PN] == 0:
            away = numbers[depth, i, PLIES]
            plies = min(plies, away) if proving else max(plies, away)
        if numbers[depth, i, DN] == 0:
            below = numbers[depth, i, LOW]
            low = min(low, below) if proving else max(low, below)
    if proved:
        return FOR_GOOD, min(plies + 1, INFINITE - 1)
    return (FOR_GOOD if low >= depth else low), 0


@kernel
def searched(goal, near, points, playable, walls, symmetries, neutral, suicide, unbanned, question, target, defender,
             boards, frames, keys, numbers, marks, table, counters, stop):
    """(outcome, plies): go on where the stack was left, until frame 0 is decided or the counters' limit is reached.

    Outcome: 1 the prover forces at least `goal`, within so many plies; -1 he does not; 0 open, so far; 2 open, because
    the stack is too short. Frame 0 is the caller's, with limits INFINITE; counters[ENTERING] is 1 at the start.
    """
    depth = counters[DEPTH]
    entering = counters[ENTERING] != 0
    while True:
        proving = frames[depth, PROVING] != 0
        pn = dn = np.int64(-1)
        low, plies = FOR_GOOD, 0
        if entering:
            if counters[NODES] >= counters[LIMIT] or stop[0]:
                counters[DEPTH], counters[ENTERING] = depth, 1
                return 0, 0
            counters[NODES] += 1
            frames[depth, ENTERED] = counters[NODES]
            answer = 0
            if not frames[depth, KNOWN]:  # what the table holds was open
                answer = verdict(boards[depth, OWN], boards[depth, OPP], frames[depth, MOVER], proving,
                                 frames[depth, PASSED] != 0, goal, near, points, walls, suicide, question, target,
                                 defender)
            if answer > 0:
                pn, dn = 0, INFINITE
            elif answer < 0:
                pn, dn = INFINITE, 0
            elif depth + 1 == frames.shape[0]:
                pn, dn, low = INFINITE, 0, CUT_SHORT
            else:
                marks[mark_of(boards[depth, KEY], boards, marks)] = depth
                boards[depth, SUM] = scrambled(boards[depth, KEY] + ONE)
                if depth > 0:
                    boards[depth, SUM] += boards[depth - 1, SUM]
                expanded(depth, near, playable, walls, symmetries, neutral, suicide, unbanned, boards, frames, keys,
                         numbers, marks, table)
        if pn < 0:
            # The mover needs one child: the least of its numbers `one`. The other needs them all: the sum of `every`.
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
            if 0 < pn < frames[depth, PN_LIMIT] and 0 < dn < frames[depth, DN_LIMIT]:
                one_limit, all_limit = frames[depth, PN_LIMIT], frames[depth, DN_LIMIT]
                if not proving:
                    one_limit, all_limit = all_limit, one_limit
                # not back here before it is worse than the second best by a quarter
                one_limit = min(one_limit, second + 1 + second // 4)
                if all_limit < INFINITE:
                    all_limit += numbers[depth, chosen, every] - total
                descended(depth, chosen, near, walls, neutral, suicide, unbanned, boards, frames, keys, numbers, table)
                depth += 1
                frames[depth, PN_LIMIT], frames[depth, DN_LIMIT] = one_limit, all_limit
                if not proving:
                    frames[depth, PN_LIMIT], frames[depth, DN_LIMIT] = all_limit, one_limit
                entering = True
                continue
            if pn == 0 or dn == 0:
                low, plies = reason_of(depth, pn == 0, frames, numbers)
            marks[mark_of(boards[depth, KEY], boards, marks)] = -1

        # the frame is left
        work = counters[NODES] - frames[depth, ENTERED] + 1
        if dn > 0:
            stored(boards[depth, KEY], table, pn, plies if pn == 0 else dn, NONE, work)
        elif low == FOR_GOOD:
            stored(boards[depth, KEY], table, INFINITE, 0, NONE, work)
        elif low != CUT_SHORT and depth - low <= LONGEST_TAIL:
            stored(boards[depth, KEY], table, -1, -1, tail_of(low, depth - 1, boards), work)
        if depth == 0:
            return (1 if pn == 0 else -1 if low == FOR_GOOD else 2), plies
        depth -= 1
        chosen = frames[depth, CHOSEN]
        numbers[depth, chosen, PN] = pn
        numbers[depth, chosen, DN] = dn
        numbers[depth, chosen, LOW] = low
        numbers[depth, chosen, PLIES] = plies
        entering = False
