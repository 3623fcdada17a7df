"""Trees of moves with counts at their leaves, as used in miai counting (Miai counting with trees, Sensei's Library).

A node is a position. From it Black moves to one of its Black children and White to one of its White children; usually
there is one of each, the player's best local move. A leaf has a count: the local score in points, Black positive, of a
position in which nobody gains by moving. A child may also be an ancestor: a ko, which leads back to an earlier
position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


@dataclass(frozen=True)
class Node:
    """A position of a tree. Children are given by their index in `Tree.nodes`.

    name  -- the name in the text, or None
    black -- the children that Black moves to; empty for a leaf, and if Black has no move
    white -- likewise for White
    count -- the local score of a leaf in points, Black positive; else None
    cut   -- whether this stands for a branch cut out: the move to it is so large that it is always prevented
    """

    name: str | None = None
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    count: Fraction | None = None
    cut: bool = False

    @property
    def leaf(self) -> bool:
        """Whether there are no moves from here."""
        return self.count is not None or self.cut

    def children(self, player: str) -> tuple[int, ...]:
        """Return the children that a player, "B" or "W", moves to."""
        return self.black if player == "B" else self.white


@dataclass(frozen=True)
class Tree:
    """A tree of moves, or a cyclic graph if there are kos. `nodes[0]` is the root.

    Raises ValueError if a child is not a node of the tree, if a leaf has children, or if all children of another node
    are cut out.
    """

    nodes: tuple[Node, ...]

    def __post_init__(self) -> None:
        if not self.nodes:
            raise ValueError("a tree needs a node, got none")
        for index, node in enumerate(self.nodes):
            children = node.black + node.white
            if any(not 0 <= child < len(self.nodes) for child in children):
                raise ValueError(f"children must be in 0..{len(self.nodes) - 1}, got {children} at node {index}")
            if node.leaf and children:
                raise ValueError(f"a leaf has no children, got {children} at node {index}")
            if not node.leaf and all(self.nodes[child].cut for child in children):
                raise ValueError(f"{self.title(index)} needs a child that is not cut out")

    def title(self, index: int) -> str:
        """Return how messages refer to a node: by its name, its count or its number."""
        node = self.nodes[index]
        if node.name is not None:
            return node.name
        if node.count is not None:
            return str(node.count)
        return "the root" if index == 0 else f"node {index + 1}"

    def walk(self) -> Iterator[Visit]:
        """Yield the nodes in pre-order, Black's children first; of a node reached again, not the children."""
        visited: set[int] = set()
        stack = [Visit(0, 0, "", False)]
        while stack:
            visit = stack.pop()
            if visit.node in visited:
                yield visit._replace(again=True)
                continue
            visited.add(visit.node)
            yield visit
            node = self.nodes[visit.node]
            for player in "WB":
                stack += [Visit(child, visit.depth + 1, player, False) for child in reversed(node.children(player))]


def components(tree: Tree) -> list[list[int]]:
    """Return the strongly connected components, each after those reachable from it (Tarjan's algorithm).

    A component is a single node, or nodes that lead to one another: a ko.
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    groups: list[list[int]] = []
    path: list[tuple[int, Iterator[int]]] = []

    def enter(index: int) -> None:
        number[index] = low[index] = len(number)
        open_nodes.append(index)
        is_open.add(index)
        node = tree.nodes[index]
        path.append((index, iter(node.black + node.white)))

    enter(0)
    while path:
        index, children = path[-1]
        child = next(children, None)
        if child is not None:
            if child not in number:
                enter(child)
            elif child in is_open:
                low[index] = min(low[index], number[child])
            continue
        path.pop()
        if path:
            parent = path[-1][0]
            low[parent] = min(low[parent], low[index])
        if low[index] == number[index]:
            group = [open_nodes.pop()]
            while group[-1] != index:
                group.append(open_nodes.pop())
            is_open.difference_update(group)
            groups.append(sorted(group))
    return groups


class Visit(NamedTuple):
    """A node reached by `Tree.walk`.

    node  -- its index in `Tree.nodes`
    depth -- the number of moves from the root
    by    -- the player who moved to it, "B" or "W"; "" for the root
    again -- whether it was reached before, so that this is a reference to it, as in a ko
    """

    node: int
    depth: int
    by: str
    again: bool
