"""Choosing the move to play from the searched moves, and in the endgame from the moves of local games.

Whole evaluations tell the fate of a group from a move that decides it, but not one point from half a point. So in the
endgame, once most of the board is decided, searched moves and moves of local games are compared by what they gain over
the opponent's move in the same place, which in a local game is twice its temperature. A searched move counts where
something is open: where it decides the life of a chain, where the board could not be cut into local games, or where it
gains so much that a group must be at stake. The larger comes first. Before the endgame the searched move is played.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log

from ..board import PASS, Position, Scoring, true_eyes
from ..endgame import LocalGames, LocalMove, sum_board
from ..evaluation import Evaluation
from ..policy.model import move_probabilities
from ..ranking.ranker import Ranking
from ..reading import Result, attack
from ..status import Verdict
from .puct_tree import RootMove

ENDGAME_SHARE = 0.75
"""The endgame begins when so much of the board is decided. Before, the largest moves make or break whole areas, which
the local games do not contain."""
DOUBT = 0.15
"""The life of a chain is in doubt if its life probability is at least so far from 0 and from 1."""
LARGE_GAIN = 5.0
"""Points: a searched move that gains so much is no error of the control map, wherever it is."""
LIKELIHOOD_POINTS = 0.03
"""Points that a local move e times as likely as another is ahead: it decides between moves of equal temperature."""


def is_endgame(evaluation: Evaluation) -> bool:
    """Return whether so much is decided that local games tell the largest move."""
    return evaluation.open_points <= (1 - ENDGAME_SHARE) * evaluation.position.grid.area


def endgame_moves(
    evaluation: Evaluation, games: LocalGames, forbidden: Collection[int] = ()
) -> tuple[LocalMove, ...]:
    """Return the legal moves of local games that gain something by the rules' way of scoring, the best first.

    If the whole board is counted exactly, they are the best moves of the sum; else they are in order of temperature,
    and of equally hot ones the likeliest first. By territory a dame gains nothing; by area every move in an unsettled
    place gains a point.
    """
    position, scoring = evaluation.position, evaluation.rules.scoring
    least = -1 if scoring is Scoring.AREA else 0
    board_sum = sum_board(position, games, scoring)
    legal = set(map(int, position.legal_points(position.to_move, evaluation.rules))).difference(forbidden)
    moves = [
        move for move in board_sum.best(position.to_move)
        if move.game.temperature > least and move.point in legal
    ]
    if not board_sum.complete:
        policy = move_probabilities(position)
        eyes = true_eyes(position, position.to_move)
        moves = [move for move in moves if move.point in policy and not eyes[move.point]]
        moves.sort(key=lambda move: -2 * float(move.game.temperature) - LIKELIHOOD_POINTS * log(policy[move.point]))
    return tuple(moves)


def without_self_endangering(evaluation: Evaluation, moves: Sequence[LocalMove]) -> tuple[LocalMove, ...]:
    """Return the moves from the first one on that does not let own stones be captured.

    A dame can be the second liberty of stones that have to connect elsewhere: they cannot be captured before the move,
    and can after it, as `status.capture` reads both. Suicide of several stones is left out too.
    """
    position = evaluation.position
    for index, move in enumerate(moves):
        after = position.play(move.point, rules=evaluation.rules)
        if not after.stones[move.point]:
            continue
        joined = {position.chain_at(stone)[0] for stone in after.chain_at(move.point) if stone != move.point}
        safe = [stone for stone in sorted(joined) if not _can_be_captured(position, stone)]
        if not safe or not _can_be_captured(after, move.point):
            return tuple(moves[index:])
    return ()


def _can_be_captured(position: Position, stone: int) -> bool:
    return attack(position, stone).result is Result.WORKS


def with_exact_gains(ranking: Ranking, games: LocalGames, scoring: Scoring) -> Ranking:
    """Return a ranking in which moves in exactly counted local games gain what the count says.

    The best moves there gain the temperature, by area one point more; any other move at most that.
    """
    bonus = 1 if scoring is Scoring.AREA else 0
    candidates = []
    for move in ranking.candidates:
        game = games.at(move.point) if move.point != PASS else None
        if game is not None:
            best_gain = float(game.temperature + bonus)
            gain = best_gain if move.point in game.moves(ranking.color) else min(move.gain, best_gain)
            move = move._replace(gain=gain, score=ranking.pass_score + ranking.color * gain)
        candidates.append(move)
    candidates.sort(key=lambda move: -round(move.gain, 6))
    return replace(ranking, candidates=tuple(candidates))


@dataclass(frozen=True)
class MoveSelector:
    """Which of the searched moves are worth playing, and in which order.

      min_gain -- points that a searched move has to gain
      games  -- the local games; None before the endgame
      moves  -- the moves of `endgame_moves` that pass `without_self_endangering`
    """

    evaluation: Evaluation
    min_gain: float
    games: LocalGames | None = None
    moves: tuple[LocalMove, ...] = ()

    @property
    def focus(self) -> set[int]:
        """The moves of which the search has to find the best, even if others are better; see `PuctTree.run`."""
        return set() if self.games is None else contested_points(self.evaluation, self.games)

    def points(self, root_moves: Sequence[RootMove]) -> list[int]:
        """Return all points worth playing, the best first, without the pass.

        root_moves -- as by `PuctTree.root_moves`
        """
        worth = [move for move in root_moves if move.point != PASS and move.gain >= self.min_gain]
        if self.games is None:
            return [move.point for move in worth]
        return ordered_points(self.evaluation, worth, self.moves, self.games)


def ordered_points(
    evaluation: Evaluation, searched: Sequence[RootMove], moves: Sequence[LocalMove], games: LocalGames
) -> list[int]:
    """Return all points worth playing in the endgame, the best first.

    searched -- the searched moves worth playing, the best first, without the pass; moves -- those of `endgame_moves`
    """
    searched_points, local_points = [move.point for move in searched], [move.point for move in moves]
    contested = contested_points(evaluation, games)
    if searched and searched[0].gain >= LARGE_GAIN:
        best: RootMove | None = searched[0]
    else:
        best = next((move for move in searched if move.point in contested), None)
    bonus = 1 if evaluation.rules.scoring is Scoring.AREA else 0
    if moves and (best is None or 2 * (moves[0].game.temperature + bonus) >= best.gain):
        points = [*local_points, *searched_points]
    else:
        points = [*([best.point] if best is not None else []), *searched_points, *local_points]
    return list(dict.fromkeys(points))


def contested_points(evaluation: Evaluation, games: LocalGames) -> set[int]:
    """Return the points where a searched move counts: in places without a count, or where it decides a chain's life."""
    found = {point for place in games.unvalued for point in place.points} | _decisive_points(evaluation)
    return found - {point for game in games.games for point in game.points}


def _decisive_points(evaluation: Evaluation) -> set[int]:
    """Return the moves that kill or save a critical chain whose life is in doubt."""
    assert evaluation.status is not None
    assert evaluation.settled is not None
    found: set[int] = set()
    for chain, life in zip(evaluation.status.chains, evaluation.settled.life_probabilities, strict=True):
        if chain.verdict is Verdict.CRITICAL and DOUBT <= life.value <= 1 - DOUBT:
            found |= {move for move in (chain.kill, chain.save) if move is not None}
    return found


__all__ = [
    "MoveSelector", "contested_points", "endgame_moves", "is_endgame", "ordered_points", "with_exact_gains",
    "without_self_endangering",
]
