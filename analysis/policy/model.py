"""Shape: how likely a player is to make a move, by the experience of games between strong players.

The chance of a move is its share of exp(sum of weights) among all moves but those that fill an eye: a few weights for
where it is and what it does, and one for each pattern around it that was played often enough (`shape_features`), so
that it can be told as a sum. The word of it is **estimated**; it says what is worth looking at, not what is good. The
weights are in shape.json beside this file, with how well they foretell games they do not come from; `shape_fit` makes
them. The form is that of R. Coulom, Computing Elo Ratings of Move Patterns in the Game of Go (2007), sections 2 and 3,
fitted as one softmax.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..board import Color, Position
from .features import (
    COLUMNS,
    MEASURES,
    PATTERNS,
    POINTS,
    SIZES,
    STAGES,
    Array,
    Codes,
    Features,
    candidates,
    features,
    pattern_numbers,
    pattern_text,
)

Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class PolicyMove:
    """A move and how likely a player is to make it.

    Public attributes:
      point  -- the point
      chance -- 0 to 1; those of all moves add up to 1
    """

    point: int
    chance: float


def policy_moves(
    position: Position,
    color: Color | None = None,
    recent: Sequence[int] = (),
    *,
    forbidden: Collection[int] = (),
    weights: Weights | None = None,
) -> tuple[PolicyMove, ...]:
    """All moves of `color`, by default the side to move, but those that fill a true eye: the likeliest first.

    `recent` are the last moves, the latest at the end; `forbidden` are superko points. None if there is no such move.
    """
    color = position.to_move if color is None else color
    points = candidates(position, color, forbidden)
    if not points.size:
        return ()
    table = _default_table() if weights is None else _Table(weights)
    total = table.parts(features(position, color, recent, points)).sum(axis=1)
    chances = np.exp(total - total.max())
    chances /= chances.sum()
    order = np.argsort(-chances, kind="stable")
    return tuple(map(PolicyMove, points[order].tolist(), chances[order].tolist()))


def terms(
    position: Position, point: int, color: Color | None = None, recent: Sequence[int] = ()
) -> tuple[tuple[str, float | str, float], ...]:
    """Why a move is as likely as it is: (feature, its value, what it adds), largest first, without those that add 0.

    The value of a pattern is its text. Raises ValueError unless `color`, by default the side to move, may play there
    without filling a true eye.
    """
    color = position.to_move if color is None else color
    points = candidates(position, color)
    if point not in points:
        raise ValueError(f"{position.grid.vertex(point)}: expected a legal move that fills no eye")
    place = int(np.flatnonzero(points == point)[0])
    told = features(position, color, recent, points)
    values = (
        *map(float, told.columns[place].tolist()),
        *(pattern_text(position, color, point, size) for size in POINTS),
        *told.measures[place].tolist(),
    )
    parts = _default_table().parts(told)[place].tolist()
    found = [term for term in zip((*COLUMNS, *PATTERNS, *MEASURES), values, parts, strict=True) if term[2]]
    return tuple(sorted(found, key=lambda term: -abs(term[2])))


@cache
def default_weights() -> Weights:
    """The weights of shape.json: feature -> case, pattern or stage -> weight."""
    weights: Weights = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))["weights"]
    return weights


class _Table:
    """Weights as arrays to be indexed."""

    def __init__(self, weights: Weights) -> None:
        self.columns = [_row(weights[name], size) for name, size in zip(COLUMNS, SIZES, strict=True)]
        self.patterns = [_Known(weights[name]) for name in PATTERNS]
        self.measures = [_row(weights[name], len(STAGES) + 1) for name in MEASURES]

    def parts(self, told: Features) -> Array:
        """(n, 19): what each feature adds."""
        return np.column_stack((
            *(row[told.columns[:, k]] for k, row in enumerate(self.columns)),
            *(known.weights_of(told.patterns[:, k]) for k, known in enumerate(self.patterns)),
            *(row[told.stage] * told.measures[:, k] for k, row in enumerate(self.measures)),
        ))


def _row(weights: Mapping[str, float], size: int) -> Array:
    row = np.zeros(size)
    for case, weight in weights.items():
        row[int(case)] = weight
    return row


class _Known:
    """The patterns of one size that have a weight; others count 0."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        numbers = pattern_numbers(list(weights))
        order = np.argsort(numbers)
        self.numbers, self.weights = numbers[order], np.array(list(weights.values()), float)[order]

    def weights_of(self, numbers: Codes) -> Array:
        if not self.numbers.size:
            return np.zeros(numbers.size)
        places = np.minimum(np.searchsorted(self.numbers, numbers), self.numbers.size - 1)
        return np.where(self.numbers[places] == numbers, self.weights[places], 0.0)


@cache
def _default_table() -> _Table:
    return _Table(default_weights())


__all__ = ["PolicyMove", "default_weights", "policy_moves", "terms"]
