"""The choice of a move: policies tried in order, the first that has a decision wins.

    perfect play   on boards of at most 12 points: the table of all positions
    likeliest move where the clock leaves no time for an evaluation: the policy's, without those that gain nothing
    winning pass   the opponent has passed, and the game is won as it stands
    tree search    PUCT over evaluations, in the endgame compared with the local games
    ranker         every move by itself; the last resort, where nothing is read or play.policy_moves is 0

All but the winning pass may resign. A decision is a list of points in order, for the caller to play the first that the
game accepts; it always ends with PASS, which is always legal. Nothing here changes a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, area_owners
from analysis.runtime.kernel_mode import KernelMode, kernel_mode
from analysis.runtime.work_limit import Work, current_work, limited

from ..settings import Settings
from .final_status import final_status_of, uses_reading
from .position_analysis import count_endgame, evaluate_game

if TYPE_CHECKING:
    from analysis.endgame import LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.ownership.final_status import FinalBoard
    from analysis.status import ReadingCache
    from analysis.tree_search.lines import Lookahead, MoveRestriction
    from analysis.tree_search.tree_lines import TreeLines
    from analysis.tree_search.tree_reuse import TreeStore

PERFECT_PLAY_AREA = 12
"""Up to so many points, all positions of a board are solved at once."""

EVALUATION_SECONDS = 0.5
"""With fewer seconds for a move on 19x19 nothing is read; on other boards in proportion to the area."""

COUNT_SHARE, EVALUATION_SHARE = 0.3, 0.6
"""The shares of the time until which it is counted whether the game is won, and until which the position is read."""

ENDGAME_SECONDS = 4.0
"""With fewer seconds left, local games are not counted: a region with a ko may take two."""

HURRIED_MOVES = 20
"""Moves that are then checked for repetition."""

SEARCH_UNITS, VISIT_UNITS = 60_000, 18_000
"""Units of work for a tree search, and for each of its visits. The busiest positions of games on 19x19 take about as
many; boards with more to read get fewer visits."""


@dataclass(frozen=True)
class Decision:
    """What to do: `resign`, or else play the first legal move of `points`, the last of which is PASS.

    hurried   -- whether there was no time to read
    lookahead -- the tree search behind it, if there was one
    """

    points: tuple[int, ...]
    resign: bool = False
    hurried: bool = False
    lookahead: Lookahead | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class MoveContext:
    """What a choice of a move depends on besides the position.

    recent       -- the last moves, the latest at the end
    forbidden    -- points not to be played
    restrictions -- moves allowed or avoided by name
    """

    recent: tuple[int, ...] = ()
    forbidden: Collection[int] = ()
    restrictions: Sequence[MoveRestriction] = ()

    @classmethod
    def of(cls, game: Game, color: Color, restrictions: Sequence[MoveRestriction] = ()) -> MoveContext:
        """Return the context of a move of `color` in a game; moves that repeat an earlier board are forbidden."""
        legal = [int(point) for point in game.position.legal_points(color, game.rules)]
        repeated = set(legal).difference(without_repetition(game, color, legal))
        return cls(tuple(move.point for move in game.moves[-2:]), repeated, restrictions)


def decide(
    game: Game, color: Color, settings: Settings, local_values: LocalValueCache | None = None,
    restrictions: Sequence[MoveRestriction] = (), seconds: float | None = None,
    reading_cache: ReadingCache | None = None,
) -> Decision:  # fmt: skip
    """Choose the move of `color`: points in order, the best first, by the first of the policies that has a decision.

    Moves that gain less than play.pass_below points are left out, except those counted exactly. With play.resign it
    resigns if even after the best move the lead of `color`, komi included, is below play.resign_below points; while
    more than half of the board is open, as in handicap games above all, the bound is lower by two points for each point
    beyond the half. A move that `restrictions` exclude is not chosen, but the pass always may be. No policy but perfect
    play brings back an earlier board.

    `local_values` and `reading_cache` only save time: the same game gets the same move whatever was analysed before.

    `seconds`, if given, is the time until which a move must be found; without it the move depends on no clock.
    """
    turn = _Turn(game, color, settings, local_values, restrictions, reading_cache, seconds)
    with limited(seconds=seconds):
        decision = next(decision for policy in _POLICIES if (decision := policy(turn)) is not None)
    if not restrictions:
        return decision
    from analysis.tree_search.lines import is_permitted

    points = [point for point in decision.points if point != PASS and is_permitted(restrictions, color, 1, point)]
    return replace(decision, points=(*points, PASS))


@dataclass(frozen=True)
class _Turn:
    """What the policies decide about; what several of them need is computed once, when the first asks for it."""

    game: Game
    color: Color
    settings: Settings
    local_values: LocalValueCache | None
    restrictions: Sequence[MoveRestriction]
    earlier_readings: ReadingCache | None
    seconds: float | None = None

    @property
    def is_hurried(self) -> bool:
        """Whether there is no time for an evaluation."""
        needed = EVALUATION_SECONDS * self.game.grid.area / 361
        return self.seconds is not None and self.seconds < needed and uses_reading(self.settings)

    def within(self, share: float) -> AbstractContextManager[Work]:
        """Limit what is computed in a block to a share of the time that there was at first."""
        return limited(seconds=None if self.seconds is None else share * self.seconds)

    @cached_property
    def context(self) -> MoveContext:
        return MoveContext.of(self.game, self.color, self.restrictions)

    @cached_property
    def reading_cache(self) -> ReadingCache:
        from analysis.status import ReadingCache

        return self.earlier_readings or ReadingCache()

    @cached_property
    def evaluation(self) -> Evaluation:
        with self.within(EVALUATION_SHARE):
            return evaluate_game(self.game, self.color, self.settings, self.reading_cache)

    @property
    def is_cut_short(self) -> bool:
        """Whether the evaluation was stopped before most chains were read, by the clock or by a front end."""
        status = self.evaluation.status
        return status is not None and 2 * status.unread > len(status.chains)

    def resigns(self, score: float, resign_margin: float = 0.0) -> bool:
        """Whether to resign. score -- Black's after the best move, without komi; resign_margin -- added to the lead."""
        lead = self.color * (score - self.game.compensation)
        return bool(self.settings.get("play.resign") and lead + resign_margin < self.settings.get("play.resign_below"))

    def decision(self, score: float, points: Sequence[int], lookahead: Lookahead | None = None) -> Decision:
        """Return the decision for `points`, or to resign. score -- Black's after the best move, komi excluded."""
        resign_margin = max(0.0, 2 * self.evaluation.open_points - self.game.grid.area)
        if self.resigns(score, resign_margin):
            return Decision((PASS,), resign=True, lookahead=lookahead)
        return Decision((*points, PASS), lookahead=lookahead)


