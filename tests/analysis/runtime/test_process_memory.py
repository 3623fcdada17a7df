"""The resident memory of this process."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from analysis.runtime import process_memory
from analysis.runtime.process_memory import TYPICAL_BYTES, resident_bytes


def test_a_large_array_counts_while_it_is_there() -> None:
    before = resident_bytes()
    if before == TYPICAL_BYTES and sys.platform not in ("linux", "darwin", "win32"):
        pytest.skip("the system does not say")
    assert before != TYPICAL_BYTES
    assert 1 << 20 < before < 1 << 40
    array = np.ones(64 << 20, np.uint8)
    assert resident_bytes() - before > 48 << 20
    del array
    assert resident_bytes() - before < 32 << 20


def test_an_unknown_system_has_a_typical_size(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise OSError

    for name in ("_on_linux", "_on_macos", "_on_windows"):
        monkeypatch.setattr(process_memory, name, fail)
    assert resident_bytes() == TYPICAL_BYTES
