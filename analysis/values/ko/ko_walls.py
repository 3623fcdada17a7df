"""The walls of positions that lead to one another, as in a ko, computed from the lowest temperature upwards.

The value of a position with a player to move, at temperature t, is the best of the values the moves lead to, minus the
tax t for Black or plus t for White. In a ko these values refer to one another. `WallSystem` states them as formulas:
the maximum or minimum of terms, each another formula, a known wall, or a position's mast, plus a multiple of t.
`WallSystem.solve` computes all of them for all t >= -1.

The mast. When both players pass, the auction continues at a lower tax (Berlekamp, The Economist's View of Combinatorial
Games: after two passes there is a new auction at a lower tax rate). So where nobody gains by moving, the value of a
position is the value just below: the mast is vertical. Where the left scaffold rises to the mast, or the right one
falls to it, that player may as well move, and the mast leans along the scaffold. (In a game without kos the scaffolds
only converge, so the mast stays vertical.) Where the left scaffold is above the right one both players gain by moving,
and the scaffolds are the walls: the thermograph of a ko may have several such hills, one above the other.

In formulas, with m the mast just below t, and both scaffolds given:

    left wall  = max(left scaffold, min(m, right scaffold))
    right wall = min(right scaffold, max(m, left scaffold))

All formulas are monotone in one another, so there is a least and a greatest solution. If these differ, the values of
the positions depend only on each other, and are undefined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ..games.forms import Exact, simplest_between
from ..thermography.thermograph import Thermograph
from ..thermography.walls import LOWEST_TEMPERATURE, Corner, Wall, slope_between

MAX_CORNERS = 10_000


class NoUniqueSolutionError(ValueError):
    """The formulas have no solution, or more than one. `position` is the index of an affected position."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class Term(NamedTuple):
    """A "formula", "wall" or "mast" (`source`), by its index in the system (`number`), plus tilt * t and `points`."""

    source: str
    number: int
    tilt: int = 0
    points: int = 0


@dataclass
class Formula:
    """The maximum (sign 1) or minimum (sign -1) of some terms. Of no terms it is minus or plus infinity."""

    sign: int
    terms: list[Term]


class PositionFormulas(NamedTuple):
    """The scaffolds and walls of a position: indices in `WallSystem.formulas`."""

    left_scaffold: int
    right_scaffold: int
    left: int
    right: int


Ray = tuple[int, int, int]
"""A function just above a temperature: minus infinity (-1, 0, 0), finite (0, value, slope), or infinity (1, 0, 0).

Value and slope are multiples of the `Snapshot`'s unit. Tuples compare as the functions do just above the temperature.
"""

BOTTOM: Ray = (-1, 0, 0)
TOP: Ray = (1, 0, 0)


@dataclass(frozen=True)
class Snapshot:
    """The given data just above a temperature, as ints, since most of the time is spent on comparisons.

    t      -- the temperature
    scale  -- the number of units per point; all values and slopes are in units
    tax    -- t in units
    bounds -- for each formula the best of its walls and masts, tax included
    known  -- the given walls, without tax
    masts  -- the masts, without tax
    """

    t: Fraction
    scale: int
    tax: int
    bounds: list[Ray]
    known: list[Ray]
    masts: list[Ray]

    def plus(self, ray: Ray, term: Term) -> Ray:
        """Return the ray of a term's source, plus the term's tilt * t and points."""
        if ray[0] or not (term.tilt or term.points):
            return ray
        return 0, ray[1] + term.tilt * self.tax + term.points * self.scale, ray[2] + term.tilt * self.scale

    def value(self, ray: Ray) -> Fraction:
        """Return the value of a finite ray at t, in points."""
        return Fraction(ray[1], self.scale)

    def after(self, ray: Ray, step: Fraction) -> Fraction:
        """Return the value of a finite ray at t + step, in points."""
        return Fraction(ray[1] * step.denominator + ray[2] * step.numerator, self.scale * step.denominator)


