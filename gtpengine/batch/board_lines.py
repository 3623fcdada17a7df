"""The boards of a block of JSON lines, parsed in bulk for estimates by the raw control field.

That field needs the stones and komi only, but every field of a line is checked as `files.position_lines` does it.
Lines as programs write them take a short way; all others, and all errors, go through that module.
"""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.board import Grid, Rules
from analysis.board.liberty_check import boards_without_liberty

from ..files.json_lines import Fields, read_object
from ..files.position_lines import parse_position_line
from ..settings import Settings

_STONES = bytes.maketrans(b".XO", np.array([0, 1, -1], np.int8).tobytes())
_COLORS = (None, "B", "W", "b", "w", "black", "white")
_decode = json.JSONDecoder().raw_decode


@dataclass
class Boards:
    """The boards of one size of a block, in the order of their lines.

    Public attributes, each with an entry for every board:
      index  -- its number among all boards of the block, from 0
      line   -- the number of its line in the file
      key    -- the line's "id", any JSON value
      stones -- the bytes of (area,) int8, Black +1, White -1, empty 0
      komi   -- points
    """

    index: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    key: list[Any] = field(default_factory=list)
    stones: list[bytes] = field(default_factory=list)
    komi: list[float] = field(default_factory=list)

    def array(self, grid: Grid) -> npt.NDArray[np.int8]:
        """Return the stones of all boards: (n, area)."""
        return np.frombuffer(b"".join(self.stones), np.int8).reshape(-1, grid.area)


class LineError(ValueError):
    """A wrong line of a file. The message is "line N: REASON"."""


def parse_boards(lines: Sequence[bytes], first: int, settings: Settings) -> dict[Grid, Boards]:
    """Return the boards of lines by their size; blank lines are left out. `first` is the number of the first line.

    Raises LineError for the first wrong line.
    """
    found: dict[Grid, Boards] = defaultdict(Boards)
    default_komi = float(settings.get("game.komi"))
    count = 0
    error = None
    for number, line in enumerate(lines, first):
        board = _plain_board(line, default_komi)
        if board is None:
            if not line.strip():
                continue
            try:
                board = _any_board(line, settings)
            except ValueError as reason:
                error = LineError(f"line {number}: {reason}")
                break
        grid, key, stones, komi = board
        boards = found[grid]
        boards.index.append(count)
        boards.line.append(number)
        boards.key.append(key)
        boards.stones.append(stones)
        boards.komi.append(komi)
        count += 1
    wrong = [boards.line[n] for grid, boards in found.items() for n in boards_without_liberty(grid, boards.array(grid))]
    if wrong:
        number = min(wrong)
        try:
            _any_board(lines[number - first], settings)
        except ValueError as reason:
            error = LineError(f"line {number}: {reason}")
    if error is not None:
        raise error
    return found


_Board = tuple[Grid, Any, bytes, float]


def _plain_board(line: bytes, default_komi: float) -> _Board | None:
    """Return grid, id, stones and komi of an ordinary line whose chains may lack liberties; None for any other line."""
    if line[:1] != b"{":
        return None
    try:
        text = line.decode()
        fields, end = _decode(text)
        rows = fields["rows"]
        letters = "\n".join(rows).encode()
        key = fields["id"]
        grid = _grid(len(rows), len(rows[0]))
        komi = fields.get("komi")
        if komi is None:
            komi = default_komi
        ordinary = (
            type(rows) is list and len(letters) == grid.area + grid.height - 1
            and letters.translate(None, b".XO") == letters[grid.width :: grid.width + 1] == b"\n" * (grid.height - 1)
            and type(komi) in (float, int) and abs(komi) <= 1000 and fields.get("to_move") in _COLORS
            and fields.get("ko") is None and _is_ordinary(fields, grid) and text[end:] in ("\n", "", "\r\n")
        )
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (grid, key, letters.translate(_STONES, b"\n"), float(komi)) if ordinary else None


def _is_ordinary(fields: Fields, grid: Grid) -> bool:
    size, rules = fields.get("size"), fields.get("rules")
    if size is not None and size != grid.size_json:
        return False
    return rules is None or (type(rules) is str and _is_known(rules))


def _any_board(line: bytes, settings: Settings) -> _Board:
    """Return grid, id, stones and komi of any line. Raises ValueError if it is wrong."""
    read = parse_position_line(read_object(line), settings)
    return read.position.grid, read.key, read.position.stones.tobytes(), read.komi


_grid = functools.lru_cache(maxsize=625)(Grid)


@functools.lru_cache(maxsize=256)
def _is_known(rules: str) -> bool:
    """Return whether these are the name of a rule set; "" stands for that of the settings."""
    try:
        if rules:
            Rules.named(rules)
    except ValueError:
        return False
    return True
