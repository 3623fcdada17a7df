"""Operations on thermographs for kos: comparison, translation, removal of the makers, overheating."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...values.games.forms import Exact
from ...values.thermography.thermograph import LOWEST_TEMPERATURE, Thermograph, Wall, thermograph_of_walls

ValueAndSlope = tuple[Fraction, Fraction]
"""A wall's value at a temperature, and its slope just below with the sign changed. As tuples they order walls by their
values just below that temperature."""


def same(one: Thermograph, other: Thermograph) -> bool:
    """Whether two thermographs are equal, whatever makes their walls."""
    return one is other or (one.left.same_values(other.left) and one.right.same_values(other.right))


def reaches(scaffold: Wall, best: Wall, worst: Wall, sign: int) -> bool:
    """Whether a scaffold reaches the better bound of a wall at a temperature where the bounds differ; `sign` is +1 for
    the left wall, -1 for the right."""
    times = sorted({t for wall in (scaffold, best, worst) for t, _ in wall.points})
    times += [(low + high) / 2 for low, high in pairwise(times)]
    return any(best.value(t) != worst.value(t) and sign * (scaffold.value(t) - best.value(t)) >= 0 for t in times)


def value_and_slope(wall: Wall, t: Fraction) -> ValueAndSlope:
    return wall.value(t), -wall.slope_below(t)


def moved(graph: Thermograph, points: Exact) -> Thermograph:
    """Return the thermograph of the game with so many points added."""
    return thermograph_of_walls(graph.left.raised(points), graph.right.raised(points)) if points else graph


def without_makers(graph: Thermograph) -> Thermograph:
    """Return the thermograph without the options that make its walls."""
    return thermograph_of_walls(graph.left.without_makers(), graph.right.without_makers())


def overheated(graph: Thermograph) -> Thermograph:
    """Return the thermograph with a point more gained by each move, vertical below t = 0; that of a whole number is
    unchanged."""
    if graph.temperature == LOWEST_TEMPERATURE:
        return graph
    left, right = (
        Wall(
            [(LOWEST_TEMPERATURE, wall.points[0][1]), *((t + 1, value) for t, value in wall.points)],
            (None, *wall.makers),
        ) for wall in (graph.left, graph.right)
    )
    return thermograph_of_walls(left, right)


__all__ = ["ValueAndSlope", "moved", "overheated", "reaches", "same", "value_and_slope", "without_makers"]
