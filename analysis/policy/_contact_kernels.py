"""Compiled kernels of `features`: what a move does to the chains beside it, and what territory it is in.

Classes are as in `_kernels`; `board` is a `Board` of `_survey_kernels`, points and chains are its tables.
"""

from __future__ import annotations

from ..board._kernels import touches
from ..runtime.jit import kernel
from ._kernels import (
    ATARI,
    ATTACKED,
    BORDER,
    BOTH,
    CAPTURE,
    CUT,
    DISTANCES,
    EMPTY_REGION,
    EXTENSION,
    EYES,
    FREE,
    FREE_CLASSES,
    FRONTIER,
    INFLUENCE_AT,
    JOIN,
    LADDER,
    LAST_CHAIN,
    MAX_FREE,
    NO_MOVE,
    SELF_ATARI,
    THREAT,
    TOUCHES,
    URGENCY,
)
from ._survey_kernels import (
    CAUGHT,
    COLORS,
    EYE,
    EYE_OF_BLACK,
    EYE_OF_WHITE,
    FALSE_EYE_OF_BLACK,
    FIRST,
    GROUP,
    HEAD,
    INFLUENCE,
    LABEL,
    LIBERTIES,
    NEXT,
    SECOND,
    SEEN,
    SIZE,
    STONES,
    STRENGTHS,
    TERRITORY,
)


@kernel
def level(value):
    """Return the class of the mover's influence or territory at a point: 0 to 8, 4 for nobody's."""
    strong = 4 if abs(value) >= 40 else 3 if abs(value) >= 8 else 2 if abs(value) >= 3 else 1 if abs(value) > 0 else 0
    return 4 + strong if value > 0 else 4 - strong


@kernel
def territory_classes(neighbours, color, point, points, phase, mover, found):
    """Write INFLUENCE_AT, BORDER, EMPTY_REGION and EYES. mover -- the bit of the mover in COLORS."""
    area = neighbours.shape[0] - 1
    own = 0
    enemy = 0
    for k in range(4):
        near = neighbours[point, k]
        if near != area:
            own += points[TERRITORY, near] * color > 0
            enemy += points[TERRITORY, near] * color < 0
    territory = level(points[TERRITORY, point] * color)
    found[INFLUENCE_AT] = level(points[INFLUENCE, point] * color) + 9 * territory + 81 * phase
    found[BORDER] = own + 5 * enemy + 25 * phase
    found[FRONTIER] = own + 5 * enemy + 25 * (level(points[INFLUENCE, point] * color) + 9 * territory)
    size = points[SIZE, point]
    wide = size - 1 if size < 7 else 6 if size < 10 else 7 if size < 15 else 8 if size < 25 else 9
    touched = points[COLORS, point]
    relation = 0 if touched == 0 else 3 if touched == 3 else 1 if touched == mover else 2
    found[EMPTY_REGION] = relation + 4 * wide
    eye = points[EYE, point]
    if eye != 0:
        is_own = (eye in (EYE_OF_BLACK, FALSE_EYE_OF_BLACK)) == (color > 0)
        is_true = eye in (EYE_OF_BLACK, EYE_OF_WHITE)
        found[EYES] = 2 * is_own + is_true


@kernel
def group_class(neighbours, color, point, points, phase):
    """Return the class of GROUPS: the strengths of the weakest own and enemy groups within two steps; the phase."""
    area = neighbours.shape[0] - 1
    own = enemy = STRENGTHS
    for k in range(5):
        near = point if k == 4 else neighbours[point, k]
        if near == area:
            continue
        for j in range(4):
            there = neighbours[near, j]
            group = points[GROUP, there] * color if there != area else 0
            if group > 0:
                own = min(own, group - 1)
            elif group < 0:
                enemy = min(enemy, -group - 1)
    return own + (STRENGTHS + 1) * (enemy + (STRENGTHS + 1) * phase)


@kernel
def _band(stones):
    """Return the class of a number of stones: 0 for 1, 1 for 2 or 3, 2 for more."""
    return 0 if stones == 1 else 1 if stones < 4 else 2


