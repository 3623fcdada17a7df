"""The linear response against differences of the fixed point."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import ControlMap, ControlSettings, Position, estimate
from analysis.control import sensitivity
from analysis.control.paper import chain_values, empty_update, find_borders
from tests.positions import random_position, random_positions

EXACT = 1e-26


def nudged(position: Position, stone: int, share: float, settings: ControlSettings) -> np.ndarray:
    """The fixed point if `share` of the stone's update is replaced by that of an empty point, by damped sweeps."""
    grid = position.grid
    borders = find_borders(position.stones[None], grid, settings.liberties_only)
    values = position.stones.astype(float).reshape(1, grid.height, grid.width)
    for _ in range(4000):
        empty = empty_update(values, grid, settings.lambda_).reshape(-1)
        updated = empty.copy()
        if settings.fixed:
            updated[borders.stones] = position.stones[borders.stones]
        else:
            chain_value = chain_values(values.reshape(-1), borders)
            updated[borders.stones] = (
                settings.kappa * chain_value[borders.chain_of] + (1 - settings.kappa) * empty[borders.stones]
            )
        updated[stone] = (1 - share) * updated[stone] + share * empty[stone]
        values = 0.1 * values + 0.9 * updated.reshape(values.shape)
    return values.reshape(-1)


@pytest.mark.parametrize("mode", ["A", *(pytest.param(mode, marks=pytest.mark.slow) for mode in "BCD")])
def test_contributions_are_the_first_order_loss_of_each_stone(mode: str) -> None:
    settings = ControlSettings.mode(mode, tolerance=EXACT, max_sweeps=50_000)
    checked = 0
    for seed in range(1, 5):
        position = random_position(np.random.default_rng(seed), 7, 9)
        control = estimate(position, settings)
        if control.converged:  # without convergence the field is not near a fixed point
            assert_first_order(position, settings, control)
            checked += 1
    assert checked >= 2


def assert_first_order(position: Position, settings: ControlSettings, control: ControlMap) -> None:
    point = int(np.flatnonzero(position.stones == 0)[0])
    shares = sensitivity(position, point, settings, control).reshape(-1)
    assert (shares[position.stones == 0] == 0).all()
    share = 1e-4
    before = nudged(position, point, 0.0, settings)[point]
    for stone in np.flatnonzero(position.stones)[:4]:
        lost = (before - nudged(position, int(stone), share, settings)[point]) / share
        assert shares[stone] == pytest.approx(lost, abs=2e-3)


def test_one_fixed_stone_carries_everything() -> None:
    """The only stone has the only contribution to a corridor point."""
    position = Position.from_diagram("X...")
    settings = ControlSettings.mode("A", tolerance=EXACT)
    for point in (1, 2, 3):
        shares = sensitivity(position, point, settings)
        assert shares.shape == (1, 4)
        assert shares[0, 0] * (shares != 0).sum() == pytest.approx(shares.sum())


def test_boards_without_stones_and_degenerate_lines() -> None:
    for diagram in (".", "..", "...", ".\n.", "X.", "X.O", ".....\n....."):
        position = Position.from_diagram(diagram)
        for point in range(position.grid.area):
            shares = sensitivity(position, point)
            assert np.isfinite(shares).all()
            assert not shares.reshape(-1)[position.stones == 0].any()
    with pytest.raises(ValueError, match="point: expected 0 to 80, got -1"):
        sensitivity(Position.empty(9), -1)


def test_colour_swap_negates() -> None:
    for position in random_positions(5, seed=4, smallest=7, largest=9):
        point = position.grid.area // 2
        settings = ControlSettings(tolerance=1e-20)
        there = sensitivity(position, point, settings)
        assert sensitivity(position.colours_swapped(), point, settings) == pytest.approx(-there, abs=1e-6)
