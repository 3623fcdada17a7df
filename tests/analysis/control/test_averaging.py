"""The one-dimensional averaging of the paper's appendix A.1: its loss falls, and it ends in a straight line."""

from __future__ import annotations

import numpy as np
import pytest


def test_averaging_converges_to_the_line() -> None:
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, 12)
    line = np.linspace(a[0], a[-1], a.size)
    for _ in range(2000):
        b = np.diff(a)
        loss = (b**2).sum()
        a = np.concatenate(([a[0]], (a[:-2] + a[2:]) / 2, [a[-1]]))
        change = (np.diff(a) ** 2).sum() - loss
        # The drop, pair by pair: (0, 1), (i, i + 2), (n - 2, n - 1), a quarter of the squared difference each.
        pairs = [(0, 1), *((i, i + 2) for i in range(b.size - 2)), (b.size - 2, b.size - 1)]
        assert change == pytest.approx(-sum((b[i] - b[j]) ** 2 for i, j in pairs) / 4, abs=1e-12)
        assert change <= 1e-15
    assert a == pytest.approx(line, abs=1e-9)
