"""Compiled: all states that can be reached in a region, and what they are worth with endless play and without.

A state is a board and who moves; its number is the order in which it was found. The player to move owns `own`. Node i
is state i where the other has not just passed; node size + i, where he has: then a pass ends the game.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import kernel, lowest_bit
from ._kernels import NONE, ONE, area_score, play, scrambled, turned, unconditional

AREA = 0
CAPTURE = 1

UNSET = 127


@kernel
def packed(own, opp, ko, mover, symmetries, size):
    """The key of a state: own, opp, ko point + 1 (6 bits) and mover (1 bit), the least over all symmetries."""
    best = ~NONE
    for k in range(symmetries.shape[0]):
        key = (turned(own, symmetries[k]) << np.uint64(size) | turned(opp, symmetries[k])) << np.uint64(7)
        if ko != NONE:
            key |= np.uint64(lowest_bit(turned(ko, symmetries[k])) + 1) << ONE
        best = min(best, key)
    return best | np.uint64(mover)


@kernel
def unpacked(key, size):
    """(own, opp, ko, mover) of a key."""
    low = (ONE << np.uint64(size)) - ONE
    place = (key >> ONE) & np.uint64(63)
    ko = NONE if place == NONE else ONE << (place - ONE)
    return (key >> np.uint64(7 + size)) & low, (key >> np.uint64(7)) & low, ko, np.int64(key & ONE)


@kernel
def slot_of(key, keys, table):
    """The slot of the hash table that holds the key's number, or the free one (-1) where it belongs."""
    mask = np.uint64(table.size - 1)
    slot = scrambled(key) & mask
    while table[slot] >= 0 and keys[table[slot]] != key:
        slot = (slot + ONE) & mask
    return slot


@kernel
def filled(keys, table, size):
    """Enter the first `size` keys into an empty hash table."""
    for number in range(size):
        table[slot_of(keys[number], keys, table)] = number


@kernel
def numbered(key, keys, table, size):
    """(number, size): the key's number, a new one if it was unknown."""
    slot = slot_of(key, keys, table)
    if table[slot] < 0:
        keys[size] = key
        table[slot] = size
        size += 1
    return np.int64(table[slot]), size


@kernel
def is_over(own, opp, mover, question, target, defender):
    """Whether the game ends here at once: the target is gone."""
    return question == CAPTURE and (own if mover == defender else opp) & target == NONE


@kernel
def grown(keys, table, first, targets, progress, limit, near, points, playable, walls, symmetries, neutral, suicide,
          unbanned, question, target, defender):
    """Find the children of the states from progress[0] on, at most `limit` of them, while the arrays have room.

    progress: states done, states found, edges. first[i] is where state i's children begin in `targets`, the pass first.
    `unbanned` is the player whom the ko rule does not bind, -1 if it binds both, 2 if there is none.
    """
    done, size, edges = progress[0], progress[1], progress[2]
    points_count = near.size
    end = min(done + limit, np.int64(1) << 40)
    while done < size and done < end:
        if size + points_count + 1 > keys.size or 2 * size + 4 * points_count > table.size:
            break
        if edges + points_count + 1 > targets.size:
            break
        own, opp, ko, mover = unpacked(keys[done], points_count)
        first[done] = edges
        done += 1
        if is_over(own, opp, mover, question, target, defender):
            continue
        other = 0 if neutral else 1 - mover
        number, size = numbered(packed(opp, own, NONE, other, symmetries, points_count), keys, table, size)
        targets[edges] = number
        edges += 1
        moves = playable & ~(own | opp)
        if unbanned != mover:
            moves &= ~ko
        while moves != NONE:
            point = lowest_bit(moves)
            moves &= moves - ONE
            legal, mine, theirs, taken = play(own, opp, point, near, walls[mover], walls[1 - mover], suicide)
            if legal:
                if unbanned == 2:
                    taken = NONE
                key = packed(theirs, mine, taken, other, symmetries, points_count)
                number, size = numbered(key, keys, table, size)
                targets[edges] = number
                edges += 1
    first[done] = edges
    progress[0], progress[1], progress[2] = done, size, edges


@kernel
def score(own, opp, mover, near, points, walls, suicide, question, target, defender):
    """What a game that ends here is worth to the player to move. See `graph.Question`."""
    if question == AREA:
        return area_score(own, opp, points, near, walls[mover], walls[1 - mover], suicide)
    theirs = mover != defender
    kept = opp if theirs else own
    if kept & target == NONE:
        value = -1
    else:
        wall = walls[defender]
        alive, _ = unconditional(kept, own if theirs else opp, points, near, wall, walls[1 - defender], suicide)
        value = 1 if alive & target != NONE else 0
    return -value if theirs else value


