"""Liberty counting games: terminal scores, cooled values, atomic weights, and errors."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.semeai import RaceError, liberty_game, read_game
from analysis.semeai.liberty_game import negative_tree
from analysis.values import atomic_weight, cool, format_value, number, parse, parse_tree, temperature
from analysis.values.trees.move_tree import Node, Tree
from tests.analysis.semeai import play

# game, cooled by 2, atomic weight, where in the source: FACTS 2
COOLED = [
    ("{4|0}", "2*", "0", "problems 1 to 3, region A of semeai (1) to (3)"),
    ("{0|-4}", "-2*", "0", "region C, J of problem 6"),
    ("{6|{4|0}}", "4^", "1", "problems 1 to 3, region B"),
    ("{0|{-2|-6}}", "-2^", "1", "region D"),
    ("{-5|-9}", "-7*", "0", "problem 2"),
    ("{-5|-8}", "-13/2", "0", "problems 3 and 4"),
    ("{{6|3}|1}", "11/4", "0", "problem 4"),
    ("{{5|2}|0}", "7/4", "0", "problem 6, A and E"),
    ("{{7|3},5|1}", "3^*", "1", "problem 6, D"),
    ("{-1|-4}", "-5/2", "0", "problem 6, H"),
    ("{{0|-4}|-6}", "-4v", "-1", "problem 6, I"),
    ("{{{{{15|8}|6}|4}|2}|0}", "2+{{{miny(3)|0}|0}|0}", "-3", "problem 6, B: {miny3|0^3}"),
    ("{{{10|5}|3}|1}", "3+{miny(1)|0}", "-1", "problem 6, C"),
    ("{{{11|5}|3}|1}", "3+{miny(2)|0}", "-1", "problem 6, -L"),
    ("-{{{11|5}|3}|1}", "-3+{0|tiny(2)}", "1", "problem 6, L"),
    ("{0|{-2|{-4|{-6|-13}}}}", "-2+{0|{0|tiny(3)}}", "2", "problem 6, M: {0^2|tiny3}"),
    ("-7", "-7", "0", "problem 1"),
]

@pytest.mark.parametrize(("text", "cooled", "weight", "where"), COOLED, ids=[row[0] for row in COOLED])
def test_values_of_the_source(text: str, cooled: str, weight: str, where: str) -> None:
    game = read_game(text)
    assert game.value is parse(text), where
    assert game.cooled is parse(cooled), where
    assert game.atomic_weight is parse(weight), where
    turned = liberty_game(negative_tree(game.tree), game.defender.opponent)
    assert (turned.cooled, turned.atomic_weight) == (-game.cooled, -parse(weight))


def family(n: int, x: int, y: int) -> str:
    """The corridor of problem 6: B is n = 4, x = 5, y = 0; C 2, 3, 1; L the negative of 2, 4, 1."""
    text = f"{{{2 * n + y + x + 2}|{2 * n + y}}}"
    for k in range(n - 1, -1, -1):
        text = f"{{{text}|{2 * k + y}}}"
    return text


@pytest.mark.parametrize("n", range(1, 6))
def test_the_family_of_problem_6(n: int) -> None:
    """FACTS 2: cooled by 2 they are 2 + y + {miny(x - 2)|0^(n - 1)}, of atomic weight 1 - n."""
    assert [family(4, 5, 0), family(2, 3, 1), family(2, 4, 1)] == [COOLED[11][0], COOLED[12][0], COOLED[13][0]]
    for x in range(2, 7):
        for y in range(3):
            expected = f"miny({x - 2})"
            for _ in range(n - 1):
                expected = f"{{{expected}|0}}"
            game = read_game(family(n, x, y))
            assert game.cooled is parse(f"{2 + y}+{expected}")
            if x > 2:  # otherwise there is no threat, and miny(0) is down
                assert game.atomic_weight is number(1 - n)
            else:
                assert game.atomic_weight is atomic_weight(parse(expected))


# a tree with every legal move, and its value by the source's process, worked out by hand
ASSIGNED = [
    ("{|0}", "1", "one liberty: its owner may not fill it"),
    ("{{|0}|{|0}}", "2", "two"),
    ("{{{|0}|{|0}}|{{|0}|{|0}}}", "3", "three, of any order"),
    ("{2|2}", "3", "the defender's move is a bad one"),
    ("{5|4}", "5", "gains less than the filling of a liberty"),
    ("{4|2}", "3", "gains just as much"),
    ("{5|2}", "{5|2}", "gains more"),
    ("{{4|4}|{2|2}}", "4", "5 against 3 is still no gain"),
    ("{|{4|0}}", "4", "the attacker threatens, the defender answers"),
    ("{|{5|0}}", "5", "likewise, whatever the threat"),
    ("{|{{6|3}|1}}", "4", "the defender answers a move that gains 7/4, and the attacker must answer that"),
    ("{3|{4|0}}", "4", "the defender's own move is worse than the answer"),
    ("{1|{9|0},3}", "4", "the attacker's best move is to fill, not to threaten"),
    ("{-1|-1}", "-2", "White's"),
    ("{-3|}", "-4", "White's, who has no move"),
    ("{{0|-4}|}", "-4", "White answers"),
]


@pytest.mark.parametrize(("tree", "value", "why"), ASSIGNED, ids=[row[0] for row in ASSIGNED])
def test_terminal_scores(tree: str, value: str, why: str) -> None:
    side = WHITE if "-" in tree else BLACK
    assert liberty_game(parse_tree(tree), side).value is parse(value), why


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_plain_liberties_count_one_each(side: Color) -> None:
    """FACTS 2: n plain liberties are n for Black and -n for White, by the tree of all filling moves of both."""
    fills = [Node(black=(k + 1,), white=(k + 1,)) for k in range(8)]
    last = Node(white=(9,)) if side is BLACK else Node(black=(9,))  # which its owner may not fill
    game = liberty_game(Tree((*fills, last, Node(count=Fraction(0)))), side)
    assert [value.number for value in game.values] == [side * n for n in range(9, -1, -1)]


def test_every_node_is_a_whole_number_or_hotter_than_filling() -> None:
    rng = random.Random(20)
    for _ in range(300):
        game = play.random_game(rng, rng.choice([BLACK, WHITE]))
        for value in game.values:
            if value.number is not None:
                assert value.number.denominator == 1
                assert value.number * game.defender >= 0
            else:
                assert temperature(value) > 1
        assert game.cooled is cool(game.value, 2)


BAD = [
    ("", "expected a tree, got nothing"),
    ("{4|0", "column 5: expected } after White's move, got the end"),
    ("  -{4|0]", "column 8: expected a count, a name, - or a bracket, got ']'"),
    ("{4|3/2}", "liberties are a whole number, got 3/2"),
    ("{4|-1}", "a region has liberties of one side only, got counts above and below 0"),
    ("{0|0}", "expected liberties, got none: Black's are above 0, White's below"),
    ("{4|-∞}", "a branch is cut out: every move counts in a race"),
    ("{4,-∞|0}", "a branch is cut out: every move counts in a race"),
    ("{4|-}", "a branch is cut out: every move counts in a race"),
    ("{4|}", "the attacker has no move at the root: no number of moves takes this block"),
    ("{6|{4|}}", "the attacker has no move at node 3: no number of moves takes this block"),
    ("A{4|B{A|0}}", "A is in a ko, which is not decided by counting liberties"),
    ("{4|3 2}", "column 6: expected } after White's move, got '2'"),
    ("4^", "column 2: expected a count, a name, - or a bracket, got '^'"),
    ("{" + "4," * 1000 + "4|0}", "a game may have at most 1000 positions, got 1003"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[row[0][:12] for row in BAD])
def test_errors_are_one_line(text: str, message: str) -> None:
    with pytest.raises(RaceError) as raised:
        read_game(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_regions_side_is_given_with_the_tree() -> None:
    tree = read_game("{4|0}").tree
    with pytest.raises(RaceError, match="White's region has liberties of the other side's, 4"):
        liberty_game(tree, WHITE)


def test_text_of_several_lines_and_signs() -> None:
    assert read_game(" −{ 4 |\n 0 } ").value is parse("{0|-4}")
    assert format_value(read_game("-(4 0)").value) == "{0|-4}"
