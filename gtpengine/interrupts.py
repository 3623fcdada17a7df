"""Ctrl-C, also where a compiled kernel is called."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_received = threading.Event()


@contextmanager
def recorded_interrupts() -> Iterator[None]:
    """Record that Ctrl-C was received during this block, and raise KeyboardInterrupt for it as usual.

    KeyboardInterrupt alone may be lost: when it is raised while numba converts the arguments or the result of a
    kernel, the call raises SystemError ("returned a result with an exception set") instead, or nothing. This block
    raises KeyboardInterrupt for such a SystemError. Code in it that goes on after any Exception, and long loops, must
    call `raise_if_interrupted`. Blocks may be nested. Records nothing where Ctrl-C is ignored or handled otherwise, and
    outside the main thread.
    """
    here = threading.current_thread() is threading.main_thread()
    outermost = here and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if outermost:
            signal.signal(signal.SIGINT, _record)
        yield
    except SystemError:
        raise_if_interrupted()
        raise
    finally:
        if outermost:
            if signal.getsignal(signal.SIGINT) is _record:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            _received.clear()


def raise_if_interrupted() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was received since `recorded_interrupts` began."""
    if _received.is_set():
        raise KeyboardInterrupt


def _record(number: int, frame: FrameType | None) -> None:
    _received.set()
    raise KeyboardInterrupt


__all__ = ["raise_if_interrupted", "recorded_interrupts"]
