"""Operations on thermographs for kos: comparison, translation, removal of the makers, overheating."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ..values.games.forms import Exact
from ..values.thermography.thermograph import LOWEST_TEMPERATURE, Thermograph, Wall

ValueAndSlope = tuple[Fraction, Fraction]
"""A wall's value at a temperature, and its slope just below with the sign changed. As tuples they order walls by their
values just below that temperature."""


def same(one: Thermograph, other: Thermograph) -> bool:
    """Whether two thermographs are equal, whatever makes their walls."""
    if one is other:
        return True
    if (one.mean, one.temperature) != (other.mean, other.temperature):
        return False
    return one.left.corners() == other.left.corners() and one.right.corners() == other.right.corners()


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
    if not points:
        return graph
    left, right = (
        replace(wall, points=tuple((t, value + points) for t, value in wall.points))
        for wall in (graph.left, graph.right)
    )
    return Thermograph(left, right, graph.mean + points, graph.temperature)


def without_makers(graph: Thermograph) -> Thermograph:
    """Return the thermograph without the options that make its walls."""
    left, right = (replace(wall, makers=(None,) * len(wall.makers)) for wall in (graph.left, graph.right))
    return replace(graph, left=left, right=right)


def overheated(graph: Thermograph) -> Thermograph:
    """Return the thermograph with a point more gained by each move, vertical below t = 0; that of a whole number is
    unchanged."""
    if graph.temperature == LOWEST_TEMPERATURE:
        return graph
    walls = []
    for wall in (graph.left, graph.right):
        raised = ((LOWEST_TEMPERATURE, wall.points[0][1]), *((t + 1, value) for t, value in wall.points))
        walls.append(Wall(raised, (None, *wall.makers)))
    return Thermograph(walls[0], walls[1], graph.mean, graph.temperature + 1)


__all__ = ["ValueAndSlope", "moved", "overheated", "reaches", "same", "value_and_slope", "without_makers"]
