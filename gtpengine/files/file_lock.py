"""Lock a file against other processes, on POSIX systems and on Windows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed or this process ends; returns False if it is locked already.

    On Windows the byte at the file's position is locked, so every process must open the file in the same way. Raises
    OSError where the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


class FileLock:
    """A lock that one process holds at a time: a file in `path`, locked until it is released or the process ends.

    The file stays. Its folder must exist. Where the file system has no locks every process gets it, so that it is fit
    to save work, not to keep data intact.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None

    def acquire(self) -> bool:
        """Take the lock if it is free, and return whether this succeeded. Raises OSError as open()."""
        file = open(self.path, "ab")  # noqa: SIM115 -- it stays open as long as the lock is held
        try:
            locked = try_lock(file.fileno())
        except OSError:
            locked = True
        if locked:
            self._file = file
        else:
            file.close()
        return locked

    def is_taken(self) -> bool:
        """Return whether any process holds the lock."""
        if self.is_held:
            return True
        other = FileLock(self.path)
        try:
            return not other.acquire()
        finally:
            other.release()

    def release(self) -> None:
        """Give the lock back; does nothing if it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None


__all__ = ["FileLock", "try_lock"]
