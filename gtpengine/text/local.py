"""A diagram of a local endgame and its value: as a dict for JSON, as lines of text, as a picture.

Vertices are those of the diagram's rectangle: columns A, B, .. without I, rows counted from its bottom. Values are in
points, Black positive; numbers are written exactly, "13/4". Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

import numpy as np

from analysis.board import COLUMN_LETTERS, Position, Scoring
from analysis.endgame import KoThreatNeed, MoveInPlace, ko_threat_needs
from analysis.endgame.local_value import LocalValue, value_of_tree
from analysis.endgame.place_view import moves_in_place, regimes_of_tree
from analysis.region import Budget, LocalDiagram, OutOfBudget, local_tree, parse_local
from analysis.values import KoError, KoThreats, PlayerTerms, format_value

from .place import table_lines
from .value import ReportError, ValueReport, fact_lines, wall_corners

_STONES = {"X": 1, "x": 1, "O": -1, "o": -1, ".": 0, "#": 0}
_WALL, _FREE = 0.25, -0.8
"""Shades of the points of walls and of the region, in [-1, 1] as for `render.svg.board_svg`."""
_MAX_GAME_WIDTH = 60
"""Longer games are cut off where a line holds two of them."""


@dataclass(frozen=True)
class LocalReport:
    """A diagram of a local endgame and its value.

    rows    -- the diagram's rows, top row first, in the letters of `analysis.region.parse_local`
    diagram -- the parsed diagram
    result  -- its value, moves and thermograph
    moves   -- all moves with what each loses; none where a ko matters
    regimes -- of a ko, its count, miai value and tally by who has the ko threats, or why it has none; else empty
    needs   -- of a ko, the threats that each side needs; None if not judged
    """

    rows: tuple[str, ...]
    diagram: LocalDiagram
    result: LocalValue
    moves: tuple[MoveInPlace, ...] = ()
    regimes: Mapping[KoThreats, PlayerTerms | str] = field(default_factory=dict)
    needs: tuple[KoThreatNeed, KoThreatNeed] | None = None

    @classmethod
    def read(cls, text: str, scoring: Scoring, ko: KoThreats, budget: Budget | None = None) -> LocalReport:
        """Read and evaluate a diagram.

        Raises ReportError, with one line, for a text that is no diagram of a position, for a game that is too large for
        the budget, and for a ko that cannot be valued.
        """
        try:
            diagram = parse_local(text)
        except ValueError as error:
            raise ReportError(str(error)) from None
        captured = _without_liberty(diagram)
        if captured is not None:
            raise ReportError(f"every stone needs a liberty, got none for the one on {captured}")
        try:
            tree = local_tree(diagram.region, diagram.start, scoring, budget)
            result = value_of_tree(tree, ko)
        except OutOfBudget as error:
            size = diagram.region.size
            points = "1 point is" if size == 1 else f"{size} points are"
            raise ReportError(f"{points} too many for an exact value here: {error}") from None
        except KoError as error:
            raise ReportError(str(error)) from None
        rows = (row.strip() for row in text.replace("/", "\n").split("\n"))
        moves = moves_in_place(result.graph, tree) if result.ko is None else ()
        regimes, needs = regimes_of_tree(tree, result), ko_threat_needs(tree)
        return cls(tuple(row for row in rows if row), diagram, result, moves, regimes, needs)

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON: the keys of `text.value.ValueReport.payload`, and those of the board.

        For a game without ko `expression` is its canonical form, and `ko` and `activity` are None. If the value depends
        on a ko, the keys that only a loopfree game has are None, and `mean`, `temperature` and walls hold under the
        komaster assumption `ko`.
        """
        found, report = self.result, self._report()
        left_wall, right_wall = wall_corners(found.graph)
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
        """Return the report as text: the diagram with coordinates, its value, the thermograph, what each move loses."""
        report = self._report()
        facts = self._ko_facts() if report is None else report.facts()
        table = table_lines(self.moves, self.regimes, self.needs, self.diagram.grid)
        lines = [*self._board(), "", *fact_lines([*facts, *self._position_facts()], self.result.graph)]
        return [*lines, "", *table] if table else lines

    def svg(self) -> str:
        """Return an SVG document: the diagram with the best moves, the thermograph below it. `#` is left blank."""
        from ..render.svg import board_group, board_size, caption_text, document, text_width, translated
        from ..render.thermograph_svg import thermograph_svg

        found, grid = self.result, self.diagram.grid
        letters = "".join(self.rows)
        stones = np.array([_STONES[letter] for letter in letters], np.int8)
        shades = np.array([_FREE if letter in "xo." else _WALL for letter in letters]).reshape(grid.height, grid.width)
        labels = {
            point: "B" * (point in found.black_moves) + "W" * (point in found.white_moves)
            for point in (*found.black_moves, *found.white_moves)
        }
        on_board = {self.diagram.region.vertices[point]: label for point, label in sorted(labels.items())}
        board = board_group(Position(grid, stones), shades, on_board)
        off_board = [point for point, letter in enumerate(letters) if letter == "#"]
        caption = "B, W: best moves of Black and White" if labels else "nobody needs to move"
        graph = thermograph_svg(found.graph, self._title())
        root = ElementTree.fromstring(graph)
        graph_width, graph_height = float(root.attrib["width"]), float(root.attrib["height"])
        board_width, board_height = board_size(grid)
        width = max(board_width, graph_width, text_width(caption))
        parts = [
            translated((width - board_width) / 2, 0, board + _blanks(grid.width, off_board)),
            caption_text(width / 2, board_height + 18, caption),
            translated((width - graph_width) / 2, board_height + 34, graph),
        ]
        return document(width, board_height + 34 + graph_height, parts, "\n".join(self._board()))

    def _report(self) -> ValueReport | None:
        """Return the report on the canonical form; None if the value depends on a ko."""
        value = self.result.value
        return None if value is None else ValueReport(format_value(value), value)

    def _title(self) -> str:
        report = self._report()
        return self._ko_assumption() if report is None else report.expression

    def _ko_assumption(self) -> str:
        assert self.result.ko is not None
        name = self.result.ko.value
        neutral = self.result.ko is KoThreats.NEUTRAL
        return "ko, nobody has a threat" if neutral else f"ko, {name.capitalize()} is komaster"

    def _ko_facts(self) -> Iterator[tuple[str, str]]:
        """Yield the (name, text) of every fact of a ko."""
        found = self.result
        low, high = (format_value(value, limit=_MAX_GAME_WIDTH) for value in (found.low, found.high))
        yield "kind", self._ko_assumption()
        yield "count", str(found.count)
        yield "miai value", str(found.temperature)
        if found.activity is not None:
            yield "activity", found.activity.value
        yield "in any case", f"between {low} and {high}"

    def _position_facts(self) -> Iterator[tuple[str, str]]:
        """Yield the (name, text) of the best moves, the scoring, and the effort."""
        found = self.result
        for name, moves in (("Black's move", found.black_moves), ("White's move", found.white_moves)):
            yield name, " ".join(self._vertices(moves)) or "none"
        yield "scoring", found.scoring.name.lower()
        loops = {0: "no ko", 1: "1 loop"}.get(found.loops, f"{found.loops} loops")
        yield "searched", f"{found.nodes} local positions, {loops}"

    def _vertices(self, points: Iterable[int]) -> list[str]:
        grid, vertices = self.diagram.grid, self.diagram.region.vertices
        return [grid.vertex(vertices[point]) for point in points]

    def _board(self) -> list[str]:
        """Return the diagram with coordinates, `#` left blank."""
        height, width = len(self.rows), len(self.rows[0])
        columns = "   " + " ".join(COLUMN_LETTERS[:width])
        cells = (" ".join(row.replace("#", " ")) for row in self.rows)
        numbers = range(height, 0, -1)
        return [columns, *(f"{n:>2} {line} {n}" for n, line in zip(numbers, cells, strict=True)), columns]


