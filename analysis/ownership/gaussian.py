"""Means of the values around each point of a board, weighted by a Gaussian.

The values are those of `scipy.ndimage.gaussian_filter(values, deviation, mode="reflect")`, to the bit; loading SciPy
would take longer than a move.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_FURTHEST = 4.0
"""Deviations up to which points have weight."""


def gaussian_mean(values: Array, deviation: float) -> Array:
    """Return the weighted mean around each point: (height, width) of the same.

    deviation -- standard deviation of the Gaussian, in points

    Beyond an edge the board is continued by its mirror image, the points at the edge twice.
    """
    return _along_columns(_along_columns(values, deviation).T, deviation).T


def _along_columns(values: Array, deviation: float) -> Array:
    count = len(values)
    weights = _weights(deviation)
    furthest = len(weights) - 1
    row = np.arange(-furthest, count + furthest) % (2 * count)
    continued = values[np.minimum(row, 2 * count - 1 - row)]
    mean = continued[furthest : furthest + count] * weights[0]
    for steps in range(furthest, 0, -1):
        before = continued[furthest - steps : furthest - steps + count]
        after = continued[furthest + steps : furthest + steps + count]
        mean += (before + after) * weights[steps]
    return mean


@cache
def _weights(deviation: float) -> tuple[float, ...]:
    """Return the weights of points 0, 1, 2, ... steps away in one direction; both directions sum to 1."""
    steps = np.arange(-int(_FURTHEST * deviation + 0.5), int(_FURTHEST * deviation + 0.5) + 1)
    weights = np.exp(-0.5 / (deviation * deviation) * steps**2)
    weights /= weights.sum()
    return tuple(weights[len(weights) // 2 :].tolist())


__all__ = ["gaussian_mean"]
