"""Where the caches lie on each platform, and that compiled kernels lie where no other user can write."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from analysis.runtime import cache_dir, notices
from analysis.runtime.cache_dir import cache_folder, kernel_folder, make_private

ROOT = Path(__file__).parents[3]
posix = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes")


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Return the list of notices. The environment names no folder, temporary files are in `tmp_path`/tmp."""
    texts: list[str] = []
    monkeypatch.setattr(notices, "_said", [])
    monkeypatch.setattr(notices, "_subscribers", [texts.append])
    for name in ("MOKUSAN_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    kernel_folder.cache_clear()
    cache_dir._temporary_folder.cache_clear()
    yield texts
    kernel_folder.cache_clear()
    cache_dir._temporary_folder.cache_clear()


def mode(path: Path) -> int:
    return path.lstat().st_mode & 0o777


# -- the cache folder ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "environment", "expected"), [
    ("linux", {}, "/home/me/.cache/mokusan"),
    ("linux", {"XDG_CACHE_HOME": ""}, "/home/me/.cache/mokusan"),
    ("linux", {"XDG_CACHE_HOME": "/xdg", "LOCALAPPDATA": "/local"}, "/xdg/mokusan"),
    ("darwin", {"XDG_CACHE_HOME": "/xdg"}, "/home/me/Library/Caches/mokusan"),
    ("win32", {}, "/home/me/AppData/Local/mokusan"),
    ("win32", {"LOCALAPPDATA": "/local", "XDG_CACHE_HOME": "/xdg"}, "/local/mokusan"),
    *((platform, {"MOKUSAN_CACHE_DIR": "/named", "XDG_CACHE_HOME": "/xdg"}, "/named")
      for platform in ("linux", "darwin", "win32")),
])  # fmt: skip
def test_the_cache_folder_of_each_platform(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Path(expected)


NO_HOME = Mock(side_effect=RuntimeError("Could not determine home directory."))


@pytest.mark.parametrize(("platform", "name"), [
    ("linux", "MOKUSAN_CACHE_DIR"), ("linux", "XDG_CACHE_HOME"), ("win32", "LOCALAPPDATA"),
    ("darwin", "MOKUSAN_CACHE_DIR"),
])  # fmt: skip
def test_no_home_is_needed_where_the_environment_names_a_folder(
    platform: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", NO_HOME)
    monkeypatch.setenv(name, str(tmp_path / "named"))
    assert cache_folder().is_relative_to(tmp_path / "named")


@pytest.mark.parametrize("home", [NO_HOME, Mock(return_value=Path(ROOT.anchor))], ids=["none", "root"])
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_without_a_home_there_is_a_private_temporary_folder(
    platform: str, home: Mock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", home)
    found = cache_folder()
    assert found.parent == tmp_path / "tmp"
    assert sys.platform == "win32" or mode(found) == 0o700
    cache_dir._temporary_folder.cache_clear()
    assert cache_folder() == found  # later processes find it again
    assert kernel_folder().parent == found


UNKNOWN_USER = """
import os
from analysis.runtime.cache_dir import cache_folder, kernel_folder
os.setgroups([])
os.setgid(12345)
os.setuid(12345)
try:
    print(cache_folder(), kernel_folder())
except PermissionError as error:
    print("cannot read", error.filename)
"""


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_a_user_unknown_to_the_system() -> None:
    """As in `docker run -u 12345`: no entry in the list of users, no HOME."""
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.chmod(place, 0o777)
        run = subprocess.run(
            [sys.executable, "-c", UNKNOWN_USER], env={"TMPDIR": place}, cwd=ROOT, capture_output=True, text=True)
        if "cannot read" in run.stdout:
            pytest.skip("other users cannot read the sources")
        folder, kernels = run.stdout.split()
        assert folder == f"{place}/mokusan-12345"
        assert kernels.startswith(f"{folder}/kernels-")
        assert (mode(Path(kernels)), Path(kernels).stat().st_uid) == (0o700, 12345)


# -- the kernels' folder ------------------------------------------------------------------------------------------


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the kernels' folder of a user who has none yet."""
    monkeypatch.setenv("MOKUSAN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / f"kernels-{cache_dir._kernel_hash()}"


def test_choosing_the_folder_loads_no_numba() -> None:
    code = "import sys, analysis.runtime.cache_dir as folders; folders.kernel_folder(); print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True).stdout == "False\n"


def test_the_folder_is_named_by_all_kernels(wanted: Path) -> None:
    assert kernel_folder() == wanted
    assert re.fullmatch("kernels-[0-9a-f]{16}", wanted.name)


@posix
def test_the_folder_is_created_for_its_user_alone(wanted: Path, heard: list[str]) -> None:
    before = os.umask(0o002)
    try:
        assert kernel_folder() == wanted
    finally:
        os.umask(before)
    assert mode(wanted) == 0o700
    assert heard == []


@posix
@pytest.mark.parametrize("flaw", ["group", "world", "link", "owner"])
def test_a_folder_within_reach_of_others_is_refused(
    flaw: str, wanted: Path, tmp_path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if flaw == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        wanted.parent.mkdir()
        wanted.symlink_to(tmp_path / "elsewhere")
    else:
        wanted.mkdir(parents=True)
        wanted.chmod({"group": 0o770, "world": 0o707}.get(flaw, 0o700))
    if flaw == "owner":
        lstat = Path.lstat
        foreign = SimpleNamespace(st_mode=0o40700, st_uid=os.geteuid() + 1)
        monkeypatch.setattr(Path, "lstat", lambda path: foreign if path == wanted else lstat(path))
    found = kernel_folder()
    assert found.is_relative_to(tmp_path / "tmp")
    assert mode(found.parent) == 0o700
    kernel_folder.cache_clear()
    assert kernel_folder() == found
    reason = {
        "group": "other users can write to it", "world": "other users can write to it", "link": "it is a symbolic link",
        "owner": "it belongs to another user",
    }[flaw]
    assert heard == [f"{wanted}: not used, as {reason}; compiled kernels are kept in {found}"]


@posix
def test_a_temporary_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", NO_HOME)
    taken = tmp_path / "tmp" / f"mokusan-{os.geteuid()}"
    taken.mkdir()
    taken.chmod(0o777)
    found = kernel_folder()
    assert found.is_relative_to(tmp_path / "tmp")
    assert not found.is_relative_to(taken)
    assert mode(found.parent) == 0o700


def test_no_mode_is_checked_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "geteuid", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    wanted = tmp_path / "local" / "mokusan" / f"kernels-{cache_dir._kernel_hash()}"
    wanted.mkdir(parents=True)
    wanted.chmod(0o777)
    assert kernel_folder() == wanted
    assert heard == []


def test_a_read_only_cache_falls_back_silently(wanted: Path, tmp_path: Path, heard: list[str]) -> None:
    wanted.parent.write_text("in the way")
    assert kernel_folder().is_relative_to(tmp_path / "tmp")
    assert heard == []


def test_without_any_place_to_write_nothing_is_kept(wanted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose file system is read-only."""
    wanted.parent.write_text("in the way")
    monkeypatch.setattr(tempfile, "gettempdir", Mock(side_effect=FileNotFoundError("no usable temporary directory")))
    with pytest.raises(OSError, match="mokusan"):
        make_private(kernel_folder())
