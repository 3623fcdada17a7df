"""Diagrams: boards as text, `.` empty, `X` Black, `O` White, the top row first."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .grid import Grid

_STONE = {".": 0, "X": 1, "O": -1}
_LETTER = {value: letter for letter, value in _STONE.items()}


def parse_diagram(text: str) -> tuple[Grid, npt.NDArray[np.int8]]:
    """Return grid and stones, (area,) int8, of a diagram, ignoring blanks within and blank lines around the rows.

    Raises ValueError for other letters, rows of different length, and boards beyond 25x25.
    """
    rows = ["".join(line.split()) for line in text.splitlines()]
    rows = [row for row in rows if row]
    if not rows:
        raise ValueError("diagram: expected rows of '.', 'X' and 'O', got nothing")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"diagram: row {number} has {len(row)} points, the first has {len(rows[0])}")
        for letter in row:
            if letter not in _STONE:
                raise ValueError(f"diagram: row {number} holds {letter!r}; expected '.', 'X' or 'O'")
    grid = Grid(len(rows), len(rows[0]))
    return grid, np.array([_STONE[letter] for row in rows for letter in row], np.int8)


def format_diagram(grid: Grid, stones: npt.NDArray[np.int8]) -> str:
    """Return the rows of `.XO`, joined by newlines, as parse_diagram reads them."""
    letters = [_LETTER[int(stone)] for stone in stones]
    return "\n".join("".join(letters[row * grid.width : (row + 1) * grid.width]) for row in range(grid.height))
