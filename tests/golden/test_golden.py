"""The program answers as in the golden transcripts, to the byte."""

from __future__ import annotations

import os
import sys

import pytest

from tests.golden.recording import BASELINE, differences, record, session_names
from tests.golden.sandbox import PROJECT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="takes hours without compiled kernels"),
]


@pytest.mark.parametrize("name", session_names())
def test_session_is_as_recorded(name: str) -> None:
    assert "\n".join(differences(name, record(name, PROJECT))) == ""


def test_every_transcript_has_its_session() -> None:
    assert sorted(path.stem for path in BASELINE.glob("*.txt")) == session_names()
