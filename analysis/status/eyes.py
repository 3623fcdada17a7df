"""Eye spaces and plain eyes: how many eyes a closed space is worth, by its shape, and whether a point is a false eye.

The table is about a space of up to six points inside one chain, which has no other liberty; its values were found by
exhaustive search and are checked so in the tests, wherever on the board the space may lie. More liberties outside
never make them less. Where they could make them more (some shapes around the corner point), or where enemy stones lie
inside but on the vital point, nothing is said: such a space must be searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from ..board import EMPTY, Color, Grid, Position

LARGEST = 6

Cells = tuple[tuple[int, int], ...]

# name, shape (* a point that decides it), eyes if the owner moves first, eyes if the enemy does
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

# shapes whose value depends on liberties outside, if the corner of the board is a point of theirs that touches no wall
_LOOSE_IN_THE_CORNER = ["...\n.  ", "...\n...", "....\n..  ", "...\n.. \n.  ", "...\n.. \n ."]


class Eye(StrEnum):
    """What a point with stones of one colour all around is worth as an eye."""

    REAL = "real"
    HALF = "half"
    """Real or false, whoever moves first."""
    FALSE = "false"


@dataclass(frozen=True)
class EyeSpace:
    """A small room shut in by stones of one colour.

    Public attributes:
      color          -- whose it is
      points         -- empty, or with enemy stones; ascending
      enemy          -- those with enemy stones
      chains         -- the chains around, each by its points; the values hold if these are, or stay, connected without
                        a move inside
      shape          -- its name; "five points" and the like where it has none of its own
      vital          -- the point on which whoever moves first decides between one eye and two; None if there is none,
                        or if the enemy has it
      if_owner_first -- eyes, 1 or 2, if the owner moves first; None where the table does not say
      if_enemy_first -- the same for the enemy
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
    """The spaces of up to six points that stones of `color` shut in, in the order of their first points."""
    found, seen, large = [], set[int](), set[int]()
    for first in range(position.grid.area):
        if position.stones[first] == color or first in seen:
            continue
        points, walls = _room(position, first, color, large)
        seen |= points
        if len(points) > LARGEST or points & large:
            large |= points
        elif walls:
            found.append(_space(position, color, sorted(points), walls))
    return tuple(found)


def eye_at(position: Position, point: int, color: Color) -> Eye:
    """Whether an empty point between stones of `color` is a false eye.

    If the stones around are one chain, it is real. Else the diagonal points tell: it is false if the enemy has two of
    four, or one of fewer, or gets them in turn. Does not ask if he can play, or keep, a diagonal point.
    Raises ValueError if the point is not empty, or a neighbour is not a stone of `color`.
    """
    grid, stones = position.grid, position.stones
    near = grid.beside[grid.require(point)]
    if stones[point] != EMPTY or not near or any(stones[p] != color for p in near):
        raise ValueError(f"{grid.vertex(point)}: expected an empty point between stones of {color.name}")
    if len({tuple(position.chain_at(p)) for p in near}) == 1:
        return Eye.REAL
    corners = [int(p) for p in grid.diagonals[point] if p < grid.area]
    enemies = sum(int(stones[p] == -color) for p in corners)
    free = sum(int(stones[p] == EMPTY) for p in corners)
    allowed = 1 if len(corners) == 4 else 0
    if enemies + (free + 1) // 2 <= allowed:
        return Eye.REAL
    return Eye.HALF if enemies + free // 2 <= allowed else Eye.FALSE


def _space(position: Position, color: Color, points: list[int], walls: set[int]) -> EyeSpace:
    grid, stones = position.grid, position.stones
    enemy = [p for p in points if stones[p] != EMPTY]
    chains = {tuple(position.chain_at(p)) for p in walls}
    shape, owner_first, enemy_first, vital = _looked_up(_cells(grid, points))
    decides = None if vital is None else points[vital]
    loose = any(
        grid.degree[p] <= 2 and grid.height > 1 < grid.width and not walls & set(grid.beside[p]) for p in points
    )
    if loose and _normal(_cells(grid, points)) in _loose_shapes():
        owner, other = None, None
    elif not enemy:
        owner, other = owner_first, enemy_first
    elif enemy == [decides] or owner_first == 1:
        owner, other, decides = 1, 1, None
    else:
        owner, other = None, None
    return EyeSpace(
        grid, color, tuple(points), tuple(enemy), tuple(sorted(chains)), shape, decides, owner, other
    )


def _room(position: Position, first: int, color: Color, large: set[int]) -> tuple[set[int], set[int]]:
    """What is joined to a point without stones of `color`, and the stones of `color` beside it.

    Only a part of it if that is more than the largest space, or reaches one of the points known to be in a `large` one.
    """
    points, walls, todo = {first}, set[int](), [first]
    while todo and len(points) <= LARGEST and not points & large:
        for near in position.grid.beside[todo.pop()]:
            if position.stones[near] == color:
                walls.add(near)
            elif near not in points:
                points.add(near)
                todo.append(near)
    return points, walls


def _cells(grid: Grid, points: Iterable[int]) -> Cells:
    return tuple(grid.row_col(point) for point in points)


def _turned(cells: Cells) -> list[Cells]:
    """The cells in the eight turns, each moved to the origin, in the order given."""
    turns = []
    for k in range(8):
        turned = [(col, row) if k & 4 else (row, col) for row, col in cells]
        turned = [(-row if k & 1 else row, -col if k & 2 else col) for row, col in turned]
        top, left = min(row for row, _ in turned), min(col for _, col in turned)
        turns.append(tuple((row - top, col - left) for row, col in turned))
    return turns


def _normal(cells: Cells) -> Cells:
    """The same for all turns of a shape."""
    return min(tuple(sorted(turned)) for turned in _turned(cells))


def _drawn(picture: str, signs: str) -> Cells:
    return tuple(
        (row, col) for row, line in enumerate(picture.split("\n")) for col, sign in enumerate(line) if sign in signs
    )


@cache
def _loose_shapes() -> frozenset[Cells]:
    return frozenset(_normal(_drawn(picture, ".")) for picture in _LOOSE_IN_THE_CORNER)


@cache
def _shapes() -> dict[Cells, tuple[str, int, int, tuple[int, int] | None]]:
    """By normal shape: name, values, and the vital point in it."""
    found = {}
    for name, picture, owner_first, enemy_first in _TABLE:
        cells = _drawn(picture, ".*")
        key, turned = min((tuple(sorted(turned)), turned) for turned in _turned(cells))
        stars = _drawn(picture, "*")
        found[key] = (name, owner_first, enemy_first, turned[cells.index(stars[0])] if stars else None)
    return found


def _looked_up(cells: Cells) -> tuple[str, int, int, int | None]:
    """A shape's name and values, and which of its cells, counted as given, is vital."""
    key, turned = min((tuple(sorted(turned)), turned) for turned in _turned(cells))
    name, owner_first, enemy_first, vital = _shapes().get(key, (f"{_COUNTED.get(len(cells))} points", 2, 2, None))
    return name, owner_first, enemy_first, None if vital is None else turned.index(vital)


_COUNTED = {5: "five", 6: "six"}


def all_shapes(size: int) -> list[Cells]:
    """All shapes of so many joined points, one of each set of turned ones; the table speaks of sizes 1 to 6."""
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(size - 1):
        grown = set()
        for shape in shapes:
            for row, col in shape:
                for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                    if cell not in shape:
                        grown.add(_normal((*shape, cell)))
        shapes = grown
    return sorted(shapes)


__all__ = ["LARGEST", "Eye", "EyeSpace", "all_shapes", "eye_at", "eye_spaces"]
