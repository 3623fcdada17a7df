"""Games that chill to numbers, and numbers warmed up again: how corridors are added without opening them.

Much of what happens in a Go endgame, when cooled by one, is a number: a corridor of length 3, {2|{1|*}}, is 5/4.
Warming undoes that, up to a star, and keeps sums:

    warmed(n, stars) = n, and * more if n + stars is odd            for integers n
    warmed(x, stars) = {warmed(x' + 1, s) | warmed(x" - 1, s)}      for x = {x'|x"}, s = 1 - stars
    warmed(x, r) + warmed(y, s) = warmed(x + y, r xor s)

Source: Berlekamp and Wolfe, Mathematical Go, chapter 3 and appendix (warming is overheating from 1* to 1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from .forms import Value, followers, intern, number

Chilled = tuple[Fraction, int]

_WARMED: dict[Chilled, Value] = {}
_REMEMBERED = 1 << 16


def chilled_number(value: Value) -> Chilled | None:
    """(x, stars) such that value is warmed(x, stars), or None if there are none such. stars is 0 or 1."""
    if chilled_number not in value.memo:
        for game in followers(value):
            if chilled_number not in game.memo:
                game.memo[chilled_number] = _chilled(game)
    return cast("Chilled | None", value.memo[chilled_number])


def _chilled(game: Value) -> Chilled | None:
    """The same, where the options know theirs."""
    if game.number is not None:
        return (game.number, game.number.numerator & 1) if game.number.denominator == 1 else None
    left, right = game.moves
    if len(left) != 1 or len(right) != 1:
        return None
    black, white = left[0].memo[chilled_number], right[0].memo[chilled_number]
    if black is None or white is None or black[1] != white[1]:
        return None
    if black[0] == white[0]:  # {n|n}
        return black[0], 1 - black[1]
    low, high = black[0] - 1, white[0] + 1
    x = (low + high) / 2
    is_canonical = low < high and x.denominator > 1 and x - low == Fraction(1, x.denominator)
    return (x, 1 - black[1]) if is_canonical else None


def warmed(x: Fraction, stars: int) -> Value:
    """The number x warmed up. Raises ValueError if x is not dyadic."""
    number(x)
    if len(_WARMED) > _REMEMBERED:
        _WARMED.clear()
    path = [(x, stars)]
    while path:
        x, stars = path[-1]
        if (x, stars) in _WARMED:
            path.pop()
            continue
        if x.denominator == 1:
            n = number(x)
            _WARMED[x, stars] = intern((n,), (n,)) if (x.numerator + stars) & 1 else n
            continue
        unit = Fraction(1, x.denominator)
        black, white = (x - unit + 1, 1 - stars), (x + unit - 1, 1 - stars)
        missing = [option for option in (black, white) if option not in _WARMED]
        if missing:
            path.extend(missing)
        else:
            _WARMED[x, stars] = intern((_WARMED[black],), (_WARMED[white],))
    return _WARMED[x, stars]
