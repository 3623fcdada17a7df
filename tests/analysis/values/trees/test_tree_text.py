"""Parsing of trees: both forms, errors, and texts of many megabytes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.ko.ko_evaluation import tree_thermographs
from analysis.values.trees.move_tree import Node, Tree, components
from analysis.values.trees.tree_text import TreeError, parse_tree

F = Fraction
LEAVES = {count: Node(count=F(count)) for count in range(-20, 21)}


@pytest.mark.parametrize("text", [
    "(4 (3 -17))", "(4, (3, -17))", "{4|{3|-17}}", "{ 4 | { 3 | −17 } }", "( 4\n  ( 3   -17 ) )  # a comment",
    "{4|(3 -17)}", "(4.0 (6/2 -17.00))",
])
def test_brackets(text: str) -> None:
    assert parse_tree(text).nodes == (Node(None, (1,), (2,)), LEAVES[4], Node(None, (3,), (4,)), LEAVES[3], LEAVES[-17])


@pytest.mark.parametrize("text", [
    "A(4, C(3, -17))", "A{4|C{3|-17}}", "A\n 4\n C\n  3\n  -17", "A\n\t4\n\tC\n\t\t3\n\t\t-17\n\n",
    "# source 000\nA\n\n    4   # B\n    C\n        3\n        -17",
])
def test_named_nodes(text: str) -> None:
    assert parse_tree(text).nodes == (Node("A", (1,), (2,)), LEAVES[4], Node("C", (3,), (4,)), LEAVES[3], LEAVES[-17])


@pytest.mark.parametrize("text", ["A(B=4, C=3/4)", "A{B = 4 | C = 0.75}", "A\n  B=4\n  C = 3/4"])
def test_named_leaves(text: str) -> None:
    assert parse_tree(text).nodes == (Node("A", (1,), (2,)), Node("B", count=F(4)), Node("C", count=F(3, 4)))


@pytest.mark.parametrize("text", ["A(B(13 A) -2)", "A{B{13|A}|-2}", "A\n  B\n    13\n    A\n  -2\n"])
def test_a_name_without_children_refers_to_an_ancestor(text: str) -> None:
    """The ko of source 000."""
    tree = parse_tree(text)
    assert tree.nodes == (Node("A", (1,), (3,)), Node("B", (2,), (0,)), LEAVES[13], LEAVES[-2])
    assert [visit.node for visit in tree.walk() if visit.again] == [0]
    assert components(tree) == [[2], [3], [0, 1]]


@pytest.mark.parametrize(("text", "nodes"), [
    ("7", (LEAVES[7],)),
    ("B=-7", (Node("B", count=F(-7)),)),
    ("{3|}", (Node(None, (1,)), LEAVES[3])),
    ("{|3}", (Node(None, (), (1,)), LEAVES[3])),
    ("{{|1},2|3}", (Node(None, (1, 3), (4,)), Node(None, (), (2,)), LEAVES[1], LEAVES[2], LEAVES[3])),
    ("(3 -)", (Node(None, (1,), (2,)), LEAVES[3], Node(cut=True))),
    ("A\n -\n 3", (Node("A", (1,), (2,)), Node(cut=True), LEAVES[3])),
])
def test_leaves_empty_sides_and_cuts(text: str, nodes: tuple[Node, ...]) -> None:
    assert parse_tree(text).nodes == nodes


ERRORS = [
    ("", 1, 1, "expected a tree, got nothing"),
    ("  # nothing\n", 2, 1, "expected a tree, got nothing"),
    ("(4", 1, 3, "expected a count, a name, - or a bracket, got the end"),
    ("(4 3 2)", 1, 6, "expected ) after White's move, got '2'"),
    ("(4)", 1, 3, "a node has two children, Black's and White's; write - for one cut out"),
    ("(4-3)", 1, 3, "expected a count, a name, - or a bracket, got '-3'"),
    ("(4 3) x", 1, 7, "expected the end, got 'x'"),
    ("4 3", 1, 3, "expected one node a line, got '3'"),
    ("A (4 3)", 1, 1, "expected a bracket right after the name, got 'A'"),
    ("(- -)", 1, 5, "a node has no move that is not cut out"),
    ("{|}", 1, 3, "a node has no move that is not cut out"),
    ("{1|2|3}", 1, 5, "expected } after White's move, got '|'"),
    ("{1,|3}", 1, 4, "expected a count, a name, - or a bracket, got '|'"),
    ("(3 4}", 1, 5, "expected ) after White's move, got '}'"),
    ("(4 1/0)", 1, 4, "expected a count, got '1/0'"),
    ("(½ 3)", 1, 2, "expected a count, a name, - or a bracket, got '½'"),
    ("(1e5 3)", 1, 2, "expected a count, a name, - or a bracket, got '1e5'"),
    ("(A 3)", 1, 2, "expected children of A, or the name of a node above; A is none"),
    ("(A(1 2) A)", 1, 9, "expected children of A, or the name of a node above; A is none"),  # beside it, not above
    ("A(A(1 2) 3)", 1, 3, "the name A is given to two nodes"),
    ("(B= 3)", 1, 6, "a node has two children, Black's and White's; write - for one cut out"),
    ("(B=C 3)", 1, 4, "expected a count after B=, got 'C'"),
    ("A\n 4\n   3\n", 2, 2, "a node with children needs a name and no count, got '4'"),
    ("A\n  4\n  3\n  2", 4, 3, "A has two children already, Black's and White's, got '2'"),
    ("A\n  4\n 3\n", 3, 2, "expected '3' as far in as the other child of A"),
    ("A\n  4\n", 1, 1, "A has one child; a node has two, Black's and White's; write - for one cut out"),
    ("4\n3", 2, 1, "expected one root, got '3' beside it"),
    ("A\n  B\n  3", 2, 3, "expected children of B, or the name of a node above; B is none"),
]


@pytest.mark.parametrize("infinity", ["-∞", "\u2212∞", "-inf", "-Infinity", "\u2212inf"])
@pytest.mark.parametrize("text", ["A(4, C(3, {}))", "A{{4|C{{3|{}}}}}", "A\n 4\n C\n  3\n  {}"])
def test_an_infinite_loss_after_the_opponents_move_is_cut_out(text: str, infinity: str) -> None:
    """Source 000: "It may be replaced by -∞, indicating a loss for black that excludes this move entirely"."""
    assert parse_tree(text.format(infinity)) == parse_tree(text.format("-"))


@pytest.mark.parametrize(("text", "same"), [
    ("A(C(∞, 3), 2)", "A(C(-, 3), 2)"), ("A(C(inf, 3), 2)", "A(C(-, 3), 2)"), ("A(C(+∞ 3) 2)", "A(C(- 3) 2)"),
    ("{4,-∞|3}", "{4|3}"), ("{4|3,+inf}", "{4|3}"), ("{-∞|3}", "{|3}"), ("(3 ∞)", "{3|}"),
    ("{4|{3,-∞|-∞}}", "{4|{3|-}}"), ("(4 (3 D=-∞))", "(4 (3 -))"), ("inf(3 4)", "A(3 4)"),
])
def test_infinite_counts(text: str, same: str) -> None:
    """A player's move to an infinite gain is always prevented; one to an infinite loss is never made."""
    found, expected = (tree_thermographs(parse_tree(tree)) for tree in (text, same))
    assert found[0] == expected[0] or (found[0] and expected[0] and found[0].mean == expected[0].mean)


