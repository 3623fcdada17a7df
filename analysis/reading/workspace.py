"""The arrays that searches work in, kept from one question to the next: to allocate them takes as long as many answers.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Grid, Position

LOG_HEIGHT = 1 << 16
KEPT_BITS = 13
"""Tables of at most 2 ** KEPT_BITS entries are kept."""
MIN_BITS, MOST_BITS = 8, 20
"""No table is larger, 120 megabytes on 19x19, however many nodes are allowed: what took least work makes room."""
OTHER_KEYS = 16
"""Keys beside those of the stones and ko points: of the side to move and of ko threats."""

_TABLE = "table_keys", "table", "table_zones"


class Workspace:
    """The board and the state of a search on one grid, for one thread.

    Public attributes:
      board  -- _reading_board_kernels.Board
      words  -- how many words a set of points has
    """

    def __init__(self, grid: Grid) -> None:
        from . import _point_set_kernels, _question_kernels, _reading_board_kernels  # loads numba

        stone_keys, other_keys = _keys(grid.area)
        self.words = -(-grid.area // _point_set_kernels.BITS)
        self.board: Any = _reading_board_kernels.new_board(grid.neighbours, stone_keys, LOG_HEIGHT)
        self._search: Any = _question_kernels.new_search(
            grid.neighbours, grid.diagonals, self.words, other_keys
        )
        self._fields = _question_kernels.RESULT_FIELDS
        self._table = self._new_table(KEPT_BITS)
        self._searches: dict[int, Any] = {}  # those with a part of that table, by the bits of its size
        self._kernels = _reading_board_kernels
        self._set_up: tuple[Any, int, tuple[int, ...], int] = (None, 0, (), -1)

    def _new_table(self, bits: int) -> tuple[npt.NDArray[np.int64], ...]:
        """Return the keys, results and zones of an empty table of 2 ** bits entries."""
        entries = 1 << bits
        return (
            np.zeros(entries, np.int64), np.empty((entries, self._fields), np.int64),
            np.empty((entries, self.words), np.int64),
        )

    def set_up(self, position: Position, ko: int, safe: tuple[int, ...]) -> None:
        """Set up the stones of a position, without suicide; `safe` are points whose chains count as safe.

        Searches undo their moves, so that a board on which these stones are set up already only forgets what was read:
        unless stones were set up otherwise since, or a search that was interrupted left moves in the log.
        """
        wanted, counters = (position.stones, ko, safe), self.board.counters
        stones, *others, number = self._set_up
        same = stones is wanted[0] and others == [ko, safe] and number == counters[self._kernels.SET_UPS]
        if same and not counters[self._kernels.TOP]:
            self.board.read.fill(0)
            return
        self._kernels.set_up(self.board, position.stones, ko, False)
        if safe:
            self._kernels.mark_all_safe(self.board, np.array(safe, np.int64))
        self._set_up = *wanted, int(counters[self._kernels.SET_UPS])

    def search(self, nodes: int) -> Any:
        """Return the state of a search of so many nodes, with an empty table: _question_kernels.Search."""
        bits = min(max(MIN_BITS, (4 * nodes).bit_length()), MOST_BITS)
        self._search.totals.fill(0)
        if bits > KEPT_BITS:
            return self._with_table(*self._new_table(bits))
        search = self._searches.get(bits)
        if search is None:
            search = self._searches[bits] = self._with_table(*(part[: 1 << bits] for part in self._table))
        search.table_keys.fill(0)
        return search

    def _with_table(self, *parts: npt.NDArray[np.int64]) -> Any:
        """Return the state of a search with a table of these keys, results and zones."""
        return self._search._replace(**dict(zip(_TABLE, parts, strict=True)))

    def ladders(self, moves: int) -> tuple[Any, Any]:
        """Return the board, and the state of a search without a table in which ladders may take so many moves."""
        ladder = np.empty((moves + 1, self._search.ladder.shape[1]), np.int64)
        return self.board, self._search._replace(ladder=ladder)


@cache
def _keys(area: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the hash keys of the stones, (2, area), and of kos and the rest, (area + OTHER_KEYS,)."""
    rng = np.random.default_rng(area)
    return rng.integers(1, 2**61, (2, area), np.int64), rng.integers(1, 2**61, area + OTHER_KEYS, np.int64)


_kept = threading.local()


def workspace(grid: Grid) -> Workspace:
    """Return the workspace of this thread for a grid; searches that run at the same time must not share it."""
    if getattr(_kept, "grid", None) is not grid:
        _kept.grid, _kept.space = grid, Workspace(grid)
    space: Workspace = _kept.space
    return space


__all__ = ["Workspace", "workspace"]
