"""Parse and evaluate positions given as lines of JSON: {"id", "rows", "to_move", "komi", "ko", "rules"}.

  id -- any JSON; rows -- list of ".XO" strings, top row first; to_move -- "B" or "W", "B" if missing
  komi -- number in [-1000, 1000]; ko -- a vertex, a point index, [row from the top, column] or null; rules -- a name
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.board import NO_POINT, Grid, Position, Rules

from ..settings import Settings
from .json_lines import Fields, shown_value

if TYPE_CHECKING:
    from analysis.evaluation import Evaluation


@dataclass(frozen=True)
class PositionLine:
    """A position of the file with its komi and rules. `key` is its "id", any JSON value."""

    key: Any
    position: Position
    komi: float
    rules: Rules


def parse_position_line(line: Fields, settings: Settings) -> PositionLine:
    """Parse the object of one line; settings give komi and rules where the line has none.

    Raises ValueError with a message of one line for a missing or wrong field.
    """
    if "id" not in line:
        raise ValueError("id: missing")
    rows = line.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise ValueError(f"rows: expected a list of strings, got {shown_value(rows)}")
    position = Position.from_diagram("\n".join(rows), _text(line, "to_move", "B"))
    _check_size(line.get("size"), position.grid)
    ko = _ko(line.get("ko"), position.grid)
    if ko != NO_POINT:
        position = Position.from_stones(position.grid, position.stones, position.to_move, ko)
    komi = line.get("komi")
    if komi is None:
        komi = settings.get("game.komi")
    if isinstance(komi, bool) or not isinstance(komi, int | float) or not abs(komi) <= 1000:
        raise ValueError(f"komi: expected a number in [-1000, 1000], got {shown_value(komi)}")
    rules = _text(line, "rules", "")
    return PositionLine(line["id"], position, float(komi), Rules.named(rules) if rules else settings.rules())


def evaluate_position_line(line: PositionLine, settings: Settings) -> Evaluation:
    """Evaluate the position of one line under the settings."""
    from analysis.evaluation import evaluate

    return evaluate(line.position, line.rules, line.komi, settings.control(), budget=settings.status())


def _text(line: Fields, key: str, default: str) -> str:
    value = line.get(key)
    if value is None:
        return default
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected text, got {shown_value(value)}")
    return value


def _check_size(size: object, grid: Grid) -> None:
    if size is not None and size not in (grid.size_json, [grid.width, grid.height]):
        raise ValueError(f"size: expected {grid.size_json} as in the rows, got {shown_value(size)}")


def _ko(value: object, grid: Grid) -> int:
    """Parse the ko point: a vertex, a point index, or [row from the top, column]; NO_POINT for null."""
    if value is None:
        return NO_POINT
    if isinstance(value, str) and value.lower() != "pass":
        return grid.point(value)
    if _is_index(value, grid.area):
        assert isinstance(value, int)
        return value
    if isinstance(value, list) and len(value) == 2:
        row, col = value
        if _is_index(row, grid.height) and _is_index(col, grid.width):
            return grid.at(row, col)
    raise ValueError(f"ko: expected a vertex, null or [row, column] on the {grid} board, got {shown_value(value)}")


def _is_index(value: object, count: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count
