"""Random trees of moves for the tests of thermographs: as games, and as thermographs without canonical forms."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from analysis.values.games.forms import Value, game, number
from analysis.values.games.named_games import DOWN, STAR, UP, nimber
from analysis.values.thermography.thermograph import (
    Thermograph,
    left_scaffold,
    right_scaffold,
    thermograph,
    thermograph_from_scaffolds,
)

LEAVES = [
    *map(number, [Fraction(n, 2) for n in range(-9, 10)]), STAR, UP, DOWN, nimber(2), number(2) + STAR, number(-1) + UP,
]


def between(left: list[Thermograph], right: list[Thermograph]) -> Thermograph:
    """Return the thermograph of a position from those of both players' options."""
    scaffolds = left_scaffold((graph, "B") for graph in left), right_scaffold((graph, "W") for graph in right)
    return thermograph_from_scaffolds(*scaffolds)


def random_tree(rng: random.Random, depth: int) -> Any:
    """Return a tree of moves, with dominated and reversible ones: ([options], [options]), or a leaf."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(LEAVES)
    sides = [[random_tree(rng, depth - 1) for _ in range(rng.choice((1, 1, 1, 2)))] for _ in "BW"]
    return sides[0], sides[1]


def as_game(tree: Any) -> Value:
    """Return the canonical form of the tree."""
    return tree if isinstance(tree, Value) else game(map(as_game, tree[0]), map(as_game, tree[1]))


def as_played(tree: Any) -> Thermograph:
    """Return the thermograph computed on the tree, without canonical forms."""
    return thermograph(tree) if isinstance(tree, Value) else between(
        [as_played(option) for option in tree[0]], [as_played(option) for option in tree[1]]
    )


def random_games(count: int, seed: int) -> list[Value]:
    rng = random.Random(seed)
    return [as_game(random_tree(rng, rng.choice((2, 3, 3, 4)))) for _ in range(count)]
