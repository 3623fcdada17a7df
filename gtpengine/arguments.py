"""The arguments of a command, read as GTP's types (GTP 2 draft, section 2.11).

One method per type. Each returns the value or raises Failure with a text that begins `syntax error` and names what
was received and what is allowed. Colours, vertices and `pass` are read in any case, everything else exactly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

from analysis.board import Color, Grid

from .errors import shown, syntax_error

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_DECIMAL_COMMA = re.compile(r"([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})")
"""A number as front ends write it in many languages; with three digits after it the comma may be one of thousands."""
_MAX_DIGITS = 18


class Arguments:
    """The arguments of one command, read by index; the registry has checked how many there are."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)

    def __len__(self) -> int:
        return len(self.words)

    def text(self, index: int) -> str:
        """Return the word unchanged."""
        return self.words[index]

    def rest(self, index: int) -> str:
        """Return the words from `index` on, joined by single blanks."""
        return " ".join(self.words[index:])

    def color(self, index: int) -> Color:
        """Read `b`, `black`, `w` or `white`, in any case."""
        try:
            return Color.parse(self.words[index])
        except ValueError:
            raise syntax_error(f"color: expected black or white, got {shown(self.words[index])}") from None

    def vertex(self, index: int, grid: Grid) -> int:
        """Read a vertex of `grid` as a point, or PASS."""
        try:
            return grid.point(self.words[index])
        except ValueError as error:
            raise syntax_error(str(error)) from None

    def point(self, index: int, grid: Grid) -> int:
        """Read a vertex of `grid` as a point; `pass` is refused."""
        try:
            return grid.point(self.words[index], may_pass=False)
        except ValueError as error:
            raise syntax_error(str(error)) from None

    def integer(self, index: int, what: str, low: int | None = None, high: int | None = None) -> int:
        """Read a decimal integer with an optional sign, in low..high where given; `what` names it in the failure."""
        word = self.words[index]
        if _INTEGER.fullmatch(word) and len(word) <= _MAX_DIGITS:
            value = int(word)
            if (low is None or low <= value) and (high is None or value <= high):
                return value
        raise syntax_error(f"{what}: expected a whole number{_range(low, high)}, got {shown(word)}")

    def number(self, index: int, what: str, low: float | None = None, high: float | None = None) -> float:
        """Read a finite number as GTP writes floats (`6.5`, `6`, `-3.5`, `1e1`), in low..high where given.

        A comma before one or two decimals, or more than three, is read as the point.
        """
        word = self.words[index]
        plain = _DECIMAL_COMMA.sub(r"\1.\2", word) if _DECIMAL_COMMA.fullmatch(word) else word
        value = float(plain) if _NUMBER.fullmatch(plain) else math.nan
        if math.isfinite(value) and (low is None or low <= value) and (high is None or value <= high):
            return value
        raise syntax_error(f"{what}: expected a number{_range(low, high)}, got {shown(word)}")

    def choice(self, index: int, what: str, allowed: Collection[str]) -> str:
        """Read one of `allowed`, spelt exactly so."""
        word = self.words[index]
        if word not in allowed:
            raise syntax_error(f"{what}: expected {' or '.join(allowed)}, got {shown(word)}")
        return word


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" of {low} or more"
    return f" up to {high}" if low is None else f" in [{low}, {high}]"
