"""How long a search may go on: nodes, seconds, memory, and whoever wants it to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


class OutOfBudget(Exception):
    """A search gave up. What it has proved so far stands; the message says what ran out."""


@dataclass
class Budget:
    """The limits of one search, and what it has used. None is no limit.

    Public attributes:
      nodes    -- states to look at
      seconds  -- of wall clock time
      memory   -- bytes for its tables
      stopped  -- asked now and then: whether to stop at once
      progress -- told now and then what has been done, in one line
      used     -- the states looked at so far
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 2 << 30
    stopped: Callable[[], bool] = field(default=lambda: False)
    progress: Callable[[str], None] = field(default=lambda line: None)
    used: int = 0
    _start: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return time.monotonic() - self._start

    @property
    def left(self) -> int:
        """The nodes left."""
        return (1 << 62) if self.nodes is None else max(0, self.nodes - self.used)

    def share(self, nodes: int) -> Budget:
        """A part of this budget: at most so many nodes, the same end of time. What it `used` is to be spent here."""
        seconds = None if self.seconds is None else max(0.0, self.seconds - self.elapsed)
        return Budget(min(nodes, self.left), seconds, self.memory, self.stopped, self.progress)

    def spend(self, nodes: int) -> None:
        """Count nodes. Raises OutOfBudget if that was too much, or the time is over, or somebody wants to stop."""
        self.used += nodes
        if self.nodes is not None and self.used >= self.nodes:
            raise OutOfBudget(f"{self.used} nodes looked at, {self.nodes} allowed")
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"{self.seconds:g} seconds are over")
        if self.stopped():
            raise OutOfBudget("stopped")

    def foresee(self, nodes: int) -> None:
        """Raises OutOfBudget if so many nodes more, all to be looked at before there is an answer, are too many."""
        if nodes and self.nodes is not None and self.used + nodes >= self.nodes:
            raise OutOfBudget(f"{self.used + nodes} nodes or more to be looked at, {self.nodes} allowed")

    def need(self, size: int) -> None:
        """Raises OutOfBudget if tables of so many bytes are not allowed."""
        if size > self.memory:
            raise OutOfBudget(f"{size >> 20} MB needed, {self.memory >> 20} MB allowed")
