"""Load parts of numba that compiled kernels refer to, without what only compilation would need.

This reduces the time to load kernels from disk. With a numba that is made otherwise nothing is gained and nothing lost.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any


def load_array_functions() -> None:
    """Load `numba.np.arraymath`, unless it is loaded.

    It loads SciPy's linear algebra, which takes longer than all of numba, to find out whether it is there. Functions
    that use it check that again when they are compiled, so here it is enough to search for SciPy.
    """
    if "numba.np.arraymath" in sys.modules or "scipy.linalg" in sys.modules:
        return
    linalg: Any = importlib.import_module("numba.np.linalg")
    check = getattr(linalg, "ensure_blas", None)
    linalg.ensure_blas = _find_scipy
    try:
        arraymath: Any = importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = check
    arraymath.ensure_blas = check


def _find_scipy() -> None:
    """Raise ImportError if SciPy is not installed."""
    if importlib.util.find_spec("scipy") is None:
        raise ImportError("scipy is not installed")


__all__ = ["load_array_functions"]
