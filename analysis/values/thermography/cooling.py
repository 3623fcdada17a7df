"""Cooling and heating: games with a tax, or a bonus, on every move.

All functions map canonical forms to canonical forms. Cooling by t preserves sums, Cool(G + H, t) = Cool(G, t) +
Cool(H, t), and the order; so does heating by the same amount afterwards, up to infinitesimals.

Sources: Conway, On Numbers and Games, chapter 9; Winning Ways, chapter 6 (cooling, heating, overheating); Berlekamp
and Wolfe, Mathematical Go, chapter 3 (chilling).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..games.forms import ZERO, Exact, Value, as_value, followers, game, number
from ..games.named_games import STAR
from ..games.sums import multiple
from .thermograph import mean, temperature


def cool(value: Value, t: Exact) -> Value:
    """Return the value cooled by t: every move costs t points, until the game is a number.

    t is dyadic, at least 0, in points per move. A number is unchanged; a game whose temperature is below t freezes to
    its mean; at exactly its temperature an infinitesimal remains: {4|0} cooled by 2 is 2*. Raises ValueError if t is
    negative, or not dyadic: then the result is not a short game, and only the thermograph can be cooled
    (`Thermograph.cooled`).
    """
    t = Fraction(t)
    if t < 0:
        raise ValueError(f"a game is cooled by at least 0, got {t}")
    if t.denominator & (t.denominator - 1):
        raise ValueError(f"a game is cooled by a dyadic number, got {t}; only its thermograph can be cooled by that")

    def cooled(position: Value, of: Callable[[Value], Value]) -> Value:
        if temperature(position) < t:
            return as_value(mean(position))
        return game([of(option) - t for option in position.left], [of(option) + t for option in position.right])

    return _transformed(value, (cool, t), cooled)


def chill(value: Value) -> Value:
    """Return the value cooled by one point, the tax at which Mathematical Go studies the end of a game of Go."""
    return cool(value, 1)


def freeze(value: Value) -> Value:
    """Return the value cooled by its temperature: its mean plus an infinitesimal, which decides the last move."""
    t = temperature(value)
    return value if t <= 0 else cool(value, t)


def heat(value: Value, t: Value | Exact) -> Value:
    """Return the value heated by t, a number or any game: every move gains t. Numbers are unchanged."""
    t = as_value(t)

    def heated(position: Value, of: Callable[[Value], Value]) -> Value:
        return game([of(option) + t for option in position.left], [of(option) - t for option in position.right])

    return _transformed(value, (heat, t), heated)


def overheat(value: Value, s: Value | Exact, t: Value | Exact) -> Value:
    """Return the value overheated from s to t: an integer n becomes n copies of s, and every other move gains t.

    Raises ValueError unless s > 0.
    """
    s, t = as_value(s), as_value(t)
    if not s > ZERO:
        raise ValueError(f"a game is overheated from a game greater than 0, got {s!r}")

    def overheated(position: Value, of: Callable[[Value], Value]) -> Value:
        if position.number is not None and position.number.denominator == 1:
            return multiple(position.number.numerator, s)
        return game([of(option) + t for option in position.left], [of(option) - t for option in position.right])

    return _transformed(value, (overheat, s, t), overheated, open_fractions=True)


def warm(value: Value) -> Value:
    """Return the value overheated from 1* to 1: for Go positions, the inverse of chilling up to a star."""
    return overheat(value, number(1) + STAR, 1)


def _transformed(
    value: Value,
    key: tuple[object, ...],
    transform: Callable[[Value, Callable[[Value], Value]], Value],
    open_fractions: bool = False,
) -> Value:
    """Apply `transform` to every position from the leaves up, cached under `key`; numbers too if `open_fractions`.

    `transform` is called with the position and a function that returns the result for an option.
    """

    def of(position: Value) -> Value:
        done: Value = position.memo[key]
        return done

    for position in followers(value, open_fractions=open_fractions):
        if key not in position.memo:
            plain = position.number is not None and not open_fractions
            position.memo[key] = position if plain else transform(position, of)
    return of(value)
