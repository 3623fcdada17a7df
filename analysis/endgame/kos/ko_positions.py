"""The positions of a local tree in which a ko matters, and the moves from each.

A position is the parts whose value depends on a ko, and what is beside them. Where no player has the ko threats, that
is the other parts as trees of all their moves, any of which may be a ko threat (`literal_parts`). Under a komaster no
threat is needed to take back, so it is one exact value, the sum of all other parts, with the moves of its canonical
form. Where no ko is left, a position is an exact value in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...board import BLACK, Color
from ...region.local_tree import LocalTree, Option
from ...values import ZERO, Value, thermograph, total
from ...values.thermography.thermograph import Thermograph
from .ko_graphs import same
from .literal_parts import LiteralParts

Bounds = tuple[Thermograph, Thermograph]
"""The thermographs between which that of a position lies; one object where it is exact."""


class KoPosition(NamedTuple):
    """An exact value, less a whole number of points so that its left stop is from 0 to 1; the parts with kos; and the
    other parts of which all moves count."""

    value: Value
    kos: tuple[int, ...]
    beside: tuple[int, ...] = ()


class KoMove(NamedTuple):
    """The points gained by Black, the position after the move, and whether play can return from there."""

    points: int
    after: KoPosition
    back: bool


class KoPositions:
    """The positions of a local tree. The tree begins at `start`, with so many `points` more."""

    def __init__(self, tree: LocalTree, threats: bool) -> None:
        """With `threats` all moves beside a ko count; else those of the canonical form."""
        self.tree, self.threats = tree, threats
        self._literal = LiteralParts(tree)
        self._loop = {part: number for number, loop in enumerate(tree.loops) for part in loop}
        self._moves: dict[tuple[KoPosition, Color], list[KoMove]] = {}
        self._graphs: dict[KoPosition, Bounds] = {}
        self.points, self.start = self._position(tree.start)

    def graphs(self, position: KoPosition) -> Bounds:
        """Return the thermographs of the least and the greatest value of a position; one object if they are equal."""
        if position not in self._graphs:
            low, high = (
                thermograph(position.value + total(values[part] for part in (*position.beside, *position.kos)))
                for values in (self.tree.low, self.tree.high)
            )
            self._graphs[position] = low, low if same(low, high) else high
        return self._graphs[position]

    def moves(self, position: KoPosition, color: Color) -> list[KoMove]:
        """Return that player's moves, one for each different position after them."""
        key = position, color
        if key not in self._moves:
            found: dict[tuple[int, KoPosition], bool] = {}
            for _, move in self._moves_in_parts((*position.kos, *position.beside), position.value, color):
                found[move[:2]] = move.back or found.get(move[:2], False)
            x = position.value.number
            if x is None or x.denominator > 1:  # nobody gains by a move in a whole number
                for value in position.value.left if color is BLACK else position.value.right:
                    found.setdefault(_normalized(value, position.kos), False)
            self._moves[key] = [KoMove(*after, back) for after, back in found.items()]
        return self._moves[key]

    def first_moves(self, color: Color) -> Iterator[tuple[int, KoMove]]:
        """Yield that player's moves from the start, each with its region point."""
        change, parts = self.tree.start
        for point, move in self._moves_in_parts(parts, ZERO, color):
            yield point, move._replace(points=move.points + change - self.points)

    def _moves_in_parts(self, parts: Sequence[int], value: Value, color: Color) -> Iterator[tuple[int, KoMove]]:
        """Yield that player's moves in some parts beside an exact value, each with its region point."""
        for at, part in enumerate(parts):
            others = (*parts[:at], *parts[at + 1 :])
            for point, option in self.tree.options(part, color).items():
                back = part in self._loop and any(
                    self._loop.get(left) == self._loop[part] and self._has_ko(left) for left in option.parts
                )
                after = self._position(Option(option.change, (*others, *option.parts)), value)
                yield point, KoMove(*after, back)

    def _has_ko(self, part: int) -> bool:
        return self.tree.low[part] is not self.tree.high[part]

    def _position(self, option: Option, value: Value = ZERO) -> tuple[int, KoPosition]:
        """Return the points and the position of what a move leaves, beside an exact value."""
        kos = tuple(sorted(part for part in option.parts if self._has_ko(part)))
        exact = [part for part in option.parts if not self._has_ko(part)]
        if not kos or not self.threats:
            return _normalized(value + total(self.tree.low[part] for part in exact) + option.change, kos)
        reduced = [self._literal.reduced(part) for part in exact]
        beside = tuple(sorted(part for left in reduced for part in left.parts))
        return option.change + sum(left.change for left in reduced), KoPosition(ZERO, kos, beside)


def _normalized(value: Value, kos: tuple[int, ...]) -> tuple[int, KoPosition]:
    """Return the whole points of a value, and the position with the rest."""
    points = int(value.left_stop // 1)
    return points, KoPosition(value - points, kos)


__all__ = ["Bounds", "KoMove", "KoPosition", "KoPositions"]
