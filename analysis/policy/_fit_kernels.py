"""Compiled kernels of `policy.fit`: move probabilities by given weights, and the gradient of the loss.

The moves of all positions are stacked: those of position p are the rows starts[p] to starts[p + 1]. A row's score is

    sum over k of beta[categories[row, k]] + sum over k of beta[numeric_weights[row, k]] * numbers[row, k]

with categories (rows, k) int32: the indices of the weights of its categorical features and patterns; numeric_weights
(rows, m) int32: those of its numeric features; numbers (rows, m) float64: the values of these.
"""

from __future__ import annotations

import math

import numpy as np

from ..runtime.jit import array_kernel


@array_kernel
def probabilities(categories, numeric_weights, numbers, starts, positions, beta):
    """Return the softmax of the scores within each of `positions` (n,): (rows,) float64, 0 for other positions."""
    result = np.zeros(categories.shape[0])
    for position in positions:
        first = starts[position]
        end = starts[position + 1]
        maximum = -np.inf
        for row in range(first, end):
            total = 0.0
            for k in range(categories.shape[1]):
                total += beta[categories[row, k]]
            for k in range(numeric_weights.shape[1]):
                total += beta[numeric_weights[row, k]] * numbers[row, k]
            result[row] = total
            maximum = max(maximum, total)
        total_weight = 0.0
        for row in range(first, end):
            result[row] = math.exp(result[row] - maximum)
            total_weight += result[row]
        for row in range(first, end):
            result[row] /= total_weight
    return result


@array_kernel
def gradient(categories, numeric_weights, numbers, starts, positions, errors, weights):
    """Return the gradient of the log loss of `positions`: (weights,) float64.

    errors  -- (rows,): the probability of each move less 1 for the move played
    weights -- how many weights there are
    """
    result = np.zeros(weights)
    for position in positions:
        for row in range(starts[position], starts[position + 1]):
            for k in range(categories.shape[1]):
                result[categories[row, k]] += errors[row]
            for k in range(numeric_weights.shape[1]):
                result[numeric_weights[row, k]] += errors[row] * numbers[row, k]
    return result
