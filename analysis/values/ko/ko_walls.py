"""The walls of positions that lead to one another, as in a ko: functions of the temperature, found from below.

What a position is worth with a player to move, at temperature t, is the best of what the moves lead to, each less the
tax t for Black or plus t for White. In a ko these values refer to one another. `System` states them as formulas: the
highest or lowest of terms, each another formula, a known wall, or a position's mast, plus a multiple of t.
`System.solve` finds all of them for all t >= -1.

The mast. When both players pass, the bidding goes on at a lower tax (Berlekamp, The Economist's View of Combinatorial
Games: after two passes there is a new auction at a lower tax rate). So where nobody gains by moving, a position is
worth what it was just below: the mast is vertical. Where the left scaffold rises to a mast, or the right one sinks to
it, that player may as well move, and the mast leans along the scaffold. (Of a game without kos the scaffolds only ever
close, so its mast stands.) Where the left scaffold is above the right one both wish to move, and the scaffolds are the
walls: a ko's thermograph may have several such hills, one above the other.

In formulas, with m the mast just below t, and both scaffolds given:

    left wall  = max(left scaffold, min(m, right scaffold))
    right wall = min(right scaffold, max(m, left scaffold))

All formulas are rising in one another, so they have a least and a greatest solution. If these differ, the positions'
values rest on nothing but each other, and there is no answer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ..games.forms import simplest_between
from ..thermography.thermograph import LOWEST, Point, Thermograph, Wall

MOST_CORNERS = 10_000


class NoAnswerError(ValueError):
    """The formulas have no solution, or more than one. `position` is the index of a position concerned."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class Term(NamedTuple):
    """A "formula", "wall" or "mast", by its number in the system, plus tilt * t."""

    source: str
    number: int
    tilt: int = 0


@dataclass
class Formula:
    """The highest (sign 1) or lowest (sign -1) of some terms. Of none it is minus or plus infinity."""

    sign: int
    terms: list[Term]


class Position(NamedTuple):
    """The formulas of a position: indices in `System.formulas`."""

    left_scaffold: int
    right_scaffold: int
    left: int
    right: int


Germ = tuple[int, int, int]
"""A value just above a temperature, in the order of size: minus infinity, a value and its slope, infinity.

(-1, 0, 0), (0, value, slope) or (1, 0, 0), value and slope being multiples of the `Moment`'s unit.
"""

BOTTOM: Germ = (-1, 0, 0)
TOP: Germ = (1, 0, 0)


@dataclass(frozen=True)
class Moment:
    """All that is known just above a temperature, in whole numbers: most of the time goes into comparing them.

    t      -- the temperature
    scale  -- how many of the units, in which all values and slopes are told, make a point
    tax    -- t in units
    bounds -- for each formula the best of its walls and masts, the tax paid
    known  -- the walls at t, untaxed, and masts likewise
    """

    t: Fraction
    scale: int
    tax: int
    bounds: list[Germ]
    known: list[Germ]
    masts: list[Germ]

    def plus(self, germ: Germ, tilt: int) -> Germ:
        """A germ plus tilt * t."""
        return germ if germ[0] or not tilt else (0, germ[1] + tilt * self.tax, germ[2] + tilt * self.scale)

    def value(self, germ: Germ) -> Fraction:
        return Fraction(germ[1], self.scale)

    def after(self, germ: Germ, step: Fraction) -> Fraction:
        """Its value a step later."""
        return Fraction(germ[1] * step.denominator + germ[2] * step.numerator, self.scale * step.denominator)


