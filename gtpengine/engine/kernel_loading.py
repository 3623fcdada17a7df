"""Answers while kernels are compiled: by the control field alone at first, complete as soon as all kernels are ready.

When a front end starts on a machine where kernels are missing, they are compiled by other processes
(`kernel_warmup`), and this one goes on without them (`analysis.runtime.kernel_mode`): commands that need reading wait,
all others are answered by the control field.
"""

from __future__ import annotations

from collections.abc import Callable

from analysis.runtime import kernel_mode
from analysis.runtime.kernel_mode import KernelMode

from . import kernel_warmup

FIRST = kernel_warmup.STAGES[0].name
"""The stage with the kernels of the control field."""
FIELD_ONLY = "kernels are still being compiled: by the control field alone, without reading"


class KernelLoading:
    """The kernels of one process, as they become ready.

    log -- takes a line for stderr
    """

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log

    @classmethod
    def start(cls, log: Callable[[str], None]) -> KernelLoading:
        """Begin to compile what is missing, in the background. To be called before any kernel is imported."""
        loading = cls(log)
        if _all_ready():
            return loading
        kernel_mode.defer()
        kernel_warmup.start_in_background()
        log("compiling kernels in the background, once; until they are ready, answers use the control field alone")
        return loading

    @property
    def field_only(self) -> bool:
        """Whether positions are evaluated by the control field alone, since kernels are missing."""
        return kernel_mode.kernel_mode() is not KernelMode.ALL

    def update(self) -> bool:
        """Use the kernels that have become ready since the last call. Returns whether there are any."""
        before = kernel_mode.kernel_mode()
        if before is KernelMode.ALL:
            return False
        if _all_ready() or not kernel_warmup.is_running():
            now = KernelMode.ALL  # what the background could not compile is compiled when it is called
        elif kernel_warmup.is_ready(FIRST):
            now = KernelMode.FIELD
        else:
            return False
        return self._use(now)

    def wait(self, reading: bool = True) -> None:
        """Wait until all kernels are ready, or only those of the control field, with a line for stderr at times.

        If a stage fails, its kernels are compiled when they are called: no answer that needs them does without.
        """
        if self.field_only:
            kernel_warmup.wait(None if reading else FIRST, self._log)
            self._use(KernelMode.ALL if reading or _all_ready() else KernelMode.FIELD)

    def _use(self, mode: KernelMode) -> bool:
        """Use the kernels of a mode from now on. Returns whether they were not in use before."""
        if mode is kernel_mode.kernel_mode():
            return False
        kernel_mode.resume(mode)
        if mode is KernelMode.ALL:
            self._log("kernels are ready" if _all_ready() else "kernels that are missing are compiled when needed")
        return True


def _all_ready() -> bool:
    return all(kernel_warmup.is_ready(stage.name) for stage in kernel_warmup.STAGES)


__all__ = ["FIELD_ONLY", "KernelLoading"]
