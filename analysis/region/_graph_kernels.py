"""Compiled: all states that can be reached in a region, and their values with endless play lost and with it won.

A state is a board and the player to move; its number is the order in which it was found. The player to move owns `own`.
Node i is state i where the opponent has not just passed; node size + i is the same state after a pass, where a second
pass ends the game. `Problem` is what all searches of a region are given.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import array_kernel, kernel, lowest_bit
from ._kernels import NONE, ONE, area_score, hash_bits, play, transform, unconditional_life

AREA = 0
CAPTURE = 1

NO_KO_RULE = 2

UNSET = 127


class Problem(NamedTuple):
    """A region with its rules and the objective of the game. Made by `kernel_problem`.

    near       -- (n,) uint64, the neighbours of each point
    points     -- uint64, all points; playable: those where stones may be put
    walls      -- (2,) uint64, the points beside Black's walls, and beside White's
    symmetries -- (k, chunks, 256) uint64, as in `Region`
    neutral    -- whether the colours may be exchanged
    suicide    -- whether suicide of several stones is legal
    unbound    -- the player whom the ko rule does not bind: 0 Black, 1 White, -1 neither, NO_KO_RULE both
    objective  -- AREA or CAPTURE
    target     -- uint64, the stones that a CAPTURE is about; defender: their owner, 0 Black, 1 White
    """

    near: npt.NDArray[np.uint64]
    points: np.uint64
    playable: np.uint64
    walls: npt.NDArray[np.uint64]
    symmetries: npt.NDArray[np.uint64]
    neutral: bool
    suicide: bool
    unbound: int
    objective: int
    target: np.uint64
    defender: int


class StateTable(NamedTuple):
    """The states found so far and the moves between them.

    keys     -- uint64, the key of each state; table: int32, the hash table of state numbers, -1 where free
    targets  -- int32, the states after each move; those of state i begin at first[i] (int64), the pass being first
    progress -- (3,) int64: states expanded, states found, edges
    """

    keys: npt.NDArray[np.uint64]
    table: npt.NDArray[np.int32]
    first: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int32]
    progress: npt.NDArray[np.int64]


class Edges(NamedTuple):
    """The edges of a graph, backwards: the parents of state c are parents[start[c]:start[c + 1]].

    A parent i is written as -1 - i where the edge is a pass. `first` is that of `StateTable`.
    """

    first: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    parents: npt.NDArray[np.int32]


class NodeValues(NamedTuple):
    """The results of `retrograde_analysis`, by node.

    least, most  -- (2 * size,) int8: what the player to move can force if endless play is lost for that player, and
                    if it is won
    plies        -- (4 * size,) int16: how many moves that takes, or 0; for `least` at 2 * node, `most` at 2 * node + 1
    open_options -- (2 * size,) int16, scratch: the options that do not yet leave the opponent the current value
    """

    least: npt.NDArray[np.int8]
    most: npt.NDArray[np.int8]
    plies: npt.NDArray[np.int16]
    open_options: npt.NDArray[np.int16]


@kernel
def pack_state(own, opp, ko, mover, symmetries, size):
    """Return the key of a state: own, opp, ko point + 1 (6 bits) and mover (1 bit), the least over all symmetries."""
    best = ~NONE
    for k in range(symmetries.shape[0]):
        key = (transform(own, symmetries[k]) << np.uint64(size) | transform(opp, symmetries[k])) << np.uint64(7)
        if ko != NONE:
            key |= np.uint64(lowest_bit(transform(ko, symmetries[k])) + 1) << ONE
        best = min(best, key)
    return best | np.uint64(mover)


@kernel
def unpack_state(key, size):
    """Return (own, opp, ko, mover) of a key."""
    low = (ONE << np.uint64(size)) - ONE
    ko_point = (key >> ONE) & np.uint64(63)
    ko = NONE if ko_point == NONE else ONE << (ko_point - ONE)
    return (key >> np.uint64(7 + size)) & low, (key >> np.uint64(7)) & low, ko, np.int64(key & ONE)


@kernel
def find_slot(key, keys, table):
    """Return the slot of the hash table that holds the key's number, or the free one (-1) where it belongs."""
    mask = np.uint64(table.size - 1)
    slot = hash_bits(key) & mask
    while table[slot] >= 0 and keys[table[slot]] != key:
        slot = (slot + ONE) & mask
    return slot