@dataclass
class System:
    """Positions whose values refer to one another. Fill it with `position`, `formula` and `wall`, then `solve`."""

    formulas: list[Formula] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)

    def formula(self, sign: int, *terms: Term) -> int:
        """A new formula's index."""
        self.formulas.append(Formula(sign, list(terms)))
        return len(self.formulas) - 1

    def wall(self, wall: Wall, tilt: int) -> Term:
        """A term for a wall that is known."""
        self.walls.append(wall)
        return Term("wall", len(self.walls) - 1, tilt)

    def position(self) -> Position:
        """A new position. Its scaffolds are empty formulas, to which the terms of moves are added."""
        mast = Term("mast", len(self.positions))
        left_scaffold, right_scaffold = self.formula(1), self.formula(-1)
        below = self.formula(-1, mast, Term("formula", right_scaffold))
        above = self.formula(1, mast, Term("formula", left_scaffold))
        left = self.formula(1, Term("formula", left_scaffold), Term("formula", below))
        right = self.formula(-1, Term("formula", right_scaffold), Term("formula", above))
        self.positions.append(Position(left_scaffold, right_scaffold, left, right))
        return self.positions[-1]

    def solve(self, settled: bool) -> list[Thermograph]:
        """The thermographs of the positions. They have no makers.

        `settled` is whether a position in which both lose by moving, even at t = -1, may be taken for a number, as it
        is in games: the simplest that its scaffolds leave room for. A ko is not: it stays on the board.

        Raises NoAnswerError if there is no single solution or a position's walls never join in a mast.
        """
        corners: list[tuple[list[Point], list[Point]]] = [([], []) for _ in self.positions]
        t = LOWEST
        masts: list[Fraction | Germ] = [*self._first_masts(settled)]
        for _ in range(MOST_CORNERS):
            now = self._moment(t, masts)
            germs = self._settle(now)
            for (left, right), position in zip(corners, self.positions, strict=True):
                left.append((t, now.value(germs[position.left])))
                right.append((t, now.value(germs[position.right])))
            rise = self._next(now, germs)
            if rise is None:
                return [self._graph(index, corners[index], germs) for index in range(len(self.positions))]
            masts = [self._mast(index, now, germs, rise - t) for index in range(len(self.positions))]
            t = rise
        raise NoAnswerError(f"the walls have more than {MOST_CORNERS} corners", 0)

    # -- at one temperature ----------------------------------------------------------------------------------------

    def _moment(self, t: Fraction, masts: Sequence[Fraction | Germ]) -> Moment:
        """What is known just above t; a mast is a value, or infinite."""
        walls = [_course(wall, t) for wall in self.walls]
        values = [*(x for course in walls for x in course), *(mast for mast in masts if isinstance(mast, Fraction))]
        scale = lcm(t.denominator, *(x.denominator for x in values))
        found = Moment(
            t, scale, _units(t, scale), [BOTTOM if formula.sign > 0 else TOP for formula in self.formulas],
            [(0, _units(value, scale), _units(slope, scale)) for value, slope in walls],
            [(0, _units(mast, scale), 0) if isinstance(mast, Fraction) else mast for mast in masts],
        )
        for index, formula in enumerate(self.formulas):
            best = max if formula.sign > 0 else min
            for term in formula.terms:
                if term.source != "formula":
                    germ = (found.known if term.source == "wall" else found.masts)[term.number]
                    found.bounds[index] = best(found.bounds[index], found.plus(germ, term.tilt))
        return found

    def _evaluate(self, now: Moment, start: Germ) -> list[Germ]:
        """The solution of the formulas that is reached from `start`: the least from BOTTOM, the greatest from TOP."""
        germs = [start] * len(self.formulas)
        order = [
            (index, formula.sign, [(term.number, term.tilt) for term in formula.terms if term.source == "formula"])
            for index, formula in enumerate(self.formulas)
        ]
        tax, scale, changed = now.tax, now.scale, True
        while changed:
            changed = False
            order.reverse()  # values travel along a chain in one direction or the other
            for index, sign, links in order:
                best = now.bounds[index]
                for number, tilt in links:
                    germ = germs[number]
                    if tilt and not germ[0]:
                        germ = (0, germ[1] + tilt * tax, germ[2] + tilt * scale)
                    if (germ > best) if sign > 0 else (germ < best):
                        best = germ
                if best != germs[index]:
                    germs[index], changed = best, True
        return germs

    def _settle(self, now: Moment) -> list[Germ]:
        """The only solution just above t."""
        least, greatest = self._evaluate(now, BOTTOM), self._evaluate(now, TOP)
        for index, position in enumerate(self.positions):
            if any(least[formula] != greatest[formula] for formula in position):
                raise NoAnswerError(f"at t = {now.t} nobody wants to win the ko, only to hold it", index)
        return least

    def _first_masts(self, settled: bool) -> list[Fraction]:
        """The masts at t = -1. Only where the left scaffold is not above the right one does the choice matter."""
        now = self._moment(LOWEST, [BOTTOM] * len(self.positions))
        least = self._evaluate(now, BOTTOM)
        greatest = self._evaluate(self._moment(LOWEST, [TOP] * len(self.positions)), TOP)
        masts = []
        for index, position in enumerate(self.positions):
            x = now.value(least[position.left])
            if least[position.left] != greatest[position.left] or least[position.right] != greatest[position.right]:
                if not settled:
                    raise NoAnswerError("both lose by moving, even at t = -1", index)
                low, high = least[position.left_scaffold], least[position.right_scaffold]
                x = settled_count(None if low[0] else now.value(low), None if high[0] else now.value(high))
            masts.append(x)
        return masts

    # -- from one temperature to the next --------------------------------------------------------------------------

    def _next(self, now: Moment, germs: list[Germ]) -> Fraction | None:
        """The least temperature above t at which any formula may bend; None if there is none."""
        found = [wall.points[place][0] for wall in self.walls if (place := _place(wall, now.t)) < len(wall.points)]
        sources = {"formula": germs, "wall": now.known, "mast": now.masts}
        nearest: tuple[int, int] | None = None
        for formula, best in zip(self.formulas, germs, strict=True):
            for term in formula.terms:
                germ = now.plus(sources[term.source][term.number], term.tilt)
                nearest = _nearer(nearest, best, germ, formula.sign)
        for position in self.positions:
            low, high = germs[position.left_scaffold], germs[position.right_scaffold]
            nearest = _nearer(_nearer(nearest, low, high, 1), high, low, 1)
        if nearest is not None:
            found.append(now.t + Fraction(*nearest))
        return min(found, default=None)

    def _mast(self, index: int, now: Moment, germs: list[Germ], step: Fraction) -> Fraction:
        """The mast a step later: where it was, or as far as the scaffolds have pushed it."""
        position = self.positions[index]
        scaffolds = [germs[position.left_scaffold], germs[position.right_scaffold]]
        low, high = sorted((germ[0], Fraction(0) if germ[0] else now.after(germ, step)) for germ in scaffolds)
        mast = now.value(now.masts[index])
        if not low[0] and mast < low[1]:
            return low[1]
        return high[1] if not high[0] and mast > high[1] else mast

    def _graph(self, index: int, corners: tuple[list[Point], list[Point]], germs: list[Germ]) -> Thermograph:
        left, right = germs[self.positions[index].left], germs[self.positions[index].right]
        if left != right or left[0] or left[2]:
            raise NoAnswerError("the walls never join in a mast", index)
        bent = [_bends(side) for side in corners]
        foot = max(side[-1] for side in bent)
        walls = [side if side[-1] == foot else [*side, foot] for side in bent]
        made = [Wall(tuple(wall), (None,) * len(wall)) for wall in walls]
        return Thermograph(made[0], made[1], foot[1], foot[0])


