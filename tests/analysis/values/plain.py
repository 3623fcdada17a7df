"""The oracle of the values: games as plain trees, compared and played by the definitions.

A tree is (left options, right options), each a tuple of trees. Only the conversions at the end use the product.
"""

from __future__ import annotations

import functools
import random
from typing import Any

from analysis.values.games.forms import Value, game

Tree = tuple[tuple[Any, ...], tuple[Any, ...]]


def leaf(n: int) -> Tree:
    """Return the integer n as a tree."""
    if n == 0:
        return (), ()
    return ((leaf(n - 1),), ()) if n > 0 else ((), (leaf(n + 1),))


def random_tree(rng: random.Random, depth: int, widest: int = 2) -> Tree:
    """Return a tree of at most `depth` moves to an integer from -3 to 3; sometimes a side has no options."""
    if depth == 0 or rng.random() < 0.15:
        return leaf(rng.randint(-3, 3))
    def side() -> tuple[Tree, ...]:
        return tuple(random_tree(rng, depth - 1, widest) for _ in range(rng.randint(0, widest)))

    return side(), side()


def negative(tree: Tree) -> Tree:
    """Return the tree with the players' roles exchanged."""
    return tuple(map(negative, tree[1])), tuple(map(negative, tree[0]))


def plus(g: Tree, h: Tree) -> Tree:
    """Return the sum, in which a move is a move in one of the two."""
    return (
        tuple(plus(a, h) for a in g[0]) + tuple(plus(g, a) for a in h[0]),
        tuple(plus(a, h) for a in g[1]) + tuple(plus(g, a) for a in h[1]),
    )


@functools.cache
def wins(tree: Tree, first: int) -> bool:
    """Return whether the player to move (0 Black, 1 White) wins by making the last move."""
    return any(not wins(option, 1 - first) for option in tree[first])


@functools.cache
def at_most(g: Tree, h: Tree) -> bool:
    """Return g <= h by the definition: no Black option of g is >= h, and no White option of h is <= g."""
    return not any(at_most(h, a) for a in g[0]) and not any(at_most(b, g) for b in h[1])


def value(tree: Tree) -> Value:
    """Return the canonical form of a tree."""
    return game(map(value, tree[0]), map(value, tree[1]))


@functools.cache
def tree_of(v: Value) -> Tree:
    """Return a canonical form as a tree."""
    return tuple(map(tree_of, v.left)), tuple(map(tree_of, v.right))


def corridor(n: int) -> Value:
    """Return Black's corridor of n points, open at one end: {n-1|...{1|*}}."""
    inner = game([0], [0])
    for kept in range(1, n):
        inner = game([kept], [inner])
    return inner
