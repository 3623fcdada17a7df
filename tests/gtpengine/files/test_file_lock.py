"""Locks: by flock, and by msvcrt where a stand-in plays Windows."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from gtpengine.files.file_lock import FileLock, try_lock


def test_a_file_is_locked_once_until_it_is_closed(tmp_path: Path) -> None:
    with open(tmp_path / "lock", "ab") as first, open(tmp_path / "lock", "ab") as second:
        assert [try_lock(first.fileno()), try_lock(second.fileno())] == [True, False]
        first.close()
        assert try_lock(second.fileno())


def test_one_owner_at_a_time(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert not second.is_taken()
    assert first.acquire()
    assert not second.acquire()
    assert second.is_taken()
    assert (first.is_held, second.is_held) == (True, False)
    second.release()
    assert second.is_taken()
    first.release()
    assert second.acquire()
    second.release()


def test_an_owner_that_is_killed_loses_the_lock_at_once(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from gtpengine.files.file_lock import FileLock\n"
        "lock = FileLock(Path(sys.argv[1])); print(lock.acquire(), flush=True); time.sleep(60)"
    )
    lock = FileLock(tmp_path / "lock")
    with subprocess.Popen(
        [sys.executable, "-c", code, str(lock.path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3]
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "True\n"
        assert lock.is_taken()
        owner.kill()
        owner.wait()
        assert lock.acquire()
    lock.release()


def test_many_threads_have_one_owner(tmp_path: Path) -> None:
    locks = [FileLock(tmp_path / "lock") for _ in range(8)]
    barrier = threading.Barrier(len(locks))

    def take(lock: FileLock) -> None:
        barrier.wait()
        lock.acquire()

    threads = [threading.Thread(target=take, args=(lock,)) for lock in locks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(lock.is_held for lock in locks) == 1
    for lock in locks:
        lock.release()


def test_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[tuple[int, int]] = []

    def locking(descriptor: int, mode: int, length: int) -> None:
        assert mode == 2
        if locked:
            raise PermissionError(13, "Permission denied")
        locked.append((descriptor, length))

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    assert [try_lock(7), try_lock(8)] == [True, False]
    assert locked == [(7, 1)]


def test_a_file_system_without_locks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_locks(descriptor: int, mode: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(LOCK_EX=2, LOCK_NB=4, flock=no_locks))
    with pytest.raises(OSError, match="No locks available"):
        try_lock(7)
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire()  # work may be done twice, but it is done
    lock.release()
