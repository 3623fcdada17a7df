"""Stones as sources of any strength: kept as given, and empty points by the formula of the control map."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.board import Position
from analysis.control import ControlSettings, estimate, trace
from tests.positions import random_positions


@pytest.mark.parametrize("method", ["fast", "paper"])
def test_sources_keep_their_strength_and_empty_points_follow_the_formula(method: str) -> None:
    settings = ControlSettings(stones="fixed", method=method, tolerance=1e-20)  # type: ignore[arg-type]
    rng = np.random.default_rng(3)
    for position in random_positions(10, seed=4, smallest=3, largest=9):
        strength = rng.uniform(-1, 1, position.grid.area)
        found = estimate(position, settings, strength).values.reshape(-1)
        stones = position.stones != 0
        assert found[stones] == pytest.approx(strength[stones], abs=1e-12)
        for point in np.flatnonzero(~stones):
            near = [found[p] for p in position.grid.neighbours[point] if p < position.grid.area]
            n, lambda_ = len(near), settings.lambda_
            ones, less = math.prod(1 + a for a in near), math.prod(1 - a for a in near)
            mixed = sum(
                (1 - near[i]) * math.prod(1 + a for j, a in enumerate(near) if j != i)
                - (1 + near[i]) * math.prod(1 - a for j, a in enumerate(near) if j != i)
                for i in range(n)
            )
            wanted = 2.0**-n * (ones - less + (lambda_ * mixed if n > 2 else 0.0)) if n > 1 else near[0]
            assert found[point] == pytest.approx(max(-1.0, min(1.0, wanted)), abs=1e-6)


def test_both_methods_agree_with_sources() -> None:
    rng = np.random.default_rng(5)
    for position in random_positions(20, seed=9, smallest=5, largest=13):
        strength = rng.uniform(0, 1, position.grid.area) * position.stones
        fast, paper = (
            estimate(position, ControlSettings(stones="fixed", method=method, tolerance=1e-24), strength).values
            for method in ("fast", "paper")
        )
        assert fast == pytest.approx(paper, abs=1e-9)


def test_sources_of_full_strength_are_fixed_stones() -> None:
    position = random_positions(1, seed=11, smallest=9, largest=9)[0]
    settings = ControlSettings(stones="fixed")
    plain = estimate(position, settings)
    assert (estimate(position, settings, position.stones.astype(float)).values == plain.values).all()
    assert trace(position, settings, position.stones.astype(float)) == trace(position, settings)


def test_sources_need_fixed_stones_and_the_right_size() -> None:
    position = Position.empty(5)
    message = r'strengths: expected \(25,\) for stones "fixed", got \(25,\) for stones "chains"'
    with pytest.raises(ValueError, match=message):
        estimate(position, None, np.zeros(25))
    with pytest.raises(ValueError, match=r"got \(9,\)"):
        estimate(position, ControlSettings(stones="fixed"), np.zeros(9))