@kernel
def chain_classes(board, color, point, last, ko, found, stamp):
    """Write the features of the chains beside a move: FREE to LADDER, TOUCHES, LAST_CHAIN, ATTACKED, JOIN and CUT."""
    stones, neighbours, points, chains, _ = board
    area = stones.size
    label = points[LABEL]
    touched0 = touched1 = touched2 = touched3 = -1
    last_chain = label[last] if last >= 0 else -1
    friends = enemies = 0
    weakest_friend = weak_friend = weakest_enemy = weak_enemy = 9
    captured = ataris = put_in_atari = reduced = in_atari = rescued = 0
    caught_prey = ladder = attacked_by_last = escapes_ladder = captures_last = 0
    threatened = 9
    for k in range(4):
        near = neighbours[point, k]
        if near == area or stones[near] == 0:
            continue
        number = label[near]
        if number in (touched0, touched1, touched2, touched3):
            continue
        touched0, touched1, touched2, touched3 = number, touched0, touched1, touched2
        chain = chains[number]
        liberties = chain[LIBERTIES]
        size = chain[STONES]
        if stones[near] == color:
            friends += 1
            if liberties < weakest_friend:
                weakest_friend, weak_friend = liberties, weakest_friend
            elif liberties < weak_friend:
                weak_friend = liberties
            if liberties == 1:
                in_atari = max(in_atari, size)
            elif liberties == 2 and chain[CAUGHT] != 0:
                escapes_ladder = max(escapes_ladder, size)
            if last_chain >= 0 and touches(neighbours, label, number, last):
                attacked_by_last = 1
                threatened = min(threatened, liberties)
            continue
        enemies += 1
        if liberties < weakest_enemy:
            weakest_enemy, weak_enemy = liberties, weakest_enemy
        elif liberties < weak_enemy:
            weak_enemy = liberties
        if liberties == 1:
            captured += size
            caught_prey |= chain[CAUGHT] == 0
            captures_last |= number == last_chain
            rescued |= _rescues(board, chain[HEAD], color)
        elif liberties == 2:
            ataris += 1
            put_in_atari = max(put_in_atari, size)
            ladder |= (chain[CAUGHT] >> (chain[SECOND] == point)) & 1
        elif liberties == 3:
            reduced = max(reduced, size)
        if number == last_chain:
            found[LAST_CHAIN] = min(liberties, 5) - 1 + 5 * _band(size)
    free, joined = _free_after(board, point, color, stamp)
    found[FREE] = free - 1 + MAX_FREE * (min(friends, 3) + 4 * (min(weakest_friend, 4) - 1))
    found[URGENCY] = found[FREE] + FREE_CLASSES * (max(found[BOTH], 0) % DISTANCES)
    _relation_classes((friends, weakest_friend, weak_friend), (enemies, weakest_enemy, weak_enemy), found)
    if last == NO_MOVE:  # what the last move did is not known: it may have been this
        captures_last = 1
        attacked_by_last = 1
    if captured > 0:
        wide = captured - 1 if captured < 4 else 3 if captured < 7 else 4
        found[CAPTURE] = wide + 5 * (rescued + 2 * caught_prey + 4 * captures_last)
    if in_atari > 0:
        outcome = _outcome_of_extension(board, point, color, free)
        found[EXTENSION] = outcome + 5 * (_band(in_atari) + 3 * attacked_by_last)
    if ataris > 0:
        found[ATARI] = (
            _band(put_in_atari) + 3 * ((ataris > 1) + 2 * ladder + 4 * (min(free, 3) - 1) + 12 * (ko >= 0))
        )
    if reduced > 0:
        found[THREAT] = _band(reduced) + 3 * (min(free, 4) - 1)
    if free == 1:
        found[SELF_ATARI] = _band(joined) + 3 * (captured > 0) + 6 * (ataris > 0)
    if escapes_ladder > 0:
        found[LADDER] = _band(escapes_ladder) + 3 * (min(free, 4) - 1)
    if attacked_by_last != 0 and last_chain >= 0:
        found[ATTACKED] = min(threatened, 5) - 1 + 5 * (min(free, 5) - 1)


@kernel
def _relation_classes(own, enemy, found):
    """Write TOUCHES, JOIN and CUT.

    own, enemy -- (chains of that side beside the move, liberties of the weakest, liberties of the second weakest)
    """
    friends, weakest_friend, weak_friend = own
    enemies, weakest_enemy, weak_enemy = enemy
    found[TOUCHES] = min(friends, 3) + 4 * min(enemies, 3)
    if friends > 1:
        found[JOIN] = min(weakest_friend, 5) - 1 + 5 * (min(weak_friend, 5) - 1) + 25 * min(enemies, 1)
    if enemies > 1:
        found[CUT] = min(weakest_enemy, 5) - 1 + 5 * (min(weak_enemy, 5) - 1) + 25 * min(friends, 1)


@kernel
def _outcome_of_extension(board, point, color, free):
    """Return the class of a move that extends from atari to `free` liberties: 0 in vain, 1 caught in a ladder, 2 to 4.
    """
    if free == 2 and _caught_at(board, point, color):
        return 1
    return min(free, 4) if free > 1 else 0


@kernel
def _caught_at(board, point, color):
    """Return 1 if an own chain beside a move is in atari and cannot escape by extending, else 0."""
    stones, neighbours, points, chains, _ = board
    label, area = points[LABEL], stones.size
    for k in range(4):
        near = neighbours[point, k]
        if near != area and stones[near] == color:
            chain = chains[label[near]]
            if chain[LIBERTIES] == 1 and chain[CAUGHT] != 0:
                return 1
    return 0


@kernel
def _rescues(board, head, color):
    """Return whether the chain at `head`, of the enemy of `color`, lies next to a chain of `color` in atari."""
    stones, neighbours, points, chains, _ = board
    area = stones.size
    stone = head
    while stone != -1:
        for k in range(4):
            near = neighbours[stone, k]
            if near != area and stones[near] == color and chains[points[LABEL, near], LIBERTIES] == 1:
                return True
        stone = points[NEXT, stone]
    return False


@kernel
def _free_after(board, point, color, stamp):
    """Return (liberties up to MAX_FREE, stones) of the chain that a move makes; captured stones count as liberties."""
    stones, neighbours, points, chains, _ = board
    area = stones.size
    seen, label = points[SEEN], points[LABEL]
    seen[point] = stamp
    free = 0
    joined = 1
    counted0 = counted1 = counted2 = -1
    for k in range(-1, 4):
        stone = point
        if k >= 0:
            stone = neighbours[point, k]
            if stone == area or stones[stone] != color:
                continue
            number = label[stone]
            if number in (counted0, counted1, counted2):
                continue
            counted0, counted1, counted2 = number, counted0, counted1
            joined += chains[number, STONES]
            stone = chains[number, HEAD]
        while stone != -1 and free < MAX_FREE:
            for j in range(4):
                near = neighbours[stone, j]
                if near == area or seen[near] == stamp or stones[near] == color:
                    continue
                if stones[near] != 0:
                    enemy = chains[label[near]]
                    if enemy[LIBERTIES] != 1 or enemy[FIRST] != point:
                        continue
                seen[near] = stamp
                free += 1
            stone = points[NEXT, stone] if k >= 0 else -1
    return max(min(free, MAX_FREE), 1), joined
