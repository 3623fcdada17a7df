"""The ranker's moves in growing depth, and for each the ranker's replies as far as there was time to look.

A step of deepening ranks the replies at the end of one variation, or takes up one more move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position, Rules
from ..control import ControlSettings, estimate
from ..evaluation import Evaluation
from ..ranking.ranker import Candidate, Ranking, rank_moves
from ..ranking.tactics import rank
from .lines import Limit, Line, Lookahead, permitted

FEWEST_VISITS = 10
SHORT, LONG = 4, 16
"""Moves in a variation before further first moves are taken up, and in the end."""

_REPLY_TOLERANCE, _REPLY_SWEEPS = 1e-4, 500
_PRIOR_POINTS = 1.0


@dataclass
class _Branch:
    """A variation being followed: its moves, the positions evaluated after each but the last, where it stands."""

    candidate: Candidate
    values: npt.NDArray[np.float64]
    moves: list[int]
    counts: list[int]
    end: Position
    boards: set[bytes]

    @property
    def visits(self) -> int:
        return 1 + sum(self.counts)

    @property
    def over(self) -> bool:
        return PASS in self.moves

    def line(self, shift: float, prior: float) -> Line:
        length = self.moves.index(PASS) if self.over else len(self.moves)
        length = max(length, 1)
        behind = tuple(1 + sum(self.counts[n:]) for n in range(length))
        point, _, score, _ = self.candidate
        return Line(point, score, score - shift, prior, self.visits, tuple(self.moves[:length]), behind, self.values)


class RankedLines(Lookahead):
    """The best moves of `color`, by default the side to move, in the ranker's order.

    rules, forbidden -- as for rank_moves: suicide, and the points that superko refuses
    limits -- what either side may play, to any depth
    count  -- how many lines there are at once
    most   -- how many deepen() may make of them; by default three times as many
    evaluation -- of the position, `color` to move: the first moves are ranked, and all boards settled, by it

    Moves that the ranker flags (own eyes, settled territory) are left out unless asked for by name. The pass has a
    line where the ranker puts it, or by itself if nothing else may be played. A line's score is Black's lead on the
    board after the move; its prior a softmax of the gains of all moves and the pass, at one point; at least 10
    positions are evaluated for each.

    Public attributes besides those of Lookahead:
      ranking -- the Ranking of the root
    """

    def __init__(
        self,
        position: Position,
        settings: ControlSettings | None = None,
        *,
        rules: Rules | None = None,
        forbidden: Collection[int] = (),
        color: Color | None = None,
        limits: Sequence[Limit] = (),
        count: int = 10,
        most: int | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        settings = settings or ControlSettings()
        self.color = position.to_move if color is None else color
        self._position, self._rules, self._settings = position, rules, settings
        self._reply_settings = replace(
            settings,
            tolerance=max(settings.tolerance, _REPLY_TOLERANCE),
            max_sweeps=min(settings.max_sweeps, _REPLY_SWEEPS),
        )
        self._limits = limits
        self.chosen = True
        self._most = 3 * count if most is None else max(count, most)
        self._settled = None if evaluation is None else evaluation.settled
        if evaluation is None:
            self.ranking = rank_moves(position, settings, rules=rules, forbidden=forbidden, color=self.color)
            self.root_values = estimate(position, settings).values
        else:
            self.ranking = rank(evaluation, settings, forbidden=forbidden, color=self.color)
            self.root_values = evaluation.control.values
        best = max((move.gain for move in self.ranking.playable), default=0.0)
        gained = int(self.color) * max(best, 0.0)
        if evaluation is None or evaluation.settled is None:
            self.root_lead = self.ranking.pass_score + 0.5 * gained
        else:
            self.root_lead = evaluation.score  # having the move counts in it
        self._shift = self.ranking.pass_score + gained - self.root_lead
        self.priors = _priors(self.ranking)
        self._root_visits = self.ranking.evaluated
        self._waiting = self._first_moves()
        self._branches: list[_Branch] = []
        while len(self._branches) < count and self._take_up():
            pass

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(branch.line(self._shift, self.priors[branch.candidate.point]) for branch in self._branches)

    @property
    def root_visits(self) -> int:
        return self._root_visits + sum(branch.visits for branch in self._branches)

    def deepen(self) -> bool:
        shortest = min(
            (branch for branch in self._branches if not branch.over and len(branch.moves) < LONG),
            key=lambda branch: len(branch.moves),
            default=None,
        )
        if shortest and len(shortest.moves) < SHORT:
            self._extend(shortest)
            return True
        if len(self._branches) < self._most and self._take_up():
            return True
        if shortest:
            self._extend(shortest)
        return shortest is not None

    def _permits(self, color: Color, ply: int, point: int) -> bool:
        return permitted(self._limits, color, ply, point)

    def _first_moves(self) -> Iterator[Candidate]:
        asked = {point for limit in self._limits if limit.only and limit.color == self.color for point in limit.points}
        moves = [
            move
            for move in self.ranking.candidates
            if (not move.reason or move.point in asked) and self._permits(self.color, 1, move.point)
        ]
        # Limits may leave nothing, but a pass is always legal.
        return iter(moves or [move for move in self.ranking.candidates if move.point == PASS])

    def _take_up(self) -> bool:
        """Begin the next first move, with as many evaluations as every line has. False if there is none."""
        candidate = next(self._waiting, None)
        if candidate is None:
            return False
        after = self._position.play(candidate.point, self.color, self._rules)
        values = self.root_values if candidate.point == PASS else self._field(after)
        boards = {self._position.stones.tobytes(), after.stones.tobytes()}
        branch = _Branch(candidate, values, [candidate.point], [], after, boards)
        while branch.visits < FEWEST_VISITS:
            self._extend(branch)
        self._branches.append(branch)
        return True

    def _field(self, after: Position) -> npt.NDArray[np.float64]:
        if self._settled is None:
            return estimate(after, self._settings).values
        board, held = self._settled.over(after)
        return estimate(board, replace(self._settings, stones="fixed"), held).values

    def _extend(self, branch: _Branch) -> None:
        """Rank the replies at the end of a variation and follow the best; a pass if none gains anything."""
        position, color = branch.end, branch.end.to_move
        ranking = rank_moves(position, self._reply_settings, rules=self._rules, settled=self._settled)
        branch.counts.append(ranking.evaluated)
        for move in ranking.playable:
            if move.gain <= 0:
                break
            after = position.play(move.point, color, self._rules)
            if self._permits(color, len(branch.moves) + 1, move.point) and after.stones.tobytes() not in branch.boards:
                branch.boards.add(after.stones.tobytes())
                branch.moves.append(move.point)
                branch.end = after
                return
        branch.moves.append(PASS)
        branch.end = position.play(PASS)


def _priors(ranking: Ranking) -> dict[int, float]:
    """The share of each candidate in a softmax of the gains; flagged moves have one too."""
    gains = np.array([move.gain for move in ranking.candidates])
    weights = np.exp((gains - gains.max()) / _PRIOR_POINTS)
    weights /= weights.sum()
    return {move.point: float(weight) for move, weight in zip(ranking.candidates, weights, strict=True)}


__all__ = ["RankedLines"]
