"""How kernels index arrays: a variable index counts from the start, and must not be negative.

NumPy counts a negative index from the end. For that numba compares each index that it does not know at compile time
with 0, which took a tenth of the time of searches. In a kernel only constants may be negative, or what is computed from
constants, but no variable, even if it only ever holds constants. With NUMBA_BOUNDSCHECK=1 (and a cache folder of its
own) an index that is negative or too large raises IndexError.

Overrides two methods of numba's code generator. Imported only where numba is installed.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering


class _PlainIndexing(Lower):
    """numba's code generator, with the indices of arrays as unsigned integers."""

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        return super().lower_getitem(resty, expr, value, index, self._unsigned(signature, index))

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        return super().lower_setitem(target_var, index_var, value_var, self._unsigned(signature, index_var))

    def _unsigned(self, signature: Any, index: Any) -> Any:
        """Return the signature of an access to an array by such an index; of other accesses unchanged."""
        container, kind, *value = signature.args
        if not isinstance(container, types.Array):
            return signature
        return signature.replace(args=(container, self._without_sign(kind, index), *value))

    def _without_sign(self, kind: Any, index: Any) -> Any:
        """Return the type of an index, in which integers have no sign unless they are constants."""
        made = guard(get_definition, self.func_ir, index)
        if isinstance(kind, types.BaseTuple) and getattr(made, "op", "") == "build_tuple":
            pairs: Any = zip(kind, made.items, strict=True)  # type: ignore[call-overload]
            return types.Tuple([self._without_sign(part, item) for part, item in pairs])
        return types.uintp if isinstance(kind, types.Integer) and not self._is_constant(made) else kind

    def _is_constant(self, made: Any) -> bool:
        """Return whether the definition of a variable has no variables: numbers, names of modules, and what is computed
        from these.
        """
        if isinstance(made, ir.Const | ir.Global | ir.FreeVar):
            return True
        if getattr(made, "op", "") not in ("unary", "binop", "getattr"):
            return False
        return all(self._is_constant(guard(get_definition, self.func_ir, used)) for used in made.list_vars())


@register_pass(mutates_CFG=True, analysis_only=False)
class PlainLowering(BaseNativeLowering):
    """The pass of numba's compiler that generates code, with plain indexing."""

    _name: Any = "plain_lowering"

    @property
    def lowering_class(self) -> Any:
        return _PlainIndexing


__all__ = ["PlainLowering"]
