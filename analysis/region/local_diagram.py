"""Diagrams of local games: text to a region and the stones in it.

X and O are Black's and White's walls, stones that are never captured; x and o are stones that can be; `.` is an empty
point; `#`, like everything around the diagram, is off the board. Rows are separated by newlines or `/`, the top row
first.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Grid
from .region import MOST_POINTS, Region, identity_symmetry, neighbour_bits
from .search_state import State

LETTERS = "XOxo.#"


@dataclass(frozen=True)
class LocalDiagram:
    """A local game read from a diagram.

    Public attributes:
      grid   -- the rectangle of the diagram; its points are `region.vertices`
      region -- the points with `.`, x or o: stones may be put on all of them
      start  -- the stones in it; Black to move, no ko
    """

    grid: Grid
    region: Region
    start: State


def parse_local(text: str) -> LocalDiagram:
    """Parse a diagram. Blank space around rows is ignored, and so are empty rows.

    Raises ValueError if rows differ in length, if there is another letter, or no point to play on or more than 64.
    Does not check that stones have liberties.
    """
    rows = [row.strip() for row in text.replace("/", "\n").split("\n") if row.strip()]
    if not rows:
        raise ValueError("a local diagram needs at least one row")
    for row in rows:
        if len(row) != len(rows[0]):
            raise ValueError(f"all rows must be as long as the first, {len(rows[0])}, got {row!r}")
        strange = set(row) - set(LETTERS)
        if strange:
            raise ValueError(f"a local diagram consists of {LETTERS}, got {min(strange)!r}")
    grid = Grid(len(rows), len(rows[0]))
    letters = "".join(rows)
    vertices = tuple(point for point, letter in enumerate(letters) if letter in "xo.")
    if not 0 < len(vertices) <= MOST_POINTS:
        raise ValueError(f"a local diagram has 1 to {MOST_POINTS} points with `.`, x or o, got {len(vertices)}")

    walls = [0, 0]
    for index, vertex in enumerate(vertices):
        for color, wall in enumerate("XO"):
            if any(letters[point] == wall for point in grid.beside[vertex]):
                walls[color] |= 1 << index
    region = Region(
        vertices=vertices,
        near=neighbour_bits(grid, vertices),
        playable=(1 << len(vertices)) - 1,
        walls=(walls[0], walls[1]),
        symmetries=identity_symmetry(len(vertices)),
    )
    black, white = (
        sum(1 << index for index, vertex in enumerate(vertices) if letters[vertex] == letter) for letter in "xo"
    )
    return LocalDiagram(grid, region, State(black, white))


__all__ = ["LETTERS", "LocalDiagram", "parse_local"]
