"""Walls: piecewise linear functions of the temperature t >= -1, and what is computed from several of them.

A wall of a thermograph gives the result, in points and Black positive, with one player moving first; a scaffold is the
same before the mast is put on it. The slopes are 0, 1 and -1, and larger where a ko takes several moves in a row.
Everything is an exact Fraction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, cast

from ..games.forms import Exact

Corner = tuple[Fraction, Fraction]
"""(t, value): a temperature and the value there, both in points."""
Part = tuple[Corner, object]
"""A corner of a wall and the maker of the segment above it."""

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


@dataclass(frozen=True)
class Wall:
    """A piecewise linear function of the temperature t >= -1.

    points -- (t, value) of the corners, t strictly rising, the first at t = -1
    makers -- for each corner the maker of the segment above it (see `Segment`): an option, or None for a mast
    slope  -- of the segment above the last corner: 0 for a wall, which ends in a mast; a scaffold may have any slope

    Raises ValueError if the corners do not rise from t = -1, or if there is not one maker for each.
    """

    points: tuple[Corner, ...]
    makers: tuple[object, ...]
    slope: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        times = [t for t, _ in self.points]
        if not times or times[0] != LOWEST_TEMPERATURE or any(low >= high for low, high in pairwise(times)):
            raise ValueError(f"a wall's temperatures must rise from -1, got {', '.join(map(str, times)) or 'none'}")
        if len(self.makers) != len(self.points):
            raise ValueError(f"a wall of {len(self.points)} corners needs as many makers, got {len(self.makers)}")

    def value(self, t: Exact) -> Fraction:
        """Return the value at temperature t. Raises ValueError for t < -1."""
        if t < LOWEST_TEMPERATURE:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        index = bisect_right(self.points, t, key=_temperature_at) - 1
        start, value = self.points[index]
        return value if start == t else value + self.slopes[index] * (t - start)

    def slope_below(self, t: Exact) -> Fraction:
        """Return the slope just below t. Raises ValueError unless t > -1."""
        if t <= LOWEST_TEMPERATURE:
            raise ValueError(f"a wall begins at t = -1, got t = {t}")
        return self.slopes[bisect_left(self.points, t, key=_temperature_at) - 1]

    @cached_property
    def slopes(self) -> tuple[Fraction, ...]:
        """The slope of the segment above each corner."""
        return (*(slope_between(low, high) for low, high in pairwise(self.points)), self.slope)

    def segments(self) -> Iterator[Segment]:
        """Return the segments from t = -1 upwards; the last has no end."""
        return map(Segment, self.points, (*self.points[1:], None), self.slopes, self.makers)

    def tilted(self, slope: Exact, maker: object = None) -> Wall:
        """Return the scaffold wall + slope * t, its only maker `maker`. Slope -1 is Black's tax, 1 is White's."""
        points = ((t, value + slope * t) for t, value in self.points)
        return merged_wall([(point, maker) for point in points], [rise + slope for rise in self.slopes])

    def rises_above(self, other: Wall, sign: int) -> bool:
        """Return whether this wall is higher than the other anywhere (sign 1), or lower (sign -1)."""
        return any(
            sign * (strip.first - strip.second) > 0
            or (strip.end is None and sign * (strip.first_slope - strip.second_slope) > 0)
            for strip in strips(self, other)
        )

    def moved_down(self, t: Exact) -> Wall:
        """Return the wall with the temperature t >= 0 as its new zero, cut off below -1."""
        base = LOWEST_TEMPERATURE + t
        above = bisect_right(self.points, base, key=_temperature_at)
        points = tuple((at - t, value) for at, value in self.points[above:])
        return Wall(((LOWEST_TEMPERATURE, self.value(base)), *points), self.makers[above - 1:], self.slope)

    def corners(self, start: Exact = LOWEST_TEMPERATURE) -> list[Corner]:
        """Return (t, value) at `start` and wherever the slope changes above it, whatever the makers."""
        first = Fraction(start)
        points = [(first, self.value(first)), *(point for point in self.points if point[0] > first)]
        rises = [*(slope_between(low, high) for low, high in pairwise(points)), self.slope]
        bends = (point for point, (below, above) in zip(points[1:], pairwise(rises), strict=True) if below != above)
        return [points[0], *bends]


# -- several walls ------------------------------------------------------------------------------------------------


class Strip(NamedTuple):
    """An interval of temperatures on which two walls are straight: their values at its start, slopes, makers."""

    start: Fraction
    end: Fraction | None
    first: Fraction
    second: Fraction
    first_slope: Fraction
    second_slope: Fraction
    makers: tuple[object, object]


def strips(first: Wall, second: Wall) -> Iterator[Strip]:
    """Yield the intervals between the corners of two walls, from t = -1 upwards; the last has no end."""
    segments, others = list(first.segments()), list(second.segments())
    start, i, j = LOWEST_TEMPERATURE, 0, 0
    while True:
        one, two = segments[i], others[j]
        ends = [segment.end[0] for segment in (one, two) if segment.end is not None]
        end = min(ends, default=None)
        value, other = (
            at if start == since else at + slope * (start - since) for (since, at), _, slope, _ in (one, two)
        )
        yield Strip(start, end, value, other, one.slope, two.slope, (one.maker, two.maker))
        if end is None:
            return
        start = end
        i += one.end is not None and one.end[0] == end
        j += two.end is not None and two.end[0] == end


def envelope(walls: list[Wall], sign: int) -> Wall | None:
    """Return the pointwise maximum (sign 1) or minimum (sign -1) of the walls; None for no walls.

    Where several walls coincide, the first of them gives the maker.
    """
    best = walls[0] if walls else None
    for wall in walls[1:]:
        best = _pointwise_best(cast(Wall, best), wall, sign)
    return best


def _pointwise_best(first: Wall, second: Wall, sign: int) -> Wall:
    parts: list[Part] = []
    slopes: list[Fraction] = []
    for strip in strips(first, second):
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
    return merged_wall(parts, slopes)


def first_meeting(left: Wall, right: Wall) -> Corner:
    """Return the least t, and the value there, at which the left scaffold is no longer above the right one.

    It must be above it at t = -1. Raises ValueError if it always is.
    """
    for strip in strips(left, right):
        gap, closing = strip.first - strip.second, strip.second_slope - strip.first_slope
        if closing > 0:
            meet = strip.start + gap / closing
            if strip.end is None or meet <= strip.end:
                return meet, strip.first + strip.first_slope * (meet - strip.start)
    raise ValueError(f"the scaffolds never meet: slopes {left.slope} and {right.slope} above their last corners")


def with_mast(scaffold: Wall, foot: Corner) -> Wall:
    """Return the scaffold up to the foot of the mast, and the mast above it."""
    count = bisect_left(scaffold.points, foot[0], key=_temperature_at)
    return Wall((*scaffold.points[:count], foot), (*scaffold.makers[:count], None))


def merged_wall(parts: Sequence[Part], slopes: Sequence[Fraction]) -> Wall:
    """Return the wall with these corners and makers, and the slopes above them; equal neighbours are merged."""
    kept = [0]
    for index in range(1, len(parts)):
        if slopes[index] != slopes[index - 1] or parts[index][1] is not parts[index - 1][1]:
            kept.append(index)
    return Wall(tuple(parts[index][0] for index in kept), tuple(parts[index][1] for index in kept), slopes[-1])


def slope_between(low: Corner, high: Corner) -> Fraction:
    """Return the slope between two corners."""
    return (high[1] - low[1]) / (high[0] - low[0])


def _temperature_at(point: Corner) -> Fraction:
    return point[0]
