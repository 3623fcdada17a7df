"""Games but for infinitesimals, which change no stop of a sum.

An infinitesimal I lies between -e and e for every number e > 0, so the stops of G + I are those of G. Each game
has a simplest one that is infinitesimally close to it. In a game that is no number, an option may go that another
matches but for an infinitesimal, and an option may be bypassed whose answer leaves the opponent no worse off but for an
infinitesimal; if that answer is a number, the option just goes.

Source: Grossman and Siegel, Reductions of Partizan Games (reduced canonical forms).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import cast

from .forms import REMEMBERED, Value, followers, intern, number

_DEEPEST = 100  # moves in a row; deeper games stay as they are: comparing recurses

_BELOW: dict[tuple[Value, Value, bool], bool] = {}


def reduced(value: Value) -> Value:
    """The simplest game infinitesimally close to the value: in any sum, it has the same stops."""
    return cast(Value, _fact(_reduced, value))


def _fact(rule: Callable[[Value], object], value: Value) -> object:
    """A fact of the value, remembered, by a rule that needs it of the options."""
    if rule not in value.memo:
        for game in followers(value):
            if rule not in game.memo:
                game.memo[rule] = rule(game)
    return value.memo[rule]


def _reduced(game: Value) -> Value:
    if game.left_stop == game.right_stop:
        return number(game.left_stop)
    if depth(game) > _DEEPEST:
        return game
    left, right = ([cast(Value, option.memo[_reduced]) for option in options] for options in game.moves)
    while True:
        kept = _undominated(left, 1), _undominated(right, -1)
        left, right = _bypassed(kept[0], game, 1), _bypassed(kept[1], game, -1)
        if (left, right) == kept:
            return intern(tuple(left), tuple(right))


def depth(value: Value) -> int:
    """The most moves in a row, to numbers."""
    return cast(int, _fact(_depth, value))


def _depth(game: Value) -> int:
    return max((1 + cast(int, option.memo[_depth]) for option in game.moves[0] + game.moves[1]), default=0)


def chilled(value: Value) -> Fraction | None:
    """The number x if the reduced game is warmed(x, .), infinitesimals apart; None if there is none."""
    return cast("Fraction | None", _fact(_chilled, value))


def _chilled(game: Value) -> Fraction | None:
    if game.number is not None:
        return game.number if game.number.denominator == 1 else None
    left, right = game.moves
    if len(left) != 1 or len(right) != 1:
        return None
    black, white = left[0].memo[_chilled], right[0].memo[_chilled]
    if black is None or white is None:
        return None
    low, high = black - 1, white + 1
    x = Fraction(low + high) / 2
    return x if low < high and x.denominator > 1 and x - low == Fraction(1, x.denominator) else None


def _undominated(options: Iterable[Value], sign: int) -> list[Value]:
    """The options that no other makes superfluous for Black (sign 1) or White (-1), infinitesimals apart."""
    kept: list[Value] = []
    for option in options:
        if not any(_below(option, other, sign) for other in kept):
            kept = [other for other in kept if not _below(other, option, sign)]
            kept.append(option)
    return kept


def _bypassed(options: Iterable[Value], game: Value, sign: int) -> list[Value]:
    """The options, but what comes after an answer that hurts no more than the game itself, in place of its option."""
    found: list[Value] = []
    for option in options:
        reply = next((reply for reply in option.moves[::sign][1] if _below(reply, game, sign)), None)
        # of a reply that is a number nothing stays: nobody moves in it
        found.extend((option,) if reply is None else reply.moves[::sign][0])
    return list(dict.fromkeys(found))


def _below(g: Value, h: Value, sign: int) -> bool:
    """Whether g <= h + e (sign 1) or g >= h - e (sign -1) for every number e > 0."""
    return _at_most(g, h, True) if sign > 0 else _at_most(h, g, True)


def _at_most(g: Value, h: Value, black_begins: bool) -> bool:
    """Whether the stop of g - h is at most 0 if Black begins, or if White does. Both are canonical forms."""
    stops = g.left_stop <= h.left_stop, g.right_stop <= h.right_stop
    if black_begins:
        if g is h or not all(stops) or g.left_stop <= h.right_stop:
            return all(stops)
    elif any(stops) or g.right_stop > h.left_stop:
        return any(stops)
    known = _BELOW.get((g, h, black_begins))
    if known is None:
        (black, white), (others, own) = g.moves, h.moves  # White is the one who moves to h's Black options
        if black_begins:
            known = all(_at_most(a, h, False) for a in black) and all(_at_most(g, b, False) for b in own)
        else:
            known = any(_at_most(a, h, True) for a in white) or any(_at_most(g, b, True) for b in others)
        if len(_BELOW) > REMEMBERED:
            _BELOW.clear()
        _BELOW[g, h, black_begins] = known
    return known


__all__ = ["chilled", "depth", "reduced"]
