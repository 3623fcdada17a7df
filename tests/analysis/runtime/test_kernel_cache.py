"""Compiled kernels on disk are only a cache: whatever happens to the files, kernels run, and that is said once."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.runtime.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing or switched off: nothing is compiled")

ROOT = Path(__file__).parents[3]

KERNELS = """
from analysis.runtime.jit import kernel

@kernel
def halved(x):
    return x / 2

@kernel
def doubled(x):
    return x + x + halved(x) - halved(x)
"""

RUN = """
import sys
sys.path.insert(0, sys.argv[1])
from analysis.runtime import kernel_cache, notices
notices.subscribe(lambda text: print("notice:", text))
import some_kernels
print(kernel_cache.CACHE_FOLDER)
{before}
print(some_kernels.doubled(21), some_kernels.doubled(1.5))
print("hits", sum(some_kernels.doubled.stats.cache_hits.values()))
"""
ANSWERS = "42.0 3.0"


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a module of kernels and their cache, compiled once for all tests."""
    folder = tmp_path_factory.mktemp("warm")
    (folder / "some_kernels.py").write_text(KERNELS)
    assert run(folder)[1:] == [ANSWERS, "hits 0"]
    assert len(list(folder.rglob("*.nbc"))) == 2  # a signature each; `halved` is part of both
    return folder


