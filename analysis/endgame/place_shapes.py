"""Places by their shape: what is worth the same wherever on the board it lies, and however it is turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..board import BLACK, WHITE
from .places import Place


@dataclass(frozen=True)
class Shape:
    """The shape of a place.

    Public attributes:
      key    -- text: the same for all places that are turns or reflections of each other, stones and walls included
      points -- the points of the place in the order in which `key` tells them
    """

    key: str
    points: tuple[int, ...]


def shape_of(place: Place) -> Shape:
    """The shape of a place."""
    return min(_turned(place), key=lambda shape: shape.key)


def _turned(place: Place) -> Iterator[Shape]:
    grid, stones = place.board.grid, place.board.stones
    inside = set(place.points)
    letters = {}
    for point in place.points:
        walls = {int(stones[near]) for near in grid.beside[point] if near not in inside}
        letters[point] = ".xo"[stones[point]] + "X" * (BLACK in walls) + "O" * (WHITE in walls)
    cells = [(*grid.row_col(point), point) for point in place.points]
    for flipped in (1, -1):
        for a, b, c, d in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
            moved = sorted(((a * r + b * s) * flipped, c * r + d * s, point) for r, s, point in cells)
            top, left = moved[0][0], min(column for _, column, _ in moved)
            told = (f"{row - top},{column - left}{letters[point]}" for row, column, point in moved)
            yield Shape(" ".join(told), tuple(point for _, _, point in moved))


__all__ = ["Shape", "shape_of"]
