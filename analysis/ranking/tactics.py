"""The ranking of moves corrected by what is read: moves that kill and save, and those that lose their stone.

    kill, save   a move that decides a critical chain gains what depends on the chain: the difference in score between
                 the chain standing and removed; half of it where a ko decides
    loss         a move whose chain the opponent can capture at once, as read, loses the difference that makes; only
                 the best moves are checked, until enough are found that are not captured
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, IllegalMove, Position, Rules
from ..control import ControlSettings, estimate
from ..evaluation import Evaluation
from ..ownership.settled_board import SettledBoard
from ..reading import Result, attack
from ..status import BoardStatus, Fate, Status, Verdict
from .ranker import Candidate, Ranking, rank_moves

Array = npt.NDArray[np.float64]

MOST_CHECKED = 30
"""The number of best moves that are checked for capture, at most."""
ENOUGH_SAFE = 10
"""The number of moves that are not captured after which the check ends."""
CAPTURE_NODES = 200
"""The limit of nodes for each such reading."""


def rank_with_tactics(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    forbidden: Collection[int] = (),
    color: Color | None = None,
) -> Ranking:
    """Rank all legal moves of `color`, by default the side to move, on the settled board, corrected by reading.

    For an evaluation by control only, that is `rank_moves`. `forbidden` are superko points.
    """
    settings = settings or ControlSettings()
    ranking = rank_moves(
        evaluation.position, settings, rules=evaluation.rules, forbidden=forbidden, color=color, life=evaluation.life,
        settled=evaluation.settled,
    )
    return _taxed(_corrected(ranking, evaluation, settings), evaluation.tax)


def _taxed(ranking: Ranking, tax: float) -> Ranking:
    """Return the ranking with the taxes of the rules in its scores: those before the move, for all moves alike."""
    if not tax:
        return ranking
    candidates = tuple(move._replace(score=move.score + tax) for move in ranking.candidates)
    return replace(ranking, candidates=candidates, pass_score=ranking.pass_score + tax)


def _corrected(ranking: Ranking, evaluation: Evaluation, settings: ControlSettings) -> Ranking:
    """Return the ranking corrected by reading; unchanged for an evaluation by control only.

    The scores of moves change with their gains, so that both give the same order.
    """
    status, settled = evaluation.status, evaluation.settled
    if status is None or settled is None:
        return ranking
    fixed = replace(settings, stones="fixed")
    bonus = _decisive_moves(ranking.color, status, settled, fixed)
    moves = [_add_gain(move, bonus.get(move.point, 0.0), ranking.color) for move in ranking.candidates]
    moves.sort(key=lambda move: -round(move.gain, 6))
    safe, checked = 0, 0
    for index, move in enumerate(list(moves)):
        if safe >= ENOUGH_SAFE or checked >= MOST_CHECKED or move.gain <= 0:
            break
        if move.point == PASS or move.reason:
            continue
        checked += 1
        loss = 0.0
        if move.point not in bonus:
            loss = _loss(evaluation.position, move.point, ranking.color, settled, fixed, evaluation.rules)
        safe += loss == 0
        moves[index] = _add_gain(move, -loss, ranking.color)
    moves.sort(key=lambda move: -round(move.gain, 6))
    return replace(ranking, candidates=tuple(moves))


def _add_gain(move: Candidate, more: float, color: Color) -> Candidate:
    """Return the move with `more` points of gain for `color`."""
    return move._replace(gain=move.gain + more, score=move.score + color * more) if more else move


def _decisive_moves(
    color: Color, status: BoardStatus, settled: SettledBoard, fixed: ControlSettings
) -> dict[int, float]:
    """Return, by point, the gain of a move of `color` that kills or saves a critical chain."""
    swings: dict[tuple[int, ...], float] = {}
    gains: dict[int, float] = {}
    for chain in status.having(Verdict.CRITICAL):
        own = chain.color is color
        move = chain.save if own else chain.kill
        if move is None or move == PASS:
            continue
        if chain.group not in swings:
            swings[chain.group] = points_at_stake(chain, settled, fixed)
        certain = (chain.if_owner_first is Fate.LIVES) if own else (chain.if_enemy_first is Fate.DIES)
        gains[move] = max(gains.get(move, 0.0), swings[chain.group] * (1.0 if certain else 0.5))
    return gains


def points_at_stake(chain: Status, settled: SettledBoard, settings: ControlSettings) -> float:
    """Return the points that depend on a chain's group: its owner's lead with it alive, minus that with it removed."""
    fixed = replace(settings, stones="fixed")
    alive, removed = (
        _score_with(settled.position, settled.strength, list(chain.group), strength, fixed)
        for strength in (int(chain.color), 0)
    )
    return max(0.0, chain.color * (alive - removed))


def _score_with(board: Position, strengths: Array, points: list[int], strength: int, fixed: ControlSettings) -> float:
    """Return Black's lead with stones of that strength on these points, or without stones if it is 0."""
    stones, changed = board.stones.copy(), strengths.copy()
    stones[points], changed[points] = strength, strength
    return estimate(Position(board.grid, stones, board.to_move), fixed, changed).score


def _loss(
    position: Position, point: int, color: Color, settled: SettledBoard, fixed: ControlSettings, rules: Rules
) -> float:
    """Return the points lost if the opponent captures the chain of the new stone at once; 0 if that does not work."""
    try:
        after = position.play(point, color, rules)
    except IllegalMove:
        return 0.0
    if not after.stones[point] or len(after.liberties_at(point)) > 2:
        return 0.0
    if attack(after, point, nodes=CAPTURE_NODES).result is not Result.WORKS:
        return 0.0
    board, strengths = settled.settle_later(after)
    without = _score_with(board, strengths, after.chain_at(point), 0, fixed)
    return max(0.0, color * (estimate(board, fixed, strengths).score - without))


__all__ = ["points_at_stake", "rank_with_tactics"]
