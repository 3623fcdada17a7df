"""The notation of values: `parse` reads it, `format_value` writes it.

    numbers     3  -17  5/2  0.5  2½           dyadic: the denominator is a power of two
    stars       *  *2                          *n, n up to 127
    ups         ^  ^^  ^3  v  v2  ↑ ⇑ ↓ ⇓ ↑3   every sign one (⇑ ⇓ two), or one sign and how many
    in a row    3^2*  -4v  1*  ^*2             a number, ups and a star added up, the sign being the number's
    threats     tiny(2)  miny3/2  ⧾2  ⧿2  +_2  -_2  tiny({2|1})
    switches    ±3  +-3  ±{4|1}                {x|-x}
    games       {4|3}  {0,*|0}  {|}  {5|}      Black's options | White's
    more bars   {6||4|0}  {4|2||0}  4|||3||2|1 longer bars divide first; braces outside may be left out
    copies      3.{2|0}  361.tiny(5)           so many of what follows, up to 1000
    sums        A + B - C  -A  (A)  3±2        A ± B is A + (±B)

Spaces are ignored, except that they distinguish `+-3`, which is ±3, from `+ -3`, and `| |` from `||`. Rejected because
books use them for different games: 0^2 (two ups, or {0|{0| ), 3.^* , 2 1/2, 2{3|1}, 2+-3.

Nothing here recurses. Text that would take too long to parse or to evaluate is rejected: see the limits below and those
of `notation_budget`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NoReturn

from . import named_games
from .arithmetic_budget import MAX_UPS, ArithmeticBudget, RunningSum, Term, shortened
from .forms import ZERO, Value
from .printing import MAX_DIGITS, MAX_LENGTH, format_value
from .recognition import Uptimal

__all__ = ["NotationError", "format_value", "parse"]

MAX_NIMBER = 127  # comparing *n takes some n**4 steps; one less than a power of two, so sums of nimbers stay below it

_EQUIVALENT_SIGNS = str.maketrans({"−": "-", "–": "-", "∗": "*", "⋆": "*", "↑": "^", "↓": "v", "∣": "|"})
_FRACTIONS = {
    char: Fraction(unicodedata.normalize("NFKC", char).replace("⁄", "/")) for char in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
}
_DECIMALS = frozenset("0123456789")
_UPS = {"^": 1, "⇑": 2, "v": -1, "⇓": -2}
_PREFIXES = {
    "tiny": "tiny", "miny": "miny", "+_": "tiny", "-_": "miny", "⧾": "tiny", "⧿": "miny", "±": "±", "+-": "±",
}
_NAMED: dict[str, Callable[[Value], Value]] = {
    "tiny": named_games.tiny, "miny": named_games.miny, "±": named_games.switch,
}
_CLOSING = {"{": "}", "(": ")", "": ""}
_EXPECTED_AFTER_TERM = {"{": "',', '|' or '}'", "(": "'+', '-' or ')'", "": "'+', '-' or the end"}
_SPACE = re.compile(r"\s*")
_DIGITS = re.compile("[0-9]*")
_BARS = re.compile(r"\|+")
_WORD = re.compile("[A-Za-z]{1,20}")
_EXPONENT = re.compile(r"[\^v]\s*[0-9]")
_ZERO = Fraction(0)


class NotationError(ValueError):
    """Text that is not a game, or that is rejected. The message is one line: `column 7: expected '}', got ')'`.

    Public attributes:
      column -- the position in the text, counted from 1; one past its end if something is missing there
      reason -- the message without the column
    """

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(column, reason)
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        return f"column {self.column}: {self.reason}"


def parse(text: str) -> Value:
    """Return the value that the text stands for, in the notation above; Black's advantage is positive.

    Raises NotationError, a ValueError with the column, if the text is not in that notation or exceeds the limits.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(MAX_LENGTH + 1, f"at most {MAX_LENGTH} characters are read, got {len(text)}")
    return _Parser(text).parse()


@contextmanager
def _error_column(column: int) -> Iterator[None]:
    """Turn a ValueError into a NotationError at this column."""
    try:
        yield
    except ValueError as error:
        raise NotationError(column, str(error)) from None


class _Bracket:
    """The state of an open bracket, or of the whole text: its current sum and, in braces, the options read so far."""

    def __init__(self, opened: str, column: int) -> None:
        self.opened = opened
        self.column = column
        self.option_column = column + 1  # where the current option begins
        self.sum = RunningSum()
        self.options: list[Value] = []
        self.divided: list[tuple[list[Value], int]] = []  # options, and the length of the bar after them
        self.empty = True  # nothing has been read since the bracket or the last bar
        self.is_sum = False
        self.clear()

    def clear(self) -> None:
        """Reset what applies to the next term only: its sign, its number of copies, its name."""
        self.subtracted = False
        self.negative = False
        self.signed = False  # the last thing read was a sign: it belongs to the number, if one follows
        self.copies: int | None = None
        self.name = ""  # tiny, miny or ±


