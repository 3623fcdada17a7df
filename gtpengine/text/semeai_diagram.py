"""The reader of diagrams of capturing races.

A diagram has `.` for an empty point, X and O for stones of Black and White that live, B and W for the two blocks that
race, x and o for other stones, which can be captured. Without B and W the races are found from the status of the
chains, and X, x and O, o mean the same. The rim of the diagram is the edge of the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.board import Grid, Position

from .semeai import SemeaiError

_STONES = {".": 0, "X": 1, "x": 1, "B": 1, "O": -1, "o": -1, "W": -1}


class RaceDiagram(NamedTuple):
    """A diagram that has been read.

    position -- Position, Black to move
    blocks   -- a point of the block B and one of the block W; None if the diagram does not name them
    living   -- (area,) bool: the stones that live, X and O
    """

    position: Position
    blocks: tuple[int, int] | None
    living: npt.NDArray[np.bool_]


def read_race_diagram(text: str) -> RaceDiagram:
    """Parse a diagram: rows with a line feed or `/` between them, top row first; blanks are ignored.

    Raises SemeaiError for other letters, rows of unequal length, sizes that no board has, stones without liberty, and
    blocks that are missing or not connected.
    """
    rows = [row for line in text.replace("/", "\n").split("\n") if (row := "".join(line.split()))]
    grid, letters = _grid(rows), "".join(rows)
    position = Position(grid, np.array([_STONES[letter] for letter in letters], np.int8))
    for chain in position.chains():  # the liberties of a living stone may lie outside the diagram
        if not position.liberties_at(chain[0]) and not any(letters[point] in "XO" for point in chain):
            raise SemeaiError(f"every stone needs a liberty, got none for the one on {grid.vertex(chain[0])}")
    living = np.array([letter in "XO" for letter in letters])
    if "B" not in letters and "W" not in letters:
        return RaceDiagram(position, None, living)
    if "B" not in letters or "W" not in letters:
        raise SemeaiError("a race is between two blocks, B and W")
    black, white = letters.index("B"), letters.index("W")
    for letter, block in (("B", black), ("W", white)):
        if any(letters[point] == letter for point in set(range(grid.area)) - set(position.chain_at(block))):
            raise SemeaiError(f"{letter} is one block: its stones must be connected")
    return RaceDiagram(position, (black, white), living)


def _grid(rows: list[str]) -> Grid:
    """Return the grid of the rows, whose letters and lengths are checked. Raises SemeaiError."""
    if not rows:
        raise SemeaiError("an empty diagram")
    for number, row in enumerate(rows, 1):
        strange = set(row) - set(_STONES)
        if strange:
            raise SemeaiError(f"a diagram has rows of .XOxoBW, got {min(strange)!r} in row {number}")
        if len(row) != len(rows[0]):
            raise SemeaiError(f"all rows of a diagram must be as long as the first, {len(rows[0])}, "
                              f"got {len(row)} in row {number}")
    try:
        return Grid(len(rows), len(rows[0]))
    except ValueError as error:
        raise SemeaiError(str(error)) from None


__all__ = ["RaceDiagram", "read_race_diagram"]
