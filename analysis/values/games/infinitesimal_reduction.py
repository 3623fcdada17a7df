"""Reduced canonical forms: games simplified up to infinitesimals, which do not change the stops of a sum.

An infinitesimal I lies between -e and e for every number e > 0, so the stops of G + I are those of G. Among the games
infinitesimally close to a given one there is a simplest. To find it in a game that is not a number, remove every option
that another matches up to an infinitesimal, and bypass every option with a reply that leaves its player no worse off
than before the option, up to an infinitesimal; if that reply is a number, the option is removed.

Source: Grossman and Siegel, Reductions of Partizan Games (reduced canonical forms).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import cast

from .forms import CACHE_LIMIT, Value, followers, intern, number

_MAX_DEPTH = 100  # moves in a row; deeper games are not reduced, since the comparison recurses

_STOP_AT_MOST_ZERO: dict[tuple[Value, Value, bool], bool] = {}


def reduced(value: Value) -> Value:
    """Return the simplest game infinitesimally close to the value: in any sum it gives the same stops."""
    return cast(Value, _memoized(_reduced, value))


def _memoized(rule: Callable[[Value], object], value: Value) -> object:
    """Return rule(value), where the rule may look up its own results for the options in their memo."""
    if rule not in value.memo:
        for game in followers(value):
            if rule not in game.memo:
                game.memo[rule] = rule(game)
    return value.memo[rule]


def _reduced(game: Value) -> Value:
    if game.left_stop == game.right_stop:
        return number(game.left_stop)
    if depth(game) > _MAX_DEPTH:
        return game
    left, right = ([cast(Value, option.memo[_reduced]) for option in options] for options in game.moves)
    while True:
        kept = _undominated(left, 1), _undominated(right, -1)
        left, right = _without_reversible(kept[0], game, 1), _without_reversible(kept[1], game, -1)
        if (left, right) == kept:
            return intern(tuple(left), tuple(right))


def depth(value: Value) -> int:
    """Return the length of the longest line of play that ends at a number."""
    return cast(int, _memoized(_depth, value))


def _depth(game: Value) -> int:
    return max((1 + cast(int, option.memo[_depth]) for option in game.moves[0] + game.moves[1]), default=0)


def reduced_chilled_number(value: Value) -> Fraction | None:
    """Return the x for which the reduced game is warmed(x, .) up to infinitesimals; None without one."""
    return cast("Fraction | None", _memoized(_reduced_chilled_number, value))


def _reduced_chilled_number(game: Value) -> Fraction | None:
    if game.number is not None:
        return game.number if game.number.denominator == 1 else None
    left, right = game.moves
    if len(left) != 1 or len(right) != 1:
        return None
    black, white = left[0].memo[_reduced_chilled_number], right[0].memo[_reduced_chilled_number]
    if black is None or white is None:
        return None
    low, high = black - 1, white + 1
    x = Fraction(low + high) / 2
    return x if low < high and x.denominator > 1 and x - low == Fraction(1, x.denominator) else None


def _undominated(options: Iterable[Value], sign: int) -> list[Value]:
    """Return the options not dominated for Black (sign 1) or White (-1), up to infinitesimals."""
    kept: list[Value] = []
    for option in options:
        if not any(_no_better(option, other, sign) for other in kept):
            kept = [other for other in kept if not _no_better(other, option, sign)]
            kept.append(option)
    return kept


def _without_reversible(options: Iterable[Value], game: Value, sign: int) -> list[Value]:
    """Return the options, a reversible one (up to infinitesimals) replaced by the options of the reply."""
    found: list[Value] = []
    for option in options:
        reply = next((reply for reply in option.moves[::sign][1] if _no_better(reply, game, sign)), None)
        # a reply that is a number contributes no options: nobody moves in it
        found.extend((option,) if reply is None else reply.moves[::sign][0])
    return list(dict.fromkeys(found))


def _no_better(g: Value, h: Value, sign: int) -> bool:
    """Return whether g <= h + e (sign 1) or g >= h - e (sign -1) for every number e > 0."""
    return _stop_at_most_zero(g, h, True) if sign > 0 else _stop_at_most_zero(h, g, True)


def _stop_at_most_zero(g: Value, h: Value, black_begins: bool) -> bool:
    """Return whether a stop of g - h is at most 0: the left stop if Black moves first, else the right stop.

    g and h must be canonical forms.
    """
    stops = g.left_stop <= h.left_stop, g.right_stop <= h.right_stop
    if black_begins:
        if g is h or not all(stops) or g.left_stop <= h.right_stop:
            return all(stops)
    elif any(stops) or g.right_stop > h.left_stop:
        return any(stops)
    known = _STOP_AT_MOST_ZERO.get((g, h, black_begins))
    if known is None:
        # in g - h White moves to the negatives of h's Black options, and Black to those of h's White options
        (black, white), (h_black, h_white) = g.moves, h.moves
        if black_begins:
            known = all(_stop_at_most_zero(option, h, False) for option in black) and all(
                _stop_at_most_zero(g, option, False) for option in h_white
            )
        else:
            known = any(_stop_at_most_zero(option, h, True) for option in white) or any(
                _stop_at_most_zero(g, option, True) for option in h_black
            )
        if len(_STOP_AT_MOST_ZERO) > CACHE_LIMIT:
            _STOP_AT_MOST_ZERO.clear()
        _STOP_AT_MOST_ZERO[g, h, black_begins] = known
    return known


__all__ = ["depth", "reduced", "reduced_chilled_number"]
