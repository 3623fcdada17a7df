"""Write files whole or not at all: to a temporary file in the same folder, which is renamed at the end."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from .temporary_file import open_temporary, remove_leftovers

_CANNOT_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
"""Errors of file systems that cannot force a file to the disk."""


@contextmanager
def atomic_writer(
    name: str | Path, error_type: type[ValueError], workspace: Path | None = None
) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes bytes to a file, which replaces `name` if the block succeeds.

    name       -- the file. Whether it can be written is checked at the beginning. Symbolic links are followed, and the
                  mode of an existing file is kept. A path that is there and is no regular file, such as a pipe or a
                  terminal, is written directly
    error_type -- the exception for a file that cannot be written
    workspace  -- the folder for the temporary file, for a caller that writes many files: on the same file system, used
                  by no other process, and cleared of leftovers by the caller. The file is then not forced to the disk.
                  By default the file's own folder, from which temporary files of killed writers are removed first

    On a full disk, or if the process is killed, the old file stays as it was. Raises `error_type` with "NAME: cannot
    write: REASON". Other exceptions of the block pass through.
    """
    target = Path(name)
    with _write_errors(name, error_type):
        if target.is_file() or not target.exists():
            target = target.resolve()
            file, temporary = _open_beside(target, workspace)
        else:
            file, temporary = open(target, "wb"), None  # noqa: SIM115 -- errors of the block are not errors of this file
    try:

        def write(data: bytes) -> None:
            with _write_errors(name, error_type):
                file.write(data)

        yield write
        with _write_errors(name, error_type):
            if temporary is None:
                file.close()
            else:
                _complete(file, sync=workspace is None)
                mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
                os.chmod(temporary, mode)
                os.replace(temporary, target)
    finally:
        with suppress(OSError):
            file.close()
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _open_beside(target: Path, workspace: Path | None) -> tuple[IO[bytes], Path]:
    """Open a temporary file to replace `target`. Raises OSError if `target` exists and is not writable."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if workspace is None:
        remove_leftovers(target.parent)
    return open_temporary(target.name, workspace or target.parent)


def _complete(file: IO[bytes], sync: bool) -> None:
    """Write out what is buffered, so that a full disk is an error now, on network file systems too. Raises OSError.

    With `sync` the file is forced to the disk, and stays open and locked where an open file can be renamed.
    """
    if sync:
        file.flush()
        try:
            os.fsync(file.fileno())
        except OSError as error:
            if error.errno not in _CANNOT_SYNC:
                raise
    if not sync or sys.platform == "win32":
        file.close()


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
        raise error_type(f"{name}: cannot write: {error.strerror or error}") from None


__all__ = ["atomic_writer"]
