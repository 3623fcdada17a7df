"""Which move to play: pure decisions over moves in order.

A decision is a list of points to try in order, for the caller to play the first that the game accepts; it always
ends with PASS, which is always legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, area_owners

from .finished import final_of, is_read
from .settings import Settings

if TYPE_CHECKING:
    from analysis.endgame import Known, LocalGames
    from analysis.evaluation import Evaluation
    from analysis.final import Final
    from analysis.ranking import Ranking
    from analysis.status import Memory

SOLVED = 12
"""Up to so many points, all positions of a board are solved at once."""


class NotCountedError(ValueError):
    """No local games: they rest on the status of all chains, and that was not asked for. The message is one line."""


@dataclass(frozen=True)
class Decision:
    """What to do: `resign`, or else the first legal move of `points` (the last one is PASS)."""

    points: tuple[int, ...]
    resign: bool = False


def evaluate_game(game: Game, color: Color, settings: Settings, memory: Memory | None = None) -> Evaluation:
    """The position of a game evaluated by the settings, `color` to move; `memory` keeps what is read."""
    from analysis.evaluation import evaluate

    position = game.position if game.position.to_move is color else game.position.with_to_move(color)
    return evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(), memory=memory,
        control_only=settings.get("play.control_only"),
    )


def count_endgame(
    evaluation: Evaluation, settings: Settings, known: Known | None = None, immortal: Collection[int] = ()
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
class Examined:
    """A position as it is shown: its evaluation, its moves in order, and its local games unless nothing was read."""

    evaluation: Evaluation
    ranking: Ranking
    games: LocalGames | None


def examine(
    game: Game, color: Color, settings: Settings, memory: Memory | None = None, known: Known | None = None
) -> Examined:
    """All that is to be shown of a game's position; the ranking as `rank_game` has it."""
    from analysis.closing import counted

    evaluation = evaluate_game(game, color, settings, memory)
    ranking, games = _ranking(game, evaluation, settings), None
    if evaluation.status is not None:
        games = count_endgame(evaluation, settings, known)
        if settings.get("play.endgame"):
            ranking = counted(ranking, games, game.rules.scoring)
    return Examined(evaluation, ranking, games)


def rank_game(
    game: Game, color: Color, settings: Settings, memory: Memory | None = None, known: Known | None = None
) -> Ranking:
    """The ranker on a game: every move of `color` that the game accepts, superko looked after.

    With play.endgame, moves in local games that are counted exactly gain what the count says.
    """
    evaluation = evaluate_game(game, color, settings, memory)
    ranking = _ranking(game, evaluation, settings)
    if evaluation.status is None or not settings.get("play.endgame"):
        return ranking
    from analysis.closing import counted
    from analysis.endgame import local_games

    # Only what is counted exactly counts here: large regions need not be cut up for an estimate, as in `examine`.
    games = local_games(evaluation.position, evaluation.status, limits=settings.endgame(), known=known)
    return counted(ranking, games, game.rules.scoring)


def _ranking(game: Game, evaluation: Evaluation, settings: Settings) -> Ranking:
    from analysis.tactics import rank

    color = evaluation.position.to_move
    return rank(evaluation, settings.control(), forbidden=game.forbidden(color), color=color)


def decide(game: Game, color: Color, settings: Settings, known: Known | None = None) -> Decision:
    """The move of `color`, best first.

    On a board of at most 12 points it is perfect under simple ko, where an endless game is a draw. On others the moves
    worth a look are played out and answered (`analysis.foresight`), and, with play.endgame, once most of the board is
    decided, the best of them is compared with the largest in a local game (`analysis.closing`); without reading or
    with play.breadth 0 it is the ranker's order. It never brings back an earlier board; passes if no move gains
    play.pass_below points, what is counted exactly apart; or, with play.pass_when_winning, if passing wins (see
    passing_wins). Resigns, with play.resign, if even by the best move our score with komi, perfect or as foreseen, is
    below play.resign_below points; while more than half of the board is open, of a handicap game above all, each point
    beyond the half is hope for two. Nothing is changed. `known`, what local games are worth, only saves time. What was
    read for earlier moves is not asked: it may hold what a new search would run out of nodes for, and the same game
    shall get the same move whatever was looked at before.
    """
    if game.position.grid.area <= SOLVED:
        return _perfect(game, color, settings)
    from analysis.status import Memory

    memory = Memory()
    if settings.get("play.pass_when_winning") and passing_wins(game, color, settings, memory):
        return Decision((PASS,))
    evaluation = evaluate_game(game, color, settings, memory)
    hope = max(0.0, 2 * evaluation.open_points - game.grid.area)
    if evaluation.status is not None and settings.get("play.breadth"):
        best, points = _foreseen(game, evaluation, settings, memory, known)
    else:
        best, points = _ranked(game, evaluation, settings)
        points = without_repetition(game, color, points)
    lead = color * (best - game.compensation)
    if settings.get("play.resign") and lead + hope < settings.get("play.resign_below"):
        return Decision((PASS,), resign=True)
    return Decision((*points, PASS))


