"""The shapes of regions: a key that is equal for regions that differ by translation, rotation or reflection only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..board import BLACK, WHITE
from .board_regions import BoardRegion


@dataclass(frozen=True)
class Shape:
    """The shape of a region.

    Public attributes:
      key    -- text: equal for all regions that are rotations or reflections of each other, stones and walls included
      points -- the points of the region in the order in which `key` lists them
    """

    key: str
    points: tuple[int, ...]


def shape_of(region: BoardRegion) -> Shape:
    """Return the shape of a region: of its eight orientations the one with the least key."""
    return min(_orientations(region), key=lambda shape: shape.key)


def _orientations(region: BoardRegion) -> Iterator[Shape]:
    grid, stones = region.board.grid, region.board.stones
    inside = set(region.points)
    letters = {}
    for point in region.points:
        walls = {int(stones[near]) for near in grid.beside[point] if near not in inside}
        letters[point] = ".xo"[stones[point]] + "X" * (BLACK in walls) + "O" * (WHITE in walls)
    cells = [(*grid.row_col(point), point) for point in region.points]
    for flipped in (1, -1):
        for a, b, c, d in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
            turned = sorted(((a * r + b * s) * flipped, c * r + d * s, point) for r, s, point in cells)
            top, left = turned[0][0], min(column for _, column, _ in turned)
            items = (f"{row - top},{column - left}{letters[point]}" for row, column, point in turned)
            yield Shape(" ".join(items), tuple(point for _, _, point in turned))


__all__ = ["Shape", "shape_of"]
