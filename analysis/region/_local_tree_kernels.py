"""Compiled: every local position that either player can reach when nobody takes turns, cut into independent parts.

A part is a row of five bitboards: its points, Black's stones, White's, and the points beside stones of Black's, and of
White's, that stand for good. Parts have numbers, in the order in which they were found. An option is a whole number of
points and some parts: what a move leaves.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel, lowest_bit
from ._kernels import NONE, ONE, chain_of, play, scrambled, unconditional

POINTS, BLACK, WHITE, BLACK_WALL, WHITE_WALL = range(5)
WORDS = 5


@kernel
def inner_of(points, near, inner):
    """inner[i]: the points beside point i that are among `points`."""
    rest = points
    while rest != NONE:
        i = lowest_bit(rest)
        rest &= rest - ONE
        inner[i] = near[i] & points


@kernel
def beside(stones, near):
    """All points beside one of these."""
    around = NONE
    while stones != NONE:
        around |= near[lowest_bit(stones)]
        stones &= stones - ONE
    return around


@kernel
def divided(points, black, white, black_wall, white_wall, near, rows):
    """(score, count): the board cut into `count` `rows`, and what the rest is worth to Black.

    What stands unconditionally is as good as a wall, and what it surrounds unconditionally is counted: a point for an
    empty point, two for a dead stone. `near` is that of the points alone.
    """
    black_life, black_land = unconditional(black, white, points, near, black_wall, white_wall, False)
    white_life, white_land = unconditional(white, black, points, near, white_wall, black_wall, False)
    score = bit_count(black_land) + bit_count(black_land & white)
    score -= bit_count(white_land) + bit_count(white_land & black)
    black_wall |= beside(black_life, near)
    white_wall |= beside(white_life, near)
    rest = points & ~(black_life | black_land | white_life | white_land)
    open_ = rest
    count = 0
    while rest != NONE:
        part, _ = chain_of(rest & (~rest + ONE), open_, near)
        rest &= ~part
        rows[count, POINTS] = part
        rows[count, BLACK] = black & part
        rows[count, WHITE] = white & part
        rows[count, BLACK_WALL] = black_wall & part
        rows[count, WHITE_WALL] = white_wall & part
        count += 1
    return score, count


@kernel
def surrounded(points, black, white, black_wall, white_wall, near):
    """Black's territory less White's as the board stands, all stones taken for alive: empty regions of one colour."""
    score = 0
    empty = points & ~(black | white)
    rest = empty
    while rest != NONE:
        room, around = chain_of(rest & (~rest + ONE), empty, near)
        rest &= ~room
        blacks = (around & black) | (room & black_wall) != NONE
        whites = (around & white) | (room & white_wall) != NONE
        if blacks and not whites:
            score += bit_count(room)
        elif whites and not blacks:
            score -= bit_count(room)
    return score


@kernel
def slot_of(row, parts, table):
    """The slot of the hash table that holds the part's number, or the free one (-1) where it belongs."""
    key = NONE
    for word in range(WORDS):
        key = scrambled(key ^ row[word])
    mask = np.uint64(table.size - 1)
    slot = key & mask
    while table[slot] >= 0:
        found = parts[table[slot]]
        same = True
        for word in range(WORDS):
            same &= found[word] == row[word]
        if same:
            break
        slot = (slot + ONE) & mask
    return slot


@kernel
def filled(parts, table, size):
    """Enter the first `size` parts into an empty hash table."""
    for number in range(size):
        table[slot_of(parts[number], parts, table)] = number


@kernel
def numbered(row, parts, table, size):
    """(number, size): the part's number, a new one if it was unknown."""
    slot = slot_of(row, parts, table)
    if table[slot] < 0:
        parts[size] = row
        table[slot] = size
        size += 1
    return np.int64(table[slot]), size


