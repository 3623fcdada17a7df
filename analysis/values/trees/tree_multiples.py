"""Trees of moves as games, and the method of multiples: a check on the count by playing out copies of a tree."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..games.arithmetic_budget import ArithmeticBudget
from ..games.forms import Value, game, number
from .move_tree import Tree, components


def tree_value(tree: Tree) -> Value:
    """Return the tree as a game.

    Raises ValueError if it has a ko, a branch cut out, or a count that is not dyadic.
    """
    values: dict[int, Value] = {}
    for group in components(tree):
        index = group[0]
        node = tree.nodes[index]
        if len(group) > 1 or index in node.black + node.white:
            raise ValueError(f"a tree with a ko is no game of the usual kind, got one at {tree.title(index)}")
        if node.cut:
            raise ValueError("a tree with a branch cut out (-) is no game; give its counts")
        if node.count is not None:
            values[index] = number(node.count)
        else:
            values[index] = game([values[child] for child in node.black], [values[child] for child in node.white])
    return values[0]


class Multiples(NamedTuple):
    """The scores of copies of a tree played out together, in points, with Black and with White moving first."""

    black_first: Fraction
    white_first: Fraction


def multiples(tree: Tree, copies: int) -> Multiples:
    """Return the scores of `copies` >= 1 copies of a tree: the method of multiples (Sensei's Library) to check a count.

    For a count c and a temperature t >= 0 both scores are within t of copies * c, since no sum is hotter than its
    hottest component, and at t = 0 the distance of a wall from the mast is at most the temperature (Winning Ways,
    chapter 6). So score / copies is within t / copies of c. For a number (t < 0) both scores are copies * c.

    Raises ValueError if copies < 1, if the sum takes too long to compute, and as `tree_value` does. Not for kos: copies
    of a ko are ko threats for each other.
    """
    if copies < 1:
        raise ValueError(f"the number of copies must be at least 1, got {copies}")
    budget = ArithmeticBudget()
    total = budget.value(budget.copies(copies, tree_value(tree)))
    return Multiples(total.left_stop, total.right_stop)
