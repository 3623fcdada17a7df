"""The positions of a local tree in which a ko matters, and the moves from each.

A position is one exact value, the sum of all that is settled or free of kos, and the parts whose value depends on a ko.
Its moves are those of `LocalTree` in the parts, and those of the canonical form of the exact value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..board import BLACK, Color
from ..region.local_tree import LocalTree, Option
from ..values import ZERO, Value, thermograph, total
from ..values.thermography.thermograph import Thermograph
from .ko_graphs import same

Bounds = tuple[Thermograph, Thermograph]
"""The thermographs between which that of a position lies; one object where it is exact."""


class KoPosition(NamedTuple):
    """An exact value, less a whole number of points so that its left stop is from 0 to 1, and the parts with kos."""

    value: Value
    kos: tuple[int, ...]


class KoMove(NamedTuple):
    """The points gained by Black, the position after the move, and whether play can return from there."""

    points: int
    after: KoPosition
    back: bool


class KoPositions:
    """The positions of a local tree. The tree begins at `start`, with so many `points` more."""

    def __init__(self, tree: LocalTree) -> None:
        self.tree = tree
        self._loop = {part: number for number, loop in enumerate(tree.loops) for part in loop}
        self._moves: dict[tuple[KoPosition, Color], list[KoMove]] = {}
        self._graphs: dict[KoPosition, Bounds] = {}
        self.points, self.start = self._after(ZERO, (), tree.start)

    def graphs(self, position: KoPosition) -> Bounds:
        """Return the thermographs of the least and the greatest value of a position; one object if they are equal."""
        if position not in self._graphs:
            low, high = (
                thermograph(position.value + total(values[part] for part in position.kos))
                for values in (self.tree.low, self.tree.high)
            )
            self._graphs[position] = low, low if same(low, high) else high
        return self._graphs[position]

    def moves(self, position: KoPosition, color: Color) -> list[KoMove]:
        """Return that player's moves, one for each different position after them."""
        key = position, color
        if key not in self._moves:
            found: dict[tuple[int, KoPosition], bool] = {}
            for _, move in self.moves_in_parts(position.value, position.kos, color):
                found[move[:2]] = move.back or found.get(move[:2], False)
            x = position.value.number
            if x is None or x.denominator > 1:  # nobody gains by a move in a whole number
                for value in position.value.left if color is BLACK else position.value.right:
                    found.setdefault(_normalized(value, position.kos), False)
            self._moves[key] = [KoMove(*after, back) for after, back in found.items()]
        return self._moves[key]

    def moves_in_parts(self, value: Value, parts: Sequence[int], color: Color) -> Iterator[tuple[int, KoMove]]:
        """Yield that player's moves in some parts beside an exact value, each with its region point."""
        for at, part in enumerate(parts):
            others = (*parts[:at], *parts[at + 1 :])
            for point, option in self.tree.options(part, color).items():
                back = part in self._loop and any(
                    self._loop.get(left) == self._loop[part] and self._has_ko(left) for left in option.parts
                )
                yield point, KoMove(*self._after(value, others, option), back)

    def _has_ko(self, part: int) -> bool:
        return self.tree.low[part] is not self.tree.high[part]

    def _after(self, value: Value, others: Sequence[int], option: Option) -> tuple[int, KoPosition]:
        parts = sorted((*others, *option.parts))
        exact = total(self.tree.low[part] for part in parts if not self._has_ko(part))
        return _normalized(value + exact + option.change, tuple(part for part in parts if self._has_ko(part)))


def _normalized(value: Value, kos: tuple[int, ...]) -> tuple[int, KoPosition]:
    """Return the whole points of a value, and the position with the rest."""
    points = int(value.left_stop // 1)
    return points, KoPosition(value - points, kos)


__all__ = ["Bounds", "KoMove", "KoPosition", "KoPositions"]
