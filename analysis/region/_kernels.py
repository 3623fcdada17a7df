"""The compiled core of all searches: moves, captures and scores on bitboards.

A board is two uint64, `own` and `opp`, the stones of the player to move and of the other. Bit i is point i of a region,
and `near[i]` the points beside it. `own_wall` and `opp_wall` are the points beside stones outside the region that are
never captured: a stone put there can never be captured either. All arithmetic is in uint64; a number that is mixed in
would make floats of it.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel, lowest_bit

NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel
def chain_of(seed, stones, near):
    """(chain, around): the chain of `stones` that holds the bit `seed`, and all points beside one of its points."""
    chain = seed
    around = NONE
    todo = seed
    while todo != NONE:
        around |= near[lowest_bit(todo)]
        todo &= todo - ONE
        if todo == NONE:
            todo = around & stones & ~chain
            chain |= todo
    return chain, around


@kernel
def play(own, opp, point, near, own_wall, opp_wall, suicide):
    """The board after own plays on the empty `point`: (legal, own, opp, ko).

    `ko` is the bit where simple ko forbids the other to take back at once, or 0. Not legal: a suicide; that of several
    stones is if `suicide` says so.
    """
    stone = ONE << np.uint64(point)
    own |= stone
    beside = near[point] & opp
    captured = NONE
    while beside != NONE:
        chain, around = chain_of(beside & (~beside + ONE), opp, near)
        beside &= ~chain
        if chain & opp_wall == NONE and around & ~(own | opp) == NONE:
            captured |= chain
    opp &= ~captured
    chain, around = chain_of(stone, own, near)
    liberties = around & ~(own | opp)
    if liberties == NONE and chain & own_wall == NONE:
        return suicide and chain != stone, own & ~chain, opp, NONE
    ko = NONE
    if chain == stone and liberties == captured and bit_count(captured) == 1 and stone & own_wall == NONE:
        ko = captured
    return True, own, opp, ko


@kernel
def unconditional(own, opp, points, near, own_wall, opp_wall, suicide):
    """(alive, territory): own's stones that stand even if own always passes, and the points they surround.

    Benson's theorem with walls, which stand by themselves; territory is a region in which the enemy, playing alone,
    cannot make two eyes. As `analysis.board.unconditional`.
    """
    chains = np.empty(64, np.uint64)
    arounds = np.empty(64, np.uint64)
    count = 0
    rest = own
    while rest != NONE:
        chains[count], arounds[count] = chain_of(rest & (~rest + ONE), own, near)
        rest &= ~chains[count]
        count += 1
    regions = np.empty(64, np.uint64)
    rooms = 0
    outside = points & ~own
    rest = outside
    while rest != NONE:
        room, _ = chain_of(rest & (~rest + ONE), outside, near)
        rest &= ~room
        if room & opp_wall == NONE:
            regions[rooms] = room
            rooms += 1
    # enemy stones that may vanish by suicide count as empty
    empty = outside if suicide else outside & ~opp
    changed = True
    while changed:
        changed = False
        i = 0
        while i < count:
            vital = 2 if chains[i] & own_wall != NONE else 0
            for r in range(rooms):
                free = regions[r] & empty
                vital += free != NONE and free & ~arounds[i] == NONE
            if vital >= 2:
                i += 1
                continue
            # the chain may fall: so may every room beside it
            kept = 0
            for r in range(rooms):
                if regions[r] & arounds[i] == NONE:
                    regions[kept] = regions[r]
                    kept += 1
            rooms = kept
            count -= 1
            chains[i] = chains[count]
            arounds[i] = arounds[count]
            changed = True
    alive = NONE
    border = own_wall
    for i in range(count):
        alive |= chains[i]
        border |= arounds[i]
    territory = NONE
    for r in range(rooms):
        if regions[r] & border == NONE:
            continue
        # an enemy eye is an empty point with no wall beside it; two eyes take two, not neighbours
        bare = regions[r] & empty & ~border
        eyes = bit_count(bare)
        if eyes < 2 or (eyes == 2 and near[lowest_bit(bare)] & bare != NONE):
            territory |= regions[r]
    return alive, territory


@kernel
def area_score(own, opp, points, near, own_wall, opp_wall, suicide):
    """Own's area less opp's when both have passed: stones, and empty regions that touch one colour only.

    Stones in the other's unconditional territory are taken off first, so that no cut-off by that territory is unsound.
    """
    _, own_land = unconditional(own, opp, points, near, own_wall, opp_wall, suicide)
    _, opp_land = unconditional(opp, own, points, near, opp_wall, own_wall, suicide)
    own &= ~opp_land
    opp &= ~own_land
    score = bit_count(own) - bit_count(opp)
    rest = points & ~(own | opp)
    empty = rest
    while rest != NONE:
        room, around = chain_of(rest & (~rest + ONE), empty, near)
        rest &= ~room
        mine = (around & own) | (room & own_wall) != NONE
        theirs = (around & opp) | (room & opp_wall) != NONE
        if mine and not theirs:
            score += bit_count(room)
        elif theirs and not mine:
            score -= bit_count(room)
    return score


@kernel
def turned(bits, table):
    """The board moved by one symmetry; table (chunks, 256) of uint64 gives it for every eight points."""
    result = NONE
    chunk = 0
    while bits != NONE:
        result |= table[chunk, bits & np.uint64(255)]
        bits >>= np.uint64(8)
        chunk += 1
    return result


@kernel
def scrambled(key):
    """A hash of a key, every bit depending on all."""
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xFF51AFD7ED558CCD)
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xC4CEB9FE1A85EC53)
    return key ^ (key >> np.uint64(33))
