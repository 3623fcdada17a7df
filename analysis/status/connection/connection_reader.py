"""Whether two chains of one colour get joined, by reading.

The word of every answer is **read**: a bounded search in which each side tries these moves and no others: the points
on the shortest ways between the chains, and on ways one move longer, a way's length being the moves it takes; the
liberties of cutting chains with at most three, which a way may cross, and of joining chains with at most two; and
captures of what stands in atari beside either. Stones that touch at a corner with both points between them empty count
as no way apart. Chains are joined once they are one chain that cannot be taken at once, and cut when one is taken, or
no way is left that is short enough. Going round for ever does not join them.

Ko is told apart as in `capture`: what is called WORKS holds even if the other may retake each ko at once.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, PASS, Color, Position
from ..answer import Answer, Result, SearchResult, classify_ko

DEFAULT_NODES = 1000
LONGEST_LINE = 40
EXTRA_LENGTHS = 2
"""How much longer the shortest way may become before the chains count as cut: tried with 0, 1 and 2 in turn."""
EXTRA_MOVES = 8
"""How many moves more than the shortest way needs the connector may spend."""


def connect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Can the chains on two points be joined, their owner to move, whosever turn it is?

    `nodes` bounds each of the up to three searches, one for each way to treat kos. Raises ValueError if the stones are
    not of one colour, or if nodes is below 1.
    """
    return _ask(position, first, second, True, nodes)


def disconnect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Can the chains on two points be cut apart, the enemy to move, whosever turn it is? Otherwise as `connect`."""
    return _ask(position, first, second, False, nodes)


def _kernels() -> tuple[ModuleType, ModuleType]:
    """The search, and its moves."""
    from . import _connection_kernels, _connection_moves_kernels  # loads numba

    return _connection_kernels, _connection_moves_kernels


@cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """(5, > area): keys of black stones, white stones, a ko point, the connector's moves left and retakes left.

    [2, area] is whose turn it is.
    """
    _, moves = _kernels()
    columns = max(area, moves.LONGEST_PATH + EXTRA_MOVES) + 1
    return np.random.default_rng(area).integers(0, 2**63, (5, columns), np.uint64)


def _ask(position: Position, first: int, second: int, connecting: bool, nodes: int) -> Answer:
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
    seen = np.zeros(grid.area, np.bool_)
    distance = min(int(moves.path_length(stones, grid.neighbours, first, second)), moves.LONGEST_PATH)

    def search(retakes: int) -> SearchResult:
        """With ways one longer after the other, until they are joined or there are no nodes left."""
        least = distance + (not connecting)
        found, used, finished = SearchResult(kernels.CUT, PASS, (), 0, False, True), 0, True
        for most in range(least, least + EXTRA_LENGTHS + 1):
            line = np.empty(LONGEST_LINE, np.int32)
            code, move, spent, met, length = kernels.solve(
                stones, grid.neighbours, _zobrist(grid.area), first, second, connecting, ko, retakes,
                min(most, moves.LONGEST_PATH), distance + EXTRA_MOVES, nodes - used, max(8, (4 * nodes).bit_length()), seen,
                line,
            )
            used += int(spent)
            finished &= code != kernels.UNKNOWN
            if code != kernels.UNKNOWN or most == least:
                found = SearchResult(int(code), int(move), tuple(line[:length].tolist()), 0, bool(met), True)
            if code != kernels.CUT or used >= nodes:
                break
        code = kernels.JOINED if found.code == kernels.UNKNOWN else found.code
        return found._replace(code=code, nodes=used, finished=finished)

    wanted, rules = kernels.JOINED, (kernels.CUTTER_RETAKES, kernels.NOBODY_RETAKES, kernels.CONNECTOR_RETAKES)
    if not connecting:
        wanted, rules = kernels.CUT, rules[::-1]
    return classify_ko(search, wanted, rules, lambda: frozenset(np.flatnonzero(seen).tolist()))
