"""Sums, negatives and multiples of games, in canonical form.

These are the operators +, - and * of `Value`. Each pair of positions is added once and cached. Games that chill to
numbers, as corridors do, are added as numbers (`number_heating`); copies of tiny are built directly (`recognition`).
`total` adds many values at once, which is faster still.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import cast

from .forms import CACHE_LIMIT, OPERATORS, ZERO, Exact, Value, as_value, canonical, followers, intern, number
from .number_heating import chilled_number, warmed
from .recognition import copies_of_tiny, tiny_multiple

_SUMS: dict[tuple[Value, Value], Value] = {}


def total(values: Iterable[Value | Exact]) -> Value:
    """Return the sum of all the values in canonical form; 0 for no values.

    Raises ValueError for a fraction that is not dyadic.
    """
    rest = ZERO
    chilled_sum, stars, any_chilled = Fraction(0), 0, False
    for value in map(as_value, values):
        chilled = chilled_number(value)
        if chilled is None:
            rest = add(rest, value)
        else:
            chilled_sum, stars, any_chilled = chilled_sum + chilled[0], stars ^ chilled[1], True
    return add(rest, warmed(chilled_sum, stars)) if any_chilled else rest


def add(g: Value, h: Value) -> Value:
    """Return g + h in canonical form."""
    if len(_SUMS) > CACHE_LIMIT:
        _SUMS.clear()
    path = [(g, h)]
    while path:
        a, b = path[-1]
        if _known_sum(a, b) is not None:
            path.pop()
            continue
        lefts, rights = _options(a, b)
        missing = [pair for pair in lefts + rights if _known_sum(*pair) is None]
        if missing:
            path.extend(missing)
            continue
        path.pop()
        left, right = ([cast(Value, _known_sum(*pair)) for pair in pairs] for pairs in (lefts, rights))
        # a canonical form plus a number is in canonical form already: number translation
        translated = a.number is not None or b.number is not None
        _SUMS[_pair_key(a, b)] = intern(tuple(left), tuple(right)) if translated else canonical(left, right)
    return cast(Value, _known_sum(g, h))


def _pair_key(g: Value, h: Value) -> tuple[Value, Value]:
    return (g, h) if id(g) < id(h) else (h, g)


def _known_sum(g: Value, h: Value) -> Value | None:
    """Return g + h if it is trivial, cached or a sum of games that chill to numbers; else None."""
    if g.number is not None:
        if h.number is not None:
            return number(g.exact + h.exact)
        if g is ZERO:
            return h
    elif h is ZERO:
        return g
    found = _SUMS.get(_pair_key(g, h))
    if found is None:
        first, second = chilled_number(g), chilled_number(h)
        if first is not None and second is not None:
            found = _SUMS[_pair_key(g, h)] = warmed(first[0] + second[0], first[1] ^ second[1])
    return found


Pairs = list[tuple[Value, Value]]


def _options(g: Value, h: Value) -> tuple[Pairs, Pairs]:
    """Return Black's and White's options of g + h as pairs of summands. Nobody moves in a number (number avoidance)."""
    first, second = g.moves, h.moves
    return (
        [(option, h) for option in first[0]] + [(g, option) for option in second[0]],
        [(option, h) for option in first[1]] + [(g, option) for option in second[1]],
    )


def negative(value: Value) -> Value:
    """Return -value: the players' roles exchanged."""
    if value.number is not None:
        return number(-value.number)
    if negative not in value.memo:
        for game in followers(value):
            if negative not in game.memo:
                left, right = game.moves
                game.memo[negative] = (
                    number(-game.number) if game.number is not None
                    else intern(tuple(_negatives(right)), tuple(_negatives(left)))
                )
    return cast(Value, value.memo[negative])


def _negatives(options: Iterable[Value]) -> Iterator[Value]:
    return (option.memo[negative] for option in options)


def multiple(copies: int, value: Value) -> Value:
    """Return the sum of that many copies of the value, of its negative if copies < 0."""
    if copies < 0:
        copies, value = -copies, negative(value)
    if value.number is not None:
        return number(copies * value.number)
    chilled = chilled_number(value)
    if chilled is not None:
        return warmed(copies * chilled[0], copies & chilled[1])
    small = tiny_multiple(value)
    if small is not None and small.threat.number is not None:
        return copies_of_tiny(copies * small.copies, small.threat.number)
    # One by one: most sums of each step are in the cache from the step before.
    sum_, done = ZERO, 0
    while done < copies:
        sum_ = add(sum_, value)
        done += 1
        if sum_.number is not None:  # a period, as of two stars: the rest is a multiple of it
            return number(copies // done * sum_.number) + multiple(copies % done, value)
    return sum_


OPERATORS.add, OPERATORS.negative, OPERATORS.multiple = add, negative, multiple
