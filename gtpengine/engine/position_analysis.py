"""A game's position analysed by the settings: its evaluation, the ranking of its moves, and its local games.

`analyse_position` does all three; `evaluate_game` and `count_endgame` are its first and its last step by themselves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.board import BLACK, WHITE, Color, Game

from ..settings import Settings

if TYPE_CHECKING:
    from analysis.endgame import EndgameTable, LocalGames, LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.ranking.ranker import Ranking
    from analysis.status import ReadingCache


class NotCountedError(ValueError):
    """Local games cannot be counted: the status of all chains, on which they rest, was not read. One line of text."""


@dataclass(frozen=True)
class PositionAnalysis:
    """A position analysed: its evaluation, its moves in the ranker's order, and its endgame unless not counted."""

    evaluation: Evaluation
    ranking: Ranking
    endgame: EndgameTable | None


def analyse_position(
    game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None = None,
    known: LocalValueCache | None = None, *, ranking_only: bool = False,
) -> PositionAnalysis:
    """Evaluate a game's position with `color` to move, rank its moves, and count its local games.

    The ranking has every move that the game accepts, superko considered. With play.endgame, moves in local games that
    are counted exactly gain what the count says.

    reading_cache, known -- keep what is read, and the values of local games; they only save time
    ranking_only -- whether local games are counted as far as the ranking needs them, and no table of them is made
    """
    from analysis.ranking.tactics import rank_with_tactics
    from analysis.tree_search.move_selection import with_exact_gains

    evaluation, endgame = evaluate_game(game, color, settings, reading_cache), None
    ranking = rank_with_tactics(evaluation, settings.control(), forbidden=game.forbidden(color), color=color)
    exact_gains = settings.get("play.endgame")
    if evaluation.status is not None and (exact_gains or not ranking_only):
        games = count_endgame(evaluation, settings, known)
        if exact_gains:
            ranking = with_exact_gains(ranking, games, game.rules.scoring)
        if not ranking_only:
            endgame = endgame_of(game, evaluation, games)
    return PositionAnalysis(evaluation, ranking, endgame)


def endgame_of(game: Game, evaluation: Evaluation, games: LocalGames) -> EndgameTable:
    """Return the table of the endgame of a game's position, whose local games are counted."""
    from analysis.endgame import endgame_table
    from analysis.policy.model import move_probabilities

    assert evaluation.status is not None
    assert evaluation.settled is not None
    recent, position = [move.point for move in game.moves[-2:]], evaluation.position
    life = {
        chain.chain[0]: life.value
        for chain, life in zip(evaluation.status.chains, evaluation.settled.life_probabilities, strict=True)
    }
    likely = {color: move_probabilities(position, color, recent) for color in (BLACK, WHITE)}
    return endgame_table(
        position, games, evaluation.status, life, evaluation.control.values.reshape(-1), likely, game.rules.scoring
    )


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
    immortal: Collection[int] = (),
) -> LocalGames:
    """Cut a position into local games and count them by the settings; `local_values` keeps the values found.

    immortal -- points of stones to be taken for alive

    Raises NotCountedError, and ValueError if one of `immortal` is no stone.
    """
    if evaluation.status is None:
        why = "play.control_only is set" if settings.get("play.control_only") else "numba is missing or switched off"
        raise NotCountedError(f"local games rest on the status of all chains, which was not computed: {why}")
    return evaluation.local_games(immortal, settings.get("endgame.ko"), settings.endgame(), local_values)


__all__ = ["NotCountedError", "PositionAnalysis", "analyse_position", "count_endgame", "endgame_of", "evaluate_game"]
