"""Groups: chains of one colour that the other side cannot cut apart, by the connection search."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

from ...board import Position
from ..answer import Answer, Result
from ..connections import disconnect

NODES = 200
"""The limit of the search whether two chains can be cut."""

Cut = Callable[[int, int], Answer]
"""Answers whether the chains on two points can be cut, the enemy to move."""


def read_groups(position: Position, cut: Cut | None = None) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a position, each as its points, ascending; in the order of their first points.

    Asked is of two chains of a colour if a liberty of one is a liberty of the other, or beside one; of those with most
    common liberties first. Two common liberties and three of each chain are enough for a connection.

    cut -- answers the questions, from a cache perhaps; by default `disconnect` does, with NODES
    """
    ask = functools.partial(disconnect, position, nodes=NODES) if cut is None else cut
    liberties = {chain[0]: frozenset(position.liberties_at(chain[0])) for chain in position.chains()}
    parents = {head: head for head in liberties}

    def root(head: int) -> int:
        while parents[head] != head:
            head = parents[head]
        return head

    for one, other in _pairs(position, liberties):
        first, second = sorted((root(one), root(other)))
        if first == second:
            continue
        common = len(liberties[one] & liberties[other])
        firm = common > 1 and min(len(liberties[one]), len(liberties[other])) > 2
        if firm or ask(one, other).result is Result.FAILS:
            parents[second] = first
    groups: dict[int, list[int]] = {}
    for head in liberties:
        groups.setdefault(root(head), []).extend(position.chain_at(head))
    return tuple(tuple(sorted(points)) for _, points in sorted(groups.items()))


def _pairs(position: Position, liberties: dict[int, frozenset[int]]) -> list[tuple[int, int]]:
    """Return the first points of chains that may be connected, those with most common liberties first."""
    beside = position.grid.beside
    wide = {head: free.union(*(beside[point] for point in free)) for head, free in liberties.items()}
    pairs = [
        (one, other) for one, other in itertools.combinations(sorted(liberties), 2)
        if position.stones[one] == position.stones[other] and not liberties[one].isdisjoint(wide[other])
    ]  # fmt: skip
    return sorted(pairs, key=lambda pair: -len(liberties[pair[0]] & liberties[pair[1]]))


__all__ = ["read_groups"]
