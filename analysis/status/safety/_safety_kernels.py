"""Compiled kernels of the static proofs: which blocks of one side are safe if it answers every move of the other.

`safe_blocks.py` says why the conditions suffice; `_safety_side_kernels.py` and `_safety_region_kernels.py` define the
terms.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...runtime.jit import array_kernel, kernel
from ._safety_link_kernels import copy_links, is_anchored, link_blocks, new_links, undo_links
from ._safety_region_kernels import (
    BENSON_VITAL,
    MIAI_VITAL,
    STRONGLY_VITAL,
    TWO_VITAL,
    eyes_made,
    is_benson_vital,
    is_miai_vital,
    is_strongly_vital,
    is_two_vital,
)
from ._safety_side_kernels import (
    LARGEST_MIAI_VITAL,
    MOST_OPTIONS,
    find_regions,
    is_quiet,
    new_scratch,
    new_side,
    size_of,
    touches,
)
from ._safety_territory_kernels import territory_of

MOST_ROUNDS = 6
WAYS = 4
LARGEST_TWO_VITAL = 10


class Liberties(NamedTuple):
    """The liberties that are guaranteed to blocks.

    base     -- (regions, chains) int8: the vitality of each region for each block, NONE to TWO_VITAL
    eye_miai -- (chains, 4) int16: pairs of points either of which makes an eye or two for a block, -1 for none
    touch    -- (regions, chains) bool: whether a region is beside a block
    locked   -- (regions,) bool: whether the owner may not play in a region, since a liberty there rests on that
    sure     -- (chains,) int16: how many liberties are guaranteed to a block
    """

    base: npt.NDArray[np.int8]
    eye_miai: npt.NDArray[np.int16]
    touch: npt.NDArray[np.bool_]
    locked: npt.NDArray[np.bool_]
    sure: npt.NDArray[np.int16]


class Proof(NamedTuple):
    """What is proved of one side, on the points of the board given.

    safe      -- (chains,) bool: its chains that are safe
    block     -- (chains,) int16: the number of each chain's block, one of its chains
    partner   -- (area,) int16: all miai, those of territory, too
    replies   -- (area, area) bool: further answers, of moves in two-vital regions
    territory -- (area,) bool
    region    -- (area,) int16: the regions between the safe chains, -1 on these
    base, eye_miai -- see `Liberties`
    anchor, link   -- see `Links`
    """

    safe: npt.NDArray[np.bool_]
    block: npt.NDArray[np.int16]
    partner: npt.NDArray[np.int16]
    replies: npt.NDArray[np.bool_]
    territory: npt.NDArray[np.bool_]
    region: npt.NDArray[np.int16]
    base: npt.NDArray[np.int8]
    eye_miai: npt.NDArray[np.int16]
    anchor: npt.NDArray[np.int16]
    link: npt.NDArray[np.int16]


@array_kernel
def prove(stones, neighbours, suicide, label, chains):
    """Prove which chains of a side are safe if it answers the enemy's moves. Returns Proof.

    stones  -- (area,) int8: +1 the side's, -1 the enemy's
    suicide -- whether suicide of several stones is legal
    label   -- (area,): chain numbers, below `chains`
    """
    area = stones.size
    side, scratch = new_side(stones, neighbours, label, suicide), new_scratch(area)
    links = new_links(chains, area)
    replies = np.zeros((area, area), np.bool_)
    owned = np.zeros(chains, np.bool_)
    for point in range(area):
        if stones[point] == 1:
            owned[label[point]] = True
    room = _region_sizes(side)
    safe = owned.copy()
    _find_safe(side, scratch, links, safe, replies)
    gained = True
    for level in range(1, MOST_ROUNDS):
        if not gained:
            break
        gained = False
        partner = side.partner.copy()
        for way in range(WAYS):
            tried = copy_links(links)
            link_blocks(side, tried, safe, partner if way & 1 else links.link, room, level, way >= 2)
            standing = owned.copy()
            _find_safe(side, scratch, tried, standing, replies)
            if (safe & ~standing).any() or (safe == standing).all():
                continue
            undo_links(tried, standing)  # if the safe blocks need these links, this attempt fails
            again = standing.copy()
            _find_safe(side, scratch, tried, again, replies)
            if (again == standing).all():
                safe, links, gained = standing, tried, True
                break
    found = _find_safe(side, scratch, links, safe, replies)
    territory = territory_of(side, found.base)
    return Proof(
        safe, links.block, side.partner, replies, territory, side.region, found.base, found.eye_miai, links.anchor,
        links.link,
    )


@array_kernel
def _region_sizes(side):
    """Return (area,) int16: the size of the region of each point, all chains of the side standing; 0 on these."""
    area = side.stones.size
    for point in range(area):
        side.at[point] = 0 if side.stones[point] == 1 else -1
    size = np.zeros(area, np.int16)
    for region in range(find_regions(side)):
        inside = side.points[side.first[region] : side.first[region + 1]]
        size[inside] = inside.size
    return size


@array_kernel
def _find_safe(side, scratch, links, standing, replies):
    """Remove the blocks that are not proved safe until all that remain are.

    standing -- (chains,) bool, input and output: the chains to begin with, and those that are safe
    replies  -- (area, area) bool, output: further answers, of moves in two-vital regions
    Leaves all miai and the regions of the proof in `side`. Returns Liberties.
    """
    chains = standing.size
    falls = np.empty(chains, np.bool_)
    while True:
        regions = _begin_round(side, links, standing)
        found = Liberties(
            np.zeros((regions, chains), np.int8), np.full((chains, 4), -1, np.int16),
            np.zeros((regions, chains), np.bool_), np.zeros(regions, np.bool_), np.zeros(chains, np.int16),
        )
        replies[:] = False
        _find_liberties_without_stones(side, scratch, found)
        for block in range(chains):
            is_block = links.block[block] == block and standing[block]
            if is_block and found.sure[block] < 2 and links.anchor[block, 0] < 0:
                _find_liberties_by_answers(side, scratch, found, block, replies)
        # check everything again, now that all miai are known
        for block in range(chains):
            is_block = links.block[block] == block and standing[block]
            if is_block and links.anchor[block, 0] >= 0:
                falls[block] = not is_anchored(side, links, block)
            else:
                falls[block] = is_block and _sure_liberties(side, scratch, found, block) < 2
        if not falls.any():
            return found
        for chain in range(chains):
            standing[chain] &= not falls[links.block[chain]]


@kernel
def _begin_round(side, links, standing):
    """Set up the standing chains, with no miai but those of links; return the number of regions between them."""
    for point in range(side.stones.size):
        own = side.stones[point] == 1 and standing[side.label[point]]
        side.at[point] = links.block[side.label[point]] if own else -1
        side.partner[point] = links.link[point]
    return find_regions(side)


@kernel
def _find_liberties_without_stones(side, scratch, found):
    """Find the regions that give a block a liberty without a further stone of the owner."""
    for region in range(found.locked.size):
        for point in side.points[side.first[region] : side.first[region + 1]]:
            for k in range(4):
                near = side.at[side.neighbours[point, k]]
                if near >= 0:
                    found.touch[region, near] = True
        is_benson = not side.suicide and is_quiet(side, region)
        for block in range(found.sure.size):
            if not found.touch[region, block]:
                continue
            if is_strongly_vital(side, scratch, region, block):
                found.base[region, block] = STRONGLY_VITAL
            elif is_benson and is_benson_vital(side, region, block):
                found.base[region, block] = BENSON_VITAL
                found.locked[region] = True
            found.sure[block] += found.base[region, block] > 0


@kernel
def _find_liberties_by_answers(side, scratch, found, block, replies):
    """Find regions that give a block liberties by answers: miai for eyes, then two-vital regions, then those vital by
    miai.
    """
    for attempt in range(2):
        if attempt == 1:
            _find_two_vital(side, scratch, found, block, replies)
            _find_miai_vital(side, scratch, found, block)
        need = 2 - found.sure[block]
        if need > 0:
            miai = found.eye_miai[block]
            count = _list_options(side, scratch, found, block)
            if _choose_eye_miai(scratch, count, need, miai):
                for i in range(0, 4, 2):
                    if miai[i] >= 0:
                        side.partner[miai[i]], side.partner[miai[i + 1]] = miai[i + 1], miai[i]
                found.sure[block] = 2
        if found.sure[block] >= 2:
            return


@kernel
def _find_two_vital(side, scratch, found, block, replies):
    """Find a small region beside one block alone that is two-vital to it."""
    for region in range(found.locked.size):
        small = size_of(side, region) <= LARGEST_TWO_VITAL
        if found.sure[block] >= 2 or not found.touch[region, block] or not small:
            continue
        alone = True
        for other in range(found.sure.size):
            alone &= other == block or not found.touch[region, other]
        if alone and is_two_vital(side, scratch, region, block, replies):
            found.sure[block] = 2
            found.base[region, block] = TWO_VITAL


@kernel
def _find_miai_vital(side, scratch, found, block):
    """Find regions that are vital by miai to a block, until it has two liberties."""
    for region in range(found.locked.size):
        small = size_of(side, region) <= LARGEST_MIAI_VITAL
        free = found.touch[region, block] and found.base[region, block] == 0 and not found.locked[region]
        if found.sure[block] < 2 and free and small and is_miai_vital(side, scratch, region, block, True):
            found.base[region, block] = MIAI_VITAL
            found.sure[block] += 1


@kernel
def _list_options(side, scratch, found, block):
    """List the points by which a block may make eyes, and which of them need a point in common; return their number."""
    count = 0
    for point in range(side.stones.size):
        if count == MOST_OPTIONS or side.stones[point] != 0 or side.partner[point] >= 0:
            continue
        region = side.region[point]
        if found.locked[region] or found.base[region, block] == MIAI_VITAL or not touches(side, point, block):
            continue
        gain = _gain(side, scratch, found, point, block, scratch.reach[count])
        if gain > 0:
            scratch.reach[count, point] = True
            scratch.options[count], scratch.gains[count] = point, gain
            count += 1
    for i in range(count):
        for j in range(i):
            clash = False
            for point in range(side.stones.size):
                clash |= scratch.reach[i, point] and scratch.reach[j, point]
            scratch.clash[i, j] = scratch.clash[j, i] = clash
    return count


@kernel
def _gain(side, scratch, found, point, block, reach):
    """Return how many liberties a stone of the owner on a point makes, beside the one that its region is already."""
    eyes = eyes_made(side, scratch, point, block, reach)
    return eyes - (found.base[side.region[point], block] == STRONGLY_VITAL)


@kernel
def _choose_eye_miai(scratch, count, need, eye_miai):
    """Choose disjoint pairs of options that give `need` eyes with either point of each pair; write `eye_miai`, (4,)."""
    options, gains, clash = scratch.options, scratch.gains, scratch.clash
    for i in range(count):
        for j in range(i):
            if min(gains[i], gains[j]) >= need:
                eye_miai[0], eye_miai[1] = options[j], options[i]
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
                        eye_miai[0], eye_miai[1] = options[j], options[i]
                        eye_miai[2], eye_miai[3] = options[m], options[k]
                        return True
    return False


@kernel
def _sure_liberties(side, scratch, found, block):
    """Return how many liberties are guaranteed to a block, all miai being known."""
    sure = 0
    for region in range(found.locked.size):
        base = found.base[region, block]
        if base in (TWO_VITAL, BENSON_VITAL):
            sure += is_quiet(side, region) * (2 if base == TWO_VITAL else 1)
        elif base == STRONGLY_VITAL:
            sure += is_strongly_vital(side, scratch, region, block)
        elif base == MIAI_VITAL:
            sure += is_miai_vital(side, scratch, region, block, False)
    miai = found.eye_miai[block]
    for i in range(0, 4, 2):
        if miai[i] >= 0:
            gain = 2
            for j in range(i, i + 2):
                gain = min(gain, _gain(side, scratch, found, miai[j], block, scratch.reach[0]))
            sure += max(gain, 0)
    return sure
