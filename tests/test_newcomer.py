"""The commands of README as a newcomer types them, in a fresh copy of the project, from installation to a report."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHELL = re.compile(r"^```sh\n(.*?)\n```$", re.M | re.S)


def commands() -> list[str]:
    """Return README's shell commands, block by block."""
    return SHELL.findall((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_first_two_commands_install_and_the_third_reports() -> None:
    analyse, tests, report = commands()
    assert all("python3 -m venv .venv && .venv/bin/pip install" in command for command in (analyse, tests))
    assert "mokusan analyse tests/data/" in analyse
    assert tests.endswith("-m pytest -n auto")
    assert "--html" in report
    assert all("\n" not in command for command in (analyse, tests, report))


@pytest.mark.slow
def test_from_clone_to_report(tmp_path: Path) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no clone: which files belong to the project is not known")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    fresh = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))}
    fresh["PATH"] = os.pathsep.join(
        folder for folder in fresh["PATH"].split(os.pathsep) if not (Path(folder) / "activate").exists()
    )

    def typed(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=fresh, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    analyse, _, report = commands()
    output = typed(analyse)
    assert "After move 60" in output
    assert "Best moves for" in output
    typed(report)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", page)
    assert len(page) > 50_000
    answers = typed("printf 'name\\nboardsize 9\\ngenmove black\\nquit\\n' | .venv/bin/mokusan gtp")
    assert re.fullmatch(r"= Mokusan\n\n= \n\n= [A-HJ][1-9]\n\n= \n\n", answers)
