"""The Gaussian mean is that of SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.ownership.gaussian import gaussian_mean


@pytest.mark.parametrize("shape", [(1, 1), (1, 25), (2, 3), (9, 9), (13, 13), (19, 19), (25, 7), (25, 25)])
@pytest.mark.parametrize("deviation", [0.5, 1.0, 2.0, 5.0])
def test_as_scipy(shape: tuple[int, int], deviation: float) -> None:
    from scipy.ndimage import gaussian_filter

    values = np.random.default_rng(4).uniform(-1, 1, shape)
    wanted = gaussian_filter(values, deviation, mode="reflect")
    assert gaussian_mean(values, deviation) == pytest.approx(wanted, abs=1e-14)


def test_constants_stay() -> None:
    assert gaussian_mean(np.ones((9, 5)), 2.0) == pytest.approx(1.0, abs=1e-14)