@kernel
def fill_table(keys, table, size):
    """Enter the first `size` keys into an empty hash table."""
    for number in range(size):
        table[find_slot(keys[number], keys, table)] = number


@kernel
def number_state(key, keys, table, size):
    """Return (number, size): the key's number, a new one if the key is new, and how many keys there are then."""
    slot = find_slot(key, keys, table)
    if table[slot] < 0:
        keys[size] = key
        table[slot] = size
        size += 1
    return np.int64(table[slot]), size


@kernel
def is_over(own, opp, mover, problem):
    """Whether the game ends here at once: the target is gone."""
    return problem.objective == CAPTURE and (own if mover == problem.defender else opp) & problem.target == NONE


@kernel
def candidate_moves(own, opp, ko, mover, problem):
    """Return the empty points where the ko rule lets the player to move play; some may be suicide."""
    moves = problem.playable & ~(own | opp)
    if problem.unbound != mover:
        moves &= ~ko
    return moves


@kernel
def expand_states(states, limit, problem):
    """Find the children of the states from progress[0] on, at most `limit` of them, while the arrays have space."""
    keys, table, targets, progress = states.keys, states.table, states.targets, states.progress
    near, walls, symmetries, suicide = problem.near, problem.walls, problem.symmetries, problem.suicide
    done, size, edges = progress[0], progress[1], progress[2]
    points_count = near.size
    end = min(done + limit, np.int64(1) << 40)
    while done < size and done < end:
        if size + points_count + 1 > keys.size or 2 * size + 4 * points_count > table.size:
            break
        if edges + points_count + 1 > targets.size:
            break
        own, opp, ko, mover = unpack_state(keys[done], points_count)
        states.first[done] = edges
        done += 1
        if is_over(own, opp, mover, problem):
            continue
        other = 0 if problem.neutral else 1 - mover
        key = pack_state(opp, own, NONE, other, symmetries, points_count)
        number, size = number_state(key, keys, table, size)
        targets[edges] = number
        edges += 1
        moves = candidate_moves(own, opp, ko, mover, problem)
        while moves != NONE:
            point = lowest_bit(moves)
            moves &= moves - ONE
            legal, mine, theirs, ko_after = play(own, opp, point, near, walls[mover], walls[1 - mover], suicide)
            if legal:
                if problem.unbound == NO_KO_RULE:
                    ko_after = NONE
                key = pack_state(theirs, mine, ko_after, other, symmetries, points_count)
                number, size = number_state(key, keys, table, size)
                targets[edges] = number
                edges += 1
    states.first[done] = edges
    progress[0], progress[1], progress[2] = done, size, edges


@kernel
def final_score(own, opp, mover, problem):
    """Return what a game that ends on this board is worth to the player to move; see `Question`."""
    near, points, walls, suicide = problem.near, problem.points, problem.walls, problem.suicide
    if problem.objective == AREA:
        return area_score(own, opp, points, near, walls[mover], walls[1 - mover], suicide)
    defender, target = problem.defender, problem.target
    attacking = mover != defender
    defence, attack = (opp, own) if attacking else (own, opp)
    if defence & target == NONE:
        value = -1
    else:
        alive, _ = unconditional_life(defence, attack, points, near, walls[defender], walls[1 - defender], suicide)
        value = 1 if alive & target != NONE else 0
    return -value if attacking else value


@kernel
def score_states(keys, scores, start, end, problem):
    """Set scores[i] of the states start..end - 1, to the player to move."""
    for i in range(start, end):
        own, opp, _, mover = unpack_state(keys[i], problem.near.size)
        scores[i] = final_score(own, opp, mover, problem)


@array_kernel
def invert_edges(targets, edges):
    """Fill edges.start (zero so far) and edges.parents from edges.first and the targets of the states' edges."""
    first, start, parents = edges.first, edges.start, edges.parents
    size = start.size - 1
    for edge in range(first[size]):
        start[targets[edge] + 1] += 1
    for i in range(size):
        start[i + 1] += start[i]
    end = start[:-1].copy()
    for i in range(size):
        for edge in range(first[i], first[i + 1]):
            child = targets[edge]
            parents[end[child]] = -1 - i if edge == first[i] else i
            end[child] += 1


