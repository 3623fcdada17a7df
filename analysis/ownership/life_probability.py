"""Life probabilities: how likely a chain is to live that proof and reading left open.

A logistic model for each verdict: probability = 1 / (1 + exp(-sum of weight * term)), so that every probability can be
explained as a sum. Proofs need no model; what the model says is **estimated**. The weights are in
life_probability.json beside this file, with how many stones they were fitted on and how well they did;
`life_probability_fit` makes them from positions of real games.

Features are standardised: measured in standard deviations from their mean over the chains of the same verdict that the
weights were fitted on. For critical and unknown chains the squares and products of two features are terms too (room
helps an enclosed group, friends help one that is not); there a standardised feature is clipped to 2 deviations, so that
the model does not extrapolate. The features are those of
`life_features`.
"""

from __future__ import annotations

import itertools
import json
import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..control import ControlSettings
from ..status import BoardStatus, Evidence, Status, Verdict
from .life_features import FEATURE_NAMES, chain_features

Array = npt.NDArray[np.float64]

FEATURES: dict[Verdict, tuple[str, ...]] = {
    Verdict.ALIVE: ("field", "room", "liberties", "size", "full"),
    Verdict.CRITICAL: ("captured", "friends", "territory", "own_atari", "size", "lives", "own_turn"),
    Verdict.UNKNOWN: (
        "territory", "enclosed", "lives", "eyes", "friends", "liberties", "rival_territory", "space",
    ),
    Verdict.DEAD: ("field", "liberties", "chains", "rival", "walls_alive"),
}  # fmt: skip
"""The features of the model of each verdict."""

QUADRATIC = (Verdict.CRITICAL, Verdict.UNKNOWN)
"""The verdicts whose models have the squares and products of their features as terms too."""

_STANDING = (Verdict.SAFE, Verdict.SEKI)
_DEAD, _PROVED, _ESTIMATED = Verdict.DEAD, Evidence.PROVED, Evidence.ESTIMATED
_MAX_TOTAL = 50.0  # bound of the sum of the terms
_MAX_DEVIATIONS = 2.0  # bound of the standardised features of the verdicts in QUADRATIC


@dataclass(frozen=True)
class LifeWeights:
    """The fitted weights of the settled board: those of life probabilities, and those that calibrate empty points.

    Public attributes:
      weights -- verdict -> term (see `terms_of`) -> weight
      typical -- verdict -> feature -> (mean, standard deviation) of the chains that the weights were fitted on
      point_weights  -- the weights of empty points (see `settled_board.calibrated`)
    """

    weights: Mapping[str, Mapping[str, float]]
    typical: Mapping[str, Mapping[str, tuple[float, float]]]
    point_weights: Mapping[str, float]

    @cached_property
    def models(self) -> dict[Verdict, _Model]:
        return {Verdict(name): _Model(Verdict(name), self.weights[name], self.typical[name]) for name in self.weights}


@dataclass(frozen=True)
class LifeProbability:
    """How likely a chain is to live.

    Public attributes:
      value    -- 0 to 1; exactly 0 or 1 where that is proved
      evidence -- that of the status where it is safe or in seki; else proved or estimated
      names, values, weights -- of the terms of the sum, named as by `terms_of`; none where it is proved or in seki
    """

    value: float
    evidence: Evidence
    names: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()

    @property
    def terms(self) -> tuple[tuple[str, float, float], ...]:
        """The name, value and weight of each term."""
        return tuple(zip(self.names, self.values, self.weights, strict=True))