class _Parser:
    """Parses a text from left to right, with a stack of open brackets."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = text.translate(_EQUIVALENT_SIGNS)  # character for character: columns are unchanged
        self._position = 0
        self._budget = ArithmeticBudget()
        self._open = [_Bracket("", 0)]

    def parse(self) -> Value:
        term_expected = True
        while term_expected or self._peek():
            term_expected = self._read_term() if term_expected else self._read_after_term()
        bracket = self._open[-1]
        if bracket.opened:
            self._fail(f"expected '{_CLOSING[bracket.opened]}' for the '{bracket.opened}' of column {bracket.column}")
        return self._divide(bracket) if bracket.divided else self._total(bracket)

    # -- scanning --------------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        """Skip spaces and return the next character; empty at the end."""
        self._position = self._match(_SPACE)[1]
        return self._plain[self._position : self._position + 1]

    def _match(self, pattern: re.Pattern[str]) -> tuple[str, int]:
        """Return what the pattern matches here, and where the match ends; nothing if it does not match."""
        match = pattern.match(self._plain, self._position)
        return (match[0], match.end()) if match else ("", self._position)

    def _fail(self, expected: str, hint: str = "") -> NoReturn:
        char = self._text[self._position : self._position + 1]
        word = self._match(_WORD)[0] or char
        quoted = f"'{word}'" if word != "'" else f'"{word}"'
        got = "the end" if not char else quoted if word.isprintable() else f"U+{ord(char):04X}"
        raise NotationError(self._position + 1, f"{expected}, got {got}{hint}")

    # -- where a term is expected: each method returns whether one is still expected -----------------------------------

    def _read_term(self) -> bool:
        """Read a term, or something that may precede one."""
        bracket, char = self._open[-1], self._peek()
        may_be_empty = bracket.opened == "{" and bracket.empty
        if may_be_empty and char == "|":
            return self._bar()
        if may_be_empty and char == "}" and bracket.divided:
            return self._close()
        bracket.empty = False
        if char in ("{", "("):
            self._position += 1
            self._open.append(_Bracket(char, self._position))
            return True
        is_number = char in _DECIMALS or char in _FRACTIONS
        if bracket.name:
            if not is_number:
                self._fail(f"expected a number, '(' or '{{' after '{bracket.name}'")
            return self._number()
        name = next((name for name in _PREFIXES if self._plain.startswith(name, self._position)), "")
        if name:
            bracket.name, bracket.signed = _PREFIXES[name], False
            self._position += len(name)
            return True
        if char in _UPS or char == "*":
            return self._ups(bracket)
        if bracket.copies is not None:
            self._fail(f"expected a game after '{shortened(str(bracket.copies))}.'")
        if is_number:
            return self._number()
        if char == "-":
            self._position += 1
            bracket.negative, bracket.signed = not bracket.negative, True
            return True
        return self._fail("expected a game" + " or '|'" * may_be_empty)

    def _number(self) -> bool:
        """Read a number with the ups and the star after it, or a number of copies."""
        bracket, start = self._open[-1], self._position
        digits = self._digits()
        char = self._plain[self._position : self._position + 1]
        whole = int(digits or 0)
        exact = Fraction(whole)
        if char in _FRACTIONS:
            self._position += 1
            exact += _FRACTIONS[char]
        elif char == "." and self._plain[self._position + 1 : self._position + 2] in _DECIMALS:
            self._position += 1
            decimals = self._digits()
            exact += Fraction(int(decimals), 10 ** len(decimals))
        elif self._peek() == "/":
            self._position += 1
            if self._peek() not in _DECIMALS:
                self._fail("expected a denominator")
            divisor = int(self._digits())
            if divisor == 0:
                raise NotationError(start + 1, f"{self._source_from(start)}: the denominator must not be 0")
            exact /= divisor
        elif self._peek() == "." and not bracket.name:
            self._position += 1
            bracket.copies, bracket.signed = whole, False
            return True
        if exact.denominator & (exact.denominator - 1):
            raise NotationError(
                start + 1, f"{self._source_from(start)} is not dyadic: the denominator must be a power of two"
            )
        if bracket.name:
            return self._finish_term(Uptimal(exact), start)
        if bracket.signed:
            exact, bracket.negative = -exact, not bracket.negative
        if self._peek() not in _UPS and self._peek() != "*":
            return self._finish_term(Uptimal(exact), start)
        if digits == "0" and _EXPONENT.match(self._plain, self._position):
            self._fail("expected a number other than 0 before ups, or none", ": 0^2 may be ^2 or {0|{0|..")
        return self._ups(bracket, exact)

    def _ups(self, bracket: _Bracket, exact: Fraction = _ZERO) -> bool:
        """Read ups, a star or both, and add them to the number before them."""
        start, ups, star, signs = self._position, 0, 0, 0
        while (char := self._peek()) in _UPS:
            if ups * _UPS[char] < 0:
                self._fail("expected ups alone or downs alone", ": write a sum")
            ups += _UPS[char]
            signs += 1
            self._position += 1
        if signs and char in _DECIMALS:
            if signs > 1 or abs(ups) > 1:
                self._fail("expected no number after several ups or downs", ": write ^3 or ^^^")
            ups *= self._integer("ups", MAX_UPS)
        if self._peek() == "*":
            self._position += 1
            star = self._integer("size of a star", MAX_NIMBER) if self._peek() in _DECIMALS else 1
        if bracket.copies is not None and ups and star:
            raise NotationError(
                start + 1, f"{self._source_from(start)} after a number of copies: put brackets around what is copied"
            )
        return self._finish_term(Uptimal(exact, ups, star), start)

    def _digits(self) -> str:
        digits, end = self._match(_DIGITS)
        if len(digits) > MAX_DIGITS:
            raise NotationError(self._position + 1, f"at most {MAX_DIGITS} digits are read, got {len(digits)}")
        self._position = end
        return digits

    def _integer(self, what: str, limit: int) -> int:
        start = self._position
        size = int(self._digits())
        if size > limit:
            raise NotationError(start + 1, f"the {what} must be at most {limit}, got {self._source_from(start)}")
        return size

    def _source_from(self, start: int) -> str:
        return shortened("".join(self._text[start : self._position].split()))

    def _finish_term(self, term: Term, start: int) -> bool:
        """Apply what preceded a term, which began at `start`, and add it to the sum."""
        bracket = self._open[-1]
        if bracket.name:
            with _error_column(start + 1):
                threat = self._budget.value(term)
            if bracket.name != "±" and not threat >= ZERO:
                text = shortened(format_value(threat, limit=100))
                raise NotationError(start + 1, f"{bracket.name} is of a game that is at least 0, got {text}")
            term = _NAMED[bracket.name](threat)
        with _error_column(start + 1):
            if bracket.copies is not None:
                term = self._budget.copies(bracket.copies, term)
            bracket.sum.add(term, -1 if bracket.negative != bracket.subtracted else 1, self._budget)
        bracket.clear()
        return False

    # -- after a term ----------------------------------------------------------------------------------------------

    def _read_after_term(self) -> bool:
        """Read what follows a term: an operator, a bar, a comma or a closing bracket."""
        bracket, char = self._open[-1], self._peek()
        ahead = self._plain[self._position + 1 : self._position + 2]
        if char == "+" and ahead == "-" and self._plain[self._position + 2 : self._position + 3] != "_":
            self._fail("expected ± or '+ -' with a space", ": +- may be either here")
        if char in ("+", "-", "±"):
            if bracket.divided and not bracket.opened:
                self._fail("expected no sum beside a bar outside braces", ": put braces around the game")
            bracket.is_sum = True
            if char != "±" and ahead != "_":  # otherwise the sign is part of the term
                self._position += 1
                bracket.subtracted = char == "-"
            return True
        if char == "|" and bracket.opened != "(":
            if bracket.is_sum and not bracket.opened:
                self._fail("expected no bar beside a sum outside braces", ": put braces around the game")
            return self._bar()
        if char == "," and bracket.opened == "{":
            self._position += 1
            self._option(bracket)
            bracket.option_column = self._position + 1
            return True
        if char and char == _CLOSING[bracket.opened]:
            return self._close()
        hint = ""
        if char in ("{", "("):
            hint = ": write 2+{..} for a sum, 2.{..} for copies"
        elif char in _DECIMALS or char in _FRACTIONS:
            hint = ": write 5/2 or 2+1/2"
        elif char == ",":
            hint = ": options stand in braces"
        return self._fail(f"expected {_EXPECTED_AFTER_TERM[bracket.opened]}", hint)

    def _bar(self) -> bool:
        """Read a bar. Shorter bars before it belong to its left side."""
        bracket, start = self._open[-1], self._position
        length = self._match(_BARS)[1] - start
        if not bracket.empty:
            self._option(bracket)
        while bracket.divided and bracket.divided[-1][1] < length:
            self._join(bracket)
        if bracket.divided and bracket.divided[-1][1] == length:
            raise NotationError(start + 1, f"a second '{shortened('|' * length)}': it is not plain which divides first")
        bracket.divided.append((bracket.options, length))
        bracket.options, bracket.empty = [], True
        self._position += length
        bracket.option_column = self._position + 1
        return True

    def _close(self) -> bool:
        bracket = self._open[-1]
        if bracket.opened == "{" and not bracket.divided:
            self._fail("expected ',' or '|'")
        self._position += 1
        value = self._divide(bracket) if bracket.divided else self._total(bracket)
        self._open.pop()
        return self._finish_term(value, bracket.column - 1)

    def _divide(self, bracket: _Bracket) -> Value:
        """Return the game whose last side has been read."""
        if not bracket.empty:
            self._option(bracket)
        while bracket.divided:
            self._join(bracket)
        return bracket.options[0]

    def _join(self, bracket: _Bracket) -> None:
        """Combine the last two sides into one game."""
        left, _ = bracket.divided.pop()
        with _error_column(bracket.column or 1):
            bracket.options = [self._budget.game(left, bracket.options)]

    def _option(self, bracket: _Bracket) -> None:
        bracket.options.append(self._total(bracket))
        bracket.sum = RunningSum()

    def _total(self, bracket: _Bracket) -> Value:
        with _error_column(bracket.option_column):
            return self._budget.value(bracket.sum.total(self._budget))
