"""Values as text: what people type and print. `parse` reads, `format_value` writes.

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

Spaces mean nothing, except that they tell `+-3`, which is ±3, from `+ -3`, and `| |` from `||`. Refused, because
different books mean different games by them: 0^2 (two ups, or {0|{0| ), 3.^* , 2 1/2, 2{3|1}, 2+-3.

Nothing here recurses, and what would take too long to read or to work out is refused: see the limits below.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NoReturn

from . import named_games
from .forms import ZERO, Value
from .notation_budget import MAX_UPS, Sum, Term, Work, shortened
from .printing import LIMIT, MAX_DIGITS, format_value
from .recognition import Uptimal

__all__ = ["NotationError", "format_value", "parse"]

MAX_NIMBER = 127  # comparing *n takes some n**4 steps; one less than a power of two, so that sums stay within

_SAME = str.maketrans({"−": "-", "–": "-", "∗": "*", "⋆": "*", "↑": "^", "↓": "v", "∣": "|"})
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
_CLOSED = {"{": "}", "(": ")", "": ""}
_AFTER = {"{": "',', '|' or '}'", "(": "'+', '-' or ')'", "": "'+', '-' or the end"}
_SPACE = re.compile(r"\s*")
_DIGITS = re.compile("[0-9]*")
_BARS = re.compile(r"\|+")
_WORD = re.compile("[A-Za-z]{1,20}")
_EXPONENT = re.compile(r"[\^v]\s*[0-9]")
_NOTHING = Fraction(0)


class NotationError(ValueError):
    """Text that is no game, or that is refused. The message is one line: `column 7: expected '}', got ')'`.

    Public attributes:
      column -- the place in the text, counted from 1; one past its end if something is missing there
      reason -- the message without the column
    """

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(column, reason)
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        return f"column {self.column}: {self.reason}"


def parse(text: str) -> Value:
    """The value that the text stands for, in the notation above; Black's advantage is positive.

    Raises NotationError, a ValueError, with the column, if the text is not in that notation or goes beyond the limits.
    """
    if len(text) > LIMIT:
        raise NotationError(LIMIT + 1, f"at most {LIMIT} characters are read, got {len(text)}")
    return _Parser(text).parse()


@contextmanager
def _blamed(column: int) -> Iterator[None]:
    """Says of a ValueError where in the text it comes from."""
    try:
        yield
    except ValueError as error:
        raise NotationError(column, str(error)) from None


class _Bracket:
    """An open bracket, or the whole text: the sum under way and, in braces, what stands before the latest bar."""

    def __init__(self, opened: str, column: int) -> None:
        self.opened = opened
        self.column = column
        self.began = column + 1  # where the option that is being read begins
        self.sum = Sum()
        self.options: list[Value] = []
        self.divided: list[tuple[list[Value], int]] = []  # options and the length of the bar after them
        self.bare = True  # nothing has been read since the bracket or the latest bar
        self.is_sum = False
        self.clear()

    def clear(self) -> None:
        """Forgets what was waiting for the term that has now been read."""
        self.subtracted = False
        self.negative = False
        self.signed = False  # the sign was the latest thing read: it is the number's, if one follows
        self.copies: int | None = None
        self.name = ""  # tiny, miny or ±
        self.name_column = 0


class _Parser:
    """Reads a text from left to right, with a stack of open brackets."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = text.translate(_SAME)  # character for character, so that columns stay
        self._at = 0
        self._work = Work()
        self._open = [_Bracket("", 0)]

    def parse(self) -> Value:
        wanted = True
        while wanted or self._peek():
            wanted = self._term() if wanted else self._after()
        bracket = self._open[-1]
        if bracket.opened:
            self._fail(f"expected '{_CLOSED[bracket.opened]}' for the '{bracket.opened}' of column {bracket.column}")
        return self._divide(bracket) if bracket.divided else self._total(bracket)

    # -- looking ---------------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        """The next character that is no space; empty at the end."""
        self._at = self._match(_SPACE)[1]
        return self._plain[self._at : self._at + 1]

    def _match(self, pattern: re.Pattern[str]) -> tuple[str, int]:
        """What matches here, and where it ends. The pattern must match, if only nothing."""
        match = pattern.match(self._plain, self._at)
        return (match[0], match.end()) if match else ("", self._at)

    def _fail(self, expected: str, hint: str = "") -> NoReturn:
        char = self._text[self._at : self._at + 1]
        word = self._match(_WORD)[0] or char
        quoted = f"'{word}'" if word != "'" else f'"{word}"'
        got = "the end" if not char else quoted if word.isprintable() else f"U+{ord(char):04X}"
        raise NotationError(self._at + 1, f"{expected}, got {got}{hint}")

    # -- where a term is wanted: each returns whether one is still wanted ----------------------------------------------

    def _term(self) -> bool:
        """Reads a term, or what may stand before it."""
        bracket, char = self._open[-1], self._peek()
        may_be_empty = bracket.opened == "{" and bracket.bare
        if may_be_empty and char == "|":
            return self._bar()
        if may_be_empty and char == "}" and bracket.divided:
            return self._close()
        bracket.bare = False
        if char in ("{", "("):
            self._at += 1
            self._open.append(_Bracket(char, self._at))
            return True
        is_number = char in _DECIMALS or char in _FRACTIONS
        if bracket.name:
            if not is_number:
                self._fail(f"expected a number, '(' or '{{' after '{bracket.name}'")
            return self._number()
        name = next((name for name in _PREFIXES if self._plain.startswith(name, self._at)), "")
        if name:
            bracket.name, bracket.name_column, bracket.signed = _PREFIXES[name], self._at + 1, False
            self._at += len(name)
            return True
        if char in _UPS or char == "*":
            return self._ups(bracket)
        if bracket.copies is not None:
            self._fail(f"expected a game after '{shortened(str(bracket.copies))}.'")
        if is_number:
            return self._number()
        if char == "-":
            self._at += 1
            bracket.negative, bracket.signed = not bracket.negative, True
            return True
        return self._fail("expected a game" + " or '|'" * may_be_empty)

    def _number(self) -> bool:
        """Reads a number, with the ups and the star after it; or how many copies of what follows."""
        bracket, start = self._open[-1], self._at
        digits = self._digits()
        char = self._plain[self._at : self._at + 1]
        whole = int(digits or 0)
        exact = Fraction(whole)
        if char in _FRACTIONS:
            self._at += 1
            exact += _FRACTIONS[char]
        elif char == "." and self._plain[self._at + 1 : self._at + 2] in _DECIMALS:
            self._at += 1
            decimals = self._digits()
            exact += Fraction(int(decimals), 10 ** len(decimals))
        elif self._peek() == "/":
            self._at += 1
            if self._peek() not in _DECIMALS:
                self._fail("expected a denominator")
            divisor = int(self._digits())
            if divisor == 0:
                raise NotationError(start + 1, f"{self._since(start)}: the denominator must not be 0")
            exact /= divisor
        elif self._peek() == "." and not bracket.name:
            self._at += 1
            bracket.copies, bracket.signed = whole, False
            return True
        if exact.denominator & (exact.denominator - 1):
            raise NotationError(
                start + 1, f"{self._since(start)} is not dyadic: the denominator must be a power of two"
            )
        if bracket.name:
            return self._done(Uptimal(exact), start)
        if bracket.signed:
            exact, bracket.negative = -exact, not bracket.negative
        if self._peek() not in _UPS and self._peek() != "*":
            return self._done(Uptimal(exact), start)
        if digits == "0" and _EXPONENT.match(self._plain, self._at):
            self._fail("expected a number other than 0 before ups, or none", ": 0^2 may be ^2 or {0|{0|..")
        return self._ups(bracket, exact)

    def _ups(self, bracket: _Bracket, exact: Fraction = _NOTHING) -> bool:
        """Reads ups and a star, one of them at least, which are added to the number before them."""
        start, ups, star, signs = self._at, 0, 0, 0
        while (char := self._peek()) in _UPS:
            if ups * _UPS[char] < 0:
                self._fail("expected ups alone or downs alone", ": write a sum")
            ups += _UPS[char]
            signs += 1
            self._at += 1
        if signs and char in _DECIMALS:
            if signs > 1 or abs(ups) > 1:
                self._fail("expected no number after several ups or downs", ": write ^3 or ^^^")
            ups *= self._integer("ups", MAX_UPS)
        if self._peek() == "*":
            self._at += 1
            star = self._integer("size of a star", MAX_NIMBER) if self._peek() in _DECIMALS else 1
        if bracket.copies is not None and ups and star:
            raise NotationError(
                start + 1, f"{self._since(start)} after a number of copies: put brackets around what is copied"
            )
        return self._done(Uptimal(exact, ups, star), start)

    def _digits(self) -> str:
        digits, end = self._match(_DIGITS)
        if len(digits) > MAX_DIGITS:
            raise NotationError(self._at + 1, f"at most {MAX_DIGITS} digits are read, got {len(digits)}")
        self._at = end
        return digits

    def _integer(self, what: str, limit: int) -> int:
        start = self._at
        size = int(self._digits())
        if size > limit:
            raise NotationError(start + 1, f"the {what} must be at most {limit}, got {self._since(start)}")
        return size

    def _since(self, start: int) -> str:
        return shortened("".join(self._text[start : self._at].split()))

    def _done(self, term: Term, start: int) -> bool:
        """A term has been read, which began at `start`: applies what stood before it, and adds it to the sum."""
        bracket = self._open[-1]
        if bracket.name:
            with _blamed(start + 1):
                threat = self._work.value(term)
            if bracket.name != "±" and not threat >= ZERO:
                text = shortened(format_value(threat, limit=100))
                raise NotationError(start + 1, f"{bracket.name} is of a game that is at least 0, got {text}")
            term = _NAMED[bracket.name](threat)
        with _blamed(start + 1):
            if bracket.copies is not None:
                term = self._work.copies(bracket.copies, term)
            bracket.sum.add(term, -1 if bracket.negative != bracket.subtracted else 1, self._work)
        bracket.clear()
        return False

    # -- after a term ----------------------------------------------------------------------------------------------

    def _after(self) -> bool:
        """Reads what joins the term before to the next, or closes a bracket."""
        bracket, char = self._open[-1], self._peek()
        ahead = self._plain[self._at + 1 : self._at + 2]
        if char == "+" and ahead == "-" and self._plain[self._at + 2 : self._at + 3] != "_":
            self._fail("expected ± or '+ -' with a space", ": +- may be either here")
        if char in ("+", "-", "±"):
            if bracket.divided and not bracket.opened:
                self._fail("expected no sum beside a bar outside braces", ": put braces around the game")
            bracket.is_sum = True
            if char != "±" and ahead != "_":  # else they belong to the term
                self._at += 1
                bracket.subtracted = char == "-"
            return True
        if char == "|" and bracket.opened != "(":
            if bracket.is_sum and not bracket.opened:
                self._fail("expected no bar beside a sum outside braces", ": put braces around the game")
            return self._bar()
        if char == "," and bracket.opened == "{":
            self._at += 1
            self._option(bracket)
            bracket.began = self._at + 1
            return True
        if char and char == _CLOSED[bracket.opened]:
            return self._close()
        hint = ""
        if char in ("{", "("):
            hint = ": write 2+{..} for a sum, 2.{..} for copies"
        elif char in _DECIMALS or char in _FRACTIONS:
            hint = ": write 5/2 or 2+1/2"
        elif char == ",":
            hint = ": options stand in braces"
        return self._fail(f"expected {_AFTER[bracket.opened]}", hint)

    def _bar(self) -> bool:
        """Divides what has been read of these braces. Shorter bars before this one belong to its left side."""
        bracket, start = self._open[-1], self._at
        length = self._match(_BARS)[1] - start
        if not bracket.bare:
            self._option(bracket)
        while bracket.divided and bracket.divided[-1][1] < length:
            self._join(bracket)
        if bracket.divided and bracket.divided[-1][1] == length:
            raise NotationError(start + 1, f"a second '{shortened('|' * length)}': it is not plain which divides first")
        bracket.divided.append((bracket.options, length))
        bracket.options, bracket.bare = [], True
        self._at += length
        bracket.began = self._at + 1
        return True

    def _close(self) -> bool:
        bracket = self._open[-1]
        if bracket.opened == "{" and not bracket.divided:
            self._fail("expected ',' or '|'")
        self._at += 1
        value = self._divide(bracket) if bracket.divided else self._total(bracket)
        self._open.pop()
        return self._done(value, bracket.column - 1)

    def _divide(self, bracket: _Bracket) -> Value:
        """The game whose last side has been read."""
        if not bracket.bare:
            self._option(bracket)
        while bracket.divided:
            self._join(bracket)
        return bracket.options[0]

    def _join(self, bracket: _Bracket) -> None:
        """Makes one game of the latest two sides."""
        left, _ = bracket.divided.pop()
        with _blamed(bracket.column or 1):
            bracket.options = [self._work.game(left, bracket.options)]

    def _option(self, bracket: _Bracket) -> None:
        bracket.options.append(self._total(bracket))
        bracket.sum = Sum()

    def _total(self, bracket: _Bracket) -> Value:
        with _blamed(bracket.began):
            return self._work.value(bracket.sum.total(self._work))
