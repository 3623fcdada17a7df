"""What each kernel costs to compile, from an empty cache: CPU seconds and signatures, by stage, room and kernel.

    python -m tests.benchmarks.compilation [--least SECONDS]

All stages of `gtpengine.engine.kernel_stages` run in this process, one after the other. The time of a kernel is its
own, without the kernels that it calls; the functions of numba that it uses are counted with it, and if Python calls it,
what it takes to optimise it with all that it calls (`analysis.runtime.kernel_calls`).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Kernel:
    """What one kernel has cost. `signatures` are the types of arguments that it was compiled for."""

    seconds: float = 0.0
    signatures: list[str] = field(default_factory=list)


class Costs:
    """The kernels compiled so far, by their full names: a listener to numba's events."""

    def __init__(self) -> None:
        self.kernels: dict[str, Kernel] = {}
        self._names: list[str] = []
        self._since = 0.0

    def listen(self) -> None:
        from numba.core import event

        costs = self

        class Listener(event.Listener):
            def on_start(self, event: Any) -> None:
                costs.begin(event.data["dispatcher"].py_func, str(event.data["args"]))

            def on_end(self, event: Any) -> None:
                costs.end()

        event.register("numba:compile", Listener())

    def begin(self, function: Any, signature: str) -> None:
        """Begin to count for a kernel; for a function of numba's own, go on with the kernel that needs it."""
        self._count()
        name = f"{function.__module__}.{function.__name__}"
        if not name.startswith("analysis."):
            name = self._names[-1] if self._names else name
        else:
            self.kernels.setdefault(name, Kernel()).signatures.append(signature)
        self._names.append(name)

    def end(self) -> None:
        self._count()
        self._names.pop()

    def _count(self) -> None:
        now = time.process_time()
        if self._names:
            self.kernels.setdefault(self._names[-1], Kernel()).seconds += now - self._since
        self._since = now


def room_of(name: str) -> str:
    """The room of a kernel: `reading.selective` of `analysis.reading.selective._chain_kernels.find_groups`."""
    return ".".join(name.split(".")[1:-2])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--least", metavar="SECONDS", type=float, default=0.1, help="the cheapest kernel to list")
    least = parser.parse_args().least
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MOKUSAN_CACHE_DIR"] = folder  # before the kernels are imported
        from analysis.runtime import jit

        if not jit.COMPILED:
            sys.exit("numba is missing or switched off: there is nothing to compile")
        report(least)


def report(least: float) -> None:
    from gtpengine.engine.kernel_stages import STAGES

    costs = Costs()
    costs.listen()
    print(f"{'stage':<40}{'CPU s':>7}{'compiling':>11}{'kernels':>9}")
    for stage in STAGES:
        begun, known = time.process_time(), dict(costs.kernels)
        before = sum(kernel.seconds for kernel in costs.kernels.values())
        stage.run()
        compiling = sum(kernel.seconds for kernel in costs.kernels.values()) - before
        new = len(costs.kernels) - len(known)
        print(f"{stage.name:<40}{time.process_time() - begun:>7.2f}{compiling:>11.2f}{new:>9}", flush=True)
    rooms: dict[str, float] = {}
    for name, kernel in costs.kernels.items():
        rooms[room_of(name)] = rooms.get(room_of(name), 0.0) + kernel.seconds
    print(f"\n{'room':<40}{'CPU s':>7}")
    for room, seconds in sorted(rooms.items(), key=lambda item: -item[1]):
        print(f"{room:<40}{seconds:>7.2f}")
    print(f"{'all':<40}{sum(rooms.values()):>7.2f}\n\n{'kernel':<70}{'CPU s':>7}{'signatures':>12}")
    for name, kernel in sorted(costs.kernels.items(), key=lambda item: -item[1].seconds):
        if kernel.seconds >= least:
            print(f"{name.removeprefix('analysis.'):<70}{kernel.seconds:>7.2f}{len(kernel.signatures):>12}")


if __name__ == "__main__":
    main()
