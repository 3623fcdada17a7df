"""Problems from records and diagrams: the position, the side to move, the stones that are marked."""

from __future__ import annotations

from collections.abc import Iterable

from analysis.board import Color, Grid, Position
from analysis.reading.problems import Goal, Problem, ProblemError, find_problem

from ..records.record_nodes import decoded, main_line_nodes
from ..records.sgf_error import SgfError
from ..records.sgf_values import sgf_points
from ..sgf import load_game

_NOT_DRAWN = frozenset(b"abcdefghijklmnpqrstuvwyz(")
"""What no row of a diagram has, but every record, in lower case. No record begins with an empty point."""
MARKS = ("TR", "SQ", "CR", "MA", "SL")
"""SGF's marks, which in a record of a problem name the group."""


def read_problem(
    data: bytes, name: str, *, goal: Goal | None, vertices: Iterable[str] = (), to_move: Color | None = None,
    move: int = 0, open_board: bool = False,
) -> tuple[Position, Problem]:
    """Return the position of a record or a diagram, and the problem in it.

    name     -- the file's name in messages
    vertices -- stones of the group or chains; without them those marked in the record
    open_board -- whether no chain counts as safe; else those do that reach the open board
    The rest is as for `find_problem` and `load_game`; `to_move` None is the side that the record names, or Black.
    Raises SgfError for a record, and ProblemError for a diagram, that cannot be read; ProblemError as `find_problem`.
    """
    is_record = not data.lstrip().startswith(b".") and any(byte in _NOT_DRAWN for byte in data.lower())
    position = load_game(data, move, name=name).position if is_record else _diagram(data)
    if not is_record and move:
        raise ProblemError(f"--move {move} needs a game record, not a diagram")
    if to_move is not None:
        position = position.with_to_move(to_move)
    points = [_point(position.grid, vertex) for vertex in vertices]
    if not points and is_record and move == 0:
        points = _marked(data, position)
    return position, find_problem(position, goal=goal, stones=points, alive=() if open_board else None)


def _diagram(data: bytes) -> Position:
    try:
        return Position.from_diagram(data.decode("utf-8"), "B")
    except UnicodeDecodeError as error:
        raise ProblemError(f"expected a game record or a diagram, got byte {error.start + 1} that is no text") from None
    except ValueError as error:
        raise ProblemError(str(error)) from None


def _point(grid: Grid, vertex: str) -> int:
    try:
        return grid.point(vertex, may_pass=False)
    except ValueError as error:
        raise ProblemError(f"--at: {error}") from None


def _marked(data: bytes, position: Position) -> list[int]:
    """Return the stones of one colour that are marked at the root of a record; none if both colours are."""
    root = main_line_nodes(decoded(data, lambda _: None).text, lambda _: None)[0]
    found = []
    for mark in MARKS:
        for value in root.get(mark, ()):
            try:
                found += [p for p in sgf_points(position.grid, value, mark) if position.stones[p]]
            except SgfError:  # a mark that cannot be read names no stone
                continue
    return found if len({int(position.stones[point]) for point in found}) == 1 else []


__all__ = ["read_problem"]
