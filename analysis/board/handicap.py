"""The fixed handicap table of GTP, for all sizes it is defined for."""

from __future__ import annotations

from .grid import Grid


def fixed_handicap(grid: Grid, stones: int) -> list[int]:
    """Return the points of a fixed handicap, in the usual order.

    Square boards only: none below 7, 2 to 4 stones on 7 and on even sizes, 2 to 9 on odd sizes from 9 on
    (GTP 2 draft, section 4.1). Raises ValueError "invalid number of stones" otherwise.
    """
    if not grid.is_square or not 2 <= stones <= most_fixed_handicap(grid):
        raise ValueError("invalid number of stones")
    size = grid.height
    low = 2 if size <= 12 else 3
    high, middle = size - 1 - low, size // 2
    # (column, row from the bottom), both from 0
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    chosen = corners[: min(stones, 4)] + sides[: (stones - 4) // 2 * 2 if stones > 5 else 0]
    if stones > 4 and stones % 2 == 1:
        chosen.append((middle, middle))
    return [grid.at(size - 1 - row, col) for col, row in chosen]


def most_fixed_handicap(grid: Grid) -> int:
    """Return the largest fixed handicap on this board; 0 if it has none."""
    if not grid.is_square or grid.height < 7:
        return 0
    return 9 if grid.height % 2 == 1 and grid.height >= 9 else 4
