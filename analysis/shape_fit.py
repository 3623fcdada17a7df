"""Fitting the weights of `shape`: one softmax over the moves of every position, judged game by game.

What was played in a position counts against all other moves there. The weights are kept small by a penalty; patterns
that were seldom played share the weight 0. How well they foretell moves is told by cross-validation in which all
positions of a game are left out together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .board import Color, Position
from .shape_features import COLUMNS, MEASURES, PATTERNS, POINTS, SIZES, STAGES, candidates, features, pattern_text

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]

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
        chance[out], rank[out] = data.judged(data.solved(~out), out)
    return Fit(
        weights=data.named(data.solved(np.ones(len(folds), np.bool_))),
        moves=len(folds),
        log_loss=round(float(-np.log(np.maximum(chance, 1e-12)).mean()), 3),
        first=round(float((rank == 0).mean()), 3),
        among_ten=round(float((rank < 10).mean()), 3),
    )


class _Data:
    """All moves of all positions, one under the other, as columns of numbers of weights.

    A row has the weights of its cases and patterns, each once, and those of its measures times what they are.
    """

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples: list[Example] = []
        self.points: list[npt.NDArray[np.int16]] = []
        columns, patterns, measures, stages, played = [], [], [], [], []
        for example in examples:
            points = candidates(example.position, example.color)
            place = np.flatnonzero(points == example.move)
            if place.size:
                told = features(example.position, example.color, example.recent, points)
                self.examples.append(example)
                self.points.append(points)
                columns.append(told.columns.astype(np.int32))
                patterns.append(told.patterns)
                measures.append(told.measures)
                stages.append(np.full(points.size, told.stage, np.int32))
                played.append(int(place[0]))
        self.games = [example.game for example in self.examples]
        self.counts = np.array([points.size for points in self.points], np.int64)
        self.starts = np.cumsum(self.counts) - self.counts
        self.played = self.starts + np.array(played, np.int64)
        self.measures = np.concatenate(measures) if measures else np.zeros((0, len(MEASURES)))
        self.texts: list[list[str]] = []
        cases = [*np.concatenate(columns).T] if columns else []
        for k, size in enumerate(POINTS if columns else ()):
            cases.append(self._worth_a_weight(np.concatenate([found[:, k] for found in patterns]), size))
        self.sizes = (*SIZES, *(1 + len(texts) for texts in self.texts))
        self.offsets = np.cumsum((0, *self.sizes))
        stage = np.concatenate(stages) if stages else np.zeros(0, np.int32)
        self.places: list[Places] = [
            (case + offset).astype(np.int32) for case, offset in zip(cases, self.offsets[:-1], strict=False)
        ]
        self.slopes: list[Places] = [
            (stage + self.offsets[-1] + k * (len(STAGES) + 1)).astype(np.int32) for k in range(len(MEASURES))
        ]
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

    def solved(self, chosen: npt.NDArray[np.bool_]) -> Array:
        """The weights of the chosen positions."""
        from scipy.optimize import minimize

        rows = _Rows(self, chosen)

        def loss(beta: Array) -> tuple[float, Array]:
            chance = rows.chances(beta)
            cost = -np.log(np.maximum(chance[rows.played], 1e-12)).sum()
            chance[rows.played] -= 1
            return float(cost + 0.5 * PENALTY * beta @ beta), rows.slope(chance) + PENALTY * beta

        start = np.zeros(self.weights)
        found: Array = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}).x
        return found

    def judged(self, beta: Array, chosen: npt.NDArray[np.bool_]) -> tuple[Array, Integers]:
        """The chance of each move played in the chosen positions, and how many others were likelier."""
        rows = _Rows(self, chosen)
        chance = rows.chances(beta)
        better = np.add.reduceat(chance > np.repeat(chance[rows.played], rows.counts), rows.starts, dtype=np.int64)
        return chance[rows.played], better

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


class _Rows:
    """The rows of some positions.

    Public attributes:
      counts, starts -- (positions,) how many rows each has, and which is the first
      played -- (positions,) the row of the move that was played
    """

    def __init__(self, data: _Data, chosen: npt.NDArray[np.bool_]) -> None:
        rows = np.repeat(chosen, data.counts)
        self.counts = data.counts[chosen]
        self.starts = np.cumsum(self.counts) - self.counts
        self.played = self.starts + (data.played - data.starts)[chosen]
        self._places = [column[rows] for column in data.places]
        self._slopes = [column[rows] for column in data.slopes]
        self._measures = data.measures[rows].T.copy()
        self._weights = data.weights

    def chances(self, beta: Array) -> Array:
        """The chance of every move among those of its position."""
        total = sum(beta[column] for column in self._places)
        total = total + sum(beta[row] * measure for row, measure in zip(self._slopes, self._measures, strict=True))
        chance = np.exp(total - np.repeat(np.maximum.reduceat(total, self.starts), self.counts))
        share: Array = chance / np.repeat(np.add.reduceat(chance, self.starts), self.counts)
        return share

    def slope(self, surplus: Array) -> Array:
        """How the cost grows with each weight, if chances are so much too large."""
        found = np.zeros(self._weights)
        for column in self._places:
            found += np.bincount(column, weights=surplus, minlength=found.size)
        for row, measure in zip(self._slopes, self._measures, strict=True):
            found += np.bincount(row, weights=surplus * measure, minlength=found.size)
        return found


__all__ = ["Example", "Fit", "fit"]