@pytest.fixture
def place(warm: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder for one test."""
    shutil.copytree(warm, tmp_path / "own")
    return tmp_path / "own"


def start(folder: Path, before: str = "", **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN.format(before=before), str(folder)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "MOKUSAN_CACHE_DIR": str(folder / "cache"), **environment},
    )


def finished(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.splitlines()


def run(folder: Path, before: str = "", **environment: str) -> list[str]:
    return finished(start(folder, before, **environment))


def files(folder: Path, ending: str) -> list[Path]:
    found = sorted((folder / "cache").rglob(f"*.{ending}"))
    assert found
    return found


# -- damaged files ------------------------------------------------------------------------------------------------


def middle_changed(data: bytes) -> bytes:
    """Return machine code with changed bytes, which unpickles as before."""
    half = len(data) // 2
    return data[:half] + bytes(byte ^ 0x5A for byte in data[half : half + 64]) + data[half + 64 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"", "cut": lambda data: data[: len(data) // 2], "garbage": lambda data: b"no pickle" * 50,
    "changed": middle_changed,
}


@pytest.mark.parametrize(("ending", "damage"), [
    ("nbi", "cut"), ("nbc", "changed"),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("nbi", "empty"), ("nbi", "garbage"), ("nbc", "empty"), ("nbc", "cut"), ("nbc", "garbage"),
    )),
])  # fmt: skip
def test_damaged_files_are_compiled_anew_and_replaced(ending: str, damage: str, place: Path) -> None:
    paths = files(place, ending)
    for path in paths:
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
    folder, *lines = run(place)
    assert lines == [
        f"notice: {folder}: compiled kernels here are damaged or unreadable; they are compiled anew", ANSWERS, "hits 0"]
    assert run(place) == [folder, ANSWERS, "hits 2"]
    assert files(place, ending) == paths


def test_a_changed_byte_is_noticed_where_the_content_still_unpickles(tmp_path: Path) -> None:
    from analysis.runtime.kernel_cache import _Files

    kept = _Files(str(tmp_path), "kernel", "stamp")
    kept._save_data("kernel.nbc", b"machine code")
    assert kept._load_data("kernel.nbc") == b"machine code"
    path = tmp_path / "kernel.nbc"
    path.write_bytes(path.read_bytes().replace(b"code", b"cove"))
    with pytest.raises(ValueError, match="damaged"):
        kept._load_data("kernel.nbc")


def test_a_folder_in_the_place_of_an_index(place: Path) -> None:
    for path in files(place, "nbi"):
        path.unlink()
        path.mkdir()
    lines = run(place)
    assert lines[-2:] == [ANSWERS, "hits 0"]
    assert len([line for line in lines if line.startswith("notice:")]) == 2


def test_data_of_another_machine_or_version_are_not_loaded(place: Path) -> None:
    """What cannot be rebuilt although it is undamaged is a miss, too."""
    before = """
from numba.core.caching import CompileResultCacheImpl
def fail(*_): raise RuntimeError("another version")
CompileResultCacheImpl.rebuild = fail"""
    folder, *lines = run(place, before)
    assert len(lines) == 3
    assert lines[1:] == [ANSWERS, "hits 0"]
    assert run(place) == [folder, ANSWERS, "hits 2"]


def test_a_file_that_windows_locks_while_it_is_replaced_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.runtime import kernel_cache

    heard: list[str] = []
    monkeypatch.setattr(kernel_cache, "notify_once", heard.append)
    for platform, notices_heard in (("win32", 0), ("linux", 1)):
        monkeypatch.setattr(sys, "platform", platform)
        kernel_cache._report_damage(PermissionError(errno.EACCES, "Access is denied"))
        assert len(heard) == notices_heard


# -- files that cannot be written ---------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [errno.ENOSPC, pytest.param(errno.EDQUOT, marks=pytest.mark.slow)])
def test_a_full_disk_keeps_no_kernel_from_running(code: int, place: Path) -> None:
    shutil.rmtree(place / "cache")
    before = f"""
import os
def fail(*_): raise OSError({code}, os.strerror({code}))
os.replace = fail"""
    folder, *lines = run(place, before)
    assert lines == [f"notice: {folder}: compiled kernels cannot be kept: {os.strerror(code)}", ANSWERS, "hits 0"]
    assert [path for path in (place / "cache").rglob("*") if path.is_file()] == []
    assert run(place) == [folder, ANSWERS, "hits 0"]
    assert run(place) == [folder, ANSWERS, "hits 2"]


def test_a_folder_deleted_while_the_engine_runs_is_made_again(place: Path) -> None:
    folder, *lines = run(place, "import os, shutil; os.umask(2); shutil.rmtree(kernel_cache.CACHE_FOLDER)")
    assert lines == [ANSWERS, "hits 0"]
    assert run(place) == [folder, ANSWERS, "hits 2"]


# -- several processes, and clocks --------------------------------------------------------------------------------


def test_processes_that_start_cold_at_once_share_the_files(place: Path) -> None:
    shutil.rmtree(place / "cache")
    for lines in [finished(process) for process in [start(place) for _ in range(3)]]:
        assert len(lines) == 3  # no notice
        assert lines[1] == ANSWERS
    assert run(place)[1:] == [ANSWERS, "hits 2"]


MEETING = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
import some_kernels
place, value = Path(sys.argv[1]), sys.argv[2]
replace = os.replace

def wait_for(name):
    end = time.monotonic() + 60
    while not (place / name).exists():
        assert time.monotonic() < end, name
        time.sleep(0.002)

def ordered(source, target):
    kind = target[-4:]
    if "doubled" in target:
        (place / f"{value}{kind}.asked").touch()
        before = {"21.nbi": "1.5.nbi.asked", "1.5.nbi": "21.nbi", "21.nbc": "1.5.nbc"}
        wait_for(before.get(value + kind, ""))
    replace(source, target)
    if "doubled" in target:
        (place / (value + kind)).touch()

os.replace = ordered
print(some_kernels.doubled(eval(value)))
"""


def test_an_index_never_names_the_data_of_another_signature(place: Path) -> None:
    """Two processes compile for one signature each; the index of one is written last, and the data of the other."""
    shutil.rmtree(place / "cache")
    environment = {**os.environ, "MOKUSAN_CACHE_DIR": str(place / "cache")}
    running = [
        subprocess.Popen([sys.executable, "-c", MEETING, str(place), value], cwd=ROOT, env=environment, text=True,
                         stdout=subprocess.PIPE)
        for value in ("21", "1.5")
    ]
    assert [process.communicate(timeout=300)[0] for process in running] == ["42.0\n", "3.0\n"]
    for _ in range(2):
        lines = run(place)[1:]
        assert lines[0] == ANSWERS
    assert lines[1] == "hits 2"


@pytest.mark.parametrize("days", [pytest.param(-20_000, marks=pytest.mark.slow), 20_000])
def test_file_times_do_not_matter(days: int, place: Path) -> None:
    """A clock may go backwards, or be that of another machine."""
    when = max(0.0, time.time() + days * 86400)
    for path in place.rglob("*"):
        os.utime(path, (when, when))
    assert run(place)[1:] == [ANSWERS, "hits 2"]
