"""Compiled kernels: one source, compiled by numba on first need, plain Python where numba is missing.

Every `_kernels.py` (`*_kernels.py` where one would be long) decorates its functions with `kernel`. Importing one is
what loads numba, so the code beside it imports it inside functions: the engine answers `name` before numba is there.

The compiled code is kept on disk (`_kernel_cache`).

A kernel that kernels call is compiled once: numba would do it anew for each constant it is called with, and for each
width of its integers, which takes half as long again and makes nothing faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .notices import notify_once

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any
_event: Any
_types: Any
try:
    import numba
    from numba.core import config as _config
    from numba.core import event as _event
    from numba.core import types as _types

    COMPILED = not _config.DISABLE_JIT
    _WHY_NOT = "numba is switched off (NUMBA_DISABLE_JIT)"
except ImportError:
    COMPILED = False
    _WHY_NOT = "numba is not installed"


_OPTIONS: dict[str, Any] = {
    "nogil": True, "error_model": "numpy",
    "no_cfunc_wrapper": True,  # a way in for C: nobody takes it, and it costs time
}  # fmt: skip


if not COMPILED:
    notify_once(f"{_WHY_NOT}: the kernels run as plain Python, much slower")
else:
    from .kernel_cache import keep_on_disk

    class _Announcer(_event.Listener):  # type: ignore[misc]
        """Says which package's kernels are being compiled: what is found on disk takes no time and goes unsaid."""

        def on_start(self, event: Any) -> None:
            package = str(event.data["dispatcher"].py_func.__module__).rpartition(".")[0]
            if package.partition(".")[0] == str(__package__).partition(".")[0]:
                notify_once(f"compiling the kernels of {package}; this happens once and takes a minute at most")

        def on_end(self, event: Any) -> None:
            """Nobody waits for this."""

    _event.register("numba:compile", _Announcer())


def kernel(function: Function) -> Function:
    """Compile `function` with numba on its first call, keep the result on disk; without numba, return it."""
    return _compile(function, False)


def vector_kernel(function: Function) -> Function:
    """As `kernel`, for loops over floats that may be summed in any order: so they run in SIMD lanes.

    NaN and infinity keep their meaning.
    """
    return _compile(function, {"reassoc", "contract", "nsz"})


def _compile(function: Function, fastmath: bool | set[str]) -> Function:
    if not COMPILED:
        return function
    compiled: Any = numba.njit(fastmath=fastmath, **_OPTIONS)(function)
    keep_on_disk(compiled)
    _widen(compiled)
    return cast(Function, compiled)


def _widen(compiled: Any) -> None:
    """Take the signed integers that other kernels hand it as int64, constants too.

    This overrides how numba asks for a kernel's types; a numba without that method compiles as it likes.
    """
    ask = getattr(compiled, "get_call_template", None)
    if ask is None:
        return

    def wide(given: Any) -> Any:
        plain = _types.unliteral(given)
        return _types.int64 if isinstance(plain, _types.Integer) and plain.signed else plain

    def widened(args: Any, kws: Any) -> Any:
        return ask(tuple(map(wide, args)), {name: wide(given) for name, given in kws.items()})

    compiled.get_call_template = widened


lowest_bit: Any
bit_count: Any

if COMPILED:
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def lowest_bit(_context: Any, bits: Any) -> Any:
        """The place, from 0, of the lowest bit set; of a uint64 that is not 0. One machine instruction."""

        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return _types.intp(_types.uint64), code

    @intrinsic
    def bit_count(_context: Any, bits: Any) -> Any:
        """How many bits of a uint64 are set. One machine instruction."""

        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return _types.intp(_types.uint64), code

else:

    def lowest_bit(bits: Any) -> int:
        """The place, from 0, of the lowest bit set; of a uint64 that is not 0."""
        number = int(bits)
        return (number & -number).bit_length() - 1

    def bit_count(bits: Any) -> int:
        """How many bits of a uint64 are set."""
        return int(bits).bit_count()
