"""Fitting the weights of `prior`: logistic regression on positions whose ownership is known, judged game by game.

A chain counts with the square root of its stones; its target is the share of its points that its owner has in the
end. The weights are kept small by a penalty, the same for all since features are told in standard deviations, and how
good they are is told by cross-validation in which all positions of a game are left out together. With the chances found
so, each without its game, the boards are settled, and the weights of empty points are those of least squared error;
every position counts the same, whatever its size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..control import ControlSettings
from ..status import BoardStatus, Evidence, Verdict
from .life_probability import FEATURES, Prior, features, terms_of
from .settled_board import POINTS, field_over, source_strengths, unproved, without_dead
from .settled_board import terms as terms_of_points

Array = npt.NDArray[np.float64]

PENALTY = 0.3
"""Of half the squares of the weights. Larger ones do worse by cross-validation, smaller ones no better."""
FOLDS = 10

_RIDGE = 0.01


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
      prior       -- Prior: the weights, rounded
      stones      -- by verdict, how many stones it was fitted on
      error       -- by verdict, the mean squared error of the chance of a stone, games left out in turn
      calibration -- (mean chance, mean truth, stones) by tenths of the chance, games left out in turn
    """

    prior: Prior
    stones: Mapping[str, int]
    error: Mapping[str, float]
    calibration: tuple[tuple[float, float, int], ...]


def fit(examples: Sequence[Example]) -> Fit:
    """Fit all verdicts. Raises ValueError if one of them does not occur in at least two games."""
    rows: dict[Verdict, list[_Row]] = {verdict: [] for verdict in FEATURES}
    left_out = []
    for example in examples:
        chains, board = example.status.chains, without_dead(example.position, example.status).reshape(-1)
        left_out.append([0.0 if chain.verdict is Verdict.DEAD else 1.0 for chain in chains])
        for place, values in enumerate(features(example.position, example.status, board)):
            chain = chains[place]
            if chain.verdict in rows and not (chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED):
                truth = float(example.ownership[list(chain.chain)].mean()) * chain.color
                share = min(1.0, max(0.0, (1 + truth) / 2))
                rows[chain.verdict].append(
                    _Row(values, share, len(chain.chain), example.game, len(left_out) - 1, place)
                )
    weights: dict[str, dict[str, float]] = {}
    typical: dict[str, dict[str, tuple[float, float]]] = {}
    stones, error = {}, {}
    judged: list[tuple[Array, Array, Array]] = []
    for verdict in FEATURES:
        found = rows[verdict]
        if len({row.game for row in found}) < 2:
            raise ValueError(f"{verdict}: expected chains of at least two games, got {len(found)} chains")
        usual = typical[str(verdict)] = _typical([row.values for row in found], FEATURES[verdict])
        terms = [terms_of(verdict, row.values, usual) for row in found]
        inputs = np.array([list(values.values()) for values in terms])
        shares = np.array([row.share for row in found])
        size = np.array([row.stones for row in found], float)
        solved = _solve(inputs, shares, np.sqrt(size))
        weights[str(verdict)] = {name: round(float(value), 4) for name, value in zip(terms[0], solved, strict=True)}
        unseen = _cross_validated(inputs, shares, size, [row.game for row in found])
        for row, chance in zip(found, unseen, strict=True):
            left_out[row.example][row.place] = float(chance)
        stones[str(verdict)] = int(size.sum())
        error[str(verdict)] = round(float((size * (unseen - shares) ** 2).sum() / size.sum()), 4)
        judged.append((unseen, shares, size))
    prior = Prior(weights, typical, _points(examples, left_out))
    return Fit(prior, stones, error, _calibration(*(np.concatenate(part) for part in zip(*judged, strict=True))))


class _Row(NamedTuple):
    """A chain to be fitted on: its features, the share of it that stays its owner's, and where it is."""

    values: dict[str, float]
    share: float
    stones: int
    game: str
    example: int
    place: int


def _typical(found: Sequence[Mapping[str, float]], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """The mean and the standard deviation of each feature; 1 for one that is the same everywhere."""
    typical = {}
    for name in names:
        values = np.array([values[name] for values in found])
        typical[name] = round(float(values.mean()), 4), round(float(values.std()), 4) or 1.0
    return typical


def _points(examples: Sequence[Example], values: Sequence[Sequence[float]]) -> dict[str, float]:
    """The weights of empty points by least squares, over the boards settled by these chances."""
    square, product = _RIDGE * np.eye(len(POINTS)), np.zeros(len(POINTS))
    for example, chances in zip(examples, values, strict=True):
        settled, held, _ = source_strengths(example.position, example.status, chances)
        field = field_over(settled, held, example.status, ControlSettings())
        free = unproved(settled, example.status)
        inputs = terms_of_points(field, settled, held)[free]
        square += inputs.T @ inputs / len(free)
        product += inputs.T @ example.ownership[free] / len(free)
    solved = np.linalg.solve(square, product)
    return {name: round(float(value), 4) for name, value in zip(POINTS, solved, strict=True)}


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
