"""Fit the weights of the settled board to positions whose final ownership is known.

Each verdict gets a logistic regression, and a second one for the second estimate, from the probabilities of the first
that each chain has without its own game. A chain counts with the square root of its stones; its target is the share of
its points that its owner has in the end. The same L2 penalty holds for all weights, since features are standardised.
Errors are measured by cross-validation in which all positions of a game are left out together. With the probabilities
found so, each without its own game, the boards are settled, and the weights of empty points are those of least squared
error; every position counts the same, whatever its size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..control import ControlSettings
from ..status import BoardStatus, Evidence, StatusBudget, Verdict
from .calibration import CALIBRATION_TERMS, calibration_terms
from .life_probability import FEATURES, QUADRATIC, LifeWeights, features
from .logistic_model import term_names, term_values
from .second_estimate import SECOND_FEATURES, second_features
from .settled_board import control_without_dead, settled_control, source_strengths, unproved_empty

Array = npt.NDArray[np.float64]

PENALTY = 0.3
"""The factor of half the squared weights. Larger ones do worse by cross-validation, smaller ones no better."""
FOLDS = 10

FEW_NODES = StatusBudget(chain=25, group=25, board=20_000)
"""How each position is read a second time: with as few nodes as in the tree search, but with selective searches of
groups. Weights that are fitted without these do worse where all nodes are used (on 19x19 .040 instead of .038)."""

_RIDGE = 0.01


@dataclass(frozen=True)
class Example:
    """A position with the status of its chains, and its true ownership.

    Public attributes:
      ownership -- (area,) in [-1, 1], +1 Black
      game      -- the name of the game that it is from
    """

    position: Position
    status: BoardStatus
    ownership: Array
    game: str


@dataclass(frozen=True)
class Fit:
    """Fitted weights, and how good they are on games that they were not fitted on.

    Public attributes:
      life_weights       -- LifeWeights, rounded
      stones      -- by verdict, how many stones the weights were fitted on
      first_error, error -- by verdict, the mean squared error of the first and of the second estimate of the life
                     probability of a stone, by cross-validation
      calibration -- (mean probability, mean truth, stones) by tenths of the probability, by cross-validation
    """

    life_weights: LifeWeights
    stones: Mapping[str, int]
    first_error: Mapping[str, float]
    error: Mapping[str, float]
    calibration: tuple[tuple[float, float, int], ...]


def fit(examples: Sequence[Example]) -> Fit:
    """Fit the weights of all verdicts and of empty points.

    Raises ValueError unless each verdict occurs in at least two games.
    """
    examples = [replace(example, status=example.status.presumed()) for example in examples]
    rows, first = _rows(examples)
    for verdict, chains in rows.items():
        if len({row.game for row in chains}) < 2:
            raise ValueError(f"{verdict}: expected chains of at least two games, got {len(chains)} chains")
    models = _fit_models(rows, FEATURES, QUADRATIC, first)
    second = [list(probabilities) for probabilities in first]
    again = _fit_models(_second_rows(examples, rows, first), dict.fromkeys(FEATURES, SECOND_FEATURES), (), second)
    life_weights = LifeWeights(
        models.weights, models.typical, again.weights, again.typical, _point_weights(examples, second)
    )
    judged = [np.concatenate(part) for part in zip(*again.judged.values(), strict=True)]
    return Fit(
        life_weights,
        {verdict: int(size.sum()) for verdict, (_, _, size) in again.judged.items()},
        {verdict: round(_error(*parts), 4) for verdict, parts in models.judged.items()},
        {verdict: round(_error(*parts), 4) for verdict, parts in again.judged.items()},
        _calibration(*judged),
    )


class _Models(NamedTuple):
    """The models of all verdicts: weights and typical values as of LifeWeights.

    judged -- by verdict of each chain: its probability by cross-validation, the share of it that lives, its stones
    """

    weights: dict[str, dict[str, float]]
    typical: dict[str, dict[str, tuple[float, float]]]
    judged: dict[str, tuple[Array, Array, Array]]


def _fit_models(
    rows: Mapping[Verdict, Sequence[_Row]], features_of: Mapping[Verdict, Sequence[str]],
    quadratic: Sequence[Verdict], left_out: list[list[float]],
) -> _Models:
    """Return the models of all verdicts; write the probabilities by cross-validation into `left_out`."""
    found = _Models({}, {}, {})
    for verdict, chains in rows.items():
        scale = _typical([row.values for row in chains], features_of[verdict])
        names = term_names(tuple(scale), verdict in quadratic)
        inputs = np.array([
            term_values([row.values[name] for name in scale], tuple(scale.values()), verdict in quadratic)
            for row in chains
        ])  # fmt: skip
        shares = np.array([row.share for row in chains])
        size = np.array([row.stones for row in chains], float)
        solved = _solve(inputs, shares, np.sqrt(size))
        unseen = _cross_validated(inputs, shares, size, [row.game for row in chains])
        for row, probability in zip(chains, unseen, strict=True):
            left_out[row.example][row.number] = float(probability)
        found.weights[str(verdict)] = {name: round(float(value), 4) for name, value in zip(names, solved, strict=True)}
        found.typical[str(verdict)] = scale
        found.judged[str(verdict)] = unseen, shares, size
    return found


def _error(probability: Array, truth: Array, size: Array) -> float:
    """Return the mean squared error of the life probability of a stone."""
    return float((size * (probability - truth) ** 2).sum() / size.sum())


class _Row(NamedTuple):
    """A chain to fit on: its features, the share of it that stays its owner's, its example and its number there."""

    values: dict[str, float]
    share: float
    stones: int
    game: str
    example: int
    number: int


