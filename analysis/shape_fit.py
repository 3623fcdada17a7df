"""Fitting the weights of `shape`: one softmax over the moves of every position, judged game by game.

What was played in a position counts against all other moves there. The weights are kept small by a penalty; patterns
that were seldom played share the weight 0. How well they foretell moves is told by cross-validation in which all
positions of a game are left out together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .board import Color, Position
from .shape import COLUMNS, MEASURES, SIZES, candidates, features

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

PENALTY = 2.0
FOLDS = 4
SEEN = 8
"""A pattern that was played less often has no weight of its own, unless it was there to be played OFFERED times."""
OFFERED = 2000
ITERATIONS = 150


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
      weights  -- feature -> value -> weight; of a measure the value is ""
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
    """All moves of all positions, one under the other, as columns of numbers of weights."""

    def __init__(self, examples: Sequence[Example]) -> None:
        codes, numbers, counts, played = [], [], [], []
        self.games: list[str] = []
        for example in examples:
            points = candidates(example.position, example.color)
            place = np.flatnonzero(points == example.move)
            if place.size:
                found = features(example.position, example.color, example.recent, points)
                codes.append(found[0])
                numbers.append(found[1])
                counts.append(points.size)
                played.append(int(place[0]))
                self.games.append(example.game)
        self.numbers = np.concatenate(numbers) if numbers else np.zeros((0, len(MEASURES)))
        self.counts = np.array(counts, np.int64)
        self.starts = np.cumsum(self.counts) - self.counts
        self.played = self.starts + np.array(played, np.int64)
        table = np.concatenate(codes) if codes else np.zeros((0, len(COLUMNS)), np.int64)
        self.patterns = self._worth_a_weight(table[:, 0])
        self.sizes = (1 + len(self.patterns), *SIZES[1:])
        place_of = np.zeros(SIZES[0], np.int64)
        place_of[self.patterns] = np.arange(1, self.sizes[0])
        table[:, 0] = place_of[table[:, 0]]
        self.offsets = np.cumsum((0, *self.sizes))
        self.places = (table + self.offsets[:-1]).astype(np.int32)

    def _worth_a_weight(self, patterns: Integers) -> Integers:
        offered, taken = Counter(patterns.tolist()), Counter(patterns[self.played].tolist())
        return np.array(
            sorted(code for code, times in offered.items() if taken[code] >= SEEN or times >= OFFERED), np.int64
        )

    def _rows(self, chosen: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int32], Array, Integers, Integers, Integers]:
        """Of the chosen positions: places, numbers, counts, starts, and the rows of the moves played."""
        rows = np.repeat(chosen, self.counts)
        counts = self.counts[chosen]
        starts = np.cumsum(counts) - counts
        played = starts + (self.played - self.starts)[chosen]
        return self.places[rows], self.numbers[rows], counts, starts, played

    def solved(self, chosen: npt.NDArray[np.bool_]) -> Array:
        """The weights of the chosen positions."""
        from scipy.optimize import minimize

        places, numbers, counts, starts, played = self._rows(chosen)
        weights = int(self.offsets[-1])

        def loss(beta: Array) -> tuple[float, Array]:
            chance = _chances(places, numbers, counts, starts, beta, weights)
            cost = -np.log(np.maximum(chance[played], 1e-12)).sum()
            chance[played] -= 1
            slope = np.zeros(beta.size)
            for column in places.T:
                slope[:weights] += np.bincount(column, weights=chance, minlength=weights)
            slope[weights:] = numbers.T @ chance
            return float(cost + 0.5 * PENALTY * beta @ beta), slope + PENALTY * beta

        start = np.zeros(weights + len(MEASURES))
        found: Array = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}).x
        return found

    def judged(self, beta: Array, chosen: npt.NDArray[np.bool_]) -> tuple[Array, Integers]:
        """The chance of each move played in the chosen positions, and how many others were likelier."""
        places, numbers, counts, starts, played = self._rows(chosen)
        chance = _chances(places, numbers, counts, starts, beta, int(self.offsets[-1]))
        better = np.add.reduceat(chance > np.repeat(chance[played], counts), starts, dtype=np.int64)
        return chance[played], better

    def named(self, beta: Array) -> dict[str, dict[str, float]]:
        found: dict[str, dict[str, float]] = {}
        for name, size, offset in zip(COLUMNS, self.sizes, self.offsets, strict=False):
            values = [0, *self.patterns.tolist()] if name == "pattern" else range(size)
            part = beta[offset : offset + size].round(3).tolist()
            found[name] = {str(value): weight for value, weight in zip(values, part, strict=True) if weight}
        rare = found["pattern"].pop("0", 0.0)  # the same for all rare patterns: taken off all others instead
        found["pattern"] = {code: round(weight - rare, 3) for code, weight in found["pattern"].items()}
        found.update({name: {"": round(float(beta[k - len(MEASURES)]), 3)} for k, name in enumerate(MEASURES)})
        return found


def _chances(
    places: npt.NDArray[np.int32], numbers: Array, counts: Integers, starts: Integers, beta: Array, weights: int
) -> Array:
    """The chance of every move among those of its position."""
    total = beta[places].sum(axis=1) + numbers @ beta[weights:]
    chance = np.exp(total - np.repeat(np.maximum.reduceat(total, starts), counts))
    share: Array = chance / np.repeat(np.add.reduceat(chance, starts), counts)
    return share


__all__ = ["Example", "Fit", "fit"]
