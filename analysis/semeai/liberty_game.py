"""Liberty counting games: the value of the liberties of one region in a capturing race.

A region belongs to the essential block of one player, the defender; the opponent is the attacker. Its game is a tree of
all moves that either may make there, whose leaves count the liberties that are left for the attacker to fill one by
one: Black's liberties are positive, White's negative. In a race there is always a liberty to fill, and that is worth 1.
So, from the leaves up, a move in a node whose temperature is at most 1 is not urgent: the defender's branch is pruned,
because a move there is wasted, and the value of the node is

    { |n} -> n+1     {-n| } -> -n-1     the attacker fills one (as combinatorial games these would be other numbers)

or, where the attacker's moves lead to hot positions, one more than the value after the defender's answer. So the value
of every node is a whole number of liberties, or it is hotter than 1. The games of a race are cooled by 2 and added up.

Sources: Nakamura, Evaluating Territories of Go Positions with Capturing Races (the process of assigning terminal
scores), with hot replies, which it leaves out, decided by the same principle: the attacker's wall at temperature 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from ..board import BLACK, WHITE, Color
from ..values.games.atomic_weight import atomic_weight
from ..values.games.forms import Value, game, number
from ..values.thermography.cooling import cool
from ..values.thermography.thermograph import temperature, thermograph
from ..values.trees.move_tree import Node, Tree, components
from ..values.trees.tree_text import TreeError, parse_tree

FILLING = Fraction(1)
"""The temperature of filling a plain liberty: the least value of a move in a race."""
COOLED_BY = 2
MAX_NODES = 1000
"""The nodes of a game that is read from text, at most."""


class RaceError(ValueError):
    """Input that is no liberty counting game, or no race that the model covers. The message is one line."""


@dataclass(frozen=True)
class LibertyGame:
    """The liberties of one region. Made by `liberty_game` or `read_game`.

    Public attributes:
      tree     -- Tree: every move in the region; counts are liberties, Black's positive
      defender -- Color of the essential block that has them
      values   -- of every node of the tree: a whole number of liberties, or a game hotter than 1
    """

    tree: Tree
    defender: Color
    values: tuple[Value, ...]

    @property
    def value(self) -> Value:
        """The value of the game, in liberties."""
        return self.values[0]

    @cached_property
    def cooled(self) -> Value:
        """The value cooled by 2, as it is added up in a race."""
        return cool(self.value, COOLED_BY)

    @cached_property
    def atomic_weight(self) -> Value | None:
        """The atomic weight of the cooled value, in ups; None if that is still hot."""
        return atomic_weight(self.cooled)


def liberty_game(tree: Tree, defender: Color) -> LibertyGame:
    """Return the liberty counting game of a region of the defender.

    The tree contains every legal move, good or bad. A leaf is a position with plain liberties only: its count is their
    number, below 0 for White's, 0 where there are none left.
    Raises RaceError if a count is no whole number or has the attacker's sign, if a branch is cut out, if moves lead
    back to an earlier position (a ko), and if the attacker has no move in a position that is not hot: then the block is
    safe.
    """
    if any(node.cut for node in tree.nodes):
        raise RaceError("a branch is cut out: every move counts in a race")
    values: list[Value | None] = [None] * len(tree.nodes)
    for group in components(tree):
        index = group[0]
        node = tree.nodes[index]
        children = node.black + node.white
        if len(group) > 1 or index in children:
            raise RaceError(f"{tree.title(index)} is in a ko, which is not decided by counting liberties")
        if node.count is not None:
            values[index] = _leaf_value(node.count, defender)
            continue
        left, right = ([value for child in side if (value := values[child])] for side in (node.black, node.white))
        values[index] = _node_value(left, right, defender, tree.title(index))
    return LibertyGame(tree, defender, tuple(value for value in values if value is not None))


def _leaf_value(count: Fraction, defender: Color) -> Value:
    if count.denominator > 1:
        raise RaceError(f"liberties are a whole number, got {count}")
    if count * defender < 0:
        raise RaceError(f"{defender.word.capitalize()}'s region has liberties of the other side's, {count}")
    return number(count)


def _node_value(left: Sequence[Value], right: Sequence[Value], defender: Color, title: str) -> Value:
    """Return the value of a node from those of its options: with the defender's branch pruned, unless it is hot."""
    value = game(left, right)
    if temperature(value) > FILLING:
        return value
    attacks = right if defender is BLACK else left
    if not attacks:
        raise RaceError(f"the attacker has no move at {title}: no number of moves takes this block")
    if defender is BLACK:
        return number(min(thermograph(option).left.value(FILLING) for option in attacks) + FILLING)
    return number(max(thermograph(option).right.value(FILLING) for option in attacks) - FILLING)


# -- text ----------------------------------------------------------------------------------------------------------


def read_game(text: str) -> LibertyGame:
    """Return the liberty counting game that a text describes: `{6|{4|0}}`, `{{7|3},5|1}`, `-7`, `-{11|5}` (negative).

    A side may be empty: `{|3}` is four liberties. Raises RaceError if it describes none, if it mixes the liberties of
    both sides or names none but is not 0, a region without liberties, and for all that `liberty_game` refuses.
    """
    plain = " ".join(text.split("\n"))
    start = len(plain) - len(plain.lstrip())
    negated = plain[start : start + 1] in ("-", "−") and plain[start + 1 :].lstrip()[:1] in ("{", "(")
    try:
        tree = parse_tree((" " * (start + 1) + plain[start + 1 :]) if negated else plain)
    except TreeError as error:
        raise RaceError(f"column {error.column}: {str(error).partition(': ')[2]}") from None
    if len(tree.nodes) > MAX_NODES:
        raise RaceError(f"a game may have at most {MAX_NODES} positions, got {len(tree.nodes)}")
    if negated:
        tree = negative_tree(tree)
    counts = [node.count for node in tree.nodes if node.count is not None]
    if any(count > 0 for count in counts) and any(count < 0 for count in counts):
        raise RaceError("a region has liberties of one side only, got counts above and below 0")
    if not any(counts) and len(tree.nodes) > 1:
        raise RaceError("expected liberties, got none: Black's are above 0, White's below")
    return liberty_game(tree, BLACK if any(count > 0 for count in counts) else WHITE)


def negative_tree(tree: Tree) -> Tree:
    """Return the tree with the players exchanged."""
    return Tree(tuple(_negative(node) for node in tree.nodes))


def _negative(node: Node) -> Node:
    return replace(
        node, black=node.white, white=node.black, count=None if node.count is None else -node.count
    )
