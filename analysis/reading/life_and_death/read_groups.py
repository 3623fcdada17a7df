"""Groups: chains of one colour that the other side cannot cut apart, by the connection search."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

from ...board import Position
from ...board.bit_sets import with_neighbours
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
    liberties = {chain[0]: free for chain, free in zip(position.chains(), position.liberty_bits, strict=True)}
    parents = {head: head for head in liberties}

    def root(head: int) -> int:
        while parents[head] != head:
            head = parents[head]
        return head

    for common, one, other in _pairs(position, liberties):
        first, second = sorted((root(one), root(other)))
        if first == second:
            continue
        firm = common > 1 and min(liberties[one].bit_count(), liberties[other].bit_count()) > 2
        if firm or ask(one, other).result is Result.FAILS:
            parents[second] = first
    groups: dict[int, list[int]] = {}
    for head in liberties:
        groups.setdefault(root(head), []).extend(position.chain_at(head))
    return tuple(tuple(sorted(points)) for _, points in sorted(groups.items()))


def _pairs(position: Position, liberties: dict[int, int]) -> list[tuple[int, int, int]]:
    """Return the numbers of common liberties and first points of chains that may be connected, those with most common
    liberties first.
    """
    grid, colors = position.grid, position.colors
    wide = {head: with_neighbours(grid, free) for head, free in liberties.items()}
    pairs = [
        ((liberties[one] & liberties[other]).bit_count(), one, other)
        for one, other in itertools.combinations(sorted(liberties), 2)
        if colors[one] == colors[other] and liberties[one] & wide[other]
    ]  # fmt: skip
    return sorted(pairs, key=lambda pair: -pair[0])


__all__ = ["read_groups"]