def settled_count(low: Fraction | None, high: Fraction | None) -> Fraction:
    """What a position is worth in which both lose by moving: the simplest number, as of a game, but within bounds.

    `low` <= `high` are its scaffolds at t = -1, None for a player without a move. Of dyadic counts they are whole, and
    the number lies between them; of others it need not, and is the nearer of them then.
    """
    x = simplest_between(None if low is None else low - 1, None if high is None else high + 1)
    if low is not None and x < low:
        return low
    return high if high is not None and x > high else x


def _place(wall: Wall, t: Fraction) -> int:
    """The number of the first corner above t."""
    return bisect_right(wall.points, t, key=lambda point: point[0])


def _course(wall: Wall, t: Fraction) -> tuple[Fraction, Fraction]:
    """The value at t, and the slope just above."""
    place = _place(wall, t)
    start, value = wall.points[place - 1]
    slope = wall.slope
    if place < len(wall.points):
        end, there = wall.points[place]
        slope = (there - value) / (end - start)
    return (value + slope * (t - start) if slope else value), slope


def _units(x: Fraction, scale: int) -> int:
    return x.numerator * (scale // x.denominator)


def _nearer(nearest: tuple[int, int] | None, first: Germ, second: Germ, sign: int) -> tuple[int, int] | None:
    """How far above t `second`, not ahead of `first` in the direction of `sign`, overtakes it, or `nearest` if less.

    Both as two positive whole numbers, whose quotient it is.
    """
    if first[0] or second[0]:
        return nearest
    gap, gain = sign * (first[1] - second[1]), sign * (second[2] - first[2])
    if gap <= 0 or gain <= 0 or (nearest is not None and gap * nearest[1] >= nearest[0] * gain):
        return nearest
    return gap, gain


def _bends(points: list[Point]) -> list[Point]:
    """The first corner, and those where the slope changes; above the last the wall is vertical."""
    kept = [points[0]]
    for place, here in enumerate(points[1:], 1):
        below = (here[1] - kept[-1][1]) / (here[0] - kept[-1][0])
        above = Fraction(0)
        if place + 1 < len(points):
            after = points[place + 1]
            above = (after[1] - here[1]) / (after[0] - here[0])
        if below != above:
            kept.append(here)
    return kept
