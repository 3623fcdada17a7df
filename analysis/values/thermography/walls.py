"""Walls: piecewise linear functions of the temperature t >= -1.

A wall of a thermograph gives the result, in points and Black positive, with one player moving first; a scaffold is the
same before the mast is put on it. The slopes are 0, 1 and -1, and larger where a ko takes several moves in a row.

Everything is exact. Inside, the temperatures and values of a wall are ints, multiples of one unit 1/scale: arithmetic
with ints is many times faster than with Fractions. Outside they are Fractions, made when they are asked for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import NamedTuple

from ..games.forms import Exact

Corner = tuple[Fraction, Fraction]
"""(t, value): a temperature and the value there, both in points."""

LOWEST_TEMPERATURE = Fraction(-1)
"""The temperature at which every wall begins."""


class Segment(NamedTuple):
    """A straight segment of a wall.

    start -- (t, value) of its lower end
    end   -- (t, value) of its upper end; None for the last segment, which is unbounded
    slope -- change of value with t: 0, -1 or 1, or a multiple where a ko takes several moves
    maker -- the option that gives the wall here, the one to move to at these temperatures; None for a mast
    """

    start: Corner
    end: Corner | None
    slope: Fraction
    maker: object


class Wall:
    """A piecewise linear function of the temperature t >= -1. Immutable; equal walls have the same corners and makers.

    points -- (t, value) of the corners, t strictly rising, the first at t = -1
    makers -- for each corner the maker of the segment above it (see `Segment`): an option, or None for a mast
    slope  -- of the segment above the last corner: 0 for a wall, which ends in a mast; a scaffold may have any slope

    The same in units of 1/scale, the largest unit of which all of them are multiples:

    scale  -- units per point
    times  -- the temperatures of the corners
    levels -- the values there
    rises  -- the slope of the segment above each corner; an int if it is whole

    Raises ValueError if the corners do not rise from t = -1, or if there is not one maker for each.
    """

    __slots__ = ("_points", "levels", "makers", "rises", "scale", "times")

    scale: int
    times: tuple[int, ...]
    levels: tuple[int, ...]
    rises: tuple[Exact, ...]
    makers: tuple[object, ...]
    _points: tuple[Corner, ...] | None

    def __init__(
        self, points: Sequence[Corner], makers: Sequence[object], slope: Exact = 0
    ) -> None:
        times = [t for t, _ in points]
        if not times or times[0] != LOWEST_TEMPERATURE or any(low >= high for low, high in pairwise(times)):
            raise ValueError(f"a wall's temperatures must rise from -1, got {', '.join(map(str, times)) or 'none'}")
        if len(makers) != len(points):
            raise ValueError(f"a wall of {len(points)} corners needs as many makers, got {len(makers)}")
        self.scale = lcm(*(x.denominator for point in points for x in point))
        self.times, self.levels = (
            tuple(x.numerator * (self.scale // x.denominator) for x in column) for column in zip(*points, strict=True)
        )
        rises = [*(slope_between(low, high) for low, high in pairwise(points)), slope]
        self.rises = tuple(x.numerator if x.denominator == 1 else x for x in rises)
        self.makers = tuple(makers)
        self._points = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wall) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Wall(points={self.points!r}, makers={self.makers!r}, slope={self.slope!r})"

    def __reduce__(self) -> tuple[Callable[..., Wall], tuple[object, ...]]:
        return wall_in_units, (self.scale, self.times, self.levels, self.rises, self.makers)

    def _key(self) -> tuple[object, ...]:
        return self.scale, self.times, self.levels, self.rises[-1], self.makers

    @property
    def points(self) -> tuple[Corner, ...]:
        """The corners (t, value), in points."""
        if self._points is None:
            scale = self.scale
            self._points = tuple(
                (Fraction(t, scale), Fraction(x, scale)) for t, x in zip(self.times, self.levels, strict=True)
            )
        return self._points

    @property
    def slope(self) -> Fraction:
        """The slope of the segment above the last corner."""
        return Fraction(self.rises[-1])

    def value(self, t: Exact) -> Fraction:
        """Return the value at temperature t. Raises ValueError for t < -1."""
        many, parts = t.numerator * self.scale, t.denominator  # t is many / parts units
        index = self.corner_at(t)
        if index < 0:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        beyond = many - self.times[index] * parts
        return Fraction(self.levels[index] * parts + self.rises[index] * beyond, self.scale * parts)

    def corner_at(self, t: Exact) -> int:
        """Return the index of the last corner at or below t; -1 for t < -1."""
        return bisect_right(self.times, t.numerator * self.scale // t.denominator) - 1

    def slope_below(self, t: Exact) -> Fraction:
        """Return the slope just below t. Raises ValueError unless t > -1."""
        if t <= LOWEST_TEMPERATURE:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        return Fraction(self.rises[self.corners_below(t) - 1])

    def maker_below(self, t: Exact) -> object:
        """Return the maker just below t > -1."""
        return self.makers[self.corners_below(t) - 1]

    def corners_below(self, t: Exact) -> int:
        """Return the number of corners below t."""
        return bisect_left(self.times, -(-t.numerator * self.scale // t.denominator))

    def segments(self) -> Iterator[Segment]:
        """Return the segments from t = -1 upwards; the last has no end."""
        return map(Segment, self.points, (*self.points[1:], None), map(Fraction, self.rises), self.makers)

    def tilted(self, slope: int, maker: object = None) -> Wall:
        """Return the scaffold wall + slope * t, its only maker `maker`. Slope -1 is Black's tax, 1 is White's."""
        return tilted_wall(self.scale, track_of(self, self.scale, (maker,) * len(self.makers)), slope)

    def raised(self, points: Exact) -> Wall:
        """Return the wall with so many points added."""
        if points.denominator == 1:
            more = points.numerator * self.scale
            return wall_in_units(self.scale, self.times, [x + more for x in self.levels], self.rises, self.makers)
        return Wall([(t, x + points) for t, x in self.points], self.makers, self.rises[-1])

    def without_makers(self) -> Wall:
        """Return the wall without the options that make its segments."""
        return wall_in_units(self.scale, self.times, self.levels, self.rises, (None,) * len(self.makers))

    def rises_above(self, other: Wall, sign: int) -> bool:
        """Return whether this wall is higher than the other anywhere (sign 1), or lower (sign -1)."""
        _, tracks = on_one_scale(self, other)
        return sign * (self.rises[-1] - other.rises[-1]) > 0 or any(
            sign * (one - two) > 0 for _, one, two, _, _ in strips(*tracks)
        )

    def moved_down(self, t: Exact) -> Wall:
        """Return the wall with the temperature t >= 0 as its new zero, cut off below -1."""
        base = LOWEST_TEMPERATURE + t
        above = self.corner_at(base) + 1
        points = ((at - t, value) for at, value in self.points[above:])
        return Wall([(LOWEST_TEMPERATURE, self.value(base)), *points], self.makers[above - 1:], self.rises[-1])

    def same_values(self, other: Wall) -> bool:
        """Return whether two walls have the same value at every temperature, whatever the makers."""
        return self._key()[:-1] == other._key()[:-1] or (
            self.slope == other.slope and self.corners() == other.corners()
        )

    def corners(self, start: Exact = LOWEST_TEMPERATURE) -> list[Corner]:
        """Return (t, value) at `start` and wherever the slope changes above it, whatever the makers."""
        slopes = pairwise(self.rises)
        bends = (point for point, (below, above) in zip(self.points[1:], slopes, strict=True) if below != above)
        return [(Fraction(start), self.value(start)), *(point for point in bends if point[0] > start)]


def wall_in_units(
    scale: int, times: Sequence[Exact], levels: Sequence[Exact], rises: Sequence[Exact], makers: Sequence[object]
) -> Wall:
    """Return the wall with corners and slopes in units of 1/scale (see `Wall`), which may be Fractions of units.

    Does not check that the slopes are those between the corners.
    """
    wall = Wall.__new__(Wall)
    try:
        unit = gcd(scale, *times, *levels)  # type: ignore[arg-type]  # a Fraction is a TypeError
    except TypeError:
        parts = lcm(*(x.denominator for x in (*times, *levels)))
        scale *= parts
        times, levels = ([(x * parts).numerator for x in column] for column in (times, levels))
        unit = gcd(scale, *times, *levels)
    if unit != 1:
        scale //= unit
        times, levels = [x // unit for x in times], [x // unit for x in levels]
    wall.scale, wall.times, wall.levels = scale, tuple(times), tuple(levels)  # type: ignore[arg-type]
    wall.rises, wall.makers, wall._points = tuple(rises), tuple(makers), None
    return wall


# -- several walls ------------------------------------------------------------------------------------------------

Track = tuple[Sequence[Exact], Sequence[Exact], Sequence[Exact], Sequence[object]]
"""The times, levels, rises and makers of a function of t as in `Wall`, but in the units of a scale common to several.

