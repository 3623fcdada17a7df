"""Compiled kernels of `features`: whether a board is finished, for the pass.

`features` documents the features. A class is a number from 0.
"""

from __future__ import annotations

from ..runtime.jit import kernel
from ._survey_kernels import CAUGHT, COLOR, COLORS, HEAD, LIBERTIES, REGION, TERRITORY

PASS_FEATURES = 6
PASS_FILLED, PASS_OPEN, PASS_DAME, PASS_CONTESTED, PASS_ATARI, PASS_LAST = range(PASS_FEATURES)

PASS = -1
SHARES = 20  # classes of how full the board is
COUNTS = 12  # classes of numbers of points
HISTORIES = 3  # the last move was a move, a pass, or is not known
UNKNOWN, PASSED, DEAD, BESIDE_OPEN, BESIDE_ENEMY, ELSEWHERE = range(6)  # what the last move was
LARGE_EYE = 8  # a group with an eye of so many points lives
OWNER, CLAIM, QUEUE, REACHED = range(4)  # rows of the work space


@kernel
def pass_classes(board, color, last, chain_count, found):
    """Write the classes of the features of the pass into `found`, (PASS_FEATURES,).

    board -- a Board on which `survey` found so many chains
    last  -- the last move: a point, PASS, or -2 if it is not known
    """
    stones, neighbours, points, chains, work = board
    area = stones.size
    find_owners(stones, neighbours, points, work)
    owner = work[OWNER]
    filled = contested = dame = unowned = 0
    for point in range(area):
        filled += stones[point] != 0
        if stones[point] != 0 or owner[point] != 0:
            continue
        unowned += 1
        contested += points[TERRITORY, point] == 0
        black = white = False
        for k in range(4):
            near = neighbours[point, k]
            if near != area and stones[near] != 0 and owner[near] != -stones[near]:
                black |= stones[near] > 0
                white |= stones[near] < 0
        dame += black and white
    own = enemy = own_caught = enemy_caught = 0
    for chain in range(chain_count):
        if owner[chains[chain, HEAD]] == -chains[chain, COLOR]:
            continue
        in_atari = chains[chain, LIBERTIES] == 1
        caught = not in_atari and chains[chain, CAUGHT] != 0
        if chains[chain, COLOR] == color:
            own += in_atari
            own_caught |= caught
        else:
            enemy += in_atari
            enemy_caught |= caught
    kind = _last_kind(stones, neighbours, last, owner)
    history = 2 if kind == UNKNOWN else 1 if kind == PASSED else 0
    found[PASS_FILLED] = min(SHARES * filled // area, SHARES - 1) + SHARES * history
    found[PASS_OPEN] = _count_class(unowned) + COUNTS * kind
    found[PASS_DAME] = _count_class(dame) + COUNTS * history
    found[PASS_CONTESTED] = _count_class(contested) + COUNTS * history
    found[PASS_ATARI] = min(own, 2) + 3 * min(enemy, 2) + 9 * own_caught + 18 * enemy_caught + 36 * history
    found[PASS_LAST] = kind


@kernel
def find_owners(stones, neighbours, points, work):
    """Write into work[OWNER] who owns each point, roughly: +1 Black, -1 White, 0 nobody.

    A colour claims the points that its stones enclose, enemy stones included, unless these have two eyes there (regions
    of empty points that touch only them), or a large one. Of two claims the larger one counts.
    """
    area = stones.size
    owner, claim, queue, reached = work[OWNER], work[CLAIM], work[QUEUE], work[REACHED]
    owner[:] = 0
    claim[:] = 0
    for color in (1, -1):
        enemy_only = 2 if color > 0 else 1
        reached[:] = 0
        for head in range(area):
            if stones[head] == color or reached[head] != 0:
                continue
            reached[head] = 1
            queue[0] = head
            size = 1
            done = 0
            eyes = 0
            eye_points = 0
            enclosed = False
            while done < size:
                point = queue[done]
                done += 1
                if stones[point] == 0 and points[COLORS, point] == enemy_only:
                    eye_points += 1
                    eyes += points[REGION, point] == point
                for k in range(4):
                    near = neighbours[point, k]
                    if near == area:
                        continue
                    if stones[near] == color:
                        enclosed = True
                    elif reached[near] == 0:
                        reached[near] = 1
                        queue[size] = near
                        size += 1
            if enclosed and eyes < 2 and eye_points < LARGE_EYE:
                for n in range(size):
                    if claim[queue[n]] < size:
                        claim[queue[n]] = size
                        owner[queue[n]] = color


@kernel
def _last_kind(stones, neighbours, last, owner):
    """Return what the last move was."""
    area = stones.size
    if last < 0:
        return PASSED if last == PASS else UNKNOWN
    if owner[last] == -stones[last]:
        return DEAD
    kind = ELSEWHERE
    for k in range(4):
        near = neighbours[last, k]
        if near == area:
            continue
        if stones[near] == 0 and owner[near] == 0:
            return BESIDE_OPEN
        if stones[near] == -stones[last] and owner[near] != stones[last]:
            kind = BESIDE_ENEMY
    return kind


@kernel
def _count_class(count):
    """Return the class of a number of points: 0 to COUNTS - 1, the first five exact."""
    if count < 5:
        return count
    return 5 + (count > 6) + (count > 10) + (count > 16) + (count > 28) + (count > 50) + (count > 100)
