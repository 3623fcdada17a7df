"""Games that chill to numbers, and numbers warmed again: the fast way to add corridors.

Many Go endgames become numbers when cooled by one point: a corridor of length 3, {2|{1|*}}, becomes 5/4. Warming is the
inverse, up to a star, and preserves sums, so that such games are added by adding two numbers:

    warmed(n, stars) = n, and * more if n + stars is odd            for integers n
    warmed(x, stars) = {warmed(x' + 1, s) | warmed(x" - 1, s)}      for x = {x'|x"}, s = 1 - stars
    warmed(x, r) + warmed(y, s) = warmed(x + y, r xor s)

Source: Berlekamp and Wolfe, Mathematical Go, chapter 3 and appendix (warming is overheating from 1* to 1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from .forms import Value, followers, intern, number

ChilledNumber = tuple[Fraction, int]

_WARMED: dict[ChilledNumber, Value] = {}
_CACHE_LIMIT = 1 << 16


def chilled_number(value: Value) -> ChilledNumber | None:
    """Return (x, stars) such that the value is warmed(x, stars), or None. stars is 0 or 1."""
    if chilled_number not in value.memo:
        for game in followers(value):
            if chilled_number not in game.memo:
                game.memo[chilled_number] = _chilled(game)
    return cast("ChilledNumber | None", value.memo[chilled_number])


def _chilled(game: Value) -> ChilledNumber | None:
    """Return the same for a game whose options have it in their memo."""
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
    """Return the number x warmed, plus a star for stars = 1 (see the top). Raises ValueError if x is not dyadic."""
    number(x)  # raises
    if len(_WARMED) > _CACHE_LIMIT:
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
