"""The cache folder on every platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from analysis.runtime.cache_dir import cache_folder


@pytest.mark.parametrize(("platform", "variables", "expected"), [
    ("linux", {}, "home/.cache/mokusan"),
    ("linux", {"XDG_CACHE_HOME": "xdg"}, "xdg/mokusan"),
    ("darwin", {"XDG_CACHE_HOME": "xdg"}, "home/Library/Caches/mokusan"),
    ("win32", {}, "home/AppData/Local/mokusan"),
    ("win32", {"LOCALAPPDATA": "local"}, "local/mokusan"),
    ("win32", {"LOCALAPPDATA": "local", "MOKUSAN_CACHE_DIR": "named"}, "named"),
])  # fmt: skip
def test_the_folder_of_each_platform(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "MOKUSAN_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    assert cache_folder() == Path(expected)