@dataclass
class WallSystem:
    """Positions whose values refer to one another. Add them with `position`, `formula` and `wall`, then `solve`."""

    formulas: list[Formula] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
    positions: list[PositionFormulas] = field(default_factory=list)
    _solution: list[tuple[Snapshot, list[Ray]]] = field(default_factory=list)

    def formula(self, sign: int, *terms: Term) -> int:
        """Add a formula and return its index."""
        self.formulas.append(Formula(sign, list(terms)))
        return len(self.formulas) - 1

    def wall(self, wall: Wall, tilt: int) -> Term:
        """Add a given wall and return a term for it."""
        self.walls.append(wall)
        return Term("wall", len(self.walls) - 1, tilt)

    def position(self) -> PositionFormulas:
        """Add a position. Its scaffolds are empty formulas, to which the terms of moves are to be added."""
        mast = Term("mast", len(self.positions))
        left_scaffold, right_scaffold = self.formula(1), self.formula(-1)
        below = self.formula(-1, mast, Term("formula", right_scaffold))
        above = self.formula(1, mast, Term("formula", left_scaffold))
        left = self.formula(1, Term("formula", left_scaffold), Term("formula", below))
        right = self.formula(-1, Term("formula", right_scaffold), Term("formula", above))
        self.positions.append(PositionFormulas(left_scaffold, right_scaffold, left, right))
        return self.positions[-1]

    def solve(self, simplest_from: Sequence[Exact] | None) -> list[Thermograph]:
        """Return the thermographs of the positions. They have no makers.

        With `simplest_from`, a position in which both lose by moving, even at t = -1, is a number, as in games: the
        simplest between its scaffolds, counted from the number given for the position. Without, it has no value.

        Raises NoUniqueSolutionError if the solution is not unique or the walls of a position never join in a mast.
        """
        corners: list[tuple[list[Corner], list[Corner]]] = [([], []) for _ in self.positions]
        t = LOWEST_TEMPERATURE
        masts: list[Fraction | Ray] = [*self._first_masts(simplest_from)]
        for _ in range(MAX_CORNERS):
            now = self._snapshot(t, masts)
            rays = self._unique_solution(now)
            self._solution.append((now, rays))
            for (left, right), position in zip(corners, self.positions, strict=True):
                left.append((t, now.value(rays[position.left])))
                right.append((t, now.value(rays[position.right])))
            following = self._next_temperature(now, rays)
            if following is None:
                return [self._graph(index, corners[index], rays) for index in range(len(self.positions))]
            masts = [self._mast(index, now, rays, following - t) for index in range(len(self.positions))]
            t = following
        raise NoUniqueSolutionError(f"the walls have more than {MAX_CORNERS} corners", 0)

    def wall_of(self, formula: int) -> Wall:
        """Return a formula, which must be finite, as a function of t, after `solve`."""
        points = tuple((now.t, now.value(rays[formula])) for now, rays in self._solution)
        now, rays = self._solution[-1]
        return Wall(points, (None,) * len(points), Fraction(rays[formula][2], now.scale))

    # -- at one temperature ----------------------------------------------------------------------------------------

    def _snapshot(self, t: Fraction, masts: Sequence[Fraction | Ray]) -> Snapshot:
        """Return the given data just above t; a mast is a value, or infinite."""
        walls = [(wall.value(t), wall.rises[wall.corner_at(t)]) for wall in self.walls]
        values = [*(x for pair in walls for x in pair), *(mast for mast in masts if isinstance(mast, Fraction))]
        scale = lcm(t.denominator, *(x.denominator for x in values))
        found = Snapshot(
            t, scale, _units(t, scale), [BOTTOM if formula.sign > 0 else TOP for formula in self.formulas],
            [(0, _units(value, scale), _units(slope, scale)) for value, slope in walls],
            [(0, _units(mast, scale), 0) if isinstance(mast, Fraction) else mast for mast in masts],
        )
        for index, formula in enumerate(self.formulas):
            best = max if formula.sign > 0 else min
            for term in formula.terms:
                if term.source != "formula":
                    ray = (found.known if term.source == "wall" else found.masts)[term.number]
                    found.bounds[index] = best(found.bounds[index], found.plus(ray, term))
        return found

    def _evaluate(self, now: Snapshot, start: Ray) -> list[Ray]:
        """Return the fixed point of the formulas reached from `start`: the least from BOTTOM, the greatest from TOP."""
        rays = [start] * len(self.formulas)
        order = [
            (index, formula.sign, [
                (term.number, term.tilt * now.tax + term.points * now.scale, term.tilt * now.scale)
                for term in formula.terms if term.source == "formula"
            ])
            for index, formula in enumerate(self.formulas)
        ]
        changed, rounds = True, 0
        while changed:
            changed, rounds = False, rounds + 1
            if rounds > 4 * len(order) + 8:  # a cycle gains a point each time
                raise NoUniqueSolutionError("play goes round in it and gains each time", 0)
            order.reverse()  # values propagate along a chain in either direction
            for index, sign, links in order:
                best = now.bounds[index]
                for number, more, steeper in links:
                    ray = rays[number]
                    if not ray[0] and (more or steeper):
                        ray = (0, ray[1] + more, ray[2] + steeper)
                    if (ray > best) if sign > 0 else (ray < best):
                        best = ray
                if best != rays[index]:
                    rays[index], changed = best, True
        return rays

    def _unique_solution(self, now: Snapshot) -> list[Ray]:
        """Return the solution just above t. Raises NoUniqueSolutionError if there are several."""
        least, greatest = self._evaluate(now, BOTTOM), self._evaluate(now, TOP)
        for index, position in enumerate(self.positions):
            if any(least[formula] != greatest[formula] for formula in position):
                raise NoUniqueSolutionError(f"at t = {now.t} nobody wants to win the ko, only to hold it", index)
        return least

    def _first_masts(self, simplest_from: Sequence[Exact] | None) -> list[Fraction]:
        """Return the masts at t = -1. They matter only where the left scaffold is not above the right one."""
        masts: list[Fraction | None] = [None] * len(self.positions)
        while None in masts:
            least, greatest = self._first_values(masts)
            same = [low == high for low, high in zip(least, greatest, strict=True)]
            for index, position in enumerate(self.positions):
                if masts[index] is None and same[position.left] and same[position.right]:
                    masts[index] = least[position.left]
            waiting = [index for index, x in enumerate(masts) if x is None]
            number = next((index for index in waiting if all(same[side] for side in self.positions[index][:2])), None)
            if waiting and simplest_from is None:
                raise NoUniqueSolutionError("both lose by moving, even at t = -1", waiting[0])
            if number is not None and simplest_from is not None:
                masts[number] = self._simplest(number, least, Fraction(simplest_from[number]))
            elif waiting and simplest_from is not None:
                if any(values[self.positions[index].left] is None for index in waiting for values in (least, greatest)):
                    raise NoUniqueSolutionError("play goes round in it, and nobody has anything better", waiting[0])
                stand = [Fraction(simplest_from[i]) if x is None else x for i, x in enumerate(masts)]
                least, greatest = self._first_values(stand)
                if any(least[side] != greatest[side] for index in waiting for side in self.positions[index][2:]):
                    raise NoUniqueSolutionError("play goes round in it, and nobody has anything better", waiting[0])
                masts = [least[position.left] for position in self.positions]
        return [x for x in masts if x is not None]

    def _first_values(self, masts: Sequence[Fraction | None]) -> tuple[list[Fraction | None], list[Fraction | None]]:
        """Return the least and the greatest values of all formulas at t = -1, None being infinite or a mast unknown.
        Just above it they may part."""
        ends = []
        for endless in (BOTTOM, TOP):
            now = self._snapshot(LOWEST_TEMPERATURE, [endless if x is None else x for x in masts])
            ends.append([None if ray[0] else now.value(ray) for ray in self._evaluate(now, endless)])
        return ends[0], ends[1]

    def _simplest(self, index: int, values: Sequence[Fraction | None], origin: Fraction) -> Fraction:
        """Return the simplest number, counted from `origin`, between a position's scaffolds at t = -1."""
        position = self.positions[index]
        low, high = (
            None if x is None else x - origin for x in (values[position.left_scaffold], values[position.right_scaffold])
        )
        return simplest_count(low, high) + origin

    # -- from one temperature to the next --------------------------------------------------------------------------

    def _next_temperature(self, now: Snapshot, rays: list[Ray]) -> Fraction | None:
        """Return the least temperature above t at which a formula may change its slope; None if there is none."""
        above = ((wall, wall.corner_at(now.t) + 1) for wall in self.walls)
        found = [Fraction(wall.times[corner], wall.scale) for wall, corner in above if corner < len(wall.times)]
        sources = {"formula": rays, "wall": now.known, "mast": now.masts}
        nearest: tuple[int, int] | None = None
        for formula, best in zip(self.formulas, rays, strict=True):
            for term in formula.terms:
                ray = now.plus(sources[term.source][term.number], term)
                nearest = _nearer(nearest, best, ray, formula.sign)
        for position in self.positions:
            low, high = rays[position.left_scaffold], rays[position.right_scaffold]
            nearest = _nearer(_nearer(nearest, low, high, 1), high, low, 1)
        if nearest is not None:
            found.append(now.t + Fraction(*nearest))
        return min(found, default=None)

    def _mast(self, index: int, now: Snapshot, rays: list[Ray], step: Fraction) -> Fraction:
        """Return the mast at t + step: unchanged, or moved by a scaffold that has passed it."""
        position = self.positions[index]
        scaffolds = [rays[position.left_scaffold], rays[position.right_scaffold]]
        low, high = sorted((ray[0], Fraction(0) if ray[0] else now.after(ray, step)) for ray in scaffolds)
        mast = now.value(now.masts[index])
        if not low[0] and mast < low[1]:
            return low[1]
        return high[1] if not high[0] and mast > high[1] else mast

    def _graph(self, index: int, corners: tuple[list[Corner], list[Corner]], rays: list[Ray]) -> Thermograph:
        """Return a position's thermograph from its corners and its rays above the last of them."""
        left, right = rays[self.positions[index].left], rays[self.positions[index].right]
        if left != right or left[0] or left[2]:
            raise NoUniqueSolutionError("the walls never join in a mast", index)
        sides = [_slope_changes(side) for side in corners]
        foot = max(side[-1] for side in sides)
        sides = [side if side[-1] == foot else [*side, foot] for side in sides]
        left_wall, right_wall = (Wall(tuple(side), (None,) * len(side)) for side in sides)
        return Thermograph(left_wall, right_wall, foot[1], foot[0])


