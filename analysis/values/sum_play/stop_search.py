"""Search for the stops of a sum of games, proved between bounds, without computing the sum.

The number parts are added up, G and its negative cancel, games that differ by a number are treated as one game, and
games that chill to numbers are added as numbers (`number_heating`). The search proves "at least v" or "less than v" for
a few v between the bounds given by the walls. Scores are multiples of the greatest common divisor of the games' leaves,
mostly whole points in Go, and bounds are rounded to those. A move that gains as much as another, up to an
infinitesimal, makes the other superfluous.

Why this is exact: see `optimal_play`.
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
from ..games.infinitesimal_reduction import reduced, reduced_chilled_number
from ..games.number_heating import warmed
from ..games.option_order import sorted_options
from ..games.sums import add
from ..thermography.thermograph import thermograph

_COMPARISON_POSITIONS = 100  # positions searched to decide whether a move gains as much as another
_MAX_TEMPERATURES = 24  # at which the walls are evaluated; any choice gives valid bounds

Ids = tuple[int, ...]
"""A sum: the indices of its components in `SumSearch.components`, sorted."""
Moves = tuple[tuple["int | None", int], ...]
"""For each move the index of the resulting component, None for a number, and the number to be added."""


class _LimitReachedError(Exception):
    """The limit of positions is exceeded."""


@dataclass(frozen=True, slots=True)
class _Component:
    """A reduced game whose right stop is 0; all numbers but `chilled` are multiples of 1/scale points.

    value       -- the game
    left        -- its left stop
    walls       -- the left wall, the right wall and their distance at each of the search's temperatures
    temperature -- its temperature
    step        -- the greatest common divisor of all its leaves
    chilled     -- the number it chills to, up to infinitesimals; None without one
    """

    value: Value
    left: int
    walls: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    temperature: int
    step: int
    chilled: Fraction | None


class SumSearch:
    """A search over sums as sorted tuples of component indices, with a table of bounds on their left stops.

    The player to move is always Black: White's turns are searched as Black's in the negative. A component is identified
    by its index in `components` (`ident`). All numbers are ints, multiples of 1/scale points.
    """

    def __init__(self, values: Iterable[Value], limit: int) -> None:
        positions = {game: None for value in values for game in followers(reduced(value))}
        temperatures, self.scale = {Fraction(0)}, 1
        for game in positions:
            graph = thermograph(game)
            corners = [(t, x) for wall in (graph.left, graph.right) for t, x in wall.corners(0)]
            temperatures.update(t for t, _ in corners)
            self.scale = lcm(self.scale, *(x.denominator for corner in corners for x in corner))
        stride = -(-len(temperatures) // _MAX_TEMPERATURES)
        self.temperatures = [*sorted(temperatures)[:-1:stride], max(temperatures)]
        self.taxes = [self.scaled(t) for t in self.temperatures]
        self.limit, self.positions, self.comparing = limit, 0, False
        self.idents: dict[Value, int] = {}
        self.components: list[_Component] = []
        self.moves: list[Moves | None] = []
        self.negatives: list[int | None] = []
        self.known_bounds: dict[Ids, tuple[int, int, int]] = {}
        self.gains: dict[tuple[int, int, int, int], bool] = {}

    def scaled(self, x: Exact) -> int:
        """Return x in multiples of 1/scale points. Raises ArithmeticError if it is not a whole number of them."""
        exact = Fraction(x) * self.scale
        if exact.denominator != 1:
            raise ArithmeticError(f"{x} is no multiple of 1/{self.scale}")
        return exact.numerator

    # -- components ------------------------------------------------------------------------------------------------

    def component(self, value: Value) -> tuple[int | None, int]:
        """Return the component of a reduced game, None for a number, and the number to be added."""
        offset = self.scaled(value.right_stop)
        if value.number is not None:
            return None, offset
        value = add(value, number(-value.right_stop))
        ident = self.idents.get(value)
        if ident is None:
            ident = self.idents[value] = len(self.components)
            graph = thermograph(value)
            left, right = (
                tuple(self.scaled(wall.value(t)) for t in self.temperatures) for wall in (graph.left, graph.right)
            )
            self.components.append(_Component(
                value, self.scaled(value.left_stop), (left, right, tuple(map(sub, left, right))),
                self.scaled(graph.temperature),
                gcd(*(self.scaled(leaf.number) for leaf in followers(value) if leaf.number is not None)),
                reduced_chilled_number(value),
            ))
            self.moves.append(None)
            self.negatives.append(None)
        return ident, offset

    def moves_of(self, ident: int) -> Moves:
        """Return what Black's moves in a component lead to."""
        found = self.moves[ident]
        if found is None:
            found = self.moves[ident] = tuple(map(self.component, sorted_options(self.components[ident].value.left)))
        return found

    def negative_of(self, ident: int) -> int:
        """Return the component that is the negative of this one plus the left stop of this one."""
        found = self.negatives[ident]
        if found is None:
            found = self.negatives[ident] = cast(int, self.component(-self.components[ident].value)[0])
            self.negatives[found] = ident
        return found

    # -- sums ------------------------------------------------------------------------------------------------------

    def with_component(self, rest: Ids, ident: int) -> tuple[Ids, int]:
        """Return a normalised sum (nothing in it cancels) plus a component, normalised, and the number to be added."""
        chilled = self.components[ident].chilled
        offset = 0
        if chilled is not None:
            index = next((i for i, other in enumerate(rest) if self.components[other].chilled is not None), None)
            if index is not None:
                chilled += cast(Fraction, self.components[rest[index]].chilled)
                rest = rest[:index] + rest[index + 1:]
                joint, offset = self.component(reduced(warmed(chilled, 0)))
                if joint is None:
                    return rest, offset
                ident = joint
        other = self.negative_of(ident)
        if other in rest:
            index = rest.index(other)
            return rest[:index] + rest[index + 1:], offset + self.components[ident].left
        at = bisect(rest, ident)
        return (*rest[:at], ident, *rest[at:]), offset

    def normalised(self, values: Iterable[Value]) -> tuple[Ids, int]:
        """Return the sum of games, normalised, and the number to be added."""
        ids, sum_ = cast(Ids, ()), 0
        for value in values:
            ident, offset = self.component(reduced(value))
            sum_ += offset
            if ident is not None:
                ids, offset = self.with_component(ids, ident)
                sum_ += offset
        return ids, sum_

    def for_white(self, ids: Ids, offset: int) -> tuple[Ids, int]:
        """Return the negative of a sum in which White is to move.

        The right stop of the sum plus `offset` is the returned number minus the left stop of the returned sum.
        """
        return tuple(sorted(map(self.negative_of, ids))), offset + sum(self.components[ident].left for ident in ids)

    # -- stops -----------------------------------------------------------------------------------------------------

    def bounds(self, ids: Ids) -> tuple[int, int, int]:
        """Return the proved bounds of the left stop of a normalised sum, low and high, and what it is a multiple of."""
        found = self.known_bounds.get(ids)
        if found is not None:
            return found
        if not ids:
            return 0, 0, 1
        self.positions += 1
        components = [self.components[ident] for ident in ids]
        left, right, width = zip(*(component.walls for component in components), strict=True)
        step = gcd(*(component.step for component in components))
        low = max(map(plus, map(sum, zip(*right, strict=True)), map(max, zip(*width, strict=True))))
        high = min(map(plus, map(sum, zip(*left, strict=True)), self.taxes))
        found = self.known_bounds[ids] = -(-low // step) * step, high // step * step, step
        return found

    def reaches(self, ids: Ids, goal: int) -> bool:
        """Return whether the left stop of a normalised sum is at least the goal; the bounds are updated."""
        low, high, step = self.bounds(ids)
        if low >= goal or high < goal:
            return low >= goal
        if self.positions > self.limit:
            raise _LimitReachedError
        reached = False
        for after, offset in self.candidate_moves(ids):
            if not self.reaches(after, offset - goal + 1):
                reached = True
                break
        low, high, step = self.known_bounds[ids]  # the search below may have changed it
        if reached:
            self.known_bounds[ids] = -(-goal // step) * step, high, step
        else:
            self.known_bounds[ids] = low, (goal - 1) // step * step, step
        return reached

    def candidate_moves(self, ids: Ids) -> Iterator[tuple[Ids, int]]:
        """Yield the sums after Black's moves, as `for_white` gives them, hottest first and without superfluous ones."""
        kept: list[tuple[int, int]] = []
        for ident in sorted(set(ids), key=lambda ident: (-self.components[ident].temperature, ident)):
            index = ids.index(ident)
            rest = ids[:index] + ids[index + 1:]
            for which, (option, offset) in enumerate(self.moves_of(ident)):
                if not any(self.gains_at_least_as_much(*other, ident, which) for other in kept):
                    kept.append((ident, which))
                    after, more = (rest, 0) if option is None else self.with_component(rest, option)
                    yield self.for_white(after, offset + more)

    def gains_at_least_as_much(self, first: int, one: int, second: int, other: int) -> bool:
        """Return whether a short search proves that a move gains at least as much as another, up to infinitesimals.

        Move number `one` in the component `first` is compared with move number `other` in `second`.
        """
        key = (first, one, second, other)
        if self.comparing or key in self.gains:
            return not self.comparing and self.gains[key]
        (option, offset), (rival, less) = self.moves_of(first)[one], self.moves_of(second)[other]
        # the gain of the other move minus that of this one: with Black to move it must not exceed 0
        ids: Ids = ()
        sum_ = less - offset - self.components[second].left
        idents = [first, self.negative_of(second)]
        if rival is not None:
            idents.append(rival)
        if option is not None:
            idents.append(self.negative_of(option))
            sum_ -= self.components[option].left
        for ident in idents:
            ids, more = self.with_component(ids, ident)
            sum_ += more
        limit, self.limit, self.comparing = self.limit, min(self.limit, self.positions + _COMPARISON_POSITIONS), True
        try:
            self.gains[key] = not self.reaches(ids, 1 - sum_)
        except _LimitReachedError:
            if self.positions > limit:
                raise
            self.gains[key] = False
        finally:
            self.limit, self.comparing = limit, False
        return self.gains[key]

    def stop(self, values: Iterable[Value]) -> tuple[Fraction, Fraction]:
        """Return bounds of the left stop of a sum, in points; they are equal unless the limit is reached."""
        ids, offset = self.normalised(values)
        try:
            low, high, step = self.bounds(ids)
            while low < high:
                self.reaches(ids, low + (high - low + step) // (2 * step) * step)
                low, high, step = self.known_bounds[ids]
        except _LimitReachedError:
            low, high, step = self.bounds(ids)
        return Fraction(low + offset, self.scale), Fraction(high + offset, self.scale)

    def guaranteed_score(self, values: Iterable[Value], goal: Fraction | None) -> Fraction:
        """Return what Black can guarantee with White to move, in points: the goal if proved, else a lower bound."""
        ids, offset = self.for_white(*self.normalised(values))
        try:
            if goal is not None and not self.reaches(ids, offset - self.scaled(goal) + 1):
                return goal
        except _LimitReachedError:
            pass
        return Fraction(offset - self.bounds(ids)[1], self.scale)


__all__ = ["SumSearch"]
