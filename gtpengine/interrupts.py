"""Ctrl-C, which waits for the end of the call of a compiled kernel."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

TraceFunction = Callable[[FrameType, str, object], "TraceFunction"]


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt for Ctrl-C in this block as usual, but where a kernel is called when the call is over.

    In the call numba would go on with the exception set: the call raises SystemError ("returned a result with an
    exception set"), returns as if nothing had happened, or crashes. Where a kernel is loaded the exception is lost, or
    memory freed twice. Changes nothing where Ctrl-C is ignored or handled otherwise, and outside the main thread.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _interrupt)
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is _interrupt:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, in the call of a kernel at the next line of its caller, or when that returns.

    For the latter the thread is traced; a trace function that was set before, as by a debugger, is dropped.
    """
    caller = _frame_to_interrupt(frame)
    if caller is None:
        raise KeyboardInterrupt

    def interrupt_caller(frame: FrameType, event: str, argument: object) -> TraceFunction:
        if event == "exception":  # Python clears what is raised here where the exception is StopIteration
            return interrupt_caller
        raise KeyboardInterrupt  # which ends the tracing, too

    caller.f_trace = interrupt_caller
    sys.settrace(lambda *_: None)  # so that the caller is traced; functions that are called meanwhile are not


def _frame_to_interrupt(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame around all code that an exception must not leave; None if there is no such code."""
    found = None
    while frame is not None:
        if _is_called_from_c(frame):
            found = frame.f_back
        frame = frame.f_back
    return found


def _is_called_from_c(frame: FrameType) -> bool:
    """Whether this is Python code that numba or LLVM may have called from C, where an exception is lost or worse.

    That is `_numba_unpickle`, for the types that a kernel takes and returns; `__new__` of named tuples, since kernels
    return some; and all of llvmlite, which loads kernels by callbacks and would free them twice.
    """
    code = frame.f_code
    makes_named_tuple = code.co_filename == "<string>" and code.co_varnames[:1] == ("_cls",)
    of_llvmlite = str(frame.f_globals.get("__name__")).startswith("llvmlite.")
    return code.co_name == "_numba_unpickle" or makes_named_tuple or of_llvmlite


__all__ = ["deferred_interrupts"]
