"""Groups on a finished board that enclose a few points: solved exactly, for either side moving first.

Reading asks whether one chain can be captured, not what that costs: three stones in a corner can be taken, and their
captor dies of the point that they leave. Here all lines of play inside are searched, with the captor's life as the
question. So a group is found that lives or dies by a **one-sided ko**: with either side to move, it is captured unless
its owner wins a ko for which only the owner needs a threat. The enemy starts it when nothing else is left to play, the
owner cannot prevent it: bent four in the corner and its relatives. A ko that either side may take first, or that the
enemy must approach at a risk, is none.

The outside is taken for the enemy's: of the group's liberties there a few are kept, which the enemy has to fill, and
all other points are the enemy's walls. What is found is at most **read**.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ..board import EMPTY, Color, Position
from ..region.enclosed_area import Area
from ..region.enclosed_life import EnclosedLife, LifeVerdict, OutOfBudget, solve_area
from ..region.search_budget import Budget
from ..runtime.work_limit import current_work
from ..status import BoardStatus, Fate, Status, Verdict

MOST_INSIDE = 9
"""Points that a group may enclose to be solved."""

MOST_POINTS = 14
"""Points of a search: those inside, the outside liberties kept, and the group's smaller chains."""

KEPT_LIBERTIES = 3
"""Outside liberties that the enemy has to fill. More give the owner no further moves that matter inside."""

MOST_OUTSIDE = 12
"""Empty points outside that a group may touch whose life was read, for that to be refuted."""

STATES, BOARD_STATES = 200_000, 1_500_000
"""States that one search may visit, and all searches of a board."""

_OPEN = (Verdict.CRITICAL, Verdict.UNKNOWN, Verdict.DEAD)


class EnclosedFate(StrEnum):
    """The fate of an enclosed group: the same with either side to move."""

    LIVES = "lives"
    """It lives, whatever the enemy plays."""
    DIES = "dies"
    """It is captured, and no ko saves it."""
    ONE_SIDED_KO = "one-sided ko"
    """It is captured unless its owner wins a ko, having to make the first threat."""
    SEKI = "seki"
    """It is not captured, and cannot capture the stones inside it without dying."""


@dataclass(frozen=True)
class EnclosedGroup:
    """An enclosed group and its fate.

    Public attributes:
      color  -- Color of its owner
      stones -- its points
      inside -- the enemy's stones inside it
      fate   -- EnclosedFate
    """

    color: Color
    stones: frozenset[int]
    inside: frozenset[int]
    fate: EnclosedFate


def enclosed_groups(position: Position, status: BoardStatus, *, suicide: bool = False) -> Iterator[EnclosedGroup]:
    """Yield the groups whose fate is one of EnclosedFate, of those that neither proof nor reading showed to live.

    status -- of this position. No group dies, not even by ko, that may live outside: by a link to living stones or, if
    it was read to live with its owner moving first, on more than MOST_OUTSIDE points.
    """
    work = current_work()
    budget = Budget(nodes=BOARD_STATES, stopped=lambda: work.is_stopped)
    for color in (Color.BLACK, Color.WHITE):
        for stones, inside in _enclosures(position, status, color):
            main = max((chain for chain in status.chains if chain.chain[0] in stones), key=lambda one: len(one.chain))
            enemies = frozenset(point for point in inside if position.stones[point] == -color)
            if main.verdict is Verdict.SAFE or (main.verdict not in _OPEN and not enemies):
                continue
            if not budget.left or work.is_stopped:
                work.omit("small enclosed groups were not all searched")
                return
            fate = _fate(position, color, stones, inside, suicide, budget)
            if fate is not None and _may_conclude(position, status, main, fate, stones, inside, enemies):
                yield EnclosedGroup(color, stones, enemies, fate)


def _may_conclude(
    position: Position, status: BoardStatus, main: Status, fate: EnclosedFate,
    stones: frozenset[int], inside: frozenset[int], enemies: frozenset[int],
) -> bool:  # fmt: skip
    """Return whether a fate holds on the whole board, where the enemy may not be all around as in the search."""
    is_open = main.verdict in _OPEN
    if fate is EnclosedFate.LIVES:
        return is_open
    if fate is EnclosedFate.SEKI:
        most = KEPT_LIBERTIES
    elif fate is EnclosedFate.ONE_SIDED_KO and not enemies:
        return False
    else:
        read_to_live = not is_open or main.if_owner_first is Fate.LIVES
        most = MOST_OUTSIDE if read_to_live else position.grid.area
    return _is_shut_in(position, status, main.color, stones, inside, most)