def simplest_count(low: Fraction | None, high: Fraction | None) -> Fraction:
    """Return the count of a position in which both lose by moving: the simplest number between its scaffolds.

    `low` <= `high` are its scaffolds at t = -1, None for a player without a move. For dyadic counts they are integers,
    and the number lies between them; otherwise it need not, and the nearer of the two is returned then.
    """
    x = simplest_between(None if low is None else low - 1, None if high is None else high + 1)
    if low is not None and x < low:
        return low
    return high if high is not None and x > high else x


def _units(x: Exact, scale: int) -> int:
    """Return x points in units of 1/scale, of which it must be a multiple."""
    return x.numerator * (scale // x.denominator)


def _nearer(nearest: tuple[int, int] | None, first: Ray, second: Ray, sign: int) -> tuple[int, int] | None:
    """Return how far above t `second` overtakes `first` in the direction of `sign`, or `nearest` if that is less.

    Distances are given as a numerator and a denominator, both positive; None is no distance.
    """
    if first[0] or second[0]:
        return nearest
    gap, gain = sign * (first[1] - second[1]), sign * (second[2] - first[2])
    if gap <= 0 or gain <= 0 or (nearest is not None and gap * nearest[1] >= nearest[0] * gain):
        return nearest
    return gap, gain


def _slope_changes(points: list[Corner]) -> list[Corner]:
    """Return the first corner and those where the slope changes; above the last the wall is vertical."""
    kept = [points[0]]
    for index, corner in enumerate(points[1:], 1):
        below = slope_between(kept[-1], corner)
        above = slope_between(corner, points[index + 1]) if index + 1 < len(points) else Fraction(0)
        if below != above:
            kept.append(corner)
    return kept
