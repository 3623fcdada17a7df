"""A game against GNU Go through the match runner: no illegal move, no crash, no time problem."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import PROGRAM

MATCH = Path(__file__).parents[3] / "shared" / "tools" / "match.py"
QUICK = "--set play.policy_moves=1 --set play.visits=3"
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


@pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed")
@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
@pytest.mark.skipif(not MATCH.exists(), reason="../shared/tools/match.py is not there")
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_games_on_9x9(games: int, tmp_path: Path) -> None:
    record = Path(__file__).parents[1] / "data" / "mokusan-gnugo.sgf"
    warm_up = f"loadsgf {record} 61\nmokusan-status\ngenmove b\nquit\n"  # compile before the clock runs
    subprocess.run([str(PROGRAM), "gtp"], input=warm_up, capture_output=True, text=True, timeout=600, check=True)
    result = tmp_path / "match.json"
    opponent = f"{GNUGO} --mode gtp --chinese-rules --level 0"
    referee = f"{GNUGO} --mode gtp --chinese-rules --level 1"
    words = ["--a", f"{PROGRAM} gtp {QUICK}", "--b", opponent, "--referee", referee]
    done = subprocess.run(
        [sys.executable, str(MATCH), *words, "--size", "9", "--games", str(games), "--json", str(result)],
        capture_output=True, text=True, timeout=600, check=False,
    )
    assert done.returncode == 0, done.stderr
    played = json.loads(result.read_text())
    assert played["why"] == {"score": games}, done.stdout
    assert played["W"]["void"] == 0
