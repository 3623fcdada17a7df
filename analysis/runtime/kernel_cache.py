"""Compiled kernels on disk, in the user's cache directory, shared by every copy of this package with the same kernels.

numba's own cache compiles anew for every path of a file, and notices a change in the file of a kernel, but not in the
files of the kernels it calls. So the folder (`kernel_folder`) is named by a hash of all of them, and within it kernels
are filed under the names of their modules. Imported only where numba is installed.

This is only a cache: a kernel that cannot be loaded, for whatever reason, is compiled anew, and one that cannot be
saved is used nevertheless. Either is said once.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.runtime import nrt

from .cache_dir import kernel_folder, make_private
from .notices import notify_once
from .numba_parts import load_array_functions

CACHE_FOLDER = kernel_folder()


def _report_damage(error: Exception) -> None:
    """Say that kernels cannot be loaded; not on Windows while another process is replacing the file."""
    if not (sys.platform == "win32" and isinstance(error, PermissionError)):
        notify_once(f"{CACHE_FOLDER}: compiled kernels here are damaged or unreadable; they are compiled anew")


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
        make_private(CACHE_FOLDER)
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)


class _LocatedImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012


class _Files(IndexDataCacheFile):
    """numba's files of one kernel: an index, and a data file for each signature; the names of the methods are numba's.

    Unlike numba's, a data file begins with a checksum, since damaged machine code may end the process. And its name
    depends on what it holds: if two processes numbered their files at the same time, the index of one could name the
    data of the other, which is of another signature.
    """

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except Exception as error:  # unpickling may raise anything
            _report_damage(error)
            return None

    def save(self, key: Any, data: Any) -> None:
        contents = repr((self._version, self._source_stamp, key))
        name = self._index_name.removesuffix("nbi") + hashlib.sha256(contents.encode()).hexdigest()[:16] + ".nbc"
        self._save_data(name, data)  # before the index, which thus names no data to come
        overloads = self._load_index()
        if overloads.get(key) != name:
            self._save_index({**overloads, key: name})

    def _load_index(self) -> dict[Any, str]:
        try:
            overloads: dict[Any, str] = dict(super()._load_index())
        except Exception as error:
            _report_damage(error)
            return {}
        return overloads

    def _save_data(self, name: str, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        digest, content = data[:32], data[32:]
        if hashlib.sha256(content).digest() != digest:
            raise ValueError("damaged")
        return pickle.loads(content)


class _Cache(FunctionCache):
    """numba's cache of one kernel, which neither fails to load nor to save."""

    _impl_class = _LocatedImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _Files(locator.get_cache_path(), self._impl.filename_base, locator.get_source_stamp())

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Load a kernel without numba's implementations of functions, which numba would load first.

        They take a quarter of a second, with SciPy's linear algebra; only compilation needs them, and it loads them.
        """
        try:
            load_array_functions()
            nrt.rtsys.initialize(context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, context)
        except Exception as error:
            _report_damage(error)
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            super().save_overload(signature, compiled)
        except OSError as error:
            notify_once(f"{CACHE_FOLDER}: compiled kernels cannot be kept: {error.strerror or error}")


def keep_on_disk(compiled: Any) -> None:
    """Let numba load this kernel from `CACHE_FOLDER`, or save it there when it is compiled."""
    make: Any = _Cache  # untyped in numba
    compiled._cache = make(compiled.py_func)  # as numba's own `enable_caching` does
