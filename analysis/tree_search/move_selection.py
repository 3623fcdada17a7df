"""The closing: where the largest move on the board is in a local game, it is chosen by what such games are worth.

Whole evaluations tell a group's fate from a move that matters to it, but not a point from half a point. So the moves
that were foreseen and those of the local games are compared by what they gain over the opponent's playing there
instead: of a local game that is twice its temperature. A foreseen move counts where something is open: where the fate
of a chain hangs on it, where the board could not be cut into local games, or where so much is foreseen that a group
must be at stake. The larger comes first. All this once most of the board is decided; before, what was foreseen is
played.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log

from ..board import PASS, Position, Scoring
from ..endgame import LocalGames, LocalMove, sum_board
from ..evaluation import Evaluation
from ..policy.model import policy_moves
from ..ranking.ranker import Ranking
from ..status import Verdict
from ..status.answer import Result
from ..status.capture.capture_reader import attack
from .tree import RootMove

CLOSED = 0.75
"""The closing begins when so much of the board is decided. Before, the largest moves make or break whole areas, which
the games that can be counted know nothing of."""
DOUBTFUL = 0.15
"""A chain is in doubt if it is at least so likely to live, and to die."""
LARGE = 5.0
"""Points: a foreseen gain that is no error of the map, wherever it is."""
LIKELY = 0.03
"""Points that a local move e times as likely as another is ahead: it decides between moves of one temperature."""


def is_endgame(evaluation: Evaluation) -> bool:
    """Whether so little is open that local games say what is largest."""
    return evaluation.open_points <= (1 - CLOSED) * evaluation.position.grid.area


def closing_moves(
    evaluation: Evaluation, games: LocalGames, forbidden: Collection[int] = (), enough: float = 0.0
) -> tuple[LocalMove, ...]:
    """The moves in local games that gain something, the best first, by the rules' way of scoring.

    Where the whole board is counted exactly, those that are best in the sum; else the hottest, and of equally hot ones
    the likeliest; all are legal. By territory a move in a dame gains nothing; by area every move in what is not settled
    gains a point. What is estimated has to gain `enough` points; what is counted exactly counts however small it is.
    """
    position, scoring = evaluation.position, evaluation.rules.scoring
    least = -1 if scoring is Scoring.AREA else 0
    reckoning = sum_board(position, games, scoring)
    legal = set(map(int, position.legal_points(position.to_move, evaluation.rules))).difference(forbidden)
    moves = [
        move for move in reckoning.best(position.to_move)
        if move.game.temperature > least and move.point in legal
        and (move.game.exact or move.game.temperature - least >= enough)
    ]
    if not reckoning.complete:
        chances = {move.point: move.chance for move in policy_moves(position)}
        moves = [move for move in moves if move.point in chances]
        moves.sort(key=lambda move: -2 * float(move.game.temperature) - LIKELY * log(chances[move.point]))
    return tuple(moves)


def without_self_endangering(evaluation: Evaluation, moves: Sequence[LocalMove]) -> tuple[LocalMove, ...]:
    """The moves from the first one on that fills no liberty too many.

    A dame can be the second liberty of stones that have to connect elsewhere: they could not be taken before the move,
    and can after it, as `status.capture` reads both. Suicide of several stones is no such move.
    """
    position = evaluation.position
    for place, move in enumerate(moves):
        after = position.play(move.point, rules=evaluation.rules)
        if not after.stones[move.point]:
            continue
        joined = {position.chain_at(stone)[0] for stone in after.chain_at(move.point) if stone != move.point}
        safe = [stone for stone in sorted(joined) if not _falls(position, stone)]
        if not safe or not _falls(after, move.point):
            return tuple(moves[place:])
    return ()


def _falls(position: Position, stone: int) -> bool:
    return attack(position, stone).result is Result.WORKS


def with_exact_gains(ranking: Ranking, games: LocalGames, scoring: Scoring) -> Ranking:
    """A ranking in which moves in local games that are counted exactly gain what the count says.

    The best ones there gain the temperature, by area and a point more; any other no more than that.
    """
    bonus = 1 if scoring is Scoring.AREA else 0
    candidates = []
    for move in ranking.candidates:
        game = games.at(move.point) if move.point != PASS else None
        if game is not None and game.exact:
            most = float(game.temperature + bonus)
            gain = most if move.point in game.moves(ranking.color) else min(move.gain, most)
            move = move._replace(gain=gain, score=ranking.pass_score + ranking.color * gain)
        candidates.append(move)
    candidates.sort(key=lambda move: -round(move.gain, 6))
    return replace(ranking, candidates=tuple(candidates))


@dataclass(frozen=True)
class MoveSelector:
    """Which of the moves that were looked at are worth playing, and in which order.

      enough -- points that a foreseen move has to gain
      games, moves -- the local games, and what `closing_moves` and `without_self_endangering` say of them; None before
                      the closing
    """

    evaluation: Evaluation
    enough: float
    games: LocalGames | None = None
    moves: tuple[LocalMove, ...] = ()

    @property
    def apart(self) -> set[int]:
        """The moves of which the best are to be known, whatever is best elsewhere."""
        return set() if self.games is None else undecided(self.evaluation, self.games)

    def points(self, plans: Sequence[RootMove]) -> list[int]:
        """All points worth playing, the best first, without the pass. plans -- the best first"""
        worth = [plan for plan in plans if plan.point != PASS and plan.gain >= self.enough]
        if self.games is None:
            return [plan.point for plan in worth]
        return in_order(self.evaluation, worth, self.moves, self.games)


def in_order(
    evaluation: Evaluation, plans: Sequence[RootMove], moves: Sequence[LocalMove], games: LocalGames
) -> list[int]:
    """All points worth playing, the best first.

    plans -- what was foreseen and is worth playing, the best first, without the pass; moves -- of `closing_moves`
    """
    planned, local = [plan.point for plan in plans], [move.point for move in moves]
    unsettled = undecided(evaluation, games)
    if plans and plans[0].gain >= LARGE:
        first: RootMove | None = plans[0]
    else:
        first = next((plan for plan in plans if plan.point in unsettled), None)
    bonus = 1 if evaluation.rules.scoring is Scoring.AREA else 0
    if moves and (first is None or 2 * (moves[0].game.temperature + bonus) >= first.gain):
        points = [*local, *planned]
    else:
        points = [*([first.point] if first is not None else []), *planned, *local]
    return list(dict.fromkeys(points))


def undecided(evaluation: Evaluation, games: LocalGames) -> set[int]:
    """The points where what is foreseen counts: where nothing was counted, or the fate of a chain hangs on it."""
    found = {point for place in games.open for point in place.points} | _decisive(evaluation)
    return found - {point for game in games.games if game.exact for point in game.points}


def _decisive(evaluation: Evaluation) -> set[int]:
    """The moves that take or save a chain whose life is in doubt."""
    assert evaluation.status is not None
    assert evaluation.settled is not None
    found: set[int] = set()
    for chain, chance in zip(evaluation.status.chains, evaluation.settled.chances, strict=True):
        if chain.verdict is Verdict.CRITICAL and DOUBTFUL <= chance.value <= 1 - DOUBTFUL:
            found |= {move for move in (chain.kill, chain.save) if move is not None}
    return found


__all__ = [
    "MoveSelector", "closing_moves", "in_order", "is_endgame", "undecided", "with_exact_gains",
    "without_self_endangering",
]
