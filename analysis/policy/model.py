"""The move policy: how likely a strong player is to make each move.

The probability of a move is a softmax over all legal moves but those that fill an eye, of a sum of weights: a few for
where the move is and what it does, and one for each pattern around it that was played often enough (see `features`). So
every probability can be explained as a sum. The evidence is **estimated**: the policy tells which moves to examine, not
which are good. The weights are in weights.json beside this file, with how well they predict the moves of games that
they do not come from; `fit` makes them. The model is that of R. Coulom, Computing Elo Ratings of Move Patterns in the
Game of Go (2007), sections 2 and 3, fitted as one softmax.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..board import Color, Position
from .features import (
    CATEGORICAL,
    CATEGORY_COUNTS,
    NUMERIC,
    PATTERN_SIZES,
    PATTERNS,
    PHASE_STARTS,
    Array,
    Codes,
    Features,
    candidates,
    features,
    pattern_hashes,
    pattern_text,
)

Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class PolicyMove:
    """A move and how likely a player is to make it.

    Public attributes:
      point       -- the point
      probability -- 0 to 1; those of all moves of a position add up to 1
    """

    point: int
    probability: float


def policy_moves(
    position: Position,
    color: Color | None = None,
    recent: Sequence[int] = (),
    *,
    forbidden: Collection[int] = (),
    weights: Weights | None = None,
) -> tuple[PolicyMove, ...]:
    """Return the moves of `color`, by default the side to move, but those that fill a true eye, the likeliest first.

    `recent` are the last moves, the latest last; `forbidden` are superko points. Empty if there is no such move.
    """
    found = move_probabilities(position, color, recent, forbidden=forbidden, weights=weights)
    return tuple(itertools.starmap(PolicyMove, found.items()))


def move_probabilities(
    position: Position,
    color: Color | None = None,
    recent: Sequence[int] = (),
    *,
    forbidden: Collection[int] = (),
    weights: Weights | None = None,
) -> dict[int, float]:
    """Return the probability of each of the `policy_moves` by its point, the likeliest first."""
    color = position.to_move if color is None else color
    points = candidates(position, color, forbidden)
    if not points.size:
        return {}
    table = _default_table() if weights is None else _Table(weights)
    total = table.contributions(features(position, color, recent, points)).sum(axis=1)
    probabilities = np.exp(total - total.max())
    probabilities /= probabilities.sum()
    order = np.argsort(-probabilities, kind="stable")
    return dict(zip(points[order].tolist(), probabilities[order].tolist(), strict=True))


def policy_terms(
    position: Position, point: int, color: Color | None = None, recent: Sequence[int] = ()
) -> tuple[tuple[str, float | str, float], ...]:
    """Return the terms of a move's sum: (feature, its value, what it adds), the largest first, without zeros.

    The value of a pattern is its text. Raises ValueError unless `color`, by default the side to move, may play there
    without filling a true eye.
    """
    color = position.to_move if color is None else color
    points = candidates(position, color)
    if point not in points:
        raise ValueError(f"{position.grid.vertex(point)}: expected a legal move that fills no eye")
    row = int(np.flatnonzero(points == point)[0])
    found = features(position, color, recent, points)
    values = (
        *map(float, found.classes[row].tolist()),
        *(pattern_text(position, color, point, size) for size in PATTERN_SIZES),
        *found.numbers[row].tolist(),
    )
    contributions = _default_table().contributions(found)[row].tolist()
    names = (*CATEGORICAL, *PATTERNS, *NUMERIC)
    terms = [term for term in zip(names, values, contributions, strict=True) if term[2]]
    return tuple(sorted(terms, key=lambda term: -abs(term[2])))


@cache
def default_weights() -> Weights:
    """Return the weights of weights.json: feature -> class, pattern or phase -> weight."""
    weights: Weights = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))["weights"]
    return weights


class _Table:
    """Weights as arrays, indexed by class or phase."""

    def __init__(self, weights: Weights) -> None:
        self.categorical = [_row(weights[name], size) for name, size in zip(CATEGORICAL, CATEGORY_COUNTS, strict=True)]
        self.patterns = [_PatternWeights(weights[name]) for name in PATTERNS]
        self.numeric = [_row(weights[name], len(PHASE_STARTS) + 1) for name in NUMERIC]

    def contributions(self, found: Features) -> Array:
        """Return what each feature adds to the sum of each move: (n, 19)."""
        return np.column_stack((
            *(row[found.classes[:, k]] for k, row in enumerate(self.categorical)),
            *(weights.of(found.patterns[:, k]) for k, weights in enumerate(self.patterns)),
            *(row[found.phase] * found.numbers[:, k] for k, row in enumerate(self.numeric)),
        ))


def _row(weights: Mapping[str, float], size: int) -> Array:
    """Return weights by class or phase as an array, 0 for those without a weight."""
    row = np.zeros(size)
    for index, weight in weights.items():
        row[int(index)] = weight
    return row


class _PatternWeights:
    """The weights of the patterns of one size; a pattern without a weight counts 0."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        hashes = pattern_hashes(list(weights))
        order = np.argsort(hashes)
        self.hashes, self.weights = hashes[order], np.array(list(weights.values()), float)[order]

    def of(self, hashes: Codes) -> Array:
        if not self.hashes.size:
            return np.zeros(hashes.size)
        indices = np.minimum(np.searchsorted(self.hashes, hashes), self.hashes.size - 1)
        return np.where(self.hashes[indices] == hashes, self.weights[indices], 0.0)


@cache
def _default_table() -> _Table:
    return _Table(default_weights())


__all__ = ["PolicyMove", "default_weights", "move_probabilities", "policy_moves", "policy_terms"]
