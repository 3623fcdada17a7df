"""What the words of several commands of the shell have in common: numbers, texts in files, who has ko threats."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

KOMASTERS = ("neutral", "black", "white")


class InputError(ValueError):
    """A file that cannot be read, or is no text. The message is one line that names it."""


def whole_number(least: int, digits: int = 15) -> Callable[[str], int]:
    """A type for argparse: whole numbers from `least` on, of so many digits at most."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= digits and int(word) >= least):
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got '{word[:40]}'")
        return int(word)

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


def content(path: str) -> str:
    """The same as text. Raises InputError."""
    try:
        return data(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{title(path)}: not text: byte {error.start + 1} is not UTF-8") from None


def write(path: str, text: str) -> None:
    """Make a file of a text. Raises InputError."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None


def positive(word: str) -> float:
    """A type for argparse: numbers above 0."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word) or float(word) <= 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got '{word[:40]}'")
    return float(word)


__all__ = ["KOMASTERS", "InputError", "content", "data", "positive", "title", "whole_number", "write"]