def _without_liberty(diagram: LocalDiagram) -> str | None:
    """Return a stone whose chain has no liberty and touches no wall of its colour, as a vertex; None if none."""
    region, start = diagram.region, diagram.start
    empty = region.points & ~(start.black | start.white)
    near = [int(bits) for bits in region.near]
    for own, wall in zip((start.black, start.white), region.walls, strict=True):
        safe = own & (wall | _neighbours(empty, near))
        while (more := own & (safe | _neighbours(safe, near))) != safe:
            safe = more
        if safe != own:
            first = (own & ~safe & -(own & ~safe)).bit_length() - 1
            return diagram.grid.vertex(region.vertices[first])
    return None


def _neighbours(bits: int, near: list[int]) -> int:
    """Return the points adjacent to those of `bits`."""
    found = 0
    for point, around in enumerate(near):
        if bits >> point & 1:
            found |= around
    return found


def _blanks(width: int, points: Iterable[int]) -> str:
    """Return white squares that cover these points of a drawn board."""
    from ..render.svg import CELL, MARGIN

    corners = ((MARGIN + point % width * CELL, MARGIN + point // width * CELL) for point in points)
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    return f'\n<path fill="#fff" shape-rendering="crispEdges" d="{squares}"/>' if squares else ""


__all__ = ["LocalReport"]
