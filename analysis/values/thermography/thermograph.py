"""Thermographs: what a game is worth to whoever moves first, at every temperature t from -1 upwards.

At temperature t a move costs t. The left wall is the result when Black begins, the right wall when White does, in
points, Black positive. From the temperature of the game on neither cares to move: the walls join in a vertical mast,
which stands at the mean. Everything is an exact Fraction.

The rules. An integer is a mast from t = -1, and so is any fraction that is no dyadic number (thirds, which kos bring
into trees of counts). Any other game has two scaffolds, the highest of "right wall of Black's option - t" and the
lowest of "left wall of White's option + t". Its temperature is the *least* t >= -1 where the left scaffold is not above
the right one; below it the scaffolds are the walls. (The least: scaffolds may coincide on an interval, and a search
from the top would then find a temperature that is none. {{10|5}|{5|0}} is 5, temperature -1 and not 5/2.) So 1/2, which
is {0|1}, has temperature -1/2, and a dame 0: a settled position is one whose temperature is *below* 0.

If even at t = -1 the left scaffold is not above the right one, both lose by moving and the game is a number: the
simplest strictly between the left scaffold less 1 and the right one plus 1 there (those are the stops at t = -1, whole
numbers wherever all leaves are dyadic), with that number's own thermograph. {0|5} is 1. A player without a move is no
bound. No canonical form has such scaffolds, but trees of moves as they are played do.

Sources: Berlekamp, Conway, Guy, Winning Ways, chapter 6; Berlekamp, The Economist's View of Combinatorial Games (t from
-1); Siegel, Combinatorial Game Theory, II.5; Spight and Jeff, Calculating a Thermograph, Sensei's Library.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, cast

from ..games.forms import Exact, Value, followers, number, simplest_between
from ..games.option_order import in_order

Point = tuple[Fraction, Fraction]
"""(t, value), both in points."""
Part = tuple[Point, object]
"""A corner of a wall and the maker of what is above it."""

LOWEST = Fraction(-1)
"""The temperature at which every wall begins."""


class Segment(NamedTuple):
    """A straight part of a wall.

    start -- (t, value) of its lower end
    end   -- (t, value) of its upper end; None for the last part, which has none
    slope -- change of value with t: 0, -1 or 1, times as much where a ko costs several moves
    maker -- whoever's wall it was made from: the option to play at these temperatures; None for a mast
    """

    start: Point
    end: Point | None
    slope: Fraction
    maker: object


@dataclass(frozen=True)
class Wall:
    """A piecewise linear function of the temperature t >= -1.

    points -- (t, value) of the corners, t strictly rising, the first at t = -1
    makers -- for each corner the maker of the part above it: an option, or None for a mast
    slope  -- of the part above the last corner: 0 for a wall, which ends in a mast; a scaffold is a wall that does not

    Raises ValueError if the corners do not rise from t = -1 or are not as many as the makers.
    """

    points: tuple[Point, ...]
    makers: tuple[object, ...]
    slope: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        times = [t for t, _ in self.points]
        if not times or times[0] != LOWEST or any(low >= high for low, high in pairwise(times)):
            raise ValueError(f"a wall's temperatures must rise from -1, got {', '.join(map(str, times)) or 'none'}")
        if len(self.makers) != len(self.points):
            raise ValueError(f"a wall of {len(self.points)} corners needs as many makers, got {len(self.makers)}")

    def value(self, t: Exact) -> Fraction:
        """The value at temperature t. Raises ValueError for t < -1."""
        if t < LOWEST:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        index = bisect_right(self.points, t, key=_time) - 1
        start, value = self.points[index]
        return value if start == t else value + self.slopes[index] * (t - start)

    def slope_below(self, t: Exact) -> Fraction:
        """The slope just below t. Raises ValueError unless t > -1."""
        if t <= LOWEST:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        return self.slopes[bisect_left(self.points, t, key=_time) - 1]

    @cached_property
    def slopes(self) -> tuple[Fraction, ...]:
        """The slope of the part above each corner."""
        return (*(_rise(low, high) for low, high in pairwise(self.points)), self.slope)

    def segments(self) -> Iterator[Segment]:
        """The straight parts in rising order; the last has no end."""
        return map(Segment, self.points, (*self.points[1:], None), self.slopes, self.makers)

    def tilted(self, slope: Exact, maker: object = None) -> Wall:
        """This wall plus slope * t, all of it made by `maker`: a scaffold. -1 is Black's tax, 1 is White's."""
        points = ((t, value + slope * t) for t, value in self.points)
        return _glued([(point, maker) for point in points], [rise + slope for rise in self.slopes])

    def rises_above(self, other: Wall, sign: int) -> bool:
        """Whether it is higher than the other anywhere, or lower for sign -1."""
        return any(
            sign * (strip.first - strip.second) > 0
            or (strip.end is None and sign * (strip.first_slope - strip.second_slope) > 0)
            for strip in _strips(self, other)
        )

    def moved_down(self, t: Exact) -> Wall:
        """The wall with the temperature t >= 0 as its new zero, cut off below -1."""
        base = LOWEST + t
        above = bisect_right(self.points, base, key=_time)
        points = tuple((at - t, value) for at, value in self.points[above:])
        return Wall(((LOWEST, self.value(base)), *points), self.makers[above - 1:], self.slope)

    def corners(self, start: Exact = LOWEST) -> list[Point]:
        """(t, value) at `start` and wherever the wall bends above it, whoever makes the parts."""
        first = Fraction(start)
        points = [(first, self.value(first)), *(point for point in self.points if point[0] > first)]
        rises = [*(_rise(low, high) for low, high in pairwise(points)), self.slope]
        bends = (point for point, (below, above) in zip(points[1:], pairwise(rises), strict=True) if below != above)
        return [points[0], *bends]


@dataclass(frozen=True)
class Thermograph:
    """Both walls of a game, from t = -1.

    left        -- the result when Black begins; each part's maker is the option to which Black moves
    right       -- the result when White begins; likewise
    mean        -- the value of the mast: what a copy is worth on average, in points, Black positive
    temperature -- where the mast begins, in points a move: the miai value of a move. Below 0: nobody needs to move

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
        for strip in _strips(self.left, self.right):
            if strip.first < strip.second:
                values = f"{strip.first} and {strip.second}"
                raise ValueError(f"the left wall must not be below the right one, got {values} at t = {strip.start}")

    def points_from_zero(self) -> tuple[list[Point], list[Point]]:
        """The corners (t, value) of the left and the right wall from t = 0, where play with a passing rule begins.

        A wall that runs straight into the mast has no corner there: that of a number is one point, (0, mean).
        """
        return self.left.corners(0), self.right.corners(0)

    def cooled(self, t: Exact) -> Thermograph:
        """The thermograph of the game cooled by t >= 0, which need not be dyadic. Raises ValueError for t < 0.

        The mean stays; the temperature is t less. At t' >= 0 the walls are those of the game at t' + t. Below 0 they
        are the same lines carried on, since they do not tell what cooled options do there. Cooled beyond its
        temperature a game is the number it freezes to, with that number's own thermograph: temperature -1/2^k. Makers
        stay the options of the game that is cooled.
        """
        if t < 0:
            raise ValueError(f"a game is cooled by t >= 0, got {t}")
        if t > self.temperature:
            return number_thermograph(self.mean)
        if t == 0:
            return self
        return Thermograph(self.left.moved_down(t), self.right.moved_down(t), self.mean, self.temperature - t)


