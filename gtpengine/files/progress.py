"""Show the progress of a long computation on a stream, usually stderr."""

from __future__ import annotations

import contextlib
import time
from typing import TextIO

_SECONDS_BETWEEN = (0.2, 5.0)
"""Least time between two lines of progress: on a terminal, where each replaces the last; and elsewhere."""


class Progress:
    """A progress display, called with each new line: on a terminal it replaces the last line, elsewhere it follows.

    Lines that come too soon after the last one shown are dropped. To be used with `with`.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._begun = self._last = time.monotonic()
        self._width = 0

    def __call__(self, line: str) -> None:
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN[not self._terminal]:
            return
        self._last = now
        text = f"{now - self._begun:.0f} s: {' '.join(line.split())}"
        if not self._terminal:
            self._write(f"mokusan: {text}\n")
            return
        self._write("\r" + text[:79].ljust(self._width))  # blanks erase on every terminal, Windows' console too
        self._width = len(text[:79])

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        """Clear the line on a terminal."""
        if self._width:
            self._write(f"\r{' ' * self._width}\r")
        self._width = 0

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # a closed stream is no reason to stop the computation
            self._stream.write(text)
            self._stream.flush()


__all__ = ["Progress"]
