"""The positions of a local tree in which a ko matters: what is exact beside the parts that are not, and the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..board import BLACK, Color
from ..region.local_tree import LocalTree, Option
from ..values import ZERO, Value, thermograph, total
from ..values.thermography.thermograph import Thermograph
from .ko_graphs import same

Bounds = tuple[Thermograph, Thermograph]
"""The thermographs that a position's own lies between; one object where it is known."""


class KoPosition(NamedTuple):
    """An exact value, less a whole number of points so that it stops from 0 to 1, and the parts that have kos."""

    value: Value
    kos: tuple[int, ...]


class KoMove(NamedTuple):
    """Points to Black, and the position; `back` is whether play may come back from there."""

    points: int
    after: KoPosition
    back: bool


class Positions:
    """The positions of a local tree. `points` and `start` are where it begins."""

    def __init__(self, tree: LocalTree) -> None:
        self.tree = tree
        self._loop = {part: number for number, loop in enumerate(tree.loops) for part in loop}
        self._moves: dict[tuple[KoPosition, Color], list[KoMove]] = {}
        self._graphs: dict[KoPosition, Bounds] = {}
        self.points, self.start = self._after(ZERO, (), tree.start)

    def graphs(self, position: KoPosition) -> Bounds:
        """The thermographs of the least and the most that a position is worth; one object if they are the same."""
        if position not in self._graphs:
            low, high = (
                thermograph(position.value + total(values[part] for part in position.kos))
                for values in (self.tree.low, self.tree.high)
            )
            self._graphs[position] = low, low if same(low, high) else high
        return self._graphs[position]

    def moves(self, position: KoPosition, color: Color) -> list[KoMove]:
        """All that leave something different."""
        key = position, color
        if key not in self._moves:
            found: dict[tuple[int, KoPosition], bool] = {}
            for _, move in self.played(position.value, position.kos, color):
                found[move[:2]] = move.back or found.get(move[:2], False)
            x = position.value.number
            if x is None or x.denominator > 1:  # nobody gains by a move in a whole number
                for value in position.value.left if color is BLACK else position.value.right:
                    found.setdefault(apart(value, position.kos), False)
            self._moves[key] = [KoMove(*left, back) for left, back in found.items()]
        return self._moves[key]

    def played(self, value: Value, parts: Sequence[int], color: Color) -> Iterator[tuple[int, KoMove]]:
        """The moves in some parts, with the value beside them, and their region points."""
        for place, part in enumerate(parts):
            others = (*parts[:place], *parts[place + 1 :])
            for point, option in self.tree.options(part, color).items():
                back = part in self._loop and any(
                    self._loop.get(left) == self._loop[part] and self._is_open(left) for left in option.parts
                )
                yield point, KoMove(*self._after(value, others, option), back)

    def _is_open(self, part: int) -> bool:
        return self.tree.low[part] is not self.tree.high[part]

    def _after(self, value: Value, others: Sequence[int], option: Option) -> tuple[int, KoPosition]:
        parts = sorted((*others, *option.parts))
        exact = total(self.tree.low[part] for part in parts if not self._is_open(part))
        return apart(value + exact + option.change, tuple(part for part in parts if self._is_open(part)))


def apart(value: Value, kos: tuple[int, ...]) -> tuple[int, KoPosition]:
    points = int(value.left_stop // 1)
    return points, KoPosition(value - points, kos)


__all__ = ["Bounds", "KoMove", "KoPosition", "Positions", "apart"]