class Kind(StrEnum):
    """What a player calls a game, from its thermograph just below the temperature."""

    NUMBER = "number"
    DAME = "dame"
    INFINITESIMAL = "infinitesimal"
    GOTE = "gote"
    BLACK_SENTE = "Black sente"
    WHITE_SENTE = "White sente"
    AMBIGUOUS = "ambiguous"


def thermograph(value: Value) -> Thermograph:
    """The thermograph of a game. Its makers are the game's options."""
    if thermograph not in value.memo:
        for position in followers(value):
            if thermograph not in position.memo:
                position.memo[thermograph] = _of_options(position)
    return cast(Thermograph, value.memo[thermograph])


def mean(value: Value) -> Fraction:
    """What a copy of the game is worth on average, in points, Black positive."""
    return thermograph(value).mean


def temperature(value: Value) -> Fraction:
    """What a move in the game is worth, in points. -1 for an integer, -1/2^k for other numbers, at least 0 beside."""
    return thermograph(value).temperature


def kind(value: Value) -> Kind:
    """What a player calls the game.

    A number (temperature below 0) is settled. At temperature 0 a dame is a number plus star, all else an infinitesimal.
    A game of temperature T > 0 is gote if both walls slant just below T. It is Black's sente (White's reverse sente) if
    the left wall is vertical there, so that Black's move is answered, and that move makes a position hotter than T; if
    T is the position's temperature exactly, then answering and not answering come to the same: ambiguous. White's sente
    is the mirror image. Where several options make the same wall, one hotter than T is enough.

    Nothing is sente for both. The left wall is above the right one just below T, where T is the least temperature at
    which they meet. Were both vertical there, their distance would stay what it is up to T, and they would not meet.
    "Double sente" is a matter of the temperature around: both walls may be vertical further down.
    """
    graph = thermograph(value)
    if graph.temperature < 0:
        return Kind.NUMBER
    if graph.temperature == 0:
        return Kind.DAME if value.left == value.right == (number(graph.mean),) else Kind.INFINITESIMAL
    if graph.left.slope_below(graph.temperature) == 0:
        walls = [(thermograph(option), thermograph(option).right) for option in value.left]
        slope, sente = 1, Kind.BLACK_SENTE
    elif graph.right.slope_below(graph.temperature) == 0:
        walls = [(thermograph(option), thermograph(option).left) for option in value.right]
        slope, sente = -1, Kind.WHITE_SENTE
    else:
        return Kind.GOTE
    top = graph.temperature
    threats = (
        option.temperature for option, wall in walls
        if wall.slope_below(top) == slope and wall.value(top) == graph.mean + slope * top
    )
    return sente if max(threats) > top else Kind.AMBIGUOUS


