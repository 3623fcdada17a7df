"""A lock between processes: a file that its owner touches every second while it lives.

It needs nothing of the system but the exclusive creation of files, so that it works on Windows and on network disks.
The file holds the owner's process id and host. It is stale, and taken over, if it was not touched for STALE_AFTER
seconds, or at once if its process on this host has ended. A process that slept for so long can lose its lock; it then
has two owners for a moment, so that the lock is fit for saving work, not for keeping data intact.
"""

from __future__ import annotations

import os
import platform
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path

STALE_AFTER = 10.0
_TOUCH_EVERY = 1.0


class OwnerLock:
    """One lock of one process. Public attributes: path -- Path, whose folder exists when it is acquired."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text = ""
        self._released = threading.Event()

    def acquire(self) -> bool:
        """Take the lock if it is free or stale, and return whether this succeeded. Raises OSError as open()."""
        self._text = f"{os.getpid()} {platform.node()} {uuid.uuid4().hex}"
        if not self._create():
            self._remove_stale()
            if not self._create():
                return False
        self._released = threading.Event()
        threading.Thread(target=self._keep_touching, args=(self._released,), daemon=True).start()
        return True

    def is_mine(self) -> bool:
        """Return whether this object holds the lock."""
        return bool(self._text) and _read(self.path) == self._text

    def is_taken(self) -> bool:
        """Return whether any living process holds the lock."""
        text = _read(self.path)
        return text is not None and not _is_stale(self.path, text)

    def release(self) -> None:
        """Give the lock back; does nothing if it is not held."""
        self._released.set()
        if self.is_mine():
            with suppress(OSError):
                self.path.unlink()
        self._text = ""

    def _create(self) -> bool:
        try:
            handle = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return False
        except PermissionError:  # on Windows: a file that is just being deleted
            if self.path.exists():
                return False
            raise
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(self._text)
        return True

    def _remove_stale(self) -> None:
        """Remove the file if it is stale, and no other than that one."""
        text = _read(self.path)
        if text is None or not _is_stale(self.path, text):
            return
        aside = self.path.with_name(f"{self.path.name}.{uuid.uuid4().hex}")
        with suppress(OSError):
            os.rename(self.path, aside)
            if _read(aside) != text and not self.path.exists():  # somebody else took it over in between
                os.rename(aside, self.path)
            else:
                aside.unlink()

    def _keep_touching(self, released: threading.Event) -> None:
        while not released.wait(_TOUCH_EVERY) and self.is_mine():
            with suppress(OSError):
                os.utime(self.path)


def _read(path: Path) -> str | None:
    """Return the text of a file, or None if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _is_stale(path: Path, text: str) -> bool:
    try:
        if time.time() - path.stat().st_mtime > STALE_AFTER:
            return True
    except OSError:
        return False  # it has just been removed; the caller will notice
    words = text.split()
    return len(words) == 3 and words[0].isdigit() and words[1] == platform.node() and not _is_alive(int(words[0]))


def _is_alive(process: int) -> bool:
    """Return whether a process of this host exists; always True on Windows, where asking would need its interface."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


__all__ = ["STALE_AFTER", "OwnerLock"]
