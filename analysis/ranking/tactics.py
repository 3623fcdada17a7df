"""What reading adds to a ranking: the moves that kill and save, and those that lose the stone they put.

    kill, save   a move that decides a critical chain gains what hangs on it: the difference the chain makes to the
                 score, standing or gone. Where a ko decides it is half of that
    loss         a move whose chain the other side can take at once, by reading, loses the difference that makes; this
                 is asked of the moves that look best, until enough are found that stand
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, IllegalMove, Position, Rules
from ..control import ControlSettings, estimate
from ..evaluation import Evaluation
from ..ownership.settled_board import Settled
from ..status import BoardStatus, Fate, Status, Verdict
from ..status.answer import Result
from ..status.capture.capture_reader import attack
from .ranker import Candidate, Ranking, rank_moves

Array = npt.NDArray[np.float64]

READ = 30
"""How many of the best moves are asked whether they lose their stones, at most."""
ENOUGH = 10
"""How many that stand are enough."""
NODES = 200


def rank(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    forbidden: Collection[int] = (),
    color: Color | None = None,
) -> Ranking:
    """Rank all legal moves of `color`, by default the side to move, on the settled board, with what reading adds.

    Of an evaluation by control only, that is `rank_moves`. `forbidden` are superko points.
    """
    settings = settings or ControlSettings()
    ranking = rank_moves(
        evaluation.position, settings, rules=evaluation.rules, forbidden=forbidden, color=color, life=evaluation.life,
        settled=evaluation.settled,
    )
    return _with_tactics(ranking, evaluation, settings)


def _with_tactics(ranking: Ranking, evaluation: Evaluation, settings: ControlSettings) -> Ranking:
    """The ranking with what reading adds; that of a bare evaluation unchanged.

    The scores of moves change with their gains, so that their order is the same.
    """
    status, settled = evaluation.status, evaluation.settled
    if status is None or settled is None:
        return ranking
    fixed = replace(settings, stones="fixed")
    bonus = _decisive_moves(ranking.color, status, settled, fixed)
    moves = [_changed(move, bonus.get(move.point, 0.0), ranking.color) for move in ranking.candidates]
    moves.sort(key=lambda move: -round(move.gain, 6))
    standing, asked = 0, 0
    for place, move in enumerate(list(moves)):
        if standing >= ENOUGH or asked >= READ or move.gain <= 0:
            break
        if move.point == PASS or move.reason:
            continue
        asked += 1
        loss = 0.0
        if move.point not in bonus:
            loss = _loss(evaluation.position, move.point, ranking.color, settled, fixed, evaluation.rules)
        standing += loss == 0
        moves[place] = _changed(move, -loss, ranking.color)
    moves.sort(key=lambda move: -round(move.gain, 6))
    return replace(ranking, candidates=tuple(moves))


def _changed(move: Candidate, more: float, color: Color) -> Candidate:
    return move._replace(gain=move.gain + more, score=move.score + color * more) if more else move


def _decisive_moves(
    color: Color, status: BoardStatus, settled: Settled, fixed: ControlSettings
) -> dict[int, float]:
    """By point, what a move of `color` there gains by killing or saving."""
    swings: dict[tuple[int, ...], float] = {}
    gains: dict[int, float] = {}
    for chain in status.having(Verdict.CRITICAL):
        own = chain.color is color
        move = chain.save if own else chain.kill
        if move is None or move == PASS:
            continue
        if chain.group not in swings:
            swings[chain.group] = _swing(chain, settled, fixed)
        sure = (chain.if_owner_first is Fate.LIVES) if own else (chain.if_enemy_first is Fate.DIES)
        gains[move] = max(gains.get(move, 0.0), swings[chain.group] * (1.0 if sure else 0.5))
    return gains


def _swing(chain: Status, settled: Settled, fixed: ControlSettings) -> float:
    """The points that hang on a chain's group: its owner's lead with it alive, less that with it gone."""
    alive, gone = (
        _score_with(settled.position, settled.strength, list(chain.group), worth, fixed)
        for worth in (int(chain.color), 0)
    )
    return max(0.0, chain.color * (alive - gone))


def _score_with(board: Position, held: Array, points: list[int], worth: int, fixed: ControlSettings) -> float:
    """Black's lead if these points held stones of that worth, or none."""
    stones, sources = board.stones.copy(), held.copy()
    stones[points], sources[points] = worth, worth
    return estimate(Position(board.grid, stones, board.to_move), fixed, sources).score


def _loss(
    position: Position, point: int, color: Color, settled: Settled, fixed: ControlSettings, rules: Rules
) -> float:
    """What is lost if the other side takes the chain of a new stone: 0 if he cannot."""
    try:
        after = position.play(point, color, rules)
    except IllegalMove:
        return 0.0
    if not after.stones[point] or len(after.liberties_at(point)) > 2:
        return 0.0
    if attack(after, point, nodes=NODES).result is not Result.WORKS:
        return 0.0
    board, held = settled.over(after)
    without = _score_with(board, held, after.chain_at(point), 0, fixed)
    return max(0.0, color * (estimate(board, fixed, held).score - without))


__all__ = ["rank"]
