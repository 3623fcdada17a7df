"""Settling a board: what is dead comes off, what is sure or likely becomes a source, and the control field runs again.

Every chain is a source as strong as it is likely to live: +1 for a black one that surely does, 0 for one of even
chances, 2 * chance - 1 in between. A chain that most likely dies is taken off, and so is what is proved dead. Empty
points follow their neighbours as everywhere in the estimator; points proved to be somebody's are his.

The field of an empty point is then told by experience (the `points` of `prior`): with v its value, t whose turn it
is, a what the stones around are worth as sources (a Gaussian mean, mirrored at the edge; whatever stands between) and f
the share of points with stones,

    (linear + linear_full * f) * v + cubic * v^3
    + (tempo + tempo_full * f) * t * open * min(1, 20 / sum of open)
    + (around + around_full * f) * a * open

where open = 1 - v^2. The first two are the slope of the truth on the field, which takes little leads for more than
they are. Then comes what it is worth to have the move, twenty times its weight at most, spread where nothing is
decided; and last, how many and how strong stones look at a point from afar, of which the field forgets all but the
balance.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Color, Position
from ..control import ControlMap, ControlSettings, estimate
from ..status import BoardStatus
from .life_probability import Chance, Prior, chances, default_prior

Array = npt.NDArray[np.float64]

OFF_BELOW = 0.35
"""A chain with a smaller chance to live is taken off the board: less wrong than a weak source of the wrong colour."""

NEW_STONE = (0.84, 3.394, 0.559)
"""The logistic weights of a stone just played: constant, own control of its point, log2(1 + liberties of its chain).

Fitted to the chances that the whole evaluation gives 864 such stones on 72 positions of truth_dev (mean squared error
.015, of a variance of .096)."""

POINTS = ("linear", "cubic", "tempo", "around", "linear_full", "tempo_full", "around_full")
"""The weights of an empty point."""

_OPEN = 20.0
_AROUND = 2.0  # points: the standard deviation of the Gaussian


@dataclass(frozen=True)
class Settled:
    """A settled board.

    Public attributes:
      origin   -- Position as it was
      position -- Position without what was taken off; its captures are the original's
      held     -- (area,) float64: what each remaining stone is worth as a source, -1 to 1, Black positive
      chances  -- Chance of each chain, in the order of the status
      off      -- the points whose stones were taken off
      control  -- ControlMap: the field over it, told by experience; proven territory at +-1
      field    -- ControlMap: the same before experience, to be compared with fields over positions after it
    """

    origin: Position
    position: Position
    strength: Array = dataclasses.field(repr=False)
    chances: tuple[Chance, ...]
    removed: frozenset[int]
    control: ControlMap
    field: ControlMap

    def worth(self, position: Position, points: npt.NDArray[np.int16], color: Color) -> Array:
        """(n,) float64: what new stones of `color` on these points of a position would be worth, -1 to 1."""
        from ..board import _kernels

        liberties = _kernels.liberties_after(position.stones, position.grid.neighbours, points, int(color))
        return self._worth(points, liberties, int(color))

    def _worth(self, points: npt.NDArray[np.integer[Any]], liberties: npt.NDArray[np.int16], color: int) -> Array:
        """By the chances of a new stone; one that would be taken off leaves the point as it was."""
        control = self.field.values.reshape(-1)[points]
        total = NEW_STONE[0] + NEW_STONE[1] * color * control + NEW_STONE[2] * np.log2(1 + liberties)
        chance = 1 / (1 + np.exp(-total))
        worth: Array = np.where(chance < OFF_BELOW, control, color * (2 * chance - 1))
        return worth

    def over(self, position: Position) -> tuple[Position, Array]:
        """A position some moves later, settled as this one was, and what its stones are worth, new ones by `worth`."""
        same = position.stones == self.origin.stones
        taken = np.zeros(position.grid.area, np.bool_)
        taken[list(self.removed)] = True
        stones = np.where(taken & same, 0, position.stones).astype(np.int8)
        held = np.where(same, self.strength, 0.0)
        for point in np.flatnonzero(~same & (position.stones != 0)):
            liberties = np.array([len(position.liberties_at(int(point)))], np.int16)
            held[point] = self._worth(np.array([point]), liberties, int(position.stones[point]))[0]
        return Position(position.grid, stones, position.to_move, captures=position.captures), held


def without_dead(position: Position, status: BoardStatus, settings: ControlSettings | None = None) -> Array:
    """(height, width): the control field once the stones called dead are off, all others being just stones."""
    stones = position.stones.copy()
    stones[list(status.dead())] = 0
    return estimate(Position(position.grid, stones, position.to_move), settings).values


def settle(
    position: Position, status: BoardStatus, settings: ControlSettings | None = None, prior: Prior | None = None
) -> Settled:
    """Settle a board by the status of its chains; whose turn it is comes in by the chances."""
    settings = settings or ControlSettings()
    prior = default_prior() if prior is None else prior
    found = chances(position, status, without_dead(position, status, settings).reshape(-1), prior, settings)
    settled, held, off = source_strengths(position, status, [chance.value for chance in found])
    field = field_over(settled, held, status, settings)
    return Settled(
        position, settled, held, found, off, calibrated(field, settled, held, status, prior.points), field
    )


def source_strengths(
    position: Position, status: BoardStatus, values: Sequence[float]
) -> tuple[Position, Array, frozenset[int]]:
    """The board, what each stone of it is worth, and what was taken off, by the chances of the chains."""
    stones = position.stones.copy()
    held = np.zeros(position.grid.area)
    off: set[int] = set()
    for chain, value in zip(status.chains, values, strict=True):
        points = list(chain.chain)
        if value < OFF_BELOW:
            stones[points] = 0
            off.update(points)
        else:
            held[points] = chain.color * (2 * value - 1)
    return Position(position.grid, stones, position.to_move, captures=position.captures), held, frozenset(off)


def field_over(settled: Position, held: Array, status: BoardStatus, settings: ControlSettings) -> ControlMap:
    """The control field of a settled board, its stones held; points proved to be somebody's are exactly his."""
    field_ = estimate(settled, replace(settings, stones="fixed"), held)
    values = np.where(status.territory != 0, status.territory, field_.values.reshape(-1)).reshape(field_.values.shape)
    values.flags.writeable = False
    return replace(field_, values=values, score=float(values.sum()))