Where slopes are not 0, 1 and -1, corners may lie between the units: those are Fractions of units.
"""


Meeting = tuple[int, Exact, Exact, int, int]
"""Where two tracks meet: n, t and the value there in units n times finer, and the tracks' last corners below t."""


Strip = tuple[Exact, Exact, Exact, Exact, Exact]
"""A temperature, the values of two tracks there, and their slopes just above."""


def on_one_scale(*walls: Wall) -> tuple[int, list[Track]]:
    """Return the least scale in which all corners of some walls are whole, and their tracks."""
    scale = lcm(*[wall.scale for wall in walls])
    return scale, [track_of(wall, scale) for wall in walls]


def track_of(wall: Wall, scale: int, makers: Sequence[object] | None = None) -> Track:
    """Return the track of a wall, perhaps with other makers, on a scale that is a multiple of its own."""
    if wall.scale == scale:
        return wall.times, wall.levels, wall.rises, makers or wall.makers
    finer = scale // wall.scale
    return [t * finer for t in wall.times], [x * finer for x in wall.levels], wall.rises, makers or wall.makers


def strips(first: Track, second: Track) -> Iterator[Strip]:
    """Yield the temperatures of the corners of either track, from t = -1 upwards."""
    (times, levels, rises, _), (others, other_levels, other_rises, _) = first, second
    i = j = 0
    for t in sorted({*times, *others}):
        i += i + 1 < len(times) and times[i + 1] == t
        j += j + 1 < len(others) and others[j + 1] == t
        one, two = levels[i] + rises[i] * (t - times[i]), other_levels[j] + other_rises[j] * (t - others[j])
        yield t, one, two, rises[i], other_rises[j]


