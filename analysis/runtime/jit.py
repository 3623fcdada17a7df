"""Compiled kernels: one source, compiled by numba on first need, plain Python where numba is missing.

Every `_kernels.py` (several `*_kernels.py` where one would be long) decorates its functions with `kernel`. Importing
one loads numba, so the modules beside it import it inside functions: the engine answers `name` before numba is loaded.

The compiled code is kept on disk (`kernel_cache`). What a kernel calls is compiled with it (`kernel_calls`).

Most kernels neither allocate arrays nor return them (`kernel`). They are compiled without the counting of references
to arrays, an atomic operation at every view and every call, which took two fifths of an evaluation. The others are
`array_kernel`s.

A kernel that other kernels call is typed once: numba would do it anew for each constant it is called with, and for each
width of its integers, which takes half as long again and makes nothing faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .kernel_mode import KernelMode, kernel_mode, record_plain
from .notices import notify_once

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any
_event: Any
_types: Any
_DEFERRED = kernel_mode() is KernelMode.PLAIN
try:
    if _DEFERRED:
        raise ImportError
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
    "no_cfunc_wrapper": True,  # an entry point for C: unused, and it costs time to compile
}  # fmt: skip


if not COMPILED and not _DEFERRED:
    notify_once(f"{_WHY_NOT}: the kernels run as plain Python, much slower")
elif COMPILED:
    from .kernel_cache import keep_on_disk
    from .kernel_calls import EntryCompiler, call_part, part_dispatcher

    class _CompilationNotice(_event.Listener):  # type: ignore[misc]
        """Sends a notice which package's kernels are being compiled; none for those found on disk."""

        def on_start(self, event: Any) -> None:
            package = str(event.data["dispatcher"].py_func.__module__).rpartition(".")[0]
            if package.partition(".")[0] == str(__package__).partition(".")[0]:
                notify_once(f"compiling the kernels of {package}; this happens once and takes a minute at most")

        def on_end(self, event: Any) -> None:
            """Do nothing; numba requires the method."""

    _event.register("numba:compile", _CompilationNotice())


def kernel(function: Function) -> Function:
    """Compile `function` with numba on its first call and keep the result on disk; without numba, return it.

    It may allocate no array, and neither return one nor get one from what it calls: references are not counted in it.
    Otherwise compilation raises NumbaError or TypeError.
    """
    return _compile(function, False, counted=False)


def array_kernel(function: Function) -> Function:
    """Compile as `kernel` does a function that may also allocate and return arrays."""
    return _compile(function, False, counted=True)


def vector_kernel(function: Function) -> Function:
    """Compile as `array_kernel` does, but allow float sums in any order, so that loops run in SIMD lanes.

    NaN and infinity keep their meaning.
    """
    return _compile(function, {"reassoc", "contract", "nsz"}, counted=True)


def _compile(function: Function, fastmath: bool | set[str], *, counted: bool) -> Function:
    if not COMPILED:
        record_plain(function.__module__)
        return function
    # stated for each kernel: what has no such option inherits it from the kernel that is compiled around it
    options: dict[str, Any] = {**_OPTIONS, "fastmath": fastmath, "_nrt": counted}
    compiled: Any = numba.njit(**options, pipeline_class=EntryCompiler)(function)
    part = part_dispatcher(function, options)
    if not counted:
        _refuse_new_arrays(compiled)
        _refuse_new_arrays(part)
    _unify_integers(part)
    call_part(compiled, part)
    keep_on_disk(compiled)
    return cast(Function, compiled)


def _refuse_new_arrays(compiled: Any) -> None:
    """Make compilation raise TypeError if a kernel without reference counts returns an array or gets one from a call.

    Such an array would never be freed, or freed twice. Views of arguments are allowed, and named tuples of them.
    """
    add = compiled.add_overload

    def checked(result: Any) -> None:
        typed = getattr(result.type_annotation, "calltypes", {})  # known only after compilation, not from disk
        kinds = getattr(result.type_annotation, "typemap", {})
        made = [
            str(node) for node, signature in typed.items()
            if getattr(node, "op", "") in ("call", "arrayexpr") and _holds_array(signature.return_type)
            and not (node.op == "call" and isinstance(kinds[node.func.name], _types.NamedTupleClass))
        ]  # fmt: skip
        if _holds_array(result.signature.return_type):
            made.append("return")
        if made:
            name = f"{compiled.py_func.__module__}.{compiled.py_func.__name__}"
            raise TypeError(f"{name}: expected a kernel without new arrays, got {', '.join(made)}: use array_kernel")
        add(result)

    compiled.add_overload = checked


def _holds_array(kind: Any) -> bool:
    """Return whether a numba type is an array, or a tuple with one in it."""
    return isinstance(kind, _types.Array) or (
        isinstance(kind, _types.BaseTuple) and any(_holds_array(part) for part in kind)
    )


def _unify_integers(compiled: Any) -> None:
    """Type the signed integers that other kernels pass to this one, constants included, as int64.

    This overrides how numba looks up a kernel by its argument types; without that method in numba nothing is changed.
    """
    template = getattr(compiled, "get_call_template", None)
    if template is None:
        return

    def widened(given: Any) -> Any:
        plain = _types.unliteral(given)
        return _types.int64 if isinstance(plain, _types.Integer) and plain.signed else plain

    def template_of_widened(args: Any, kws: Any) -> Any:
        return template(tuple(map(widened, args)), {name: widened(given) for name, given in kws.items()})

    compiled.get_call_template = template_of_widened


lowest_bit: Any
bit_count: Any

if COMPILED:
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def lowest_bit(_context: Any, bits: Any) -> Any:
        """Return the index of the lowest bit set in a uint64 other than 0, by one machine instruction."""

        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return _types.intp(_types.uint64), code

    @intrinsic
    def bit_count(_context: Any, bits: Any) -> Any:
        """Return how many bits of a uint64 are set, by one machine instruction."""

        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return _types.intp(_types.uint64), code

else:

    def lowest_bit(bits: Any) -> int:
        """Return the index of the lowest bit set in a uint64 other than 0."""
        number = int(bits)
        return (number & -number).bit_length() - 1

    def bit_count(bits: Any) -> int:
        """Return how many bits of a uint64 are set."""
        return int(bits).bit_count()
