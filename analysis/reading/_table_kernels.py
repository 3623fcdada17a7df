"""Compiled kernels of the table of results of a search."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from ._question_kernels import DN, PN, RESULT_FIELDS

BUCKET = 4
"""Entries among which a key may be."""


@kernel
def look_up(search, key):
    """Return the number of the entry with this key, or -1."""
    keys = search.table_keys
    first = key & (keys.size - BUCKET)
    for n in range(first, first + BUCKET):
        if keys[n] == key:
            return n
    return -1


@kernel
def store(search, key, result, zone):
    """Write a result into the entry of its key, a free one, or one that took the least work.

    Solved results are kept longest.
    """
    keys, table = search.table_keys, search.table
    first = key & (keys.size - BUCKET)
    place, least = first, 1 << 40
    for n in range(first, first + BUCKET):
        if keys[n] == key:
            place = n
            break
        solved = table[n, PN] == 0 or table[n, DN] == 0
        work = 0 if keys[n] == 0 else 1 << 30 if solved else table[n, PN] + table[n, DN]
        if work < least:
            place, least = n, work
    keys[place] = key
    for k in range(RESULT_FIELDS):
        table[place, k] = result[k]
    if result[PN] == 0 or result[DN] == 0:
        sets.copy(search.table_zones[place], zone)
