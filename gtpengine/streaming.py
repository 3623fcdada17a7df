"""Answers written line by line, and the input that ends them. Nothing here knows GTP's words or Go.

One thread reads the input and does nothing else; the main thread takes the lines from an Inbox, in order, and can see
that more has come while it works.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

CHUNK_BYTES = 65536
"""Bytes asked for in one read."""
MIN_INTERVAL, MAX_INTERVAL = 0.05, 1e6
"""Seconds between the lines of a stream."""
MAX_WAITING = 4096
"""Lines of input read ahead."""


def _no_work() -> bool:
    return False


def _not_urgent(line: bytes) -> bool:
    return False


@dataclass(frozen=True)
class Stream:
    """An answer in lines, for a handler to return instead of a text.

      lines       -- the lines in order, without line ends and none of them empty; each is requested when it is due
      until_input -- whether the next line of input, or its end, ends the answer; else the end of `lines` does
      interval    -- seconds between lines if until_input; else they follow at once
      work        -- a step of a few milliseconds to be done between lines; returns False when nothing is left to do

    A handler must do all that can fail by the front end's mistake before it returns a stream.
    """

    lines: Iterable[str]
    until_input: bool = False
    interval: float = 1.0
    work: Callable[[], bool] = _no_work

    def run(self, write: Callable[[str], None], inbox: Inbox) -> None:
        """Write the lines when they are due; return when the answer ends."""
        pause = min(max(self.interval, MIN_INTERVAL), MAX_INTERVAL)
        for line in self.lines:
            write(line)
            if self.until_input and self._work_until_input(time.monotonic() + pause, inbox):
                return

    def _work_until_input(self, due: float, inbox: Inbox) -> bool:
        """Work, then wait, until the next line is due. Returns whether there is input."""
        while not inbox.waiting():
            left = due - time.monotonic()
            if left <= 0:
                return False
            if not self.work():
                return inbox.waiting(left)
        return True


class Inbox:
    """The lines of an input, read ahead by a thread of its own, to be taken one by one. To be closed after use.

    The thread stops reading while `most` lines wait, so an input of any length takes bounded memory and no
    line is lost. It is a daemon: a read that never returns does not keep the process from exiting.

    changed   -- notified of every line and of the end; several inboxes may have the same, to be waited for together
    is_urgent -- whether a line concerns what is being done while it arrives
    """

    def __init__(
        self, lines: Iterable[bytes], changed: threading.Condition | None = None, most: int = MAX_WAITING,
        is_urgent: Callable[[bytes], bool] = _not_urgent,
    ) -> None:  # fmt: skip
        self._lines: deque[bytes] = deque()
        self._is_urgent = is_urgent
        self._urgent = 0
        self._ended = False
        self._closed = False
        self._error: OSError | None = None
        self._changed = changed or threading.Condition()
        self._most = most
        self._thread = threading.Thread(target=self._read, args=(lines,), name="input", daemon=True)
        self._thread.start()

    def __enter__(self) -> Inbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def take(self) -> bytes | None:
        """Wait for the next line; None at the end of the input. Raises OSError if the input cannot be read."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended)
            if self._lines:
                self._changed.notify_all()
                line = self._lines.popleft()
                self._urgent -= self._is_urgent(line)
                return line
            if self._error:
                raise self._error
            return None

    @property
    def ready(self) -> bool:
        """Whether a line or the end of the input can be taken now."""
        with self._changed:
            return bool(self._lines) or self._ended

    @property
    def urgent(self) -> bool:
        """Whether an urgent line waits to be taken."""
        return self._urgent > 0

    def waiting(self, seconds: float = 0) -> bool:
        """Whether a line or the end of the input can be taken now or within so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._lines) or self._ended, seconds)

    def close(self) -> None:
        """Stop reading; the thread ends after its current read."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _read(self, lines: Iterable[bytes]) -> None:
        try:
            for line in lines:
                if not self._put(line):
                    return
        except OSError as error:
            self._error = error
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _put(self, line: bytes) -> bool:
        """Add a line when there is space for it. Returns whether more lines are wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._lines) < self._most)
            self._lines.append(line)
            self._urgent += self._is_urgent(line)
            self._changed.notify_all()
            return not self._closed


def read_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield the lines of an input as they arrive, with their line ends; the last one may lack its line end.

    read -- waits for input and returns at most so many bytes; none at the end. Raises what `read` raises.
    """
    line = bytearray()
    while chunk := read(CHUNK_BYTES):
        first, *others = chunk.split(b"\n")
        line += first
        for other in others:
            yield bytes(line) + b"\n"
            line = bytearray(other)
    if line:
        yield bytes(line)
