"""Sets of points as integers: bit p stands for point p. So whole boards are compared in less than a microsecond."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator

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


def points_of(bits: int) -> list[int]:
    """Return the points of a set, ascending."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class BitGrid:
    """The points of a board as sets: what is beside them, and their connected parts.

    Public attributes: board -- the set of all points
    """

    def __init__(self, grid: Grid) -> None:
        first = bits_of_points(range(0, grid.area, grid.width))
        self._width, self.board = grid.width, (1 << grid.area) - 1
        self._not_first = self.board & ~first
        self._not_last = self.board & ~(first << grid.width - 1)

    def around(self, points: int) -> int:
        """Return the points that are beside one of these, which may be some of these."""
        sideways = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (sideways | points << self._width | points >> self._width) & self.board

    def joined(self, seed: int, within: int) -> int:
        """Return all points of `within` that are connected to `seed`."""
        found = fresh = seed & within
        while fresh:
            fresh = self.around(fresh) & within & ~found
            found |= fresh
        return found

    def connected_parts(self, points: int, touching: int = -1) -> Iterator[int]:
        """Yield the connected parts of a set of points; only those with a point of `touching`."""
        while seeds := points & touching:
            piece = self.joined(seeds & -seeds, points)
            points &= ~piece
            yield piece


@functools.cache
def bit_grid(grid: Grid) -> BitGrid:
    """Return the points of a grid as sets, cached."""
    return BitGrid(grid)


def with_neighbours(grid: Grid, bits: int) -> int:
    """Return a set with all points beside one of its points."""
    return bits | bit_grid(grid).around(bits)


def everywhere(grid: Grid) -> int:
    """Return the set of all points."""
    return bit_grid(grid).board


__all__ = ["BitGrid", "bit_grid", "bits_of_mask", "bits_of_points", "everywhere", "points_of", "with_neighbours"]
