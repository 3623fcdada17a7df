"""The search for the stops of a sum of games, proved between bounds, without adding the games up.

Numbers are added up, G and its negative cancel, games that differ by a number are one game, and games that chill to
numbers are added as numbers (`warming`). The search proves "at least v" or "less than v" for a few v between the bounds
that walls give; scores lie on the grid of the games' leaves, to which bounds are rounded: in Go mostly whole points. A
move that gains as much as another, but for an infinitesimal, makes the other superfluous.

Why it may be so simple: `optimal`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from operator import add as plus
from operator import sub
from typing import cast

from ..games.forms import Exact, Value, followers, number
from ..games.infinitesimal_reduction import chilled, reduced
from ..games.number_heating import warmed
from ..games.option_order import in_order
from ..games.sums import add
from ..thermography.thermograph import thermograph

_COMPARED = 100  # positions to find out whether a move gains as much as another
_TEMPERATURES = 24  # at which the walls are compared; any choice bounds

Ids = tuple[int, ...]
Moves = tuple[tuple["int | None", int], ...]


class _GaveUpError(Exception):
    """The limit is passed."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A reduced game whose right stop is 0, in whole multiples of 1/scale points.

    value   -- the game
    left    -- its left stop
    walls   -- the left wall, the right wall and their distance at each of the temperatures
    heat    -- its temperature
    grid    -- what all its leaves are multiples of
    chilled -- the number it chills to, if any
    """

    value: Value
    left: int
    walls: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    heat: int
    grid: int
    chilled: Fraction | None


class SumSearch:
    """Sums as sorted tuples of shapes, the player to move being Black, and what is known about their left stops.

    A shape is known by its place among the shapes. All numbers are whole multiples of 1/scale points.
    """

    def __init__(self, values: Iterable[Value], limit: int) -> None:
        positions = {game: None for value in values for game in followers(reduced(value))}
        times, self.scale = {Fraction(0)}, 1
        for game in positions:
            graph = thermograph(game)
            corners = [(t, x) for wall in (graph.left, graph.right) for t, x in wall.corners(0)]
            times.update(t for t, _ in corners)
            self.scale = lcm(self.scale, *(x.denominator for corner in corners for x in corner))
        every = -(-len(times) // _TEMPERATURES)
        self.times = [*sorted(times)[:-1:every], max(times)]
        self.taxes = [self.scaled(t) for t in self.times]
        self.limit, self.positions, self.comparing = limit, 0, False
        self.places: dict[Value, int] = {}
        self.shapes: list[_Shape] = []
        self.moves: list[Moves | None] = []
        self.pairs: list[int | None] = []
        self.table: dict[Ids, tuple[int, int, int]] = {}
        self.gains: dict[tuple[int, int, int, int], bool] = {}

    def scaled(self, x: Exact) -> int:
        exact = Fraction(x) * self.scale
        if exact.denominator != 1:
            raise ArithmeticError(f"{x} is no multiple of 1/{self.scale}")
        return exact.numerator

    # -- shapes

    def shape(self, value: Value) -> tuple[int | None, int]:
        """The shape of a reduced game, None for a number, and the number that is to be added."""
        base = self.scaled(value.right_stop)
        if value.number is not None:
            return None, base
        value = add(value, number(-value.right_stop))
        place = self.places.get(value)
        if place is None:
            place = self.places[value] = len(self.shapes)
            graph = thermograph(value)
            left, right = (tuple(self.scaled(wall.value(t)) for t in self.times) for wall in (graph.left, graph.right))
            self.shapes.append(_Shape(
                value, self.scaled(value.left_stop), (left, right, tuple(map(sub, left, right))),
                self.scaled(graph.temperature),
                gcd(*(self.scaled(leaf.number) for leaf in followers(value) if leaf.number is not None)),
                chilled(value),
            ))
            self.moves.append(None)
            self.pairs.append(None)
        return place, base

    def moves_of(self, place: int) -> Moves:
        """Black's moves in a shape: what they leave."""
        found = self.moves[place]
        if found is None:
            found = self.moves[place] = tuple(map(self.shape, in_order(self.shapes[place].value.left)))
        return found

    def turned(self, place: int) -> int:
        """The shape of a shape's negative, to which its left stop is added."""
        found = self.pairs[place]
        if found is None:
            found = self.pairs[place] = cast(int, self.shape(-self.shapes[place].value)[0])
            self.pairs[found] = place
        return found

    # -- sums

    def joined(self, rest: Ids, place: int) -> tuple[Ids, int]:
        """The sum of a settled sum and a shape, settled: nothing cancels in it; and the number to be added."""
        cold = self.shapes[place].chilled
        base = 0
        if cold is not None:
            index = next((i for i, other in enumerate(rest) if self.shapes[other].chilled is not None), None)
            if index is not None:
                cold += cast(Fraction, self.shapes[rest[index]].chilled)
                rest = rest[:index] + rest[index + 1:]
                joint, base = self.shape(reduced(warmed(cold, 0)))
                if joint is None:
                    return rest, base
                place = joint
        other = self.turned(place)
        if other in rest:
            index = rest.index(other)
            return rest[:index] + rest[index + 1:], base + self.shapes[place].left
        at = bisect(rest, place)
        return (*rest[:at], place, *rest[at:]), base

    def settled(self, values: Iterable[Value]) -> tuple[Ids, int]:
        """The sum of games, settled; and the number to be added."""
        ids, sum_ = cast(Ids, ()), 0
        for value in values:
            place, base = self.shape(reduced(value))
            sum_ += base
            if place is not None:
                ids, base = self.joined(ids, place)
                sum_ += base
        return ids, sum_

    def faced(self, ids: Ids, base: int) -> tuple[Ids, int]:
        """A sum that White is to move in, as she sees it: its right stop is the number less the left stop of that."""
        return tuple(sorted(map(self.turned, ids))), base + sum(self.shapes[place].left for place in ids)

    # -- stops

    def bounds(self, ids: Ids) -> tuple[int, int, int]:
        """What the left stop of a settled sum lies between, as far as known; and what it is a multiple of."""
        found = self.table.get(ids)
        if found is not None:
            return found
        if not ids:
            return 0, 0, 1
        self.positions += 1
        shapes = [self.shapes[place] for place in ids]
        left, right, width = zip(*(shape.walls for shape in shapes), strict=True)
        grid = gcd(*(shape.grid for shape in shapes))
        low = max(map(plus, map(sum, zip(*right, strict=True)), map(max, zip(*width, strict=True))))
        high = min(map(plus, map(sum, zip(*left, strict=True)), self.taxes))
        found = self.table[ids] = -(-low // grid) * grid, high // grid * grid, grid
        return found

    def reaches(self, ids: Ids, goal: int) -> bool:
        """Whether the left stop of a settled sum is at least the goal."""
        low, high, grid = self.bounds(ids)
        if low >= goal or high < goal:
            return low >= goal
        if self.positions > self.limit:
            raise _GaveUpError
        reached = False
        for after, base in self.tries(ids):
            if not self.reaches(after, base - goal + 1):
                reached = True
                break
        low, high, grid = self.table[ids]  # it may have been met again meanwhile
        self.table[ids] = (-(-goal // grid) * grid, high, grid) if reached else (low, (goal - 1) // grid * grid, grid)
        return reached

    def tries(self, ids: Ids) -> Iterator[tuple[Ids, int]]:
        """What Black's moves worth a try leave, as White sees it."""
        kept: list[tuple[int, int]] = []
        for place in sorted(set(ids), key=lambda place: (-self.shapes[place].heat, place)):
            index = ids.index(place)
            rest = ids[:index] + ids[index + 1:]
            for which, (option, base) in enumerate(self.moves_of(place)):
                if not any(self.gains_as_much(*other, place, which) for other in kept):
                    kept.append((place, which))
                    after, more = (rest, 0) if option is None else self.joined(rest, option)
                    yield self.faced(after, base + more)

    def gains_as_much(self, first: int, one: int, second: int, other: int) -> bool:
        """Whether a move gains at least as much as another, infinitesimals apart, as far as a short search tells."""
        key = (first, one, second, other)
        if self.comparing or key in self.gains:
            return not self.comparing and self.gains[key]
        (option, base), (rival, less) = self.moves_of(first)[one], self.moves_of(second)[other]
        # the other gain less the one, Black to move: he must not get more than 0
        ids: Ids = ()
        sum_ = less - base - self.shapes[second].left
        places = [first, self.turned(second)]
        if rival is not None:
            places.append(rival)
        if option is not None:
            places.append(self.turned(option))
            sum_ -= self.shapes[option].left
        for place in places:
            ids, more = self.joined(ids, place)
            sum_ += more
        limit, self.limit, self.comparing = self.limit, min(self.limit, self.positions + _COMPARED), True
        try:
            self.gains[key] = not self.reaches(ids, 1 - sum_)
        except _GaveUpError:
            if self.positions > limit:
                raise
            self.gains[key] = False
        finally:
            self.limit, self.comparing = limit, False
        return self.gains[key]

    def stop(self, values: Iterable[Value]) -> tuple[Fraction, Fraction]:
        """What the sum's left stop lies between, in points: the same twice unless the limit is passed."""
        ids, base = self.settled(values)
        try:
            low, high, grid = self.bounds(ids)
            while low < high:
                self.reaches(ids, low + (high - low + grid) // (2 * grid) * grid)
                low, high, grid = self.table[ids]
        except _GaveUpError:
            low, high, grid = self.bounds(ids)
        return Fraction(low + base, self.scale), Fraction(high + base, self.scale)

    def sure_of(self, values: Iterable[Value], goal: Fraction | None) -> Fraction:
        """What Black is sure of when White is to move: the goal, if he reaches it; else something less."""
        ids, base = self.faced(*self.settled(values))
        try:
            if goal is not None and not self.reaches(ids, base - self.scaled(goal) + 1):
                return goal
        except _GaveUpError:
            pass
        return Fraction(base - self.bounds(ids)[1], self.scale)


__all__ = ["SumSearch"]
