"""Perfect play on the smallest boards, from a table of all positions that is computed once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..board import NO_POINT, Position
from ..region.region import whole_board
from ..region.search_state import State
from ..region.state_graph import StateGraph, solve_graph


class PerfectMove(NamedTuple):
    """A move by its point or PASS, and the value after it: Black's area minus White's."""

    point: int
    value: float


def perfect_moves(
    position: Position, passed: bool = False, *, suicide: bool = False, endless: float = 0
) -> list[PerfectMove]:
    """Return all moves of the player to move, the best first, under simple ko and area scoring.

    `passed` says whether the opponent has just passed; `endless` what an endless game is worth: the komi, for a draw.
    Of equal moves, the player who forces the value prefers the shortest way, the other the longest. For boards of up
    to 12 points; raises ValueError beyond 28, and OutOfBudget long before where memory is short.
    """
    height, width = position.grid.height, position.grid.width
    black, white = whole_board(height, width).stones(position)
    ko = -1 if position.ko == NO_POINT else int(position.ko)
    state = State(black, white, position.to_move, ko, passed)
    graph = _all_positions(height, width, suicide)
    try:
        graph.node(state)
    except KeyError:  # set up by hand: no game from the empty board leads there
        graph = _from_position(height, width, suicide, state)
    return [
        PerfectMove(point, max(low, min(endless, high)))
        for point, _, (low, high) in graph.ranked(state, endless)
    ]


@lru_cache(maxsize=8)
def _all_positions(height: int, width: int, suicide: bool) -> StateGraph:
    return solve_graph(whole_board(height, width), State(0, 0), suicide=suicide)


@lru_cache(maxsize=8)
def _from_position(height: int, width: int, suicide: bool, state: State) -> StateGraph:
    return solve_graph(whole_board(height, width), state, suicide=suicide)


__all__ = ["PerfectMove", "perfect_moves"]
