"""The folder on this machine for data that is kept between runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return Mokusan's folder in the user's cache, or the one that MOKUSAN_CACHE_DIR names. It is not created."""
    named = os.environ.get("MOKUSAN_CACHE_DIR")
    return Path(named) if named else _user_cache() / "mokusan"


def _user_cache() -> Path:
    """Return the user's cache directory on this platform."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
