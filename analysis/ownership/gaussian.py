"""Means of the values around each point of a board, weighted by a Gaussian.

The values are those of `scipy.ndimage.gaussian_filter(values, deviation, mode="reflect")`; loading SciPy would take
longer than a move. Mirror images of a board have the same means up to rounding.
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
    height, width = values.shape
    return _matrix(height, deviation) @ values @ _matrix(width, deviation).T


@cache
def _matrix(count: int, deviation: float) -> Array:
    """Return the weights of the points of a row, (count, count), in the mean around each, mirror images added."""
    furthest = int(_FURTHEST * deviation + 0.5)
    steps = np.arange(-furthest, furthest + 1)
    weights = np.exp(-0.5 / (deviation * deviation) * steps**2)
    weights /= weights.sum()
    place = (np.arange(count)[:, None] + steps) % (2 * count)  # on a row with its mirror image behind it
    matrix = np.zeros((count, count))
    np.add.at(matrix, (np.arange(count)[:, None], np.minimum(place, 2 * count - 1 - place)), weights)
    return matrix


__all__ = ["gaussian_mean"]
