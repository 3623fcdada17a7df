"""A fixed order of options for output: the same in every run, unlike the order in which they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import cast

from .forms import Exact, Value


def sorted_options(options: Iterable[Value]) -> list[Value]:
    """Return the options sorted: numbers first, then by larger stops, by fewer options, and last by fingerprint."""
    options = list(options)
    if len(options) < 2:
        return options
    keys = {option: _key(option) for option in options}
    if len(set(keys.values())) == len(keys):  # fingerprints take longer than all the rest, and are seldom needed
        return sorted(options, key=keys.__getitem__)
    return sorted(options, key=lambda option: (keys[option], fingerprint(option)))


def _key(value: Value) -> tuple[bool, Exact, Exact, int]:
    left, right = value.moves  # none of a number
    left_stop, right_stop = value.exact_stops
    return value.number is None, -left_stop, -right_stop, len(left) + len(right)


def fingerprint(value: Value) -> bytes:
    """Return a digest of the canonical form, 16 bytes."""
    path = [value]
    while path:
        game = path[-1]
        if fingerprint not in game.memo:
            options = () if game.number is not None else (*game.left, *game.right)
            missing = [option for option in options if fingerprint not in option.memo]
            if missing:
                path.extend(missing)
                continue
            game.memo[fingerprint] = blake2b(_form(game), digest_size=16).digest()
        path.pop()
    return cast(bytes, value.memo[fingerprint])


def _form(value: Value) -> bytes:
    if value.number is not None:
        return f"{value.number.numerator:x}/{value.number.denominator:x}".encode()
    sides = (sorted(option.memo[fingerprint] for option in options) for options in (value.left, value.right))
    return b"|".join(b",".join(side) for side in sides)
