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
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from .game import simplest_between
from .thermograph import LOWEST, Point, Thermograph, Wall

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


class Germ(NamedTuple):
    """A value just above a temperature, in the order of size: minus infinity, a value and its slope, infinity."""

    infinite: int
    value: Fraction
    slope: Fraction

    def plus(self, t: Fraction, tilt: int) -> Germ:
        return self if self.infinite or not tilt else Germ(0, self.value + tilt * t, self.slope + tilt)

    def after(self, step: Fraction) -> Germ:
        return self if self.infinite else self._replace(value=self.value + step * self.slope)


BOTTOM = Germ(-1, Fraction(0), Fraction(0))
TOP = Germ(1, Fraction(0), Fraction(0))


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
        masts = self._first_masts(settled)
        for _ in range(MOST_CORNERS):
            germs = self._settle(t, masts)
            for (left, right), position in zip(corners, self.positions, strict=True):
                left.append((t, germs[position.left].value))
                right.append((t, germs[position.right].value))
            rise = self._next(t, germs, masts)
            if rise is None:
                return [self._graph(index, corners[index], germs) for index in range(len(self.positions))]
            masts = [self._mast(index, masts, germs, rise - t) for index in range(len(self.positions))]
            t = rise
        raise NoAnswerError(f"the walls have more than {MOST_CORNERS} corners", 0)

    # -- at one temperature ----------------------------------------------------------------------------------------

    def _evaluate(self, t: Fraction, masts: list[Germ], start: Germ) -> list[Germ]:
        """The solution of the formulas that is reached from `start`: the least from BOTTOM, the greatest from TOP."""
        known = [_germ_of(wall, t) for wall in self.walls]
        germs = [start] * len(self.formulas)
        changed, order = True, list(range(len(germs)))
        while changed:
            changed = False
            order.reverse()  # values travel along a chain in one direction or the other
            for index in order:
                germ = self._best(self.formulas[index], t, germs, known, masts)
                if germ != germs[index]:
                    germs[index], changed = germ, True
        return germs

    @staticmethod
    def _best(formula: Formula, t: Fraction, germs: list[Germ], known: list[Germ], masts: list[Germ]) -> Germ:
        sources = {"formula": germs, "wall": known, "mast": masts}
        terms = [sources[term.source][term.number].plus(t, term.tilt) for term in formula.terms]
        if formula.sign > 0:
            return max(terms, default=BOTTOM)
        return min(terms, default=TOP)

    def _settle(self, t: Fraction, masts: list[Germ]) -> list[Germ]:
        """The only solution just above t."""
        least, greatest = self._evaluate(t, masts, BOTTOM), self._evaluate(t, masts, TOP)
        for index, position in enumerate(self.positions):
            if any(least[formula] != greatest[formula] for formula in position):
                raise NoAnswerError(f"at t = {t} nobody wants to win the ko, only to hold it", index)
        return least

    def _first_masts(self, settled: bool) -> list[Germ]:
        """The masts at t = -1. Only where the left scaffold is not above the right one does the choice matter."""
        least = self._evaluate(LOWEST, [BOTTOM] * len(self.positions), BOTTOM)
        greatest = self._evaluate(LOWEST, [TOP] * len(self.positions), TOP)
        masts = []
        for index, position in enumerate(self.positions):
            x = least[position.left].value
            if least[position.left] != greatest[position.left] or least[position.right] != greatest[position.right]:
                if not settled:
                    raise NoAnswerError("both lose by moving, even at t = -1", index)
                low, high = least[position.left_scaffold], least[position.right_scaffold]
                x = settled_count(None if low.infinite else low.value, None if high.infinite else high.value)
            masts.append(Germ(0, x, Fraction(0)))
        return masts

    # -- from one temperature to the next --------------------------------------------------------------------------

    def _next(self, t: Fraction, germs: list[Germ], masts: list[Germ]) -> Fraction | None:
        """The least temperature above t at which any formula may bend; None if there is none."""
        known = [_germ_of(wall, t) for wall in self.walls]
        sources = {"formula": germs, "wall": known, "mast": masts}
        found: list[Fraction] = []
        for wall in self.walls:
            place = bisect_right(wall.points, t, key=lambda point: point[0])
            found += [wall.points[place][0]] if place < len(wall.points) else []
        for formula, best in zip(self.formulas, germs, strict=True):
            for term in formula.terms:
                germ = sources[term.source][term.number].plus(t, term.tilt)
                found += _crossing(t, best, germ, formula.sign)
        for position in self.positions:
            low, high = germs[position.left_scaffold], germs[position.right_scaffold]
            found += _crossing(t, low, high, 1) + _crossing(t, high, low, 1)
        return min(found, default=None)

    def _mast(self, index: int, masts: list[Germ], germs: list[Germ], step: Fraction) -> Germ:
        """The mast a step later: where it was, or as far as the scaffolds have pushed it."""
        position = self.positions[index]
        scaffolds = sorted((germs[position.left_scaffold].after(step), germs[position.right_scaffold].after(step)))
        mast = masts[index]
        if not scaffolds[0].infinite and mast.value < scaffolds[0].value:
            return Germ(0, scaffolds[0].value, Fraction(0))
        if not scaffolds[1].infinite and mast.value > scaffolds[1].value:
            return Germ(0, scaffolds[1].value, Fraction(0))
        return mast

    def _graph(self, index: int, corners: tuple[list[Point], list[Point]], germs: list[Germ]) -> Thermograph:
        left, right = germs[self.positions[index].left], germs[self.positions[index].right]
        if left != right or left.infinite or left.slope != 0:
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


def _germ_of(wall: Wall, t: Fraction) -> Germ:
    place = bisect_right(wall.points, t, key=lambda point: point[0])
    value = wall.value(t)
    if place == len(wall.points):
        return Germ(0, value, wall.slope)
    end, there = wall.points[place]
    return Germ(0, value, (there - value) / (end - t))


def _crossing(t: Fraction, first: Germ, second: Germ, sign: int) -> list[Fraction]:
    """Where `second`, not ahead of `first` in the direction of `sign`, overtakes it above t: one place or none."""
    if first.infinite or second.infinite:
        return []
    gap, gain = sign * (first.value - second.value), sign * (second.slope - first.slope)
    return [t + gap / gain] if gap > 0 and gain > 0 else []


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
