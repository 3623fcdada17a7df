"""The table of examples in tests/benchmarks/README.md is what the commands answer; its pictures are what they draw."""

from __future__ import annotations

import io
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gtpengine import cli
from tests.benchmarks.documents import EXAMPLES, Example, ours, table, written_table

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data"

FIGURES = {
    "figure5a.svg": "#XXXXXXX/OO.....X/O......X/#XXXXXXX",
    "figure5b.svg": "XXXXXXX/O.....X/O.....X/XXXXXXX",
}


def test_the_table_is_what_the_commands_answer() -> None:
    assert written_table() == table()


def test_every_document_has_examples() -> None:
    assert {example.document for example in EXAMPLES} == {"000", "001", "002", "003", "004"}


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.command.startswith("python")], ids=lambda e: e.what)
def test_tests_that_are_named_exist(example: Example) -> None:
    match = re.fullmatch(r"python -m pytest (\S+) -k (\w+)", example.command)
    assert match is not None
    assert f"def {match[2]}(" in (ROOT / match[1]).read_text(encoding="utf-8")


def example_named(what: str) -> Example:
    (found,) = [example for example in EXAMPLES if example.what == what]
    return found


def test_corrections_are_our_answers() -> None:
    """The values of the corrections, worked out anew from the answers."""
    assert ours(example_named("figure 5a, width two, one entry")).split(",")[0] == str(8 - Fraction(239, 128))
    assert ours(example_named("figure 5b, width two, both entries")) == "6, 1, ambiguous"
    assert ours(example_named("section 2.6, figure 5b if White's move were gote")) == str(8 - Fraction(303, 128))
    assert ours(example_named("territory of problem 1, White first")) == "-33; -32; -32, -33, -35"
    assert ours(example_named("his way from the largest t down")).startswith("5, -1, ")


@pytest.mark.parametrize(("name", "board"), FIGURES.items())
def test_pictures_of_corridors_are_drawn_by_the_command(
    name: str, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(board.encode())))
    assert cli.main(["local", "-", "--svg", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes()


def test_the_picture_of_the_maps_is_drawn_by_the_command(tmp_path: Path) -> None:
    drawn = tmp_path / "figure.svg"
    assert cli.main(["figure", str(DATA / "mokusan-gnugo.sgf"), "--move", "60", "--svg", str(drawn)]) == 0
    assert drawn.read_bytes() == (DATA / "figure.svg").read_bytes()
