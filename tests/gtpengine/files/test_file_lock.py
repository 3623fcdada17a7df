"""Locks: by flock, and by msvcrt where a stand-in plays Windows."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gtpengine.files.file_lock import try_lock


def test_a_file_is_locked_once_until_it_is_closed(tmp_path: Path) -> None:
    with open(tmp_path / "lock", "ab") as first, open(tmp_path / "lock", "ab") as second:
        assert [try_lock(first.fileno()), try_lock(second.fileno())] == [True, False]
        first.close()
        assert try_lock(second.fileno())


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


def test_a_file_system_without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(descriptor: int, mode: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(LOCK_EX=2, LOCK_NB=4, flock=no_locks))
    with pytest.raises(OSError, match="No locks available"):
        try_lock(7)
