"""Compiled moves, captures, unconditional life and area scores on bitboards, shared by all searches of a region.

A board is two uint64, `own` and `opp`, the stones of the player to move and of the opponent. Bit i is point i of a
region; `near[i]` holds the neighbours of point i. `own_wall` and `opp_wall` are the points beside stones outside the
region that are never captured: a stone put there can never be captured either. All arithmetic is in uint64, because
numba turns an expression that mixes uint64 and int64 into a float.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import array_kernel, bit_count, kernel, lowest_bit

NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel
def chain_of(seed, stones, near):
    """Return (chain, around): the chain of `stones` that contains the bit `seed`, and all neighbours of its points."""
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
    """Return (legal, own, opp, ko): the board after own plays on the empty `point`.

    `ko` is the bit where simple ko forbids the opponent to recapture at once, or 0. Suicide of a single stone is never
    legal; suicide of several stones is legal if `suicide`.
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


@array_kernel
def unconditional_life(own, opp, points, near, own_wall, opp_wall, suicide):
    """Return (alive, territory): own's stones that live even if own always passes, and the points they surround.

    Benson's algorithm, with walls that are alive by themselves; territory is an enclosed region in which the opponent,
    playing alone, cannot make two eyes. The same definitions as `analysis.board.unconditional`.
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
    region_count = 0
    outside = points & ~own
    rest = outside
    while rest != NONE:
        enclosed, _ = chain_of(rest & (~rest + ONE), outside, near)
        rest &= ~enclosed
        if enclosed & opp_wall == NONE:
            regions[region_count] = enclosed
            region_count += 1
    # where suicide is legal enemy stones may vanish by it, so they count as empty
    empty = outside if suicide else outside & ~opp
    changed = True
    while changed:
        changed = False
        i = 0
        while i < count:
            vital = 2 if chains[i] & own_wall != NONE else 0
            for r in range(region_count):
                free = regions[r] & empty
                vital += free != NONE and free & ~arounds[i] == NONE
            if vital >= 2:
                i += 1
                continue
            # the chain can be captured, so no region beside it is enclosed any more
            kept = 0
            for r in range(region_count):
                if regions[r] & arounds[i] == NONE:
                    regions[kept] = regions[r]
                    kept += 1
            region_count = kept
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
    for r in range(region_count):
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
    """Return own's area minus opp's for a finished game: stones, and empty regions that touch one colour only.

    Stones in the opponent's unconditional territory are removed first, which makes cut-offs by that territory sound.
    """
    _, own_territory = unconditional_life(own, opp, points, near, own_wall, opp_wall, suicide)
    _, opp_territory = unconditional_life(opp, own, points, near, opp_wall, own_wall, suicide)
    own &= ~opp_territory
    opp &= ~own_territory
    score = bit_count(own) - bit_count(opp)
    rest = points & ~(own | opp)
    empty = rest
    while rest != NONE:
        part, around = chain_of(rest & (~rest + ONE), empty, near)
        rest &= ~part
        touches_own = (around & own) | (part & own_wall) != NONE
        touches_opp = (around & opp) | (part & opp_wall) != NONE
        if touches_own and not touches_opp:
            score += bit_count(part)
        elif touches_opp and not touches_own:
            score -= bit_count(part)
    return score


@kernel
def transform(bits, table):
    """Return the bitboard moved by one symmetry; table (chunks, 256) of uint64 maps every eight bits."""
    result = NONE
    chunk = 0
    while bits != NONE:
        result |= table[chunk, bits & np.uint64(255)]
        bits >>= np.uint64(8)
        chunk += 1
    return result


@kernel
def hash_bits(key):
    """Return a hash of a key, every bit of which depends on all bits of the key."""
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xFF51AFD7ED558CCD)
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xC4CEB9FE1A85EC53)
    return key ^ (key >> np.uint64(33))
