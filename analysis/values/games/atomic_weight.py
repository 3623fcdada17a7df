"""Atomic weight: the number of ups that an infinitesimal is worth.

A game of atomic weight 2 or more is won by Black, of -2 or less by White, with either side first (two-ahead rule).

Sources: Winning Ways, chapter 8 (atomic weight, remote star); Siegel, Combinatorial Game Theory, II.7, where
G has the integer weight n only if  n·up + down + *N < G < n·up + up + *N  for the remote star *N. Weights are computed
from the weights of the options. If an option has none, as in tiny and miny, which are not all-small, that test decides:
it leaves at most two neighbouring integers, of which the one nearest to 0 is taken. So tiny and miny have weight 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from .forms import ZERO, Value, as_value, followers, game
from .named_games import nimber, up
from .recognition import uptimal


def infinitesimal_part(value: Value) -> Value | None:
    """Return the value minus the number it is infinitesimally close to; None for a hot game."""
    return value - value.left_stop if value.left_stop == value.right_stop else None


def atomic_weight(value: Value) -> Value | None:
    """Return the atomic weight of the value's infinitesimal part, in ups; mostly an integer.

    None if the value is hot, or if it has no integer weight and a position that is not all-small.
    """
    part = infinitesimal_part(value)
    if part is None:
        return None
    named = uptimal(part)
    if named is not None:  # ups and a nimber, of weight 0: thousands of ups, or *127, take seconds otherwise
        return as_value(named.ups)
    star = remote_star(part)
    for position in followers(part):
        if atomic_weight not in position.memo:
            position.memo[atomic_weight] = _weight(position, star)
    return cast("Value | None", part.memo[atomic_weight])


def remote_star(value: Value) -> Value:
    """Return a nimber larger than all nimbers among the positions of the value and of up, and than any xor of them."""
    sizes = [size for size in map(_nimber_size, followers(value)) if size is not None]
    return nimber(1 << max([1, *sizes]).bit_length())


def _nimber_size(position: Value) -> int | None:
    size = len(position.left)
    return size if position is ZERO or (size and position.left == position.right and position is nimber(size)) else None


def _weight(position: Value, star: Value) -> Value | None:
    """Return the weight of a position whose options have theirs in their memo."""
    if not position.left_stop == position.right_stop == 0:
        return None
    weights = [[option.memo.get(atomic_weight) for option in options] for options in position.moves]
    if position.number is None and not any(None in side for side in weights):
        return _by_options(position, cast("list[list[Value]]", weights), star)
    return _integer_weight(position, star)


def _by_options(position: Value, weights: list[list[Value]], star: Value) -> Value:
    """Return {W - 2|W + 2} over the options' weights W or, if several integers fit, the one the remote star selects."""
    left, right = [w - 2 for w in weights[0]], [w + 2 for w in weights[1]]
    weight = game(left, right)
    if weight.number is None or weight.number.denominator > 1 or position.confused_with(star):
        return weight
    step = 1 if position > star else -1
    # what fails does so from some step on, so that halving finds it: the ups of a sum can be ten thousand
    steps = _least(lambda n: n > 0 and not _lies_between(left, weight + n * step, right)) - 1
    return weight + steps * step


def _lies_between(left: list[Value], x: Value, right: list[Value]) -> bool:
    return not any(x <= option for option in left) and not any(option <= x for option in right)


def _integer_weight(position: Value, star: Value) -> Value | None:
    """Return the integer n nearest to 0 with  n·up + down + *N < position < n·up + up + *N; None without one."""
    least = _least(lambda n: position < up(n + 1) + star)
    greatest = -_least(lambda n: up(-n - 1) + star < position)
    return as_value(min(max(0, least), greatest)) if least <= greatest else None


def _least(holds: Callable[[int], bool]) -> int:
    """Return the least integer n with holds(n). `holds` must be monotone: false below some integer, true from it on."""
    low, high = -1, 1
    while holds(low):
        low *= 2
    while not holds(high):
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