@kernel
def scored(keys, scores, start, end, near, points, walls, suicide, question, target, defender):
    """scores[i] of the states start..end - 1."""
    for i in range(start, end):
        own, opp, _, mover = unpacked(keys[i], near.size)
        scores[i] = score(own, opp, mover, near, points, walls, suicide, question, target, defender)


@kernel
def parents_of(size, first, targets, from_, parents):
    """The edges turned round: parents[from_[c]:from_[c + 1]] of each state c, -1 - parent where the edge is a pass."""
    for edge in range(first[size]):
        from_[targets[edge] + 1] += 1
    for i in range(size):
        from_[i + 1] += from_[i]
    place = from_[:-1].copy()
    for i in range(size):
        for edge in range(first[i], first[i + 1]):
            child = targets[edge]
            parents[place[child]] = -1 - i if edge == first[i] else i
            place[child] += 1


@kernel
def decided(size, best, scores, first, from_, parents, forbidden, least, most, plies, unmet):
    """least[node] and most[node]: the best score the player to move can force, endless play being the worst for him,
    and the best for him. Both (2 * size,) int8. plies[2 * node] and plies[2 * node + 1] are the moves that takes, or 0.

    From the highest score down: least is v as soon as one option leaves the opponent at most -v; most is -v as soon as
    all options leave the opponent at least v. Each edge is used once; what is never decided goes round for ever.
    No move may lead to a state that is `forbidden`, (size,) bool; a pass may.
    """
    nodes = 2 * size
    least[:] = UNSET
    most[:] = UNSET
    for i in range(size):
        options = max(1, first[i + 1] - first[i])
        unmet[i] = unmet[size + i] = options
    for child in range(size):
        if forbidden[child]:
            for edge in range(from_[child], from_[child + 1]):
                if parents[edge] >= 0:
                    unmet[parents[edge]] -= 1
                    unmet[size + parents[edge]] -= 1
    plies[:] = 0
    start = np.zeros(2 * best + 2, np.int64)
    for i in range(size):
        start[scores[i] + best + 1] += 1
    for v in range(2 * best + 1):
        start[v + 1] += start[v]
    by_score = np.empty(size, np.int32)
    place = start.copy()
    for i in range(size):
        by_score[place[scores[i] + best]] = i
        place[scores[i] + best] += 1
    queue = np.empty(2 * nodes, np.int32)
    for v in range(best, -best - 1, -1):
        head = tail = 0
        # games that end here: after two passes, or at once if there is no option
        for j in range(start[v + best], start[v + best + 1]):
            for half in range(2):
                node = by_score[j] + half * size
                if (half == 1 or first[by_score[j]] == first[by_score[j] + 1]) and least[node] == UNSET:
                    least[node] = v
                    queue[tail] = 2 * node
                    tail += 1
        for j in range(start[best - v], start[best - v + 1]):
            for half in range(2):
                node = by_score[j] + half * size
                if half == 1 or first[by_score[j]] == first[by_score[j] + 1]:
                    unmet[node] -= 1
                    if unmet[node] == 0:
                        most[node] = -v
                        queue[tail] = 2 * node + 1
                        tail += 1
        while head < tail:
            node = queue[head] >> 1
            is_most = queue[head] & 1
            head += 1
            passed = node >= size
            child = node - size if passed else node
            if forbidden[child] and not passed:
                continue
            away = min(plies[2 * node + is_most] + 1, 32767)
            for edge in range(from_[child], from_[child + 1]):
                parent = parents[edge]
                if (parent < 0) != passed:
                    continue
                # a pass reaches it from the node where nobody had passed; a move from both
                for half in range(1 if passed else 2):
                    upper = -1 - parent if passed else parent + half * size
                    if is_most:
                        if least[upper] == UNSET:
                            least[upper] = v
                            plies[2 * upper] = away
                            queue[tail] = 2 * upper
                            tail += 1
                    else:
                        unmet[upper] -= 1
                        if unmet[upper] == 0:
                            most[upper] = -v
                            plies[2 * upper + 1] = away
                            queue[tail] = 2 * upper + 1
                            tail += 1
    for node in range(nodes):
        if least[node] == UNSET:
            least[node] = -best
        if most[node] == UNSET:
            most[node] = best