def _rows(examples: Sequence[Example]) -> tuple[dict[Verdict, list[_Row]], list[list[float]]]:
    """Return the chains to fit on by verdict, and for each example the probabilities of those that need no fit."""
    rows: dict[Verdict, list[_Row]] = {verdict: [] for verdict in FEATURES}
    probabilities = []
    for number, example in enumerate(examples):
        chains = example.status.chains
        control = control_without_dead(example.position, example.status).reshape(-1)
        probabilities.append([0.0 if chain.verdict is Verdict.DEAD else 1.0 for chain in chains])
        for index, values in enumerate(features(example.position, example.status, control)):
            chain = chains[index]
            if chain.verdict in rows and not (chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED):
                truth = float(example.ownership[list(chain.chain)].mean()) * chain.color
                share = min(1.0, max(0.0, (1 + truth) / 2))
                rows[chain.verdict].append(_Row(values, share, len(chain.chain), example.game, number, index))
    return rows, probabilities


def _second_rows(
    examples: Sequence[Example], rows: Mapping[Verdict, Sequence[_Row]], first: Sequence[Sequence[float]]
) -> dict[Verdict, list[_Row]]:
    """Return the chains with the features of the second estimate, by these first probabilities."""
    values = []
    for example, chains in zip(examples, first, strict=True):
        board, strength, _ = source_strengths(example.position, example.status, chains)
        control = settled_control(board, strength, example.status, ControlSettings()).values.reshape(-1)
        values.append(second_features(example.position, example.status, chains, control).tolist())
    return {
        verdict: [
            row._replace(values=dict(zip(SECOND_FEATURES, values[row.example][row.number], strict=True)))
            for row in chains
        ]
        for verdict, chains in rows.items()
    }


def _typical(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return the mean and the standard deviation of each feature; 1 for the deviation of a constant feature."""
    typical = {}
    for name in names:
        values = np.array([values[name] for values in rows])
        typical[name] = round(float(values.mean()), 4), round(float(values.std()), 4) or 1.0
    return typical


def _point_weights(examples: Sequence[Example], probabilities: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return the weights of empty points by least squares, over the boards settled by these life probabilities."""
    square, product = _RIDGE * np.eye(len(CALIBRATION_TERMS)), np.zeros(len(CALIBRATION_TERMS))
    for example, chains in zip(examples, probabilities, strict=True):
        board, strength, _ = source_strengths(example.position, example.status, chains)
        control = settled_control(board, strength, example.status, ControlSettings())
        empty = unproved_empty(board, example.status)
        inputs = calibration_terms(control, board, strength, example.position)[empty]
        square += inputs.T @ inputs / len(empty)
        product += inputs.T @ example.ownership[empty] / len(empty)
    solved = np.linalg.solve(square, product)
    return {name: round(float(value), 4) for name, value in zip(CALIBRATION_TERMS, solved, strict=True)}


def _solve(inputs: Array, truth: Array, weight: Array) -> Array:
    """Return the weights of a logistic regression of `truth` (n,) on `inputs` (n, terms), rows weighted."""
    from scipy.optimize import minimize

    def loss(beta: Array) -> tuple[float, Array]:
        total = inputs @ beta
        cost = np.logaddexp(0, -total) * truth + np.logaddexp(0, total) * (1 - truth)
        gradient = inputs.T @ (weight * (1 / (1 + np.exp(-total)) - truth)) + PENALTY * beta
        return float((weight * cost).sum() + 0.5 * PENALTY * beta @ beta), gradient

    solved: Array = minimize(loss, np.zeros(inputs.shape[1]), jac=True, method="L-BFGS-B").x
    return solved


def _cross_validated(inputs: Array, truth: Array, size: Array, games: Sequence[str]) -> Array:
    """Return the probabilities of the chains, each by weights fitted without the chain's game."""
    names = sorted(set(games))
    fold_of = dict(zip(names, np.random.default_rng(0).permutation(len(names)) % FOLDS, strict=True))
    folds = np.array([fold_of[game] for game in games])
    probabilities = np.zeros(len(truth))
    for fold in np.unique(folds):
        out = folds == fold
        beta = _solve(inputs[~out], truth[~out], np.sqrt(size[~out]))
        probabilities[out] = 1 / (1 + np.exp(-inputs[out] @ beta))
    return probabilities


def _calibration(probability: Array, truth: Array, size: Array) -> tuple[tuple[float, float, int], ...]:
    """Return (mean probability, mean truth, stones) by tenths of the probability, averages weighted by stones."""
    tenth = np.minimum((probability * 10).astype(int), 9)
    return tuple(
        (
            round(float(np.average(probability[tenth == k], weights=size[tenth == k])), 3),
            round(float(np.average(truth[tenth == k], weights=size[tenth == k])), 3),
            int(size[tenth == k].sum()),
        )
        for k in np.unique(tenth)
    )


__all__ = ["FEW_NODES", "Example", "Fit", "fit"]
