"""A tree of moves, counted and told: as a dict for JSON, and as lines of text.

Counts are in points, Black positive; numbers are written exactly, "13/4". Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.values import Line, Row, Tree, evaluate_tree, format_tree, parse_tree

from .value import ReportError


@dataclass(frozen=True)
class TreeReport:
    """A tree with a row for each of its nodes, in the order it is written. ko -- who has the ko threats."""

    tree: Tree
    rows: Sequence[Row]
    ko: str
    note: str | None = None

    @classmethod
    def read(cls, text: str, ko: str) -> TreeReport:
        """The report on a tree as `analysis.values.parse_tree` reads it.

        Raises TreeError if it is none, KoError for a ko that cannot be valued, ReportError for a move that is never
        made.
        """
        tree = parse_tree(text)
        try:
            rows = evaluate_tree(tree, ko=ko)
        except ValueError as error:
            raise ReportError(str(error)) from None
        return cls(tree, rows, ko)

    def payload(self) -> dict[str, Any]:
        """The report for JSON: `ko`, and the nodes in the order they are written, as `analysis.values.Row` has them.

        Numbers are strings, other nodes are indices into the list; None stands for what a node has not.
        """
        place = {row.visit.node: index for index, row in enumerate(self.rows)}
        return {"ko": self.ko, "nodes": [self._node(row, place) for row in self.rows]}

    def lines(self) -> list[str]:
        """The tree drawn, a node a line with its temperature and count."""
        return format_tree(self.tree, self.rows).split("\n")

    def _node(self, row: Row, place: dict[int, int]) -> dict[str, Any]:
        node = self.tree.nodes[row.visit.node]
        return {
            "name": node.name,
            "depth": row.visit.depth,
            "black": [place[child] for child in node.black],
            "white": [place[child] for child in node.white],
            "label": row.label.value,
            "count": _written(row.count),
            "temperature": _written(row.temperature),
            "gote": None if row.gote is None else [str(row.gote.count), str(row.gote.temperature)],
            "black_line": _line(row.black, place),
            "white_line": _line(row.white, place),
            "hot": [place[child] for child in row.hot],
            "cut": [place[child] for child in row.cut],
            "activity": None if row.activity is None else row.activity.value,
        }


def _line(line: Line | None, place: dict[int, int]) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"moves": [place[node] for node in line.moves], "tally": line.tally, "count": str(line.count)}


def _written(x: Fraction | None) -> str | None:
    return None if x is None else str(x)