# -- making thermographs -------------------------------------------------------------------------------------------


def build(left: Wall | None, right: Wall | None) -> Thermograph:
    """The thermograph between two scaffolds (see `left_scaffold`); None for a player without a move.

    The mast begins at the least t where the scaffolds meet. If they have met at t = -1 already, or one of them is None,
    the game is a number, as told at the top of this module. Raises ValueError if they never meet.
    """
    low = None if left is None else left.value(LOWEST)
    high = None if right is None else right.value(LOWEST)
    if left is None or right is None or low is None or high is None or low <= high:
        return number_thermograph(
            simplest_between(None if low is None else low - 1, None if high is None else high + 1)
        )
    foot = _meeting(left, right)
    return Thermograph(_topped(left, foot), _topped(right, foot), foot[1], foot[0])


def left_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """Black's scaffold from his options and who they are: the highest right wall less t. None for no options.

    Options that come to the same leave the part to the first of them.
    """
    return _envelope([graph.right.tilted(-1, maker) for graph, maker in options], 1)


def right_scaffold(options: Iterable[tuple[Thermograph, object]]) -> Wall | None:
    """White's scaffold from her options and who they are: the lowest left wall plus t. None for no options."""
    return _envelope([graph.left.tilted(1, maker) for graph, maker in options], -1)


