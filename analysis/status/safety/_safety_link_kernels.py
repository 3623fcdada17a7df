"""Compiled kernels that link blocks: by two liberties in common, of which the owner gets one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...runtime.jit import array_kernel, kernel


class Links(NamedTuple):
    """Which chains count as one block, and which blocks are linked to safe chains.

    block  -- (chains,) int16: the number of each chain's block, one of its chains
    anchor -- (chains, 2) int16: two liberties of a block, each beside a chain of lower `rank`; -1 for none
    rank   -- (chains,) int16
    link   -- (area,) int16: the miai that links and anchors need, -1 for none
    tied   -- (area,) int16: one of the chains that a link is for
    """

    block: npt.NDArray[np.int16]
    anchor: npt.NDArray[np.int16]
    rank: npt.NDArray[np.int16]
    link: npt.NDArray[np.int16]
    tied: npt.NDArray[np.int16]


@array_kernel
def new_links(chains, area):
    """Return no links: each chain is a block of its own."""
    return Links(
        np.arange(chains).astype(np.int16), np.full((chains, 2), -1, np.int16), np.zeros(chains, np.int16),
        np.full(area, -1, np.int16), np.full(area, -1, np.int16),
    )


@array_kernel
def copy_links(links):
    """Return a copy of links."""
    return Links(links.block.copy(), links.anchor.copy(), links.rank.copy(), links.link.copy(), links.tied.copy())


@array_kernel
def link_blocks(side, links, safe, taken, room, level, backwards):
    """Link blocks that are not safe to safe chains, and to each other, by two free liberties in common.

    safe  -- (chains,) bool; taken -- (area,) int16: points that are not -1 are used for something else
    room  -- (area,) int16: points of larger values are preferred
    level -- the rank of blocks that are linked to safe chains
    Blocks are linked in the order of their numbers, or `backwards`.
    """
    chains = safe.size
    best = np.empty((2, chains, chains + 1), np.int16)
    while True:
        best[:] = -1
        for point in range(side.stones.size):
            if side.stones[point] == 0 and taken[point] < 0 and links.link[point] < 0:
                _rate_point(side, links, safe, room, point, best)
        a, b = _best_pair(best, chains, backwards)
        if a < 0:
            return
        p, q = best[0, a, b], best[1, a, b]
        links.link[p], links.link[q] = q, p
        links.tied[p] = links.tied[q] = a
        if b == chains:
            links.anchor[a, 0], links.anchor[a, 1] = p, q
        name = min(a, b)
        for chain in range(chains):
            block = links.block[chain]
            if b == chains and block == a:
                links.rank[chain] = level
            elif block in (a, b):
                links.block[chain] = name


@kernel
def _rate_point(side, links, safe, room, point, best):
    """Enter a point as a common liberty of the blocks beside it that are not linked to safe chains yet.

    best -- (2, chains, chains + 1) int16: the two common liberties of most room of each pair of blocks, -1 for none;
            column `chains` stands for all safe chains
    """
    chains = safe.size
    for i in range(4):
        a = _name_at(side, links, safe, point, i)
        if a < 0 or a == chains or links.anchor[a, 0] >= 0 or _is_named_before(side, links, safe, point, i):
            continue
        for j in range(4):
            b = _name_at(side, links, safe, point, j)
            if b < 0 or b == a or _is_named_before(side, links, safe, point, j):
                continue
            if b < chains and links.anchor[b, 0] >= 0:
                continue
            if best[0, a, b] < 0 or room[point] > room[best[0, a, b]]:
                best[1, a, b] = best[0, a, b]
                best[0, a, b] = point
            elif best[1, a, b] < 0 or room[point] > room[best[1, a, b]]:
                best[1, a, b] = point


@kernel
def _name_at(side, links, safe, point, k):
    """Return the block on the neighbour `k` of a point: its number, the number of chains if it is safe, -1 if none."""
    near = side.neighbours[point, k]
    if near == side.stones.size or side.stones[near] != 1:
        return -1
    label = side.label[near]
    return safe.size if safe[label] else links.block[label]


@kernel
def _is_named_before(side, links, safe, point, k):
    """Return whether the block on the neighbour `k` of a point is on an earlier neighbour, too."""
    found = False
    for j in range(k):
        found |= _name_at(side, links, safe, point, j) == _name_at(side, links, safe, point, k)
    return found


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


@kernel
def undo_links(links, standing):
    """Undo the links of blocks that do not stand."""
    for point in range(links.link.size):
        if links.link[point] >= 0 and not standing[links.tied[point]]:
            links.link[point] = -1
    for chain in range(standing.size):
        if not standing[chain]:
            links.block[chain] = chain
            links.anchor[chain, 0] = links.anchor[chain, 1] = -1
            links.rank[chain] = 0


@kernel
def is_anchored(side, links, block):
    """Return whether both points that link a block to safe chains are beside a standing one of lower rank."""
    anchored = True
    for i in range(2):
        held = False
        for k in range(4):
            near = side.at[side.neighbours[links.anchor[block, i], k]]
            held |= near >= 0 and links.rank[near] < links.rank[block]
        anchored &= held
    return anchored
