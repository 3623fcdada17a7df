"""Run `mokusan` in the test's process, where it must succeed or fail with an error of one line."""

from __future__ import annotations

import pytest

from gtpengine import cli

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    assert cli.main(words) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    """Run a command that must fail with status 2 and one line, and return that line without "mokusan: "."""
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("mokusan: ")
    return lines[0].removeprefix("mokusan: ")