def number_thermograph(x: Exact) -> Thermograph:
    """The thermograph of the number x, in points: of an integer a mast from t = -1.

    Between t = -1 and its temperature -1/2^k a dyadic number m/2^k has at t = -1/2^j the left wall x rounded up to a
    multiple of 1/2^j and the right wall x rounded down. A fraction that is not dyadic stands for a settled count, and
    is a mast from t = -1 as integers are.
    """
    x = Fraction(x)
    if x.denominator == 1 or x.denominator & (x.denominator - 1):
        mast = Wall(((LOWEST, x),), (None,))
        return Thermograph(mast, mast, x, LOWEST)
    game = number(x)
    grids = [1 << power for power in range(x.denominator.bit_length())]
    ceiling = [((Fraction(-1, grid), Fraction(-(-x * grid // 1), grid)), game.left[0]) for grid in grids]
    floor = [((Fraction(-1, grid), Fraction(x * grid // 1, grid)), game.right[0]) for grid in grids]
    foot = (Fraction(-1, x.denominator), x)
    left, right = (
        _glued(parts, [*(_rise(low, high) for (low, _), (high, _) in pairwise(parts)), Fraction(0)])
        for parts in (ceiling, floor)
    )
    return Thermograph(_topped(left, foot), _topped(right, foot), x, foot[0])


def _of_options(value: Value) -> Thermograph:
    """The thermograph of a game whose options' thermographs are known."""
    if value.number is not None:
        return number_thermograph(value.number)
    left = left_scaffold((option.memo[thermograph], option) for option in in_order(value.left))
    right = right_scaffold((option.memo[thermograph], option) for option in in_order(value.right))
    return build(left, right)


class _Strip(NamedTuple):
    """Temperatures at which neither of two walls bends, the walls' values at the start, and their slopes."""

    start: Fraction
    end: Fraction | None
    first: Fraction
    second: Fraction
    first_slope: Fraction
    second_slope: Fraction
    makers: tuple[object, object]


def _strips(first: Wall, second: Wall) -> Iterator[_Strip]:
    """Two walls side by side, cut at every corner of either."""
    segments, others = list(first.segments()), list(second.segments())
    start, i, j = LOWEST, 0, 0
    while True:
        one, two = segments[i], others[j]
        ends = [segment.end[0] for segment in (one, two) if segment.end is not None]
        end = min(ends, default=None)
        value, other = (
            at if start == since else at + slope * (start - since) for (since, at), _, slope, _ in (one, two)
        )
        yield _Strip(start, end, value, other, one.slope, two.slope, (one.maker, two.maker))
        if end is None:
            return
        start = end
        i += one.end is not None and one.end[0] == end
        j += two.end is not None and two.end[0] == end


def _envelope(walls: list[Wall], sign: int) -> Wall | None:
    """The highest (sign 1) or the lowest (sign -1) of some walls everywhere."""
    best = walls[0] if walls else None
    for wall in walls[1:]:
        best = _better(cast(Wall, best), wall, sign)
    return best


def _better(first: Wall, second: Wall, sign: int) -> Wall:
    parts: list[Part] = []
    slopes: list[Fraction] = []
    for strip in _strips(first, second):
        ahead, gain = sign * (strip.first - strip.second), sign * (strip.first_slope - strip.second_slope)
        leads = ahead > 0 or (ahead == 0 and gain >= 0)
        value = strip.first if leads else strip.second
        parts.append(((strip.start, value), strip.makers[0 if leads else 1]))
        slopes.append(strip.first_slope if leads else strip.second_slope)
        if (ahead < 0 < gain) or (gain < 0 < ahead):
            meet = strip.start - ahead / gain
            if strip.end is None or meet < strip.end:
                parts.append(((meet, value + slopes[-1] * (meet - strip.start)), strip.makers[1 if leads else 0]))
                slopes.append(strip.second_slope if leads else strip.first_slope)
    return _glued(parts, slopes)


def _meeting(left: Wall, right: Wall) -> Point:
    """The least t, and the value there, at which the left scaffold, above the right one at first, is so no more."""
    for strip in _strips(left, right):
        gap, closing = strip.first - strip.second, strip.second_slope - strip.first_slope
        if closing > 0:
            meet = strip.start + gap / closing
            if strip.end is None or meet <= strip.end:
                return meet, strip.first + strip.first_slope * (meet - strip.start)
    raise ValueError(f"the scaffolds never meet: slopes {left.slope} and {right.slope} above their last corners")


def _topped(scaffold: Wall, foot: Point) -> Wall:
    """The scaffold up to the foot of the mast, and the mast."""
    count = bisect_left(scaffold.points, foot[0], key=_time)
    return Wall((*scaffold.points[:count], foot), (*scaffold.makers[:count], None))


def _glued(parts: Sequence[Part], slopes: Sequence[Fraction]) -> Wall:
    """A wall of parts and the slopes above their corners, the straight ones of one maker joined."""
    kept = [0]
    for index in range(1, len(parts)):
        if slopes[index] != slopes[index - 1] or parts[index][1] is not parts[index - 1][1]:
            kept.append(index)
    return Wall(tuple(parts[index][0] for index in kept), tuple(parts[index][1] for index in kept), slopes[-1])


def _rise(low: Point, high: Point) -> Fraction:
    """The slope between two corners."""
    return (high[1] - low[1]) / (high[0] - low[0])


def _time(point: Point) -> Fraction:
    return point[0]
