"""Trees of moves with counts at their ends, as miai counting draws them (Miai counting with trees, Sensei's Library).

A node is a position. From it Black moves to one of its Black children and White to one of its White children; most
often there is one of each, the best local move of its player. A leaf has a count: the local score in points, Black
positive, of a position in which nobody gains by playing on. A child may also be a node above it: a ko, which leads back
to a position met before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


@dataclass(frozen=True)
class Node:
    """A position of a tree. Children are given by their index in `Tree.nodes`.

    name  -- as written, or None
    black -- the children that Black moves to; none for a leaf, and for a player without a move
    white -- likewise
    count -- of a leaf: its local score in points, Black positive; else None
    cut   -- this is a branch that is cut out, not a position: the move to it is too large to be allowed
    """

    name: str | None = None
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    count: Fraction | None = None
    cut: bool = False

    @property
    def leaf(self) -> bool:
        """Whether nobody moves from here."""
        return self.count is not None or self.cut

    def children(self, player: str) -> tuple[int, ...]:
        """The children that a player, "B" or "W", moves to."""
        return self.black if player == "B" else self.white


@dataclass(frozen=True)
class Tree:
    """A tree of moves, or a graph of them where there are kos. `nodes[0]` is the root.

    Raises ValueError if a child is no node of the tree, or if a node that is no leaf has no child that is not cut out.
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
        """What to call a node in a sentence: its name, or its count, or its place in the tree."""
        node = self.nodes[index]
        if node.name is not None:
            return node.name
        if node.count is not None:
            return str(node.count)
        return "the root" if index == 0 else f"node {index + 1}"

    def walk(self) -> Iterator[Visit]:
        """The nodes in the order they are written, each once, and every reference to one met before."""
        met: set[int] = set()
        waiting = [Visit(0, 0, "", False)]
        while waiting:
            visit = waiting.pop()
            if visit.node in met:
                yield visit._replace(again=True)
                continue
            met.add(visit.node)
            yield visit
            node = self.nodes[visit.node]
            for player in "WB":
                waiting += [Visit(child, visit.depth + 1, player, False) for child in reversed(node.children(player))]


def components(tree: Tree) -> list[list[int]]:
    """The nodes in groups, those reached from a group before it: a node alone, or nodes that lead to one another."""
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
    """A node met on a walk.

    node  -- its index in `Tree.nodes`
    depth -- how many moves from the root
    by    -- who moved to it, "B" or "W"; "" for the root
    again -- whether it was met before, so that this is a move back to it
    """

    node: int
    depth: int
    by: str
    again: bool
