"""Files written whole or not at all: the target after success and after an error, and names that cannot be written."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gtpengine.files.atomic_write import atomic_writer


class WriteError(ValueError):
    """The exception of the writer of these files."""


posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_appears_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with atomic_writer(target, WriteError) as write:
        write(b"one ")
        write(b"two")
        assert not target.exists()
    assert target.read_bytes() == b"one two"
    assert names(tmp_path) == ["out"]
    with atomic_writer(str(target), WriteError):
        assert target.read_bytes() == b"one two"
    assert target.read_bytes() == b""


@pytest.mark.parametrize("error", [ValueError("a bad line"), OSError(5, "of another file"), KeyboardInterrupt()])
def test_an_error_leaves_the_file_unchanged(error: BaseException, tmp_path: Path) -> None:
    target = tmp_path / "out"

    def half_written() -> None:
        with atomic_writer(target, WriteError) as write:
            write(b"half")
            raise error

    for before in ([], ["out"]):
        with pytest.raises(type(error)) as caught:
            half_written()
        assert caught.value is error
        assert names(tmp_path) == before
        target.write_bytes(b"as it was")
    assert target.read_bytes() == b"as it was"


@posix
def test_links_are_followed_and_modes_are_kept(tmp_path: Path) -> None:
    real, link, fresh = tmp_path / "real", tmp_path / "link", tmp_path / "fresh"
    real.write_bytes(b"")
    real.chmod(0o640)
    link.symlink_to(real)
    for path in (link, fresh):
        with atomic_writer(path, WriteError) as write:
            write(b"new")
    assert (link.is_symlink(), real.read_bytes()) == (True, b"new")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert fresh.stat().st_mode == plain.stat().st_mode


@posix
def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    with atomic_writer(pipe, WriteError) as write:
        write(b"through")
    reader.join()
    assert received == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_unwritable_names_fail_at_the_beginning(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "no" / "out", "No such file or directory")):
        with pytest.raises(WriteError) as caught, atomic_writer(path, WriteError):
            pytest.fail("the block began")
        assert str(caught.value) == f"{path}: cannot write: {why}"


@posix
def test_a_read_only_file_is_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"as it was")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the superuser may write anything
    with pytest.raises(WriteError, match="out: cannot write: Permission denied"), atomic_writer(target, WriteError):
        pytest.fail("the block began")
    assert (names(tmp_path), target.read_bytes()) == (["out"], b"as it was")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("data", [b"little", b"much" * 100_000])
def test_a_full_disk_is_one_line(data: bytes) -> None:
    with (
        pytest.raises(WriteError, match=r"^/dev/full: cannot write: No space left on device$"),
        atomic_writer("/dev/full", WriteError) as write,
    ):
        write(data)


NO_SPACE = "No space left on device"


@pytest.mark.parametrize("function", ["fsync", "chmod", "replace"])
def test_a_disk_that_is_full_at_the_end_leaves_the_file_unchanged(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Network file systems find out only then."""
    target = tmp_path / "out"
    target.write_bytes(b"as it was")

    def fail(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, NO_SPACE)

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(WriteError, match=f": cannot write: {NO_SPACE}$"), atomic_writer(target, WriteError) as write:
        write(b"torso")
    assert (names(tmp_path), target.read_bytes()) == (["out"], b"as it was")


def test_a_file_system_that_cannot_sync_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fail)
    with atomic_writer(tmp_path / "out", WriteError) as write:
        write(b"whole")
    assert (tmp_path / "out").read_bytes() == b"whole"


SMALL_DISK = """
import resource, sys
from gtpengine.files.text_files import write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_text(sys.argv[1], "torso " * int(sys.argv[2]))
except ValueError as error:
    print(error, end="")
"""


@posix
@pytest.mark.parametrize("words", [1000, 100_000])
def test_a_disk_that_is_full_midway_leaves_the_file_unchanged(words: int, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"as it was")
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(target), str(words)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{target}: cannot write: File too large", "")
    assert (names(tmp_path), target.read_bytes()) == (["out"], b"as it was")
