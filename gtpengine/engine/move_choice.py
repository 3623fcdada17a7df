"""Which move to play: pure decisions over moves in order.

A decision is a list of points to try in order, for the caller to play the first that the game accepts; it always
ends with PASS, which is always legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, area_owners

from ..settings import Settings
from .final_status import final_of, is_read
from .position_analysis import count_endgame, evaluate_game, ranking_of

if TYPE_CHECKING:
    from analysis.endgame import LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.ownership.final_status import Final
    from analysis.status import ReadingCache
    from analysis.tree_search.lines import Limit, Lookahead
    from analysis.tree_search.tree_lines import TreeLines

SOLVED = 12
"""Up to so many points, all positions of a board are solved at once."""


@dataclass(frozen=True)
class Decision:
    """What to do: `resign`, or else the first legal move of `points` (the last one is PASS).

      seen -- what was looked at for it, if moves were foreseen
    """

    points: tuple[int, ...]
    resign: bool = False
    seen: Lookahead | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class MoveContext:
    """What is to be known of a turn besides the position.

      recent    -- the last moves, the latest at the end
      forbidden -- points not to be played
      limits    -- what is asked for or left out by name
    """

    recent: tuple[int, ...] = ()
    forbidden: Collection[int] = ()
    limits: Sequence[Limit] = ()

    @classmethod
    def of(cls, game: Game, color: Color, limits: Sequence[Limit] = ()) -> MoveContext:
        """The turn of `color` in a game, in which no earlier board is to come back."""
        legal = [int(point) for point in game.position.legal_points(color, game.rules)]
        repeated = set(legal).difference(without_repetition(game, color, legal))
        return cls(tuple(move.point for move in game.moves[-2:]), repeated, limits)


def decide(
    game: Game, color: Color, settings: Settings, known: LocalValueCache | None = None, limits: Sequence[Limit] = ()
) -> Decision:
    """The move of `color`, best first.

    On a board of at most 12 points it is perfect under simple ko, where an endless game is a draw, unless
    play.control_only asks for the field alone. On others the moves worth a look are played out and answered
    (`analysis.tree_search.tree`), and, with play.endgame, once most of the board is decided, the best of them is
    compared with the largest in a local game (`analysis.tree_search.move_selection`); without reading or with
    play.breadth 0 it is the ranker's order. It never brings back an earlier board; passes if no move gains
    play.pass_below points, what is counted exactly apart; or, with play.pass_when_winning, if passing wins (see
    passing_wins). Resigns, with play.resign, if even by the best move our score with komi, perfect or as foreseen, is
    below play.resign_below points; while more than half of the board is open, of a handicap game above all, each point
    beyond the half is hope for two. Nothing is changed. `known`, what local games are worth, only saves time. What was
    read for earlier moves is not asked: it may hold what a new search would run out of nodes for, and the same game
    shall get the same move whatever was looked at before. No move is chosen that `limits` leave out; the pass may be.
    """
    decision = _decide(game, color, settings, known, limits)
    if not limits:
        return decision
    from analysis.tree_search.lines import permitted

    points = [point for point in decision.points if point != PASS and permitted(limits, color, 1, point)]
    return replace(decision, points=(*points, PASS))


def _decide(
    game: Game, color: Color, settings: Settings, known: LocalValueCache | None, limits: Sequence[Limit]
) -> Decision:  # fmt: skip
    if game.position.grid.area <= SOLVED and not settings.get("play.control_only"):
        return _perfect(game, color, settings)
    from analysis.status import ReadingCache

    memory = ReadingCache()
    if settings.get("play.pass_when_winning") and passing_wins(game, color, settings, memory):
        return Decision((PASS,))
    evaluation = evaluate_game(game, color, settings, memory)
    hope = max(0.0, 2 * evaluation.open_points - game.grid.area)
    seen = None
    if _is_foreseen(evaluation, settings):
        seen = _foresee(evaluation, settings, memory, MoveContext.of(game, color, limits), known)
        seen.choose()
        best, points = seen.best_score, seen.points
    else:
        best, points = _ranked(game, evaluation, settings)
    lead = color * (best - game.compensation)
    if settings.get("play.resign") and lead + hope < settings.get("play.resign_below"):
        return Decision((PASS,), resign=True, seen=seen)
    return Decision((*points, PASS), seen=seen)


def _ranked(game: Game, evaluation: Evaluation, settings: Settings) -> tuple[float, list[int]]:
    """Black's lead after the best move by the ranker, and the moves that gain enough."""
    ranking = ranking_of(game, evaluation, settings)
    worth = [move.point for move in ranking.playable if move.gain >= settings.get("play.pass_below")]
    return ranking.candidates[0].score, without_repetition(game, ranking.color, worth)


