"""The examples of README.md are what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.gtpengine.gtp_talk import Talk
from tests.gtpengine.shell_runs import Capture, run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = re.findall(r"^\$ mokusan ([^\n]*)\n(.*?)^```", README, re.M | re.S)
EXPLANATION = re.search(r"`mokusan-explain (\w+)`.*?```\n(.*?)\n```", README, re.S)
MOVES = 60
"""Moves before the position of the examples."""


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 180
    assert len(SHELL) == 2


@pytest.mark.parametrize(("words", "output"), SHELL, ids=[words.split()[0] for words, _ in SHELL])
def test_examples_of_the_shell_are_what_is_printed(
    words: str, output: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(capsys, *shlex.split(words)) == output


def test_the_explanation_is_what_is_answered() -> None:
    assert EXPLANATION is not None
    vertex, answer = EXPLANATION.groups()
    talk = Talk()
    talk.ok(f"loadsgf {ROOT / 'tests' / 'data' / 'mokusan-gnugo.sgf'} {MOVES + 1}")
    assert talk.ok(f"mokusan-explain {vertex}") == answer
