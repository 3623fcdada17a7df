"""The komi that a record's text means: KM of SGF as servers and people write it.

  6.5        points; also with a comma, a fraction (5 1/2), words around it (6.5 points), full-width digits
  6目半      "and a half" in Chinese, Japanese and Korean
  3.75       quarters are Chinese stones, of two points each: 7.5 points; so is any number before the word 子
  6.75       but points where stones would come to more than any komi that is played
  375, 650   hundredths, as Fox writes: of stones for quarters, else of points
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from ..errors import shown

_NUMBER = re.compile(
    r"([-+]?)\s*(?:"
    r"(\d{1,9})(?:\s+|又)(\d)\s*/\s*(\d)"  # 5 1/2
    r"|(\d{1,9})/(\d{1,9})"  # 11/2
    r"|(\d{0,9})(?:[.,](\d{1,9}))?)"  # 5.5, 5, .5
)
_HALF = re.compile(r"\s*(?:目|집|호|点|點|points?)?\s*(?:半|반)")
_STONES = re.compile(r"\s*(?:子|zi\b|stones?\b)", re.IGNORECASE)
_VULGAR_FRACTION = re.compile(r"(?=[\u00bc-\u00be\u2150-\u215f])")

LITERAL_LIMIT = 100
"""Komi up to so many points is taken as it stands; larger multiples of 25 are hundredths."""

MOST_STONES = 5
"""Quarters below this are stones: komi in stones is 2.75, 3.25, 3.75 or 4, and less between players of other ranks."""

FOX_LEAST = 50
"""The least number that Fox writes for hundredths; it writes 0 for 0."""


def read_komi(text: str, area: int, *, fox: bool = False, literal: bool = False) -> tuple[float | None, str]:
    """Return the komi in points that `text` means, and a notice where it is not simply what stands there, or "".

    area    -- points of the board
    fox     -- whether the record is of the Fox server
    literal -- whether numbers are points in any case, as in records that Mokusan wrote

    The komi is None, with a notice, if there is no number in the text or it makes no sense on the board.
    """
    written = unicodedata.normalize("NFKC", _VULGAR_FRACTION.sub(" ", text)).replace("\u2044", "/").strip()
    found = _first_number(written)
    if found is None:
        return None, f"KM: expected a number, got {shown(text)}"
    value, end = found
    if _STONES.match(written, end) or (_is_quarters(value) and not literal):
        return float(2 * value), f"KM: {shown(text)} is read as stones: {float(2 * value):g} points"
    hundredths = not literal and value.denominator == 1 and _is_hundredths(abs(int(value)), area, fox)
    if hundredths:
        value /= 100
        if _is_quarters(value):
            value *= 2
        return float(value), f"KM: {shown(text)} is read as hundredths: {float(value):g} points"
    if abs(value) > (1000 if literal else area):
        return None, f"KM: expected at most the {area} points of the board, got {shown(text)}"
    plain = re.fullmatch(r"[-+]?\d*[.,]?\d*", written)
    return float(value), "" if plain else f"KM: {shown(text)} is read as {float(value):g} points"


def _is_quarters(value: Fraction) -> bool:
    """Return whether a number stands for Chinese stones since it has quarters."""
    return value.denominator == 4 and abs(value) < MOST_STONES


def _is_hundredths(value: int, area: int, fox: bool) -> bool:
    """Return whether a whole number of that size stands for hundredths."""
    if value % 25 or value > 100 * area:
        return False
    return value >= FOX_LEAST if fox else value > min(area, LITERAL_LIMIT)


def _first_number(text: str) -> tuple[Fraction, int] | None:
    """Return the first number of a text with a half after it, and where it ends."""
    for match in _NUMBER.finditer(text):
        sign, whole, over, under, top, bottom, integer, decimals = match.groups()
        if not (whole or top or integer or decimals):
            continue
        if (under or bottom) and int(under or bottom) == 0:
            return None
        if whole:
            value = int(whole) + Fraction(int(over), int(under))
        elif top:
            value = Fraction(int(top), int(bottom))
        else:
            value = Fraction(f"{integer or 0}.{decimals or 0}")
        end = match.end()
        half = _HALF.match(text, end)
        if half is not None:
            value, end = value + Fraction(1, 2), half.end()
        return (-value if sign == "-" else value), end
    return None


__all__ = ["read_komi"]
