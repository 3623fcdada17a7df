"""What the words of several commands of the shell have in common: numbers, texts in files, who has ko threats."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..files.atomic_write import atomic_writer

Number = TypeVar("Number")

KOMASTERS = ("neutral", "black", "white")
_MAX_SIDE = 25


class InputError(ValueError):
    """A file that cannot be read, or is no text. The message is one line that names it."""


def whole_number(least: int, digits: int = 15) -> Callable[[str], int]:
    """A type for argparse: whole numbers from `least` on, of so many digits at most."""

    def read(word: str) -> int:
        digital = word.isascii() and word.isdigit()
        if digital and len(word) > digits:
            raise argparse.ArgumentTypeError(f"expected a number of at most {digits} digits, got '{word[:40]}'")
        if not digital or int(word) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got '{word[:40]}'")
        return int(word)

    return read


def positive_number(what: str = "a number") -> Callable[[str], float]:
    """A type for argparse: numbers above 0, which messages call `what`."""

    def read(word: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word) or float(word) <= 0:
            raise argparse.ArgumentTypeError(f"expected {what} above 0, got '{word[:40]}'")
        return float(word)

    return read


def komi(number: Callable[[str], Number]) -> Callable[[str], Number]:
    """A type for argparse: points, of either sign, as the kind of number asked for."""

    def read(word: str) -> Number:
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,6})?", word):
            raise argparse.ArgumentTypeError(f"expected a number of points such as 7 or 6.5, got '{word[:40]}'")
        return number(word)

    return read


def board_size(squares: bool) -> Callable[[str], tuple[int, int]]:
    """A type for argparse: rows and columns such as 3x4; with `squares` also one side such as 9."""
    allowed = "a side such as 9, or ROWSxCOLUMNS" if squares else "ROWSxCOLUMNS such as 3x4"

    def read(word: str) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", word)
        sides = (int(match[1]), int(match[2] or match[1])) if match and (squares or match[2]) else (0, 0)
        if not all(1 <= side <= _MAX_SIDE for side in sides):
            raise argparse.ArgumentTypeError(f"expected {allowed}, got '{word[:40]}'")
        return sides

    return read


def title(path: str) -> str:
    """What to call a file in a message; "-" is standard input."""
    return "standard input" if path == "-" else path


def data(path: str) -> bytes:
    """What is in a file, or in standard input for "-". Raises InputError."""
    if path == "-" and sys.stdin is None:
        raise InputError("standard input: cannot read: it is closed")
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{title(path)}: cannot read: {error.strerror}") from None


def read_text(path: str) -> str:
    """The same as text. Raises InputError."""
    try:
        return data(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{title(path)}: not text: byte {error.start + 1} is not UTF-8") from None


def write(path: str, text: str) -> None:
    """Make a file of a text, whole or not at all. Raises InputError."""
    with atomic_writer(path, InputError) as put:
        put(text.encode())


__all__ = [
    "KOMASTERS", "InputError", "board_size", "content", "data", "komi", "positive", "title", "whole_number", "write",
]
