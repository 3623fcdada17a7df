"""The move policy: how likely a strong player is to make each move.

The probability of a move is a softmax over all legal moves, the pass among them, of a sum of weights: one for the class
of each feature (see `features`), and one for each pattern around it that was played often enough (see `patterns`). So
every probability can be explained as a sum. The evidence is **estimated**: the policy tells which moves to examine,
not which are good. The model is that of R. Coulom, Computing Elo Ratings of Move Patterns in the Game of Go (2007),
sections 2 and 3, fitted as one softmax; large patterns as in D. Stern, R. Herbrich and T. Graepel, Bayesian Pattern
Ranking for Move Prediction in the Game of Go (2006). `fit` makes the weights (see `policy_weights`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position
from .features import MOVE_FEATURES, PASS_FEATURES, STARTS, Buffers
from .patterns import PATTERNS, pattern_text
from .policy_weights import Weights, default_weights

Term = tuple[str, float | str, float]


@dataclass(frozen=True)
class PolicyMove:
    """A move and how likely a player is to make it.

    Public attributes:
      point       -- the point, or PASS
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
    """Return the legal moves of `color`, by default the side to move, and the pass, the likeliest first.

    Suicide is no move. `recent` are the last moves, the latest last; `forbidden` are superko points.
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
    from . import _slot_kernels as kernels  # loads numba

    weights = default_weights() if weights is None else weights
    moves, slots = _slots(position, color, recent, weights)
    probabilities = np.empty(moves.size)
    kernels.probabilities(slots, moves.size, weights.for_area(position.grid.area), probabilities)
    if forbidden:
        allowed = ~np.isin(moves, list(forbidden))
        moves, probabilities = moves[allowed], probabilities[allowed]
        probabilities /= probabilities.sum()
    order = np.argsort(-probabilities, kind="stable")
    return dict(zip(moves[order].tolist(), probabilities[order].tolist(), strict=True))


def policy_terms(
    position: Position, point: int, color: Color | None = None, recent: Sequence[int] = ()
) -> tuple[Term, ...]:
    """Return the terms of a move's sum: (feature, its value, what it adds), the largest first, without zeros.

    The value of a pattern is its text, that of a feature its class. Raises ValueError unless `color`, by default the
    side to move, may play there, or the point is PASS.
    """
    color = position.to_move if color is None else color
    weights = default_weights()
    moves, slots = _slots(position, color, recent, weights)
    if point not in moves:
        raise ValueError(f"{position.grid.vertex(point)}: expected a legal move")
    row = slots[int(np.flatnonzero(moves == point)[0])].tolist()
    parts = weights.for_area(position.grid.area)
    names = list(PASS_FEATURES) if point == PASS else [*MOVE_FEATURES, *PATTERNS]
    starts = STARTS[len(MOVE_FEATURES) :] if point == PASS else STARTS
    terms: list[Term] = []
    for number, (name, slot) in enumerate(zip(names, row, strict=False)):
        if slot < 0 or not parts[slot]:
            continue
        is_class = point == PASS or number < len(MOVE_FEATURES)
        value = float(slot - starts[number]) if is_class else pattern_text(position, color, point, name, recent)
        terms.append((name, value, float(parts[slot])))
    return tuple(sorted(terms, key=lambda term: -abs(term[2])))


def _slots(
    position: Position, color: Color | None, recent: Sequence[int], weights: Weights
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int32]]:
    color = position.to_move if color is None else color
    return Buffers(position.grid).fill(position, color, recent, weights.table)


__all__ = ["PolicyMove", "default_weights", "move_probabilities", "policy_moves", "policy_terms"]