def calibrated(
    field: ControlMap, settled: Position, held: Array, status: BoardStatus, weights: Mapping[str, float]
) -> ControlMap:
    """The field of a settled board with its empty points told by experience, those that are proved apart."""
    told = np.clip(terms(field, settled, held) @ [weights[name] for name in POINTS], -1, 1)
    values = np.where(unproved(settled, status), told, field.values.reshape(-1)).reshape(field.values.shape)
    values.flags.writeable = False
    return replace(field, values=values, score=float(values.sum()))


def terms(field: ControlMap, settled: Position, held: Array) -> Array:
    """(area, 7): what the weights of an empty point are multiplied with; `held` as in `Settled`."""
    from scipy.ndimage import gaussian_filter

    values = field.values.reshape(-1)
    undecided = 1 - values**2
    share = undecided * min(1.0, _OPEN / max(undecided.sum(), 1e-9))
    turn = int(settled.to_move) if settled.legal_points().size else 0
    around = gaussian_filter(held.reshape(field.values.shape), _AROUND, mode="reflect").reshape(-1)
    plain = np.stack([values, values**3, turn * share, around * undecided], axis=1)
    return np.hstack([plain, plain[:, [0, 2, 3]] * np.mean(settled.stones != 0)])


def unproved(settled: Position, status: BoardStatus) -> npt.NDArray[np.bool_]:
    """(area,): the empty points of a settled board that nobody is proved to have."""
    empty: npt.NDArray[np.bool_] = (settled.stones == 0) & (status.territory == 0)
    return empty


__all__ = [
    "OFF_BELOW", "POINTS", "Settled", "calibrated", "field_over", "settle", "source_strengths", "terms", "unproved",
    "without_dead",
]
