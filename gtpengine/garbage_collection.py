"""How often the program looks for garbage that is in reference cycles."""

from __future__ import annotations

import gc

THRESHOLDS = (50_000, 50, 100)


def collect_rarely() -> None:
    """Let the garbage collector of this process run far less often than by default.

    Analyses make many objects that live long, and no reference cycles (a test counts them), so that looking for them
    costs a twentieth of the time and finds nothing. numba makes cycles while it compiles: up to 100 MB stay in memory
    then.
    """
    gc.set_threshold(*THRESHOLDS)


__all__ = ["THRESHOLDS", "collect_rarely"]
