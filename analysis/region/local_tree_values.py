"""Values of the parts of local games, computed from the values of their options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from ..values import Value, game, number
from ..values.games.sums import add
from .search_budget import Budget

Bools = npt.NDArray[np.bool_]

_CHUNK = 1 << 12


class PartEvaluator:
    """Computes the values of parts. Equal options make equal values, so that each game is computed once."""

    def __init__(
        self, idle: list[int], first: list[int], change: list[int], first_remain: list[int], remains: list[int],
        budget: Budget,
    ) -> None:
        """The arrays of `LocalTree`, as lists; the simplest number of a part is the one nearest to its `idle`."""
        self._idle, self._first, self._change = idle, first, change
        self._first_remain, self._remains, self._budget = first_remain, remains, budget
        self._games: dict[tuple[frozenset[Value], frozenset[Value], int], Value] = {}
        self._sums: dict[tuple[Value | int, ...], Value] = {}

    def fill(self, values: list[Value], order: list[int], skipped: Bools) -> None:
        """Evaluate the parts of `order` one by one, without the options whose entries of `remains` are skipped."""
        skips = skipped.tolist()
        for done, part in enumerate(order, 1):
            values[part] = self._value(part, values, skips)
            if done % _CHUNK == 0:
                self._budget.spend(0)
                self._budget.progress(f"{done} of {len(order)} parts valued")

    def improve(self, values: list[Value], order: list[int], stale: set[int], parents: list[list[int]]) -> set[int]:
        """Evaluate the stale parts again, with all their options, and the parts that lead to one that changes.

        Each at most once, in that order; returns the parts that should be evaluated once more.
        """
        rank = {part: index for index, part in enumerate(order)}
        todo, later = sorted(rank[part] for part in stale), set()
        waiting = set(todo)
        while todo:
            index = heappop(todo)
            waiting.discard(index)
            part = order[index]
            value = self._value(part, values, None)
            if value is values[part]:
                continue
            values[part] = value
            for parent in parents[part]:
                if rank[parent] <= index:
                    later.add(parent)
                elif rank[parent] not in waiting:
                    waiting.add(rank[parent])
                    heappush(todo, rank[parent])
        return later

    def _value(self, part: int, values: list[Value], skips: list[bool] | None) -> Value:
        black, white, end = self._first[2 * part : 2 * part + 3]
        key = (
            frozenset(self._option_values(range(black, white), values, skips)),
            frozenset(self._option_values(range(white, end), values, skips)),
            self._idle[part],
        )
        value = self._games.get(key)
        if value is None:
            value = self._games[key] = _game(*key)
        return value

    def _option_values(self, options: range, values: list[Value], skips: list[bool] | None) -> Iterator[Value]:
        for option in options:
            start, end = self._first_remain[option], self._first_remain[option + 1]
            if start == end:
                yield number(self._change[option])
            elif skips is None or not skips[start]:
                yield self._sum(self._change[option], [values[part] for part in self._remains[start:end]])

    def _sum(self, change: int, games: list[Value]) -> Value:
        key: tuple[Value | int, ...] = (change, *(games if len(games) == 1 else sorted(games, key=id)))
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = reduce(add, games, number(change))
        return found


def _game(left: Iterable[Value], right: Iterable[Value], idle: int) -> Value:
    """Return {left|right}; where more than one number fits, the simplest one counted from `idle`."""
    value = game(left, right)
    x = value.number
    if x is None or x == idle or (x > max(idle, 0)) or (x < min(idle, 0)):
        return value
    return game([option - idle for option in left], [option - idle for option in right]) + idle


__all__ = ["Bools", "PartEvaluator"]
