"""Regions: the part of a board that a search plays in, as bits.

Point i of a region is bit i of a board; `vertices[i]` says which point of the real board it is. Stones outside
that border on the region are walls: never captured, and whoever joins them cannot be captured either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Grid, Position

Bits = npt.NDArray[np.uint64]

MOST_POINTS = 64


@dataclass(frozen=True)
class Region:
    """Where play takes place.

    Public attributes:
      vertices   -- the real board's point of each region point
      near       -- (n,) uint64, the points beside each point
      playable   -- bits of the points where stones may be put
      walls      -- bits of the points beside Black's walls, and beside White's
      symmetries -- (k, chunks, 256) uint64: where each board symmetry takes every eight points; the first is none
      neutral    -- whether the colours may be exchanged, too: there are no walls
    """

    vertices: tuple[int, ...]
    near: Bits = field(repr=False)
    playable: int
    walls: tuple[int, int]
    symmetries: Bits = field(repr=False)
    neutral: bool = False

    @property
    def size(self) -> int:
        return len(self.vertices)

    @property
    def points(self) -> int:
        """All points, as bits."""
        return (1 << self.size) - 1

    def rigid(self) -> Region:
        """The same without symmetries: every board stands for itself."""
        return replace(self, symmetries=self.symmetries[:1], neutral=False)

    def bits(self, points: Iterable[int]) -> int:
        """The bits of points of the real board. Raises ValueError if one lies outside."""
        place = {vertex: index for index, vertex in enumerate(self.vertices)}
        found = 0
        for point in points:
            if point not in place:
                raise ValueError(f"point {point} lies outside the region")
            found |= 1 << place[point]
        return found

    def stones(self, position: Position) -> tuple[int, int]:
        """Black's and White's stones in the region, as bits."""
        colors = position.stones[list(self.vertices)]
        return (
            sum(1 << index for index, color in enumerate(colors) if color == BLACK),
            sum(1 << index for index, color in enumerate(colors) if color == WHITE),
        )


@cache
def whole_board(height: int, width: int) -> Region:
    """The region of a whole board, with its symmetries. Raises ValueError beyond 64 points."""
    grid = Grid(height, width)
    if grid.area > MOST_POINTS:
        raise ValueError(f"a region has at most {MOST_POINTS} points, a {height}x{width} board has {grid.area}")
    return Region(
        vertices=tuple(range(grid.area)),
        near=_near(grid, tuple(range(grid.area))),
        playable=(1 << grid.area) - 1,
        walls=(0, 0),
        symmetries=_symmetries(height, width),
        neutral=True,
    )


def enclosed(position: Position, playable: Iterable[int], loose: Iterable[int] = ()) -> Region:
    """A part of a position: the `playable` points, and the `loose` stones around them that can be captured.

    All other stones that border on these are walls. Raises ValueError if an empty point outside borders on the region,
    if a loose point holds no stone, or beyond 64 points.
    """
    grid = position.grid
    inside, loose = sorted(set(playable)), set(loose)
    for point in loose:
        if not position.stones[point]:
            raise ValueError(f"a loose point must hold a stone, {grid.vertex(point)} is empty")
    vertices = tuple(sorted({*inside, *loose}))
    if len(vertices) > MOST_POINTS:
        raise ValueError(f"a region has at most {MOST_POINTS} points, got {len(vertices)}")
    members = set(vertices)
    walls = {BLACK: 0, WHITE: 0}
    for index, vertex in enumerate(vertices):
        for near in map(int, grid.neighbours[vertex]):
            if near == grid.area or near in members:
                continue
            if not position.stones[near]:
                raise ValueError(f"the region is open: {grid.vertex(near)} beside {grid.vertex(vertex)} is empty")
            walls[Color(int(position.stones[near]))] |= 1 << index
    return Region(
        vertices=vertices,
        near=_near(grid, vertices),
        playable=sum(1 << vertices.index(point) for point in inside),
        walls=(walls[BLACK], walls[WHITE]),
        symmetries=_tables([list(range(len(vertices)))]),
        neutral=walls == {BLACK: 0, WHITE: 0},
    )


def _near(grid: Grid, vertices: tuple[int, ...]) -> Bits:
    place = {vertex: index for index, vertex in enumerate(vertices)}
    rows = [[place[int(p)] for p in grid.neighbours[vertex] if int(p) in place] for vertex in vertices]
    near = np.array([sum(1 << index for index in row) for row in rows], np.uint64)
    near.flags.writeable = False
    return near


def _symmetries(height: int, width: int) -> Bits:
    points = np.arange(height * width).reshape(height, width)
    turns = [np.rot90(board, turn) for board in (points, points[:, ::-1]) for turn in range(4)]
    fitting = [tuple(int(point) for point in board.ravel()) for board in turns if board.shape == points.shape]
    return _tables([list(moved) for moved in dict.fromkeys(fitting)])


def _tables(moves: list[list[int]]) -> Bits:
    """For each symmetry, given as where point i goes, what it makes of every eight bits."""
    size = len(moves[0])
    tables = np.zeros((len(moves), (size + 7) // 8, 256), np.uint64)
    for symmetry, target in enumerate(moves):
        for chunk in range(tables.shape[1]):
            for bits in range(256):
                points = [chunk * 8 + i for i in range(8) if bits >> i & 1 and chunk * 8 + i < size]
                tables[symmetry, chunk, bits] = sum(1 << target[point] for point in points)
    tables.flags.writeable = False
    return tables
