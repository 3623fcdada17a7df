"""Static evaluation of life and death: whether a group is alive or dead without search. Searches of
selected moves evaluate positions so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...board import Position


class StaticVerdict(NamedTuple):
    """The static evaluation of one chain and its group.

    Public attributes:
      alive, dead -- the verdict; neither if it is undecided
      group       -- (area,) bool: by number, as in `Position.chains`, whether a chain belongs to the group
    """

    alive: bool
    dead: bool
    group: npt.NDArray[np.bool_]


class StaticLife:
    """Static evaluation of the chains of one position, with a cache.

    Public attributes, beside the methods: position -- Position.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._rows, self._kernels, _ = static_life_kernels()
        self._board = np.append(position.stones, np.int8(self._rows.OFF))
        self._everywhere = np.arange(position.grid.area, dtype=np.int16)
        self._none, self._all = np.zeros(self._board.size, np.bool_), np.ones(position.grid.area, np.bool_)
        self._cache: dict[tuple[bytes, int], dict[int, StaticVerdict]] = {}

    def stones(self, color: int) -> npt.NDArray[np.bool_]:
        """Return (area + 1,) bool: the stones of a colour, in the form that `walls` has."""
        found: npt.NDArray[np.bool_] = self._board == int(color)
        return found

    def verdict(self, point: int, walls: npt.NDArray[np.bool_], to_move: int) -> StaticVerdict:
        """Evaluate the chain on a point, no other chain known to live; `walls` are enemy stones that cannot be
        captured.
        """
        return self.verdicts([int(point)], walls, to_move)[0]

    def verdicts(self, points: Sequence[int], walls: npt.NDArray[np.bool_], to_move: int) -> list[StaticVerdict]:
        """Evaluate many chains, all of one colour, as `verdict` does: at less than half the cost for each."""
        cached = self._cache.setdefault((walls.tobytes(), int(to_move)), {})
        new = [point for point in points if point not in cached]
        if new:
            cached.update(zip(new, self._evaluate(new, walls, int(to_move)), strict=True))
        return [cached[point] for point in points]

    def _evaluate(self, points: list[int], walls: npt.NDArray[np.bool_], to_move: int) -> list[StaticVerdict]:
        rows, kernels, grid = self._rows, self._kernels, self.position.grid
        work = np.zeros((rows.ROWS, self._board.size), np.int16)  # not shared: several threads may evaluate at once
        codes = np.empty(len(points), np.int16)
        dragons = np.zeros((len(points), grid.area), np.bool_)
        group = rows.GroupArrays(
            grid.neighbours, grid.diagonals, self._everywhere, self._everywhere,
            int(self.position.stones[points[0]]), points[0], walls, self._none, self._none,
            self._all,
        )
        kernels.evaluate_dragons(self._board, group, work, np.array(points, np.int16), to_move, codes, dragons)
        return [
            StaticVerdict(code == kernels.ALIVE, code == kernels.DEAD, dragon)
            for code, dragon in zip(codes.tolist(), dragons, strict=True)
        ]


@lru_cache(maxsize=4)
def static_life_of(position: Position) -> StaticLife:
    """Return the StaticLife of a position, cached: all readings of a position use the same."""
    return StaticLife(position)


@cache
def static_life_kernels() -> tuple[ModuleType, ModuleType, ModuleType]:
    """Return the kernels of chains, of verdicts and of candidate moves."""
    from . import _chain_kernels, _move_kernels, _verdict_kernels  # loads numba

    return _chain_kernels, _verdict_kernels, _move_kernels


__all__ = ["StaticLife", "StaticVerdict", "static_life_kernels", "static_life_of"]