# -- the policies ---------------------------------------------------------------------------------------------------


def _perfect_play(turn: _Turn) -> Decision | None:
    """On tiny boards, play by the table of all positions under simple ko, where an endless game is a draw.

    Of equal moves, those that bring back an earlier board come last. Not with play.control_only, which asks for the
    control field alone.
    """
    game, color = turn.game, turn.color
    if game.grid.area > PERFECT_PLAY_AREA or turn.settings.get("play.control_only"):
        return None
    from analysis.solver.perfect_play import perfect_moves

    passed = bool(game.moves) and game.moves[-1] == (color.opponent, PASS)
    moves = perfect_moves(
        game.position.with_to_move(color), passed, suicide=game.rules.suicide, endless=game.compensation
    )
    if turn.resigns(moves[0].value):
        return Decision((PASS,), resign=True)
    moves = [move for move in moves if game.is_legal(color, move.point)]
    points = [move.point for move in moves if move.value == moves[0].value]
    points.sort(key=lambda point: game.repeats_board(color, point))
    return Decision((*points[: points.index(PASS)], PASS) if PASS in points else (*points, PASS))


def _likeliest_in_haste(turn: _Turn) -> Decision | None:
    """Without the time for an evaluation, play the move that a player would make most likely."""
    return _likeliest(turn) if turn.is_hurried else None


