"""Miai counting against published counts, canonical forms, the formulas of tallies, and copies played out."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from analysis.values.ko.ko_evaluation import evaluate_tree, tree_thermographs
from analysis.values.thermography.piecewise import temperature_functions
from analysis.values.thermography.thermograph import GameKind, kind, mean, temperature
from analysis.values.trees.miai_counting import CountedLine, CountedNode, Gote, NodeLabel
from analysis.values.trees.move_tree import Tree
from analysis.values.trees.tree_drawing import format_tree
from analysis.values.trees.tree_multiples import multiples, tree_value
from analysis.values.trees.tree_text import parse_tree

F = Fraction

# tree, count, temperature, label, source
COUNTED = [
    ("{3|2}", "5/2", "1/2", NodeLabel.GOTE, "source 000"),
    ("{4|{3|2}}", "13/4", "3/4", NodeLabel.GOTE, "source 000"),
    ("{4|{3|-17}}", "3", "1", NodeLabel.WHITE_SENTE, "source 000"),
    ("(4 (3 -))", "3", "1", NodeLabel.WHITE_SENTE, "source 000, the branch cut out"),
    ("((- 3) 2)", "3", "1", NodeLabel.BLACK_SENTE, "likewise, Black's"),
    ("{{-2|-4}|-7}", "-5", "2", NodeLabel.GOTE, "source 001"),
    ("{{4|-4}|-7}", "-4", "3", NodeLabel.BLACK_SENTE, "source 001; naive -7/2, 7/2"),
    ("{5|{4|2}}", "4", "1", NodeLabel.AMBIGUOUS, "FACTS, Table A"),
    ("{{10|5}|{5|0}}", "5", "-1", NodeLabel.NUMBER, "FACTS 1, row 3: not 5/2"),
    ("{6|{{9|1}|-3}}", "7/2", "5/2", NodeLabel.REVERSAL, "FACTS 1, row 4: the clip rule gives 5"),
    ("{2|3}", "5/2", "-1/2", NodeLabel.NUMBER, "FACTS, Table A"),
    ("{{8|4}|{3|-1}}", "7/2", "5/2", NodeLabel.GOTE, "FACTS, Table A"),
    ("{2|0}", "1", "1", NodeLabel.GOTE, "FACTS, Table A"),
    ("{3|{2|0}}", "2", "1", NodeLabel.AMBIGUOUS, "FACTS, Table A"),
    ("{4|{3|{2|0}}}", "3", "1", NodeLabel.AMBIGUOUS, "FACTS, Table A"),
    ("{4|{3|{0|0}}}", "3", "1", NodeLabel.WHITE_SENTE, "FACTS, Table A"),
    ("{8|-8}", "0", "8", NodeLabel.GOTE, "FACTS, Table A"),
    ("{0|0}", "0", "0", NodeLabel.DAME, "FACTS, Table A"),
    ("{0|{0|-2}}", "0", "0", NodeLabel.WHITE_SENTE, "tiny(2): a threat that gains nothing"),
    ("{5|{4|3}}", "17/4", "3/4", NodeLabel.GOTE, "FACTS 3, beginners' exercise 4"),
    ("{3|}", "4", "-1", NodeLabel.NUMBER, "a game: White has no move"),
    ("{1,{9|0}|-3}", "0", "3", NodeLabel.BLACK_SENTE, "two moves of Black's, of which {9|0} is answered"),
    ("{1,{9|-6}|-3}", "-1", "2", NodeLabel.GOTE, "the same with a better answer"),
    ("(1/3 0)", "1/6", "1/6", NodeLabel.GOTE, "thirds"),
    ("((1 1/3) (1/3 -2/7))", "1/3", "-1", NodeLabel.NUMBER, "miai about a third"),
    ("(1/3 3)", "1", "-1", NodeLabel.NUMBER, "both lose by moving: the simplest number between them"),
    ("-7/9", "-7/9", "-1", NodeLabel.NUMBER, "a count alone"),
]


@pytest.mark.parametrize(("text", "count", "heat", "label", "source"), COUNTED, ids=lambda value: str(value)[:24])
def test_published_counts(text: str, count: str, heat: str, label: NodeLabel, source: str) -> None:
    row = evaluate_tree(parse_tree(text))[0]
    assert (row.count, row.temperature, row.label) == (F(count), F(heat), label), source


def test_the_sente_of_source_000() -> None:
    """(5.5) -1.5 above -7 (10) becomes (1) 3 when the branch to -17 is cut out."""
    tree = parse_tree("A(4, C(3, -17))")
    root, _, reply, *_ = evaluate_tree(tree)
    assert root.gote == Gote(F(-3, 2), F(11, 2))
    assert (reply.count, reply.temperature) == (F(-7), F(10))
    assert (root.hot, root.cut) == ((2,), (4,))
    assert (root.black, root.white) == (CountedLine((1,), 1, F(4)), CountedLine((2, 3), 0, F(3)))
    assert format_tree(tree, evaluate_tree(tree)) == (
        "(1) 3  A  White sente: Black +1 to 4, White 0 to 3 [as gote -3/2 (11/2), C: -7 (10), cut -17]\n"
        "  / 4\n"
        "  \\ (10) -7  C  gote: Black +1 to 3, White -1 to -17\n"
        "    / 3\n"
        "    \\ -17"
    )


def test_a_reversal() -> None:
    """White's move is answered, and so is the answer: White reaches 1 with one move more than Black."""
    row = evaluate_tree(parse_tree("{6|C{E{9|1}|-3}}"))[0]
    assert (row.black, row.white) == (CountedLine((1,), 1, F(6)), CountedLine((2, 3, 5), -1, F(1)))
    assert row.cut == (6, 4)  # -3, which White threatens first, and Black's 9