def look_ahead(
    evaluation: Evaluation, turn: MoveContext, settings: Settings, memory: ReadingCache,
    known: LocalValueCache | None = None,
    least: int = 0, most: int | None = None,
) -> Lookahead:  # fmt: skip
    """The first look at a position, to go deeper, for whoever shows it: the line of the move that `decide` finds comes
    first, once as much was looked at.

    evaluation, memory -- of the position, and what was read for it and nothing else
    least, most -- how many lines there are from the start, and at most: at first no more than analyse.top_moves, in the
                   end three times as many
    """
    top = settings.get("analyse.top_moves")
    most = 3 * top if most is None else min(3 * top, most)
    if _is_foreseen(evaluation, settings):
        found = _foresee(evaluation, settings, memory, turn, known, least)
        found.most = max(1, least, most)
        return found
    from analysis.tree_search.ranked_lines import RankedLines

    count = max(1, least, min(top, most))
    return RankedLines(
        evaluation.position, settings.control(), rules=evaluation.rules, forbidden=turn.forbidden, limits=turn.limits,
        count=count, most=most, evaluation=evaluation,
    )


def _is_foreseen(evaluation: Evaluation, settings: Settings) -> bool:
    return evaluation.status is not None and settings.get("play.breadth") > 0


def _foresee(
    evaluation: Evaluation, settings: Settings, memory: ReadingCache, turn: MoveContext,
    known: LocalValueCache | None, least: int = 0,
) -> TreeLines:
    from analysis.tree_search.lines import permitted
    from analysis.tree_search.move_selection import MoveSelector, closing_moves, is_endgame, without_self_endangering
    from analysis.tree_search.tree import PuctTree
    from analysis.tree_search.tree_lines import TreeLines

    preference = MoveSelector(evaluation, settings.get("play.pass_below"))
    if settings.get("play.endgame") and is_endgame(evaluation):
        games = count_endgame(evaluation, settings, known)
        found = closing_moves(evaluation, games, turn.forbidden, preference.enough)
        moves = without_self_endangering(evaluation, found)
        preference = replace(preference, games=games, moves=moves)
    tree = PuctTree(
        evaluation, settings.control(), recent=turn.recent, forbidden=turn.forbidden, memory=memory,
        breadth=max(settings.get("play.breadth"), least), permits=lambda *move: permitted(turn.limits, *move),
    )
    return TreeLines(
        tree, preference, boards=settings.get("play.boards"), furthest=settings.get("analyse.boards"),
        limits=turn.limits, least=least,
    )


def _perfect(game: Game, color: Color, settings: Settings) -> Decision:
    """The move that a table of all positions has; of equal ones, rather none that brings back an earlier board."""
    from analysis.solver.perfect_play import perfect_moves

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


def passing_wins(
    game: Game, color: Color, settings: Settings | None = None, memory: ReadingCache | None = None
) -> bool:
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
    from analysis.ownership.final_status import Standing
    from analysis.status import Evidence

    dead: set[int] = set()
    for chain in final.chains:
        gone = chain.standing is Standing.DEAD
        doubtful = (
            chain.evidence is Evidence.ESTIMATED if chain.color is color else chain.evidence is not Evidence.PROVED
        )
        if chain.color is color if doubtful else gone:
            dead.update(chain.points)
    return frozenset(dead)
