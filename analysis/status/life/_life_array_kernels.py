"""Compiled kernels of the life-and-death reader: arrays as a whole, and bit sets of points: 64 points an element."""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel


@kernel
def contains(points, point):
    """Return whether a bit set contains a point."""
    return (points[point >> 6] >> np.uint64(point & 63)) & np.uint64(1) != 0


@kernel
def copy(source, target):
    """Copy an array. The assignment of a slice would allocate memory for the case that both are the same array."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def fill(target, value):
    """Set all elements of an array."""
    for i in range(target.size):
        target[i] = value


@kernel
def add_all(target, points):
    """Add the points of one bit set to another."""
    for i in range(target.size):
        target[i] |= points[i]
