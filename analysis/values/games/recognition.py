"""Recognition of named games: a number with ups and a nimber, and copies of tiny and miny.

Each is recognised by the shape of its canonical form, without computing sums, so that long sums of them can be read,
added and printed without expanding their positions.

    n·up + *m     = {0 | (n-1)·up + *(m xor 1)} for n > 0, but up + * = {0, *|0}
    n·tiny(x)     = {0 || 0 | -x + (n-2)·tiny(x)} for n > 2, a number x > 0
    2·tiny(x)     = {0 || 0, {0|-x} | -x}

Sources: Siegel, Combinatorial Game Theory, II.3 (ups and stars). The forms of the multiples of tiny were derived from
the first few; the tests compare further multiples with sums.
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
        """Return the sum of both."""
        return Uptimal(self.number + other.number, self.ups + other.ups, self.star ^ other.star)

    def times(self, copies: int) -> Uptimal:
        """Return the sum of that many copies, of the negative if copies < 0."""
        return Uptimal(copies * self.number, copies * self.ups, self.star if copies & 1 else 0)

    def value(self) -> Value:
        """Return the game itself, which has about ups + star**2 moves. Raises ValueError if `number` is not dyadic."""
        exact = number(self.number)
        return up(self.ups, self.star) + exact if self.ups or self.star else exact


class TinyMultiple(NamedTuple):
    """copies·tiny(threat), or |copies|·miny(threat) if copies is negative. The threat is greater than 0."""

    copies: int
    threat: Value


def uptimal(value: Value) -> Uptimal | None:
    """Return the number, ups and nimber whose sum the value is; None if it is no such sum."""
    if uptimal not in value.memo:
        for follower in followers(value):
            if uptimal not in follower.memo:
                follower.memo[uptimal] = _uptimal(follower)
    return cast("Uptimal | None", value.memo[uptimal])


def _uptimal(value: Value) -> Uptimal | None:
    """Return the same for a game whose options have it in their memo."""
    if value.number is not None:
        return Uptimal(value.number)
    base = value.left_stop
    if base != value.right_stop:
        return None
    black, white = ({option.memo[uptimal] for option in side} for side in value.moves)
    if black == white and black == {Uptimal(base, 0, star) for star in range(len(black))}:
        return Uptimal(base, 0, len(black))
    for zero_side, ups_side, sign in ((black, white, 1), (white, black, -1)):
        if zero_side == {Uptimal(base), Uptimal(base, 0, 1)} and ups_side == {Uptimal(base)}:
            return Uptimal(base, sign, 1)
        if zero_side != {Uptimal(base)} or len(ups_side) > 1:
            continue
        (rest,) = ups_side
        # {0|0} is a star, and with ups of the other sign {0|...} is not in this family
        if rest is not None and rest != Uptimal(base) and rest.ups * sign >= 0:
            return Uptimal(base, rest.ups + sign, rest.star ^ 1)
    return None


def tiny_multiple(value: Value) -> TinyMultiple | None:
    """Return the copies of tiny or miny that the value equals; None if it is neither.

    Several copies are recognised only if the threat is a number; with any other threat only a single copy is.
    """
    for sign in (1, -1):
        found = _copies(value, sign) or _single(value, sign)
        if found is not None:
            return found
    return None


def _sides(value: Value, sign: int) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return the options of the side that answers in sign * tiny, and those of the side that threatens."""
    return value.moves if sign > 0 else (value.moves[1], value.moves[0])


def _single(value: Value, sign: int) -> TinyMultiple | None:
    answering, threatening = _sides(value, sign)
    if answering != (ZERO,) or len(threatening) != 1:
        return None
    answering, threatening = _sides(threatening[0], sign)
    if answering != (ZERO,) or len(threatening) != 1:
        return None
    threat = -threatening[0] if sign > 0 else threatening[0]
    return TinyMultiple(sign, threat) if threat > ZERO else None


def _copies(value: Value, sign: int) -> TinyMultiple | None:
    """Recognise copies with the same number as threat.

    Follows the line in which every threat is carried out. Each level stands for two copies, the last for one or two.
    """
    base, threat, copies = ZERO, None, 0
    while True:
        answering, threatening = _sides(value, sign)
        if answering != (base,) or len(threatening) != 1:
            return None
        answering, threatening = _sides(threatening[0], sign)
        if len(threatening) != 1 or base not in answering or len(answering) > 2:
            return None
        after = threatening[0]  # the threat carried out
        if after.left_stop != after.right_stop:
            return None
        gain = sign * (base.left_stop - after.left_stop)
        if gain <= 0 or (threat is not None and threat != gain):
            return None
        threat = gain
        if len(answering) == 2:
            other = answering[answering[0] is base]
            twice = after.number is not None and _sides(other, sign) == ((base,), (after,))
            return TinyMultiple(sign * (copies + 2), number(threat)) if twice else None
        if after.number is not None:
            return TinyMultiple(sign * (copies + 1), number(threat))
        base, value, copies = number(after.left_stop), after, copies + 2


def copies_of_tiny(copies: int, threat: Fraction) -> Value:
    """Return the sum of that many copies of tiny(threat), of miny if copies < 0. Takes time proportional to copies.

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
