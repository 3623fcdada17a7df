"""Logistic models of chains: a probability as a sum of terms that can be shown.

probability = 1 / (1 + exp(-sum of weight * term)). The terms are "constant", which is 1; "a", feature a in standard
deviations from its mean over the chains that the weights were fitted on; and in a quadratic model "a*b", the products
of two features. There a standardised feature is clipped to 2 deviations, so that the model does not extrapolate.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Mapping, Sequence

_MAX_TOTAL = 50.0  # bound of the sum of the terms
_MAX_DEVIATIONS = 2.0  # bound of the standardised features of quadratic models

Typical = Mapping[str, tuple[float, float]]
"""The mean and the standard deviation of each feature, in the order of the features."""


def term_names(features: Sequence[str], quadratic: bool) -> tuple[str, ...]:
    """Return the names of the terms, in the order of the weights."""
    pairs = itertools.combinations_with_replacement(features, 2) if quadratic else ()
    return ("constant", *features, *(f"{one}*{other}" for one, other in pairs))


def term_values(
    values: Sequence[float], typical: Sequence[tuple[float, float]], quadratic: bool
) -> tuple[float, ...]:
    """Return the values of the terms for these values of the features, in the order of `term_names`."""
    scaled = [(value - mean) / deviation for value, (mean, deviation) in zip(values, typical, strict=True)]
    if not quadratic:
        return (1.0, *scaled)
    scaled = [max(-_MAX_DEVIATIONS, min(_MAX_DEVIATIONS, value)) for value in scaled]
    return (1.0, *scaled, *itertools.starmap(operator.mul, itertools.combinations_with_replacement(scaled, 2)))


class LogisticModel:
    """A logistic model.

    Attributes: features -- their names; terms, weights -- the names of the terms of the sum, and their weights
    """

    def __init__(self, weights: Mapping[str, float], typical: Typical, quadratic: bool) -> None:
        self.features, self._typical, self._quadratic = tuple(typical), tuple(typical.values()), quadratic
        self.terms = term_names(self.features, quadratic)
        self.weights = tuple(weights[name] for name in self.terms)

    def values(self, features: Sequence[float]) -> tuple[float, ...]:
        """Return the values of the terms for these values of the features."""
        return term_values(features, self._typical, self._quadratic)

    def probability(self, values: Sequence[float]) -> float:
        """Return the probability with these values of the terms."""
        total = math.fsum(map(operator.mul, values, self.weights))
        return 1 / (1 + math.exp(-max(-_MAX_TOTAL, min(_MAX_TOTAL, total))))


__all__ = ["LogisticModel", "Typical", "term_names", "term_values"]
