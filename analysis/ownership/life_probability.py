"""Life probabilities: how likely a chain is to live that proof and reading left open.

A logistic model for each verdict (`logistic_model`), so that every probability can be explained as a sum. Proofs need
no model; what the model says is **estimated**. The weights are in life_probability.json beside this file, with how many
stones they were fitted on and how well they did; `life_probability_fit` makes them from positions of real games, each
read twice: with the default nodes, and with few.

The models of critical and unknown chains are quadratic (room helps an enclosed group, friends help one that is not).
The features are those of `life_features`. `second_estimate` corrects these probabilities by those of the neighbours.
"""

from __future__ import annotations

import json
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
from .logistic_model import LogisticModel, Typical

Array = npt.NDArray[np.float64]

FEATURES: dict[Verdict, tuple[str, ...]] = {
    Verdict.ALIVE: ("field", "room", "territory", "liberties", "size", "shared", "full"),
    Verdict.CRITICAL: ("captured", "friends", "territory", "own_atari", "size", "shared", "lives", "own_turn"),
    Verdict.UNKNOWN: ("room", "field", "enclosed", "lives", "eyes", "friends", "liberties", "rival_territory"),
    Verdict.DEAD: ("field", "liberties", "chains", "rival", "walls_alive"),
}  # fmt: skip
"""The features of the model of each verdict."""

QUADRATIC = (Verdict.CRITICAL, Verdict.UNKNOWN)
"""The verdicts whose models have the squares and products of their features as terms too."""

_STANDING = (Verdict.SAFE, Verdict.SEKI)
_DEAD, _PROVED, _ESTIMATED = Verdict.DEAD, Evidence.PROVED, Evidence.ESTIMATED


@dataclass(frozen=True)
class LifeWeights:
    """The fitted weights of the settled board: those of life probabilities, and those that calibrate empty points.

    Public attributes:
      weights -- verdict -> term (see `logistic_model`) -> weight
      typical -- verdict -> feature -> (mean, standard deviation) of the chains that the weights were fitted on
      second_weights, second_typical -- the same of the second estimate (see `second_estimate`)
      point_weights  -- the weights of empty points (see `calibration`)
    """

    weights: Mapping[str, Mapping[str, float]]
    typical: Mapping[str, Typical]
    second_weights: Mapping[str, Mapping[str, float]]
    second_typical: Mapping[str, Typical]
    point_weights: Mapping[str, float]

    @cached_property
    def models(self) -> dict[Verdict, LogisticModel]:
        """The model of the first estimate of each verdict."""
        return {
            Verdict(name): LogisticModel(weights, self.typical[name], Verdict(name) in QUADRATIC)
            for name, weights in self.weights.items()
        }

    @cached_property
    def second_models(self) -> dict[Verdict, LogisticModel]:
        """The model of the second estimate of each verdict."""
        return {
            Verdict(name): LogisticModel(weights, self.second_typical[name], False)
            for name, weights in self.second_weights.items()
        }


@dataclass(frozen=True)
class LifeProbability:
    """How likely a chain is to live.

    Public attributes:
      value    -- 0 to 1; exactly 0 or 1 where that is proved
      evidence -- that of the status where it is safe or in seki; else proved or estimated
      names, values, weights -- of the terms of the sum (see `logistic_model`); none where it is proved or in seki
      first    -- of a second estimate the first one, of which it is a term; else None
    """

    value: float
    evidence: Evidence
    names: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()
    first: LifeProbability | None = None

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
    """Return the first estimate of the life probability of each chain of `status`, in its order.

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
        estimated(models[chain.verdict], values) if known is None else known
        for chain, known, values in zip(status.chains, proved, found, strict=True)
    )


def estimated(model: LogisticModel, features: Sequence[float], first: LifeProbability | None = None) -> LifeProbability:
    """Return the probability of a chain with these values of the features of a model."""
    values = model.values(features)
    return LifeProbability(model.probability(values), _ESTIMATED, model.terms, values, model.weights, first)


def features(
    position: Position, status: BoardStatus, control: npt.NDArray[np.float64], settings: ControlSettings | None = None
) -> list[dict[str, float]]:
    """Return all features of each chain of `status`, in its order, whatever its verdict."""
    found = chain_features(position, status, control, settings, [FEATURE_NAMES] * len(status.chains))
    return [dict(zip(FEATURE_NAMES, values, strict=True)) for values in found]


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
    second = content["second"]
    return LifeWeights(
        content["weights"], content["typical"], second["weights"], second["typical"], content["points"]
    )


__all__ = [
    "FEATURES", "QUADRATIC", "LifeProbability", "LifeWeights", "default_life_weights", "estimated", "features",
    "life_probabilities",
]
