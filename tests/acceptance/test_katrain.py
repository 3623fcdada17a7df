"""The queries KaTrain sends, against the installed program's JSON mode."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import PROGRAM

CHECK = Path(__file__).parents[3] / "shared" / "tools" / "acceptance" / "katrain_check.py"

# The check takes the warning about a rule set for the reply to that query, and reads one reply late from there on. On a
# busy machine the last reply comes after the answers to its terminate, where it expects the error for a malformed line.
LATE = 'FAIL bad json -> {"error":...}, process lives\nFAIL\n'


@pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed")
@pytest.mark.skipif(not CHECK.is_file(), reason="../shared/tools/acceptance is not there")
def test_katrain() -> None:
    command = [sys.executable, str(CHECK), str(PROGRAM), "json"]
    for _ in range(5):
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.stdout != LATE:
            break
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "ok katrain\n"