def life_probabilities(
    position: Position,
    status: BoardStatus,
    control: npt.NDArray[np.float64],
    weights: LifeWeights | None = None,
    settings: ControlSettings | None = None,
) -> tuple[LifeProbability, ...]:
    """Return the life probability of each chain of `status`, in its order.

    control -- (area,): the control map without the dead stones
    """
    models = (default_life_weights() if weights is None else weights).models
    proved = [_proved(chain) for chain in status.chains]
    wanted = [
        models[chain.verdict].features if known is None else ()
        for chain, known in zip(status.chains, proved, strict=True)
    ]
    found = chain_features(position, status, control, settings, wanted)
    return tuple(
        models[chain.verdict].life_probability(values) if known is None else known
        for chain, known, values in zip(status.chains, proved, found, strict=True)
    )


def features(
    position: Position, status: BoardStatus, control: npt.NDArray[np.float64], settings: ControlSettings | None = None
) -> list[dict[str, float]]:
    """Return all features of each chain of `status`, in its order, whatever its verdict."""
    found = chain_features(position, status, control, settings, [FEATURE_NAMES] * len(status.chains))
    return [dict(zip(FEATURE_NAMES, values, strict=True)) for values in found]


def terms_of(
    verdict: Verdict, values: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """Return what the weights of a verdict are multiplied with, for a chain with these feature values.

    "constant" is 1, "a" is feature a in standard deviations from its mean, "a*b" the product of two. `typical` has the
    features of the verdict in their order.
    """
    terms = _term_values(verdict in QUADRATIC, [values[name] for name in typical], tuple(typical.values()))
    return dict(zip(_term_names(verdict, tuple(typical)), terms, strict=True))


def _term_names(verdict: Verdict, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the terms, in the order of the weights."""
    pairs = itertools.combinations_with_replacement(names, 2) if verdict in QUADRATIC else ()
    return ("constant", *names, *(f"{one}*{other}" for one, other in pairs))


def _term_values(
    quadratic: bool, values: Sequence[float], typical: tuple[tuple[float, float], ...]
) -> tuple[float, ...]:
    """Return the values of the terms, in the order of `_term_names`."""
    scaled = [(value - mean) / deviation for value, (mean, deviation) in zip(values, typical, strict=True)]
    if not quadratic:
        return (1.0, *scaled)
    scaled = [max(-_MAX_DEVIATIONS, min(_MAX_DEVIATIONS, value)) for value in scaled]
    return (1.0, *scaled, *itertools.starmap(operator.mul, itertools.combinations_with_replacement(scaled, 2)))


class _Model:
    """The logistic model of a verdict.

    Attributes: features -- their names; terms, weights -- the names of the terms of the sum, and their weights
    """

    def __init__(
        self, verdict: Verdict, weights: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
    ) -> None:
        self.features, self._typical, self._quadratic = tuple(typical), tuple(typical.values()), verdict in QUADRATIC
        self.terms = _term_names(verdict, self.features)
        self.weights = tuple(weights[name] for name in self.terms)

    def life_probability(self, features: Sequence[float]) -> LifeProbability:
        """Return the probability of a chain with these values of the features."""
        values = _term_values(self._quadratic, features, self._typical)
        total = max(-_MAX_TOTAL, min(_MAX_TOTAL, math.fsum(map(operator.mul, values, self.weights))))
        return LifeProbability(1 / (1 + math.exp(-total)), _ESTIMATED, self.terms, values, self.weights)


def _proved(chain: Status) -> LifeProbability | None:
    """Return the life probability of a chain that needs no model; None for others."""
    if chain.verdict in _STANDING:
        return LifeProbability(1.0, chain.evidence)
    if chain.verdict is _DEAD and chain.evidence is _PROVED:
        return LifeProbability(0.0, _PROVED)
    return None


@cache
def default_life_weights() -> LifeWeights:
    """Return the weights of life_probability.json."""
    content = json.loads((Path(__file__).parent / "life_probability.json").read_text(encoding="utf-8"))
    return LifeWeights(content["weights"], content["typical"], content["points"])


__all__ = [
    "FEATURES", "QUADRATIC", "LifeProbability", "LifeWeights", "default_life_weights", "features", "life_probabilities",
    "terms_of",
]
