"""The first minute on a new machine: front ends are answered while kernels are compiled in the background."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]
ATTACH = (
    "protocol_version", "name", "version", "list_commands", "gogui-interrupt", "gogui-title", "gogui-analyze_commands",
    "boardsize 19", "komi 6.5", "play b Q16", "play w D4", "showboard", "mokusan-ownership", "mokusan-score",
)
"""What GoGui sends when it attaches, and the first analyses."""
QUERY = {
    "id": "first", "boardXSize": 19, "boardYSize": 19, "rules": "japanese", "komi": 6.5, "maxVisits": 20,
    "moves": [["B", "Q16"], ["W", "D4"]],
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"),
]


class Program:
    """A program started from an empty cache."""

    def __init__(self, verb: str, cache: Path) -> None:
        self.cache = cache
        home = cache.parent / "home"
        home.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gtpengine.cli", verb], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT,
            env={**os.environ, "MOKUSAN_CACHE_DIR": str(cache), "HOME": str(home)},
        )

    def send(self, line: str) -> None:
        self._pipe(self.process.stdin).write(line + "\n")
        self._pipe(self.process.stdin).flush()

    def line(self) -> str:
        return self._pipe(self.process.stdout).readline()

    def answer(self, command: str) -> str:
        """Send a GTP command and return its answer."""
        self.send(command)
        lines = [self.line()]
        while lines[-1].strip():
            lines.append(self.line())
        return "".join(lines)

    def finish(self) -> str:
        """End the input and return what was written to stderr."""
        self._pipe(self.process.stdin).close()
        return self._pipe(self.process.stderr).read()

    @property
    def is_cold(self) -> bool:
        """Whether some stage is not yet compiled."""
        code = "from gtpengine.engine.kernel_warmup import NAMES, is_ready; print(all(map(is_ready, NAMES)))"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True,
            env={**os.environ, "MOKUSAN_CACHE_DIR": str(self.cache)},
        )
        return done.stdout == "False\n"

    @staticmethod
    def _pipe(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream


@contextmanager
def started(verb: str, tmp_path: Path) -> Iterator[Program]:
    program = Program(verb, tmp_path / "cache")
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        for stream in (program.process.stdin, program.process.stdout, program.process.stderr):
            program._pipe(stream).close()


def test_gogui_attaches_while_kernels_are_compiled(tmp_path: Path) -> None:
    with started("gtp", tmp_path) as program:
        answers = [program.answer(command) for command in ATTACH]
        assert all(answer.startswith("=") for answer in answers)
        program.send("kata-analyze b 10")
        assert program.line().startswith("=")
        assert program.line().startswith("info move")
        assert program.is_cold  # all of it was answered before the kernels were ready
        program.send("stop")
        while not program.line().startswith("="):
            pass
        program.line()
        assert program.answer("genmove b").startswith("= ")
        assert not program.is_cold  # a move needs all kernels, and waited for them
        said = program.finish().splitlines()
    assert said[0].startswith("mokusan: compiling kernels in the background")
    assert "mokusan: kernels are ready" in said


def test_katrain_gets_an_answer_while_kernels_are_compiled(tmp_path: Path) -> None:
    with started("json", tmp_path) as program:
        program.send(json.dumps({"id": "version", "action": "query_version"}))
        assert json.loads(program.line())["id"] == "version"
        program.send(json.dumps(QUERY))
        reply = json.loads(program.line())
        assert program.is_cold
        assert reply["moveInfos"]
        assert "control field alone" in reply["warning"]
