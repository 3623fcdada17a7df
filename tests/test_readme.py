"""The examples of README.md, and the picture of analysis/README.md, are what the program prints and finds."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from analysis.board import WHITE, Position
from analysis.reading import Result
from analysis.reading.life_and_death.group_question import kill
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


def test_the_zone_shown_is_that_of_the_answer() -> None:
    """The picture of `analysis/README.md`: `+` empty points of the zone, `#` and `o` stones in it."""
    rows = re.findall(r"^ (\d) ((?:\S ){6}\S) +\1 ((?:\S ){6}\S)$", (ROOT / "analysis" / "README.md").read_text(), re.M)
    assert [int(row[0]) for row in rows] == [4, 3, 2, 1]
    stones = ".......\n" * 3 + "\n".join(row[1].replace(" ", "") for row in rows)
    position = Position.from_diagram(stones)
    group = [point for point in range(position.grid.area) if position.stones[point] == WHITE]
    answer = kill(position, group)
    assert answer.result is Result.WORKS
    assert position.grid.vertex(answer.move or 0) == "B1"
    signs = {0: "+", 1: "#", -1: "o"}
    shown = "".join(
        signs[int(position.stones[point])] if point in answer.relevance else "." for point in range(position.grid.area)
    )
    assert shown[21:] == "".join(row[2].replace(" ", "") for row in rows)
    assert set(shown[:21]) == {"."}
