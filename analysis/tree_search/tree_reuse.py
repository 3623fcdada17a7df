"""Searches kept from one analysis to the next: when a game goes on by a move that was searched, so does its tree.

Moves are chosen without it, so that the same game always gets the same move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ..board import Position, Rules
from ..control import ControlSettings
from .puct_tree import Node, PuctTree
from .tree_lines import TreeLines

MAX_SEARCHES = 3
"""Searches that are kept: that of the last position, and those that a front end comes back to from variations."""


class TreeStore:
    """The last searches, the latest first."""

    def __init__(self) -> None:
        self._searches: deque[TreeLines] = deque(maxlen=MAX_SEARCHES)

    def put(self, lines: TreeLines) -> None:
        """Keep a search, which may grow later, in place of an earlier one of its position.

        One whose moves were restricted is not kept.
        """
        if lines.restrictions:
            return
        evaluation = lines.tree.evaluation
        earlier = self.lines_at(evaluation.position, evaluation.rules)
        if earlier is not None:
            self._searches.remove(earlier)
        self._searches.appendleft(lines)

    def lines_at(self, position: Position, rules: Rules) -> TreeLines | None:
        """Return the latest search of a position."""
        for lines in self._searches:
            evaluation = lines.tree.evaluation
            if evaluation.position == position and evaluation.rules == rules:
                return lines
        return None

    def find(self, position: Position, rules: Rules, settings: ControlSettings | None) -> Node | None:
        """Return the node of a position one or two moves after the root of a search; None if there is none."""
        for lines in self._searches:
            tree = lines.tree
            if tree.evaluation.rules == rules and tree.settings == settings:
                for node in _after_one_or_two_moves(tree):
                    if node.evaluation.position == position and not node.is_over:
                        return node
        return None


def _after_one_or_two_moves(tree: PuctTree) -> Iterator[Node]:
    children = [edge.child for edge in tree.root.edges.values() if edge.child is not None]
    yield from children
    for child in children:
        yield from (edge.child for edge in child.edges.values() if edge.child is not None)


__all__ = ["TreeStore"]
