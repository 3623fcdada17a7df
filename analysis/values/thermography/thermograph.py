"""Thermographs: the value of a game with either player moving first, at every temperature t from -1 upwards.

At temperature t a move costs t. The left wall is the result when Black moves first, the right wall when White does, in
points, Black positive. From the temperature of the game on neither player gains by moving: the walls join in a vertical
mast at the mean value. Everything is an exact Fraction.

The rules. An integer is a mast from t = -1, and so is any fraction that is no dyadic number (thirds, which kos bring
into trees of counts). Any other game has two scaffolds, the highest of "right wall of Black's option - t" and the
lowest of "left wall of White's option + t". Its temperature is the *least* t >= -1 where the left scaffold is not above
the right one; below it the scaffolds are the walls. (The least: scaffolds may coincide on an interval, and a search
from the top would then return its wrong end. {{10|5}|{5|0}} is 5, with temperature -1 and not 5/2.) So 1/2, which is
{0|1}, has temperature -1/2, and a dame 0: in a settled position the temperature is *below* 0.

If even at t = -1 the left scaffold is not above the right one, both lose by moving and the game is a number: the
simplest strictly between the left scaffold less 1 and the right one plus 1 there (those are the stops at t = -1, whole
numbers wherever all leaves are dyadic), with that number's own thermograph. {0|5} is 1. A player without a move gives
no bound. No canonical form has such scaffolds, but trees of moves as they are played do.

Sources: Berlekamp, Conway, Guy, Winning Ways, chapter 6; Berlekamp, The Economist's View of Combinatorial Games (t from
-1); Siegel, Combinatorial Game Theory, II.5; Spight and Jeff, Calculating a Thermograph, Sensei's Library.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import cast

from ..games.forms import Exact, Value, followers, number, simplest_between
from ..games.option_order import sorted_options
from .walls import (
    LOWEST_TEMPERATURE,
    Corner,
    Wall,
    envelope,
    first_meeting,
    merged_wall,
    slope_between,
    strips,
    with_mast,
)


@dataclass(frozen=True)
class Thermograph:
    """Both walls of a game, from t = -1.

    left        -- the result when Black moves first; the maker of each segment is the option Black moves to
    right       -- the result when White moves first; likewise
    mean        -- the value of the mast: the average value of a copy in many copies, in points, Black positive
    temperature -- where the mast begins, in points per move: the miai value of a move. Below 0: nobody needs to move

    The walls' last corner is the foot of the mast. Raises ValueError if it is not, if a wall does not end vertically,
    or if the left wall is anywhere below the right one.
    """

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction

    def __post_init__(self) -> None:
        foot = (self.temperature, self.mean)
        for name, wall in (("left", self.left), ("right", self.right)):
            if wall.points[-1] != foot or wall.slope != 0:
                end = f"{wall.points[-1][1]} at t = {wall.points[-1][0]}, slope {wall.slope}"
                raise ValueError(f"both walls must end in a mast at {foot[1]} from t = {foot[0]}, {name} ends at {end}")
        for strip in strips(self.left, self.right):
            if strip.first < strip.second:
                values = f"{strip.first} and {strip.second}"
                raise ValueError(f"the left wall must not be below the right one, got {values} at t = {strip.start}")

    def points_from_zero(self) -> tuple[list[Corner], list[Corner]]:
        """Return the corners (t, value) of the left and the right wall from t = 0, the least if passing is allowed.

        A wall that runs straight into the mast has no corner there: that of a number is one point, (0, mean).
        """
        return self.left.corners(0), self.right.corners(0)

    def cooled(self, t: Exact) -> Thermograph:
        """Return the thermograph of the game cooled by t >= 0, which need not be dyadic. Raises ValueError for t < 0.

        The mean is the same, the temperature is t less. At t' >= 0 the walls are those of the game at t' + t. Below 0
        the same lines are extended, since the walls do not determine the cooled options there. Cooled by more than its
        temperature, a game is the number it freezes to, with that number's own thermograph: temperature -1/2^k. The
        makers are still the options of the game before cooling.
        """
        if t < 0:
            raise ValueError(f"a game is cooled by t >= 0, got {t}")
        if t > self.temperature:
            return number_thermograph(self.mean)
        if t == 0:
            return self
        return Thermograph(self.left.moved_down(t), self.right.moved_down(t), self.mean, self.temperature - t)


class GameKind(StrEnum):
    """Sente, gote or settled: the class of a game by its thermograph just below its temperature (see `kind`)."""

    NUMBER = "number"
    DAME = "dame"
    INFINITESIMAL = "infinitesimal"
    GOTE = "gote"
    BLACK_SENTE = "Black sente"
    WHITE_SENTE = "White sente"
    AMBIGUOUS = "ambiguous"


def thermograph(value: Value) -> Thermograph:
    """Return the thermograph of a game. Its makers are the game's options."""
    if thermograph not in value.memo:
        for position in followers(value):
            if thermograph not in position.memo:
                position.memo[thermograph] = _of_options(position)
    return cast(Thermograph, value.memo[thermograph])


def mean(value: Value) -> Fraction:
    """Return the mean value: the average value of a copy in many copies, in points, Black positive."""
    return thermograph(value).mean