def test_a_branch_cut_out_has_no_count() -> None:
    rows = evaluate_tree(parse_tree("A(4 C(3 -))"))
    assert [(row.label, row.count, row.temperature) for row in rows[2:]] == [
        (NodeLabel.THREAT, None, None), (NodeLabel.NUMBER, 3, -1), (NodeLabel.CUT, None, None)
    ]
    assert rows[0].gote is None
    alone = evaluate_tree(parse_tree("(3 -)"))[0]
    assert (alone.label, alone.count) == (NodeLabel.THREAT, None)


@pytest.mark.parametrize(("text", "message"), [
    ("A(C(3 -) 2)", "at A Black moves to C, which loses to a move cut out"),
    ("A(4 C(- 3))", "at A White moves to C, which loses to a move cut out"),
    ("A{4|C{3|-},2}", "at A a move to a threat that is always answered must be the only one"),
])
def test_moves_to_an_unbounded_threat_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        evaluate_tree(parse_tree(text))


# -- random trees ------------------------------------------------------------------------------------------------------

INTEGERS = st.integers(-9, 9).map(str)
THIRDS = st.integers(-27, 27).map(lambda n: f"{n}/3")


def trees(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(inner, inner).map(lambda two: f"({two[0]} {two[1]})")

    return st.recursive(leaves, joined, max_leaves=16)


@given(trees(INTEGERS))
def test_counts_agree_with_the_canonical_form_and_the_algebra(text: str) -> None:
    """Three independent methods: the tree, the canonical form's thermograph, the algebra of `piecewise`."""
    tree = parse_tree(text)
    for row in evaluate_tree(tree):
        value = tree_value(below(tree, row.visit.node))
        assert (row.count, row.temperature) == (mean(value), temperature(value))
        assert row.count == temperature_functions(value).count


@given(trees(INTEGERS))
def test_labels_agree_with_the_kind_of_the_game(text: str) -> None:
    tree = parse_tree(text)
    for row in evaluate_tree(tree):
        found = kind(tree_value(below(tree, row.visit.node)))
        if row.label in (NodeLabel.NUMBER, NodeLabel.DAME) or found in (GameKind.NUMBER, GameKind.DAME):
            assert row.label is not NodeLabel.NUMBER or found is GameKind.NUMBER
            assert row.temperature is not None
            assert (found is GameKind.NUMBER) == (row.temperature < 0)
        elif found is not GameKind.INFINITESIMAL and row.label is not NodeLabel.REVERSAL:
            # a threat that is no better than the answer is absent from the canonical form
            assert row.label.value == found.value or NodeLabel.AMBIGUOUS in (row.label, NodeLabel(found.value))


@given(trees(st.one_of(INTEGERS, THIRDS)))
def test_the_formulas_of_tallies(text: str) -> None:
    """Count and temperature follow from the counts and tallies of the two lines; no node is sente for both."""
    for row in evaluate_tree(parse_tree(text)):
        if row.black is None or row.white is None:
            assert row.label is NodeLabel.NUMBER
            continue
        (b, nb), (w, nw) = (row.black.count, row.black.tally), (row.white.count, row.white.tally)
        assert row.temperature == (b - w) / (nb - nw)
        assert row.count == b - nb * row.temperature == w - nw * row.temperature == (nb * w - nw * b) / (nb - nw)
        assert (nb, nw) in ((1, -1), (0, -1), (1, 0))
        for line, first in ((row.black, 1), (row.white, -1)):
            assert line.tally == first * (len(line.moves) % 2)


@given(trees(THIRDS), st.integers(1, 7))
@settings(suppress_health_check=[HealthCheck.filter_too_much])
def test_scaling_the_leaves_scales_counts_and_temperatures(text: str, factor: int) -> None:
    """In trees without nodes in which both lose by moving."""
    tree = parse_tree(text)
    nodes = (
        node.__class__(node.name, node.black, node.white, None if node.count is None else factor * node.count)
        for node in tree.nodes
    )
    rows, scaled = evaluate_tree(tree), evaluate_tree(Tree(tuple(nodes)))
    assume(all(row.temperature is not None for row in rows))
    assume(all(row.temperature > 0 or tree.nodes[row.visit.node].leaf for row in rows if row.temperature is not None))
    for row, other in zip(rows, scaled, strict=True):
        assert row.count is not None
        assert row.temperature is not None
        assert other.count == factor * row.count
        if row.temperature > 0:
            assert (other.temperature, other.label) == (factor * row.temperature, row.label)


@given(*[st.fractions(0, 9, max_denominator=9)] * 2, st.fractions(-9, 9, max_denominator=9))
def test_miai_has_the_count_between(black: Fraction, white: Fraction, count: Fraction) -> None:
    """{{c + a|c}|{c|c - b}} is c for all fractions."""
    row = evaluate_tree(parse_tree(f"(({count + black} {count}) ({count} {count - white}))"))[0]
    assert row.count == count


def below(tree: Tree, index: int) -> Tree:
    """Return the tree below a node."""
    nodes = list(tree.nodes)
    new_index = {index: 0, 0: index}
    moved = [
        node.__class__(
            node.name, tuple(new_index.get(child, child) for child in node.black),
            tuple(new_index.get(child, child) for child in node.white), node.count,
        )
        for node in nodes
    ]
    moved[0], moved[index] = moved[index], moved[0]
    return Tree(tuple(moved))


# -- copies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "copies", "score", "source"), [
    ("{2|{1|{0|0}}}", 4, 5, "Method of multiples, SL: 5/4"),
    ("{2|{1|1/2}}", 8, 11, "Method of multiples, SL: 11/8"),
])
def test_published_multiples(text: str, copies: int, score: int, source: str) -> None:
    assert multiples(parse_tree(text), copies) == (F(score), F(score)), source