def envelope(tracks: Sequence[Track], sign: int) -> Track:
    """Return the pointwise maximum (sign 1) or minimum (sign -1) of some tracks, at least one.

    Where several coincide, the first of them gives the maker.
    """
    best = tracks[0]
    for track in tracks[1:]:
        best = _pointwise_best(best, track, sign)
    return best


def _pointwise_best(first: Track, second: Track, sign: int) -> Track:
    (times, levels, rises, makers), (others, other_levels, other_rises, other_makers) = first, second
    found: list[tuple[Exact, Exact, Exact, object]] = []
    i, j, t, one, two = 0, 0, times[0], levels[0], other_levels[0]
    last, other_last = len(times) - 1, len(others) - 1
    while True:
        rise, other = rises[i], other_rises[j]
        end = None
        if i < last:
            end = times[i + 1] if j == other_last or times[i + 1] <= others[j + 1] else others[j + 1]
        elif j < other_last:
            end = others[j + 1]
        ahead, gain = (one - two, rise - other) if sign > 0 else (two - one, other - rise)
        if ahead > 0 or (ahead == 0 and gain >= 0):
            found.append((t, one, rise, makers[i]))
            if gain < 0 < ahead and (end is None or gain * (end - t) < -ahead):
                step = _quotient(-ahead, gain)
                found.append((t + step, one + rise * step, other, other_makers[j]))
        else:
            found.append((t, two, other, other_makers[j]))
            if gain > 0 > ahead and (end is None or gain * (end - t) > -ahead):
                step = _quotient(-ahead, gain)
                found.append((t + step, one + rise * step, rise, makers[i]))
        if end is None:
            columns = zip(*found, strict=True)
            return next(columns), next(columns), next(columns), next(columns)
        one += rise * (end - t)
        two += other * (end - t)
        t = end
        i += i < last and times[i + 1] == t
        j += j < other_last and others[j + 1] == t


