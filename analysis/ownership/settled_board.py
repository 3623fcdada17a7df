"""Settling a board: dead stones are removed, living stones become sources, and the control map is computed again.

Every chain is a source as strong as it is likely to live, which is estimated twice, the second time from the board
settled by the first estimates (`second_estimate`): 2 * probability - 1 for Black, mirrored for White. So a chain
that surely lives counts 1, and one of even chances 0. Chains that probably die, and those proved dead, are removed.
Empty points follow their neighbours as everywhere in the estimator; proven territory is exactly +1 or -1.

The control of empty points is then calibrated (`calibration`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Color, Position
from ..board.grid import board_kernels
from ..control import ControlMap, ControlSettings, estimate
from ..status import BoardStatus
from .calibration import calibrated, calibration_terms
from .life_probability import LifeProbability, LifeWeights, default_life_weights, life_probabilities
from .second_estimate import second_probabilities

Array = npt.NDArray[np.float64]

REMOVAL_THRESHOLD = 0.35
"""A chain less likely to live is removed: that is less wrong than a weak source of the wrong colour."""

NEW_STONE = (0.84, 3.394, 0.559)
"""The logistic weights of the life probability of a stone just played: constant, the mover's control of its point,
log2(1 + liberties of its chain).

Fitted to the probabilities that the whole evaluation gives 864 such stones on 72 positions of truth_dev (mean squared
error .015, of a variance of .096)."""

@dataclass(frozen=True)
class SettledBoard:
    """A settled board.

    Public attributes:
      original     -- the Position that was settled
      position     -- Position without the stones removed; captures as in the original
      strength     -- (area,) float64: the strength of each remaining stone as a source, -1 to 1, Black positive
      life_probabilities      -- LifeProbability of each chain, in the order of the status
      removed      -- the points whose stones were removed
      control      -- ControlMap of the settled board, calibrated; proven territory at +-1
      uncalibrated -- the same before calibration, to be compared with control maps of later positions
    """

    original: Position
    position: Position
    strength: Array = dataclasses.field(repr=False)
    life_probabilities: tuple[LifeProbability, ...]
    removed: frozenset[int]
    control: ControlMap
    uncalibrated: ControlMap

    def new_stone_strengths(self, position: Position, points: npt.NDArray[np.int16], color: Color) -> Array:
        """Return the strength of new stones of `color`, each alone on one of these points of a position: (n,) float64.

        It is -1 to 1, Black positive. A stone too weak to stay on the board leaves the control of its point unchanged.
        """
        liberties = board_kernels().liberties_after(position.stones, position.grid.neighbours, points, int(color))
        return self._new_stone_strengths(points, liberties, int(color))

    def _new_stone_strengths(
        self, points: npt.NDArray[np.integer[Any]], liberties: npt.NDArray[np.int16], color: int
    ) -> Array:
        control = self.uncalibrated.values.reshape(-1)[points]
        total = NEW_STONE[0] + NEW_STONE[1] * color * control + NEW_STONE[2] * np.log2(1 + liberties)
        probability = 1 / (1 + np.exp(-total))
        strengths: Array = np.where(probability < REMOVAL_THRESHOLD, control, color * (2 * probability - 1))
        return strengths

    def settle_later(self, position: Position) -> tuple[Position, Array]:
        """Return a position some moves later, settled as this one was, and the strengths of its stones, (area,).

        Stones that stood before keep their strength, or stay removed; new ones are judged as by `new_stone_strengths`.
        """
        same = position.stones == self.original.stones
        removed = np.zeros(position.grid.area, np.bool_)
        removed[list(self.removed)] = True
        stones = np.where(removed & same, 0, position.stones).astype(np.int8)
        strength = np.where(same, self.strength, 0.0)
        for point in np.flatnonzero(~same & (position.stones != 0)):
            liberties = np.array([len(position.liberties_at(int(point)))], np.int16)
            strength[point] = self._new_stone_strengths(
                np.array([point]), liberties, int(position.stones[point])
            )[0]
        return Position(position.grid, stones, position.to_move, captures=position.captures), strength


def control_without_dead(position: Position, status: BoardStatus, settings: ControlSettings | None = None) -> Array:
    """Return the control map, (height, width), without the stones whose verdict is dead, all others as plain stones."""
    stones = position.stones.copy()
    stones[list(status.dead())] = 0
    return estimate(Position(position.grid, stones, position.to_move), settings).values


def settle(
    position: Position,
    status: BoardStatus,
    settings: ControlSettings | None = None,
    weights: LifeWeights | None = None,
) -> SettledBoard:
    """Settle a board by the status of its chains. The side to move matters through the life probabilities."""
    settings = settings or ControlSettings()
    weights = default_life_weights() if weights is None else weights
    status = status.presumed()  # the probability of these is better estimated as that of dead ones
    cleaned = control_without_dead(position, status, settings).reshape(-1)
    first = life_probabilities(position, status, cleaned, weights, settings)
    board, strength, _ = source_strengths(position, status, [chain.value for chain in first])
    control = settled_control(board, strength, status, settings)
    probabilities = second_probabilities(position, status, first, control.values.reshape(-1), weights)
    board, strength, removed = source_strengths(position, status, [chain.value for chain in probabilities])
    control = settled_control(board, strength, status, settings)
    estimates = calibrated(calibration_terms(control, board, strength, position), weights.point_weights)
    values = np.where(unproved_empty(board, status), estimates, control.values.reshape(-1))
    return SettledBoard(position, board, strength, probabilities, removed, _with_values(control, values), control)


def source_strengths(
    position: Position, status: BoardStatus, probabilities: Sequence[float]
) -> tuple[Position, Array, frozenset[int]]:
    """Return the settled board, the strength of each of its stones, (area,), and the points of those removed.

    probabilities -- how likely each chain is to live, in the order of the status
    """
    stones = position.stones.copy()
    strength = np.zeros(position.grid.area)
    removed: set[int] = set()
    for chain, probability in zip(status.chains, probabilities, strict=True):
        points = list(chain.chain)
        if probability < REMOVAL_THRESHOLD:
            stones[points] = 0
            removed.update(points)
        else:
            strength[points] = chain.color * (2 * probability - 1)
    return Position(position.grid, stones, position.to_move, captures=position.captures), strength, frozenset(removed)


def settled_control(board: Position, strength: Array, status: BoardStatus, settings: ControlSettings) -> ControlMap:
    """Return the control map of a settled board with its stones fixed at their strengths, proven territory at +-1."""
    control = estimate(board, replace(settings, stones="fixed"), strength)
    return _with_values(control, np.where(status.territory != 0, status.territory, control.values.reshape(-1)))


def _with_values(control: ControlMap, values: Array) -> ControlMap:
    """Return a control map with other values, (area,), and their score."""
    values = values.reshape(control.values.shape)
    values.flags.writeable = False
    return replace(control, values=values, score=float(values.sum()))


def unproved_empty(board: Position, status: BoardStatus) -> npt.NDArray[np.bool_]:
    """Return the mask, (area,), of the empty points of a settled board that are not proven territory."""
    empty: npt.NDArray[np.bool_] = (board.stones == 0) & (status.territory == 0)
    return empty


__all__ = [
    "REMOVAL_THRESHOLD", "SettledBoard", "control_without_dead", "settle", "settled_control", "source_strengths",
    "unproved_empty",
]
