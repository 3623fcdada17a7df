"""The table of results of a local search."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.board import Grid
from analysis.reading import _question_kernels as fields
from analysis.reading import _table_kernels as tables

KEYS = [4 * n + 1024 for n in range(1, 7)]
"""Keys of one bucket in a table of four entries."""


def new_table() -> Any:
    grid = Grid(3, 3)
    search = fields.new_search(grid.neighbours, grid.diagonals, 1, np.zeros(16, np.int64))
    return search._replace(
        table_keys=np.zeros(4, np.int64), table=np.zeros((4, fields.RESULT_FIELDS), np.int64),
        table_zones=np.zeros((4, 1), np.int64),
    )


def result(proof: int, disproof: int, move: int = 5) -> np.ndarray[Any, Any]:
    values = np.zeros(fields.RESULT_FIELDS, np.int64)
    values[fields.PN], values[fields.DN], values[fields.MOVE] = proof, disproof, move
    return values


def store(search: Any, key: int, proof: int, disproof: int, zone: int = 0) -> None:
    tables.store(search, key, result(proof, disproof), np.array([zone], np.int64))


def test_a_result_is_found_under_its_key_with_its_zone() -> None:
    search = new_table()
    assert tables.look_up(search, KEYS[0]) == -1
    store(search, KEYS[0], 3, 2)
    store(search, KEYS[1], 0, 9, zone=0b101)
    store(search, KEYS[0], 4, 1)
    one, other = tables.look_up(search, KEYS[0]), tables.look_up(search, KEYS[1])
    assert (search.table[one] == result(4, 1)).all()
    assert (search.table[other] == result(0, 9)).all()
    assert search.table_zones[other, 0] == 0b101
    assert np.count_nonzero(search.table_keys) == 2


def test_a_full_bucket_loses_the_unsolved_result_that_took_the_least_work() -> None:
    search = new_table()
    for key, numbers in zip(KEYS, [(0, 9), (7, 7), (2, 3), (9, 0)], strict=False):
        store(search, key, *numbers)
    store(search, KEYS[4], 8, 8)
    kept = [tables.look_up(search, key) >= 0 for key in KEYS[:5]]
    assert kept == [True, True, False, True, True]
