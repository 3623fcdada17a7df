"""Compiled kernels on disk, in the user's cache directory, shared by every copy of this package with the same kernels.

numba's own cache compiles anew for every path of a file, and notices a change in the file of a kernel, but not in the
files of the kernels it calls. So the folder is named by a hash of all of them, and within it kernels are filed under
the names of their modules. Imported only where numba is installed.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from .cache_dir import cache_folder


def _kernel_hash() -> str:
    """Return a short hash of the text of all kernels of this package, and of the two modules that compile them."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in [Path(__file__).with_name("jit.py"), Path(__file__), *sorted(package.rglob("*_kernels.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _folder() -> Path:
    """Return the kernels' folder in the user's cache, or one in the temporary directory if that is read-only."""
    key = f"kernels-{_kernel_hash()}"
    wanted = cache_folder() / key
    if _writable(wanted):
        return wanted
    if not hasattr(os, "getuid"):
        return Path(tempfile.gettempdir()) / "mokusan" / key
    shared = Path(tempfile.gettempdir()) / f"mokusan-{os.getuid()}"
    shared.mkdir(mode=0o700, exist_ok=True)
    # Cached code is executed when it is loaded: use no folder that belongs to another user.
    return (shared if shared.stat().st_uid == os.getuid() else Path(tempfile.mkdtemp(prefix="mokusan-"))) / key


CACHE_FOLDER = _folder()


@cache
def _text_hash(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class _Locator:
    """numba's cache locator for one kernel; the method names are numba's."""

    def __init__(self, function: Callable[..., Any], path: str) -> None:
        self._folder = CACHE_FOLDER / function.__module__
        self._stamp = _text_hash(path)  # for kernels outside this package, as in tests
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> _Locator:
        return cls(function, path)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)


class _LocatedImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012


class _Cache(FunctionCache):
    _impl_class = _LocatedImpl


def keep_on_disk(compiled: Any) -> None:
    """Let numba load this kernel from `CACHE_FOLDER`, or save it there when it is compiled."""
    make: Any = _Cache  # untyped in numba
    compiled._cache = make(compiled.py_func)  # as numba's own `enable_caching` does
