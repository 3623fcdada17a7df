"""Worker processes of this machine: a function applied to many tasks, with the results in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from ..garbage_collection import collect_rarely

Task = TypeVar("Task")
Result = TypeVar("Result")

TASKS_PER_WORKER = 2
"""Tasks in progress for each process: one being computed, another so that it need not wait."""


def map_in_order(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int, error_type: type[ValueError]
) -> Iterator[Result]:
    """Yield `function(task)` for every task in turn, computed by so many processes; by this one for 0.

    Function, tasks and results are pickled. Tasks are taken lazily, few at a time. The first is computed here, so that
    one process alone compiles kernels that are missing. An exception of a task, or of `tasks` itself, is raised after
    the results of the tasks before it; tasks after it may have been computed in vain.

    Raises `error_type` if a process ends, as when it is killed for want of memory. Ctrl-C interrupts this process only,
    which then ends the others.
    """
    remaining = iter(tasks)
    if not workers:
        yield from map(function, remaining)
        return
    for task in remaining:
        yield function(task)
        break
    with _pool(workers) as pool:
        pending: deque[Future[Result]] = deque()
        failure = None
        while failure is None or pending:
            while failure is None and len(pending) < TASKS_PER_WORKER * workers:
                try:
                    task = next(remaining)
                except (StopIteration, ValueError) as error:
                    failure = error
                else:
                    pending.append(_submit(pool, function, task, error_type))
            if pending:
                yield _result(pending.popleft(), error_type)
        if not isinstance(failure, StopIteration):
            raise failure


def _submit(
    pool: ProcessPoolExecutor, function: Callable[[Task], Result], task: Task, error_type: type[ValueError]
) -> Future[Result]:
    try:
        with _interrupts_blocked():  # a process may be started
            return pool.submit(function, task)
    except BrokenProcessPool:
        raise error_type(_ENDED) from None


def _result(future: Future[Result], error_type: type[ValueError]) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        raise error_type(_ENDED) from None


_ENDED = "a worker process ended unexpectedly"


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor, which is shut down as soon as the tasks being computed are done.

    Its processes are started afresh, not forked: this process may have threads.
    """
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_worker)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C, where the system can; processes that are started meanwhile inherit this."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end when it ends, even if it is killed."""
    collect_rarely()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


__all__ = ["map_in_order"]
