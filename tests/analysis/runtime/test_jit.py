"""Compiled kernels: what is compiled, and how often."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.runtime.jit import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")


@kernel
def shifted(values, by, upwards):  # type: ignore[no-untyped-def]
    return values[0] + by if upwards else values[0] - by


def by_constants_and_widths(values, small):  # type: ignore[no-untyped-def]
    total = shifted(values, 1, True) + shifted(values, 2, False) + shifted(values, by=3, upwards=True)
    return total + shifted(values, small[0], small[0] > 0) + shifted(values, values.size, True)


def by_unsigned_and_floats(values, bits):  # type: ignore[no-untyped-def]
    return shifted(values, bits[0], True) + shifted(values, 0.5, True)


def test_a_kernel_is_compiled_once_for_all_integers_that_kernels_pass_to_it() -> None:
    import numba

    # The callers are not kept on disk: loading one from there would not compile what it calls.
    values = np.array([7, 0], np.int64)
    assert numba.njit(by_constants_and_widths)(values, np.array([-4], np.int16)) == 8 + 5 + 10 + 11 + 9
    assert len(shifted.signatures) == 1
    # Unsigned integers and floats keep their types.
    found = numba.njit(by_unsigned_and_floats)(values.astype(np.uint64), np.array([2**63], np.uint64))
    assert found == 2.0**63 + 7 + 7.5
    assert len(shifted.signatures) == 3