def _ranked(game: Game, evaluation: Evaluation, settings: Settings) -> tuple[float, list[int]]:
    """Black's lead after the best move by the ranker, and the moves that gain enough."""
    ranking = _ranking(game, evaluation, settings)
    enough = settings.get("play.pass_below")
    return ranking.candidates[0].score, [move.point for move in ranking.playable if move.gain >= enough]


def _foreseen(
    game: Game, evaluation: Evaluation, settings: Settings, memory: Memory | None, known: Known | None
) -> tuple[float, list[int]]:
    """Black's lead after the best move by foresight, and the moves that gain enough, those in local games included."""
    from analysis.closing import closing_moves, harmless, in_order, is_closing, undecided
    from analysis.foresight import plans

    color = evaluation.position.to_move
    legal = [int(point) for point in game.position.legal_points(color, game.rules)]
    repeated, enough = set(legal).difference(without_repetition(game, color, legal)), settings.get("play.pass_below")
    closing = settings.get("play.endgame") and is_closing(evaluation)
    games = count_endgame(evaluation, settings, known) if closing else None
    found = plans(
        evaluation, settings.control(), recent=[move.point for move in game.moves[-2:]], forbidden=repeated,
        boards=settings.get("play.boards"), breadth=settings.get("play.breadth"), memory=memory, enough=enough,
        apart=() if games is None else undecided(evaluation, games),
    )
    worth = [plan for plan in found if plan.point != PASS and plan.gain >= enough]
    if games is None:
        return found[0].score, [plan.point for plan in worth]
    moves = harmless(evaluation, closing_moves(evaluation, games, repeated, enough))
    return found[0].score, in_order(evaluation, worth, moves, games)


def _perfect(game: Game, color: Color, settings: Settings) -> Decision:
    """The move that a table of all positions has; of equal ones, rather none that brings back an earlier board."""
    from analysis.solver.perfect import perfect_moves

    passed = bool(game.moves) and game.moves[-1] == (color.opponent, PASS)
    moves = perfect_moves(
        game.position.with_to_move(color), passed, suicide=game.rules.suicide, endless=game.compensation
    )
    if settings.get("play.resign") and color * (moves[0].value - game.compensation) < settings.get("play.resign_below"):
        return Decision((PASS,), resign=True)
    moves = [move for move in moves if game.is_legal(color, move.point)]
    points = [move.point for move in moves if move.value == moves[0].value]
    points.sort(key=lambda point: game.repeats_board(color, point))
    return Decision((*points[: points.index(PASS)], PASS) if PASS in points else (*points, PASS))


def without_repetition(game: Game, color: Color, points: Iterable[int]) -> list[int]:
    """The points whose move leads to a new board: so no game goes round in circles, whatever the ko rule."""
    return [point for point in points if not game.repeats_board(color, point)]


def passing_wins(game: Game, color: Color, settings: Settings | None = None, memory: Memory | None = None) -> bool:
    """Whether a pass of `color` ends a won game.

    The opponent has just passed, stones stand on a quarter of the points at least, and our final score is ahead even
    if everything doubtful went to the opponent: every neutral point, our stones whose life is only estimated, and his
    whose death is not proved. Without reading (see finished.is_read) our stones count as alive.
    """
    if not game.moves or game.moves[-1] != (color.opponent, PASS):
        return False
    position = game.position
    if 4 * np.count_nonzero(position.stones) < position.grid.area:
        return False
    settings = Settings() if settings is None else settings
    final = final_of(game, settings, memory)
    dead = _dead_at_worst(final, color) if is_read(settings) else final.dead
    neutral = int(np.count_nonzero(area_owners(position, dead) == 0))
    return color * game.score(dead, final.seki - dead) - neutral > 0


def _dead_at_worst(final: Final, color: Color) -> frozenset[int]:
    """The dead stones if all that is in doubt turns out for the worst."""
    from analysis.final import Standing
    from analysis.status import Word

    dead: set[int] = set()
    for chain in final.chains:
        gone = chain.standing is Standing.DEAD
        doubtful = chain.word is Word.ESTIMATED if chain.color is color else chain.word is not Word.PROVED
        if chain.color is color if doubtful else gone:
            dead.update(chain.points)
    return frozenset(dead)