def first_meeting(left: Track, right: Track, tax: int = 0) -> Meeting | None:
    """Return where the left track, less tax * t, is first no longer above the right one, plus tax * t.

    The left one must be above at t = -1. None if it always is.
    """
    (times, levels, rises, _), (others, other_levels, other_rises, _) = left, right
    i, j, start = 0, 0, times[0]
    gap = levels[0] - other_levels[0] - 2 * tax * start
    last, other_last = len(times) - 1, len(others) - 1
    while True:
        closing = other_rises[j] - rises[i] + 2 * tax
        if i < last:
            end = times[i + 1] if j == other_last or times[i + 1] <= others[j + 1] else others[j + 1]
        elif j < other_last:
            end = others[j + 1]
        elif closing > 0:
            break
        else:
            return None
        narrower = closing * (end - start)
        if narrower >= gap:
            break
        gap -= narrower
        start = end
        i += i < last and times[i + 1] == end
        j += j < other_last and others[j + 1] == end
    try:
        finer = closing // gcd(gap, closing)  # type: ignore[arg-type, operator]  # a Fraction is a TypeError
    except TypeError:
        finer = 1
    t = start * finer + (gap * finer // closing if finer == closing else _quotient(gap * finer, closing))
    return finer, t, levels[i] * finer + rises[i] * (t - times[i] * finer) - tax * t, i, j


def below_mast(scale: int, track: Track, corner: int, meeting: Meeting, tilt: int) -> Wall:
    """Return the wall that is a track plus tilt * t up to a meeting, and a mast from there on.

    `corner` is the index of the track's last corner below the meeting.
    """
    times, levels, rises, makers = track
    finer, t, level, _, _ = meeting
    if finer > 1:
        times, levels = [x * finer for x in times[:corner + 1]], [x * finer for x in levels[:corner + 1]]
    if not corner:
        start = times[0]
        return wall_in_units(
            scale * finer, (start, t), (levels[0] + tilt * start, level), (rises[0] + tilt, 0), (makers[0], None)
        )
    times, levels, rises, makers = _tilted((times[:corner + 1], levels, rises, makers), tilt)
    return wall_in_units(scale * finer, (*times, t), (*levels, level), (*rises, 0), (*makers, None))


def tilted_wall(scale: int, track: Track, tilt: int) -> Wall:
    """Return the scaffold that is a track plus tilt * t."""
    return wall_in_units(scale, *_tilted(track, tilt))


def _tilted(track: Track, tilt: int) -> Track:
    """Return a track plus tilt * t, without the corners at which neither slope nor maker changes."""
    times: list[Exact] = []
    levels: list[Exact] = []
    rises: list[Exact] = []
    makers: list[object] = []
    before: Exact | None = None
    last: object = None
    for t, level, rise, maker in zip(*track, strict=False):  # the times may end sooner
        if rise != before or maker is not last:
            times.append(t)
            levels.append(level + tilt * t)
            rises.append(rise + tilt)
            makers.append(maker)
            before, last = rise, maker
    return times, levels, rises, makers


def slope_between(low: Corner, high: Corner) -> Fraction:
    """Return the slope between two corners."""
    return (high[1] - low[1]) / (high[0] - low[0])


def _quotient(x: Exact, y: Exact) -> Exact:
    """Return x / y, an int if it is whole."""
    whole, rest = divmod(x, y)
    return Fraction(x) / y if rest else whole
