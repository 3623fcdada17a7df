"""The one-ply ranker: every legal move and its gain against a pass (Hu 2020, figure 10).

Each move is played on the board, captures included, and the position after it is evaluated with the opponent to move.
Nothing is read further ahead.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position, Rules, UnconditionalLife, true_eyes, unconditional_life
from ..board.grid import board_kernels
from ..control import ControlMap, ControlSettings, estimate, estimate_many, is_unique

if TYPE_CHECKING:
    from ..ownership.settled_board import SettledBoard

OWN_EYE = "own eye"
SETTLED = "settled territory"


class Candidate(NamedTuple):
    """A move and its value.

      point  -- the point, or PASS
      gain   -- points the mover gains against a pass; may be negative
      score  -- Black's lead on the board after the move, komi excluded
      reason -- "", or why the engine does not play this move: OWN_EYE or SETTLED
    """

    point: int
    gain: float
    score: float
    reason: str = ""


@dataclass(frozen=True)
class Ranking:
    """All moves of one side, ordered by gain.

      color      -- the mover
      candidates -- every legal move and the pass, best first; equal gains (to 1e-6) by point, the pass last
      pass_score -- Black's lead if the mover passes, komi excluded
      converged  -- whether every evaluation reached its tolerance
    """

    color: Color
    candidates: tuple[Candidate, ...]
    pass_score: float
    converged: bool

    @property
    def moves(self) -> tuple[Candidate, ...]:
        """The candidates without the pass."""
        return tuple(c for c in self.candidates if c.point != PASS)

    @property
    def playable(self) -> tuple[Candidate, ...]:
        """The moves without a reason against playing them, best first."""
        return tuple(c for c in self.moves if not c.reason)

    @property
    def evaluated(self) -> int:
        """How many positions were evaluated: one for each move, one for the pass."""
        return len(self.candidates)

    def best(self, count: int) -> tuple[Candidate, ...]:
        """Return the `count` best moves, best first, those not to be played included."""
        return self.moves[:count]

    def worst(self, count: int) -> tuple[Candidate, ...]:
        """Return the `count` worst moves, worst first, those not to be played included."""
        return self.moves[::-1][:count]


def rank_moves(
    position: Position,
    settings: ControlSettings | None = None,
    *,
    rules: Rules | None = None,
    forbidden: Collection[int] = (),
    color: Color | None = None,
    life: UnconditionalLife | None = None,
    settled: SettledBoard | None = None,
) -> Ranking:
    """Rank all legal moves of `color`, by default the side to move.

    rules     -- for suicide; superko points, which only the Game knows, come in `forbidden`
    life      -- unconditional_life(position, rules) if already computed
    settled   -- evaluate on this settled board, that of this position or of one some moves before

    The sweeps for a move begin at the field before it if the field does not depend on the start (control.is_unique),
    else at the bare stones: so the scores are those of estimate() for each position after a move, to the tolerance.
    """
    settings = settings or ControlSettings()
    color = position.to_move if color is None else color
    points = position.legal_points(color, rules)
    points = points[~np.isin(points, list(forbidden))]
    field, scores, converged = _field_and_scores(position, points, color, settings, rules, settled)

    life = life or unconditional_life(position, rules)
    reason = np.full(len(points), "", object)
    reason[true_eyes(position, color)[points]] = OWN_EYE
    reason[life.territory[points] != 0] = SETTLED

    # The pass goes in at the end, and a stable sort keeps the points in order where gains are equal.
    points, scores, reason = np.append(points, PASS), np.append(scores, field.score), np.append(reason, "")
    gains = int(color) * (scores - field.score)
    order = np.argsort(-gains.round(6), kind="stable")
    columns = (column[order].tolist() for column in (points, gains, scores, reason))
    candidates = tuple(map(Candidate, *columns))
    return Ranking(color, candidates, field.score, converged and field.converged)


def move_gains(
    position: Position, settings: ControlSettings, color: Color
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float64]]:
    """Return the legal moves of `color`, ascending, and what they gain against a pass: (n,) each, as in `rank_moves`.
    """
    points = position.legal_points(color)
    field, scores, _ = _field_and_scores(position, points, color, settings)
    return points, int(color) * (scores - field.score)


def _field_and_scores(
    position: Position, points: npt.NDArray[np.int16], color: Color, settings: ControlSettings,
    rules: Rules | None = None, settled: SettledBoard | None = None,
) -> tuple[ControlMap, npt.NDArray[np.float64], bool]:
    """Return the field before the moves, and what `_scores_after` does."""
    board, strengths = (position, None) if settled is None else settled.settle_later(position)
    if settled is not None:
        settings = replace(settings, stones="fixed")
    # The sweeps of all moves begin at the field before the move: an error in it would be in every gain.
    field = estimate(board, replace(settings, tolerance=max(settings.tolerance * 1e-4, 1e-26)), strengths)
    return field, *_scores_after(position, points, color, settings, rules, field.values.reshape(-1), settled)


def _scores_after(
    position: Position,
    points: npt.NDArray[np.int16],
    color: Color,
    settings: ControlSettings,
    rules: Rules | None,
    field: npt.NDArray[np.float64],
    settled: SettledBoard | None,
) -> tuple[npt.NDArray[np.float64], bool]:
    """Return (n,) the scores of the positions after the moves, and whether all fields converged."""
    from ..runtime import jit

    scores = np.zeros(len(points))
    new_strengths = (
        np.full(len(points), float(color)) if settled is None else settled.new_stone_strengths(position, points, color)
    )
    converged = np.ones(len(points), np.bool_)
    board, strengths = (position, position.stones.astype(float)) if settled is None else settled.settle_later(position)
    # The kernel handles neither suicide nor chains that count their liberties only.
    by_kernel = np.full(len(points), jit.COMPILED and settings.method == "fast" and not settings.liberties_only)
    if by_kernel.any():
        if rules is not None and rules.suicide:
            by_kernel &= np.isin(points, position.legal_points(color, replace(rules, suicide=False)))
        if settled is not None and settled.removed:
            # Where dead stones beside it were removed, a chain has more liberties there than on the board.
            by_kernel &= (_captures_by(position, color) == _captures_by(board, color))[points]
        from . import _kernels

        grid = position.grid
        start = field if is_unique(grid, settings) else np.where(board.stones != 0, strengths, 0.0)
        start.flags.writeable = False  # as the field is, so that the kernel is compiled once
        scores[by_kernel], converged[by_kernel] = _kernels.score_moves(
            board.stones, strengths, (grid.neighbours, grid.width), settings.parameters, start,
            points[by_kernel], int(color), new_strengths[by_kernel],
        )
    others = np.flatnonzero(~by_kernel)
    if others.size:
        after = [position.play(int(points[i]), color, rules) for i in others]
        if settled is None:
            maps = estimate_many(position.grid, np.array([played.stones for played in after]), settings)
            scores[others], converged[others] = maps.score, maps.converged
        else:
            fields = [estimate(board, settings, strengths) for board, strengths in map(settled.settle_later, after)]
            scores[others], converged[others] = [one.score for one in fields], [one.converged for one in fields]
    return scores, bool(converged.all())


def _captures_by(position: Position, color: Color) -> npt.NDArray[np.int32]:
    """Return (area,) int32: how many stones a move of `color` on each point captures."""
    grid = position.grid
    label, _, liberties = board_kernels().label_chains(position.stones, grid.neighbours)
    captures = np.zeros(grid.area, np.int32)
    for stone in np.flatnonzero((position.stones == -color) & (liberties[label] == 1)):
        captures[position.liberties_at(int(stone))[0]] += 1
    return captures
