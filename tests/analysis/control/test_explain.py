"""The terms add up to the values that they explain."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis import ControlSettings, Position, estimate
from analysis.control import explain_point
from tests.positions import random_position

KINDS = [*(ControlSettings.mode(m) for m in "ABCD"), ControlSettings(neighbours="liberties")]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(KINDS))
def test_terms_make_the_value_at_the_fixed_point(seed: int, kind: ControlSettings) -> None:
    rng = np.random.default_rng(seed)
    position = random_position(rng, int(rng.integers(1, 8)), int(rng.integers(1, 8)))
    control = estimate(position, kind)
    for point in range(position.grid.area):
        reason = explain_point(position, point, kind, control)
        assert reason.value == control.values.reshape(-1)[point]
        assert reason.f == pytest.approx(reason.all_own - reason.all_opponent + reason.lambda_term)
        assert len(reason.neighbours) == position.grid.degree[point]
        if reason.kind == "empty":
            made = reason.f
            assert (reason.chain, reason.kappa) == (None, 0.0)
        elif reason.chain is None:
            made = float(position.stones[point])
            assert kind.fixed
        else:
            assert list(reason.chain.points) == position.chain_at(point)
            assert reason.chain.value == pytest.approx(reason.chain.color * (1 - 2 * reason.chain.product))
            if kind.liberties_only:
                assert [p for p, _ in reason.chain.adjacent] == position.liberties_at(point)
            made = reason.kappa * reason.chain.value + (1 - reason.kappa) * reason.f
        if control.converged:
            assert made == pytest.approx(reason.value, abs=2e-3)  # the tolerance's distance from the fixed point
        text = "\n".join(reason.lines())
        assert position.grid.vertex(point) in text
        assert "\n\n" not in text
        assert f"{reason.value:+.3f}" in text


def test_the_terms_of_a_corner_and_a_middle_point() -> None:
    """By hand: a corner is the mean of its two neighbours; four black neighbours are all black's."""
    position = Position.from_diagram("X.X\n...\nX.X")
    fixed = ControlSettings.mode("A")
    middle = explain_point(position, 4, fixed)
    sides = [value for _, value in middle.neighbours]
    assert middle.all_own == pytest.approx(np.prod([1 + a for a in sides]) / 16)
    corner = explain_point(Position.from_diagram(".X\nO."), 0, fixed)
    assert (corner.all_own, corner.all_opponent, corner.lambda_term, corner.f) == (0, 0, 0, 0)
    assert [value for _, value in corner.neighbours] == [-1, 1]
    with pytest.raises(ValueError, match="point: expected 0 to 8, got 9"):
        explain_point(position, 9)
