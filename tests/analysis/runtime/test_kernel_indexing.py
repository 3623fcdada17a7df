"""Indices of arrays in kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analysis.reading import _question_kernels as constants
from analysis.runtime.jit import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")

CHECKED = """
import numpy as np
from analysis.runtime.jit import kernel

@kernel
def taken(values, n):
    return values[n]

print(taken(np.arange(4), 3))
for n in (-1, 4):
    try:
        print("taken:", taken(np.arange(4), n))
    except IndexError:
        print("refused")
"""

STAGES = """
from gtpengine.engine.kernel_stages import STAGES
for stage in STAGES:
    stage.run()
"""


LAST, CORNER = 1, (-1, -1)


@kernel
def by_names(values, table):  # type: ignore[no-untyped-def]
    table[LAST - 2, LAST - 1] = 7
    return values[-LAST] + table[CORNER] + table[0, -LAST] + values[LAST - 3] + table[constants.PASS, 0]


@kernel
def ends(values, table, n):  # type: ignore[no-untyped-def]
    table[n, -1] = values[n]
    table[-1, n] = 7
    return values[-1] + values[n] + table[n, 0] + table[-1, -1]


def test_constants_below_0_count_from_the_end() -> None:
    values, table = np.arange(1, 5), np.zeros((4, 3), np.int64)
    assert ends(values, table, np.int8(1)) == 4 + 2  # type: ignore[no-untyped-call]
    assert table.tolist() == [[0, 0, 0], [0, 0, 2], [0, 0, 0], [0, 7, 0]]
    assert ends(values, table, np.uint64(2)) == 4 + 3 + 7  # type: ignore[no-untyped-call]


def test_so_does_what_is_computed_from_constants() -> None:
    table = np.arange(6).reshape(2, 3)
    assert by_names(np.arange(1, 5), table) == 4 + 5 + 2 + 3 + 7  # type: ignore[no-untyped-call]
    assert table.tolist() == [[0, 1, 2], [7, 4, 5]]


def _checked(code: str, folder: Path) -> str:
    """Return what a program prints, with the indices of its kernels checked."""
    script = folder / "script.py"
    script.write_text(code)
    root = Path(__file__).parents[3]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "MOKUSAN_CACHE_DIR": str(folder), "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, str(script)], env=environment, text=True, stdout=subprocess.PIPE, check=True
    ).stdout


def test_indices_can_be_checked(tmp_path: Path) -> None:
    assert _checked(CHECKED, tmp_path).splitlines() == ["3", "refused", "refused"]


@pytest.mark.slow
def test_no_kernel_of_the_engine_uses_an_index_beyond_an_array(tmp_path: Path) -> None:
    _checked(STAGES, tmp_path)
