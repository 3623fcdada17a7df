"""Compiled kernels of `shape_fit`: chances of the moves of many positions by their weights, and how these follow.

The moves of all positions stand one under the other: those of position p are the rows starts[p] to starts[p + 1].
places (rows, k) int32 are the numbers of the weights that a move has once, slopes (rows, m) int32 those of the weights
that it has as often as measures (rows, m) say.
"""

from __future__ import annotations

import math

import numpy as np

from ..runtime.jit import kernel


@kernel
def chances(places, slopes, measures, starts, positions, beta):
    """The chance of each move of `positions` (n,) among those of its position, (rows,) float64; 0 elsewhere."""
    found = np.zeros(places.shape[0])
    for position in positions:
        first = starts[position]
        end = starts[position + 1]
        most = -np.inf
        for row in range(first, end):
            total = 0.0
            for k in range(places.shape[1]):
                total += beta[places[row, k]]
            for k in range(slopes.shape[1]):
                total += beta[slopes[row, k]] * measures[row, k]
            found[row] = total
            most = max(most, total)
        whole = 0.0
        for row in range(first, end):
            found[row] = math.exp(found[row] - most)
            whole += found[row]
        for row in range(first, end):
            found[row] /= whole
    return found


@kernel
def gradient(places, slopes, measures, starts, positions, surplus, weights):
    """How the cost of `positions` grows with each weight, (weights,), if chances are too large by `surplus` (rows,)."""
    found = np.zeros(weights)
    for position in positions:
        for row in range(starts[position], starts[position + 1]):
            for k in range(places.shape[1]):
                found[places[row, k]] += surplus[row]
            for k in range(slopes.shape[1]):
                found[slopes[row, k]] += surplus[row] * measures[row, k]
    return found
