"""Limits of a computation over a whole board: units of work, a deadline, and requests to stop.

    with limited(units=600_000, seconds=2.0, stopped=lambda: inbox.interrupted) as work:
        ...                 # whatever computes in here asks `current_work()`
    print(work.omissions)   # what was left out, in words

A unit is the work of about one node of a search, some ten microseconds. Limits in units are reproducible: they depend
neither on the machine nor on its load. Time ends a computation only where a caller says so, because a clock runs or a
front end interrupts. A block inside another obeys the limits of both. The search of one question is short and not
stopped; between questions a computation asks `is_over`, leaves out the rest, and calls `omit`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

MOST_OMISSIONS = 8


@dataclass
class Work:
    """The work of one computation and its limits. None is no limit.

    Public attributes:
      units     -- units of work
      deadline  -- the end by time.monotonic()
      stopped   -- called regularly: returns whether to stop; None: never
      outer     -- the computation that this one is a part of
      shielded  -- whether the limits of the outer one do not matter, and nothing left out is recorded
      used      -- units of work so far
      omissions -- what was left out, one line each, without repetitions, at most MOST_OMISSIONS
    """

    units: int | None = None
    deadline: float | None = None
    stopped: Callable[[], bool] | None = None
    outer: Work | None = None
    shielded: bool = False
    used: int = 0
    omissions: list[str] = field(default_factory=list)
    _ended: bool = False

    def spend(self, units: int) -> None:
        """Count work as done, for the outer computations too."""
        self.used += units
        if self.outer is not None:
            self.outer.spend(units)

    @property
    def left(self) -> int:
        """The units left by the limits of this computation and the outer ones; very many without a limit."""
        own = 1 << 62 if self.units is None else max(0, self.units - self.used)
        return own if self.outer is None or self.shielded else min(own, self.outer.left)

    @property
    def is_stopped(self) -> bool:
        """Whether time is over or a stop was requested: then what is found is incomplete, and not to be cached."""
        if not self._ended:
            late = self.deadline is not None and time.monotonic() >= self.deadline
            self._ended = late or (self.stopped is not None and self.stopped())
        return self._ended or (self.outer is not None and not self.shielded and self.outer.is_stopped)

    @property
    def seconds_left(self) -> float:
        """The seconds until the deadline of this computation or of an outer one; infinite without a clock."""
        own = math.inf if self.deadline is None else self.deadline - time.monotonic()
        return own if self.outer is None or self.shielded else min(own, self.outer.seconds_left)

    @property
    def is_over(self) -> bool:
        """Whether to leave out what has not been begun."""
        return self.left == 0 or self.is_stopped

    def omit(self, text: str) -> None:
        """Record what was left out, in one line."""
        if not self.shielded and text not in self.omissions:
            if len(self.omissions) < MOST_OMISSIONS:
                self.omissions.append(text)
            if self.outer is not None:
                self.outer.omit(text)


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def current_work() -> Work:
    """Return the innermost computation with limits; one without limits if there is none."""
    return _current.get() or Work(shielded=True)


@contextmanager
def limited(
    units: int | None = None, seconds: float | None = None, stopped: Callable[[], bool] | None = None
) -> Iterator[Work]:
    """Limit the work of the block, within the limits of the blocks around it."""
    deadline = None if seconds is None else time.monotonic() + seconds
    with _entered(Work(units, deadline, stopped, _current.get())) as work:
        yield work


@contextmanager
def unlimited() -> Iterator[Work]:
    """Finish what is computed in the block, whatever the limits around it. Its work counts there all the same."""
    with _entered(Work(outer=_current.get(), shielded=True)) as work:
        yield work


@contextmanager
def _entered(work: Work) -> Iterator[Work]:
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)


__all__ = ["Work", "current_work", "limited", "unlimited"]
