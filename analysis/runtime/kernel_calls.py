"""How kernels call one another: all that a kernel calls is optimised with it, as one program.

numba compiles each function to machine code of its own, with copies of all that it calls, and optimises these copies
again at every level of calls. Most kernels are only called by kernels. So a call is compiled by a second dispatcher of
the called kernel (`part_dispatcher`), which stops before optimisation: only kernels that Python calls become machine
code. This takes half the time to compile, and runs faster: what a kernel calls is known to have no other caller
(`EntryCompiler`), so that LLVM puts functions of one caller into it and drops arguments that are not used.

A kernel may call itself, but two kernels may not call one another: what calls them raises RuntimeError.

Overrides methods of numba's code libraries and dispatchers. Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.typed_passes import NativeLowering

from .kernel_indexing import PlainLowering


class _PartLibrary(JITCodeLibrary):
    """LLVM code to be linked into that of callers: it is not optimised, and not made into machine code."""

    def _optimize_final_module(self) -> None:
        """Leave this to the caller's library."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The code of a kernel that Python calls, with all that it calls."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":  # linked in
                function.linkage = "internal"
        super()._optimize_final_module()


class _KernelCompiler(Compiler):
    """numba's compiler with plain indexing, and with a library for the code of each function."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = self._new_library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(PlainLowering if one is NativeLowering else one, text) for one, text in passes.passes]
        passes.finalize()
        return [passes]

    def _new_library(self, codegen: Any, name: str) -> Any:
        raise NotImplementedError


class EntryCompiler(_KernelCompiler):
    """numba's compiler, for a kernel that Python calls."""

    def _new_library(self, codegen: Any, name: str) -> Any:
        library = _EntryLibrary(codegen, name)
        library.enable_object_caching()  # or it cannot be kept on disk
        return library


class _PartCompiler(_KernelCompiler):
    """numba's compiler, for a kernel that another kernel calls."""

    def _new_library(self, codegen: Any, name: str) -> Any:
        self.state.flags.no_compile = True
        return _PartLibrary(codegen, name)


def part_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Return a dispatcher that compiles a function as a part of kernels that call it, by the options of `numba.njit`.

    Python cannot call it.
    """
    njit: Any = numba.njit  # its types do not name all options
    part = njit(**options, no_cpython_wrapper=True, pipeline_class=_PartCompiler)(function)

    def key(arguments: Any) -> tuple[Any, ...]:
        return (__name__, id(part), tuple(arguments))  # by which numba finds the code to be called

    def add(result: Any) -> None:
        arguments = tuple(result.signature.args)
        part.overloads[arguments] = result
        part.targetctx.insert_user_function(key(arguments), result.fndesc, [result.library])

    part.add_overload = add
    part.get_overload = key
    return part


def call_part(compiled: Any, part: Any) -> None:
    """Let kernels that call `compiled` be compiled with `part`, which becomes an attribute of it."""
    compiled.part = part
    compiled._compiling_counter = part._compiling_counter  # by which numba knows that a kernel calls itself
    compiled.get_call_template = part.get_call_template
    compiled.get_overload = part.get_overload


__all__ = ["EntryCompiler", "call_part", "part_dispatcher"]
