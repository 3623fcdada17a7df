"""Boards as text: GTP's `showboard`, GoGui's board of numbers, and the picture that `analyse` shows in a terminal.

No result has an empty line or ends with a line feed, so each can be part of a GTP response.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analysis.board import COLUMN_LETTERS, PASS, Game, Grid, Position

FloatArray = npt.NDArray[np.float64]

_STONES = {1: "X", -1: "O", 0: "."}
_SHADES = (238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251)
"""xterm greys from Black's points to White's. Pure black and white are reserved for the stones."""
_MARKS = ((0.6, "#"), (0.2, "+"), (-0.2, "."), (-0.6, "-"), (-1.0, "="))
"""(threshold, sign) of an empty point in plain text: the first whose threshold the control value exceeds."""

COLOUR_LEGEND = "dark: Black's points   light: White's   a disc on the other's shade: likely dead"
LEGEND = "X O stones (x o: likely dead)   # + Black's points   . open   - = White's points"


def showboard(position: Position, last: int = PASS) -> str:
    """Return the board with coordinates, handicap points as `+`, the point `last` in brackets, prisoners below."""
    grid = position.grid
    stars = set(star_points(grid))
    lines = [_column_header(grid)]
    for row in range(grid.height):
        cells = []
        for col in range(grid.width):
            point = grid.at(row, col)
            stone = int(position.stones[point])
            cells.append("+" if stone == 0 and point in stars else _STONES[stone])
        line = "".join(f" {cell}" for cell in cells) + " "
        if last != PASS and grid.row_col(last)[0] == row:
            at = 2 * grid.row_col(last)[1]
            line = f"{line[:at]}({line[at + 1]}){line[at + 3:]}"
        label = grid.height - row
        lines.append(f"{label:>2}{line}{label}")
    lines.append(_column_header(grid))
    by_black, by_white = position.captures
    lines.append(f"{position.to_move.word.capitalize()} to move. Prisoners: Black {by_black}, White {by_white}")
    return "\n".join(lines)


def komi_text(game: Game) -> str:
    """Return the komi and, separately, White's compensation for handicap stones: "0.5 and 2 for the handicap"."""
    bonus = game.rules.handicap_bonus.points(game.handicap)
    return f"{game.komi:g}" + (f" and {bonus} for the handicap" if bonus else "")


def dboard(values: FloatArray) -> str:
    """Return GoGui's `dboard`: rows of numbers with three decimals, top row first, separated by blanks.

    values -- (height, width)

    No number has an exponent, none is "-0.000".
    """
    return "\n".join(" ".join(f"{value:z.3f}" for value in row) for row in values.tolist())


def control_board(position: Position, values: FloatArray, colour: bool) -> str:
    """Return the position over its control map, with coordinates.

    values -- (height, width) in [-1, 1], Black positive
    colour -- True: xterm-256 sequences, stones as discs on a grey field. False: plain characters, see LEGEND.
    """
    grid = position.grid
    header = _column_header(grid)
    lines = [header]
    for row in range(grid.height):
        stones = [int(stone) for stone in position.board[row]]
        label = grid.height - row
        body = _colour_row(stones, values[row].tolist()) if colour else _plain_row(stones, values[row].tolist())
        lines.append(f"{label:>2} {body}{'' if colour else ' '}{label}")
    lines.append(header)
    return "\n".join(lines)


def star_points(grid: Grid) -> list[int]:
    """Return the star points of a board of this size, ascending; none if a side is below 7.

    They are the corner points, the middle of odd sizes from 9 up, and the sides of odd sizes from 15 up.
    """
    points = []
    for row, row_is_middle in _star_lines(grid.height):
        for col, col_is_middle in _star_lines(grid.width):
            is_side = row_is_middle != col_is_middle
            if not is_side or min(grid.height, grid.width) >= 15:
                points.append(grid.at(row, col))
    return points


def _star_lines(side: int) -> list[tuple[int, bool]]:
    """Return (line from 0, whether it is the middle one) of a side's star lines, ascending."""
    if side < 7:
        return []
    edge = 2 if side < 13 else 3
    middle = [(side // 2, True)] if side % 2 and side >= 9 else []
    return [(edge, False), *middle, (side - 1 - edge, False)]


def _column_header(grid: Grid) -> str:
    return "   " + " ".join(COLUMN_LETTERS[: grid.width])


def _plain_row(stones: Sequence[int], values: Sequence[float]) -> str:
    return " ".join(_plain_cell(stone, value) for stone, value in zip(stones, values, strict=True))


def _plain_cell(stone: int, value: float) -> str:
    if stone:
        return _STONES[stone] if stone * value >= 0 else _STONES[stone].lower()
    return next((mark for threshold, mark in _MARKS if value > threshold), "=")


def _colour_row(stones: Sequence[int], values: Sequence[float]) -> str:
    cells = []
    for stone, value in zip(stones, values, strict=True):
        step = min(len(_SHADES) - 1, int((1.0 - value) / 2.0 * len(_SHADES)))
        shade = _SHADES[step]
        if stone:
            ink, glyph = (16 if stone > 0 else 231), "●"
        else:
            ink, glyph = (shade + 4 if step < len(_SHADES) // 2 else shade - 4), "·"
        cells.append(f"\x1b[48;5;{shade};38;5;{ink}m{glyph} ")
    return "".join(cells) + "\x1b[0m"
