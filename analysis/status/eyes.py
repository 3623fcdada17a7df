"""Eye spaces: how many eyes a closed space is worth, by a table of shapes.

The table is for a space of up to six points inside one chain that has no other liberty. Its values were found by
exhaustive search, and are checked so in the tests, wherever on the board the space may lie. More outside liberties
never lower them. Where they could raise them (some shapes around the corner of the board), or where enemy stones lie
inside but on the vital point, no value is given: such a space must be searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from ..board import EMPTY, Color, Grid, Position

LARGEST_SPACE = 6

Cells = tuple[tuple[int, int], ...]

# name, shape (* its vital point), eyes if the owner moves first, eyes if the enemy does
_TABLE = [
    ("one point", ".", 1, 1),
    ("two points", "..", 1, 1),
    ("straight three", ".*.", 2, 1),
    ("bent three", "*.\n. ", 2, 1),
    ("straight four", "....", 2, 2),
    ("bent four", "...\n.  ", 2, 2),
    ("zigzag four", ".. \n ..", 2, 2),
    ("pyramid four", ".*.\n . ", 2, 1),
    ("square four", "..\n..", 1, 1),
    ("bulky five", ".*.\n.. ", 2, 1),
    ("crossed five", " . \n.*.\n . ", 2, 1),
    ("rectangular six", "...\n...", 2, 2),
    ("rabbity six", " . \n.*.\n.. ", 2, 1),
]

# shapes whose value depends on outside liberties if they contain the corner of the board and no wall touches it
_CORNER_EXCEPTIONS = ["...\n.  ", "...\n...", "....\n..  ", "...\n.. \n.  ", "...\n.. \n ."]


@dataclass(frozen=True)
class EyeSpace:
    """A small space enclosed by stones of one colour.

    Public attributes:
      color          -- Color of the stones around
      points         -- the points of the space, empty or with enemy stones, ascending
      enemy          -- those with enemy stones
      chains         -- the chains around, each by its points; the values hold if these are, or stay, connected
                        without a move inside
      shape          -- name of the shape; "five points" and the like for shapes without a name
      vital          -- the vital point, which makes the difference between one eye and two; None if there is none,
                        or if the enemy occupies it
      if_owner_first -- eyes, 1 or 2, if the owner moves first; None where the table has no value
      if_enemy_first -- the same if the enemy moves first
    """

    grid: Grid = field(repr=False)
    color: Color
    points: tuple[int, ...]
    enemy: tuple[int, ...]
    chains: tuple[tuple[int, ...], ...]
    shape: str
    vital: int | None
    if_owner_first: int | None
    if_enemy_first: int | None


def eye_spaces(position: Position, color: Color) -> tuple[EyeSpace, ...]:
    """Return the spaces of up to six points that stones of `color` enclose, in the order of their first points."""
    found, seen, large = [], set[int](), set[int]()
    for first in range(position.grid.area):
        if position.stones[first] == color or first in seen:
            continue
        points, walls = _bounded_region(position, first, color, large)
        seen |= points
        if len(points) > LARGEST_SPACE or points & large:
            large |= points
        elif walls:
            found.append(_eye_space(position, color, sorted(points), walls))
    return tuple(found)


def _eye_space(position: Position, color: Color, points: list[int], walls: set[int]) -> EyeSpace:
    grid, stones = position.grid, position.stones
    enemy = [p for p in points if stones[p] != EMPTY]
    chains = {position.chain_of[p] for p in walls}
    shape, owner_first, enemy_first, vital = _table_entry(_cells(grid, points))
    vital_point = None if vital is None else points[vital]
    exception = any(
        grid.degree[p] <= 2 and grid.height > 1 < grid.width and not walls & set(grid.beside[p]) for p in points
    )
    if exception and normal_form(_cells(grid, points)) in _corner_exceptions():
        if_owner_first, if_enemy_first = None, None
    elif not enemy:
        if_owner_first, if_enemy_first = owner_first, enemy_first
    elif enemy == [vital_point] or owner_first == 1:
        if_owner_first, if_enemy_first, vital_point = 1, 1, None
    else:
        if_owner_first, if_enemy_first = None, None
    return EyeSpace(
        grid, color, tuple(points), tuple(enemy), tuple(sorted(chains)), shape, vital_point,
        if_owner_first, if_enemy_first,
    )  # fmt: skip


def _bounded_region(position: Position, first: int, color: Color, large: set[int]) -> tuple[set[int], set[int]]:
    """Return the region of a point without stones of `color`, and the stones of `color` beside it.

    The flood fill stops, with a part of both, when the region exceeds the largest space or reaches a point of `large`.
    """
    points, walls, todo = {first}, set[int](), [first]
    while todo and len(points) <= LARGEST_SPACE and not points & large:
        for near in position.grid.beside[todo.pop()]:
            if position.stones[near] == color:
                walls.add(near)
            elif near not in points:
                points.add(near)
                todo.append(near)
    return points, walls


def _cells(grid: Grid, points: Iterable[int]) -> Cells:
    return tuple(grid.row_col(point) for point in points)


def _images(cells: Cells) -> list[Cells]:
    """Return the cells under the eight symmetries, each image moved to the origin, in the order given."""
    images = []
    for k in range(8):
        image = [(col, row) if k & 4 else (row, col) for row, col in cells]
        image = [(-row if k & 1 else row, -col if k & 2 else col) for row, col in image]
        top, left = min(row for row, _ in image), min(col for _, col in image)
        images.append(tuple((row - top, col - left) for row, col in image))
    return images


def normal_form(cells: Cells) -> Cells:
    """Return the image of a shape that is the same for all its symmetries."""
    return min(tuple(sorted(image)) for image in _images(cells))


def _marked_cells(picture: str, signs: str) -> Cells:
    """Return the cells of a picture that hold one of the signs."""
    return tuple(
        (row, col) for row, line in enumerate(picture.split("\n")) for col, sign in enumerate(line) if sign in signs
    )


@cache
def _corner_exceptions() -> frozenset[Cells]:
    """Return _CORNER_EXCEPTIONS in normal form."""
    return frozenset(normal_form(_marked_cells(picture, ".")) for picture in _CORNER_EXCEPTIONS)


@cache
def _entries() -> dict[Cells, tuple[str, int, int, tuple[int, int] | None]]:
    """Return the table by normal form: name, values, and the vital point in it."""
    found = {}
    for name, picture, owner_first, enemy_first in _TABLE:
        cells = _marked_cells(picture, ".*")
        key, image = min((tuple(sorted(image)), image) for image in _images(cells))
        stars = _marked_cells(picture, "*")
        found[key] = (name, owner_first, enemy_first, image[cells.index(stars[0])] if stars else None)
    return found


def _table_entry(cells: Cells) -> tuple[str, int, int, int | None]:
    """Return a shape's name and values, and the index of its vital cell in `cells`."""
    key, image = min((tuple(sorted(image)), image) for image in _images(cells))
    name, owner_first, enemy_first, vital = _entries().get(key, (f"{_NUMBERS.get(len(cells))} points", 2, 2, None))
    return name, owner_first, enemy_first, None if vital is None else image.index(vital)


_NUMBERS = {5: "five", 6: "six"}


__all__ = ["LARGEST_SPACE", "Cells", "EyeSpace", "eye_spaces", "normal_form"]
