"""The points of a board, their names and their neighbours. All coordinates are converted here.

point  = flat index, row * width + column, row 0 at the TOP as printed, column 0 at the left.
vertex = "D4": a letter A-Z without I for the column, then the row counted from the BOTTOM, from 1.
PASS (-1) is a point for everything that takes a move; its vertex is "pass".
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from types import ModuleType

import numpy as np
import numpy.typing as npt

PASS = -1
NO_POINT = -1
MAX_SIDE = 25
COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

_BAD_SIZE = f"board size: expected 1..{MAX_SIDE} by 1..{MAX_SIDE}, got {{}}x{{}}"

Int16Array = npt.NDArray[np.int16]


class Grid:
    """A board of `height` rows and `width` columns, 1 to 25 each; one object per size.

    Public attributes:
      height, width, area -- int
      neighbours -- (area + 1, 4) int16: the points above, below, left and right; `area` stands for "off the
                    board", and row `area` holds nothing else
      diagonals  -- (area + 1, 4) int16, likewise
      degree     -- (area,) int8: how many neighbours are on the board, 0 to 4
      beside     -- for each point its neighbours on the board, as ints, in the same order
    The arrays cannot be written to.
    """

    height: int
    width: int
    area: int
    neighbours: Int16Array
    diagonals: Int16Array
    degree: npt.NDArray[np.int8]

    def __new__(cls, height: int, width: int | None = None) -> Grid:
        """Raises ValueError unless both sides are in 1..25. `width` defaults to `height`."""
        width = height if width is None else width
        try:
            return _grid(operator.index(height), operator.index(width))
        except TypeError:
            raise ValueError(_BAD_SIZE.format(width, height)) from None

    def __getnewargs__(self) -> tuple[int, int]:
        return self.height, self.width

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int]]:
        return Grid, (self.height, self.width)

    def __str__(self) -> str:
        """`19x19`: columns, then rows, as GTP and SGF count."""
        return f"{self.width}x{self.height}"

    def __repr__(self) -> str:
        return f"Grid(height={self.height}, width={self.width})"

    @property
    def is_square(self) -> bool:
        return self.height == self.width

    @property
    def size_json(self) -> int | list[int]:
        """The size as written in JSON: 19, or [width, height]."""
        return self.width if self.is_square else [self.width, self.height]

    def at(self, row: int, col: int) -> int:
        """Return the point in `row` (0 on top) and `col` (0 at the left). Raises ValueError off the board."""
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise ValueError(f"point: expected row < {self.height} and column < {self.width}, got {row}, {col}")
        return row * self.width + col

    def row_col(self, point: int) -> tuple[int, int]:
        """Return row and column of a point. Raises ValueError off the board."""
        self.require(point)
        return divmod(int(point), self.width)

    def vertex(self, point: int) -> str:
        """Return the name of a point, upper case, or `pass`. Raises ValueError off the board."""
        if point == PASS:
            return "pass"
        row, col = self.row_col(point)
        return f"{COLUMN_LETTERS[col]}{self.height - row}"

    def vertices(self, points: Iterable[int]) -> str:
        """Return the vertices of some points in the order given, separated by blanks."""
        return " ".join(map(self.vertex, points))

    def point(self, vertex: str, *, may_pass: bool = True) -> int:
        """Return the point called `vertex` (any case), or PASS. Raises ValueError for other text and off the board.

        may_pass -- whether "pass" is accepted
        """
        text = vertex.upper()
        if text == "PASS" and may_pass:
            return PASS
        col = COLUMN_LETTERS.find(text[:1]) if text[:1] else -1
        digits = text[1:]
        if col >= 0 and digits.isascii() and digits.isdigit() and len(digits) <= 2 and digits[0] != "0":
            row = self.height - int(digits)
            if row >= 0 and col < self.width:
                return row * self.width + col
        shown = vertex if len(vertex) <= 20 else vertex[:20] + "..."
        last = f"{COLUMN_LETTERS[self.width - 1]}{self.height}"
        raise ValueError(f"vertex: expected A1 to {last}{' or pass' if may_pass else ''}, got {shown!r}")

    def require(self, point: int) -> int:
        """Return `point` itself. Raises ValueError unless it is on the board."""
        if not 0 <= point < self.area:
            raise ValueError(f"point: expected 0 to {self.area - 1}, got {point}")
        return point

    def steps(self, start: Iterable[int], furthest: int, blocked: npt.NDArray[np.bool_] | None = None) -> Int16Array:
        """Return (area,) int16: the steps to each point from the nearest of `start`, 0 to `furthest`; -1 beyond.

        Paths do not pass through points where `blocked`, (area,) bool, is True; those of `start` are reached
        nevertheless. Raises ValueError for points off the board, or `blocked` of another shape.
        """
        points = np.fromiter(start, np.int64)
        if points.size and not 0 <= points.min() <= points.max() < self.area:
            raise ValueError(f"start: expected points 0 to {self.area - 1}, got {points.min()} to {points.max()}")
        blocked = np.zeros(self.area, np.bool_) if blocked is None else blocked
        if blocked.shape != (self.area,):
            raise ValueError(f"blocked: expected ({self.area},) bool, got {blocked.shape}")
        distance = np.empty(self.area, np.int16)
        board_kernels().steps(self.neighbours, points, blocked, furthest, distance)
        return distance

    def parts(self, mask: npt.NDArray[np.bool_]) -> tuple[Int16Array, int]:
        """Return the connected parts of a set of points, (area,) bool, and how many there are.

        They are given as (area,) int16: the number of the part of each point, in the order of their first points; -1
        elsewhere.
        """
        stones = mask.astype(np.int8)
        stones.flags.writeable = False  # as those of positions, so that the kernel is compiled once
        label, count, _ = board_kernels().label_chains(stones, self.neighbours)
        return label, int(count)

    def connected_parts(self, points: Iterable[int]) -> list[list[int]]:
        """Return the connected parts of a set of points, each ascending, in the order of their first points."""
        mask = np.zeros(self.area, np.bool_)
        mask[list(points)] = True
        label, count = self.parts(mask)
        parts: list[list[int]] = [[] for _ in range(count)]
        for point in np.flatnonzero(mask).tolist():
            parts[label[point]].append(point)
        return parts

    @functools.cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(near for near in row if near < self.area) for row in self.neighbours[:-1].tolist())

    @functools.cached_property
    def symmetries(self) -> Int16Array:
        """(8, area) int16 on a square, (4, area) otherwise; symmetries[k][p] is the image of p, k = 0 the identity."""
        index = np.arange(self.area, dtype=np.int16).reshape(self.height, self.width)
        shapes = [index, index[::-1], index[:, ::-1], index[::-1, ::-1]]
        if self.is_square:
            shapes += [shape.T for shape in tuple(shapes)]
        # shape[i] is the point whose image is i; the table holds the inverse, the image of each point.
        table = np.empty((len(shapes), self.area), np.int16)
        for k, shape in enumerate(shapes):
            table[k, shape.reshape(-1)] = np.arange(self.area, dtype=np.int16)
        table.flags.writeable = False
        return table


@functools.cache
def board_kernels() -> ModuleType:
    """Return the kernels of the board. The first call loads numba."""
    from . import _kernels

    return _kernels


@functools.cache
def _grid(height: int, width: int) -> Grid:
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise ValueError(_BAD_SIZE.format(width, height))
    grid = object.__new__(Grid)
    grid.height, grid.width, grid.area = height, width, height * width
    grid.neighbours = _table(height, width, ((-1, 0), (1, 0), (0, -1), (0, 1)))
    grid.diagonals = _table(height, width, ((-1, -1), (-1, 1), (1, -1), (1, 1)))
    grid.degree = (grid.neighbours[:-1] < grid.area).sum(axis=1).astype(np.int8)
    grid.degree.flags.writeable = False
    return grid


def _table(height: int, width: int, offsets: tuple[tuple[int, int], ...]) -> Int16Array:
    """Return (area + 1, offsets): the points at the offsets (rows down, columns right), `area` off the board."""
    area = height * width
    table = np.full((area + 1, len(offsets)), area, np.int16)
    for point in range(area):
        row, col = divmod(point, width)
        for k, (down, right) in enumerate(offsets):
            if 0 <= row + down < height and 0 <= col + right < width:
                table[point, k] = point + down * width + right
    table.flags.writeable = False
    return table
