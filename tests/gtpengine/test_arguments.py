"""GTP's types, one method each: what is accepted and refused, and that a refusal names the allowed values."""

from __future__ import annotations

import re

import pytest

from analysis.board import BLACK, PASS, WHITE, Grid
from gtpengine.arguments import Arguments
from gtpengine.errors import Failure, shown

GRID = Grid(7, 9)  # rows, columns


@pytest.mark.parametrize("word", ["b", "B", "black", "BLACK", "Black", "w", "W", "White"])
def test_colors(word: str) -> None:
    color = BLACK if word[0] in "bB" else WHITE
    assert Arguments([word]).color(0) == color


@pytest.mark.parametrize(
    ("word", "point"),
    [("A7", 0), ("a7", 0), ("J7", 8), ("A1", 54), ("j1", 62), ("h2", 52), ("pass", PASS), ("PASS", PASS)],
)
def test_vertices(word: str, point: int) -> None:
    assert Arguments([word]).vertex(0, GRID) == point


NUMBERS = [("6.5", 6.5), ("6", 6), ("-3.5", -3.5), ("+2", 2), ("1e1", 10), ("1E-1", 0.1), (".5", 0.5), ("5.", 5),
           ("7,5", 7.5), ("7,50", 7.5), ("-0,5", -0.5), ("3,7500", 3.75)]  # fmt: skip


@pytest.mark.parametrize(("word", "value"), NUMBERS)
def test_numbers(word: str, value: float) -> None:
    assert Arguments([word]).number(0, "komi") == value


def test_integers_and_words() -> None:
    arguments = Arguments(["+5", "-3", "name", "with", "blanks"])
    assert (arguments.integer(0, "n", 5, 5), arguments.integer(1, "n")) == (5, -3)
    assert arguments.choice(2, "x", ("other", "name")) == "name"
    assert arguments.rest(2) == "name with blanks"


REFUSED = [
    # method, its further arguments, words, text in the message
    ("color", (), ["green", "", "bb", "1", "bl\u0430ck"], "black or white"),
    ("vertex", (GRID,), ["I5", "K5", "A0", "A8", "A08", "A", "5", "", "-A1", "A-1", "A1 ", "AA1", "A1.0"], "A1 to J7"),
    ("vertex", (GRID,), ["A٣", "resign", "A" * 5000], "A1 to J7"),
    ("point", (GRID,), ["pass", "PASS", "Z1"], "vertex"),
    ("integer", ("stones", 0, 9), ["x", "", "1.0", "1_0", "٣", "10", "-1", "1e1", "0x1", "+", "--1"], "[0, 9]"),
    ("integer", ("stones",), ["9" * 5000, "1.5"], "a whole number"),
    ("number", ("komi",), ["six", "", "nan", "NaN", "inf", "-inf", "infinity", "1e999", "1_0", "0x1"], "a number"),
    ("number", ("komi",), ["٣", "1,000", "1,5,5", "1,", ",5", "1,5e1", ".", "-", "e1", "9" * 5000], "a number"),
    ("number", ("komi", -1, 1), ["1.01", "-2"], "[-1, 1]"),
    ("number", ("seconds", 0), ["-1"], "0 or more"),
    ("choice", ("status", ("dead", "alive")), ["Dead", "", "dame"], "dead or alive"),
]
CASES = [(reader, more, word, allowed) for reader, more, words, allowed in REFUSED for word in words]


@pytest.mark.parametrize(("reader", "more", "word", "allowed"), CASES, ids=[f"{c[0]} {shown(c[2], 9)}" for c in CASES])
def test_refused(reader: str, more: tuple[object, ...], word: str, allowed: str) -> None:
    with pytest.raises(Failure, match=r"^syntax error: ") as failure:
        getattr(Arguments([word]), reader)(0, *more)
    text = str(failure.value)
    assert allowed in text
    assert len(text) < 140
    assert (word[:15] in text) or word == "PASS"
    assert re.fullmatch(r"[^\n]+", text)
