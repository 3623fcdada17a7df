"""GoGui's own tools, headless: gogui-twogtp plays a game, gogui-regress checks the shipped test file.

Only where the environment variable MOKUSAN_GOGUI_CLASSPATH names GoGui's classes, as `java -cp` takes them.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLASSPATH = os.environ.get("MOKUSAN_GOGUI_CLASSPATH", "")
CONFIGS = Path(__file__).parents[2] / "configs"
PROGRAM = shutil.which("mokusan") or shutil.which("mokusan", path=str(Path(sys.executable).parent))

pytestmark = [
    pytest.mark.skipif(not CLASSPATH, reason="MOKUSAN_GOGUI_CLASSPATH does not name GoGui's classes"),
    pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java"),
    pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed"),
]


def gogui(tool: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of GoGui's in a folder."""
    call = ["java", "-Djava.awt.headless=true", "-cp", CLASSPATH, f"net.sf.gogui.tools.{tool}.Main", *words]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, timeout=110, check=False)


def engine() -> str:
    return f"{shlex.quote(str(PROGRAM))} gtp"


def test_twogtp(tmp_path: Path) -> None:
    """Mokusan against itself, two games on 5x5: no errors, both sides agree about the score."""
    options = f'-black "{engine()}" -white "{engine()}" -size 5 -komi 0.5 -games 2 -alternate -maxmoves 100 -auto'
    (tmp_path / "options.txt").write_text(f"{options} -sgffile games\n", encoding="utf-8")
    done = gogui("twogtp", tmp_path, "-config", "options.txt")
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "games.dat").read_text(encoding="utf-8").splitlines()
    games = [line.split("\t") for line in table if line and not line.startswith("#")]
    names = next(line for line in table if line.startswith("#GAME")).lstrip("#").split("\t")
    assert len(games) == 2
    for game in games:
        row = dict(zip(names, game, strict=False))
        assert row["ERR"] == "0", row
        assert row["RES_B"] == row["RES_W"] != "?", row


def test_regress(tmp_path: Path) -> None:
    """All tests of the file pass; with one answer made wrong the tool says so."""
    good = (CONFIGS / "gogui-regress.tst").read_text(encoding="utf-8")
    (tmp_path / "good.tst").write_text(good, encoding="utf-8")
    (tmp_path / "bad.tst").write_text(good.replace("#? [C2]", "#? [C3]"), encoding="utf-8")
    done = gogui("regress", tmp_path, engine(), "good.tst")
    assert done.returncode == 0, done.stdout + done.stderr
    assert gogui("regress", tmp_path, engine(), "bad.tst").returncode == 1
