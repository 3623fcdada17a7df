"""Kernels are compiled before tests that start programs, whose first answers would else be those of a cold start."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

STARTERS = ("tests/acceptance", "tests/golden", "tests/gtpengine", "tests/test_packaging", "tests/test_readme")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile all kernels that are missing, or wait for the process that does, if a test may start a program."""
    if session.config.option.collectonly or find_spec("numba") is None:
        return
    if any(item.nodeid.startswith(STARTERS) for item in session.items):
        from gtpengine.engine.kernel_warmup import compile_missing

        compile_missing()
