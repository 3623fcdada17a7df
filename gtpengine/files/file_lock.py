"""Lock a file against other processes, on POSIX systems and on Windows."""

from __future__ import annotations

import sys


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


__all__ = ["try_lock"]
