"""The order in which blocks are linked, against plain Python."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.status.safety._safety_link_kernels import _best_pair


def first_pair(best: npt.NDArray[np.int16], backwards: bool) -> tuple[int, int]:
    """Return the first pair with two common liberties: a block and the safe chains, before two blocks."""
    chains = best.shape[1]
    places = range(chains - 1, -1, -1) if backwards else range(chains)
    for a in places:
        if best[1, a, chains] >= 0:
            return a, chains
    pairs = [(a, b) for a in places for b in range(chains - 1, -1, -1) if best[1, a, b] >= 0]
    return pairs[0] if pairs else (-1, -1)


@settings(deadline=None)
@given(seed=st.integers(0, 10**6), chains=st.integers(0, 7), backwards=st.booleans())
def test_pairs_come_in_order(seed: int, chains: int, backwards: bool) -> None:
    rng = np.random.default_rng(seed)
    best = np.full((2, chains, chains + 1), -1, np.int16)
    best[1][rng.random((chains, chains + 1)) < rng.choice([0.0, 0.05, 0.3])] = 5
    assert _best_pair(best, chains, backwards) == first_pair(best, backwards)
