"""A game's position evaluated by the settings: what everything is worth, and every move ranked by itself."""

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
    """No local games: they rest on the status of all chains, and that was not asked for. The message is one line."""


def evaluate_game(game: Game, color: Color, settings: Settings, memory: ReadingCache | None = None) -> Evaluation:
    """The position of a game evaluated by the settings, `color` to move; `memory` keeps what is read."""
    from analysis.evaluation import evaluate

    position = game.position if game.position.to_move is color else game.position.with_to_move(color)
    return evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(), memory=memory,
        control_only=settings.get("play.control_only"),
    )


def count_endgame(
    evaluation: Evaluation, settings: Settings, known: LocalValueCache | None = None, immortal: Collection[int] = ()
) -> LocalGames:
    """The local games of a position, by the settings; `known` keeps what shapes are worth.

    immortal -- points of stones to be taken for alive

    Raises NotCountedError, and ValueError if one of `immortal` is no stone.
    """
    if evaluation.status is None:
        without = "play.control_only is set" if settings.get("play.control_only") else "there are no compiled kernels"
        raise NotCountedError(f"local games rest on the status of all chains, which is not read: {without}")
    return evaluation.local_games(immortal, settings.get("endgame.ko"), settings.endgame(), known)


@dataclass(frozen=True)
class PositionAnalysis:
    """A position as it is shown: its evaluation, its moves in order, and its local games unless nothing was read."""

    evaluation: Evaluation
    ranking: Ranking
    games: LocalGames | None


def examine(
    game: Game, color: Color, settings: Settings, memory: ReadingCache | None = None,
    known: LocalValueCache | None = None,
) -> PositionAnalysis:
    """All that is to be shown of a game's position; the ranking as `rank_game` has it."""
    from analysis.tree_search.move_selection import with_exact_gains

    evaluation = evaluate_game(game, color, settings, memory)
    ranking, games = ranking_of(game, evaluation, settings), None
    if evaluation.status is not None:
        games = count_endgame(evaluation, settings, known)
        if settings.get("play.endgame"):
            ranking = with_exact_gains(ranking, games, game.rules.scoring)
    return PositionAnalysis(evaluation, ranking, games)


def rank_game(
    game: Game, color: Color, settings: Settings, memory: ReadingCache | None = None,
    known: LocalValueCache | None = None,
) -> Ranking:
    """The ranker on a game: every move of `color` that the game accepts, superko looked after.

    With play.endgame, moves in local games that are counted exactly gain what the count says.
    """
    evaluation = evaluate_game(game, color, settings, memory)
    ranking = ranking_of(game, evaluation, settings)
    if evaluation.status is None or not settings.get("play.endgame"):
        return ranking
    from analysis.endgame import local_games
    from analysis.tree_search.move_selection import with_exact_gains
    from analysis.values import Threats

    # Only what is counted exactly counts here: large regions need not be cut up for an estimate, as in `examine`.
    games = local_games(
        evaluation.position, evaluation.status, ko=Threats(settings.get("endgame.ko")), limits=settings.endgame(),
        known=known,
    )
    return with_exact_gains(ranking, games, game.rules.scoring)


def ranking_of(game: Game, evaluation: Evaluation, settings: Settings) -> Ranking:
    """Every move by itself, that the game accepts."""
    from analysis.ranking.tactics import rank

    color = evaluation.position.to_move
    return rank(evaluation, settings.control(), forbidden=game.forbidden(color), color=color)
