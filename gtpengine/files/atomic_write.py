"""Files that are written whole or not at all: beside their place, and moved there at the end."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def atomic_writer(name: str | Path, error_type: type[ValueError]) -> Iterator[Callable[[bytes], None]]:
    """A function that writes to a file which takes the place of `name` when the block ends well, and vanishes if not.

    That it can be written is found out at the beginning. Links are followed, and the mode of a file that was there is
    kept. What is there and is no ordinary file, such as a pipe or a terminal, is written as it is.

    Raises `error_type`, "NAME: cannot write: why". What else is raised in the block passes through.
    """
    target = Path(name)
    with _write_errors(name, error_type):
        if target.is_file() or not target.exists():
            target = target.resolve()
            file, temporary = _temporary_file(target)
        else:
            file, temporary = open(target, "wb"), None  # noqa: SIM115 -- what the block raises is no error of this file
    try:

        def write(data: bytes) -> None:
            with _write_errors(name, error_type):
                file.write(data)

        yield write
        with _write_errors(name, error_type):
            file.close()
            if temporary is not None:
                os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
                os.replace(temporary, target)
    finally:
        with suppress(OSError):
            file.close()
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _temporary_file(target: Path) -> tuple[IO[bytes], Path]:
    """A new file in the folder of an ordinary one, if that can be written."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    return open(handle, "wb"), Path(temporary)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _write_errors(name: str | Path, error_type: type[ValueError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise error_type(f"{name}: cannot write: {error.strerror}") from None


__all__ = ["atomic_writer"]
