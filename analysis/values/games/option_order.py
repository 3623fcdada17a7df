"""A fixed order of options for output: the same in every run, unlike the order in which they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from hashlib import blake2b
from typing import cast

from .forms import Value


def sorted_options(options: Iterable[Value]) -> list[Value]:
    """Return the options sorted: numbers first, then by larger stops, by fewer options, and last by fingerprint."""
    options = list(options)
    return sorted(options, key=_key) if len(options) > 1 else options


def _key(value: Value) -> tuple[bool, Fraction, Fraction, int, bytes]:
    branches = 0 if value.number is not None else len(value.left) + len(value.right)
    return value.number is None, -value.left_stop, -value.right_stop, branches, fingerprint(value)


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
