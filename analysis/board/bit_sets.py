"""Sets of points as integers: bit p stands for point p. So whole boards are compared in less than a microsecond."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from .grid import MAX_SIDE, Grid

_BITS = tuple(1 << point for point in range(MAX_SIDE**2))


def bits_of_mask(mask: npt.NDArray[np.bool_]) -> int:
    """Return the set of the points at which a mask, (area,) bool, is true."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def bits_of_points(points: Iterable[int]) -> int:
    """Return the set of some points of a board, among which PASS must not be."""
    return functools.reduce(operator.or_, map(_BITS.__getitem__, points), 0)


def with_neighbours(grid: Grid, bits: int) -> int:
    """Return a set with all points beside one of its points."""
    left, right = _edges(grid)
    shifted = (bits & ~right) << 1 | (bits & ~left) >> 1 | bits << grid.width | bits >> grid.width
    return bits | (shifted & everywhere(grid))


def everywhere(grid: Grid) -> int:
    """Return the set of all points."""
    return (1 << grid.area) - 1


@functools.cache
def _edges(grid: Grid) -> tuple[int, int]:
    """Return the sets of the points in the first and in the last column."""
    starts = range(0, grid.area, grid.width)
    return bits_of_points(starts), bits_of_points(start + grid.width - 1 for start in starts)


__all__ = ["bits_of_mask", "bits_of_points", "everywhere", "with_neighbours"]