def _enclosures(position: Position, status: BoardStatus, color: Color) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return the groups of a colour that enclose few points: their stones, and the points inside.

    Inside are the parts of the board, cut along stones of that colour, that are small and without safe enemies.
    Chains around one such part, and those of one group by the status, are one group here.
    """
    stones = position.stones
    rest = {point for point in range(position.grid.area) if stones[point] != color}
    parts = sorted(map(set, position.grid.connected_parts(rest)), key=len)
    safe = {point for chain in status.having(Verdict.SAFE) for point in chain.chain}
    found: list[tuple[set[int], set[int]]] = []
    for part in parts[:-1]:  # the largest is outside
        if len(part) > MOST_INSIDE or part & safe:
            continue
        around = {near for point in part for near in position.grid.beside[point]} - part
        group = {point for stone in around for point in _group(status, stone)}
        joined = [one for one in found if one[0] & group]
        found = [one for one in found if not one[0] & group]
        found.append((group.union(*(one[0] for one in joined)), part.union(*(one[1] for one in joined))))
    return [(frozenset(group), frozenset(inside)) for group, inside in found if len(inside) <= MOST_INSIDE]


def _group(status: BoardStatus, stone: int) -> set[int]:
    chain = status.at(stone)
    assert chain is not None
    return {*chain.chain, *chain.group}


def _is_shut_in(
    position: Position, status: BoardStatus, color: Color, stones: frozenset[int], inside: frozenset[int], most: int
) -> bool:
    """Return whether living enemies alone stand around a group, beside it and beside the empty points it touches.

    Of these points there may be `most`.
    """
    grid, board = position.grid, position.stones
    living = {point for chain in status.chains if chain.lives for point in chain.chain} - stones
    beside = {near for point in stones for near in grid.beside[point]} - stones - inside
    if any(board[point] != EMPTY and point not in living for point in beside):
        return False
    empty = set(np.flatnonzero(board == EMPTY).tolist()) - inside
    touched = [part for part in map(set, grid.connected_parts(empty)) if part & beside]
    for part in touched:
        near = {other for point in part for other in grid.beside[point]} & living
        if {int(board[point]) for point in near} != {-color}:
            return False
    return sum(map(len, touched)) <= most


def _fate(
    position: Position, color: Color, stones: frozenset[int], inside: frozenset[int], suicide: bool, budget: Budget
) -> EnclosedFate | None:
    enclosed = _enclosed(position, color, stones, inside)
    if enclosed is None:
        return None
    walled, area = enclosed
    try:
        enemy = _solve(walled.with_to_move(color.opponent), area, suicide, budget)
        if enemy.verdict is LifeVerdict.ALIVE:
            return EnclosedFate.LIVES
        if not _lost(enemy, color):
            return None
        owner = _solve(walled.with_to_move(color), area, suicide, budget)
    except OutOfBudget:
        return None
    if not _lost(owner, color):
        return None
    verdicts = {enemy.verdict, owner.verdict}
    if LifeVerdict.SEKI in verdicts:
        return EnclosedFate.SEKI if len(verdicts) == 1 else None
    return EnclosedFate.DIES if verdicts == {LifeVerdict.DEAD} else EnclosedFate.ONE_SIDED_KO


def _solve(position: Position, area: Area, suicide: bool, budget: Budget) -> EnclosedLife:
    part = budget.share(STATES)
    try:
        return solve_area(position, area, suicide=suicide, budget=part)
    finally:
        budget.used += part.used


def _lost(found: EnclosedLife, owner: Color) -> bool:
    """Return whether the owner does not come to live without winning a ko by threats."""
    if found.verdict is LifeVerdict.KO:
        return found.favours is not owner
    return found.verdict is not LifeVerdict.ALIVE


def _enclosed(
    position: Position, color: Color, stones: frozenset[int], inside: frozenset[int]
) -> tuple[Position, Area] | None:
    """Return the board with the enemy's walls all around, and the area to be searched; None if that is too large."""
    grid = position.grid
    outside = set(range(grid.area)) - stones - inside
    liberties = _outside_liberties(position, stones, inside)[:KEPT_LIBERTIES]
    board = position.stones.copy()
    board[sorted(outside.difference(liberties))] = -color
    target = max((position.chain_of[point] for point in stones), key=lambda chain: (len(chain), chain))
    loose = tuple(sorted(point for point in (stones | inside).difference(target) if board[point] != EMPTY))
    playable = tuple(sorted((stones | inside | set(liberties)).difference(target)))
    area_points = stones | inside | set(liberties)
    walls = tuple(sorted({near for point in area_points for near in grid.beside[point]} - area_points))
    if len({*loose, *playable}) > MOST_POINTS:
        return None
    area = Area(grid, color, target, loose, playable, walls, walls, (), single_chain=True)
    return Position(grid, board, position.to_move, ko=position.ko), area


def _outside_liberties(position: Position, stones: frozenset[int], inside: frozenset[int]) -> list[int]:
    beside = {near for point in stones for near in position.grid.beside[point]}
    return sorted(point for point in beside - inside if position.stones[point] == EMPTY)


__all__ = ["EnclosedFate", "EnclosedGroup", "enclosed_groups"]
