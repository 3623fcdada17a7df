"""Sums, negatives and multiples of games, in canonical form.

`value + value` and its kin come here. Every pair of positions is added once and remembered; games that chill to
numbers, as corridors do, are added as numbers (`warming`), copies of tiny are counted (`recognise`). `total` adds many
at once, which is faster still.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import cast

from .forms import REMEMBERED, ZERO, Exact, Value, as_value, canonical, followers, intern, number
from .number_heating import chilled_number, warmed
from .recognition import copies_of_tiny, tinies

_SUMS: dict[tuple[Value, Value], Value] = {}


def total(values: Iterable[Value | Exact]) -> Value:
    """The sum of all the values, in canonical form; 0 of none.

    Raises ValueError if one is a fraction that is not dyadic.
    """
    rest = ZERO
    cold, stars, warm = Fraction(0), 0, False
    for value in map(as_value, values):
        chilled = chilled_number(value)
        if chilled is None:
            rest = add(rest, value)
        else:
            cold, stars, warm = cold + chilled[0], stars ^ chilled[1], True
    return add(rest, warmed(cold, stars)) if warm else rest


def add(g: Value, h: Value) -> Value:
    """g + h in canonical form."""
    if len(_SUMS) > REMEMBERED:
        _SUMS.clear()
    path = [(g, h)]
    while path:
        a, b = path[-1]
        if _known(a, b) is not None:
            path.pop()
            continue
        lefts, rights = _options(a, b)
        missing = [pair for pair in lefts + rights if _known(*pair) is None]
        if missing:
            path.extend(missing)
            continue
        path.pop()
        left, right = [cast(Value, _known(*pair)) for pair in lefts], [cast(Value, _known(*pair)) for pair in rights]
        # a number added to a canonical form leaves one: number translation
        translated = a.number is not None or b.number is not None
        _SUMS[_key(a, b)] = intern(tuple(left), tuple(right)) if translated else canonical(left, right)
    return cast(Value, _known(g, h))


def _key(g: Value, h: Value) -> tuple[Value, Value]:
    return (g, h) if id(g) < id(h) else (h, g)


def _known(g: Value, h: Value) -> Value | None:
    """g + h where it is plain or remembered; else None."""
    if g.number is not None:
        if h.number is not None:
            return number(g.exact + h.exact)
        if g is ZERO:
            return h
    elif h is ZERO:
        return g
    found = _SUMS.get(_key(g, h))
    if found is None:
        first, second = chilled_number(g), chilled_number(h)
        if first is not None and second is not None:
            found = _SUMS[_key(g, h)] = warmed(first[0] + second[0], first[1] ^ second[1])
    return found


Pairs = list[tuple[Value, Value]]


def _options(g: Value, h: Value) -> tuple[Pairs, Pairs]:
    """The sums that are Black's options of g + h, and White's. Nobody moves in a number beside a game that is none."""
    first, second = g.moves, h.moves
    return (
        [(option, h) for option in first[0]] + [(g, option) for option in second[0]],
        [(option, h) for option in first[1]] + [(g, option) for option in second[1]],
    )


def negative(value: Value) -> Value:
    """-value: the players change sides."""
    if value.number is not None:
        return number(-value.number)
    if negative not in value.memo:
        for game in followers(value):
            if negative not in game.memo:
                left, right = game.moves
                game.memo[negative] = (
                    intern(tuple(_turned(right)), tuple(_turned(left))) if game.number is None else number(-game.number)
                )
    return cast(Value, value.memo[negative])


def _turned(options: Iterable[Value]) -> Iterator[Value]:
    return (option.memo[negative] for option in options)


def multiple(copies: int, value: Value) -> Value:
    """The sum of so many copies of the value; of its negative where copies < 0."""
    if copies < 0:
        copies, value = -copies, negative(value)
    if value.number is not None:
        return number(copies * value.number)
    chilled = chilled_number(value)
    if chilled is not None:
        return warmed(copies * chilled[0], copies & chilled[1])
    small = tinies(value)
    if small is not None and small.threat.number is not None:
        return copies_of_tiny(copies * small.copies, small.threat.number)
    # One by one: each step finds most of its sums among those of the step before.
    sum_, done = ZERO, 0
    while done < copies:
        sum_ = add(sum_, value)
        done += 1
        if sum_.number is not None:  # a period, as of two stars: the rest is counted in periods
            return number(copies // done * sum_.number) + multiple(copies % done, value)
    return sum_
