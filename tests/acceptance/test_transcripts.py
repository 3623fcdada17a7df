"""The transcripts of front ends, replayed against the installed program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import PROGRAM

ACCEPTANCE = Path(__file__).parents[3] / "shared" / "tools" / "acceptance"

FLAGS = {
    "gtp2": [],
    "kgs": [],
    "sabaki": ["--set", "play.policy_moves=0"],  # a later line plays G7, where the tree search would have played
    "lizzie": ["--gtp-name", "KataGo-compatible Mokusan", "--gtp-version", "1.16"],
    "gogui": [],
}


@pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed")
@pytest.mark.skipif(not ACCEPTANCE.is_dir(), reason="../shared/tools/acceptance is not there")
@pytest.mark.parametrize("transcript", FLAGS)
def test_transcript(transcript: str) -> None:
    engine = [str(PROGRAM), "gtp", *FLAGS[transcript]]
    replay = [sys.executable, str(ACCEPTANCE / "replay.py"), str(ACCEPTANCE / f"{transcript}.txt"), *engine]
    done = subprocess.run(replay, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
