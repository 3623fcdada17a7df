"""Compiled: all local positions that either player can reach when players need not take turns, in independent parts.

A part is a row of five bitboards: its points, Black's stones, White's, and the points beside stones of Black's, and of
White's, that live unconditionally. Parts are numbered in the order in which they were found. An option, what a move
leaves, is a whole number of points and some parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import array_kernel, bit_count, kernel, lowest_bit
from ._kernels import NONE, ONE, chain_of, hash_bits, play, unconditional_life

POINTS, BLACK, WHITE, BLACK_WALL, WHITE_WALL = range(5)
COLUMNS = 5


class PartTable(NamedTuple):
    """The parts found so far and their options; the arrays are those of `LocalTree`.

    table    -- int32, the hash table of part numbers, -1 where free
    progress -- (4,) int64: parts expanded, parts found, options, parts that options leave
    """

    parts: npt.NDArray[np.uint64]
    table: npt.NDArray[np.int32]
    idle: npt.NDArray[np.int16]
    first: npt.NDArray[np.int64]
    change: npt.NDArray[np.int16]
    taken: npt.NDArray[np.int8]
    place: npt.NDArray[np.int8]
    first_remain: npt.NDArray[np.int64]
    remains: npt.NDArray[np.int32]
    progress: npt.NDArray[np.int64]


@kernel
def restrict_neighbours(points, near, inner):
    """Set inner[i] to the neighbours of point i among `points`, for the points themselves."""
    rest = points
    while rest != NONE:
        i = lowest_bit(rest)
        rest &= rest - ONE
        inner[i] = near[i] & points


@kernel
def neighbours_of(stones, near):
    """Return all points beside one of these."""
    around = NONE
    while stones != NONE:
        around |= near[lowest_bit(stones)]
        stones &= stones - ONE
    return around


@kernel
def split_into_parts(points, black, white, black_wall, white_wall, near, rows):
    """Return (score, count): cut the board into `count` parts, written to `rows`; the rest is worth `score` to Black.

    Unconditionally live stones become walls, and their unconditional territory is counted: a point for an empty point,
    two for a dead stone. `near` holds neighbours among the points alone.
    """
    black_life, black_territory = unconditional_life(black, white, points, near, black_wall, white_wall, False)
    white_life, white_territory = unconditional_life(white, black, points, near, white_wall, black_wall, False)
    score = bit_count(black_territory) + bit_count(black_territory & white)
    score -= bit_count(white_territory) + bit_count(white_territory & black)
    black_wall |= neighbours_of(black_life, near)
    white_wall |= neighbours_of(white_life, near)
    rest = points & ~(black_life | black_territory | white_life | white_territory)
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
def surrounded_points(points, black, white, black_wall, white_wall, near):
    """Return Black's territory minus White's, all stones taken for alive: empty regions that touch one colour only."""
    score = 0
    empty = points & ~(black | white)
    rest = empty
    while rest != NONE:
        region, around = chain_of(rest & (~rest + ONE), empty, near)
        rest &= ~region
        blacks = (around & black) | (region & black_wall) != NONE
        whites = (around & white) | (region & white_wall) != NONE
        if blacks and not whites:
            score += bit_count(region)
        elif whites and not blacks:
            score -= bit_count(region)
    return score


@kernel
def find_slot(row, parts, table):
    """Return the slot of the hash table that holds the part's number, or the free one (-1) where it belongs."""
    key = NONE
    for column in range(COLUMNS):
        key = hash_bits(key ^ row[column])
    mask = np.uint64(table.size - 1)
    slot = key & mask
    while table[slot] >= 0:
        found = parts[table[slot]]
        same = True
        for column in range(COLUMNS):
            same &= found[column] == row[column]
        if same:
            break
        slot = (slot + ONE) & mask
    return slot


@kernel
def fill_table(parts, table, size):
    """Enter the first `size` parts into an empty hash table."""
    for number in range(size):
        table[find_slot(parts[number], parts, table)] = number


