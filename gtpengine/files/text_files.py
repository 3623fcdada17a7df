"""Read and write whole files that the user has named; "-" is standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from .atomic_write import atomic_writer


class InputError(ValueError):
    """A file that cannot be read or written, or is not text. The message is one line that names it."""


def display_name(path: str) -> str:
    """Return the name of a file for messages: "standard input" for "-"."""
    return "standard input" if path == "-" else path


def read_bytes(path: str) -> bytes:
    """Return the content of a file, or of standard input for "-". Raises InputError."""
    if path == "-" and sys.stdin is None:
        raise InputError("standard input: cannot read: it is closed")
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{display_name(path)}: cannot read: {error.strerror}") from None


def read_text(path: str) -> str:
    """Return the content of a UTF-8 file, or of standard input for "-". Raises InputError."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{display_name(path)}: not text: byte {error.start + 1} is not UTF-8") from None


def write_text(path: str, text: str) -> None:
    """Write a text to a file, whole or not at all. Raises InputError."""
    with atomic_writer(path, InputError) as write:
        write(text.encode())


__all__ = ["InputError", "display_name", "read_bytes", "read_text", "write_text"]
