"""A game's position analysed by the settings: its evaluation, the ranking of its moves, and its local games.

`analyse_position` does all three; `evaluate_game` and `count_endgame` are its first and its last step by themselves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.board import Color, Game

from ..settings import Settings

if TYPE_CHECKING:
    from analysis.endgame import LocalGames, LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.ranking.ranker import Ranking
    from analysis.status import ReadingCache


class NotCountedError(ValueError):
    """Local games cannot be counted: the status of all chains, on which they rest, was not read. One line of text."""


@dataclass(frozen=True)
class PositionAnalysis:
    """A position analysed: its evaluation, its moves in the ranker's order, and its local games unless not counted."""

    evaluation: Evaluation
    ranking: Ranking
    games: LocalGames | None


def analyse_position(
    game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None = None,
    known: LocalValueCache | None = None, *, ranking_only: bool = False,
) -> PositionAnalysis:
    """Evaluate a game's position with `color` to move, rank its moves, and count its local games.

    The ranking has every move that the game accepts, superko considered. With play.endgame, moves in local games that
    are counted exactly gain what the count says.

    reading_cache, known -- keep what is read, and the values of local games; they only save time
    ranking_only -- whether local games are counted as far as the ranking needs them: with play.endgame alone, and
                    without an estimate of large regions, which need not be cut up then
    """
    from analysis.ranking.tactics import rank_with_tactics
    from analysis.tree_search.move_selection import with_exact_gains

    evaluation, games = evaluate_game(game, color, settings, reading_cache), None
    ranking = rank_with_tactics(evaluation, settings.control(), forbidden=game.forbidden(color), color=color)
    exact_gains = settings.get("play.endgame")
    if evaluation.status is not None and (exact_gains or not ranking_only):
        games = count_endgame(evaluation, settings, known, estimates=not ranking_only)
        if exact_gains:
            ranking = with_exact_gains(ranking, games, game.rules.scoring)
    return PositionAnalysis(evaluation, ranking, games)


def evaluate_game(
    game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None = None
) -> Evaluation:
    """Evaluate the position of a game with `color` to move; `reading_cache` keeps what is read."""
    from analysis.evaluation import evaluate

    position = game.position if game.position.to_move is color else game.position.with_to_move(color)
    return evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(), memory=reading_cache,
        control_only=settings.get("play.control_only"),
    )


def count_endgame(
    evaluation: Evaluation, settings: Settings, local_values: LocalValueCache | None = None,
    immortal: Collection[int] = (), *, estimates: bool = True,
) -> LocalGames:
    """Cut a position into local games and count them by the settings; `local_values` keeps the values found.

    immortal  -- points of stones to be taken for alive
    estimates -- whether large regions are cut up and estimated; otherwise they are not counted

    Raises NotCountedError, and ValueError if one of `immortal` is no stone.
    """
    if evaluation.status is None:
        why = "play.control_only is set" if settings.get("play.control_only") else "numba is missing or switched off"
        raise NotCountedError(f"local games rest on the status of all chains, which was not computed: {why}")
    ko, limits = settings.get("endgame.ko"), settings.endgame()
    if estimates:
        return evaluation.local_games(immortal, ko, limits, local_values)
    from analysis.endgame import local_games
    from analysis.values import KoThreats

    return local_games(
        evaluation.position, evaluation.status, immortal=immortal, ko=KoThreats(ko), limits=limits, known=local_values
    )


__all__ = ["NotCountedError", "PositionAnalysis", "analyse_position", "count_endgame", "evaluate_game"]
