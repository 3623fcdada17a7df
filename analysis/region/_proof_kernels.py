"""Compiled: whether a player, the prover, can force a result within so many moves.

A claim "forces at least `goal` within d plies" is true of a state however it was reached, since it speaks of no cycle:
so it may be kept in a table and used anywhere. That nothing was proved within d plies proves nothing else.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel, lowest_bit
from ._graph_kernels import AREA, score
from ._kernels import NONE, ONE, play, scrambled, turned, unconditional

NEVER = 126
BUCKET = 4
ETERNAL_DEPTH = 127

# counters of a search
NODES, LIMIT, TOP = 0, 1, 2


@kernel
def key_of(own, opp, ko, mover, passed, proving, symmetries, size):
    """(key, symmetry): the least key over all symmetries, never 0, and the symmetry that makes it."""
    best = ~NONE
    chosen = 0
    for k in range(symmetries.shape[0]):
        key = (turned(own, symmetries[k]) << np.uint64(size) | turned(opp, symmetries[k])) << np.uint64(10)
        if ko != NONE:
            key |= np.uint64(lowest_bit(turned(ko, symmetries[k])) + 1) << np.uint64(4)
        if key < best:
            best = key
            chosen = k
    return best | np.uint64(8 * mover + 4 * passed + 2 * proving + 1), chosen


@kernel
def looked_up(key, table):
    """(proved, failed, hint) of a key: the least depth of a proof, the greatest without, and the point that decided."""
    slot = np.int64(scrambled(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == key:
            data = table[i, 1]
            return (np.int64(data & np.uint64(127)), np.int64((data >> np.uint64(7)) & np.uint64(127)) - 1,
                    np.int64((data >> np.uint64(14)) & np.uint64(127)) - 1)
    return ETERNAL_DEPTH, -1, -1


@kernel
def stored(key, table, proved, failed, hint, work):
    """Enter what is known of a key, beside what was known; it replaces the entry of its bucket with the least work."""
    slot = np.int64(scrambled(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    place = slot
    least = np.int64(1) << 60
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == key:
            place = i
            data = table[i, 1]
            proved = min(proved, np.int64(data & np.uint64(127)))
            failed = max(failed, np.int64((data >> np.uint64(7)) & np.uint64(127)) - 1)
            work = max(work, np.int64(data >> np.uint64(21)))
            break
        effort = np.int64(table[i, 1] >> np.uint64(21))
        if effort < least:
            least = effort
            place = i
    table[place, 0] = key
    table[place, 1] = (np.uint64(proved) | np.uint64(failed + 1) << np.uint64(7) | np.uint64(hint + 1) << np.uint64(14)
                       | np.uint64(work) << np.uint64(21))


@kernel
def verdict(own, opp, mover, proving, passed, goal, near, points, walls, suicide, question, target, defender):
    """1 if the prover has at least `goal` whatever is played, -1 if he can never reach it, 0 if that is open."""
    mine, theirs = (own, opp) if proving else (opp, own)
    me = mover if proving else 1 - mover
    if question == AREA:
        # Where suicide is allowed, endless suicides could keep a game from ending: no unconditional land is counted.
        if not suicide:
            if bit_count(mine) >= 3:
                alive, land = unconditional(mine, theirs, points, near, walls[me], walls[1 - me], suicide)
                if 2 * bit_count(alive | land) - near.size >= goal:
                    return 1
            if bit_count(theirs) >= 3:
                alive, land = unconditional(theirs, mine, points, near, walls[1 - me], walls[me], suicide)
                if near.size - 2 * bit_count(alive | land) < goal:
                    return -1
    else:
        kept = mine if me == defender else theirs
        if kept & target == NONE:
            return -1 if me == defender else 1
        enemy = theirs if me == defender else mine
        alive, _ = unconditional(kept, enemy, points, near, walls[defender], walls[1 - defender], suicide)
        if alive & target != NONE:
            return 1 if me == defender else -1
    if passed:  # the mover can end the game here
        final = score(own, opp, mover, near, points, walls, suicide, question, target, defender)
        if proving and final >= goal:
            return 1
        if not proving and -final < goal:
            return -1
    return 0


@kernel
def proves(own, opp, ko, mover, passed, proving, depth, goal, near, points, playable, walls, symmetries, neutral,
           suicide, unbanned, question, target, defender, table, history, counters, scratch, stop):
    """Whether the prover forces at least `goal` within `depth` plies; own is to move, `proving` if that is the prover.

    False too where the counters say that the nodes are used up. History (2, n) and scratch order the moves.
    """
    counters[NODES] += 1
    if counters[NODES] > counters[LIMIT] or stop[0]:
        counters[LIMIT] = -1
        return False
    entered = counters[NODES]
    size = near.size
    key, symmetry = key_of(own, opp, ko, mover, passed, proving, symmetries, size)
    proved, failed, hint = looked_up(key, table)
    if proved <= depth:
        return True
    if failed >= depth:
        return False
    known = verdict(own, opp, mover, proving, passed, goal, near, points, walls, suicide, question, target, defender)
    if known > 0:
        stored(key, table, 0, -1, -1, 1)
        return True
    if known < 0:
        stored(key, table, ETERNAL_DEPTH, NEVER, -1, 1)
        return False
    if depth == 0:
        return False
    other = 0 if neutral else 1 - mover
    side = 0 if proving else 1

    # the moves: those a table entry decides are decided here, the rest are put in order
    base = counters[TOP]
    found = 0
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
        child, _ = key_of(theirs, mine, taken, other, False, not proving, symmetries, size)
        proved, failed, _ = looked_up(child, table)
        decided = proved < depth if proving else failed >= depth - 1
        if decided:
            place = lowest_bit(turned(ONE << np.uint64(point), symmetries[symmetry]))
            if proving:
                stored(key, table, depth, -1, place, 1)
            else:
                stored(key, table, ETERNAL_DEPTH, depth, place, 1)
            return proving
        if (failed >= depth - 1) if proving else (proved < depth):
            continue
        weight = history[side, point] + 64 * depth * depth * (bit_count(opp) - bit_count(theirs))
        if hint >= 0 and turned(ONE << np.uint64(point), symmetries[symmetry]) == ONE << np.uint64(hint):
            weight = np.int64(1) << 60
        elif near[point] & ~mine == NONE:
            weight -= np.int64(1) << 40  # fills an eye of its own: hardly ever right, so last
        scratch[base + 2 * found] = weight
        scratch[base + 2 * found + 1] = point
        found += 1
    for i in range(1, found):
        weight, point = scratch[base + 2 * i], scratch[base + 2 * i + 1]
        j = i
        while j > 0 and scratch[base + 2 * j - 2] < weight:
            scratch[base + 2 * j] = scratch[base + 2 * j - 2]
            scratch[base + 2 * j + 1] = scratch[base + 2 * j - 1]
            j -= 1
        scratch[base + 2 * j] = weight
        scratch[base + 2 * j + 1] = point

    counters[TOP] = base + 2 * found
    result = not proving
    chosen = -1
    for i in range(found + 1):
        passing = i == found
        if passing:
            if passed:
                break  # a second pass ends the game, and `verdict` knows that it does not decide it
            point = -1
            mine, theirs, taken = own, opp, NONE
        else:
            point = scratch[base + 2 * i + 1]
            _, mine, theirs, taken = play(own, opp, point, near, walls[mover], walls[1 - mover], suicide)
            if unbanned == 2:
                taken = NONE
        # One call, and no literals: numba's cache breaks where a recursive function has several signatures.
        reply = proves(theirs, mine, taken, other, passing, not proving, depth - 1, goal, near, points, playable, walls,
                       symmetries, neutral, suicide, unbanned, question, target, defender, table, history, counters,
                       scratch, stop)
        if counters[LIMIT] < 0:
            break
        if reply == proving:
            result = proving
            if point >= 0:
                history[side, point] += depth * depth
                chosen = lowest_bit(turned(ONE << np.uint64(point), symmetries[symmetry]))
            break
    counters[TOP] = base
    if counters[LIMIT] < 0:
        return False
    work = counters[NODES] - entered + 1
    if chosen < 0:
        chosen = hint
    if result:
        stored(key, table, depth, -1, chosen, work)
    else:
        stored(key, table, ETERNAL_DEPTH, depth, chosen, work)
    return result
