"""Conditional games: trees with branches that exist only while something is true of the whole board.

A region's territory depends on who wins the race around it; the last liberty of a block may be filled without the
approach move that is needed while there are others. So options have conditions, and a game is pruned once it is known
which conditions are true.

Source: Müller, Conditional combinatorial games and their application to analyzing capturing races in Go (2003), as
reported by Nakamura, Evaluating Territories of Go Positions with Capturing Races.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ..board import BLACK, Color
from ..values.trees.move_tree import Tree


class Condition(StrEnum):
    """A condition of a branch."""

    BLACK_WINS = "Black wins the race"
    WHITE_WINS = "White wins the race"
    LAST = "the block has no liberties elsewhere"


def win_condition(winner: Color) -> Condition:
    """Return the condition that `winner` wins the race."""
    return Condition.BLACK_WINS if winner is BLACK else Condition.WHITE_WINS


@dataclass(frozen=True)
class ConditionalGame:
    """A tree some of whose branches exist only on a condition.

    tree       -- Tree with all branches
    conditions -- (node, child) -> Condition, for the branches that have one

    Raises ValueError for a condition of a branch that the tree does not have.
    """

    tree: Tree
    conditions: Mapping[tuple[int, int], Condition]

    def __post_init__(self) -> None:
        for index, child in self.conditions:
            inside = 0 <= index < len(self.tree.nodes)
            if not inside or child not in self.tree.nodes[index].black + self.tree.nodes[index].white:
                raise ValueError(f"a condition is of a branch of the tree, got ({index}, {child})")

    def under(self, true: Collection[Condition]) -> Tree:
        """Return the tree of the branches that exist if exactly these conditions are true.

        Nodes keep their indices, so nodes that can no longer be reached stay. Raises ValueError if a node is left
        without a move.
        """

        def existing(index: int, children: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(child for child in children if self.conditions.get((index, child)) in (None, *true))

        return Tree(tuple(
            replace(node, black=existing(index, node.black), white=existing(index, node.white))
            for index, node in enumerate(self.tree.nodes)
        ))
