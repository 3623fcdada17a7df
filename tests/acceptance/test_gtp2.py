"""The GTP 2 transcript, replayed against the installed program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ACCEPTANCE = Path(__file__).parents[3] / "shared" / "tools" / "acceptance"
PROGRAM = shutil.which("mokusan") or shutil.which("mokusan", path=str(Path(sys.executable).parent))


@pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed")
@pytest.mark.skipif(not ACCEPTANCE.is_dir(), reason="../shared/tools/acceptance is not there")
@pytest.mark.parametrize("transcript", ["gtp2", "kgs"])
def test_transcript(transcript: str) -> None:
    replay = [sys.executable, str(ACCEPTANCE / "replay.py"), str(ACCEPTANCE / f"{transcript}.txt"), str(PROGRAM), "gtp"]
    done = subprocess.run(replay, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
