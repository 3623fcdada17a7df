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

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import cast

from ..games.forms import Exact, Value, number, simplest_between
from ..games.option_order import sorted_options
from .walls import (
    LOWEST_TEMPERATURE,
    Corner,
    Track,
    Wall,
    below_mast,
    envelope,
    first_meeting,
    on_one_scale,
    strips,
    tilted_wall,
    track_of,
    wall_in_units,
)


class Thermograph:
    """Both walls of a game, from t = -1. Immutable; equal thermographs have equal walls, makers included.

    left        -- the result when Black moves first; the maker of each segment is the option Black moves to
    right       -- the result when White moves first; likewise
    mean        -- the value of the mast: the average value of a copy in many copies, in points, Black positive
    temperature -- where the mast begins, in points per move: the miai value of a move. Below 0: nobody needs to move

    The walls' last corner is the foot of the mast. Raises ValueError if it is not, if a wall does not end vertically,
    or if the left wall is anywhere below the right one.
    """

    __slots__ = ("_mean", "_temperature", "left", "right")

    left: Wall
    right: Wall
    _mean: Fraction | None
    _temperature: Fraction | None

    def __init__(self, left: Wall, right: Wall, mean: Fraction, temperature: Fraction) -> None:
        foot = (temperature, mean)
        for name, wall in (("left", left), ("right", right)):
            if wall.points[-1] != foot or wall.slope != 0:
                end = f"{wall.points[-1][1]} at t = {wall.points[-1][0]}, slope {wall.slope}"
                raise ValueError(f"both walls must end in a mast at {foot[1]} from t = {foot[0]}, {name} ends at {end}")
        scale, tracks = on_one_scale(left, right)
        for start, one, two, _, _ in strips(*tracks):
            if one < two:
                t, high, low = (Fraction(x) / scale for x in (start, one, two))
                raise ValueError(f"the left wall must not be below the right one, got {high} and {low} at t = {t}")
        self.left, self.right = left, right
        self._mean, self._temperature = mean, temperature

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thermograph) and (self.left, self.right) == (other.left, other.right)

    def __hash__(self) -> int:
        return hash((self.left, self.right))

    def __repr__(self) -> str:
        return (
            f"Thermograph(left={self.left!r}, right={self.right!r}, "
            f"mean={self.mean!r}, temperature={self.temperature!r})"
        )

    def __reduce__(self) -> tuple[Callable[..., Thermograph], tuple[object, ...]]:
        return thermograph_of_walls, (self.left, self.right)

    @property
    def mean(self) -> Fraction:
        """The value of the mast, in points."""
        if self._mean is None:
            self._mean = Fraction(self.left.levels[-1], self.left.scale)
        return self._mean

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins, in points per move."""
        if self._temperature is None:
            self._temperature = Fraction(self.left.times[-1], self.left.scale)
        return self._temperature

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
        return thermograph_of_walls(self.left.moved_down(t), self.right.moved_down(t))


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
    path = [] if thermograph in value.memo else [value]
    while path:
        position = path[-1]
        if thermograph not in position.memo:
            black, white = position.moves
            missing = [option for option in black + white if thermograph not in option.memo]
            if missing:
                path += missing
                continue
            position.memo[thermograph] = _of_options(position)
        path.pop()
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
    top = graph.temperature
    if top < 0:
        return GameKind.NUMBER
    if top == 0:
        return GameKind.DAME if value.left == value.right == (number(graph.mean),) else GameKind.INFINITESIMAL
    if graph.left.slope_below(top) == 0:
        makers, sente = wall_makers(value, black=True), GameKind.BLACK_SENTE
    elif graph.right.slope_below(top) == 0:
        makers, sente = wall_makers(value, black=False), GameKind.WHITE_SENTE
    else:
        return GameKind.GOTE
    return sente if max(map(temperature, makers)) > top else GameKind.AMBIGUOUS


def wall_makers(value: Value, *, black: bool) -> list[Value]:
    """Return the options of a hot game that make Black's (White's) wall just below the temperature: the best moves."""
    graph = thermograph(value)
    top, tilt = graph.temperature, -1 if black else 1
    wall = graph.left if black else graph.right
    made = wall.value(top) - tilt * top, wall.slope_below(top) - tilt
    options = value.left if black else value.right
    after = ((option, thermograph(option)) for option in options)
    walls = ((option, found.right if black else found.left) for option, found in after)
    return [option for option, left in walls if (left.value(top), left.slope_below(top)) == made]


# -- construction --------------------------------------------------------------------------------------------------


def thermograph_of_walls(left: Wall, right: Wall) -> Thermograph:
    """Return the thermograph with these walls. Does not check them: see `Thermograph`."""
    graph = Thermograph.__new__(Thermograph)
    graph.left, graph.right = left, right
    graph._mean = graph._temperature = None
    return graph


def thermograph_of_options(
    black: Iterable[tuple[Thermograph, object]], white: Iterable[tuple[Thermograph, object]]
) -> Thermograph:
    """Return the thermograph of a position from those of Black's and White's options.

    Each option is given with the object that becomes the maker. Of options with equal walls the first is the maker. A
    position in which both lose by moving, or one has no move, is a number (see the top of this module).
    """
    return _of_walls([(graph.right, maker) for graph, maker in black], [(graph.left, maker) for graph, maker in white])


def _of_walls(black: Sequence[tuple[Wall, object]], white: Sequence[tuple[Wall, object]]) -> Thermograph:
    """Return the thermograph of a position from the walls after Black's and White's moves, and their makers."""
    scales = {wall.scale for wall, _ in black} | {wall.scale for wall, _ in white}
    scale = scales.pop() if len(scales) == 1 else lcm(*scales)
    return _joined(scale, _best(scale, black, 1), _best(scale, white, -1), 1)


def _best(scale: int, walls: Sequence[tuple[Wall, object]], sign: int) -> Track | None:
    """Return the highest (sign 1) or lowest of some walls, each with its only maker; None for no walls."""
    if not walls:
        return None
    if len(walls) == 1:
        wall, maker = walls[0]
        return track_of(wall, scale, (maker,) * len(wall.rises))
    return envelope([track_of(wall, scale, (maker,) * len(wall.rises)) for wall, maker in walls], sign)


def thermograph_from_scaffolds(left: Wall | None, right: Wall | None) -> Thermograph:
    """Return the thermograph with these scaffolds (see `left_scaffold`); None for a player without a move.

    The mast begins at the least t where the scaffolds meet. If the left one is not above the right one at t = -1, or if
    one of them is None, the game is a number (see the top of this module). Raises ValueError if they never meet.
    """
    scale, tracks = on_one_scale(*[wall for wall in (left, right) if wall is not None])
    return _joined(scale, None if left is None else tracks[0], None if right is None else tracks[-1], 0)


def _joined(scale: int, left: Track | None, right: Track | None, tax: int) -> Thermograph:
    """Return the thermograph whose scaffolds are tracks less, and plus, tax * t."""
    low = None if left is None else left[1][0] + tax * scale
    high = None if right is None else right[1][0] - tax * scale
    if left is None or right is None or low is None or high is None or low <= high:
        return number_thermograph(simplest_between(
            None if low is None else Fraction(low) / scale - 1, None if high is None else Fraction(high) / scale + 1
        ))
    meeting = first_meeting(left, right, tax)
    if meeting is None:
        slopes = f"{left[2][-1] - tax} and {right[2][-1] + tax}"
        raise ValueError(f"the scaffolds never meet: slopes {slopes} above their last corners")
    return thermograph_of_walls(
        below_mast(scale, left, meeting[3], meeting, -tax), below_mast(scale, right, meeting[4], meeting, tax)
    )


def left_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """Return Black's scaffold: the highest right wall of an option, minus t. None for no options.

    Each option is given with the object that becomes the maker. Of options with equal walls the first is the maker.
    """
    return _scaffold([(graph.right, maker) for graph, maker in options], 1)


def right_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """Return White's scaffold: the lowest left wall of an option, plus t. None for no options."""
    return _scaffold([(graph.left, maker) for graph, maker in options], -1)