@kernel
def number_part(row, parts, table, size):
    """Return (number, size): the part's number, a new one if the part is new, and how many parts there are then."""
    slot = find_slot(row, parts, table)
    if table[slot] < 0:
        for column in range(COLUMNS):
            parts[size, column] = row[column]
        table[slot] = size
        size += 1
    return np.int64(table[slot]), size


@array_kernel
def expand_parts(tree, limit, near, playable):
    """Find the options of the parts from progress[0] on, at most `limit` of them, while the arrays have space."""
    parts, table, remains, progress = tree.parts, tree.table, tree.remains, tree.progress
    done, size, options, named = progress[0], progress[1], progress[2], progress[3]
    count = near.size
    space = 2 * count * count  # no part has more than 2 * count options, and no option leaves more than count parts
    inner = np.zeros(64, np.uint64)
    rows = np.empty((64, COLUMNS), np.uint64)
    end = done + limit
    while done < size and done < end:
        if size + space > parts.shape[0] or 2 * (size + space) > table.size:
            break
        if options + 2 * count > tree.change.size or named + space > remains.size:
            break
        points, black, white = parts[done, POINTS], parts[done, BLACK], parts[done, WHITE]
        black_wall, white_wall = parts[done, BLACK_WALL], parts[done, WHITE_WALL]
        restrict_neighbours(points, near, inner)
        tree.idle[done] = surrounded_points(points, black, white, black_wall, white_wall, inner)
        for color in range(2):
            tree.first[2 * done + color] = options
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
                score, found = split_into_parts(points, after_black, after_white, black_wall, white_wall, inner, rows)
                tree.change[options] = score + (prisoners if color == 0 else -prisoners)
                tree.taken[options] = prisoners
                tree.place[options] = point
                tree.first_remain[options] = named
                for i in range(found):
                    number, size = number_part(rows[i], parts, table, size)
                    remains[named] = number
                    named += 1
                options += 1
        done += 1
        tree.first[2 * done] = options
        tree.first_remain[options] = named
    progress[0], progress[1], progress[2], progress[3] = done, size, options, named


@array_kernel
def find_components(first, first_remain, remains, skipped, order, component):
    """Find the strongly connected components of the parts by Tarjan's algorithm; return how many they are.

    component[i] is that of part i. `order` lists all parts, those that a part leads to before it or in its component.
    Entries of `remains` that are `skipped` are ignored.
    """
    size = order.size
    index = np.full(size, -1, np.int64)
    low = np.zeros(size, np.int64)
    at = np.zeros(size, np.int64)
    path = np.empty(size, np.int64)
    waiting = np.empty(size, np.int64)
    is_waiting = np.zeros(size, np.bool_)
    visited = ordered = components = waits = 0
    for start in range(size):
        if index[start] >= 0:
            continue
        depth = 0
        path[0] = start
        while depth >= 0:
            node = path[depth]
            if index[node] < 0:
                index[node] = low[node] = visited
                visited += 1
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
                    component[member] = components
                    order[ordered] = member
                    ordered += 1
                    if member == node:
                        break
                components += 1
            depth -= 1
    return components


@array_kernel
def skip_returning_captures(color, first, first_remain, remains, taken, component, skipped):
    """Mark in `skipped` what captures of `color` (0 for Black) leave, where play can return from there.

    Returns (parts,) bool: the parts in which there are such captures.
    """
    found = np.zeros(component.size, np.bool_)
    for i in range(component.size):
        for option in range(first[2 * i + color], first[2 * i + color + 1]):
            returns = False
            for place in range(first_remain[option], first_remain[option + 1]):
                returns |= component[remains[place]] == component[i]
            if taken[option] != 0 and returns:
                skipped[first_remain[option]:first_remain[option + 1]] = True
                found[i] = True
    return found


@kernel
def mark_ancestors(order, first, first_remain, remains, marked):
    """Mark all parts that lead to one that is marked."""
    for i in order:
        for place in range(first_remain[first[2 * i]], first_remain[first[2 * i + 2]]):
            marked[i] |= marked[remains[place]]
