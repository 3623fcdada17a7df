"""Games known by name: a number with ups and a star, and copies of tiny and miny.

Each is told from the shape of its canonical form, without adding anything up, so that long sums of them can be read,
added and printed without their positions being opened.

    n·up + *m     = {0 | (n-1)·up + *(m xor 1)} for n > 0, but up + * = {0, *|0}
    n·tiny(x)     = {0 || 0 | -x + (n-2)·tiny(x)} for n > 2, a number x > 0
    2·tiny(x)     = {0 || 0, {0|-x} | -x}

Sources: Siegel, Combinatorial Game Theory, II.3 (ups and stars). The multiples of tiny come from working out the first
few; the tests compare more of them with the sums.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, cast

from .forms import ZERO, Value, followers, game, number
from .named_games import tiny, up


class Uptimal(NamedTuple):
    """number + ups·up + *star. ups is negative for down; star is at least 0; number is dyadic, in points."""

    number: Fraction = Fraction(0)
    ups: int = 0
    star: int = 0

    def plus(self, other: Uptimal) -> Uptimal:
        """The sum of both."""
        return Uptimal(self.number + other.number, self.ups + other.ups, self.star ^ other.star)

    def times(self, copies: int) -> Uptimal:
        """The sum of so many copies; of the negative where copies < 0."""
        return Uptimal(copies * self.number, copies * self.ups, self.star if copies & 1 else 0)

    def value(self) -> Value:
        """The game itself, which has about ups + star**2 moves. Raises ValueError if the number is not dyadic."""
        exact = number(self.number)
        return up(self.ups, self.star) + exact if self.ups or self.star else exact


class Tinies(NamedTuple):
    """copies·tiny(threat), or ·miny(threat) where copies is negative. The threat is greater than 0."""

    copies: int
    threat: Value


def uptimal(value: Value) -> Uptimal | None:
    """The number, ups and star whose sum the value is; None if there are none such."""
    if uptimal not in value.memo:
        for follower in followers(value):
            if uptimal not in follower.memo:
                follower.memo[uptimal] = _uptimal(follower)
    return cast("Uptimal | None", value.memo[uptimal])


def _uptimal(value: Value) -> Uptimal | None:
    """The same, where the options know theirs."""
    if value.number is not None:
        return Uptimal(value.number)
    base = value.left_stop
    if base != value.right_stop:
        return None
    black, white = ({option.memo[uptimal] for option in side} for side in value.moves)
    if black == white and black == {Uptimal(base, 0, star) for star in range(len(black))}:
        return Uptimal(base, 0, len(black))
    for quiet, loud, ahead in ((black, white, 1), (white, black, -1)):
        if quiet == {Uptimal(base), Uptimal(base, 0, 1)} and loud == {Uptimal(base)}:
            return Uptimal(base, ahead, 1)
        if quiet != {Uptimal(base)} or len(loud) > 1:
            continue
        (rest,) = loud
        # of {0|...} with ups the other way, or with 0 itself, nothing in this family has the form
        if rest is not None and rest != Uptimal(base) and rest.ups * ahead >= 0:
            return Uptimal(base, rest.ups + ahead, rest.star ^ 1)
    return None


def tinies(value: Value) -> Tinies | None:
    """The copies of tiny or miny that the value is; None if it is neither.

    Several copies are recognised only where the threat is a number; of other threats, one.
    """
    for sign in (1, -1):
        found = _copies(value, sign) or _single(value, sign)
        if found is not None:
            return found
    return None


def _sides(value: Value, sign: int) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The moves of the side that only answers in sign * tiny, and of the side that threatens."""
    return value.moves if sign > 0 else (value.moves[1], value.moves[0])


def _single(value: Value, sign: int) -> Tinies | None:
    quiet, loud = _sides(value, sign)
    if quiet != (ZERO,) or len(loud) != 1:
        return None
    quiet, loud = _sides(loud[0], sign)
    if quiet != (ZERO,) or len(loud) != 1:
        return None
    threat = -loud[0] if sign > 0 else loud[0]
    return Tinies(sign, threat) if threat > ZERO else None


def _copies(value: Value, sign: int) -> Tinies | None:
    """Walks down the threats carried out. Each level stands for two copies, the last one for one or two."""
    base, step, copies = ZERO, None, 0
    while True:
        quiet, loud = _sides(value, sign)
        if quiet != (base,) or len(loud) != 1:
            return None
        quiet, loud = _sides(loud[0], sign)
        if len(loud) != 1 or base not in quiet or len(quiet) > 2:
            return None
        after = loud[0]  # the threat carried out
        if after.left_stop != after.right_stop:
            return None
        now = sign * (base.left_stop - after.left_stop)
        if now <= 0 or (step is not None and step != now):
            return None
        step = now
        if len(quiet) == 2:
            other = quiet[quiet[0] is base]
            twice = after.number is not None and _sides(other, sign) == ((base,), (after,))
            return Tinies(sign * (copies + 2), number(step)) if twice else None
        if after.number is not None:
            return Tinies(sign * (copies + 1), number(step))
        base, value, copies = number(after.left_stop), after, copies + 2


def copies_of_tiny(copies: int, threat: Fraction) -> Value:
    """The sum of so many copies of tiny(threat), in time proportional to copies; of miny where copies < 0.

    Raises ValueError if the threat is not a dyadic number greater than 0.
    """
    if threat <= 0:
        raise ValueError(f"copies of tiny are of a number greater than 0, got {threat}")
    if copies < 0:
        return -copies_of_tiny(-copies, threat)
    if copies <= 1:
        return tiny(threat) if copies else ZERO
    base = -((copies - 1) // 2) * threat
    kept: list[Value | Fraction] = [base] if copies & 1 else [base, game([base], [base - threat])]
    value = game([base], [game(kept, [base - threat])])
    while base < 0:
        base += threat
        value = game([base], [game([base], [value])])
    return value