def _scaffold(walls: Sequence[tuple[Wall, object]], sign: int) -> Wall | None:
    scale = lcm(*[wall.scale for wall, _ in walls])
    best = _best(scale, walls, sign)
    return None if best is None else tilted_wall(scale, best, -sign)


def number_thermograph(x: Exact) -> Thermograph:
    """Return the thermograph of the number x, in points; of an integer it is a mast from t = -1.

    Between t = -1 and its temperature -1/2^k a dyadic number m/2^k has at t = -1/2^j the left wall x rounded up to a
    multiple of 1/2^j and the right wall x rounded down. A fraction that is not dyadic is the count of a settled
    position, with a mast from t = -1 like an integer.
    """
    scale = x.denominator
    if scale & (scale - 1):
        mast = wall_in_units(scale, (-scale,), (x.numerator,), (0,), (None,))
        return thermograph_of_walls(mast, mast)
    if scale == 1:
        mast = wall_in_units(1, (-1,), (x.numerator,), (0,), (None,))
        return thermograph_of_walls(mast, mast)
    left, right = (
        _number_wall(x.numerator, scale, sign, number(Fraction(x.numerator - sign, scale))) for sign in (1, -1)
    )
    return thermograph_of_walls(left, right)


def _number_wall(x: int, scale: int, sign: int, maker: Value) -> Wall:
    """Return the left (sign 1) or right wall of the dyadic number x / scale in lowest terms, scale > 1."""
    times: list[int] = []
    levels: list[int] = []
    rises: list[int] = []
    unit, level = scale, sign * -(-sign * x // scale) * scale
    while unit > 1:
        half = unit // 2
        above = sign * -(-sign * x // half) * half
        rise = (above - level) // half
        if not rises or rise != rises[-1]:
            times.append(-unit)
            levels.append(level)
            rises.append(rise)
        unit, level = half, above
    return wall_in_units(scale, (*times, -1), (*levels, x), (*rises, 0), (*[maker] * len(times), None))


def _of_options(value: Value) -> Thermograph:
    """Return the thermograph of a game whose options have theirs in their memo."""
    if value.number is not None:
        return number_thermograph(value.number)
    black, white = value.moves
    return _of_walls(
        [(option.memo[thermograph].right, option) for option in (black if len(black) == 1 else sorted_options(black))],
        [(option.memo[thermograph].left, option) for option in (white if len(white) == 1 else sorted_options(white))],
    )


__all__ = [
    "LOWEST_TEMPERATURE", "GameKind", "Thermograph", "Wall", "kind", "left_scaffold", "mean", "number_thermograph",
    "right_scaffold", "temperature", "thermograph", "thermograph_from_scaffolds", "thermograph_of_options",
    "thermograph_of_walls", "wall_makers",
]
