"""The searches of selected moves behind the life of a group, as questions to a cache, each with all that its answer
depends on.

Such a search reads the stones on `GroupContext.read`; to it the rest of the board is empty. So a cached answer is the
one that a new search would give.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, Color, Position
from ...board.bit_sets import everywhere
from ...board.legal_line import legal_line
from ...reading.answer import Result
from ..reading_cache import ReadingCache
from .groups import GroupContext


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
