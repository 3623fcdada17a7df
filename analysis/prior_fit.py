"""Fitting the weights of `prior`: logistic regression on positions whose ownership is known, judged game by game.

A chain counts with the square root of its stones; its target is the share of its points that its owner has in the
end. The weights are kept small by a penalty, and how good they are is told by cross-validation in which all positions
of a game are left out together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .board import Position
from .prior import FEATURES, features
from .settle import without_dead
from .status import BoardStatus, Verdict, Word

Array = npt.NDArray[np.float64]

PENALTY = 2.0
FOLDS = 10


@dataclass(frozen=True)
class Example:
    """A position with its statuses, and who owns each point in truth, (area,) in [-1, 1]; `game` is what it is from."""

    position: Position
    status: BoardStatus
    ownership: Array
    game: str


@dataclass(frozen=True)
class Fit:
    """What was fitted.

    Public attributes:
      weights     -- verdict -> feature -> weight
      stones      -- by verdict, how many stones it was fitted on
      error       -- by verdict, the mean squared error of the chance of a stone, games left out in turn
      calibration -- (mean chance, mean truth, stones) by tenths of the chance, games left out in turn
    """

    weights: Mapping[str, Mapping[str, float]]
    stones: Mapping[str, int]
    error: Mapping[str, float]
    calibration: tuple[tuple[float, float, int], ...]


def fit(examples: Sequence[Example]) -> Fit:
    """Fit all verdicts. Raises ValueError if one of them does not occur in at least two games."""
    rows: dict[Verdict, list[tuple[list[float], float, int, str]]] = {verdict: [] for verdict in FEATURES}
    for example in examples:
        found = features(example.position, example.status, without_dead(example.position, example.status).reshape(-1))
        for chain, values in zip(example.status.chains, found, strict=True):
            if chain.verdict in rows and not (chain.verdict is Verdict.DEAD and chain.word is Word.PROVED):
                truth = float(example.ownership[list(chain.chain)].mean()) * chain.color
                wanted = [values[name] for name in FEATURES[chain.verdict]]
                share = min(1.0, max(0.0, (1 + truth) / 2))
                rows[chain.verdict].append((wanted, share, len(chain.chain), example.game))
    weights, stones, error = {}, {}, {}
    judged: list[tuple[Array, Array, Array]] = []
    for verdict, names in FEATURES.items():
        if len({game for *_, game in rows[verdict]}) < 2:
            raise ValueError(f"{verdict}: expected chains of at least two games, got {len(rows[verdict])} chains")
        inputs = np.array([row[0] for row in rows[verdict]])
        shares = np.array([row[1] for row in rows[verdict]])
        size = np.array([row[2] for row in rows[verdict]], float)
        solved = _solve(inputs, shares, np.sqrt(size))
        weights[str(verdict)] = {name: round(float(value), 4) for name, value in zip(names, solved, strict=True)}
        left_out = _cross_validated(inputs, shares, size, [row[3] for row in rows[verdict]])
        stones[str(verdict)] = int(size.sum())
        error[str(verdict)] = round(float((size * (left_out - shares) ** 2).sum() / size.sum()), 4)
        judged.append((left_out, shares, size))
    return Fit(weights, stones, error, _calibration(*(np.concatenate(part) for part in zip(*judged, strict=True))))


def _solve(inputs: Array, truth: Array, weight: Array) -> Array:
    from scipy.optimize import minimize

    def loss(beta: Array) -> tuple[float, Array]:
        total = inputs @ beta
        cost = np.logaddexp(0, -total) * truth + np.logaddexp(0, total) * (1 - truth)
        slope = inputs.T @ (weight * (1 / (1 + np.exp(-total)) - truth)) + PENALTY * beta
        return float((weight * cost).sum() + 0.5 * PENALTY * beta @ beta), slope

    solved: Array = minimize(loss, np.zeros(inputs.shape[1]), jac=True, method="L-BFGS-B").x
    return solved


def _cross_validated(inputs: Array, truth: Array, size: Array, games: Sequence[str]) -> Array:
    """The chances, each from weights fitted without the chain's game."""
    names = sorted(set(games))
    fold_of = dict(zip(names, np.random.default_rng(0).permutation(len(names)) % FOLDS, strict=True))
    folds = np.array([fold_of[game] for game in games])
    found = np.zeros(len(truth))
    for fold in np.unique(folds):
        out = folds == fold
        beta = _solve(inputs[~out], truth[~out], np.sqrt(size[~out]))
        found[out] = 1 / (1 + np.exp(-inputs[out] @ beta))
    return found


def _calibration(chance: Array, truth: Array, size: Array) -> tuple[tuple[float, float, int], ...]:
    tenth = np.minimum((chance * 10).astype(int), 9)
    return tuple(
        (
            round(float(np.average(chance[tenth == k], weights=size[tenth == k])), 3),
            round(float(np.average(truth[tenth == k], weights=size[tenth == k])), 3),
            int(size[tenth == k].sum()),
        )
        for k in np.unique(tenth)
    )


__all__ = ["Example", "Fit", "fit"]
