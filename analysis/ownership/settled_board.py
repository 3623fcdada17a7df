"""Settling a board: dead stones are removed, living stones become sources, and the control map is computed again.

Every chain is a source as strong as it is likely to live: 2 * probability - 1 for Black, mirrored for White. So a chain
that surely lives counts 1, and one of even chances 0. Chains that probably die, and those proved dead, are removed.
Empty points follow their neighbours as everywhere in the estimator; proven territory is exactly +1 or -1.

The control of an empty point is then calibrated by weights that were fitted to real games, `LifeWeights.points`. With
v its control, t the side to move (+1 Black, -1 White, 0 if no move is legal), a the mean strength of the stones around
it (a Gaussian mean, mirrored at the edge, whatever stands between) and f the share of points with stones, it becomes

    (linear + linear_full * f) * v + cubic * v^3
    + (tempo + tempo_full * f) * t * open * min(1, 20 / sum of open)
    + (around + around_full * f) * a * open

where open = 1 - v^2. The first line corrects the slope of the true ownership over the control, which overstates small
leads. The second is the value of having the move, at most twenty times its weight, spread over the points that are
open. The third adds how many and how strong the stones are at a distance, of which control keeps only the balance.
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
from .gaussian import gaussian_mean
from .life_probability import LifeProbability, LifeWeights, default_life_weights, life_probabilities

Array = npt.NDArray[np.float64]

REMOVAL_THRESHOLD = 0.35
"""A chain less likely to live is removed: that is less wrong than a weak source of the wrong colour."""

NEW_STONE = (0.84, 3.394, 0.559)
"""The logistic weights of the life probability of a stone just played: constant, the mover's control of its point,
log2(1 + liberties of its chain).

Fitted to the probabilities that the whole evaluation gives 864 such stones on 72 positions of truth_dev (mean squared
error .015, of a variance of .096)."""

CALIBRATION_TERMS = ("linear", "cubic", "tempo", "around", "linear_full", "tempo_full", "around_full")
"""The weights of an empty point."""

_TEMPO_POINTS = 20.0
_AROUND_DEVIATION = 2.0  # points: the standard deviation of the Gaussian


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
        from ..board import _kernels

        liberties = _kernels.liberties_after(position.stones, position.grid.neighbours, points, int(color))
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

        Stones that stood before keep their strength, or stay removed; new ones are judged as by `worth`.
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
    cleaned = control_without_dead(position, status, settings).reshape(-1)
    probabilities = life_probabilities(position, status, cleaned, weights, settings)
    board, strength, removed = source_strengths(position, status, [chain.value for chain in probabilities])
    control = settled_control(board, strength, status, settings)
    return SettledBoard(
        position, board, strength, probabilities, removed,
        calibrated(control, board, strength, status, weights.point_weights), control,
    )


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
    values = np.where(status.territory != 0, status.territory, control.values.reshape(-1))
    return _with_values(control, values)


def calibrated(
    control: ControlMap, board: Position, strength: Array, status: BoardStatus, weights: Mapping[str, float]
) -> ControlMap:
    """Return the control map of a settled board with its empty points calibrated, proven territory excepted."""
    estimates = np.clip(
        calibration_terms(control, board, strength) @ [weights[name] for name in CALIBRATION_TERMS], -1, 1
    )
    return _with_values(control, np.where(unproved_empty(board, status), estimates, control.values.reshape(-1)))


def _with_values(control: ControlMap, values: Array) -> ControlMap:
    """Return a control map with other values, (area,), and their score."""
    values = values.reshape(control.values.shape)
    values.flags.writeable = False
    return replace(control, values=values, score=float(values.sum()))


def calibration_terms(control: ControlMap, board: Position, strength: Array) -> Array:
    """Return what the weights of each point are multiplied with, in the order of CALIBRATION_TERMS: (area, 7)."""
    values = control.values.reshape(-1)
    openness = 1 - values**2
    share = openness * min(1.0, _TEMPO_POINTS / max(openness.sum(), 1e-9))
    turn = int(board.to_move) if board.legal_points().size else 0
    around = gaussian_mean(strength.reshape(control.values.shape), _AROUND_DEVIATION).reshape(-1)
    plain = np.stack([values, values**3, turn * share, around * openness], axis=1)
    return np.hstack([plain, plain[:, [0, 2, 3]] * np.mean(board.stones != 0)])


def unproved_empty(board: Position, status: BoardStatus) -> npt.NDArray[np.bool_]:
    """Return the mask, (area,), of the empty points of a settled board that are not proven territory."""
    empty: npt.NDArray[np.bool_] = (board.stones == 0) & (status.territory == 0)
    return empty


__all__ = [
    "CALIBRATION_TERMS", "REMOVAL_THRESHOLD", "SettledBoard", "calibrated", "calibration_terms", "control_without_dead",
    "settle", "settled_control", "source_strengths", "unproved_empty",
]
