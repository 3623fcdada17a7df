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
def replacing(name: str | Path, failure: type[ValueError]) -> Iterator[Callable[[bytes], None]]:
    """A function that writes to a file which takes the place of `name` when the block ends well, and vanishes if not.

    That it can be written is found out at the beginning. Links are followed, and the mode of a file that was there is
    kept. What is there and is no ordinary file, such as a pipe or a terminal, is written as it is.

    Raises `failure`, "NAME: cannot write: why". What else is raised in the block passes through.
    """
    target = Path(name)
    with _one_line(name, failure):
        if target.is_file() or not target.exists():
            target = target.resolve()
            file, beside = _beside(target)
        else:
            file, beside = open(target, "wb"), None  # noqa: SIM115 -- what the block raises is no error of this file
    try:

        def write(data: bytes) -> None:
            with _one_line(name, failure):
                file.write(data)

        yield write
        with _one_line(name, failure):
            file.close()
            if beside is not None:
                os.chmod(beside, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
                os.replace(beside, target)
    finally:
        with suppress(OSError):
            file.close()
        if beside is not None:
            with suppress(OSError):
                beside.unlink()


def _beside(target: Path) -> tuple[IO[bytes], Path]:
    """A new file in the folder of an ordinary one, if that can be written."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    return open(handle, "wb"), Path(beside)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _one_line(name: str | Path, failure: type[ValueError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise failure(f"{name}: cannot write: {error.strerror}") from None


__all__ = ["replacing"]
