"""Life probabilities estimated again, now that those of the neighbours are known.

The first estimate of a chain takes the control of the board for what its stones would have if all of them lived. This
one starts from the board settled by the first estimates: groups that hang on one another, as two weak groups that face
each other do, correct one another. It is a logistic model for each verdict, too, with these features, all from the
owner's side:

    first    the sum of the first estimate, -6 to 6
    control  the mean control of the chain's liberties on the board settled by the first estimates, -1 to 1
    enemies  the mean first probability of the adjacent enemy chains; 1/2 if there are none
    friends  the same of the owner's chains that have a liberty in common with it
    liberties log2(1 + the liberties of the chain)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..board.bit_sets import with_neighbours
from ..status import BoardStatus
from .life_probability import LifeProbability, LifeWeights, estimated

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

SECOND_FEATURES = ("first", "control", "enemies", "friends", "liberties")

MOST_FIRST = 6.0
"""The bound of the sum of the first estimate: .9975 is as sure as that can be."""

_NOBODY = 0.5  # the probability of neighbours that there are not


def second_probabilities(
    position: Position, status: BoardStatus, first: Sequence[LifeProbability], control: Array, weights: LifeWeights
) -> tuple[LifeProbability, ...]:
    """Return the second estimate of each chain of `status`, in its order; what was no estimate stays.

    first   -- the first estimates
    control -- (area,): the control map of the board settled by these
    """
    rows = second_features(position, status, [chain.value for chain in first], control)
    models = weights.second_models
    return tuple(
        estimated(models[chain.verdict], row, before) if before.names else before
        for chain, row, before in zip(status.chains, rows.tolist(), first, strict=True)
    )


def second_features(position: Position, status: BoardStatus, first: Sequence[float], control: Array) -> Array:
    """Return the features of each chain of `status`: (chains, 5), in the order of SECOND_FEATURES."""
    chance = np.array(first, float)
    bound = 1 / (1 + math.exp(-MOST_FIRST))
    inner = np.clip(chance, 1 - bound, bound)
    color = np.array([int(chain.color) for chain in status.chains], float)
    free = [position.liberties_at(chain.chain[0]) for chain in status.chains]
    of_chain = np.repeat(np.arange(len(free)), [len(points) for points in free])
    liberties = np.array([point for points in free for point in points], np.intp)
    enemies, friends = _neighbours(position)
    return np.stack([
        np.log(inner / (1 - inner)),
        color * _means(of_chain, control[liberties], len(chance), 0.0),
        _means(enemies[0], chance[enemies[1]], len(chance), _NOBODY),
        _means(friends[0], chance[friends[1]], len(chance), _NOBODY),
        np.log2([1 + chain.liberties for chain in status.chains]),
    ], axis=1)  # fmt: skip


def _means(groups: Indices, values: Array, count: int, otherwise: float) -> Array:
    """Return the mean of the values of each group, (count,), or another value for groups without any."""
    sizes = np.bincount(groups, minlength=count)
    sums = np.bincount(groups, values, minlength=count)
    return np.where(sizes > 0, sums / np.maximum(sizes, 1), otherwise)


def _neighbours(position: Position) -> tuple[Indices, Indices]:
    """Return the pairs of adjacent enemy chains, and of chains of one colour with a common liberty: (2, pairs) each.

    Chains are numbered as in `Position.chains`; each pair is there both ways round.
    """
    chains, free = position.chain_bits, position.liberty_bits
    around = [with_neighbours(position.grid, chain) for chain in chains]
    colors = [position.colors[chain[0]] for chain in position.chains()]
    enemies: list[tuple[int, int]] = []
    friends: list[tuple[int, int]] = []
    for one, other in combinations(range(len(chains)), 2):
        if colors[one] != colors[other]:
            if around[one] & chains[other]:
                enemies += (one, other), (other, one)
        elif free[one] & free[other]:
            friends += (one, other), (other, one)
    first, second = (np.array(pairs, np.intp).reshape(-1, 2).T for pairs in (enemies, friends))
    return first, second


__all__ = ["MOST_FIRST", "SECOND_FEATURES", "second_features", "second_probabilities"]
