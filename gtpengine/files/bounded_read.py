"""Read a file whose name comes from a user or a client: regular files only, and no more than a limit of bytes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MAX_BYTES = 16 << 20
"""The default limit: the largest collections of games are of that size."""


class ReadError(ValueError):
    """A file that cannot be read. The message is the reason in one line, without the file's name."""


def read_file(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a regular file of at most `max_bytes`.

    A pipe or a device could keep the caller waiting for ever, or never end. Raises ReadError.
    """
    try:
        # Opening a pipe waits for its other end, unless it is opened without blocking.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as file:
            mode = os.fstat(descriptor).st_mode
            if stat.S_ISDIR(mode):
                raise ReadError("cannot read: Is a directory")
            if not stat.S_ISREG(mode):
                raise ReadError("cannot read: expected a regular file, got a pipe or a device")
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise ReadError(f"cannot read: {error.strerror}") from error
    except ValueError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"cannot read: {error}") from None  # a NUL in the name
    check_size(data, max_bytes)
    return data


def check_size(data: bytes, max_bytes: int) -> None:
    """Raise ReadError for data of more than `max_bytes`."""
    if len(data) > max_bytes:
        shown = f"{max_bytes / (1 << 20):.3g} MB"
        raise ReadError(f"cannot read: larger than {shown} (the setting game.max_record_mb)")


__all__ = ["MAX_BYTES", "ReadError", "check_size", "read_file"]
