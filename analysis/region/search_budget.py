"""Budgets: the limits of a search in nodes, seconds and memory, and requests to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ..runtime.process_memory import resident_bytes


class OutOfBudget(Exception):
    """A search stopped early. What it has proved so far remains valid; the message names the limit."""


@dataclass
class Budget:
    """The limits of one search, and the nodes it has used. None is no limit.

    Public attributes:
      nodes    -- states to visit
      seconds  -- wall clock time
      memory   -- bytes for tables
      process  -- bytes that the whole process may take, code and tables; `measure` sets `memory` to what that leaves
      stopped  -- called regularly: returns whether to stop at once
      progress -- called regularly with one line of text about what has been done
      used     -- states visited so far
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 2 << 30
    process: int | None = None
    stopped: Callable[[], bool] = field(default=lambda: False)
    progress: Callable[[str], None] = field(default=lambda line: None)
    used: int = 0
    _start: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        """Return the seconds since the budget was made."""
        return time.monotonic() - self._start

    @property
    def left(self) -> int:
        """Return the number of nodes left."""
        return (1 << 62) if self.nodes is None else max(0, self.nodes - self.used)

    def share(self, nodes: int) -> Budget:
        """Return a part of this budget: at most so many nodes, the same deadline.

        The caller spends from this budget what the part has `used`.
        """
        seconds = None if self.seconds is None else max(0.0, self.seconds - self.elapsed)
        return Budget(min(nodes, self.left), seconds, self.memory, self.process, self.stopped, self.progress)

    def measure(self) -> None:
        """Set `memory` to what the limit of the process leaves beside all that is in memory now, tables or not."""
        if self.process is not None:
            reserve = self.process // 32  # for small objects of a search, which are not counted
            self.memory = max(0, self.process - reserve - resident_bytes())

    def spend(self, nodes: int) -> None:
        """Count nodes as used. Raises OutOfBudget if nodes or time are used up, or if a stop is requested."""
        self.used += nodes
        if self.nodes is not None and self.used >= self.nodes:
            raise OutOfBudget(f"{self.used} nodes searched, {self.nodes} allowed")
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"{self.seconds:g} seconds are over")
        if self.stopped():
            raise OutOfBudget("stopped")

    def require_nodes(self, nodes: int) -> None:
        """Raise OutOfBudget if the budget does not allow so many more nodes, all needed before there is an answer."""
        if nodes and self.nodes is not None and self.used + nodes >= self.nodes:
            raise OutOfBudget(f"{self.used + nodes} nodes or more to be searched, {self.nodes} allowed")

    def require_memory(self, size: int) -> None:
        """Raise OutOfBudget if the budget does not allow tables of so many bytes."""
        if size > self.memory:
            other = 0 if self.process is None else self.process - self.memory
            raise OutOfBudget(f"{_megabytes(size + other)} MB of memory or more needed, "
                              f"{self.memory + other >> 20} MB allowed")

    def check_process(self) -> None:
        """Raise OutOfBudget if the process has more in memory than its limit; for what nobody counts beforehand."""
        if self.process is not None and (size := resident_bytes()) > self.process:
            raise OutOfBudget(f"{_megabytes(size)} MB of memory or more needed, {self.process >> 20} MB allowed")


def _megabytes(size: int) -> int:
    """Return a size in MB, rounded up."""
    return -(-size >> 20)