def temperature(value: Value) -> Fraction:
    """Return the temperature in points per move: -1 for an integer, -1/2^k for another number, else at least 0."""
    return thermograph(value).temperature


def kind(value: Value) -> GameKind:
    """Return whether the game is sente for a player, gote, or settled.

    A number (temperature below 0) is settled. At temperature 0 a number plus star is a dame, any other game an
    infinitesimal. A game of temperature T > 0 is gote if both walls are inclined just below T. It is Black's sente
    (White's reverse sente) if the left wall is vertical there, so that Black's move is answered, and the move leads to
    a position hotter than T; if that position's temperature is exactly T, answering and not answering give the same
    result: ambiguous. White's sente is the mirror image. If several options give the same wall, one hotter than T is
    enough.

    No game is sente for both. The left wall is above the right one just below T, the least temperature at which they
    meet. If both were vertical there, their distance would be constant up to T, and they would not meet. "Double sente"
    depends on the ambient temperature: both walls may be vertical at lower temperatures.
    """
    graph = thermograph(value)
    if graph.temperature < 0:
        return GameKind.NUMBER
    if graph.temperature == 0:
        return GameKind.DAME if value.left == value.right == (number(graph.mean),) else GameKind.INFINITESIMAL
    if graph.left.slope_below(graph.temperature) == 0:
        walls = [(thermograph(option), thermograph(option).right) for option in value.left]
        slope, sente = 1, GameKind.BLACK_SENTE
    elif graph.right.slope_below(graph.temperature) == 0:
        walls = [(thermograph(option), thermograph(option).left) for option in value.right]
        slope, sente = -1, GameKind.WHITE_SENTE
    else:
        return GameKind.GOTE
    top = graph.temperature
    threats = (
        option.temperature for option, wall in walls
        if wall.slope_below(top) == slope and wall.value(top) == graph.mean + slope * top
    )
    return sente if max(threats) > top else GameKind.AMBIGUOUS


# -- construction --------------------------------------------------------------------------------------------------


def thermograph_from_scaffolds(left: Wall | None, right: Wall | None) -> Thermograph:
    """Return the thermograph with these scaffolds (see `left_scaffold`); None for a player without a move.

    The mast begins at the least t where the scaffolds meet. If the left one is not above the right one at t = -1, or if
    one of them is None, the game is a number (see the top of this module). Raises ValueError if they never meet.
    """
    low = None if left is None else left.value(LOWEST_TEMPERATURE)
    high = None if right is None else right.value(LOWEST_TEMPERATURE)
    if left is None or right is None or low is None or high is None or low <= high:
        return number_thermograph(
            simplest_between(None if low is None else low - 1, None if high is None else high + 1)
        )
    foot = first_meeting(left, right)
    return Thermograph(with_mast(left, foot), with_mast(right, foot), foot[1], foot[0])


def left_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """Return Black's scaffold: the highest right wall of an option, minus t. None for no options.

    Each option is given with the object that becomes the maker. Of options with equal walls the first is the maker.
    """
    return envelope([graph.right.tilted(-1, maker) for graph, maker in options], 1)


def right_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """Return White's scaffold: the lowest left wall of an option, plus t. None for no options."""
    return envelope([graph.left.tilted(1, maker) for graph, maker in options], -1)


def number_thermograph(x: Exact) -> Thermograph:
    """Return the thermograph of the number x, in points; of an integer it is a mast from t = -1.

    Between t = -1 and its temperature -1/2^k a dyadic number m/2^k has at t = -1/2^j the left wall x rounded up to a
    multiple of 1/2^j and the right wall x rounded down. A fraction that is not dyadic is the count of a settled
    position, with a mast from t = -1 like an integer.
    """
    x = Fraction(x)
    if x.denominator == 1 or x.denominator & (x.denominator - 1):
        mast = Wall(((LOWEST_TEMPERATURE, x),), (None,))
        return Thermograph(mast, mast, x, LOWEST_TEMPERATURE)
    game = number(x)
    grids = [1 << power for power in range(x.denominator.bit_length())]
    ceiling = [((Fraction(-1, grid), Fraction(-(-x * grid // 1), grid)), game.left[0]) for grid in grids]
    floor = [((Fraction(-1, grid), Fraction(x * grid // 1, grid)), game.right[0]) for grid in grids]
    foot = (Fraction(-1, x.denominator), x)
    left, right = (
        merged_wall(parts, [*(slope_between(low, high) for (low, _), (high, _) in pairwise(parts)), Fraction(0)])
        for parts in (ceiling, floor)
    )
    return Thermograph(with_mast(left, foot), with_mast(right, foot), x, foot[0])


def _of_options(value: Value) -> Thermograph:
    """Return the thermograph of a game whose options have theirs in their memo."""
    if value.number is not None:
        return number_thermograph(value.number)
    left = left_scaffold((option.memo[thermograph], option) for option in sorted_options(value.left))
    right = right_scaffold((option.memo[thermograph], option) for option in sorted_options(value.right))
    return thermograph_from_scaffolds(left, right)


__all__ = [
    "LOWEST_TEMPERATURE", "GameKind", "Thermograph", "Wall", "kind", "left_scaffold", "mean", "number_thermograph",
    "right_scaffold", "temperature", "thermograph", "thermograph_from_scaffolds",
]
