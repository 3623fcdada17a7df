"""The ranker's moves in growing depth, each with a variation of the ranker's best replies.

A step of deepening ranks the replies at the end of one variation, or starts the variation of one more move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position, Rules
from ..control import ControlSettings, estimate
from ..evaluation import Evaluation
from ..policy.model import move_probabilities
from ..ranking.ranker import Candidate, rank_moves
from ..ranking.tactics import rank_with_tactics
from .lines import Line, Lookahead, MoveRestriction, is_permitted

MIN_VISITS = 10
"""The least visits of a line when it is first shown."""
FIRST_LENGTH, MAX_LENGTH = 4, 16
"""Moves in a variation before further first moves are taken up, and in the end."""

_REPLY_TOLERANCE, _REPLY_SWEEPS = 1e-4, 500


@dataclass
class _Variation:
    """A variation that grows move by move.

      candidate, values -- the first move and the control map after it
      moves  -- the moves so far
      counts -- the positions evaluated after each move but the last
      end    -- the position after the last move
      boards -- the stones of all positions of the variation, which must not repeat
    """

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
    def is_over(self) -> bool:
        return PASS in self.moves

    def line(self, shift: float, prior: float) -> Line:
        length = self.moves.index(PASS) if self.is_over else len(self.moves)
        length = max(length, 1)
        pv_visits = tuple(1 + sum(self.counts[n:]) for n in range(length))
        point, _, score, _ = self.candidate
        return Line(
            point, score, score - shift, prior, self.visits, tuple(self.moves[:length]), pv_visits, self.values
        )


class RankedLines(Lookahead):
    """The best moves of `color`, by default the side to move, in the ranker's order.

    rules, forbidden -- as for rank_moves: suicide, and superko points
    recent     -- the last moves, the latest last
    limits     -- restrictions on the moves of either side, to any depth
    count      -- how many lines there are at once
    most       -- to how many deepen() may add; by default three times as many
    evaluation -- of the position, `color` to move: its first moves are ranked, and all positions settled, by it
    replies    -- whether to search replies; without, each line is its first move and there is nothing to deepen

    Moves that the ranker flags (own eyes, settled territory) are left out unless a restriction names them. The pass has
    a line in the ranker's order, or alone if nothing else may be played. A line's score is Black's lead after the move;
    its prior the probability of the move by the policy (`analysis.policy`), 0 for suicide; at least MIN_VISITS
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
        recent: Sequence[int] = (),
        color: Color | None = None,
        restrictions: Sequence[MoveRestriction] = (),
        count: int = 10,
        most: int | None = None,
        evaluation: Evaluation | None = None,
        replies: bool = True,
    ) -> None:
        settings = settings or ControlSettings()
        self.color = position.to_move if color is None else color
        self._position, self._rules, self._settings = position, rules, settings
        self._reply_settings = replace(
            settings,
            tolerance=max(settings.tolerance, _REPLY_TOLERANCE),
            max_sweeps=min(settings.max_sweeps, _REPLY_SWEEPS),
        )
        self._limits = restrictions
        self._min_visits = MIN_VISITS if replies else 1
        self.chosen = True
        self._most = 3 * count if most is None else max(count, most)
        self._settled = None if evaluation is None else evaluation.settled
        if evaluation is None:
            self.ranking = rank_moves(position, settings, rules=rules, forbidden=forbidden, color=self.color)
            self.root_values = estimate(position, settings).values
        else:
            self.ranking = rank_with_tactics(evaluation, settings, forbidden=forbidden, color=self.color)
            self.root_values = evaluation.control.values
        best = max((move.gain for move in self.ranking.playable), default=0.0)
        gained = int(self.color) * max(best, 0.0)
        if evaluation is None or evaluation.settled is None:
            self._root_lead = self.ranking.pass_score + 0.5 * gained
        else:
            self._root_lead = evaluation.score  # includes the value of having the move
        self._shift = self.ranking.pass_score + gained - self._root_lead
        likely = move_probabilities(position, self.color, recent, forbidden=forbidden)
        self.priors = {move.point: likely.get(move.point, 0.0) for move in self.ranking.candidates}
        self._root_visits = self.ranking.evaluated
        self._remaining = self._first_moves()
        self._variations: list[_Variation] = []
        while len(self._variations) < count and self._start_variation():
            pass

    @property
    def root_lead(self) -> float:
        return self._root_lead

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(one.line(self._shift, self.priors[one.candidate.point]) for one in self._variations)

    @property
    def root_visits(self) -> int:
        return self._root_visits + sum(variation.visits for variation in self._variations)

    def deepen(self) -> bool:
        if self._min_visits == 1:
            return False
        shortest = min(
            (one for one in self._variations if not one.is_over and len(one.moves) < MAX_LENGTH),
            key=lambda variation: len(variation.moves),
            default=None,
        )
        if shortest and len(shortest.moves) < FIRST_LENGTH:
            self._extend(shortest)
            return True
        if len(self._variations) < self._most and self._start_variation():
            return True
        if shortest:
            self._extend(shortest)
        return shortest is not None

    def _permits(self, color: Color, ply: int, point: int) -> bool:
        return is_permitted(self._limits, color, ply, point)

    def _first_moves(self) -> Iterator[Candidate]:
        named = {point for limit in self._limits if limit.only and limit.color == self.color for point in limit.points}
        moves = [
            move
            for move in self.ranking.candidates
            if (not move.reason or move.point in named) and self._permits(self.color, 1, move.point)
        ]
        # Restrictions may leave nothing, but a pass is always legal.
        return iter(moves or [move for move in self.ranking.candidates if move.point == PASS])

    def _start_variation(self) -> bool:
        """Start the variation of the next first move, with its first replies. Returns False if there is none."""
        candidate = next(self._remaining, None)
        if candidate is None:
            return False
        after = self._position.play(candidate.point, self.color, self._rules)
        values = self.root_values if candidate.point == PASS else self._control(after)
        boards = {self._position.stones.tobytes(), after.stones.tobytes()}
        variation = _Variation(candidate, values, [candidate.point], [], after, boards)
        while variation.visits < self._min_visits:
            self._extend(variation)
        self._variations.append(variation)
        return True

    def _control(self, after: Position) -> npt.NDArray[np.float64]:
        if self._settled is None:
            return estimate(after, self._settings).values
        board, strength = self._settled.settle_later(after)
        return estimate(board, replace(self._settings, stones="fixed"), strength).values

    def _extend(self, variation: _Variation) -> None:
        """Rank the replies at the end of a variation and append the best; a pass if none gains anything."""
        position, color = variation.end, variation.end.to_move
        ranking = rank_moves(position, self._reply_settings, rules=self._rules, settled=self._settled)
        variation.counts.append(ranking.evaluated)
        for move in ranking.playable:
            if move.gain <= 0:
                break
            after = position.play(move.point, color, self._rules)
            stones = after.stones.tobytes()
            if self._permits(color, len(variation.moves) + 1, move.point) and stones not in variation.boards:
                variation.boards.add(stones)
                variation.moves.append(move.point)
                variation.end = after
                return
        variation.moves.append(PASS)
        variation.end = position.play(PASS)


__all__ = ["RankedLines"]