def _likeliest(turn: _Turn) -> Decision:
    """Play the likeliest move by the policy, of those that gain enough by the control field alone."""
    from analysis.evaluation import evaluate
    from analysis.policy.model import policy_moves
    from analysis.ranking.tactics import rank_with_tactics

    game, color, settings = turn.game, turn.color, turn.settings
    position = game.position.with_to_move(color)
    evaluation = evaluate(position, game.rules, game.compensation, settings.control(), control_only=True)
    forbidden = game.forbidden(color)
    ranking = rank_with_tactics(evaluation, settings.control(), forbidden=forbidden, color=color)
    gaining = {move.point for move in ranking.playable if move.gain >= settings.get("play.pass_below")}
    recent = [move.point for move in game.moves[-2:]]
    likely = [move.point for move in policy_moves(position, color, recent, forbidden=forbidden)]
    points = [point for point in likely if point in gaining]
    current_work().omit("nothing was read")
    return Decision((*without_repetition(game, color, points[:HURRIED_MOVES]), PASS), hurried=True)


def _winning_pass(turn: _Turn) -> Decision | None:
    """With play.pass_when_winning, pass where that ends a won game."""
    if not turn.settings.get("play.pass_when_winning"):
        return None
    with turn.within(COUNT_SHARE):
        wins = passing_wins(turn.game, turn.color, turn.settings, turn.reading_cache)
    return Decision((PASS,)) if wins else None


def _best_by_tree_search(turn: _Turn) -> Decision | None:
    """Play the best move of a tree search that has grown as far as play.visits says."""
    if not _uses_tree_search(turn.evaluation, turn.settings):
        return None
    if turn.is_cut_short:
        return _likeliest(turn)
    with search_limit(turn.settings):
        lines = _tree_search(turn.evaluation, turn.settings, turn.reading_cache, turn.context, turn.local_values)
        lines.choose()
    return turn.decision(lines.best_score, lines.points, lines)


def _best_ranked(turn: _Turn) -> Decision:
    """Play the first move of the ranker that gains enough and repeats no board."""
    from analysis.ranking.tactics import rank_with_tactics

    if turn.is_cut_short:
        return _likeliest(turn)
    game, color, settings = turn.game, turn.color, turn.settings
    ranking = rank_with_tactics(turn.evaluation, settings.control(), forbidden=game.forbidden(color), color=color)
    points = [move.point for move in ranking.playable if move.gain >= settings.get("play.pass_below")]
    return turn.decision(ranking.candidates[0].score, without_repetition(game, color, points))


_POLICIES: tuple[Callable[[_Turn], Decision | None], ...] = (
    _perfect_play, _likeliest_in_haste, _winning_pass, _best_by_tree_search, _best_ranked,
)  # fmt: skip


# -- the search, for a choice and for an analysis -------------------------------------------------------------------


def start_lookahead(
    evaluation: Evaluation, context: MoveContext, settings: Settings, reading_cache: ReadingCache,
    local_values: LocalValueCache | None = None,
    min_lines: int = 0, max_lines: int | None = None, trees: TreeStore | None = None,
) -> Lookahead:  # fmt: skip
    """Begin a search of a position, to be deepened step by step by the caller.

    Once it is as deep as for a choice of a move, the line of the move that `decide` finds comes first.

    evaluation -- of the position; reading_cache only saves time
    min_lines, max_lines -- how many lines there are from the start, and at most: at first no more than
                            analyse.top_moves, in the end three times as many
    trees -- trees of earlier positions, from which the search goes on, and where it is kept
    """
    top = settings.get("analyse.top_moves")
    max_lines = 3 * top if max_lines is None else min(3 * top, max_lines)
    if _uses_tree_search(evaluation, settings):
        lines = _tree_search(evaluation, settings, reading_cache, context, local_values, min_lines, trees)
        lines.most = max(1, min_lines, max_lines)
        return lines
    from analysis.tree_search.ranked_lines import RankedLines

    count = max(1, min_lines, min(top, max_lines))
    return RankedLines(
        evaluation.position, settings.control(), rules=evaluation.rules, forbidden=context.forbidden,
        recent=context.recent, restrictions=context.restrictions, count=count, most=max_lines, evaluation=evaluation,
        replies=kernel_mode() is not KernelMode.PLAIN,  # in plain Python each takes a second
    )