@given(trees(INTEGERS), st.integers(1, 6))
def test_the_average_score_of_copies_is_near_the_count(text: str, copies: int) -> None:
    tree = parse_tree(text)
    row = evaluate_tree(tree)[0]
    assert row.count is not None
    assert row.temperature is not None
    black, white = multiples(tree, copies)
    slack = max(row.temperature, F(0))
    assert copies * row.count - slack <= white <= black <= copies * row.count + slack


@pytest.mark.parametrize(("text", "copies", "message"), [
    ("(3 2)", 0, "the number of copies must be at least 1, got 0"),
    ("(1/3 0)", 2, "a number's denominator must be a power of two, got 1/3"),
    ("(4 (3 -))", 2, r"a tree with a branch cut out \(-\) is no game; give its counts"),
    ("A(B(13 A) -2)", 2, "a tree with a ko is no game of the usual kind, got one at A"),
])
def test_invalid_multiples_are_rejected(text: str, copies: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        multiples(parse_tree(text), copies)


# -- large trees -------------------------------------------------------------------------------------------------------


def corridor(depth: int) -> str:
    """Return a corridor of that many moves as a tree."""
    return "".join(f"({depth - level} " for level in range(depth)) + "0" + ")" * depth


def test_a_deep_tree() -> None:
    """A corridor of n = 1000 moves has count n - 1 + 2^-n and temperature 1 - 2^-n."""
    rows = evaluate_tree(parse_tree(corridor(1000)))
    assert rows[0].count == 999 + F(1, 2**1000)
    assert rows[0].temperature == 1 - F(1, 2**1000)
    text = format_tree(parse_tree(corridor(1000)), rows).split("\n")
    assert text[-1] == "  " * 40 + "[1000] \\ 0"


def nested(depth: int) -> str:
    """Return a tree whose walls have one more corner at every level."""
    text = "0"
    for level in range(depth):
        text = f"({3 * level + 3} {text})" if level % 2 else f"({text} {-3 * level - 3})"
    return text


@pytest.mark.parametrize(("text", "message"), [
    (corridor(6000), "the count of node [0-9]+ has more than 4000 bits; count the tree in parts"),
    (nested(1500), "the walls of this tree have more than 200000 corners; count it in parts"),
], ids=["long counts", "many corners"])
@pytest.mark.slow
def test_trees_with_too_large_results_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        evaluate_tree(parse_tree(text))


def test_the_makers_of_walls_are_children() -> None:
    graph = tree_thermographs(parse_tree("{4,{9|0}|{3|-17},-20}"))[0]
    assert graph is not None
    assert {maker for wall in (graph.left, graph.right) for maker in wall.makers if maker is not None} <= {1, 2, 5, 8}


def test_no_node_of_random_trees_is_sente_for_both() -> None:
    rng = random.Random(6)

    def tree(depth: int) -> str:
        if not depth or rng.random() < 0.2:
            return str(rng.randint(-99, 99))
        return f"({tree(depth - 1)} {tree(depth - 1)})"

    labels: dict[Any, int] = {}
    for _ in range(300):
        for row in evaluate_tree(parse_tree(tree(5))):
            labels[row.label] = labels.get(row.label, 0) + 1
            assert not sente_for_both(row)
    for label in (NodeLabel.GOTE, NodeLabel.BLACK_SENTE, NodeLabel.WHITE_SENTE, NodeLabel.REVERSAL):
        assert labels.get(label, 0) > 20, label


def sente_for_both(row: CountedNode) -> bool:
    return row.black is not None and row.white is not None and row.black.tally == row.white.tally == 0