@pytest.mark.parametrize(("text", "message"), [
    ("(-∞ ∞)", "a node has no move that is not cut out"), ("A(-∞ -∞)", "A has no move that is not cut out"),
    ("(3 -∞4)", "expected a count, a name, - or a bracket, got '4'"),
])
def test_infinite_counts_that_leave_no_move(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tree_thermographs(parse_tree(text))


@pytest.mark.parametrize(("text", "line", "column", "message"), ERRORS)
def test_errors(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(TreeError) as error:
        parse_tree(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert str(error.value) == f"line {line}, column {column}: {message}"


@pytest.mark.parametrize("text", [
    "(" * 10_000_000, "{" * 10_000_000, ")" * 10_000_000, "1" * 10_000_000, "a" * 10_000_000, "\n" * 10_000_000,
    " " * 10_000_000, "#" * 10_000_000, "9a" * 5_000_000, "A\n" * 5_000_000, "(1 " * 3_000_000 + "1" + ")" * 3_000_000,
], ids=lambda text: repr(text[:3]))
def test_texts_of_ten_megabytes_are_rejected_in_one_line(text: str) -> None:
    with pytest.raises(TreeError) as error:
        parse_tree(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 120


def test_deep_trees_need_no_recursion_in_either_form() -> None:
    depth = 30_000
    assert len(parse_tree("(1 " * depth + "1" + ")" * depth).nodes) == 2 * depth + 1
    lines = [" " * level + f"n{level}" for level in range(2000)]
    lines += [" " * 2000 + "1"] + [" " * level + "2" for level in range(2000, 0, -1)]
    assert len(parse_tree("\n".join(lines)).nodes) == 4001


@given(st.text(alphabet="()[]{}|,=-0123456789/.# \n\tAB'_½−", max_size=60))
def test_any_text_is_a_tree_or_an_error(text: str) -> None:
    try:
        tree = parse_tree(text)
    except TreeError as error:
        assert error.line <= text.count("\n") + 1
        assert "\n" not in str(error)
    else:
        assert all(node.leaf or node.black or node.white for node in tree.nodes)


@pytest.mark.parametrize(("nodes", "message"), [
    ((), "a tree needs a node, got none"),
    ((Node(None, (1,), (2,)), LEAVES[1]), r"children must be in 0..1, got \(1, 2\) at node 0"),
    ((Node(None, (1,), (), F(3)), LEAVES[1]), "a leaf has no children"),
    ((Node(None, (1,), (1,)), Node(cut=True)), "the root needs a child that is not cut out"),
    ((Node("A"),), "A needs a child that is not cut out"),
])
def test_invalid_trees_are_rejected(nodes: tuple[Node, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tree(nodes)
