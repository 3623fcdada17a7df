"""Fit the weights of the move policy: one softmax over the moves of every position, by penalised maximum likelihood.

Patterns that were seldom played share the weight 0. How well the policy predicts moves is measured by cross-validation
in which all positions of a game are left out together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Color, Position
from .features import (
    CATEGORICAL,
    CATEGORY_COUNTS,
    NUMERIC,
    PATTERN_SIZES,
    PATTERNS,
    PHASE_STARTS,
    Features,
    candidates,
    features,
    pattern_text,
)

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

PENALTY = 2.0
FOLDS = 4
MIN_PLAYED = 5
"""A pattern that was played less often has no weight of its own, unless it could be played MIN_OFFERED times."""
MIN_OFFERED = 2000
ITERATIONS = 120


@dataclass(frozen=True)
class Example:
    """A position, the move that was played, the moves before it, and the name of the game."""

    position: Position
    color: Color
    recent: tuple[int, ...]
    move: int
    game: str


@dataclass(frozen=True)
class Fit:
    """Fitted weights, and how well they predict moves of games that they were not fitted on.

    Public attributes:
      weights  -- feature -> class, pattern or phase -> weight, as in weights.json
      moves    -- how many moves the weights were fitted on
      log_loss -- the mean of -log(probability of the move played), by cross-validation
      first, among_ten -- how often the move played is the likeliest, or one of the ten likeliest, by cross-validation
    """

    weights: Mapping[str, Mapping[str, float]]
    moves: int
    log_loss: float
    first: float
    among_ten: float


def fit(examples: Sequence[Example]) -> Fit:
    """Fit all weights. Played moves that fill an own eye are left out.

    Raises ValueError unless there are moves of two games.
    """
    data = _Data(examples)
    games = sorted(set(data.games))
    if len(games) < 2:
        raise ValueError(f"expected moves of at least two games, got {len(data.games)} moves of {len(games)}")
    order = np.random.default_rng(0).permutation(len(games)) % FOLDS
    fold_of = dict(zip(games, order.tolist(), strict=True))
    folds = np.array([fold_of[game] for game in data.games])
    probability, rank = np.zeros(len(folds)), np.zeros(len(folds), np.int64)
    for fold in np.unique(folds):
        out = folds == fold
        probability[out], rank[out] = data.predictions(data.solve(np.flatnonzero(~out)), np.flatnonzero(out))
    return Fit(
        weights=data.named(data.solve(np.arange(len(folds)))),
        moves=len(folds),
        log_loss=round(float(-np.log(np.maximum(probability, 1e-12)).mean()), 3),
        first=round(float((rank == 0).mean()), 3),
        among_ten=round(float((rank < 10).mean()), 3),
    )


class _Data:
    """All moves of all positions, stacked as the kernels need them (see `_fit_kernels`).

    Weights are in one array: those of each categorical feature by class, those of each pattern size (index 0 for all
    rare patterns), and those of each numeric feature by phase.

    Attributes:
      examples, points -- the positions, and the candidate moves of each
      starts, played   -- the first row of each position (and the end), and the row of the move played
      texts            -- the patterns of each size that have a weight of their own
      offsets          -- where the weights of each categorical feature, of each pattern size, and of the numeric
                          features begin
    """

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples: list[Example] = []
        self.points: list[npt.NDArray[np.int16]] = []
        found: list[Features] = []
        played = []
        for example in examples:
            points = candidates(example.position, example.color)
            index = np.flatnonzero(points == example.move)
            if index.size:
                found.append(features(example.position, example.color, example.recent, points))
                self.examples.append(example)
                self.points.append(points)
                played.append(int(index[0]))
        self.games = [example.game for example in self.examples]
        self.starts = np.cumsum([0, *(points.size for points in self.points)])
        self.played = self.starts[:-1] + np.array(played, np.int64)
        self.texts: list[list[str]] = []
        classes = _joined([one.classes for one in found], len(CATEGORICAL))
        hashes = _joined([one.patterns for one in found], len(PATTERN_SIZES))
        patterns = [self._pattern_indices(hashes[:, k], size) for k, size in enumerate(PATTERN_SIZES)]
        sizes = (*CATEGORY_COUNTS, *(1 + len(texts) for texts in self.texts))
        self.offsets = np.cumsum((0, *sizes))
        self._categories = (np.column_stack((classes, *patterns)) + self.offsets[:-1]).astype(np.int32)
        phase = np.repeat([one.phase for one in found], np.diff(self.starts)).astype(np.int64)
        first = self.offsets[-1] + np.arange(len(NUMERIC)) * (len(PHASE_STARTS) + 1)
        self._numeric_weights = (phase[:, None] + first).astype(np.int32)
        self._numbers = _joined([one.numbers for one in found], len(NUMERIC))
        self._weights = int(self.offsets[-1]) + len(NUMERIC) * (len(PHASE_STARTS) + 1)

    def _pattern_indices(self, hashes: Integers, size: int) -> Integers:
        """Return for each row the index of its pattern among those with a weight of their own, from 1; 0 for others.

        Appends the texts of these patterns to `texts`.
        """
        _, first, which = np.unique(hashes, return_index=True, return_inverse=True)
        times_played = np.bincount(which[self.played], minlength=first.size)
        kept = (times_played >= MIN_PLAYED) | (np.bincount(which, minlength=first.size) >= MIN_OFFERED)
        texts = []
        for row in first[kept].tolist():
            number = int(np.searchsorted(self.starts, row, side="right")) - 1
            example, point = self.examples[number], int(self.points[number][row - self.starts[number]])
            texts.append(pattern_text(example.position, example.color, point, size))
        self.texts.append(texts)
        index_of = np.zeros(first.size, np.int64)
        index_of[kept] = np.arange(1, len(texts) + 1)
        return index_of[which]

    def probabilities(self, beta: Array, positions: Integers) -> Array:
        """Return the probability of every move of these positions; 0 in the rows of other positions."""
        from . import _fit_kernels as kernels  # loads numba

        probabilities: Array = kernels.probabilities(
            self._categories, self._numeric_weights, self._numbers, self.starts, positions, beta
        )
        return probabilities

    def solve(self, positions: Integers) -> Array:
        """Return the weights of greatest penalised likelihood for the moves played in these positions."""
        from scipy.optimize import minimize

        from . import _fit_kernels as kernels

        played = self.played[positions]

        def loss(beta: Array) -> tuple[float, Array]:
            errors = self.probabilities(beta, positions)
            cost = -np.log(np.maximum(errors[played], 1e-12)).sum()
            errors[played] -= 1
            gradient = kernels.gradient(
                self._categories, self._numeric_weights, self._numbers, self.starts, positions, errors, self._weights
            )
            return float(cost + 0.5 * PENALTY * beta @ beta), gradient + PENALTY * beta

        start = np.zeros(self._weights)
        beta: Array = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}).x
        return beta

    def predictions(self, beta: Array, positions: Integers) -> tuple[Array, Integers]:
        """Return the probability of each move played in these positions, and how many others were likelier."""
        probability = self.probabilities(beta, positions)
        likelier = [
            np.count_nonzero(
                probability[self.starts[position] : self.starts[position + 1]] > probability[self.played[position]]
            )
            for position in positions.tolist()
        ]
        return probability[self.played[positions]], np.array(likelier, np.int64)

    def named(self, beta: Array) -> dict[str, dict[str, float]]:
        """Return the weights by feature and class, pattern or phase; class weights that round to 0 are left out."""
        weights: dict[str, dict[str, float]] = {}
        parts = np.split(beta.round(3), (self.offsets[1:]).tolist())
        for name, texts, part in zip(PATTERNS, self.texts, parts[len(CATEGORICAL) : -1], strict=True):
            # The weight that all rare patterns share is subtracted from all others instead.
            weights[name] = dict(zip(texts, (part[1:] - part[0]).round(3).tolist(), strict=True))
        for name, part in zip(CATEGORICAL, parts, strict=False):
            weights[name] = {str(index): weight for index, weight in enumerate(part.tolist()) if weight}
        for name, part in zip(NUMERIC, np.split(parts[-1], len(NUMERIC)), strict=True):
            weights[name] = {str(phase): weight for phase, weight in enumerate(part.tolist())}
        return weights


def _joined(parts: Sequence[npt.NDArray[Any]], columns: int) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros((0, columns), np.int64)


__all__ = ["Example", "Fit", "fit"]
