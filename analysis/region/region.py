"""Regions: the parts of a board in which a search plays, as bitboards.

Point i of a region is bit i of a bitboard, and `vertices[i]` of the whole board. Stones outside the region that border
on it are walls: they are never captured, and neither are stones connected to them.
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
    """A part of a board, of at most 64 points, in which stones are played and captured.

    Public attributes:
      vertices   -- the whole board's point of each region point
      near       -- (n,) uint64, the neighbours of each point
      playable   -- bits of the points where stones may be put
      walls      -- bits of the points beside Black's walls, and beside White's
      symmetries -- (k, chunks, 256) uint64: where a symmetry takes every eight points; the first is the identity
      neutral    -- whether states with exchanged colours count as the same, there being no walls
    """

    vertices: tuple[int, ...]
    near: Bits = field(repr=False)
    playable: int
    walls: tuple[int, int]
    symmetries: Bits = field(repr=False)
    neutral: bool = False

    @property
    def size(self) -> int:
        """Return the number of points."""
        return len(self.vertices)

    @property
    def points(self) -> int:
        """Return all points, as bits."""
        return (1 << self.size) - 1

    def without_symmetries(self) -> Region:
        """Return the same region without symmetries, so that no two boards count as the same."""
        return replace(self, symmetries=self.symmetries[:1], neutral=False)

    def bits(self, points: Iterable[int]) -> int:
        """Return the bits of points of the whole board. Raises ValueError if one lies outside the region."""
        index_of = {vertex: index for index, vertex in enumerate(self.vertices)}
        bits = 0
        for point in points:
            if point not in index_of:
                raise ValueError(f"point {point} lies outside the region")
            bits |= 1 << index_of[point]
        return bits

    def stones(self, position: Position) -> tuple[int, int]:
        """Return Black's and White's stones in the region, as bits."""
        colors = position.stones[list(self.vertices)]
        return (
            sum(1 << index for index, color in enumerate(colors) if color == BLACK),
            sum(1 << index for index, color in enumerate(colors) if color == WHITE),
        )


@cache
def whole_board(height: int, width: int) -> Region:
    """Return the region of a whole board, with its symmetries. Raises ValueError beyond 64 points."""
    grid = Grid(height, width)
    if grid.area > MOST_POINTS:
        raise ValueError(f"a region has at most {MOST_POINTS} points, a {height}x{width} board has {grid.area}")
    return Region(
        vertices=tuple(range(grid.area)),
        near=neighbour_bits(grid, tuple(range(grid.area))),
        playable=(1 << grid.area) - 1,
        walls=(0, 0),
        symmetries=_symmetries(height, width),
        neutral=True,
    )


def enclosed(position: Position, playable: Iterable[int], loose: Iterable[int] = ()) -> Region:
    """Return a part of a position: the `playable` points, and the `loose` stones around them that can be captured.

    All other stones that border on these points are walls. Raises ValueError if an empty point outside borders on the
    region, if a loose point holds no stone, or beyond 64 points.
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
        near=neighbour_bits(grid, vertices),
        playable=sum(1 << vertices.index(point) for point in inside),
        walls=(walls[BLACK], walls[WHITE]),
        symmetries=identity_symmetry(len(vertices)),
        neutral=walls == {BLACK: 0, WHITE: 0},
    )


def neighbour_bits(grid: Grid, vertices: tuple[int, ...]) -> Bits:
    """Return Region.near of these points of a board: of each, its neighbours among them. Read-only."""
    index_of = {vertex: index for index, vertex in enumerate(vertices)}
    rows = [[index_of[int(p)] for p in grid.neighbours[vertex] if int(p) in index_of] for vertex in vertices]
    near = np.array([sum(1 << index for index in row) for row in rows], np.uint64)
    near.flags.writeable = False
    return near


@cache
def identity_symmetry(size: int) -> Bits:
    """Return Region.symmetries of a region of so many points that has none but the identity. Read-only."""
    return symmetry_tables([list(range(size))])


def _symmetries(height: int, width: int) -> Bits:
    """Return Region.symmetries of a whole board."""
    points = np.arange(height * width).reshape(height, width)
    turns = [np.rot90(board, turn) for board in (points, points[:, ::-1]) for turn in range(4)]
    fitting = [tuple(int(point) for point in board.ravel()) for board in turns if board.shape == points.shape]
    return symmetry_tables([list(moved) for moved in dict.fromkeys(fitting)])


def symmetry_tables(moves: list[list[int]]) -> Bits:
    """Return Region.symmetries for a list of symmetries, each given as where it takes point i."""
    size = len(moves[0])
    tables = np.zeros((len(moves), (size + 7) // 8, 256), np.uint64)
    for symmetry, image in enumerate(moves):
        for chunk in range(tables.shape[1]):
            for bits in range(256):
                points = [chunk * 8 + i for i in range(8) if bits >> i & 1 and chunk * 8 + i < size]
                tables[symmetry, chunk, bits] = sum(1 << image[point] for point in points)
    tables.flags.writeable = False
    return tables