@kernel
def grown(parts, table, idle, first, change, taken, place, first_remain, remains, progress, limit, near, playable):
    """Find the options of the parts from progress[0] on, at most `limit` of them, while the arrays have room.

    progress: parts done, parts found, options, parts that options leave. Black's options from part i are
    first[2 * i]..first[2 * i + 1] - 1, White's follow. Option e comes from a move on place[e] that takes taken[e]
    stones; it brings change[e] points and leaves the parts remains[first_remain[e]:first_remain[e + 1]]. idle[i] is the
    surrounded points of part i as it stands.
    """
    done, size, options, named = progress[0], progress[1], progress[2], progress[3]
    count = near.size
    room = 2 * count * count  # no part has more options than twice the points, no option leaves more parts than points
    inner = np.zeros(64, np.uint64)
    rows = np.empty((64, WORDS), np.uint64)
    end = done + limit
    while done < size and done < end:
        if size + room > parts.shape[0] or 2 * (size + room) > table.size:
            break
        if options + 2 * count > change.size or named + room > remains.size:
            break
        points, black, white = parts[done, POINTS], parts[done, BLACK], parts[done, WHITE]
        black_wall, white_wall = parts[done, BLACK_WALL], parts[done, WHITE_WALL]
        inner_of(points, near, inner)
        idle[done] = surrounded(points, black, white, black_wall, white_wall, inner)
        for color in range(2):
            first[2 * done + color] = options
            own, opp = (black, white) if color == 0 else (white, black)
            own_wall, opp_wall = (black_wall, white_wall) if color == 0 else (white_wall, black_wall)
            moves = points & playable & ~(black | white)
            while moves != NONE:
                point = lowest_bit(moves)
                moves &= moves - ONE
                legal, mine, theirs, _ = play(own, opp, point, inner, own_wall, opp_wall, False)
                if not legal:
                    continue
                prisoners = bit_count(opp) - bit_count(theirs)
                after_black, after_white = (mine, theirs) if color == 0 else (theirs, mine)
                score, found = divided(points, after_black, after_white, black_wall, white_wall, inner, rows)
                change[options] = score + (prisoners if color == 0 else -prisoners)
                taken[options] = prisoners
                place[options] = point
                first_remain[options] = named
                for i in range(found):
                    number, size = numbered(rows[i], parts, table, size)
                    remains[named] = number
                    named += 1
                options += 1
        done += 1
        first[2 * done] = options
        first_remain[options] = named
    progress[0], progress[1], progress[2], progress[3] = done, size, options, named


@kernel
def knotted(first, first_remain, remains, skipped, order, knot):
    """How many knots there are: sets of parts that lead to each other, a single part being one, too.

    knot[i] is that of part i; order lists all parts, those that a part leads to before it or in its knot. What is
    `skipped` in `remains` is not looked at. Tarjan's strongly connected components, on an explicit stack.
    """
    size = order.size
    index = np.full(size, -1, np.int64)
    low = np.zeros(size, np.int64)
    at = np.zeros(size, np.int64)
    path = np.empty(size, np.int64)
    waiting = np.empty(size, np.int64)
    is_waiting = np.zeros(size, np.bool_)
    seen = ordered = knots = waits = 0
    for start in range(size):
        if index[start] >= 0:
            continue
        depth = 0
        path[0] = start
        while depth >= 0:
            node = path[depth]
            if index[node] < 0:
                index[node] = low[node] = seen
                seen += 1
                at[node] = first_remain[first[2 * node]]
                waiting[waits] = node
                waits += 1
                is_waiting[node] = True
            end = first_remain[first[2 * node + 2]]
            deeper = False
            while at[node] < end:
                child = remains[at[node]]
                if not skipped[at[node]]:
                    if index[child] < 0:
                        depth += 1
                        path[depth] = child
                        deeper = True
                        break
                    if is_waiting[child]:
                        low[node] = min(low[node], low[child])
                at[node] += 1
            if deeper:
                continue
            if low[node] == index[node]:
                while True:
                    waits -= 1
                    member = waiting[waits]
                    is_waiting[member] = False
                    knot[member] = knots
                    order[ordered] = member
                    ordered += 1
                    if member == node:
                        break
                knots += 1
            depth -= 1
    return knots


@kernel
def returning(color, first, first_remain, remains, taken, knot, skipped):
    """Mark in `skipped` what captures of that color (0 for Black) leave, where play may come back from there.

    Returns (parts,) bool, where such captures begin.
    """
    found = np.zeros(knot.size, np.bool_)
    for i in range(knot.size):
        for option in range(first[2 * i + color], first[2 * i + color + 1]):
            back = False
            for place in range(first_remain[option], first_remain[option + 1]):
                back |= knot[remains[place]] == knot[i]
            if taken[option] != 0 and back:
                skipped[first_remain[option]:first_remain[option + 1]] = True
                found[i] = True
    return found


@kernel
def spread(order, first, first_remain, remains, tied):
    """Mark in `tied` all parts that lead to one that is marked."""
    for i in order:
        for place in range(first_remain[first[2 * i]], first_remain[first[2 * i + 2]]):
            tied[i] |= tied[remains[place]]
