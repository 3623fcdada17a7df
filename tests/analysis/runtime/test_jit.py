"""Compiled kernels: what is compiled, and how often."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import analysis
from analysis.runtime.jit import COMPILED, array_kernel, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")


@kernel
def shifted(values, by, upwards):  # type: ignore[no-untyped-def]
    return values[0] + by if upwards else values[0] - by


def by_constants_and_widths(values, small):  # type: ignore[no-untyped-def]
    total = shifted(values, 1, True) + shifted(values, 2, False) + shifted(values, by=3, upwards=True)
    return total + shifted(values, small[0], small[0] > 0) + shifted(values, values.size, True)


def by_unsigned_and_floats(values, bits):  # type: ignore[no-untyped-def]
    return shifted(values, bits[0], True) + shifted(values, 0.5, True)


def test_a_kernel_is_typed_once_for_all_integers_that_kernels_pass_to_it() -> None:
    import numba

    # The callers are not kept on disk: loading one from there would not type what it calls.
    values = np.array([7, 0], np.int64)
    assert numba.njit(by_constants_and_widths)(values, np.array([-4], np.int16)) == 8 + 5 + 10 + 11 + 9
    assert len(shifted.part.signatures) == 1
    # Unsigned integers and floats keep their types.
    found = numba.njit(by_unsigned_and_floats)(values.astype(np.uint64), np.array([2**63], np.uint64))
    assert found == 2.0**63 + 7 + 7.5
    assert len(shifted.part.signatures) == 3


class Pair(NamedTuple):
    one: np.ndarray
    other: np.ndarray


@array_kernel
def doubled(values):  # type: ignore[no-untyped-def]
    return values * 2


@array_kernel
def total_of_doubled(values):  # type: ignore[no-untyped-def]
    return doubled(values).sum()


@kernel
def calls_one_that_allocates_inside(values):  # type: ignore[no-untyped-def]
    return total_of_doubled(values[1:]) + values[0]


@kernel
def sum_of_firsts(pair):  # type: ignore[no-untyped-def]
    return pair.one[0] + pair.other[0]


@kernel
def passes_a_named_tuple_on(values):  # type: ignore[no-untyped-def]
    return sum_of_firsts(Pair(values, values[1:]))


def allocates(values):  # type: ignore[no-untyped-def]
    return np.empty(values.size).size


def computes_an_array(values):  # type: ignore[no-untyped-def]
    return (values + values).size


def copies(values):  # type: ignore[no-untyped-def]
    return values.copy()[0]


def gets_an_array(values):  # type: ignore[no-untyped-def]
    return doubled(values)[0]


def returns_its_argument(values):  # type: ignore[no-untyped-def]
    return values


def returns_a_view(values):  # type: ignore[no-untyped-def]
    return values[1:], 1


def returns_arrays_by_name(values):  # type: ignore[no-untyped-def]
    return Pair(values, values)


REFUSED = [
    allocates, computes_an_array, copies, gets_an_array, returns_its_argument, returns_a_view, returns_arrays_by_name,
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_kernel_without_reference_counts_makes_no_array(function) -> None:  # type: ignore[no-untyped-def]
    from numba.core.errors import NumbaError

    with pytest.raises((NumbaError, TypeError), match=r"array_kernel|NRT required|returning of array"):
        kernel(function)(np.arange(3))


def test_references_stay_right_whatever_kernels_call() -> None:
    values = np.arange(5)
    before = sys.getrefcount(values)
    for _ in range(100):
        assert calls_one_that_allocates_inside(values) == 20
        assert passes_a_named_tuple_on(values) == 1
    assert sys.getrefcount(values) == before


def test_every_kernel_states_whether_references_are_counted() -> None:
    """Without the option a kernel would inherit it from the one that is compiled first around it."""
    from numba.core.registry import CPUDispatcher

    root = Path(analysis.__file__).parents[1]
    paths = sorted(root.glob("analysis/**/_*kernels.py"))
    modules = [importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts)) for path in paths]
    kernels = [thing for module in modules for thing in vars(module).values() if isinstance(thing, CPUDispatcher)]
    assert len(kernels) > 150
    assert {one.targetoptions.get("_nrt") for one in kernels} == {True, False}
