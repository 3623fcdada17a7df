"""The lock between processes: one owner, and one after it when it ends or falls silent."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gtpengine.files import owner_lock
from gtpengine.files.owner_lock import STALE_AFTER, OwnerLock


def test_one_owner_at_a_time(tmp_path: Path) -> None:
    first, second = OwnerLock(tmp_path / "lock"), OwnerLock(tmp_path / "lock")
    assert not second.is_taken()
    assert first.acquire()
    assert not second.acquire()
    assert second.is_taken()
    assert first.is_mine()
    assert not second.is_mine()
    second.release()
    assert first.is_mine()
    first.release()
    assert list(tmp_path.iterdir()) == []
    assert second.acquire()
    second.release()


def test_the_owner_touches_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner_lock, "_TOUCH_EVERY", 0.01)
    lock = OwnerLock(tmp_path / "lock")
    assert lock.acquire()
    os.utime(lock.path, (0, 0))
    until = time.monotonic() + 10
    while lock.path.stat().st_mtime == 0 and time.monotonic() < until:
        time.sleep(0.01)
    assert OwnerLock(lock.path).is_taken()
    lock.release()


def test_a_silent_owner_loses_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text(f"{os.getpid()} {platform.node()} x")
    assert not OwnerLock(path).acquire()
    past = time.time() - STALE_AFTER - 1
    os.utime(path, (past, past))
    lock = OwnerLock(path)
    assert not lock.is_taken()
    assert lock.acquire()
    assert list(tmp_path.iterdir()) == [path]
    lock.release()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere only its silence tells")
def test_a_dead_owner_loses_it_at_once(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    path = tmp_path / "lock"
    path.write_text(f"{ended.pid} elsewhere x")
    assert not OwnerLock(path).acquire()
    path.write_text(f"{ended.pid} {platform.node()} x")
    lock = OwnerLock(path)
    assert lock.acquire()
    lock.release()


def test_many_threads_have_one_owner_after_a_stale_one(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("")
    os.utime(path, (0, 0))
    locks = [OwnerLock(path) for _ in range(8)]
    barrier = threading.Barrier(len(locks))

    def take(lock: OwnerLock) -> None:
        barrier.wait()
        lock.acquire()

    threads = [threading.Thread(target=take, args=(lock,)) for lock in locks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(lock.is_mine() for lock in locks) == 1
    for lock in locks:
        lock.release()
