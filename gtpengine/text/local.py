"""A local game, told: as a dict for JSON, as lines of text, as a picture.

Vertices are those of the diagram's rectangle: columns A, B, .. without I, rows counted from its bottom. Values are in
points, Black positive; numbers are written exactly, "13/4". Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from analysis.board import COLUMN_LETTERS, Position, Scoring
from analysis.endgame.local_value import LocalValue, local_value
from analysis.region import Budget, LocalDiagram, OutOfBudget, parse_local
from analysis.values import KoError, Threats, format_value

from .value import Report, ReportError, told, walls

_STONES = {"X": 1, "x": 1, "O": -1, "o": -1, ".": 0, "#": 0}
_WALL, _FREE = 0.25, -0.8
"""How dark points are drawn: walls, and where play takes place. See `render.svg.board_svg`."""
_SHORT = 60
"""Longer games are cut off where two of them stand in a line."""


@dataclass(frozen=True)
class LocalReport:
    """A diagram and what it is worth.

    rows    -- the diagram's rows, top row first, in the letters of `analysis.region.parse_local`
    diagram -- the same, read
    found   -- its value
    """

    rows: tuple[str, ...]
    diagram: LocalDiagram
    found: LocalValue

    @classmethod
    def read(cls, text: str, scoring: Scoring, ko: Threats, budget: Budget | None = None) -> LocalReport:
        """The report on a diagram. Raises ReportError, with one line, for what is no diagram of a position, for a game
        that is too large for the budget, and for a ko that cannot be valued."""
        try:
            diagram = parse_local(text)
        except ValueError as error:
            raise ReportError(str(error)) from None
        choked = _without_liberty(diagram)
        if choked is not None:
            raise ReportError(f"every stone needs a liberty, got none for the one on {choked}")
        try:
            found = local_value(diagram.region, diagram.start, scoring, ko, budget)
        except OutOfBudget as error:
            size = diagram.region.size
            points = "1 point is" if size == 1 else f"{size} points are"
            raise ReportError(f"{points} too many for an exact value here: {error}") from None
        except KoError as error:
            raise ReportError(str(error)) from None
        rows = (row.strip() for row in text.replace("/", "\n").split("\n"))
        return cls(tuple(row for row in rows if row), diagram, found)

    def payload(self) -> dict[str, Any]:
        """The report for JSON: the keys of `value_report.Report.payload`, and more about the board.

        Of a game without ko `expression` is its canonical form. Where a ko matters all that only a game has is None,
        and `mean`, `temperature` and walls are those under the regime `ko`; elsewhere `ko` and `activity` are None.
        """
        found, report = self.found, self._report()
        left_wall, right_wall = walls(found.graph)
        under_ko = {
            "expression": None, "canonical": None,
            "mean": str(found.count), "temperature": str(found.temperature),
            "left_stop": None, "right_stop": None,
            "left_wall": left_wall, "right_wall": right_wall,
            "kind": found.kind, "outcome": None, "atomic_weight": None, "cooled": None,
        }
        return {
            **(under_ko if report is None else report.payload()),
            "board": list(self.rows),
            "scoring": found.scoring.name.lower(),
            "ko": None if found.ko is None else found.ko.value,
            "activity": None if found.activity is None else found.activity.value,
            "loops": found.loops,
            "black_moves": self._vertices(found.black_moves),
            "white_moves": self._vertices(found.white_moves),
        }

    def lines(self) -> list[str]:
        """The report for a reader: the diagram with coordinates, what it is worth, the thermograph."""
        report = self._report()
        facts = self._ko_rows() if report is None else report.rows()
        return [*self._board(), "", *told([*facts, *self._rows()], self.found.graph)]

    def svg(self) -> str:
        """The diagram with the best moves on it and the thermograph below, as an SVG document. `#` is left blank."""
        from ..render.svg import board_group, board_size, caption_text, document, moved, text_width
        from ..render.thermograph_svg import thermograph_svg

        found, grid = self.found, self.diagram.grid
        letters = "".join(self.rows)
        stones = np.array([_STONES[letter] for letter in letters], np.int8)
        shades = np.array([_FREE if letter in "xo." else _WALL for letter in letters]).reshape(grid.height, grid.width)
        labels = {
            point: "B" * (point in found.black_moves) + "W" * (point in found.white_moves)
            for point in (*found.black_moves, *found.white_moves)
        }
        on_board = {self.diagram.region.vertices[point]: label for point, label in sorted(labels.items())}
        board = board_group(Position(grid, stones), shades, on_board)
        off = [point for point, letter in enumerate(letters) if letter == "#"]
        caption = "B, W: best moves of Black and White" if labels else "nobody needs to move"
        graph = thermograph_svg(found.graph, self._title())
        root = ElementTree.fromstring(graph)
        graph_width, graph_height = float(root.attrib["width"]), float(root.attrib["height"])
        board_width, board_height = board_size(grid)
        width = max(board_width, graph_width, text_width(caption))
        parts = [
            moved((width - board_width) / 2, 0, board + _blanks(grid.width, off)),
            caption_text(width / 2, board_height + 18, caption),
            moved((width - graph_width) / 2, board_height + 34, graph),
        ]
        return document(width, board_height + 34 + graph_height, parts, "\n".join(self._board()))

    def _report(self) -> Report | None:
        """The report on the game; None where a ko matters."""
        value = self.found.value
        return None if value is None else Report(format_value(value), value)

    def _title(self) -> str:
        report = self._report()
        return self._regime() if report is None else report.expression

    def _regime(self) -> str:
        assert self.found.ko is not None
        name = self.found.ko.value
        return "ko, nobody has a threat" if self.found.ko is Threats.NEUTRAL else f"ko, {name.capitalize()} is komaster"

    def _ko_rows(self) -> Iterator[tuple[str, str]]:
        """What is told of a ko, by name."""
        found = self.found
        low, high = (format_value(value, limit=_SHORT) for value in (found.low, found.high))
        yield "kind", self._regime()
        yield "count", str(found.count)
        yield "miai value", str(found.temperature)
        if found.activity is not None:
            yield "activity", found.activity.value
        yield "in any case", f"between {low} and {high}"

    def _rows(self) -> Iterator[tuple[str, str]]:
        """What is told of the place, by name."""
        found = self.found
        for name, moves in (("Black's move", found.black_moves), ("White's move", found.white_moves)):
            yield name, " ".join(self._vertices(moves)) or "none"
        yield "scoring", found.scoring.name.lower()
        loops = {0: "no ko", 1: "1 loop"}.get(found.loops, f"{found.loops} loops")
        yield "looked at", f"{found.parts} local positions, {loops}"

    def _vertices(self, points: Iterable[int]) -> list[str]:
        grid, vertices = self.diagram.grid, self.diagram.region.vertices
        return [grid.vertex(vertices[point]) for point in points]

    def _board(self) -> list[str]:
        """The diagram with coordinates, `#` left blank."""
        height, width = len(self.rows), len(self.rows[0])
        columns = "   " + " ".join(COLUMN_LETTERS[:width])
        cells = (" ".join(row.replace("#", " ")) for row in self.rows)
        numbers = range(height, 0, -1)
        return [columns, *(f"{n:>2} {line} {n}" for n, line in zip(numbers, cells, strict=True)), columns]


def _without_liberty(diagram: LocalDiagram) -> str | None:
    """The vertex of a stone that neither has a liberty nor touches a wall of its colour; None if there is none."""
    region, start = diagram.region, diagram.start
    empty = region.points & ~(start.black | start.white)
    near = [int(bits) for bits in region.near]
    for own, wall in zip((start.black, start.white), region.walls, strict=True):
        safe = own & (wall | _beside(empty, near))
        while (more := own & (safe | _beside(safe, near))) != safe:
            safe = more
        if safe != own:
            first = (own & ~safe & -(own & ~safe)).bit_length() - 1
            return diagram.grid.vertex(region.vertices[first])
    return None


def _beside(bits: int, near: list[int]) -> int:
    """The points beside those of `bits`."""
    found = 0
    for point, around in enumerate(near):
        if bits >> point & 1:
            found |= around
    return found


def _blanks(width: int, points: Iterable[int]) -> str:
    """White squares over these points of a drawn board."""
    from ..render.svg import CELL, MARGIN

    corners = ((MARGIN + point % width * CELL, MARGIN + point // width * CELL) for point in points)
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    return f'\n<path fill="#fff" shape-rendering="crispEdges" d="{squares}"/>' if squares else ""


__all__ = ["LocalReport"]
