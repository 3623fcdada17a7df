"""The shell for tests: commands run in this process that must succeed, or be refused in one line."""

from __future__ import annotations

import pytest

from gtpengine import cli

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> str:
    """Run a command that must succeed and return its output."""
    assert cli.main(words) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    """Run a command that must fail with status 2 and one line on stderr; return that line without "mokusan: "."""
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("mokusan: ")
    return lines[0].removeprefix("mokusan: ")
