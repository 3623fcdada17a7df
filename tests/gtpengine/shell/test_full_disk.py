"""On a full disk every verb that writes a file says so in one line, and the file is as it was."""

from __future__ import annotations

import ast
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine import cli
from tests.gtpengine.shell_runs import Capture, refused

ROOT = Path(__file__).parents[3]
RECORD = "(;SZ[5]KM[7];B[cc];W[bb])"
POSITION = {"id": "p", "rows": ["...", ".X.", "..."], "to_move": "W", "komi": 7, "ko": None, "rules": "chinese"}
COMMANDS = [
    "value 1/2 --svg OUT", "figure game.sgf --svg OUT", "analyse game.sgf --control-only --svg OUT",
    "analyse game.sgf --every 2 --html OUT --set play.control_only=true",
    "analyse game.sgf --every 2 --sgf OUT --set play.control_only=true", "solve 1x2 --no-cache --sgf OUT",
    "estimate --jsonl positions.jsonl --out OUT --set play.control_only=true",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_file_is_as_it_was(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(RECORD)
    Path("positions.jsonl").write_text(json.dumps(POSITION) + "\n")
    Path("OUT").write_bytes(b"as it was")
    before = sorted(os.listdir())

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(command.split()) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "mokusan: OUT: cannot write: No space left on device"
    assert Path("OUT").read_bytes() == b"as it was"
    assert sorted(os.listdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_one_line(capsys: Capture) -> None:
    assert refused(capsys, "value", "1/2", "--svg", "/dev/full") == "/dev/full: cannot write: No space left on device"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_standard_output_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gtpengine.cli", "value", "1/2", "--json"], stdout=full, stderr=subprocess.PIPE,
            check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        )
    assert done.returncode == 2
    assert done.stderr == "mokusan: standard input or output: No space left on device\n"


OWN_WRITERS = {
    "files/atomic_write.py", "files/file_lock.py", "files/temporary_file.py",
    "engine/kernel_warmup.py",  # marks of a few bytes in our own cache folder
    "solve/solution_store.py",  # a store in our own cache folder, written atomically under its lock
}


def is_write(call: ast.Call) -> bool:
    """Whether a call writes a file: `path.write_text(...)`, `open(path, "w")` and their like."""
    name = ast.unparse(call.func).rpartition(".")[2]
    if name in ("write_text", "write_bytes"):
        return isinstance(call.func, ast.Attribute)
    words = [word.value for word in (*call.args, *(keyword.value for keyword in call.keywords))
             if isinstance(word, ast.Constant)]
    return name in ("open", "fdopen") and any(re.fullmatch("[rbt]*[wax+][wbt+]*", str(word)) for word in words)


def test_files_are_written_by_the_atomic_writer_only() -> None:
    for path in sorted((ROOT / "gtpengine").rglob("*.py")):
        name = path.relative_to(ROOT / "gtpengine").as_posix()
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        assert name in OWN_WRITERS or not [call.lineno for call in calls if is_write(call)], name
