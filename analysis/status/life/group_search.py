"""The searches behind the life of a group, as questions to a cache, each with all that its answer depends on.

A search of selected moves reads the stones on `GroupContext.read`; to it the rest of the board is empty. An
exhaustive one reads its area and the walls around it. So a cached answer is the one that a new search would give.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, Color, Position, unconditional_life
from ...board.bit_sets import bits_of_points, everywhere
from ...board.legal_line import legal_line
from ...reading.answer import Result
from ...region.enclosed_area import Area, find_area
from ...region.enclosed_life import EnclosedLife, OutOfBudget, solve_area
from ...region.search_budget import Budget
from ..reading_cache import ReadingCache
from .groups import GroupContext

EXACT_STATES = 100
"""States of an exhaustive search of an enclosed area, for each node that a search of selected moves may use."""

STATES_A_NODE = 16
"""States of an exhaustive search that cost as much as a node of the other."""

_EXHAUSTIVE_POINTS = 12  # of an enclosed area, at most


class SearchLimits(NamedTuple):
    """The limits of a search of selected moves: its nodes, and those after which it goes on only while its proof
    numbers promise an answer.
    """

    nodes: int
    stage: int


@dataclass(frozen=True)
class SearchResult:
    """The result of one search of selected moves under one ko rule; UNKNOWN if its budget was used up.

      outcome -- Result for the side that moves first
      likely  -- the same, or for UNKNOWN the likelier one
      move    -- that side's best move
      line    -- principal variation, points or PASS
      zone_bits -- the points that decide it, as a set (`board.bit_sets`)
      nodes   -- number of nodes searched
      met_ko  -- whether a ko occurred
    """

    outcome: Result
    likely: Result
    move: int
    line: tuple[int, ...]
    zone_bits: int
    nodes: int
    met_ko: bool


def search_group(
    position: Position, context: GroupContext, mover: Color, ko_rule: int, limits: SearchLimits,
    memory: ReadingCache, *, may_pass: bool,
) -> SearchResult:  # fmt: skip
    """Search whether the group is killed, or made to live, by `mover`, moving first.

    ko_rule  -- of `_ko_rule_kernels`
    may_pass -- whether the owner may pass at once
    """
    return memory.answer(
        position,
        ("group", context.target, context.key, int(mover), ko_rule, limits, may_pass),
        lambda: _search(position, context, mover, ko_rule, limits, may_pass),
        lambda _: context.read_bits,
    )


@functools.lru_cache(maxsize=256)
def small_area(position: Position, target: int) -> Area | None:
    """Return the enclosed area of the chain on `target`; None if it is open or large."""
    chain = position.chain_of[target]
    if _reachable(position, position.colors[target])[target] > _EXHAUSTIVE_POINTS + len(chain) - 1:
        return None
    try:
        area = find_area(position, target)
    except ValueError:
        return None
    return area if len(area.points) <= _EXHAUSTIVE_POINTS else None


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

    nodes -- of a search of selected moves, in whose place this is. Returns None without an area, or if the budget is
    used up.
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


def _search(
    position: Position, context: GroupContext, mover: Color, ko_rule: int, limits: SearchLimits, may_pass: bool
) -> SearchResult:
    """Run the compiled search."""
    kernels, nodes, table, off = _kernels()
    grid = position.grid
    board = np.empty(grid.area + 1, np.int8)
    np.multiply(position.stones, context.read, out=board[:-1])
    board[-1] = off
    banned = mover is position.to_move and position.ko != NO_POINT and context.read[position.ko]
    ko = position.ko if banned else NO_POINT
    rows = 1 << min(18, (3 * limits.nodes).bit_length() + 1)
    line = np.empty(nodes.LINE, np.int16)
    zone_bits = np.zeros((board.size + 63) // 64, np.uint64)
    question = nodes.Question(int(mover), int(ko), ko_rule, may_pass, *limits)
    proof, disproof, move, used, met_ko, count = kernels.search_group(
        board, context.arrays, question, _zobrist(grid.area), np.zeros(rows, np.uint64),
        np.zeros((rows, table.COLUMNS), np.int32), line, zone_bits,
    )
    attacking = mover is not context.owner
    outcome = Result.UNKNOWN
    if proof == 0 or disproof == 0:
        outcome = Result.WORKS if bool(proof == 0) is attacking else Result.FAILS  # NumPy's in plain Python
    zone = int.from_bytes(zone_bits.astype("<u8").tobytes(), "little") & everywhere(grid)  # "all" sets every bit
    mine, other = (proof, disproof) if attacking else (disproof, proof)
    likely = Result.WORKS if 2 * mine <= 3 * other else Result.FAILS
    moves = tuple(line[:count].tolist())
    if met_ko:
        moves = legal_line(position, mover, moves)
    return SearchResult(outcome, likely, int(move), moves, zone, int(used), bool(met_ko))


@functools.cache
def _kernels() -> tuple[ModuleType, ModuleType, ModuleType, int]:
    """Return the kernels of the search, its state, those of its table, and the value of a point off the board."""
    from . import _life_kernels, _life_node_kernels, _life_search_kernels, _life_table_kernels  # loads numba

    return _life_search_kernels, _life_node_kernels, _life_table_kernels, _life_kernels.OFF


@functools.cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """Return (3, area + 8) hash keys: of a ko point, a black stone, a white stone; the last of the turn and of retakes.
    """
    made = np.random.default_rng(area).integers(1, 1 << 63, size=(3, area + 8), dtype=np.uint64)
    made.flags.writeable = False
    return made
