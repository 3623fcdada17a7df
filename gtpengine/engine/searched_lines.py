"""The search of a position as the last analysis of it left it, or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import Color, Game

from ..settings import Settings
from .move_choice import MoveContext, search_limit, start_lookahead
from .position_analysis import evaluate_game

if TYPE_CHECKING:
    from analysis.endgame import LocalValueCache
    from analysis.status import ReadingCache
    from analysis.tree_search.tree_lines import TreeLines
    from analysis.tree_search.tree_reuse import TreeStore

MIN_VISITS = 4
"""Visits of a move that is asked for, at least."""


def searched_lines(
    game: Game, color: Color, point: int, settings: Settings, trees: TreeStore, local_values: LocalValueCache | None,
    reading_cache: ReadingCache,
) -> TreeLines | None:  # fmt: skip
    """Return the search of a position, the move on `point` (legal, or PASS) among the searched ones.

    It is the search behind the last choice of a move there, or the last analysis; if there was none, a new one as
    large as for the choice of a move. None where moves are not searched.
    """
    from analysis.tree_search.tree_lines import TreeLines

    found = trees.lines_at(game.position.with_to_move(color), game.rules)
    if found is None:
        evaluation = evaluate_game(game, color, settings, reading_cache)
        lookahead = start_lookahead(
            evaluation, MoveContext.of(game, color), settings, reading_cache, local_values, trees=trees
        )
        if not isinstance(lookahead, TreeLines):
            return None
        with search_limit(settings):
            lookahead.choose()
        found = lookahead
    found.most = None
    visits = next((move.visits for move in found.tree.root_moves() if move.point == point), 0)
    found.tree.visit([point] * (MIN_VISITS - visits))
    return found


__all__ = ["searched_lines"]
