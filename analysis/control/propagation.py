"""The propagating function: influence that spreads from every stone and halves with each step (Hu 2020, 2.2-2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from ..board import BLACK, EMPTY, WHITE, Position
from .estimator import ControlMap

Path = Literal["rays", "corners"]
Cap = Literal["sum", "colours"]


@dataclass(frozen=True)
class PropagationSettings:
    """Settings of the propagating function.

      first  -- influence on the points next to a stone, above 0 and at most 1: the paper's 1/2 or 1
      factor -- by which each further step multiplies it, 0 to 1
      path   -- "rays": straight lines in the four directions, up to the next stone of either colour;
                "corners": by the shortest path along empty points, round corners, too
      cap    -- "sum": both colours are added and the sum is kept within [-1, 1], as in the paper's figure 2;
                "colours": each colour is kept within 1 before they are added. With `first` = 1 that gives the
                right values in a corridor, 0, 1/2, 3/4 ... from the end of the enemy's stone

    Raises ValueError for values out of range.
    """

    first: float = 0.5
    factor: float = 0.5
    path: Path = "rays"
    cap: Cap = "sum"

    def __post_init__(self) -> None:
        if not 0 < self.first <= 1:
            raise ValueError(f"first: expected a number above 0 and at most 1, got {self.first!r}")
        if not 0 <= self.factor <= 1:
            raise ValueError(f"factor: expected a number in [0, 1], got {self.factor!r}")
        for name, value, allowed in (("path", self.path, get_args(Path)), ("cap", self.cap, get_args(Cap))):
            if value not in allowed:
                raise ValueError(f"{name}: expected {' or '.join(allowed)}, got {value!r}")


def propagate(position: Position, settings: PropagationSettings | None = None) -> ControlMap:
    """Compute the influence map: stones +-1, empty points the influence on them, Black positive; `sweeps` is 0.

    Every stone counts as alive, and influence does not pass through stones.
    """
    settings = settings or PropagationSettings()
    spread = _along_rays if settings.path == "rays" else _round_corners
    black = spread(position, int(BLACK), settings)
    white = spread(position, int(WHITE), settings)
    if settings.cap == "colours":
        black, white = np.minimum(black, 1.0), np.minimum(white, 1.0)
    influence = np.clip(black - white, -1.0, 1.0)
    values = np.where(position.stones == EMPTY, influence, position.stones).reshape(position.board.shape)
    values.flags.writeable = False
    return ControlMap(values, float(values.sum()), 0, 0.0, True, "propagation")


def _along_rays(position: Position, color: int, settings: PropagationSettings) -> npt.NDArray[np.float64]:
    """Return (area,): the influence of every stone of `color` along the four rays from it."""
    grid, stones = position.grid, position.stones
    total = np.zeros(grid.area)
    for source in np.flatnonzero(stones == color):
        for direction in range(4):
            point, strength = int(grid.neighbours[source, direction]), settings.first
            while point < grid.area and stones[point] == EMPTY:
                total[point] += strength
                strength *= settings.factor
                point = int(grid.neighbours[point, direction])
    return total


def _round_corners(position: Position, color: int, settings: PropagationSettings) -> npt.NDArray[np.float64]:
    """Return (area,): each stone of `color` adds first * factor^(d - 1) to points at d steps along empty points."""
    grid, stones = position.grid, position.stones
    total = np.zeros(grid.area)
    for source in np.flatnonzero(stones == color):
        seen = {int(source)}
        frontier, strength = [int(source)], settings.first
        while frontier:
            reached = []
            for point in frontier:
                for near in grid.neighbours[point]:
                    if near < grid.area and stones[near] == EMPTY and int(near) not in seen:
                        seen.add(int(near))
                        total[near] += strength
                        reached.append(int(near))
            frontier, strength = reached, strength * settings.factor
    return total