def search_limit(settings: Settings) -> AbstractContextManager[Work]:
    """Limit a tree search for the choice of a move to what such a search takes on the busiest boards of games."""
    return limited(SEARCH_UNITS + VISIT_UNITS * settings.get("play.visits"))


def _uses_tree_search(evaluation: Evaluation, settings: Settings) -> bool:
    return evaluation.status is not None and settings.get("play.policy_moves") > 0


def _tree_search(
    evaluation: Evaluation, settings: Settings, reading_cache: ReadingCache, context: MoveContext,
    local_values: LocalValueCache | None, min_lines: int = 0, trees: TreeStore | None = None,
) -> TreeLines:
    """Begin a tree search. With play.endgame, once most of the board is decided, moves in local games compete."""
    from analysis.tree_search.lines import is_permitted
    from analysis.tree_search.move_selection import MoveSelector, endgame_moves, is_endgame, without_self_endangering
    from analysis.tree_search.puct_tree import PuctTree
    from analysis.tree_search.tree_lines import TreeLines

    selector = MoveSelector(evaluation, settings.get("play.pass_below"))
    if settings.get("play.endgame") and is_endgame(evaluation) and current_work().seconds_left >= ENDGAME_SECONDS:
        games = count_endgame(evaluation, settings, local_values)
        local_moves = endgame_moves(evaluation, games, context.forbidden)
        selector = replace(selector, games=games, moves=without_self_endangering(evaluation, local_moves))
    tree = PuctTree(
        evaluation, settings.control(), recent=context.recent, forbidden=context.forbidden, memory=reading_cache,
        breadth=max(settings.get("play.policy_moves"), min_lines),
        permits=(lambda *move: is_permitted(context.restrictions, *move)) if context.restrictions else None,
        start=None if trees is None else trees.find(evaluation.position, evaluation.rules, settings.control()),
    )
    lines = TreeLines(
        tree, selector, visits=settings.get("play.visits"), max_visits=settings.get("analyse.max_visits"),
        restrictions=context.restrictions, min_lines=min_lines,
    )
    if trees is not None:
        trees.put(lines)
    return lines


# -- what the policies ask of a game --------------------------------------------------------------------------------


def without_repetition(game: Game, color: Color, points: Iterable[int]) -> list[int]:
    """Return the points whose move leads to a new board, so that no game goes round in circles under any ko rule."""
    return [point for point in points if not game.repeats_board(color, point)]


def passing_wins(game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None = None) -> bool:
    """Whether a pass of `color` ends a won game.

    The opponent has just passed, stones stand on a quarter of the points at least, and our final score is ahead even
    if everything doubtful went to the opponent: every neutral point, our stones whose life is only estimated, and the
    opponent's whose death is not proved. Without reading (`final_status.uses_reading`) our stones count as alive.
    """
    if not game.moves or game.moves[-1] != (color.opponent, PASS):
        return False
    position = game.position
    if 4 * np.count_nonzero(position.stones) < position.grid.area:
        return False
    final = final_status_of(game, settings, reading_cache)
    dead = _dead_in_worst_case(final, color) if uses_reading(settings) else final.dead
    neutral = int(np.count_nonzero(area_owners(position, dead) == 0))
    return color * game.score(dead, final.seki - dead) - neutral > 0


def _dead_in_worst_case(final: FinalBoard, color: Color) -> frozenset[int]:
    """Return the dead stones if all that is in doubt turns out for the worst for `color`."""
    from analysis.ownership.final_status import FinalStatus
    from analysis.status import Evidence

    dead: set[int] = set()
    for chain in final.chains:
        gone = chain.status is FinalStatus.DEAD
        doubtful = (
            chain.evidence is Evidence.ESTIMATED if chain.color is color else chain.evidence is not Evidence.PROVED
        )
        if chain.color is color if doubtful else gone:
            dead.update(chain.points)
    return frozenset(dead)


__all__ = ["Decision", "MoveContext", "decide", "passing_wins", "search_limit", "start_lookahead", "without_repetition"]
