"""Numbers formatted in bulk are those that json.dumps writes."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.runtime import jit
from gtpengine.batch.number_text import Array, rounded_rows


def by_json(values: Array) -> list[bytes]:
    return [json.dumps(row)[1:-1].encode() for row in (np.round(values, 6) + 0.0).tolist()]


def check(values: Array) -> None:
    assert rounded_rows(values) == by_json(values)


def test_every_rounded_number_below_a_hundredth_and_a_sample_of_the_others() -> None:
    small, others = np.arange(-10_000, 10_000), np.arange(-1_000_000, 1_000_001, 37)
    millionths = np.concatenate([[1_000_000, 999_999, 1_000, 10], small, others])
    check(millionths[: len(millionths) // 100 * 100].reshape(-1, 100) / 1e6)


def test_numbers_between() -> None:
    rng = np.random.default_rng(5)
    check(rng.uniform(-1, 1, (300, 81)))
    check(rng.uniform(-2e-4, 2e-4, (300, 81)))
    check((rng.integers(-1_000_000, 1_000_000, (300, 81)) + 0.5) / 1e6)  # half-way cases
    check(np.array([[0.0, -0.0, -1e-9, 1e-9, 1 + 1e-9, -1 - 1e-9, 4.9e-7, 5.1e-7]]))


@pytest.mark.parametrize("shape", [(0, 9), (1, 1), (3, 1), (1, 625), (70, 625)])
def test_shapes(shape: tuple[int, int]) -> None:
    check(np.random.default_rng(1).uniform(-1, 1, shape))


@pytest.mark.parametrize("strange", [1.5, -2.0, float("inf"), float("nan")])
def test_other_numbers(strange: float) -> None:
    values = np.full((40, 361), 0.25)
    values[33, 7] = strange
    check(values)


def test_without_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "COMPILED", False)
    check(np.random.default_rng(1).uniform(-1, 1, (5, 9)))
