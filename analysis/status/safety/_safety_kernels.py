"""Compiled kernels of the static proofs: which blocks of one colour are safe if it answers every move of the other.

`safe_blocks.py` says why the conditions suffice, `_safety_region_kernels.py` defines the terms.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel
from ._safety_region_kernels import (
    BENSON_VITAL,
    LARGEST_MIAI_VITAL,
    MIAI_VITAL,
    STRONGLY_VITAL,
    TWO_VITAL,
    eyes_made,
    find_regions,
    is_miai_vital,
    is_two_vital,
    strongly_vital_size,
    territory_of,
    touches,
)

MOST_ROUNDS = 6
WAYS = 4
MOST_OPTIONS = 24
LARGEST_TWO_VITAL = 10


@kernel
def _choose_eye_miai(options, gains, clash, count, need, eye_miai):
    """Choose disjoint pairs of options that give `need` eyes with either point of each pair; write `eye_miai`, (4,)."""
    for i in range(count):
        for j in range(i):
            if min(gains[i], gains[j]) >= need:
                eye_miai[0] = options[j]
                eye_miai[1] = options[i]
                return True
    if need < 2:
        return False
    for i in range(count):
        for j in range(i):
            for k in range(i):
                if k == j or clash[i, k] or clash[j, k]:
                    continue
                for m in range(k):
                    if m != j and not (clash[i, m] or clash[j, m]):
                        eye_miai[0] = options[j]
                        eye_miai[1] = options[i]
                        eye_miai[2] = options[m]
                        eye_miai[3] = options[k]
                        return True
    return False


@array_kernel
def safe_fixpoint(
    stones, neighbours, color, suicide, label, block, anchor, rank, link, standing, partner, region, replies
):
    """Remove the blocks that are not proved safe until all that remain are.

    label    -- (area,) chain numbers; block (chains,): the number of each chain's block, one of its chains
    anchor   -- (chains, 2) int16: two liberties of a block, each beside a chain of lower `rank`; -1 for none
    link     -- (area,) int16: the miai that links and anchors need, -1 for none
    standing -- (chains,) bool, input and output: the chains to begin with, and those that are safe
    partner  -- (area,) int16, output: all miai of the proof
    region   -- (area,) int16, output: the regions at the end, -1 on standing chains
    replies  -- (area, area) bool, output: further answers, of moves in two-vital regions
    Returns base (regions, chains) int8, the kind of vitality (NONE ... TWO_VITAL) of a region for a block, and eye_miai
    (chains, 4) int16: pairs of points either of which makes an eye or two for a block, -1 for none.
    """
    area = stones.size
    chains = block.size
    at = np.full(area + 1, -1, np.int16)
    mark = np.zeros(area + 1, np.int32)
    queue = np.empty(area, np.int16)
    reach = np.empty((MOST_OPTIONS, area), np.bool_)
    options = np.empty(MOST_OPTIONS, np.int16)
    gains = np.empty(MOST_OPTIONS, np.int8)
    clash = np.empty((MOST_OPTIONS, MOST_OPTIONS), np.bool_)
    while True:
        for point in range(area):
            own = stones[point] == color and standing[label[point]]
            at[point] = block[label[point]] if own else -1
            partner[point] = link[point]
        region[:], points, first = find_regions(at, neighbours)
        regions = first.size - 1
        base = np.zeros((regions, chains), np.int8)
        eye_miai = np.full((chains, 4), -1, np.int16)
        locked = np.zeros(regions, np.bool_)
        worth = np.zeros(chains, np.int16)
        touch = np.zeros((regions, chains), np.bool_)
        replies[:] = False
        for r in range(regions):
            for i in range(first[r], first[r + 1]):
                for k in range(4):
                    near = at[neighbours[points[i], k]]
                    if near >= 0:
                        touch[r, near] = True

        # regions that give a liberty without a further stone of the owner
        for r in range(regions):
            quiet = True
            for i in range(first[r], first[r + 1]):
                quiet &= partner[points[i]] < 0
            for b in range(chains):
                if not touch[r, b]:
                    continue
                mark[area] += 1
                start = points[first[r]]
                if strongly_vital_size(
                    start, area, b, at, stones, color, neighbours, partner, mark, mark[area], queue
                ):
                    base[r, b] = STRONGLY_VITAL
                elif quiet and not suicide:
                    empty = 0
                    vital = True
                    for i in range(first[r], first[r + 1]):
                        if stones[points[i]] != -color:
                            empty += 1
                            vital &= stones[points[i]] == 0 and touches(points[i], b, at, neighbours)
                    if vital and empty > 0:
                        base[r, b] = BENSON_VITAL
                        locked[r] = True
                worth[b] += base[r, b] > 0

        # regions that need answers: first miai for eyes, then two-vital regions, then regions vital by miai
        for b in range(chains):
            if worth[b] >= 2 or block[b] != b or not standing[b] or anchor[b, 0] >= 0:
                continue
            for attempt in range(2):
                if attempt == 1:
                    for r in range(regions):
                        size = first[r + 1] - first[r]
                        if worth[b] >= 2 or not touch[r, b] or size > LARGEST_TWO_VITAL:
                            continue
                        alone = True
                        for other in range(chains):
                            alone &= other == b or not touch[r, other]
                        inside = points[first[r] : first[r + 1]]
                        if alone and is_two_vital(
                            inside, size, b, at, stones, color, neighbours, partner, mark, queue, replies
                        ):
                            worth[b] = 2
                            base[r, b] = TWO_VITAL
                    for r in range(regions):
                        size = first[r + 1] - first[r]
                        if worth[b] >= 2 or not touch[r, b] or base[r, b] > 0 or locked[r] or size > LARGEST_MIAI_VITAL:
                            continue
                        inside = points[first[r] : first[r + 1]]
                        if is_miai_vital(inside, size, b, at, stones, color, neighbours, partner, True):
                            base[r, b] = MIAI_VITAL
                            worth[b] += 1
                count = 0
                for point in range(area):
                    if count == MOST_OPTIONS or stones[point] != 0 or partner[point] >= 0 or locked[region[point]]:
                        continue
                    if base[region[point], b] == MIAI_VITAL or not touches(point, b, at, neighbours):
                        continue
                    gain = eyes_made(point, b, at, stones, color, neighbours, partner, mark, queue, reach[count])
                    gain -= base[region[point], b] == STRONGLY_VITAL
                    if gain > 0:
                        reach[count, point] = True
                        options[count] = point
                        gains[count] = gain
                        count += 1
                for i in range(count):
                    for j in range(count):
                        clash[i, j] = (reach[i] & reach[j]).any()
                if worth[b] < 2 and _choose_eye_miai(options, gains, clash, count, 2 - worth[b], eye_miai[b]):
                    for i in range(0, 4, 2):
                        if eye_miai[b, i] >= 0:
                            partner[eye_miai[b, i]] = eye_miai[b, i + 1]
                            partner[eye_miai[b, i + 1]] = eye_miai[b, i]
                    worth[b] = 2
                if worth[b] >= 2:
                    break

        # check everything again, now that all miai are known
        falls = np.zeros(chains, np.bool_)
        for b in range(chains):
            if block[b] != b or not standing[b]:
                continue
            if anchor[b, 0] >= 0:
                for i in range(2):
                    held = False
                    for k in range(4):
                        near = at[neighbours[anchor[b, i], k]]
                        held |= near >= 0 and rank[near] < rank[b]
                    falls[b] |= not held
                continue
            sure = 0
            for r in range(regions):
                size = first[r + 1] - first[r]
                if base[r, b] == TWO_VITAL or base[r, b] == BENSON_VITAL:
                    quiet = True
                    for i in range(first[r], first[r + 1]):
                        quiet &= partner[points[i]] < 0
                    sure += quiet * (2 if base[r, b] == TWO_VITAL else 1)
                elif base[r, b] == STRONGLY_VITAL:
                    mark[area] += 1
                    start = points[first[r]]
                    part = strongly_vital_size(
                        start, area, b, at, stones, color, neighbours, partner, mark, mark[area], queue
                    )
                    sure += part > 0
                elif base[r, b] == MIAI_VITAL:
                    inside = points[first[r] : first[r + 1]]
                    sure += is_miai_vital(inside, size, b, at, stones, color, neighbours, partner, False)
            for i in range(0, 4, 2):
                if eye_miai[b, i] < 0:
                    continue
                gain = 2
                for j in range(i, i + 2):
                    eyes = eyes_made(eye_miai[b, j], b, at, stones, color, neighbours, partner, mark, queue, reach[0])
                    gain = min(gain, eyes - (base[region[eye_miai[b, j]], b] == STRONGLY_VITAL))
                sure += max(gain, 0)
            falls[b] = sure < 2
        if not falls.any():
            return base, eye_miai
        for chain in range(chains):
            standing[chain] &= not falls[block[chain]]


@array_kernel
def _region_sizes(stones, neighbours, color):
    """Return (area,) int16: the size of the region of each point, all chains of `color` standing."""
    area = stones.size
    at = np.full(area + 1, -1, np.int16)
    for point in range(area):
        if stones[point] == color:
            at[point] = 0
    region, _, first = find_regions(at, neighbours)
    size = np.zeros(area, np.int16)
    for point in range(area):
        if region[point] >= 0:
            size[point] = first[region[point] + 1] - first[region[point]]
    return size


@array_kernel
def _link_blocks(
    stones, neighbours, color, label, safe, taken, region_size, block, anchor, rank, link, tied, level, backwards
):
    """Link blocks that are not safe to safe chains, and to each other, by two free liberties in common.

    Points in large regions are preferred; no `taken` point is used. Changes block, anchor, rank and link, and puts into
    `tied` one of the chains that a link is for. Blocks are linked in the order of their numbers, or `backwards`.
    """
    area = stones.size
    chains = block.size
    best = np.empty((2, chains, chains + 1), np.int16)
    beside = np.empty(4, np.int16)
    while True:
        # the two best common liberties of each pair of blocks; column `chains` stands for all safe chains
        best[:] = -1
        for point in range(area):
            if stones[point] != 0 or taken[point] >= 0 or link[point] >= 0:
                continue
            count = 0
            for k in range(4):
                near = neighbours[point, k]
                if near == area or stones[near] != color:
                    continue
                name = chains if safe[label[near]] else block[label[near]]
                known = False
                for i in range(count):
                    known |= beside[i] == name
                if not known:
                    beside[count] = name
                    count += 1
            for i in range(count):
                for j in range(count):
                    a = beside[i]
                    b = beside[j]
                    if i == j or a == chains or anchor[a, 0] >= 0 or (b < chains and anchor[b, 0] >= 0):
                        continue
                    if best[0, a, b] < 0 or region_size[point] > region_size[best[0, a, b]]:
                        best[1, a, b] = best[0, a, b]
                        best[0, a, b] = point
                    elif best[1, a, b] < 0 or region_size[point] > region_size[best[1, a, b]]:
                        best[1, a, b] = point
        a, b = _best_pair(best, chains, backwards)
        if a < 0:
            return
        p = best[0, a, b]
        q = best[1, a, b]
        link[p] = q
        link[q] = p
        tied[p] = a
        tied[q] = a
        if b == chains:
            anchor[a, 0] = p
            anchor[a, 1] = q
            for chain in range(chains):
                if block[chain] == a:
                    rank[chain] = level
        else:
            name = min(a, b)
            for chain in range(chains):
                if block[chain] == a or block[chain] == b:
                    block[chain] = name


@kernel
def _best_pair(best, chains, backwards):
    """Return the next two blocks to link, -1 without any: a block and the safe chains, before two blocks."""
    for place in range(chains):
        a = chains - 1 - place if backwards else place
        if best[1, a, chains] >= 0:
            return a, chains
    for place in range(chains):
        a = chains - 1 - place if backwards else place
        for b in range(chains - 1, -1, -1):
            if best[1, a, b] >= 0:
                return a, b
    return -1, -1


@array_kernel
def prove(stones, neighbours, color, suicide, label, chains):
    """Prove which chains of `color` are safe if it answers the enemy's moves, and return what the proof needs.

    Returns (safe (chains,) bool, block (chains,) int16, partner (area,) int16, replies (area, area) bool,
    territory (area,) bool, region (area,) int16, base (regions, chains) int8, eye_miai (chains, 4) int16,
    anchor (chains, 2) int16, link (area,) int16): see `safe_fixpoint`; `partner` holds the miai of territory, too.
    """
    area = stones.size
    block = np.arange(chains).astype(np.int16)
    anchor = np.full((chains, 2), -1, np.int16)
    rank = np.zeros(chains, np.int16)
    link = np.full(area, -1, np.int16)
    tied = np.full(area, -1, np.int16)
    partner = np.empty(area, np.int16)
    region = np.empty(area, np.int16)
    replies = np.zeros((area, area), np.bool_)
    owned = np.zeros(chains, np.bool_)
    for point in range(area):
        if stones[point] == color:
            owned[label[point]] = True
    region_size = _region_sizes(stones, neighbours, color)
    safe = owned.copy()
    safe_fixpoint(stones, neighbours, color, suicide, label, block, anchor, rank, link, safe, partner, region, replies)
    gained = True
    for level in range(1, MOST_ROUNDS):
        if not gained:
            break
        gained = False
        for way in range(WAYS):
            tried = (block.copy(), anchor.copy(), rank.copy(), link.copy())
            taken = partner.copy() if way & 1 else link.copy()
            _link_blocks(
                stones, neighbours, color, label, safe, taken, region_size, tried[0], tried[1], tried[2], tried[3],
                tied, level, way >= 2,
            )
            standing = owned.copy()
            now = partner.copy()
            safe_fixpoint(
                stones, neighbours, color, suicide, label, tried[0], tried[1], tried[2], tried[3], standing, now,
                region, replies,
            )
            if (safe & ~standing).any() or (safe == standing).all():
                continue
            # links of blocks that are not safe are undone; if the safe blocks need them, this attempt fails
            for point in range(area):
                if tried[3][point] >= 0 and not standing[tied[point]]:
                    tried[3][point] = -1
            for chain in range(chains):
                if not standing[chain]:
                    tried[0][chain] = chain
                    tried[1][chain] = -1
                    tried[2][chain] = 0
            again = standing.copy()
            safe_fixpoint(
                stones, neighbours, color, suicide, label, tried[0], tried[1], tried[2], tried[3], again, now, region,
                replies,
            )
            if (again == standing).all():
                safe = standing
                block, anchor, rank, link = tried
                partner = now
                gained = True
                break
    base, eye_miai = safe_fixpoint(
        stones, neighbours, color, suicide, label, block, anchor, rank, link, safe, partner, region, replies
    )
    territory = territory_of(stones, neighbours, color, suicide, label, block, safe, base, partner)
    return safe, block, partner, replies, territory, region, base, eye_miai, anchor, link
