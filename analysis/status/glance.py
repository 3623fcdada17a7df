"""What a glance tells of a chain and the group it belongs to: its life, and where it may have eyes. Nothing is read.

It is what the reader of life and death sees at the end of a line; the chances of what reading leaves open are told
from it.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from ..board import EMPTY, Position


class Glance:
    """Looks at one position from the side of one chain after another.

    Public attributes, beside the methods: alive, dead -- what `verdict` may return; board -- (area + 1,) int8, the
    stones and what stands for "off the board".
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rows, self.moves = glance_kernels()
        self.alive, self.dead = self.moves.ALIVE, self.moves.DEAD
        self.board = np.append(position.stones, np.int8(self.rows.OFF))
        self.work = np.zeros((self.rows.ROWS, self.board.size), np.int16)
        self.everywhere = np.arange(position.grid.area, dtype=np.int16)
        self.none = np.zeros(self.board.size, np.bool_)

    def eyes(self, point: int) -> int:
        """How many points the group of the stone on `point`, the enemy to move, may yet have an eye on.

        Raises ValueError if there is no stone.
        """
        color = self.position.stones[self.position.grid.require(point)]
        if color == EMPTY:
            raise ValueError(f"{self.position.grid.vertex(point)}: expected a stone, the point is empty")
        self.verdict(point, self.board == -color, -color)
        return int(self.work[self.rows.FACTS, self.rows.EYES])

    def verdict(self, point: int, walls: npt.NDArray[np.bool_], to_move: int) -> int:
        """What a glance says of the chain on a point, with nothing known about its friends."""
        grid, owner = self.position.grid, int(self.position.stones[point])
        return int(
            self.moves.survey(
                self.board, grid.neighbours, grid.diagonals, self.everywhere, self.work, owner, int(point), walls,
                self.none, self.none, int(to_move),
            )
        )

    def holds(self, point: int) -> bool:
        """Whether the group that was looked at last holds this point."""
        return bool(self.work[self.rows.KIND, self.work[self.rows.LABEL, point]] == self.rows.DRAGON)

    def chains(self, zone: npt.NDArray[np.int16], color: int) -> list[list[int]]:
        """The chains of a colour that have a stone in the zone."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for point in zone[self.board[zone] == int(color)].tolist():
            if point not in seen:
                found.append(self.position.chain_at(point))
                seen.update(found[-1])
        return found


def glance_kernels() -> tuple[ModuleType, ModuleType]:
    from . import _life_kernels, _life_moves_kernels  # loads numba

    return _life_kernels, _life_moves_kernels


__all__ = ["Glance", "glance_kernels"]
