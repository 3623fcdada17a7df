"""Write files whole or not at all: to a temporary file in the same folder, which is renamed at the end."""

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
    """Yield a function that writes bytes to a file, which replaces `name` if the block succeeds.

    Whether the file can be written is checked at the beginning. Symbolic links are followed, and the mode of an
    existing file is kept. A path that is there and is no regular file, such as a pipe or a terminal, is written
    directly.

    Raises `error_type` with "NAME: cannot write: REASON". Other exceptions of the block pass through.
    """
    target = Path(name)
    with _write_errors(name, error_type):
        if target.is_file() or not target.exists():
            target = target.resolve()
            file, temporary = _temporary_file(target)
        else:
            file, temporary = open(target, "wb"), None  # noqa: SIM115 -- errors of the block are not errors of this file
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
    """Open a new file in the folder of `target`. Raises OSError if `target` exists and is not writable."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    return open(handle, "wb"), Path(temporary)


def _umask() -> int:
    """Return the process's umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _write_errors(name: str | Path, error_type: type[ValueError]) -> Iterator[None]:
    """Convert an OSError of the block to `error_type`."""
    try:
        yield
    except OSError as error:
        raise error_type(f"{name}: cannot write: {error.strerror}") from None


__all__ = ["atomic_writer"]
