"""Local games as text: a diagram of a piece of board to a region and the stones in it.

X and O are Black's and White's walls, stones that are never captured; x and o are stones that can be; `.` is an empty
point; `#`, like the rim of the diagram, is off the board. Rows are separated by newlines or `/`, the top row first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..board import Grid
from .question import State
from .region import MOST_POINTS, Region

LETTERS = "XOxo.#"


@dataclass(frozen=True)
class LocalDiagram:
    """A local game that was read.

    Public attributes:
      grid   -- the rectangle of the diagram; its points are `region.vertices`
      region -- the points with `.`, x or o: stones may be put on all of them
      start  -- the stones in it; Black to move, no ko
    """

    grid: Grid
    region: Region
    start: State


def parse_local(text: str) -> LocalDiagram:
    """Read a diagram. Blank space around rows is ignored, and so are empty rows.

    Raises ValueError if rows differ in length, if there is another letter, or no point to play on or more than 64.
    Whether stones have liberties is not looked at.
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

    place = {vertex: index for index, vertex in enumerate(vertices)}
    near, walls = [], [0, 0]
    for index, vertex in enumerate(vertices):
        around = [int(point) for point in grid.neighbours[vertex] if point != grid.area]
        near.append(sum(1 << place[point] for point in around if point in place))
        for color, wall in enumerate("XO"):
            if any(letters[point] == wall for point in around):
                walls[color] |= 1 << index
    chunks = (len(vertices) + 7) // 8
    region = Region(
        vertices=vertices,
        near=np.array(near, np.uint64),
        playable=(1 << len(vertices)) - 1,
        walls=(walls[0], walls[1]),
        symmetries=np.arange(256, dtype=np.uint64) << np.arange(0, 8 * chunks, 8, dtype=np.uint64)[None, :, None],
    )
    black, white = (sum(1 << place[v] for v in vertices if letters[v] == letter) for letter in "xo")
    return LocalDiagram(grid, region, State(black, white))


__all__ = ["LETTERS", "LocalDiagram", "parse_local"]
