"""Constructors of named games: nimbers, ups, tiny and miny, switches.

Source: Siegel, Combinatorial Game Theory, II.3 (the canonical forms of n·up + *star).
"""

from __future__ import annotations

from .forms import ZERO, Exact, Value, as_value, game, intern


def nimber(size: int) -> Value:
    """Return *size, in which either player may move to *0 .. *(size - 1). Raises ValueError if size is negative."""
    if size < 0:
        raise ValueError(f"a nimber's size must be at least 0, got {size}")
    smaller = [ZERO]
    for _ in range(size):
        smaller.append(intern(tuple(smaller), tuple(smaller)))
    return smaller[size]


def up(copies: int = 1, star: int = 0) -> Value:
    """Return copies·up + *star, of down if copies is negative. Raises ValueError if star is negative."""
    if copies < 0:
        return -up(-copies, star)
    # n·up + *star = {0 | (n-1)·up + *(star xor 1)}, except up + *, which has one option more: {0, *|0}
    start = star ^ (copies & 1)
    value = nimber(start)
    for step in range(1, copies + 1):
        star_now = start ^ (step & 1)
        value = intern((ZERO, nimber(1)), (ZERO,)) if step == 1 and star_now == 1 else intern((ZERO,), (value,))
    return value


def tiny(threat: Value | Exact) -> Value:
    """Return tiny(x) = {0||0|-x}: White threatens to gain x and Black answers. Raises ValueError unless x >= 0."""
    return _tiny(as_value(threat))


def miny(threat: Value | Exact) -> Value:
    """Return miny(x) = {x|0||0} = -tiny(x): Black threatens. Raises ValueError unless x >= 0."""
    return -_tiny(as_value(threat))


def _tiny(threat: Value) -> Value:
    if not threat >= ZERO:
        raise ValueError(f"tiny and miny are of a game that is at least 0, got {threat!r}")
    return game([ZERO], [game([ZERO], [-threat])])


def switch(left: Value | Exact, right: Value | Exact | None = None) -> Value:
    """Return {left|right}, or {left|-left} without `right`."""
    left = as_value(left)
    return game([left], [-left if right is None else as_value(right)])


STAR = nimber(1)
UP = up()
DOWN = intern((STAR,), (ZERO,))
