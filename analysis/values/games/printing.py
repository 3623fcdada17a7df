"""Formatting of values: the shortest usual names, in the notation that `notation` parses.

    number          5, -3/2
    ups and stars   ^ v * *2 ^2 v3*, beside a number without a sign: 3^2*, 1*, -4v         ↑ ↓ ⇑ ⇓ ↑3
    infinitesimals  tiny(2), miny(3/2), 361.tiny(5); beside a number with one: 4+{0|tiny(1)}     ⧾2 ⧿3/2 361.⧾5
    the rest        {4|{3|2}}, {8|-8}; with bars {6||4|0}                                  ±8

The right column is what the `unicode` style writes instead: arrows, the signs of tiny and miny, and ± for {x|-x}.
Numbers, stars and minus signs are ASCII in both styles, so that they can be copied anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .forms import OPERATORS, Value
from .option_order import sorted_options
from .recognition import Uptimal, tiny_multiple, uptimal

MAX_LENGTH = 100_000  # characters; longer text is not parsed
MAX_DIGITS = 4000  # of an integer, a numerator or a denominator; longer ones are not parsed
_ELLIPSIS = "..."
_TOO_LONG = 10**MAX_DIGITS
_MAX_BARS = 3  # of longer bars it is hard to see which is the longest


class _Body(NamedTuple):
    """The options of a game, without its braces."""

    value: Value


_Piece = str | Value | _Body


def format_value(value: Value, *, unicode: bool = False, bars: bool = False, limit: int = MAX_LENGTH) -> str:
    """Return the value as text, which `parse` reads back as the same value.

    unicode -- arrows, ± and the signs of tiny and miny (⧾ ⧿) instead of ASCII
    bars    -- {6||4|0} instead of {6|{4|0}}, up to three bars
    limit   -- the length after which the text is cut off and ends in "...", which `parse` rejects

    The text depends on the value only, not on how it was constructed. The time taken is proportional to the number of
    positions and the length of the text. The text may be exponentially longer than the game: hence the limit.
    """
    printer = _Printer(unicode, bars)
    output: list[str] = []
    remaining = limit
    stack: list[_Piece] = [value]
    while stack:
        piece = stack.pop()
        if not isinstance(piece, str):
            stack.extend(reversed(printer.pieces(piece)))
            continue
        if piece == _ELLIPSIS:
            return "".join(output) + _ELLIPSIS
        if len(piece) > remaining:
            return "".join(output) + piece[:remaining] + _ELLIPSIS
        output.append(piece)
        remaining -= len(piece)
    return "".join(output)


class _Printer:
    """Splits values into text and smaller values, each value once."""

    def __init__(self, unicode: bool, bars: bool) -> None:
        self._unicode = unicode
        self._bars = bars
        self._pieces: dict[_Piece, list[_Piece]] = {}
        self._widths: dict[Value, int] = {}

    def pieces(self, piece: Value | _Body) -> list[_Piece]:
        """Return the pieces of a value, or of the inside of its braces, from left to right."""
        if piece not in self._pieces:
            self._pieces[piece] = self._inside(piece.value) if isinstance(piece, _Body) else self._whole(piece)
        return self._pieces[piece]

    def _whole(self, value: Value) -> list[_Piece]:
        named = uptimal(value)
        if named is not None:
            return [self._uptimal(named)]
        x, rest = _split(value)
        sign = [_exact(x), "+"] if x else []
        small = tiny_multiple(rest)
        if small is not None:
            copies = "" if abs(small.copies) == 1 else f"{abs(small.copies)}."
            if self._unicode:
                return [*sign, copies, "⧾" if small.copies > 0 else "⧿", *self._argument(small.threat)]
            return [*sign, copies, "tiny(" if small.copies > 0 else "miny(", small.threat, ")"]
        if self._is_switch(rest):
            return [*sign, "±", *self._argument(rest.left[0])]
        return [*sign, "{", _Body(rest), "}"]

    def _uptimal(self, named: Uptimal) -> str:
        number, ups, star = named
        text = _exact(number) if number or not (ups or star) else ""
        if text == _ELLIPSIS:
            return text
        if ups:
            once, twice = ("↑⇑" if ups > 0 else "↓⇓") if self._unicode else ("^ " if ups > 0 else "v ")
            text += twice if abs(ups) == 2 and self._unicode else once + (str(abs(ups)) if abs(ups) > 1 else "")
        return text + ("*" if star else "") + (str(star) if star > 1 else "")

    def _argument(self, value: Value) -> list[_Piece]:
        """Return the pieces of an operand: a number >= 0 or a game in braces as it is, anything else in parentheses."""
        plain = self._is_braces(value) or (value.number is not None and value.number >= 0)
        return [value] if plain else ["(", value, ")"]

    def _is_switch(self, value: Value) -> bool:
        """Return whether this style writes the value, which has no shorter name, as ±x."""
        if not self._unicode or len(value.left) != 1 or len(value.right) != 1:
            return False
        return -value.left[0] is value.right[0]

    def _is_braces(self, value: Value) -> bool:
        """Return whether the value is written as one pair of braces and nothing else."""
        if uptimal(value) is not None:
            return False
        x, rest = _split(value)
        return not x and tiny_multiple(rest) is None and not self._is_switch(rest)

    def _inside(self, value: Value) -> list[_Piece]:
        width = self._width(value)
        pieces: list[_Piece] = []
        for side in value.moves:
            options = sorted_options(side)
            if pieces:
                pieces.append("|" * width)
            if self._opens(options):
                pieces.append(_Body(options[0]))
                continue
            for i, option in enumerate(options):
                pieces.extend([",", option] if i else [option])
        return pieces

    def _width(self, value: Value) -> int:
        """Return the length of the bar between the value's options: one more than in options written without braces."""
        path = [value]
        while path:
            top = path[-1]
            inner = [side[0] for side in top.moves if self._may_open(side)]
            unknown = [option for option in inner if option not in self._widths]
            if unknown:
                path.extend(unknown)
                continue
            path.pop()
            opened = (self._widths[option] for option in inner)
            self._widths[top] = 1 + max((width for width in opened if width < _MAX_BARS), default=0)
        return self._widths[value]

    def _may_open(self, side: Sequence[Value]) -> bool:
        return self._bars and len(side) == 1 and self._is_braces(side[0])

    def _opens(self, side: Sequence[Value]) -> bool:
        return self._may_open(side) and self._widths[side[0]] < _MAX_BARS


def _split(value: Value) -> tuple[Fraction, Value]:
    """Return x and an infinitesimal whose sum is the value; 0 and the value itself if there are none."""
    x = value.left_stop
    return (x, value - x) if x and x == value.right_stop else (Fraction(0), value)


def _exact(x: Fraction) -> str:
    """Return the number as digits, or the ellipsis if there are too many to be parsed."""
    return str(x) if max(abs(x.numerator), x.denominator) < _TOO_LONG else _ELLIPSIS


OPERATORS.text = format_value
