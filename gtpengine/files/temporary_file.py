"""Create the temporary files that replace others when they are complete, and remove those of killed writers.

Such a file is named `.NAME.mokusan-RANDOM.part`, and its writer holds a lock on it, which the system releases when
the process ends. So the next writer in the same folder knows which files no living process will complete. On Windows
no lock is needed, as an open file cannot be removed there. Where the file system has no locks nothing is removed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from .file_lock import try_lock

MAX_NAME_LENGTH = 40
"""Characters of the target's name in that of the temporary file, so that it is not too long if the target's is not."""

WINDOWS_IDLE_SECONDS = 10.0
"""On Windows, younger files are left: a finished file is closed for a moment before it is renamed."""

_NAME = re.compile(r"\..+\.mokusan-[a-z0-9_]{8}\.part", re.DOTALL)
_ATTEMPTS = 100


def open_temporary(name: str, folder: Path) -> tuple[IO[bytes], Path]:
    """Create an empty file in `folder`, named after `name` and locked until it is closed. Raises OSError."""
    for _ in range(_ATTEMPTS):
        handle, path = tempfile.mkstemp(prefix=f".{name[:MAX_NAME_LENGTH]}.mokusan-", suffix=".part", dir=folder)
        if _lock_new(handle, path):
            return open(handle, "wb"), Path(path)
        os.close(handle)
        with suppress(OSError):
            os.unlink(path)
    raise OSError(errno.EBUSY, "other processes keep removing temporary files there")


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of this program in `folder` whose writers have ended; errors are ignored.

    Files of other users and files whose writers live, on this or another machine, stay, and so do all other names.
    """
    with suppress(OSError):
        for name in os.listdir(folder):
            if _NAME.fullmatch(name):
                with suppress(OSError):
                    _remove_abandoned(os.path.join(folder, name))


def _lock_new(handle: int, path: str) -> bool:
    """Lock a file just created; False if another process took it for a leftover before that."""
    if sys.platform == "win32":
        return True
    try:
        return try_lock(handle) and _is_at(handle, path)
    except OSError:  # no locks there, so nobody removes it either
        return True


def _remove_abandoned(path: str) -> None:
    """Remove a file that nobody writes, unless another user owns it. Raises OSError if that is impossible."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode):
        return
    if sys.platform == "win32":
        if time.time() - found.st_mtime > WINDOWS_IDLE_SECONDS:
            os.unlink(path)
        return
    if found.st_uid != os.geteuid():
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if try_lock(handle) and _is_at(handle, path):
            os.unlink(path)
    finally:
        os.close(handle)


def _is_at(handle: int, path: str) -> bool:
    """Whether the open file still has this name; it has not if it was renamed or removed."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


__all__ = ["open_temporary", "remove_leftovers"]
