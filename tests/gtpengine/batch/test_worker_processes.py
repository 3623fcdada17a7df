"""Tasks on worker processes: order, laziness, errors, ends of processes, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gtpengine.batch.worker_processes import TASKS_PER_WORKER, map_in_order
from tests.gtpengine.files.position_files import line


class SomeError(ValueError):
    pass


def square(number: int) -> int:
    if number < 0:
        raise SomeError(f"negative: {number}")
    return number * number


def end(number: int) -> int:
    """End the process, except for the first task, which is computed by the caller's process."""
    if number:
        os._exit(3)
    return number


def slowly(number: int) -> int:
    time.sleep(0.2 if number == 1 else 0)
    return number


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_results_come_in_order_and_an_error_after_those_before_it(workers: int) -> None:
    assert list(map_in_order(square, range(9), workers, SomeError)) == [number * number for number in range(9)]
    assert list(map_in_order(square, [], workers, SomeError)) == []
    results = map_in_order(square, [1, 2, 3, -1, 4, -2], workers, SomeError)
    assert [next(results) for _ in range(3)] == [1, 4, 9]
    with pytest.raises(SomeError, match="negative: -1"):
        next(results)


@pytest.mark.parametrize("workers", [0, 2])
def test_an_error_of_the_tasks_is_raised_after_the_results_before_it(workers: int) -> None:
    def tasks() -> Iterator[int]:
        yield from range(5)
        raise SomeError("no more")

    results = map_in_order(slowly, tasks(), workers, SomeError)
    assert [next(results) for _ in range(5)] == list(range(5))
    with pytest.raises(SomeError, match="no more"):
        next(results)


def test_tasks_are_taken_lazily() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = map_in_order(square, tasks(), 1, SomeError)
    assert [next(results), next(results)] == [0, 1]
    assert len(taken) <= 2 + TASKS_PER_WORKER
    results.close()  # type: ignore[attr-defined]


def test_a_process_that_ends_is_an_error() -> None:
    with pytest.raises(SomeError, match=r"^a worker process ended unexpectedly$"):
        list(map_in_order(end, range(20), 1, SomeError))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    """The signal goes to the whole group, as a terminal sends it."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    os.mkfifo(source)
    target.write_text("as it was")
    command = [sys.executable, "-m", "gtpengine.cli", "estimate", "--control-only", "--workers", "2", "--jsonl",
               str(source), "--out", str(target)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    with source.open("wb") as file:
        for _ in range(4000):
            file.write(line().encode() + b"\n")
        file.flush()
        time.sleep(1.0)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")
    assert target.read_text() == "as it was"
