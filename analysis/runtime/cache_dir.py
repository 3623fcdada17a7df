"""The folders on this machine for data that is kept between runs.

Compiled kernels are code that is executed when it is loaded, so their folder must belong to this user alone.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

from .notices import notify_once


def cache_folder() -> Path:
    """Return Mokusan's folder in the user's cache, or the one that MOKUSAN_CACHE_DIR names. It is not created.

    A user without a home has a temporary folder instead.
    """
    named = os.environ.get("MOKUSAN_CACHE_DIR")
    if named:
        return Path(named)
    user = _user_cache()
    return _temporary_folder() if user is None else user / "mokusan"


@cache
def kernel_folder() -> Path:
    """Return the folder of compiled kernels, created for this user alone.

    Its name has a hash of all kernels. It lies in the cache folder or, if that is read-only or the folder there is
    within reach of other users, in a temporary folder. Needs no numba.
    """
    name = f"kernels-{_kernel_hash()}"
    wanted = cache_folder() / name
    try:
        make_private(wanted)
    except _WithinReachOfOthersError as error:
        folder = _temporary_folder() / name
        notify_once(f"{wanted}: not used, as {error}; compiled kernels are kept in {folder}")
        return folder
    except OSError:
        return _temporary_folder() / name
    return wanted


def make_private(folder: Path) -> None:
    """Create a folder for this user alone, unless it is there; raises OSError if it is not private or not writable.

    No mode is checked on Windows, where the user's local application data and temporary folder are private.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.platform != "win32":
        found = folder.lstat()  # of a symbolic link itself, not of its target
        if not stat.S_ISDIR(found.st_mode):
            raise _WithinReachOfOthersError("it is a symbolic link")
        if found.st_uid != os.geteuid():
            raise _WithinReachOfOthersError("it belongs to another user")
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise _WithinReachOfOthersError("other users can write to it")
    with tempfile.TemporaryFile(dir=folder):
        pass


class _WithinReachOfOthersError(PermissionError):
    """Other users can, or could, write to a folder that should be private."""


def _user_cache() -> Path | None:
    """Return the user's cache directory on this platform; None for a user without a home."""
    named = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    if named and os.environ.get(named):
        return Path(os.environ[named])
    try:
        home = Path.home()
    except RuntimeError:  # neither in the environment nor in the list of users
        return None
    if home == Path(home.anchor):  # what containers give to a user without a home
        return None
    if sys.platform == "win32":
        return home / "AppData" / "Local"
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"


@cache
def _temporary_folder() -> Path:
    """Return this user's private folder among the temporary files.

    Later processes have the same one, unless another user has taken its name. Where there is no place for temporary
    files, the path returned is one at which nothing can be created.
    """
    try:
        place = Path(tempfile.gettempdir())
        shared = place / ("mokusan" if sys.platform == "win32" else f"mokusan-{os.geteuid()}")
        try:
            make_private(shared)
        except OSError:
            return Path(tempfile.mkdtemp(prefix="mokusan-"))
        return shared
    except OSError:
        return Path(os.devnull) / "mokusan"


def _kernel_hash() -> str:
    """Return a short hash of the text of all kernels of this package, and of the modules that compile them."""
    here = Path(__file__)
    digest = hashlib.sha256()
    compilers = [here.with_name("jit.py"), *here.parent.glob("kernel_*.py")]
    for path in [*sorted(compilers), *sorted(here.parents[1].rglob("*_kernels.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
