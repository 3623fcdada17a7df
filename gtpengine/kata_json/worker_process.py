"""A process that searches turns for the JSON analysis engine, one at a time:

    python -m gtpengine.kata_json.worker_process

It is started by `worker_pool`, whose messages come on standard input; its own go to standard output. A message is a
pickled tuple after its length in four bytes:

    to the process    Settings, once; then ("search", number, Task), ("stop", number), and ("clear", number), which
                      drops what was read for earlier tasks
    from the process  ("ready",) once kernels are loaded; ("reply", number, fields), the last of a number being the
                      final one; ("fault", number, text) instead of the final one if an internal error ended the search

A stopped search has its final reply at once; "stop" for a number that has had its final reply is ignored. The end of
standard input ends the process whatever it is doing: it never outlives the engine, however that one ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..garbage_collection import collect_rarely
from ..protocol import log_line, take_standard_input, take_standard_output, write_all
from ..streaming import CHUNK_BYTES, Inbox

if TYPE_CHECKING:
    from analysis.status import ReadingCache

    from ..settings import Settings
    from .turn_search import TurnSearch

_LENGTH_BYTES = 4


def packed(message: object) -> bytes:
    """Return the bytes of a message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(_LENGTH_BYTES, "big") + data


def read_messages(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield messages, still pickled, as their bytes arrive; one that is cut off by the end is left out."""
    buffer = bytearray()
    while chunk := read(CHUNK_BYTES):
        buffer += chunk
        while len(buffer) >= _LENGTH_BYTES:
            end = _LENGTH_BYTES + int.from_bytes(buffer[:_LENGTH_BYTES], "big")
            if len(buffer) < end:
                break
            yield bytes(buffer[_LENGTH_BYTES:end])
            del buffer[:end]


class _Worker:
    """The loop of the process. send -- takes a message for the engine."""

    def __init__(self, settings: Settings, inbox: Inbox, send: Callable[[tuple[object, ...]], None]) -> None:
        self._settings, self._inbox, self._send = settings, inbox, send
        self._number = 0
        self._readings: ReadingCache | None = None
        self._search: TurnSearch | None = None

    def run(self) -> None:
        """Search what is asked for until the input ends."""
        while True:
            if self._search is not None and not self._inbox.waiting():
                self._attempt(self._step)
            elif (raw := self._inbox.take()) is not None:
                kind, number, *rest = pickle.loads(raw)
                if kind == "search":
                    self._number = number
                    self._attempt(self._begin, *rest)
                elif kind == "clear":
                    self._readings = None
                elif number == self._number and self._search is not None:
                    self._attempt(self._stop)
            else:
                return

    def _begin(self, task: Any) -> None:
        from analysis.status import ReadingCache

        from .turn_search import TurnSearch

        self._readings = self._readings or ReadingCache()
        self._search = TurnSearch(task, self._settings, time.monotonic, reading_cache=self._readings)

    def _step(self) -> None:
        assert self._search is not None
        answer = self._search.step()
        if answer is not None:
            self._reply(answer)

    def _stop(self) -> None:
        assert self._search is not None
        self._reply(self._search.reply(during=False))

    def _reply(self, answer: dict[str, Any]) -> None:
        if not answer["isDuringSearch"]:
            self._search = None
        self._send(("reply", self._number, answer))

    def _attempt(self, do: Callable[..., None], *arguments: object) -> None:
        try:
            do(*arguments)
        except OSError:  # the engine has gone
            raise
        except Exception as error:
            from ..errors import shown

            self._search = None
            text = f"internal error: {type(error).__name__}: {shown(str(error), 200)}"
            self._send(("fault", self._number, text))


def _load_kernels(settings: Settings) -> None:
    """Search a small board, so that the kernels are loaded before the first task comes."""
    from analysis.board import Position, Rules

    from .query import Query, SearchBudget, Task
    from .turn_search import TurnSearch

    query = Query("", Rules(), 0.0, SearchBudget(20), None, False, False, False, False)
    search = TurnSearch(Task(query, 0, Position.empty(5), (), frozenset(), (), 0), settings, time.monotonic)
    while (answer := search.step()) is None or answer["isDuringSearch"]:
        pass


def _messages_until_closed(source: int) -> Iterator[bytes]:
    """Yield the messages of a descriptor, and end the process at once when it is closed."""
    with suppress(OSError):
        yield from read_messages(lambda most: os.read(source, most))
    os._exit(0)


def main() -> int:
    """Search turns until standard input ends; return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends the engine, and the engine this process
    collect_rarely()
    output = take_standard_output()
    source = take_standard_input()
    inbox = Inbox(_messages_until_closed(source))
    from analysis.runtime import notices

    notices.subscribe(log_line)
    try:
        settings = pickle.loads(inbox.take() or b"")
        _load_kernels(settings)
        write_all(output, packed(("ready",)))
        _Worker(settings, inbox, lambda message: write_all(output, packed(message))).run()
    except OSError:
        return 0  # the engine has gone
    return 0


__all__ = ["packed", "read_messages"]

if __name__ == "__main__":
    sys.exit(main())
