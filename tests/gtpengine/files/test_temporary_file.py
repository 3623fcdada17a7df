"""Temporary files of killed writers are removed by the next writer there; those of living ones and other files stay."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gtpengine.files import temporary_file
from gtpengine.files.atomic_write import atomic_writer
from gtpengine.files.temporary_file import open_temporary, remove_leftovers

posix = pytest.mark.skipif(os.name != "posix", reason="needs signals and locks of POSIX")
ROOT = Path(__file__).parents[3]

WRITER = """
import sys, time
from gtpengine.files.atomic_write import atomic_writer
with atomic_writer(sys.argv[1], ValueError) as write:
    write(b"torso" * 10_000)
    print("begun", flush=True)
    time.sleep(600)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def writer(target: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has begun to write `target` and is ended at the end of the block."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"begun"
        try:
            yield process
        finally:
            process.kill()


def leftover(folder: Path, name: str = "out") -> Path:
    """Write a file as a killed writer leaves it."""
    file, path = open_temporary(name, folder)
    with file:
        file.write(b"torso")
    return path


@posix
@pytest.mark.parametrize("other", ["report.html", "another"])
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM"])
def test_a_killed_writer_leaves_a_file_that_the_next_one_removes(tmp_path: Path, end: str, other: str) -> None:
    target = tmp_path / "report.html"
    target.write_bytes(b"as it was")
    with writer(target) as process:
        process.send_signal(getattr(signal, end))
        process.wait()
    assert target.read_bytes() == b"as it was"
    assert len(names(tmp_path)) == 2
    with atomic_writer(tmp_path / other, ValueError) as write:
        write(b"new")
    assert names(tmp_path) == sorted({"report.html", other})


@posix
def test_the_file_of_a_living_writer_stays(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with writer(target):
        before = names(tmp_path)
        with atomic_writer(target, ValueError) as write:
            write(b"ours")
        assert names(tmp_path) == sorted([*before, "out"])
    remove_leftovers(tmp_path)
    assert names(tmp_path) == ["out"]


@posix
def test_files_of_others_stay(tmp_path: Path) -> None:
    decoys = (".out.k3j2_9ab.part", "out.part", ".part", ".out.mokusan-abc.part", ".out.mokusan-abcdefgh.part.txt",
              "out.mokusan-abcdefgh.part", ".out.mokusan-ABCDEFGH.part", ".mokusan-abcdefgh.part")
    for name in decoys:
        (tmp_path / name).write_bytes(b"of the user")
    (tmp_path / ".folder.mokusan-abcdefgh.part").mkdir()
    (tmp_path / ".link.mokusan-abcdefgh.part").symlink_to(tmp_path / "out.part")
    os.mkfifo(tmp_path / ".pipe.mokusan-abcdefgh.part")
    before = names(tmp_path)
    remove_leftovers(tmp_path)
    assert names(tmp_path) == before


@posix
def test_files_of_other_users_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = leftover(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        remove_leftovers(tmp_path)
    assert path.exists()
    remove_leftovers(tmp_path)
    assert not path.exists()


@posix
def test_without_locks_nothing_is_removed_and_everything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leftover(tmp_path)

    def no_locks(descriptor: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(temporary_file, "try_lock", no_locks)
    with atomic_writer(tmp_path / "out", ValueError) as write:
        write(b"whole")
    assert names(tmp_path) == sorted([path.name, "out"])


@posix
def test_a_new_file_that_is_removed_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process that cleans up between its creation and its lock."""
    lock, calls = temporary_file.try_lock, []

    def late(descriptor: int) -> bool:
        calls.append(descriptor)
        if len(calls) == 1:
            (path,) = tmp_path.iterdir()
            path.unlink()
        return len(calls) != 2 and lock(descriptor)

    monkeypatch.setattr(temporary_file, "try_lock", late)
    with atomic_writer(tmp_path / "out", ValueError) as write:
        write(b"whole")
    assert (len(calls), names(tmp_path), (tmp_path / "out").read_bytes()) == (3, ["out"], b"whole")


def test_on_windows_idle_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open file cannot be removed there, so no lock is needed; one just closed may be about to be renamed."""
    young, old = leftover(tmp_path, "young"), leftover(tmp_path, "old")
    os.utime(old, (time.time() - 60,) * 2)
    monkeypatch.setattr(sys, "platform", "win32")
    with atomic_writer(tmp_path / "out", ValueError) as write:
        write(b"whole")
    assert names(tmp_path) == sorted([young.name, "out"])


def test_folders_that_cannot_be_listed_are_ignored(tmp_path: Path) -> None:
    remove_leftovers(tmp_path / "nowhere")


def test_the_name_of_a_temporary_file_is_no_longer_than_allowed(tmp_path: Path) -> None:
    for name in ("n" * 255, "目" * 80 + ".html", "a\nb"):
        with atomic_writer(tmp_path / name, ValueError) as write:
            write(b"whole")
        assert (tmp_path / name).read_bytes() == b"whole"
        leftover(tmp_path, name)
    remove_leftovers(tmp_path)
    assert len(names(tmp_path)) == 3
