"""Kernels are loaded from disk without the large parts of SciPy, and numba's use of BLAS is as before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from analysis.runtime.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")

ROOT = Path(__file__).parents[3]

MOVE = """
import sys
from analysis import Position, evaluate
evaluate(Position.empty(5))
evaluate(Position.empty(5))
print([name for name in ("scipy.linalg", "scipy.ndimage", "scipy.special") if name in sys.modules])
"""

BLAS = """
import sys
import numpy as np
from analysis.runtime.numba_parts import load_array_functions
load_array_functions()
assert "numba.np.arraymath" in sys.modules and "scipy.linalg" not in sys.modules
from numba import njit
from numba.np import arraymath, linalg
assert arraymath.ensure_blas is linalg.ensure_blas and linalg.ensure_blas.__module__ == "numba.np.linalg"
a = np.arange(6.0).reshape(2, 3)
print(np.allclose(njit(lambda a: np.cov(a))(a), np.cov(a)), np.allclose(njit(lambda a: a.dot(a.T))(a), a @ a.T))
print("scipy.linalg" in sys.modules)
"""


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.strip()


def test_an_evaluation_loads_no_large_part_of_scipy() -> None:
    run(MOVE)  # compiles what is missing
    assert run(MOVE) == "[]"


def test_blas_is_found_when_a_function_is_compiled_that_needs_it() -> None:
    pytest.importorskip("scipy")
    assert run(BLAS).split() == ["True", "True", "True"]
