"""A tree of moves with the count and temperature of its nodes, as a dict for JSON and as lines of text.

Counts are in points, Black positive; numbers are written exactly, "13/4". Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.values import CountedLine, CountedNode, Tree, evaluate_tree, format_tree, parse_tree

from .value import ReportError


@dataclass(frozen=True)
class TreeReport:
    """A tree with a row of results for each of its nodes, in the order of the text.

    ko   -- who has the ko threats
    note -- always None: the report of a game has one
    """

    tree: Tree
    rows: Sequence[CountedNode]
    ko: str
    note: str | None = None

    @classmethod
    def read(cls, text: str, ko: str) -> TreeReport:
        """Read a tree in the notation of `analysis.values.parse_tree` and evaluate its nodes.

        Raises TreeError for a text that is no tree, KoError for a ko that cannot be valued, ReportError for a move that
        is never made.
        """
        tree = parse_tree(text)
        try:
            rows = evaluate_tree(tree, ko=ko)
        except ValueError as error:
            raise ReportError(str(error)) from None
        return cls(tree, rows, ko)

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON: `ko`, and the nodes in the order of the text, with the fields of
        `analysis.values.CountedNode`.

        Numbers are strings, other nodes are indices into the list; fields that a node does not have are None.
        """
        index_of = {row.visit.node: index for index, row in enumerate(self.rows)}
        return {"ko": self.ko, "nodes": [self._node(row, index_of) for row in self.rows]}

    def lines(self) -> list[str]:
        """Return the drawn tree, a node per line with its temperature and count."""
        return format_tree(self.tree, self.rows).split("\n")

    def _node(self, row: CountedNode, index_of: dict[int, int]) -> dict[str, Any]:
        node = self.tree.nodes[row.visit.node]
        return {
            "name": node.name,
            "depth": row.visit.depth,
            "black": [index_of[child] for child in node.black],
            "white": [index_of[child] for child in node.white],
            "label": row.label.value,
            "count": _text_or_none(row.count),
            "temperature": _text_or_none(row.temperature),
            "gote": None if row.gote is None else [str(row.gote.count), str(row.gote.temperature)],
            "black_line": _line(row.black, index_of),
            "white_line": _line(row.white, index_of),
            "hot": [index_of[child] for child in row.hot],
            "cut": [index_of[child] for child in row.cut],
            "activity": None if row.activity is None else row.activity.value,
        }


def _line(line: CountedLine | None, index_of: dict[int, int]) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"moves": [index_of[node] for node in line.moves], "tally": line.tally, "count": str(line.count)}


def _text_or_none(x: Fraction | None) -> str | None:
    return None if x is None else str(x)
