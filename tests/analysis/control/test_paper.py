"""The update's algebra (Hu 2020, section 3.1, misprints corrected) and the plain method against a loop over points."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis import ControlSettings, Grid, Position, estimate
from analysis.control.paper import empty_update
from tests.positions import random_positions

UNIT = st.floats(-1, 1, allow_nan=False)
SHARE = st.floats(0, 1, allow_nan=False)


def f_as_printed(neighbours: list[float], lam: float) -> float:
    """f by its definition: products, and h as a sum over which neighbour is the exception."""
    n = len(neighbours)
    if n == 0:
        return 0.0
    own = math.prod(1 + a for a in neighbours)
    enemy = math.prod(1 - a for a in neighbours)
    h = 0.0
    for i, a in enumerate(neighbours if n > 1 else []):
        others = neighbours[:i] + neighbours[i + 1 :]
        h += (1 - a) * math.prod(1 + b for b in others) - (1 + a) * math.prod(1 - b for b in others)
    return (own - enemy + lam * h) / 2**n


def f(neighbours: list[float], lam: float) -> float:
    """f by the module, at the middle of a board that has so many neighbours there."""
    places = {4: (3, 3, (1, 1)), 3: (2, 3, (0, 1)), 2: (1, 3, (0, 1)), 1: (1, 2, (0, 1))}
    height, width, (row, col) = places[len(neighbours)]
    values = np.zeros((1, height, width))
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    inside = [(r, c) for r, c in around if 0 <= r < height and 0 <= c < width]
    for (r, c), a in zip(inside, neighbours, strict=True):
        values[0, r, c] = a
    return float(empty_update(values, Grid(height, width), lam)[0, row, col])


@given(st.lists(UNIT, min_size=1, max_size=4), SHARE)
def test_f_is_its_definition(neighbours: list[float], lam: float) -> None:
    assert f(neighbours, lam) == pytest.approx(f_as_printed(neighbours, lam), abs=1e-12)


@given(st.lists(UNIT, min_size=1, max_size=4), SHARE)
def test_f_stays_in_range_and_is_odd(neighbours: list[float], lam: float) -> None:
    assert -1 - 1e-12 <= f(neighbours, lam) <= 1 + 1e-12
    assert f([-a for a in neighbours], lam) == pytest.approx(-f(neighbours, lam), abs=1e-15)


@given(st.lists(UNIT, min_size=1, max_size=4), SHARE, UNIT)
def test_f_is_symmetric_and_monotone(neighbours: list[float], lam: float, more: float) -> None:
    for order in itertools.permutations(neighbours):
        assert f(list(order), lam) == pytest.approx(f(neighbours, lam), abs=1e-12)
    raised = [max(neighbours[0], more), *neighbours[1:]]
    assert f(raised, lam) >= f(neighbours, lam) - 1e-12


@given(UNIT, UNIT, SHARE)
def test_printed_special_cases(x: float, y: float, lam: float) -> None:
    assert f([1, 1, 1, x], lam) == pytest.approx((lam + 1 + (1 - lam) * x) / 2)
    assert f([1, 1, x, y], lam) == pytest.approx((1 + x + y + x * y + 2 * lam * (1 - x * y)) / 4)
    assert f([1, 1, x, y], 0.5) == pytest.approx((2 + x + y) / 4)
    assert f([x, x, x, x], lam) == pytest.approx((x + x**3) / 2 + lam * (x - x**3), abs=1e-12)
    assert f([x, y], lam) == pytest.approx((x + y) / 2, abs=1e-12)  # lambda has no effect in a corner
    e1, e3 = 2 * x + y, x * x * y
    assert f([x, x, y], lam) == pytest.approx((e1 + e3) / 4 + lam * (e1 - 3 * e3) / 4, abs=1e-12)


@pytest.mark.parametrize("n", range(6))
def test_corridor_slope_without_lambda(n: int) -> None:
    expected = 1 - 2.0 ** -(n + 1) - 2.0 ** -(n + 3) + 2.0 ** -(2 * n + 4)
    assert f([1, 1, 1 - 2.0**-n, 1 - 2.0 ** -(n + 2)], 0) == pytest.approx(expected)


def test_two_and_one_friendly_neighbours_without_lambda() -> None:
    assert f([1, 1, 0, 0], 0) == 1 / 4
    assert f([1, 0, 0, 0], 0) == 1 / 8


def slow_sweep(position: Position, values: list[float], settings: ControlSettings) -> list[float]:
    """One Jacobi sweep, point by point, from the definitions alone."""
    grid, stones = position.grid, position.stones
    near = [[int(p) for p in grid.neighbours[q] if p < grid.area] for q in range(grid.area)]
    updated = []
    for point in range(grid.area):
        empty = f_as_printed([values[p] for p in near[point]], settings.lambda_)
        color = int(stones[point])
        if color == 0:
            updated.append(empty)
        elif settings.fixed:
            updated.append(float(color))
        else:
            around = {p for q in position.chain_at(point) for p in near[q] if stones[p] != color}
            if settings.liberties_only:
                around = {p for p in around if stones[p] == 0}
            chain = color * (1 - 2 * math.prod((1 - color * values[p]) / 2 for p in around))
            updated.append(settings.kappa * chain + (1 - settings.kappa) * empty)
    return updated


SETTINGS = [ControlSettings.mode(m) for m in "ABCD"] + [
    ControlSettings(neighbours="liberties"),
    ControlSettings(lambda_=1.0, kappa=0.3),
    ControlSettings(kappa=0.0),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: f"{s.stones}-{s.lambda_}-{s.kappa}-{s.neighbours}")
@pytest.mark.parametrize("position", random_positions(8, seed=7, smallest=1, largest=6), ids=str)
def test_sweeps_equal_the_loop_over_points(position: Position, settings: ControlSettings) -> None:
    values = [float(stone) for stone in position.stones]
    for sweeps in (1, 2, 3):
        values = slow_sweep(position, values, settings)
        limited = ControlSettings(
            lambda_=settings.lambda_, kappa=settings.kappa, stones=settings.stones, neighbours=settings.neighbours,
            method="paper", tolerance=1e-300, max_sweeps=sweeps,
        )
        got = estimate(position, limited)
        assert got.values.reshape(-1) == pytest.approx(values, abs=1e-12)
        assert got.score == pytest.approx(sum(values))
