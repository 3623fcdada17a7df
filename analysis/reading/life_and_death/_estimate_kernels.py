"""Compiled kernels that estimate which chains of a group live: by eyes in several regions, or by links to safe stones.

Nothing here is proved: an eye is judged by its shape and its corners, and two chains count as linked by two common
liberties. Searches use it where they may take a likely result for a fact (ESTIMATES). Of 1,227 groups of real games
that live by a short search with it, the enemy moving first, three are dead.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from .._question_kernels import PROVER
from .._reading_board_kernels import COUNT, HEAD, OUTSIDE, STONE
from ._eye_kernels import BORDER, CLOSED, LARGE, PAIRS, REGION, SIZE, VITAL, WIDEST, corner_of, has_vital_point
from ._space_kernels import CHAINS, COUNTS, LINKED, N_CHAINS, N_POINTS, POINTS, number_of

# Rows of `work`, after those of the eyes: by region how many eyes it is if the attacker, or the owner, moves first
# there, its attacking stones, its points that the corners allow to be eyes, and those that still are after a move of
# the attacker; by chain the chains with which it has a liberty in common, and those to which it is linked, a bit each.
FEWEST, MOST, ATTACKERS, POSSIBLE, FIRM, COMMON, TIES = range(18, 25)
SMALL_REGION = 6
"""A region of more points is an eye even if attacking stones are on some."""


CUT_POINTS = 2
"""With attacking stones inside, a large region needs so many points more for each further chain around it to be two
eyes: the chain may be cut off there."""


@kernel
def likely_to_live(board, search, regions, inside, attacker_next):
    """Return the chains of the owner that are likely to live, a bit each.

    regions, inside -- as `living_chains` and `find_space` returned them for this position
    """
    work = search.work
    counts = work[COUNTS]
    if not _rate_regions(board, search, regions, inside) and not counts[LINKED]:
        return np.int64(0)
    _tie_by_liberties(board, search, attacker_next)
    _tie_by_eyes(board, search, regions, attacker_next)
    found = np.int64(0)
    for chain in range(counts[N_CHAINS]):
        if found >> chain & 1:
            continue
        united = _united(search, chain)
        if united & counts[LINKED] or _has_two_eyes(search, regions, united, attacker_next):
            found |= united
    return found


@kernel
def _rate_regions(board, search, regions, inside):
    """Write how many eyes each region is; return whether one is any."""
    work = search.work
    for region in range(regions):
        work[ATTACKERS, region] = work[POSSIBLE, region] = work[FIRM, region] = 0
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        work[ATTACKERS, work[REGION, point]] += board.cells[point, STONE] != 0
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        region = work[REGION, point]
        if work[CLOSED, region]:
            lost, most, disputed = _corners(board, search, point, inside)
            work[POSSIBLE, region] += lost < most
            work[FIRM, region] += lost + disputed < most
    found = False
    for region in range(regions):
        work[MOST, region] = work[FEWEST, region] = 0
        if work[CLOSED, region] and work[BORDER, region] and work[POSSIBLE, region]:
            _rate_region(search, region)
            found |= work[MOST, region] > 0
    return found


@kernel
def _corners(board, search, point, inside):
    """Return how far the corners of a point are lost, how far they are if it is no eye, and whether some are disputed.

    A corner counts 2 if an attacking stone holds it, and 1 if that may be captured, or if either side may take it.
    """
    cells, near, work = board.cells, board.near, search.work
    most = 4
    for k in range(4):
        if cells[near[point, k], STONE] == OUTSIDE:
            most = 2
    lost = 0
    disputed = False
    for k in range(4):
        corner = corner_of(board, point, k)
        stone = cells[corner, STONE]
        if stone == OUTSIDE or stone == -search.question[PROVER]:
            continue
        closed = board.marks[0, corner] == inside and work[CLOSED, work[REGION, corner]]
        if stone == 0:
            lost += not closed
            disputed |= not closed
        else:
            capturable = closed and work[ATTACKERS, work[REGION, corner]] <= 2
            lost += 1 if capturable else 2
            disputed |= capturable
    return lost, most, disputed


@kernel
def _chains_beside_one(chains):
    """Return how many chains there are beside one."""
    count = -1
    while chains:
        chains &= chains - 1
        count += 1
    return count


@kernel
def _rate_region(search, region):
    """Write how many eyes a closed region with possible eye points is."""
    work = search.work
    size, pairs, widest = work[SIZE, region], work[PAIRS, region] // 2, work[WIDEST, region]
    attackers = work[ATTACKERS, region]
    if size <= SMALL_REGION and attackers and not work[VITAL, region]:
        return
    if size > SMALL_REGION and attackers > size // 2 + 1:
        return
    fewest = most = 1
    cut = CUT_POINTS * _chains_beside_one(work[BORDER, region])
    if attackers and size >= LARGE + attackers + 1 + cut:
        fewest = most = 2
    elif not attackers and size >= 3 and not (size == 4 and pairs == 4):
        most = 2
        fewest = 1 if has_vital_point(size, pairs, widest) or (size == 6 and pairs >= 6) else 2
    if (size < SMALL_REGION and work[BORDER, region] & (work[BORDER, region] - 1)) or work[POSSIBLE, region] < 3:
        fewest = most = 1
    work[MOST, region] = most
    work[FEWEST, region] = fewest if work[FIRM, region] else 0


@kernel
def _tie_by_liberties(board, search, attacker_next):
    """Write to which chains each one is tied: by two common liberties, or by one that the attacker cannot take."""
    cells, near, work = board.cells, board.near, search.work
    common, ties = work[COMMON], work[TIES]
    chains = work[COUNTS, N_CHAINS]
    for chain in range(chains):
        common[chain], ties[chain] = 0, np.int64(1) << chain
    for n in range(work[COUNTS, N_POINTS]):
        point = work[POINTS, n]
        if cells[point, STONE] != 0:
            continue
        around = np.int64(0)
        closed = True
        for k in range(4):
            beside = near[point, k]
            stone = cells[beside, STONE]
            if stone == OUTSIDE:
                continue
            if stone == -search.question[PROVER] and not (attacker_next and cells[cells[beside, HEAD], COUNT] == 1):
                around |= np.int64(1) << number_of(search, cells[beside, HEAD])
            else:
                closed = False
        if around & (around - 1) == 0:
            continue
        for chain in range(chains):
            if around >> chain & 1:
                ties[chain] |= around if closed else common[chain] & around
                common[chain] |= around


@kernel
def _tie_by_eyes(board, search, regions, attacker_next):
    """Tie the chains around a region that is an eye, but those in atari."""
    work = search.work
    steady = np.int64(0)
    for chain in range(work[COUNTS, N_CHAINS]):
        if board.cells[work[CHAINS, chain], COUNT] > 1:
            steady |= np.int64(1) << chain
    for region in range(regions):
        if (work[FEWEST, region] if attacker_next else work[MOST, region]) == 0:
            continue
        border = work[BORDER, region] & steady
        for chain in range(work[COUNTS, N_CHAINS]):
            if border >> chain & 1:
                work[TIES, chain] |= border


@kernel
def _united(search, first):
    """Return the chains that are tied to one, directly or by others, a bit each."""
    work = search.work
    united = work[TIES, first]
    before = np.int64(0)
    while united != before:
        before = united
        for chain in range(work[COUNTS, N_CHAINS]):
            if before >> chain & 1:
                united |= work[TIES, chain]
    return united


@kernel
def _has_two_eyes(search, regions, chains, attacker_next):
    """Return whether some chains surround two eyes, after the attacker's move into one region if it is to move."""
    work = search.work
    eyes = loss = 0
    for region in range(regions):
        if work[MOST, region] and work[BORDER, region] & ~chains == 0:
            eyes += work[MOST, region]
            loss = max(loss, work[MOST, region] - work[FEWEST, region])
    return eyes - (loss if attacker_next else 0) >= 2
