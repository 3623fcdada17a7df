"""Thermographs as kos need them: compared, moved, stripped of their makers, overheated."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ..values.thermography.thermograph import LOWEST, Thermograph, Wall

Germ = tuple[Fraction, Fraction]
"""A wall's value at a temperature and its slope just below, with its sign changed: they order walls just below."""


def same(one: Thermograph, other: Thermograph) -> bool:
    if one is other:
        return True
    if (one.mean, one.temperature) != (other.mean, other.temperature):
        return False
    return one.left.corners() == other.left.corners() and one.right.corners() == other.right.corners()


def reaches(term: Wall, best: Wall, worst: Wall, sign: int) -> bool:
    """Whether a scaffold comes up to the better bound of a wall where that is not the other bound."""
    times = sorted({t for wall in (term, best, worst) for t, _ in wall.points})
    times += [(low + high) / 2 for low, high in pairwise(times)]
    return any(best.value(t) != worst.value(t) and sign * (term.value(t) - best.value(t)) >= 0 for t in times)


def germ_of(wall: Wall, t: Fraction) -> Germ:
    return wall.value(t), -wall.slope_below(t)


def moved(graph: Thermograph, points: int) -> Thermograph:
    """The graph with so many points more."""
    if not points:
        return graph
    left, right = (
        replace(wall, points=tuple((t, value + points) for t, value in wall.points))
        for wall in (graph.left, graph.right)
    )
    return Thermograph(left, right, graph.mean + points, graph.temperature)


def bare(graph: Thermograph) -> Thermograph:
    """The graph without what makes its walls."""
    left, right = (replace(wall, makers=(None,) * len(wall.makers)) for wall in (graph.left, graph.right))
    return replace(graph, left=left, right=right)


def overheated(graph: Thermograph) -> Thermograph:
    """The graph where each move gains a point more, vertical below t = 0; a whole number stays what it is."""
    if graph.temperature == LOWEST:
        return graph
    walls = []
    for wall in (graph.left, graph.right):
        raised = ((LOWEST, wall.points[0][1]), *((t + 1, value) for t, value in wall.points))
        walls.append(Wall(raised, (None, *wall.makers)))
    return Thermograph(walls[0], walls[1], graph.mean, graph.temperature + 1)


__all__ = ["Germ", "bare", "germ_of", "moved", "overheated", "reaches", "same"]
