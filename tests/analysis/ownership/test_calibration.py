"""The calibration of empty points, against its formula in plain Python."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from analysis.board import WHITE, Position
from analysis.ownership.calibration import CALIBRATION_TERMS, calibrated, calibration_terms
from analysis.ownership.life_probability import default_life_weights
from analysis.ownership.settled_board import SettledBoard, settle
from analysis.status import StatusBudget, board_status
from tests.positions import real_positions

SMALL = StatusBudget(chain=100, group=100)


def around(strength: Sequence[float], width: int, height: int, deviation: float = 2.0) -> list[float]:
    """Return the mean strength around each point: a Gaussian, cut at four deviations, mirrored."""
    furthest = round(4 * deviation)
    weights = {step: math.exp(-(step**2) / (2 * deviation**2)) for step in range(-furthest, furthest + 1)}
    total = sum(weights.values()) ** 2

    def mirrored(place: int, side: int) -> int:
        return min(place % (2 * side), (-1 - place) % (2 * side))

    return [
        sum(
            weights[up] * weights[right] * strength[mirrored(y + up, height) * width + mirrored(x + right, width)]
            for up in weights for right in weights
        ) / total
        for y in range(height) for x in range(width)
    ]


def plain_calibration(position: Position, settled: SettledBoard, weights: Mapping[str, float]) -> list[float]:
    """Return the calibrated control of each point, as if all were empty, by the formula of `calibration`."""
    width, height = position.grid.width, position.grid.height
    field, strength = settled.uncalibrated.values.reshape(-1).tolist(), settled.strength.tolist()
    undecided = sum(1 - value**2 for value in field)
    f = sum(stone != 0 for stone in settled.position.stones) / position.grid.area
    mean, stones = around(strength, width, height), around(position.stones.tolist(), width, height)
    near, whole = (around(values, width, height, 1.5) for values in (strength, [abs(value) for value in strength]))
    found = []
    for point, v in enumerate(field):
        row, column = divmod(point, width)
        second = min(row, height - 1 - row, column, width - 1 - column) == 1
        tempo = (weights["tempo"] + weights["tempo_full"] * f) * int(position.to_move) * min(1.0, 20 / undecided)
        beside = weights["around"] + weights["around_full"] * f + weights["second_line"] * second
        balance = weights["balance_full"] * f * near[point] / (whole[point] + 0.05)
        value = (weights["linear"] + weights["linear_full"] * f) * v
        value += weights["cubic"] * v**3 + weights["quintic"] * v**5
        value += (tempo + beside * mean[point] + weights["stones"] * stones[point] + balance) * (1 - v**2)
        found.append(min(1.0, max(-1.0, value)))
    return found


def test_calibration_follows_its_formula() -> None:
    rng = np.random.default_rng(6)
    rectangle = Position.from_diagram("X.XO...\n.X.O.X.\n..O....", WHITE)
    for position in (*real_positions()[2::80], rectangle):
        settled = settle(position, board_status(position, budget=SMALL))
        weights = dict(zip(CALIBRATION_TERMS, rng.uniform(-1, 1, len(CALIBRATION_TERMS)).tolist(), strict=True))
        terms = calibration_terms(settled.uncalibrated, settled.position, settled.strength, position)
        assert terms.shape == (position.grid.area, len(CALIBRATION_TERMS))
        assert calibrated(terms, weights).tolist() == pytest.approx(plain_calibration(position, settled, weights))


def test_only_unproved_empty_points_are_calibrated() -> None:
    kept = default_life_weights().point_weights
    for position in real_positions()[2::80]:
        status = board_status(position, budget=SMALL)
        settled = settle(position, status)
        wanted = settled.uncalibrated.values.reshape(-1).tolist()
        for point, value in enumerate(plain_calibration(position, settled, kept)):
            if settled.position.stones[point] == 0 and status.territory[point] == 0:
                wanted[point] = value
        assert settled.control.values.reshape(-1).tolist() == pytest.approx(wanted)
        assert settled.control.score == pytest.approx(sum(wanted))
