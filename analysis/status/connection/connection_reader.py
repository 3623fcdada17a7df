"""Connection reading: whether two chains of one colour can be connected, or cut.

The evidence of every answer is READ: a bounded search in which each side tries only these moves: the points on shortest
paths between the chains, and on paths one move longer, the length of a path being the number of moves it takes; the
liberties of cutting chains with at most three, which a path may cross, and of connecting chains with at most two; and
captures of chains in atari beside either. Diagonal stones with both points between them empty are at distance 0. Chains
are connected once they are one chain that cannot be captured at once, and cut when one is captured, or no short enough
path is left. A repetition does not connect them.

Kos are distinguished as in `capture_reader`: WORKS holds even if the other side may retake each ko at once.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, PASS, Color, Position
from ...reading.answer import Answer, Result
from ..ko_rules import SearchResult, classify_ko

DEFAULT_NODES = 1000
LONGEST_LINE = 40
EXTRA_LENGTHS = 2
"""How much the distance may grow before the chains count as cut: searched with 0, 1 and 2 in turn."""
EXTRA_MOVES = 8
"""How many moves more than the distance the connector may play."""


def connect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether the chains on two points can be connected, their owner to move, regardless of the side to move.

    `nodes` limits each of the up to three searches, one for each ko rule. Raises ValueError if the stones are not of
    one colour, or if nodes is below 1.
    """
    return _answer(position, first, second, True, nodes)


def disconnect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether the chains on two points can be cut, the enemy to move; otherwise as `connect`."""
    return _answer(position, first, second, False, nodes)


def _kernels() -> tuple[ModuleType, ModuleType]:
    """Return the search, and its moves."""
    from . import _connection_kernels, _connection_moves_kernels  # loads numba

    return _connection_kernels, _connection_moves_kernels


@cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """Return (5, > area) hash keys of black stones, white stones, a ko point, the connector's moves left and retakes
    left.

    [2, area] is the key of the side to move.
    """
    _, moves = _kernels()
    columns = max(area, moves.LONGEST_PATH + EXTRA_MOVES) + 1
    return np.random.default_rng(area).integers(0, 2**63, (5, columns), np.uint64)


def _answer(position: Position, first: int, second: int, connecting: bool, nodes: int) -> Answer:
    grid, stones = position.grid, position.stones
    if nodes < 1:
        raise ValueError(f"nodes: expected at least 1, got {nodes}")
    owner = int(stones[grid.require(first)])
    if owner == 0 or stones[grid.require(second)] != owner:
        raise ValueError(f"expected stones of one colour, got {grid.vertex(first)} and {grid.vertex(second)}")
    if second in position.chain_at(first):
        zone = frozenset(position.chain_at(first))
        return Answer(Result.WORKS if connecting else Result.FAILS, None, (), zone, 0, True)
    kernels, moves = _kernels()
    mover = Color(owner) if connecting else Color(owner).opponent
    ko = position.ko if mover == position.to_move else NO_POINT
    read_points = np.zeros(grid.area, np.bool_)
    distance = min(int(moves.path_length(stones, grid.neighbours, first, second)), moves.LONGEST_PATH)

    def search(retakes: int) -> SearchResult:
        """Search with increasing path lengths, until the chains are connected or the budget is used up."""
        shortest = distance + (not connecting)
        found, used, finished = SearchResult(kernels.CUT, PASS, (), 0, False, True), 0, True
        for limit in range(shortest, shortest + EXTRA_LENGTHS + 1):
            line = np.empty(LONGEST_LINE, np.int32)
            code, move, used_nodes, ko_met, length = kernels.solve(
                stones, grid.neighbours, _zobrist(grid.area), first, second, connecting, ko, retakes,
                min(limit, moves.LONGEST_PATH), distance + EXTRA_MOVES, nodes - used, max(8, (4 * nodes).bit_length()),
                read_points, line,
            )
            used += int(used_nodes)
            finished &= code != kernels.UNKNOWN
            if code != kernels.UNKNOWN or limit == shortest:
                found = SearchResult(int(code), int(move), tuple(line[:length].tolist()), 0, bool(ko_met), True)
            if code != kernels.CUT or used >= nodes:
                break
        code = kernels.JOINED if found.code == kernels.UNKNOWN else found.code
        return found._replace(code=code, nodes=used, finished=finished)

    wanted, rules = kernels.JOINED, (kernels.CUTTER_RETAKES, kernels.NOBODY_RETAKES, kernels.CONNECTOR_RETAKES)
    if not connecting:
        wanted, rules = kernels.CUT, rules[::-1]
    return classify_ko(search, wanted, rules, lambda: frozenset(np.flatnonzero(read_points).tolist()))
