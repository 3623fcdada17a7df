"""Groups: chains of one colour that the other side cannot cut apart, by the connection search."""

from __future__ import annotations

import itertools

from ...board import Position
from ..answer import Result
from ..connections import disconnect

NODES = 200
"""The limit of the search whether two chains can be cut."""


def read_groups(position: Position, *, nodes: int = NODES) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a position, each as its points, ascending; in the order of their first points.

    Asked is of two chains of a colour if a liberty of one is a liberty of the other, or beside one.
    """
    grid = position.grid
    heads = sorted({position.chain_at(point)[0] for point in range(grid.area) if position.stones[point]})
    parents = {head: head for head in heads}

    def root(head: int) -> int:
        while parents[head] != head:
            head = parents[head]
        return head

    around = {head: set(position.liberties_at(head)) for head in heads}
    wide = {head: free | {near for point in free for near in grid.beside[point]} for head, free in around.items()}
    for one, other in itertools.combinations(heads, 2):
        if position.stones[one] != position.stones[other] or root(one) == root(other):
            continue
        if around[one] & wide[other] and disconnect(position, one, other, nodes=nodes).result is Result.FAILS:
            parents[max(root(one), root(other))] = min(root(one), root(other))
    groups: dict[int, list[int]] = {}
    for head in heads:
        groups.setdefault(root(head), []).extend(position.chain_at(head))
    return tuple(tuple(sorted(points)) for _, points in sorted(groups.items()))


__all__ = ["read_groups"]
