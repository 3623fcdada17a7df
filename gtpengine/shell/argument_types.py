"""Argument types for argparse that several verbs share: numbers, komi, board sizes; and the choices for komaster."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

Number = TypeVar("Number")

KOMASTERS = ("neutral", "black", "white")
"""Who has the ko threats; the first is the default."""
_MAX_SIDE = 25


def whole_number(least: int, digits: int = 15) -> Callable[[str], int]:
    """Return a type for whole numbers of at least `least` and at most so many digits."""

    def read(word: str) -> int:
        digital = word.isascii() and word.isdigit()
        if digital and len(word) > digits:
            raise argparse.ArgumentTypeError(f"expected a number of at most {digits} digits, got '{word[:40]}'")
        if not digital or int(word) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got '{word[:40]}'")
        return int(word)

    return read


def positive_number(what: str = "a number") -> Callable[[str], float]:
    """Return a type for numbers above 0, which messages call `what`."""

    def read(word: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word) or float(word) <= 0:
            raise argparse.ArgumentTypeError(f"expected {what} above 0, got '{word[:40]}'")
        return float(word)

    return read


def komi(number: Callable[[str], Number]) -> Callable[[str], Number]:
    """Return a type for points of either sign, converted by `number`."""

    def read(word: str) -> Number:
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,6})?", word):
            raise argparse.ArgumentTypeError(f"expected a number of points such as 7 or 6.5, got '{word[:40]}'")
        return number(word)

    return read


def board_size(squares: bool) -> Callable[[str], tuple[int, int]]:
    """Return a type for rows and columns such as 3x4; with `squares` also one side such as 9."""
    allowed = "a side such as 9, or ROWSxCOLUMNS" if squares else "ROWSxCOLUMNS such as 3x4"

    def read(word: str) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", word)
        sides = (int(match[1]), int(match[2] or match[1])) if match and (squares or match[2]) else (0, 0)
        if not all(1 <= side <= _MAX_SIDE for side in sides):
            raise argparse.ArgumentTypeError(f"expected {allowed}, got '{word[:40]}'")
        return sides

    return read


__all__ = ["KOMASTERS", "board_size", "komi", "positive_number", "whole_number"]
