"""The values of SGF properties: points, players, sizes and numbers, written and read.

SGF counts "column, row" from the top left with a = 1. `B[]` is a pass; so is the point one line past the board in both
directions, `tt` up to 19x19, `jj` on 9x9.
"""

from __future__ import annotations

import re
import unicodedata

from analysis.board import PASS, Color, Grid

from ..errors import shown
from .sgf_error import SgfError

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POINT = re.compile(r"[a-z]{2}")
_VERTEX = re.compile(r"[A-HJ-Z](?:[1-9]|1[0-9]|2[0-5])")
_RECTANGLE = re.compile(r"([a-z]{2}):([a-z]{2})")
_STANDARD = re.compile(r"(?:[a-z]{2}(?::[a-z]{2})?)?")
_SIZE = re.compile(r"(\d{1,4})(?:\D{1,3}(\d{1,4}))?\D*")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_LINE_BREAK = re.compile(r"\n\r|\r\n|\r")
_BLANKS = str.maketrans("\t\f\v", "   ")
_MAX_SIDE_OF_TT = 19
"""On boards up to this size `tt` is a pass."""


def sgf_point(grid: Grid, point: int) -> str:
    """Format a point as SGF writes it, column and row; "" for PASS."""
    if point == PASS:
        return ""
    row, col = grid.row_col(point)
    return _LETTERS[col] + _LETTERS[row]


def sgf_points(grid: Grid, value: str, where: str) -> list[int]:
    """Return the points of one value such as those of AB or TR: a point "aa", or a rectangle "aa:cc".

    Blanks and brackets are ignored. Raises SgfError, with a text that begins with `where`, for any other value and for
    points off the board.
    """
    value = _compact(value)
    corners = _RECTANGLE.fullmatch(value)
    if not corners:
        return [_board_point(grid, value, where)]
    (top, left), (bottom, right) = (grid.row_col(_board_point(grid, corner, where)) for corner in corners.groups())
    rows = range(min(top, bottom), max(top, bottom) + 1)
    return [grid.at(row, col) for row in rows for col in range(min(left, right), max(left, right) + 1)]


def sgf_move(grid: Grid, value: str, where: str) -> int:
    """Return the point of a value of B or W, or PASS. Raises SgfError as `sgf_points` does."""
    value = _compact(value)
    past_the_board = {_LETTERS[grid.width : grid.width + 1] + _LETTERS[grid.height : grid.height + 1]}
    if max(grid.height, grid.width) <= _MAX_SIDE_OF_TT:
        past_the_board.add("tt")
    if not value or value.lower() in ("pass", "tenuki") or value in past_the_board:
        return PASS
    return _board_point(grid, value, where)


def is_standard(value: str) -> bool:
    """Return whether a value is a point, a rectangle or a pass as SGF defines them, without anything else."""
    return _STANDARD.fullmatch(value) is not None


def plain_text(value: str) -> str:
    """Return the text of a value of type Text: escapes taken out, line breaks as "\\n", other blanks as " "."""
    joined = _ESCAPE.sub(lambda match: match[1].strip("\n"), _LINE_BREAK.sub("\n", value))
    return joined.translate(_BLANKS)


def escaped_text(text: str) -> str:
    """Return a text as a value of type Text."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def sgf_size(text: str) -> tuple[int, int]:
    """Return the (height, width) of SZ: 19, or 9:7 and 9x7 for columns and rows; 19x19 for "".

    Raises SgfError for text without a number.
    """
    written = unicodedata.normalize("NFKC", text).strip()
    if not written:
        return 19, 19
    match = _SIZE.fullmatch(written)
    if not match:
        raise SgfError(f"SZ: expected a size such as 19, or columns:rows, got {shown(text)}")
    return int(match[2] or match[1]), int(match[1])


def sgf_player(text: str) -> Color:
    """Return the player of PL; old records, of cgoban 1, have the numbers 1 and 2. Raises SgfError."""
    try:
        return Color.parse({"1": "B", "2": "W"}.get(text, text))
    except ValueError:
        raise SgfError(f"PL: expected B or W, got {shown(text)}") from None


def sgf_handicap(text: str) -> int:
    """Return the number of handicap stones of HA, 0 for text that has none from 2 to 625."""
    match = re.match(r"\s*(\d{1,3})(?![\d.])", text)
    return int(match[1]) if match and 2 <= int(match[1]) <= 625 else 0


def _compact(value: str) -> str:
    """Return a value without the blanks, line breaks, escapes and brackets that some files have inside points."""
    return re.sub(r"[\s\[\]\\]+", "", value)


def _board_point(grid: Grid, value: str, where: str) -> int:
    if _VERTEX.fullmatch(value):
        try:
            return grid.point(value)
        except ValueError:
            raise SgfError(f"{where}: {value} is off the {grid} board") from None
    if not _POINT.fullmatch(value.lower()):
        raise SgfError(f"{where}: expected a point of two lower-case letters, got {shown(value)}")
    col, row = (_LETTERS.index(letter) for letter in value.lower())
    if row >= grid.height or col >= grid.width:
        raise SgfError(f"{where}: {value} is off the {grid} board")
    return grid.at(row, col)


__all__ = [
    "escaped_text", "is_standard", "plain_text", "sgf_handicap", "sgf_move", "sgf_player", "sgf_point", "sgf_points",
    "sgf_size",
]
