"""Read truth sets and predictions: files of JSON objects, one a line, with errors that name file and line.

Truth:      {"id", "rows", "to_move", "komi", "ko", "rules"} as for `mokusan estimate`, and
            "ownership": row-major from the top left, -1..1, +1 Black; "score_lead_black": Black's lead, komi included,
            or null; and, where known, "game": the game's name, "move_number", "game_length", "is_end", "kind"
Prediction: {"id", "ownership" as above or null, "score": Black's lead, komi included, or null}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..files.json_lines import Fields, read_file, shown_value
from ..files.position_lines import PositionLine, parse_position_line
from ..settings import Settings
from .map_errors import PHASES

FloatArray = npt.NDArray[np.float64]

_ROUNDING = 1e-3
"""How far beyond 1 an ownership value may be by rounding."""


class TruthError(ValueError):
    """A file that cannot be read, or a wrong line. The message is one line and names both."""


@dataclass(frozen=True)
class Truth:
    """A position with its true ownership.

    Public attributes:
      key         -- its "id" as text, unique in the file
      line_number -- from 1
      game        -- the game's name; a position without one is a game of its own
      position_line -- position, komi and rules
      ownership   -- (points,) float64 in [-1, 1], +1 Black
      lead        -- Black's true lead in points, komi included; None if it is not known
      phase       -- one of map_errors.PHASES, or ""
      kind        -- the kind of game, as the file names it, or ""
    """

    key: str
    line_number: int
    game: str
    position_line: PositionLine
    ownership: FloatArray
    lead: float | None
    phase: str
    kind: str

    @property
    def size(self) -> str:
        """The board's columns and rows, "19x19"."""
        return str(self.position_line.position.grid)


@dataclass(frozen=True)
class Prediction:
    """A predicted ownership map, (points,), and Black's lead with komi; either may be None."""

    line_number: int
    ownership: FloatArray | None
    score: float | None


def read_truth(path: str, settings: Settings) -> Iterator[Truth]:
    """Read the positions of a truth set, in its order; settings give komi and rules where a line has none.

    Raises TruthError, also for a second position with the same id and for a file without positions.
    """
    seen: set[str] = set()

    def truth(number: int, fields: Fields) -> Truth:
        found = _truth(number, fields, settings)
        if found.key in seen:
            raise ValueError(f"id: expected one position of each id, got a second of {shown_value(found.key)}")
        seen.add(found.key)
        return found

    yield from read_file(path, truth, TruthError)
    if not seen:
        raise TruthError(f"{path}: no positions")


def read_predictions(path: str) -> dict[str, Prediction]:
    """Read predictions, by their "id" as text. Raises TruthError, also for a second one with the same id."""
    found: dict[str, Prediction] = {}

    def prediction(number: int, fields: Fields) -> tuple[str, Prediction]:
        key = _key(fields)
        if key in found:
            raise ValueError(f"id: expected one prediction of each id, got a second of {shown_value(key)}")
        ownership = None if fields.get("ownership") is None else _values(fields["ownership"])
        return key, Prediction(number, ownership, _number(fields, "score"))

    for key, one in read_file(path, prediction, TruthError):
        found[key] = one
    if not found:
        raise TruthError(f"{path}: no predictions")
    return found


def phase_of(move: float | None, length: float | None, is_end: bool = False) -> str:
    """Return the phase of a position after `move` of `length` moves; "" if one of them is not known."""
    if is_end:
        return PHASES[-1]
    if move is None or not length:
        return ""
    return PHASES[min(4, max(0, int(4 * move / length)))]


def _truth(number: int, fields: Fields, settings: Settings) -> Truth:
    """Parse one line of a truth set. Raises ValueError for a missing or wrong field."""
    position_line = parse_position_line(fields, settings)
    key = _key(fields)
    if fields.get("ownership") is None:
        raise ValueError("ownership: missing")
    ownership = _values(fields["ownership"])
    grid = position_line.position.grid
    if len(ownership) != grid.area:
        raise ValueError(f"ownership: expected {grid.area} numbers for a {grid} board, got {len(ownership)}")
    end = fields.get("is_end")
    if end is not None and not isinstance(end, bool):
        raise ValueError(f"is_end: expected true or false, got {shown_value(end)}")
    phase = phase_of(_number(fields, "move_number"), _number(fields, "game_length"), bool(end))
    game, kind = (_name(fields.get(name)) for name in ("game", "kind"))
    lead = _number(fields, "score_lead_black")
    return Truth(key, number, game or f"line {number}", position_line, ownership, lead, phase, kind)


def _key(fields: Fields) -> str:
    """Return the "id" as text. Raises ValueError if it is missing or another kind of value."""
    key = fields.get("id")
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise ValueError(f"id: expected text or a whole number, got {shown_value(key)}")
    return str(key)


def _name(value: object) -> str:
    """Return a text as it is, other values as JSON; "" for None."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def _number(fields: Fields, name: str) -> float | None:
    """Return a field that is a number or null. Raises ValueError for anything else."""
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e6:
        raise ValueError(f"{name}: expected a number or null, got {shown_value(value)}")
    return float(value)


def _values(values: object) -> FloatArray:
    """Check an ownership map and return it as (points,) float64. Raises ValueError."""
    if not isinstance(values, list):
        raise ValueError(f"ownership: expected a list of numbers, got {shown_value(values)}")
    for number, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1 + _ROUNDING:
            raise ValueError(f"ownership: expected numbers in [-1, 1], got {shown_value(value)} at place {number}")
    return np.array(values, dtype=np.float64)


__all__ = ["Prediction", "Truth", "TruthError", "phase_of", "read_predictions", "read_truth"]