@kernel
def count_options(edges, forbidden, open_options):
    """Set open_options of both nodes of each state: its options, or 1 where the game ends there at once."""
    size = forbidden.size
    for i in range(size):
        options = max(1, edges.first[i + 1] - edges.first[i])
        open_options[i] = open_options[size + i] = options
    for child in range(size):
        if forbidden[child]:
            for edge in range(edges.start[child], edges.start[child + 1]):
                parent = edges.parents[edge]
                if parent >= 0:
                    open_options[parent] -= 1
                    open_options[size + parent] -= 1


@array_kernel
def sort_by_score(scores, best):
    """Return (start, by_score): states of score v are by_score[start[v + best]:start[v + best + 1]]; |v| <= best."""
    start = np.zeros(2 * best + 2, np.int64)
    for i in range(scores.size):
        start[scores[i] + best + 1] += 1
    for v in range(2 * best + 1):
        start[v + 1] += start[v]
    by_score = np.empty(scores.size, np.int32)
    end = start.copy()
    for i in range(scores.size):
        by_score[end[scores[i] + best]] = i
        end[scores[i] + best] += 1
    return start, by_score


@kernel
def queue_final_nodes(v, best, order, edges, values, queue):
    """Queue the nodes whose game can end with value v to the player to move, or to the opponent; return their count.

    Those are the nodes after a pass, and those without any option. `order` is that of `sort_by_score`.
    """
    start, by_score = order
    size = by_score.size
    tail = 0
    for j in range(start[v + best], start[v + best + 1]):
        state = by_score[j]
        for half in range(2):
            node = state + half * size
            if (half == 1 or edges.first[state] == edges.first[state + 1]) and values.least[node] == UNSET:
                values.least[node] = v
                queue[tail] = 2 * node
                tail += 1
    for j in range(start[best - v], start[best - v + 1]):
        state = by_score[j]
        for half in range(2):
            node = state + half * size
            if half == 1 or edges.first[state] == edges.first[state + 1]:
                values.open_options[node] -= 1
                if values.open_options[node] == 0:
                    values.most[node] = -v
                    queue[tail] = 2 * node + 1
                    tail += 1
    return tail


@kernel
def propagate(v, tail, edges, forbidden, values, queue):
    """Give the parents of the `tail` queued nodes, and of those thus decided, what follows from the value v."""
    least, most, plies, open_options = values.least, values.most, values.plies, values.open_options
    size = forbidden.size
    head = 0
    while head < tail:
        node = queue[head] >> 1
        is_most = queue[head] & 1
        head += 1
        passed = node >= size
        child = node - size if passed else node
        if forbidden[child] and not passed:
            continue
        distance = min(plies[2 * node + is_most] + 1, 32767)
        for edge in range(edges.start[child], edges.start[child + 1]):
            parent = edges.parents[edge]
            if (parent < 0) != passed:
                continue
            # a pass comes from the node where the opponent had not passed, a move from both nodes of the state
            for half in range(1 if passed else 2):
                upper = -1 - parent if passed else parent + half * size
                if is_most:
                    if least[upper] == UNSET:
                        least[upper] = v
                        plies[2 * upper] = distance
                        queue[tail] = 2 * upper
                        tail += 1
                else:
                    open_options[upper] -= 1
                    if open_options[upper] == 0:
                        most[upper] = -v
                        plies[2 * upper + 1] = distance
                        queue[tail] = 2 * upper + 1
                        tail += 1


@array_kernel
def retrograde_analysis(best, scores, edges, forbidden, values):
    """Fill `values` backwards from the final boards; `best` is the highest score there can be.

    From the highest value v down: least is v as soon as one option leaves the opponent at most -v; most is -v as soon
    as all options leave the opponent at least v. Each edge is used once. What is never decided is endless play.
    No move may lead to a state that is `forbidden`, (size,) bool; a pass may.
    """
    values.least[:] = UNSET
    values.most[:] = UNSET
    values.plies[:] = 0
    count_options(edges, forbidden, values.open_options)
    order = sort_by_score(scores, best)
    nodes = 2 * scores.size
    queue = np.empty(2 * nodes, np.int32)
    for v in range(best, -best - 1, -1):
        tail = queue_final_nodes(v, best, order, edges, values, queue)
        propagate(v, tail, edges, forbidden, values, queue)
    for node in range(nodes):
        if values.least[node] == UNSET:
            values.least[node] = -best
        if values.most[node] == UNSET:
            values.most[node] = best
