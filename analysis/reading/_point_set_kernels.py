"""Compiled kernels for sets of points: rows of int64 words, 63 points a word, so that no word is negative."""

from __future__ import annotations

import numpy as np

from ..runtime.jit import bit_count, kernel, lowest_bit

BITS = 63


@kernel
def has(words, point):
    """Return whether a point is in the set."""
    return (words[point // BITS] >> (point % BITS)) & 1 == 1


@kernel
def add(words, point):
    """Add a point to the set."""
    words[point // BITS] |= np.int64(1) << (point % BITS)


@kernel
def add_all(words, points):
    """Add points, (n,) int64, to the set."""
    for n in range(points.size):
        add(words, points[n])


@kernel
def clear(words):
    """Empty the set."""
    for k in range(words.size):
        words[k] = 0


@kernel
def copy(words, others):
    """Make `words` the set `others`."""
    for k in range(words.size):
        words[k] = others[k]


@kernel
def unite(words, others):
    """Add the points of `others` to the set."""
    for k in range(words.size):
        words[k] |= others[k]


@kernel
def meets(words, others):
    """Return whether two sets have a point in common."""
    common = np.int64(0)
    for k in range(words.size):
        common |= words[k] & others[k]
    return common != 0


@kernel
def size_of(words):
    """Return the number of points in the set."""
    total = 0
    for k in range(words.size):
        total += bit_count(np.uint64(words[k]))
    return total


@kernel
def list_points(words, points):
    """Write the points of the set into `points`, ascending; return their number."""
    count = 0
    for k in range(words.size):
        word = words[k]
        while word:
            points[count] = k * BITS + lowest_bit(np.uint64(word))
            word &= word - 1
            count += 1
    return count


@kernel
def first_point(words):
    """Return the least point of a set that is not empty."""
    for k in range(words.size):
        if words[k]:
            return k * BITS + lowest_bit(np.uint64(words[k]))
    return -1


@kernel
def grow(words, others):
    """Add the points of `others` to the set; return whether there are new ones."""
    grown = False
    for k in range(words.size):
        grown |= others[k] & ~words[k] != 0
        words[k] |= others[k]
    return grown
