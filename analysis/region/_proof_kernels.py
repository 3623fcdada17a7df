"""Compiled: depth-first proof search, whether a player, the prover, can force a result within so many plies.

A claim "forces at least `goal` within d plies" is true of a state however it was reached, because it does not rest on
any cycle: so it may be kept in a table and used everywhere. A failure within d plies proves nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import bit_count, kernel, lowest_bit
from ._graph_kernels import AREA, NO_KO_RULE, candidate_moves, final_score
from ._kernels import NONE, ONE, hash_bits, play, transform, unconditional_life

NEVER = 126
BUCKET = 4
ETERNAL_DEPTH = 127

# counters of a search
NODES, LIMIT, TOP = 0, 1, 2


class Node(NamedTuple):
    """A state in a proof: the stones of the player to move and of the opponent, and the bit that simple ko forbids.

    mover: 0 Black, 1 White; passed: whether the opponent has just passed; proving: whether the mover is the prover.
    """

    own: np.uint64
    opp: np.uint64
    ko: np.uint64
    mover: int
    passed: bool
    proving: bool


class Search(NamedTuple):
    """A proof search: its goal, in the prover's terms, and its tables.

    table    -- (slots, 2) uint64: key and packed entry, in buckets of BUCKET
    history  -- (2, n) int64, how much each point has decided, for the prover and for the opponent: orders the moves
    counters -- (3,) int64: nodes, the limit of nodes or -1 once it is exceeded, the first free place of `scratch`
    scratch  -- int64, the stack of move lists: (weight, point) pairs
    stop     -- (1,) bool, set to end the search
    """

    goal: int
    table: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int64]
    counters: npt.NDArray[np.int64]
    scratch: npt.NDArray[np.int64]
    stop: npt.NDArray[np.bool_]


@kernel
def state_key(own, opp, ko, mover, passed, proving, symmetries, size):
    """Return (key, symmetry): the least key over all symmetries, never 0, and the symmetry that makes it."""
    best = ~NONE
    chosen = 0
    for k in range(symmetries.shape[0]):
        key = (transform(own, symmetries[k]) << np.uint64(size) | transform(opp, symmetries[k])) << np.uint64(10)
        if ko != NONE:
            key |= np.uint64(lowest_bit(transform(ko, symmetries[k])) + 1) << np.uint64(4)
        if key < best:
            best = key
            chosen = k
    return best | np.uint64(8 * mover + 4 * passed + 2 * proving + 1), chosen


@kernel
def look_up(key, table):
    """Return (proved, failed, hint): the least depth of a proof, the greatest without one, the point that decided."""
    slot = np.int64(hash_bits(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == key:
            data = table[i, 1]
            return (np.int64(data & np.uint64(127)), np.int64((data >> np.uint64(7)) & np.uint64(127)) - 1,
                    np.int64((data >> np.uint64(14)) & np.uint64(127)) - 1)
    return ETERNAL_DEPTH, -1, -1


@kernel
def store(key, table, proved, failed, hint, work):
    """Merge this into the entry of a key; a new key replaces the entry of its bucket with the least work."""
    slot = np.int64(hash_bits(key) & np.uint64(table.shape[0] - 1)) & ~np.int64(BUCKET - 1)
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
def static_result(node, goal, problem):
    """Return 1 if the prover has at least `goal` whatever is played, -1 if that is out of reach, 0 if neither shows."""
    mover, proving = node.mover, node.proving
    near, points, walls, suicide = problem.near, problem.points, problem.walls, problem.suicide
    mine, theirs = (node.own, node.opp) if proving else (node.opp, node.own)
    prover = mover if proving else 1 - mover
    if problem.objective == AREA:
        # Where suicide is legal, endless suicides could keep a game from ending: no unconditional life is counted.
        if not suicide:
            if bit_count(mine) >= 3:
                alive, land = unconditional_life(mine, theirs, points, near, walls[prover], walls[1 - prover], suicide)
                if 2 * bit_count(alive | land) - near.size >= goal:
                    return 1
            if bit_count(theirs) >= 3:
                alive, land = unconditional_life(theirs, mine, points, near, walls[1 - prover], walls[prover], suicide)
                if near.size - 2 * bit_count(alive | land) < goal:
                    return -1
    else:
        target, defender = problem.target, problem.defender
        defending = prover == defender
        defence, attack = (mine, theirs) if defending else (theirs, mine)
        if defence & target == NONE:
            return -1 if defending else 1
        alive, _ = unconditional_life(defence, attack, points, near, walls[defender], walls[1 - defender], suicide)
        if alive & target != NONE:
            return 1 if defending else -1
    if node.passed:  # the mover can end the game here
        final = final_score(node.own, node.opp, mover, problem)
        if proving and final >= goal:
            return 1
        if not proving and -final < goal:
            return -1
    return 0


@kernel
def list_moves(node, depth, key, symmetry, hint, search, problem):
    """Write the moves that the table leaves open to `scratch`, with their weights, and return how many they are.

    Returns -1 if the table shows that a move decides the node within `depth` plies; the table then knows it.
    """
    own, opp, mover, proving = node.own, node.opp, node.mover, node.proving
    near, walls, symmetries, table = problem.near, problem.walls, problem.symmetries, search.table
    other = 0 if problem.neutral else 1 - mover
    side = 0 if proving else 1
    base = search.counters[TOP]
    count = 0
    moves = candidate_moves(own, opp, node.ko, mover, problem)
    while moves != NONE:
        point = lowest_bit(moves)
        moves &= moves - ONE
        legal, mine, theirs, ko = play(own, opp, point, near, walls[mover], walls[1 - mover], problem.suicide)
        if not legal:
            continue
        if problem.unbound == NO_KO_RULE:
            ko = NONE
        child, _ = state_key(theirs, mine, ko, other, False, not proving, symmetries, near.size)
        proved, failed, _ = look_up(child, table)
        decided = proved < depth if proving else failed >= depth - 1
        if decided:
            chosen = lowest_bit(transform(ONE << np.uint64(point), symmetries[symmetry]))
            if proving:
                store(key, table, depth, -1, chosen, 1)
            else:
                store(key, table, ETERNAL_DEPTH, depth, chosen, 1)
            return -1
        if (failed >= depth - 1) if proving else (proved < depth):
            continue
        weight = search.history[side, point] + 64 * depth * depth * (bit_count(opp) - bit_count(theirs))
        if hint >= 0 and transform(ONE << np.uint64(point), symmetries[symmetry]) == ONE << np.uint64(hint):
            weight = np.int64(1) << 60
        elif near[point] & ~mine == NONE:
            weight -= np.int64(1) << 40  # fills an eye of its own: hardly ever right, so last
        search.scratch[base + 2 * count] = weight
        search.scratch[base + 2 * count + 1] = point
        count += 1
    return count


@kernel
def sort_moves(scratch, base, count):
    """Sort `count` moves of `scratch` from `base` on, the heaviest first, equals in their order."""
    for i in range(1, count):
        weight, point = scratch[base + 2 * i], scratch[base + 2 * i + 1]
        j = i
        while j > 0 and scratch[base + 2 * j - 2] < weight:
            scratch[base + 2 * j] = scratch[base + 2 * j - 2]
            scratch[base + 2 * j + 1] = scratch[base + 2 * j - 1]
            j -= 1
        scratch[base + 2 * j] = weight
        scratch[base + 2 * j + 1] = point


@kernel
def prove(node, depth, search, problem):
    """Whether the prover forces at least the goal within `depth` plies.

    False, and LIMIT is -1, also where the nodes are used up.
    """
    counters, table, proving = search.counters, search.table, node.proving
    counters[NODES] += 1
    if counters[NODES] > counters[LIMIT] or search.stop[0]:
        counters[LIMIT] = -1
        return False
    entered = counters[NODES]
    symmetries, size = problem.symmetries, problem.near.size
    key, symmetry = state_key(node.own, node.opp, node.ko, node.mover, node.passed, proving, symmetries, size)
    proved, failed, hint = look_up(key, table)
    if proved <= depth:
        return True
    if failed >= depth:
        return False
    known = static_result(node, search.goal, problem)
    if known > 0:
        store(key, table, 0, -1, -1, 1)
        return True
    if known < 0:
        store(key, table, ETERNAL_DEPTH, NEVER, -1, 1)
        return False
    if depth == 0:
        return False
    base = counters[TOP]
    count = list_moves(node, depth, key, symmetry, hint, search, problem)
    if count < 0:
        return proving
    sort_moves(search.scratch, base, count)

    counters[TOP] = base + 2 * count
    result = not proving
    chosen = -1
    for i in range(count + 1):
        passing = i == count
        if passing:
            if node.passed:
                break  # a second pass ends the game, and `static_result` has shown that it does not decide it
            point = -1
            mine, theirs, ko = node.own, node.opp, NONE
        else:
            point = search.scratch[base + 2 * i + 1]
            own_wall, opp_wall = problem.walls[node.mover], problem.walls[1 - node.mover]
            _, mine, theirs, ko = play(node.own, node.opp, point, problem.near, own_wall, opp_wall, problem.suicide)
            if problem.unbound == NO_KO_RULE:
                ko = NONE
        # One call, and no literals: numba's cache breaks where a recursive function has several signatures.
        child = Node(theirs, mine, ko, 0 if problem.neutral else 1 - node.mover, passing, not proving)
        reply = prove(child, depth - 1, search, problem)
        if counters[LIMIT] < 0:
            break
        if reply == proving:
            result = proving
            if point >= 0:
                search.history[0 if proving else 1, point] += depth * depth
                chosen = lowest_bit(transform(ONE << np.uint64(point), symmetries[symmetry]))
            break
    counters[TOP] = base
    if counters[LIMIT] < 0:
        return False
    work = counters[NODES] - entered + 1
    if chosen < 0:
        chosen = hint
    if result:
        store(key, table, depth, -1, chosen, work)
    else:
        store(key, table, ETERNAL_DEPTH, depth, chosen, work)
    return result
