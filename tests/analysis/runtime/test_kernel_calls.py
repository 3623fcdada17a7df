"""Kernels that call kernels: what is made into machine code, and that it computes the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.runtime.jit import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")


@kernel
def largest(values, start):  # type: ignore[no-untyped-def]
    best = values[start]
    for n in range(start, values.size):
        best = max(best, values[n])
    return best


def largest_two(values):  # type: ignore[no-untyped-def]
    first = largest(values, 0)
    values[np.argmax(values)] = -1
    return first + largest(values, 1)


@kernel
def depth(parents, node):  # type: ignore[no-untyped-def]
    return 0 if parents[node] < 0 else 1 + depth(parents, parents[node])


def depths(parents):  # type: ignore[no-untyped-def]
    total = 0
    for node in range(parents.size):
        total += depth(parents, node)
    return total


def test_only_kernels_that_python_calls_become_machine_code() -> None:
    import numba

    from analysis.runtime.kernel_calls import EntryCompiler

    # not kept on disk: loading it from there would not compile what it calls
    caller: Any = numba.njit(largest_two, pipeline_class=EntryCompiler)
    values = np.array([3, 9, 4], np.int32)
    assert caller(values) == 13
    assert (len(largest.part.signatures), largest.signatures) == (1, [])  # type: ignore[attr-defined]
    assert largest(values, 2) == 4  # type: ignore[no-untyped-call]
    assert len(largest.signatures) == 1  # type: ignore[attr-defined]


def test_what_is_called_is_private_to_its_caller() -> None:
    import numba

    from analysis.runtime.kernel_calls import EntryCompiler

    caller: Any = numba.njit(depths, pipeline_class=EntryCompiler)
    assert caller(np.array([-1, 0, 1], np.int64)) == 3
    lines = caller.inspect_llvm(caller.signatures[0]).splitlines()
    called = [line for line in lines if line.startswith("define") and "5depth" in line]  # not put into its caller
    assert called
    assert all(line.startswith("define internal") for line in called)


def test_a_kernel_may_call_itself() -> None:
    parents = np.array([-1, 0, 1, 1, 3], np.int64)
    assert kernel(depths)(parents) == 8
    assert depth(parents, 4) == 3  # type: ignore[no-untyped-call]
