"""Small enclosed areas of chains, in which all lines of play are searched.

Such a search reads the area and the walls around it, and is a question to a cache: a cached answer is the one that a
new search would give.
"""

from __future__ import annotations

import functools

import numpy as np

from ..board import Color, Position, unconditional_life
from ..board.bit_sets import bits_of_points
from ..region.enclosed_area import Area, find_area
from ..region.enclosed_life import EnclosedLife, OutOfBudget, solve_area
from ..region.search_budget import Budget
from .reading_cache import ReadingCache

EXACT_STATES = 100
"""States of a search of all lines of play, for each node that a search of the group may use."""

STATES_A_NODE = 16
"""States that cost as much as a node of such a search."""

_MOST_POINTS = 12


@functools.lru_cache(maxsize=256)
def small_area(position: Position, target: int) -> Area | None:
    """Return the enclosed area of the chain on `target`; None if it is open or large."""
    chain = position.chain_of[target]
    if _reachable(position, position.colors[target])[target] > _MOST_POINTS + len(chain) - 1:
        return None
    try:
        area = find_area(position, target)
    except ValueError:
        return None
    return area if len(area.points) <= _MOST_POINTS else None


@functools.lru_cache(maxsize=8)
def _reachable(position: Position, owner: int) -> list[int]:
    """Return for each point how many are joined to it by points without enemy stones and stones that live
    unconditionally: the area of a chain on it has at least these. 0 where there is such a stone.
    """
    free = (position.stones != -owner) & ~unconditional_life(position).alive.astype(np.bool_)
    label, count = position.grid.parts(free)
    sizes = np.append(np.bincount(label + 1, minlength=count + 1)[1:], 0)
    found: list[int] = sizes[label].tolist()
    return found


def solve_small_area(
    position: Position, area: Area | None, mover: Color, nodes: int, memory: ReadingCache
) -> EnclosedLife | None:
    """Search all lines of play in an enclosed area, `mover` moving first.

    nodes -- the limit of a search of the group, in whose place this is. Returns None without an area, or if the
             budget is used up.
    """
    if area is None:
        return None
    return memory.answer(
        position,
        ("area", area, int(mover), nodes),
        lambda: _solve(position.with_to_move(mover), area, nodes),
        lambda _: bits_of_points((*area.points, *area.target, *area.walls)),
    )


def _solve(position: Position, area: Area, nodes: int) -> EnclosedLife | None:
    try:
        return solve_area(position, area, budget=Budget(nodes=EXACT_STATES * nodes))
    except (ValueError, OutOfBudget):
        return None


__all__ = ["EXACT_STATES", "STATES_A_NODE", "small_area", "solve_small_area"]
