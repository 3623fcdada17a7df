"""Which kernels this process uses: all of them, those of the control field, or none of them yet.

While kernels are compiled elsewhere, a process can answer without them: `defer` makes all kernels plain Python, before
any is imported; `resume` replaces those that were imported since by compiled ones, in place, so that code that holds a
kernel module sees the compiled functions. In between positions are evaluated by the control field alone.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from enum import IntEnum


class KernelMode(IntEnum):
    """What has been compiled, as far as this process may use it."""

    PLAIN = 0
    """Nothing: kernels run as plain Python."""
    FIELD = 1
    """The kernels of the board, the control field and the ranker. The others would be compiled when they are called."""
    ALL = 2
    """Everything, or compiled when it is called."""


_mode = KernelMode.ALL
_plain_modules: dict[str, None] = {}
_callbacks: list[Callable[[], None]] = []


def kernel_mode() -> KernelMode:
    """Return the mode of this process."""
    return _mode


def defer() -> None:
    """Run kernels as plain Python until `resume`. Raises RuntimeError if kernels were imported already."""
    global _mode
    if f"{__package__}.jit" in sys.modules:
        raise RuntimeError("kernels can only be deferred before the first is imported")
    _mode = KernelMode.PLAIN


def resume(mode: KernelMode) -> None:
    """Use compiled kernels from now on, those of the control field or all. Loads numba.

    Modules that were imported as plain Python are executed again, each after those that it imports; their classes
    stay the same objects, so that values made before are valid arguments of compiled kernels.
    """
    global _mode
    before, _mode = _mode, mode
    if before is not KernelMode.PLAIN or mode is KernelMode.PLAIN:
        return
    jit = sys.modules.get(f"{__package__}.jit")
    if jit is not None:
        importlib.reload(jit)
    for name in tuple(_plain_modules):
        module = sys.modules[name]
        classes = {key: value for key, value in vars(module).items() if isinstance(value, type)}
        importlib.reload(module)
        vars(module).update(classes)
    _plain_modules.clear()
    for callback in _callbacks:
        callback()


def record_plain(module: str) -> None:
    """Note that a module's kernels run as plain Python. Called by the decorators, so after the module's own imports."""
    _plain_modules.setdefault(module)


def on_resume(callback: Callable[[], None]) -> None:
    """Call `callback` when compiled kernels replace plain ones: to drop what was cached about them."""
    _callbacks.append(callback)


def is_reading_compiled() -> bool:
    """Return whether the kernels of reading are compiled, so that the status of chains can be read. Loads numba."""
    if _mode is not KernelMode.ALL:
        return False
    from . import jit

    return jit.COMPILED
