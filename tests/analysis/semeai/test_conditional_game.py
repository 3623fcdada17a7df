"""Conditional games: branches that exist only on a condition."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE
from analysis.semeai import (
    Condition,
    ConditionalGame,
    liberty_game,
    lost_territory,
    read_game,
    win_condition,
)
from analysis.values import parse, parse_tree
from analysis.values.trees.move_tree import Node, Tree
from analysis.values.trees.tree_multiples import tree_value

# Source 002: G1 = {|0}, G2 = {L1|0 if L0, G1}, G3 = {L2|0 if L0, G2}; Lk are k plain liberties, and L0 is that the
# block has no liberties elsewhere: then White needs no approach move to capture it. Nodes: G3, G2, G1, 0, L1, L2.
APPROACH = ConditionalGame(
    Tree((
        Node(black=(5,), white=(3, 1)), Node(black=(4,), white=(3, 2)), Node(white=(3,)),
        Node(count=Fraction(0)), Node(count=Fraction(1)), Node(count=Fraction(2)),
    )),
    {(0, 3): Condition.LAST, (1, 3): Condition.LAST},
)


def test_approach_moves_count_unless_these_are_the_last_liberties() -> None:
    with_others = liberty_game(APPROACH.under([]), BLACK)
    assert [value.number for value in with_others.values[:3]] == [3, 2, 1]
    last = liberty_game(APPROACH.under([Condition.LAST]), BLACK)
    assert [value.number for value in last.values[:3]] == [1, 1, 1]


def test_other_conditions_change_nothing() -> None:
    assert APPROACH.under([Condition.BLACK_WINS]) == APPROACH.under([])
    assert (win_condition(BLACK), win_condition(WHITE)) == (Condition.BLACK_WINS, Condition.WHITE_WINS)


def test_territory_as_a_conditional_game() -> None:
    """Gwin and Glose of region A of source 002 in one tree, pruned by who wins; the points of Gwin are ours."""
    tree = parse_tree("{{2|2}|{-4|-4}}")
    # of each player's moves one branch for the territory if Black wins, one if White wins
    both = ConditionalGame(
        Tree((
            Node(black=(1, 2), white=(3, 4)), Node(count=Fraction(2)), Node(count=Fraction(-4)),
            Node(count=Fraction(-1)), Node(count=Fraction(-6)),
        )),
        {
            (0, 1): Condition.BLACK_WINS, (0, 3): Condition.BLACK_WINS,
            (0, 2): Condition.WHITE_WINS, (0, 4): Condition.WHITE_WINS,
        },
    )
    assert tree_value(both.under([win_condition(BLACK)])) is parse("{2|-1}")
    assert tree_value(both.under([win_condition(WHITE)])) is parse("{-4|-6}")
    assert tree_value(both.under([win_condition(WHITE)])) is lost_territory(read_game("{4|0}").value, Fraction(-7))
    assert tree_value(tree) is parse("{2*|-4*}")


def test_errors() -> None:
    with pytest.raises(ValueError, match=r"a condition is of a branch of the tree, got \(0, 4\)"):
        ConditionalGame(APPROACH.tree, {(0, 4): Condition.LAST})
    with pytest.raises(ValueError, match=r"a condition is of a branch of the tree, got \(-1, 3\)"):
        ConditionalGame(APPROACH.tree, {(-1, 3): Condition.LAST})
    with pytest.raises(ValueError, match="the root needs a child"):
        ConditionalGame(read_game("{4|0}").tree, dict.fromkeys([(0, 1), (0, 2)], Condition.LAST)).under([])
