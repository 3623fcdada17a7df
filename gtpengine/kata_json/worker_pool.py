"""The worker processes of the JSON analysis engine, seen from the engine: which are idle, and what they have found.

Processes and not threads: more than half of a search is Python between the kernels. They are programs of their own
(`worker_process`), so that they start alike on every system, and they end when this process ends, however it does.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from ..files.json_lines import Fields
from ..protocol import write_all
from ..settings import Settings
from ..streaming import Inbox
from .query import Task
from .worker_process import packed, read_messages

MOST_BY_DEFAULT = 8
"""Searches at once where analyse.workers is 0, on a machine with more cores."""
MAX_FAILED_STARTS = 2
"""Processes that may end before they are ready; after that no more are started."""
MESSAGES_AHEAD = 64
"""Messages of a process that are read ahead; it waits when its replies are not taken."""
PATIENCE = 5.0
"""Seconds that a process has to end after it closed its output."""
PROGRAM = (sys.executable, "-m", f"{__package__}.worker_process")


@dataclass(frozen=True)
class Result:
    """What a worker says about a task: a reply, or instead of the final one the text of an error."""

    task: Task
    reply: Fields | None = None
    error: str = ""

    @property
    def is_final(self) -> bool:
        """Whether the task is done."""
        return self.reply is None or not self.reply["isDuringSearch"]


class WorkerPool:
    """Processes that search one task each. To be closed after use.

    most    -- processes at most; started by `grow` only
    log     -- takes a line for stderr
    changed -- notified when a process has said something
    program -- the command of a process
    """

    def __init__(
        self,
        settings: Settings,
        most: int,
        log: Callable[[str], None],
        changed: threading.Condition,
        program: tuple[str, ...] = PROGRAM,
    ) -> None:
        self._settings, self._most, self._log, self._changed, self._program = settings, most, log, changed, program
        self._workers: list[_Worker] = []
        self._failed_starts = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def busy(self) -> bool:
        """Whether a task is with a process."""
        return any(worker.task is not None for worker in self._workers)

    @property
    def process_ids(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid for worker in self._workers]

    def tasks(self) -> list[Task]:
        """Return the tasks that processes are searching."""
        return [worker.task for worker in self._workers if worker.task is not None]

    def grow(self, wanted: int) -> None:
        """Start processes until there are as many as wanted, or as are allowed. They take tasks when they are ready."""
        while len(self._workers) < min(wanted, self._most) and self._failed_starts < MAX_FAILED_STARTS:
            try:
                self._workers.append(_Worker(self._program, self._settings, self._changed))
            except OSError as error:
                self._give_up(error.strerror or "no process")

    def begin(self, take: Callable[[], Task]) -> bool:
        """Give a task to an idle process, if there is one; return whether there was. take -- returns the task."""
        for worker in self._workers:
            if worker.ready and worker.task is None and not worker.inbox.ready:
                worker.begin(take())
                return True
        return False

    def collect(self) -> Iterator[Result]:
        """Yield what the processes have said since the last call; a task whose process has died has an error."""
        for worker in list(self._workers):
            while worker.inbox.ready:
                raw = worker.inbox.take()
                if raw is None:
                    yield from self._bury(worker)
                    break
                result = worker.understand(pickle.loads(raw))
                if result is not None:
                    yield result

    def stop(self, selected: Callable[[Task], bool]) -> None:
        """End the search of the tasks selected; their final replies are collected later."""
        for worker in self._workers:
            if worker.task is not None and selected(worker.task):
                worker.send(("stop", worker.number))

    def clear_caches(self) -> None:
        """Have the processes forget what they have read."""
        for worker in self._workers:
            worker.send(("clear", worker.number))

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until a process has said something, or a condition holds that is notified of by `changed`."""
        with self._changed:
            self._changed.wait_for(lambda: until() or any(worker.inbox.ready for worker in self._workers))

    def close(self) -> None:
        """End all processes."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()

    def _bury(self, worker: _Worker) -> Iterator[Result]:
        """Remove a process that has ended."""
        self._workers.remove(worker)
        status = worker.end(PATIENCE)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts == MAX_FAILED_STARTS:
                self._give_up(f"status {status}")
        if worker.task is not None:
            yield Result(worker.task, error=f"internal error: a worker process ended with status {status}")

    def _give_up(self, why: str) -> None:
        self._failed_starts = MAX_FAILED_STARTS
        self._log(f"worker processes cannot be started ({why}): one turn is searched at a time")


class _Worker:
    """One process. task -- what it is searching, by its `number`; ready -- whether it has loaded its kernels."""

    def __init__(self, program: tuple[str, ...], settings: Settings, changed: threading.Condition) -> None:
        self.process = _start_process(program)
        self.task: Task | None = None
        self.number = 0
        self.ready = False
        self.inbox = Inbox(_messages_of(cast("IO[bytes]", self.process.stdout)), changed, MESSAGES_AHEAD)
        self._send(packed(settings))

    def begin(self, task: Task) -> None:
        """Have a task searched."""
        self.task = task
        self.number += 1
        self.send(("search", self.number, task))

    def send(self, message: tuple[object, ...]) -> None:
        """Send a message; if the process has died, that is found when its messages end."""
        self._send(packed(message))

    def understand(self, message: tuple[str, int, object] | tuple[str]) -> Result | None:
        """Take a message of the process; return the result in it, if there is one."""
        if message[0] == "ready":
            self.ready = True
            return None
        kind, _, content = cast("tuple[str, int, object]", message)
        assert self.task is not None
        if kind == "fault":
            result = Result(self.task, error=str(content))
        else:
            result = Result(self.task, reply=cast("Fields", content))
        if result.is_final:
            self.task = None
        return result

    def end(self, patience: float = 0.0) -> int:
        """End the process and return its status. patience -- seconds in which it may end by itself"""
        self.inbox.close()
        stdin = cast("IO[bytes]", self.process.stdin)
        with suppress(OSError):
            stdin.close()
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def _send(self, data: bytes) -> None:
        with suppress(OSError):
            write_all(cast("IO[bytes]", self.process.stdin).fileno(), data)


def _messages_of(pipe: IO[bytes]) -> Iterator[bytes]:
    with pipe, suppress(OSError):
        yield from read_messages(lambda most: os.read(pipe.fileno(), most))


def _start_process(program: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start a process that no signal of the terminal reaches: it ends when its input does. Raises OSError."""
    from analysis.runtime.cache_dir import cache_folder

    return subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        cwd=Path(__file__).parents[2],  # from where this package is imported
        env={**os.environ, "MOKUSAN_CACHE_DIR": str(cache_folder().resolve())},
        start_new_session=True, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def searches_at_once(settings: Settings) -> int:
    """Return the number of turns that are searched at once: analyse.workers, or by default one for each core."""
    chosen = int(settings.get("analyse.workers"))
    if chosen:
        return chosen
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_BY_DEFAULT)


__all__ = ["Result", "WorkerPool", "searches_at_once"]
