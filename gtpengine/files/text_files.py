"""Read and write whole files that the user has named; "-" is standard input."""

from __future__ import annotations

import sys

from .atomic_write import atomic_writer
from .bounded_read import MAX_BYTES, ReadError, check_size, read_file


class InputError(ValueError):
    """A file that cannot be read or written, or is not text. The message is one line that names it."""


def display_name(path: str) -> str:
    """Return the name of a file for messages: "standard input" for "-"."""
    return "standard input" if path == "-" else path


def read_bytes(path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a regular file, or of standard input for "-", of at most `max_bytes`. Raises InputError."""
    try:
        if path != "-":
            return read_file(path, max_bytes)
        if sys.stdin is None:
            raise ReadError("cannot read: it is closed")
        data = sys.stdin.buffer.read(max_bytes + 1)
        check_size(data, max_bytes)
        return data
    except OSError as error:
        raise InputError(f"{display_name(path)}: cannot read: {error.strerror}") from None
    except ReadError as error:
        raise InputError(f"{display_name(path)}: {error}") from None


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
