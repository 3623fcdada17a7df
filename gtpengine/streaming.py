"""Answers that come a line at a time, and the input that ends them. Nothing here knows GTP's words or Go.

One thread reads the input and nothing else; whoever answers takes the lines from an Inbox, in order, and can see
that more has come while it works.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

CHUNK = 65536
FASTEST = 0.05
SLOWEST = 1e6
MOST_WAITING = 4096


def _nothing_to_do() -> bool:
    return False


@dataclass(frozen=True)
class Stream:
    """An answer in lines, for a handler to return instead of a text.

      lines       -- the lines in order, without line ends and none of them empty; each is asked for when it is due
      until_input -- whether the next line of input, or its end, ends the answer; else the end of `lines` does
      interval    -- seconds between lines if until_input; else they follow at once
      work        -- a step of a few milliseconds to be done between lines; False when there is nothing left to do

    A handler has done all that can fail for the fault of the front end before it returns a stream.
    """

    lines: Iterable[str]
    until_input: bool = False
    interval: float = 1.0
    work: Callable[[], bool] = _nothing_to_do

    def run(self, write: Callable[[str], None], inbox: Inbox) -> None:
        """Write the lines as they fall due; return when the answer ends."""
        pause = min(max(self.interval, FASTEST), SLOWEST)
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

    The thread stops reading while MOST_WAITING lines wait, so an input of any length takes bounded memory and no
    line is lost. It is a daemon: a read that never returns keeps nobody from leaving.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines: deque[bytes] = deque()
        self._ended = False
        self._closed = False
        self._error: OSError | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, args=(lines,), name="input", daemon=True)
        self._thread.start()

    def __enter__(self) -> Inbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def take(self) -> bytes | None:
        """The next line, when it is there; None at the end of the input. Raises OSError if it cannot be read."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended)
            if self._lines:
                self._changed.notify_all()
                return self._lines.popleft()
            if self._error:
                raise self._error
            return None

    def waiting(self, seconds: float = 0) -> bool:
        """Whether a line or the end of the input is there to be taken, or comes within the time."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._lines) or self._ended, seconds)

    def close(self) -> None:
        """Take no more lines. The thread ends with the read it is at."""
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
        """Add a line, when there is room. Returns whether more lines are wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._lines) < MOST_WAITING)
            self._lines.append(line)
            self._changed.notify_all()
            return not self._closed


def read_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of an input, with their line ends, as they come; the last one may lack its line end.

    read -- gives some bytes, at most so many, when there are any; none at the end. Raises what it raises.
    """
    begun = bytearray()
    while chunk := read(CHUNK):
        first, *others = chunk.split(b"\n")
        begun += first
        for other in others:
            yield bytes(begun) + b"\n"
            begun = bytearray(other)
    if begun:
        yield bytes(begun)
