"""Settling a board: what is dead comes off, what is sure or likely becomes a source, and the control field runs again.

Every chain is a source as strong as it is likely to live: +1 for a black one that surely does, 0 for one of even
chances, 2 * chance - 1 in between. A chain that most likely dies is taken off, and so is what is proved dead. Empty
points follow their neighbours as everywhere in the estimator; points proved to be somebody's are his.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from .board import Position
from .control import ControlMap, ControlSettings, estimate
from .prior import Chance, Weights, chances
from .status import BoardStatus

Array = npt.NDArray[np.float64]

OFF_BELOW = 0.35
"""A chain with a smaller chance to live is taken off the board: less wrong than a weak source of the wrong colour."""


@dataclass(frozen=True)
class Settled:
    """A settled board.

    Public attributes:
      origin   -- Position as it was
      position -- Position without what was taken off; its captures are the original's
      held     -- (area,) float64: what each remaining stone is worth as a source, -1 to 1, Black positive
      chances  -- Chance of each chain, in the order of the status
      off      -- the points whose stones were taken off
      control  -- ControlMap: the field over it, proven territory at +-1
    """

    origin: Position
    position: Position
    held: Array = field(repr=False)
    chances: tuple[Chance, ...]
    off: frozenset[int]
    control: ControlMap

    def over(self, position: Position) -> tuple[Position, Array]:
        """A position some moves later, settled as this one was, and what its stones are worth: new ones are whole."""
        same = position.stones == self.origin.stones
        taken = np.zeros(position.grid.area, np.bool_)
        taken[list(self.off)] = True
        stones = np.where(taken & same, 0, position.stones).astype(np.int8)
        held = np.where(same, self.held, position.stones)
        return Position(position.grid, stones, position.to_move, captures=position.captures), held


def without_dead(position: Position, status: BoardStatus, settings: ControlSettings | None = None) -> Array:
    """(height, width): the control field once the stones called dead are off, all others being just stones."""
    stones = position.stones.copy()
    stones[list(status.dead())] = 0
    return estimate(Position(position.grid, stones, position.to_move), settings).values


def settle(
    position: Position, status: BoardStatus, settings: ControlSettings | None = None, weights: Weights | None = None
) -> Settled:
    """Settle a board by the status of its chains; whose turn it is comes in by the chances."""
    settings = settings or ControlSettings()
    found = chances(position, status, without_dead(position, status, settings).reshape(-1), weights)
    stones = position.stones.copy()
    held = np.zeros(position.grid.area)
    off: set[int] = set()
    for chain, chance in zip(status.chains, found, strict=True):
        points = list(chain.chain)
        if chance.value < OFF_BELOW:
            stones[points] = 0
            off.update(points)
        else:
            held[points] = chain.color * (2 * chance.value - 1)
    settled = Position(position.grid, stones, position.to_move, captures=position.captures)
    return Settled(position, settled, held, found, frozenset(off), field_over(settled, held, status, settings))


def field_over(settled: Position, held: Array, status: BoardStatus, settings: ControlSettings) -> ControlMap:
    """The control field of a settled board, its stones held; points proved to be somebody's are exactly his."""
    field_ = estimate(settled, replace(settings, stones="fixed"), held)
    values = np.where(status.territory != 0, status.territory, field_.values.reshape(-1)).reshape(field_.values.shape)
    values.flags.writeable = False
    return replace(field_, values=values, score=float(values.sum()))


__all__ = ["OFF_BELOW", "Settled", "field_over", "settle", "without_dead"]
