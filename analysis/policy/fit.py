"""Fitting the weights of `shape`: one softmax over the moves of every position, judged game by game.

What was played in a position counts against all other moves there. The weights are kept small by a penalty; patterns
that were seldom played share the weight 0. How well they foretell moves is told by cross-validation in which all
positions of a game are left out together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Color, Position
from .features import COLUMNS, MEASURES, PATTERNS, POINTS, SIZES, STAGES, Features, candidates, features, pattern_text

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

PENALTY = 2.0
FOLDS = 4
SEEN = 5
"""A pattern that was played less often has no weight of its own, unless it was there to be played OFFERED times."""
OFFERED = 2000
ITERATIONS = 120


@dataclass(frozen=True)
class Example:
    """A position, the move that was played, the moves before it, and the game it is from."""

    position: Position
    color: Color
    recent: tuple[int, ...]
    move: int
    game: str


@dataclass(frozen=True)
class Fit:
    """What was fitted.

    Public attributes:
      weights  -- feature -> case, pattern or stage -> weight, as in shape.json
      moves    -- how many moves it was fitted on
      log_loss -- mean of -log(chance) of the moves played, games left out in turn
      first, among_ten -- how often the move played is the likeliest, or one of the ten likeliest, games left out
    """

    weights: Mapping[str, Mapping[str, float]]
    moves: int
    log_loss: float
    first: float
    among_ten: float


def fit(examples: Sequence[Example]) -> Fit:
    """Fit all weights. Moves that fill an eye are left out. Raises ValueError unless there are moves of two games."""
    data = _Data(examples)
    games = sorted(set(data.games))
    if len(games) < 2:
        raise ValueError(f"expected moves of at least two games, got {len(data.games)} moves of {len(games)}")
    order = np.random.default_rng(0).permutation(len(games)) % FOLDS
    fold_of = dict(zip(games, order.tolist(), strict=True))
    folds = np.array([fold_of[game] for game in data.games])
    chance, rank = np.zeros(len(folds)), np.zeros(len(folds), np.int64)
    for fold in np.unique(folds):
        out = folds == fold
        chance[out], rank[out] = data.judged(data.solved(np.flatnonzero(~out)), np.flatnonzero(out))
    return Fit(
        weights=data.named(data.solved(np.arange(len(folds)))),
        moves=len(folds),
        log_loss=round(float(-np.log(np.maximum(chance, 1e-12)).mean()), 3),
        first=round(float((rank == 0).mean()), 3),
        among_ten=round(float((rank < 10).mean()), 3),
    )


class _Data:
    """All moves of all positions, one under the other, told as the kernels want it."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples: list[Example] = []
        self.points: list[npt.NDArray[np.int16]] = []
        found: list[Features] = []
        played = []
        for example in examples:
            points = candidates(example.position, example.color)
            place = np.flatnonzero(points == example.move)
            if place.size:
                found.append(features(example.position, example.color, example.recent, points))
                self.examples.append(example)
                self.points.append(points)
                played.append(int(place[0]))
        self.games = [example.game for example in self.examples]
        self.starts = np.cumsum([0, *(points.size for points in self.points)])
        self.played = self.starts[:-1] + np.array(played, np.int64)
        self.texts: list[list[str]] = []
        cases = _joined([told.columns for told in found], len(COLUMNS))
        patterns = _joined([told.patterns for told in found], len(POINTS))
        known = [self._worth_a_weight(patterns[:, k], size) for k, size in enumerate(POINTS)]
        self.sizes = (*SIZES, *(1 + len(texts) for texts in self.texts))
        self.offsets = np.cumsum((0, *self.sizes))
        self.places = (np.column_stack((cases, *known)) + self.offsets[:-1]).astype(np.int32)
        stage = np.repeat([told.stage for told in found], np.diff(self.starts)).astype(np.int64)
        first = self.offsets[-1] + np.arange(len(MEASURES)) * (len(STAGES) + 1)
        self.slopes = (stage[:, None] + first).astype(np.int32)
        self.measures = _joined([told.measures for told in found], len(MEASURES))
        self.weights = int(self.offsets[-1]) + len(MEASURES) * (len(STAGES) + 1)

    def _worth_a_weight(self, patterns: Integers, size: int) -> Integers:
        """Of each row, which of the patterns worth a weight it has, from 1; 0 for the others. Their texts are kept."""
        _, first, which = np.unique(patterns, return_index=True, return_inverse=True)
        taken = np.bincount(which[self.played], minlength=first.size)
        worth = (taken >= SEEN) | (np.bincount(which, minlength=first.size) >= OFFERED)
        texts = []
        for row in first[worth].tolist():
            number = int(np.searchsorted(self.starts, row, side="right")) - 1
            example, point = self.examples[number], int(self.points[number][row - self.starts[number]])
            texts.append(pattern_text(example.position, example.color, point, size))
        self.texts.append(texts)
        number_of = np.zeros(first.size, np.int64)
        number_of[worth] = np.arange(1, len(texts) + 1)
        return number_of[which]

    def chances(self, beta: Array, positions: Integers) -> Array:
        """The chance of every move among those of its position; 0 for those of other positions."""
        from . import _fit_kernels as kernels  # loads numba

        found: Array = kernels.chances(self.places, self.slopes, self.measures, self.starts, positions, beta)
        return found

    def solved(self, positions: Integers) -> Array:
        """The weights that positions are best told by."""
        from scipy.optimize import minimize

        from . import _fit_kernels as kernels

        played = self.played[positions]

        def loss(beta: Array) -> tuple[float, Array]:
            surplus = self.chances(beta, positions)
            cost = -np.log(np.maximum(surplus[played], 1e-12)).sum()
            surplus[played] -= 1
            slope = kernels.gradient(
                self.places, self.slopes, self.measures, self.starts, positions, surplus, self.weights
            )
            return float(cost + 0.5 * PENALTY * beta @ beta), slope + PENALTY * beta

        start = np.zeros(self.weights)
        found: Array = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}).x
        return found

    def judged(self, beta: Array, positions: Integers) -> tuple[Array, Integers]:
        """The chance of each move played in some positions, and how many others were likelier."""
        chance = self.chances(beta, positions)
        better = [
            np.count_nonzero(chance[self.starts[position] : self.starts[position + 1]] > chance[self.played[position]])
            for position in positions.tolist()
        ]
        return chance[self.played[positions]], np.array(better, np.int64)

    def named(self, beta: Array) -> dict[str, dict[str, float]]:
        """The weights by feature, and by case, pattern or stage; those that are 0 when rounded left out."""
        found: dict[str, dict[str, float]] = {}
        parts = np.split(beta.round(3), (self.offsets[1:]).tolist())
        for name, texts, part in zip(PATTERNS, self.texts, parts[len(COLUMNS) : -1], strict=True):
            # What all rare patterns have is taken off all others instead.
            found[name] = dict(zip(texts, (part[1:] - part[0]).round(3).tolist(), strict=True))
        for name, part in zip(COLUMNS, parts, strict=False):
            found[name] = {str(case): weight for case, weight in enumerate(part.tolist()) if weight}
        for name, part in zip(MEASURES, np.split(parts[-1], len(MEASURES)), strict=True):
            found[name] = {str(stage): weight for stage, weight in enumerate(part.tolist())}
        return found


def _joined(parts: Sequence[npt.NDArray[Any]], columns: int) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros((0, columns), np.int64)


__all__ = ["Example", "Fit", "fit"]
