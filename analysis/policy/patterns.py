"""The patterns around a move: the nearest points and what is on them, equal under all symmetries and for both colours.

There are several families of patterns, each of some sizes:

    stones     the stones on the nearest 8, 12, 20, 28, 36 or 48 points
    liberties  the nearest 8, 12, 20 or 28 points, stones with the liberties of their chain: 1, 2, or 3 and more
    reply      the stones on the nearest 12, 20, 28 or 36 points, and where the last move is, if it is within reach
    contact    the nearest 8, 12 or 20 points with liberties, and where the last move is
    phase      the nearest 8 points with liberties, or the stones on the nearest 12, and the phase of the game
    near       the nearest 8 points with liberties, and the distance to the last move
    follow     as contact, and where the mover's last move is
    corner     the stones of the nearest corner, 7 or 10 lines wide, and where the move is; corner7_last also whether
               the last move is there, and where
    board      all stones of a square board, and where the move is
    answer     the nearest 8, 12, 20 or 28 points of the last move, with liberties, and where the move is, if it is
               within reach; all moves further away have one pattern
    sequel     likewise the nearest 12 or 20 points of the mover's last move
    ground     the nearest 8 points with liberties, or the stones on the nearest 12, and the levels of the mover's
               influence and territory at the point

The nearest points are those of the least Manhattan distance plus larger coordinate difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import Color, Grid, Position
from ..board.grid import MAX_SIDE

_DIAMONDS = {
    "stones": (8, 12, 20, 28, 36, 48), "liberties": (8, 12, 20, 28), "reply": (12, 20, 28, 36), "contact": (8, 12, 20),
    "phase": (8, 12), "near": (8,), "follow": (8, 12, 20),
}
_REPLIES = {"answer": (8, 12, 20, 28), "sequel": (12, 20)}
_GROUND = {"ground": (8, 12)}
PATTERNS = (
    *(f"{family}{size}" for family, sizes in _DIAMONDS.items() for size in sizes),
    "corner7", "corner10", "corner7_last", "board",
    *(f"{family}{size}" for family, sizes in (_REPLIES | _GROUND).items() for size in sizes),
)
"""The names of the patterns, in the order of the kernels."""
WITH_LIBERTIES = {"liberties", "contact", "phase8", "near", "follow", "answer", "sequel", "ground8"}
"""The families, and the patterns of others, in which stones have liberties."""
WITH_LAST = {"reply", "contact", "follow"}
"""The families with the place of the last move."""
POINTS = 48
"""How many points the largest pattern has."""
LAST_REACH = 6
"""Rows and columns to the last move up to which it is within reach."""
MARGIN = 4
LINES = 10
_LIVELY_POINTS = 28
_SEED = 1


@cache
def offsets() -> tuple[tuple[int, int], ...]:
    """Return the row and column steps to all points within reach, the nearest first; the point itself is left out."""
    reach = range(-LAST_REACH, LAST_REACH + 1)
    points = sorted((abs(r) + abs(c) + max(abs(r), abs(c)), r, c) for r in reach for c in reach if (r, c) != (0, 0))
    return tuple((r, c) for _, r, c in points)


@cache
def tables() -> tuple[npt.NDArray[np.uint64], ...]:
    """Return the random numbers of the hashes: for points with stones, with liberties, for the last two moves, salts,
    for corners and for whole boards.

    Shapes (48, 4, 8), (28, 8, 8), (2, 168, 8), (35, 25), (100, 4) and (625, 3); the last axis of the first three are
    the symmetries.
    """
    steps = offsets()
    number_of = {step: number for number, step in enumerate(steps)}
    images = np.array([
        [number_of[image] for image in ((r, c), (-r, c), (r, -c), (-r, -c), (c, r), (-c, r), (c, -r), (-c, -r))]
        for r, c in steps
    ])
    rng = np.random.default_rng(_SEED)

    def numbers(*shape: int) -> npt.NDArray[np.uint64]:
        return rng.integers(0, 2**64, size=shape, dtype=np.uint64)

    plain = numbers(POINTS, 4)[images[:POINTS]].transpose(0, 2, 1)
    lively = numbers(_LIVELY_POINTS, 8)[images[:_LIVELY_POINTS]].transpose(0, 2, 1)
    marks = numbers(2, len(steps))[:, images]
    others = numbers(len(PATTERNS), MAX_SIDE), numbers(LINES * LINES, 4), numbers(MAX_SIDE * MAX_SIDE, 3)
    return tuple(map(np.ascontiguousarray, (plain, lively, marks, *others)))


@cache
def _steps(width: int) -> npt.NDArray[np.int64]:
    return np.array([r * (width + 2 * MARGIN) + c for r, c in offsets()[:POINTS]], np.int64)


@cache
def _numbers() -> npt.NDArray[np.int64]:
    """Return the number of each row and column step among those within reach; -1 for none at all."""
    numbers = np.full((2 * LAST_REACH + 1, 2 * LAST_REACH + 1), -1, np.int64)
    for number, (r, c) in enumerate(offsets()):
        numbers[r + LAST_REACH, c + LAST_REACH] = number
    return numbers


def workspace(grid: Grid) -> tuple[Any, ...]:
    """Return what the kernels need to hash patterns on a board of this size; not to be shared between threads."""
    around = np.empty((2, (grid.height + 2 * MARGIN) * (grid.width + 2 * MARGIN)), np.int8)
    hashes, replies, corners = (np.empty((rows, 8), np.uint64) for rows in (2, 6, 5))
    return around, _steps(grid.width), _numbers(), hashes, replies, corners, tables()


def pattern_text(position: Position, color: Color, point: int, name: str, recent: Sequence[int] = ()) -> str:
    """Return the pattern of this name around a point as text, `color` being the mover.

    Nearest points are written one by one, the nearest first and points of equal distance by rows: `X` own, `O` enemy,
    `.` empty, `#` off the board; with liberties `a`, `b`, `X` for own stones with 1, 2, 3 liberties and `p`, `q`, `O`
    for the enemy's; then, behind a colon each, the row and column steps to the last moves, as far as they belong to the
    pattern; of patterns around these, those from there to the point, if it is within reach. Phases and levels are not
    written: they are features, too. Corners and boards are written by rows with `/` between them, corners from the edge
    on, the point as `+`.

    recent -- the last moves, the latest last
    """
    family = name.rstrip("0123456789")
    if family in ("corner", "board", "corner7_last"):
        return _area_text(position, color, point, name)
    grid = position.grid
    centre = recent[-1] if family == "answer" else recent[-2] if family == "sequel" else point
    row, col = grid.row_col(centre)
    lively = family in WITH_LIBERTIES or name in WITH_LIBERTIES
    symbols = []
    for down, along in offsets()[: int(name.removeprefix(family))]:
        r, c = row + down, col + along
        inside = 0 <= r < grid.height and 0 <= c < grid.width
        symbols.append(_symbol(position, color, grid.at(r, c), lively) if inside else "#")
    others = [recent[-back] for back in range(1, 1 + (family in WITH_LAST) + (family == "follow"))]
    for other in [point] if family in _REPLIES else others:
        r, c = grid.row_col(other)
        if family not in _REPLIES or max(abs(r - row), abs(c - col)) <= LAST_REACH:
            symbols.append(f":{r - row:+d}{c - col:+d}")
    return "".join(symbols)


def _symbol(position: Position, color: Color, point: int, lively: bool = False) -> str:
    stone = int(position.stones[point])
    if stone == 0:
        return "."
    liberties = min(len(position.liberties_at(point)), 3) if lively else 3
    return ("abX" if stone == color else "pqO")[liberties - 1]


def _area_text(position: Position, color: Color, point: int, name: str) -> str:
    """Return the nearest corner, or the whole board, by rows."""
    grid = position.grid
    row, col = grid.row_col(point)
    rows, columns = list(range(grid.height)), list(range(grid.width))
    if name != "board":
        size = 10 if name == "corner10" else 7
        rows = rows[:size] if row <= grid.height - 1 - row else rows[::-1][:size]
        columns = columns[:size] if col <= grid.width - 1 - col else columns[::-1][:size]
    points = [[grid.at(r, c) for c in columns] for r in rows]
    return "/".join("".join("+" if at == point else _symbol(position, color, at) for at in line) for line in points)


__all__ = ["PATTERNS", "offsets", "pattern_text", "tables", "workspace"]
