"""What a glance tells of a chain and the group it belongs to: its life, and where it may have eyes. Nothing is read.

It is what the reader of life and death sees at the end of a line; the chances of what reading leaves open are told
from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import EMPTY, Position


@dataclass(frozen=True)
class StaticVerdict:
    """What was seen of one chain.

    Public attributes:
      alive, dead -- what a glance says of it; neither if it says nothing
      eyes        -- how many points its group may yet have an eye on
    """

    alive: bool
    dead: bool
    eyes: int
    _label: npt.NDArray[np.int16] = field(repr=False)  # the number of the chain on a point
    _in_group: npt.NDArray[np.bool_] = field(repr=False)

    def holds(self, point: int) -> bool:
        """Whether the stone on a point belongs to its group."""
        return bool(self._in_group[self._label[point]])


class StaticLife:
    """Looks at one position from the side of one chain after another; what was seen is kept.

    Public attributes, beside the methods: position -- Position.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._rows, self._moves = glance_kernels()
        self._board = np.append(position.stones, np.int8(self._rows.OFF))
        self._everywhere = np.arange(position.grid.area, dtype=np.int16)
        self._none = np.zeros(self._board.size, np.bool_)
        self._looks: dict[tuple[bytes, int], dict[int, StaticVerdict]] = {}

    def eyes(self, point: int) -> int:
        """How many points the group of the stone on `point`, the enemy to move, may yet have an eye on.

        Raises ValueError if there is no stone.
        """
        color = self.position.stones[self.position.grid.require(point)]
        if color == EMPTY:
            raise ValueError(f"{self.position.grid.vertex(point)}: expected a stone, the point is empty")
        return self.look(point, self.stones(-int(color)), -int(color)).eyes

    def stones(self, color: int) -> npt.NDArray[np.bool_]:
        """(area + 1,) bool: the stones of a colour, as walls are given."""
        found: npt.NDArray[np.bool_] = self._board == int(color)
        return found

    def look(self, point: int, walls: npt.NDArray[np.bool_], to_move: int) -> StaticVerdict:
        """The chain on a point, with nothing known about its friends; `walls` are enemies not in danger."""
        return self.looks([int(point)], walls, to_move)[0]

    def looks(self, points: Sequence[int], walls: npt.NDArray[np.bool_], to_move: int) -> list[StaticVerdict]:
        """`look` at many chains, all of one colour: each costs less than half of a look by itself."""
        known = self._looks.setdefault((walls.tobytes(), int(to_move)), {})
        new = [point for point in points if point not in known]
        if new:
            known.update(zip(new, self._looked(new, walls, int(to_move)), strict=True))
        return [known[point] for point in points]

    def _looked(self, points: list[int], walls: npt.NDArray[np.bool_], to_move: int) -> list[StaticVerdict]:
        rows, moves, grid = self._rows, self._moves, self.position.grid
        work = np.zeros((rows.ROWS, self._board.size), np.int16)  # its own: several threads may look at once
        verdicts, eyes = np.empty((2, len(points)), np.int16)
        dragons = np.zeros((len(points), grid.area), np.bool_)
        moves.evaluate_dragons(
            self._board, grid.neighbours, grid.diagonals, self._everywhere, self._everywhere, work,
            int(self.position.stones[points[0]]), np.array(points, np.int16), walls, self._none, to_move,
            verdicts, eyes, dragons,
        )
        return [
            StaticVerdict(verdict == moves.ALIVE, verdict == moves.DEAD, count, work[rows.LABEL], dragon)
            for verdict, count, dragon in zip(verdicts.tolist(), eyes.tolist(), dragons, strict=True)
        ]

    def chains(self, zone: npt.NDArray[np.int16], color: int) -> list[list[int]]:
        """The chains of a colour that have a stone in the zone."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for point in zone[self._board[zone] == int(color)].tolist():
            if point not in seen:
                found.append(self.position.chain_at(point))
                seen.update(found[-1])
        return found


@lru_cache(maxsize=4)
def glance_at(position: Position) -> StaticLife:
    """One for each position: all that is read of it asks the same."""
    return StaticLife(position)


def glance_kernels() -> tuple[ModuleType, ModuleType]:
    from . import _life_kernels, _life_moves_kernels  # loads numba

    return _life_kernels, _life_moves_kernels


__all__ = ["StaticLife", "StaticVerdict", "glance_at", "glance_kernels"]
