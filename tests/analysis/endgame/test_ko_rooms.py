"""Rooms with kos: ko threats beside the ko, several kos, and walls against play next to a stack of coupons."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE, Scoring
from analysis.endgame.kos.ko_positions import KoPositions
from analysis.endgame.kos.literal_parts import LiteralParts
from analysis.endgame.kos.local_kos import KoValue, ko_value
from analysis.region.local_diagram import parse_local
from analysis.region.local_tree import LocalTree, Option, local_tree
from analysis.values import KoError, KoThreats, ko_chain
from tests.analysis.endgame.coupon_play import CouponPlay
from tests.analysis.region.plain_tree import PlainTree

F = Fraction
TERRITORY, AREA = Scoring.TERRITORY, Scoring.AREA
COUPONS = 12
"""Coupons to a point. The results of play differ from the walls by a few coupons."""
HOTTEST = 9
"""Points of the first coupon where the temperature is unknown."""


def tree_of(text: str, scoring: Scoring = TERRITORY) -> LocalTree:
    local = parse_local(text)
    return local_tree(local.region, local.start, scoring)


def corners(found: KoValue) -> tuple[str, str]:
    left, right = (" ".join(f"({t},{x})" for t, x in wall.corners(0)) for wall in (found.graph.left, found.graph.right))
    return left, right


# -- threats beside a ko, and kos of any cycles ------------------------------------------------------------------------

WALLS = [
    ("Black's move in the part equal to * is a threat", "XX#.xo/#..XoO/XO.XO#", TERRITORY, "(0,0) (1/3,-1/3)",
     "(0,0) (1/3,-1/3)"),
    ("a threat below t = 1", "XX#.xo/#O.XoO/XO.XO#", AREA, "(0,0) (4/3,-4/3)", "(0,-2) (1,-2) (4/3,-4/3)"),
    ("White, who may take back, cannot win", "#.o./X#Xo", AREA, "(0,4)", "(0,4)"),
    ("two stones are taken, then one", "xOXOX/xx.XX", AREA, "(0,4) (11/4,5/4)", "(0,0) (1,1) (5/2,1) (11/4,5/4)"),
    ("two kos, and a mast that leans", ".oXO#x/O#..o.", AREA, "(0,-1) (4/3,-11/3) (2,-11/3) (10/3,-7/3)",
     "(0,-5) (4/3,-11/3) (2,-11/3) (10/3,-7/3)"),
]


@pytest.mark.parametrize(("board", "scoring", "left", "right"), [case[1:] for case in WALLS], ids=[c[0] for c in WALLS])
def test_walls(board: str, scoring: Scoring, left: str, right: str) -> None:
    assert corners(ko_value(tree_of(board, scoring))) == (left, right)


@pytest.mark.slow
def test_two_kos_among_a_hundred_positions() -> None:
    found = ko_value(tree_of("...x./X..OX", AREA))
    assert (found.graph.mean, found.graph.temperature) == (F(85, 24), F(83, 24))


def test_equal_kos_side_by_side() -> None:
    """The counts add up, and both players move in either; three kos of 1/3 are a point, whoever moves first."""
    chain = ko_chain(1, 0, 2, 1)
    two, three = (ko_value(tree_of("/".join(row * kos for row in ("#XO#", "Xo.O", "#XO#")))) for kos in (2, 3))
    assert (two.graph.mean, two.graph.temperature) == (2 * chain.count, chain.temperature)
    assert len(two.black_moves) == len(two.white_moves) == 2
    assert (three.graph.mean, three.graph.temperature) == (1, -1)


def test_opposite_kos_are_miai() -> None:
    found = ko_value(tree_of("#XO##XO#/Xo.OX.xO/#XO##XO#"))
    assert (found.graph.mean, found.graph.temperature) == (0, -1)


@pytest.mark.parametrize("ko", KoThreats)
@pytest.mark.parametrize("board", ["..", ".#Xx/x#OO"])
def test_endless_kos_have_no_value(board: str, ko: KoThreats) -> None:
    with pytest.raises(KoError, match=r"^the ko cannot be valued, as .*; .* it is between .* and .*$") as error:
        ko_value(tree_of(board), ko)
    assert "\n" not in str(error.value)


# -- parts beside a ko -------------------------------------------------------------------------------------------------


def test_a_part_keeps_the_moves_that_its_canonical_form_leaves_out() -> None:
    tree = tree_of("XX#.xo/#..XoO/XO.XO#")
    positions = KoPositions(tree, threats=True)
    (beside,) = positions.start.beside
    value = tree.low[beside]
    assert str(value) == "<Value *>"
    left = {tree.value(option) for option in tree.options(beside, BLACK).values()}
    assert not left <= set(value.left)


def test_equal_parts_are_one_and_numbers_without_threats_are_points() -> None:
    """Two corridors in different places, mirrored; and one that is Black's whoever moves."""
    tree = tree_of("#XO##X##X#/Xo.OO.XX.O/#XO##X##X#")
    literal = LiteralParts(tree)
    exact = [part for part in tree.start.parts if tree.low[part] is tree.high[part]]
    assert len(exact) == 2
    assert literal.reduced(exact[0]) == literal.reduced(exact[1])
    for part, (low, high) in enumerate(zip(tree.low, tree.high, strict=True)):
        if low is high and not literal.reduced(part).parts:
            assert literal.reduced(part) == Option(int(low.exact), ())
            for color in (BLACK, WHITE):
                assert all(color * tree.value(o).exact < color * low.exact for o in tree.options(part, color).values())


# -- random rooms ------------------------------------------------------------------------------------------------------


def rooms(seed: int, count: int, points: int) -> Iterator[str]:
    """Yield random rectangles of walls, holes and at most so many other points whose value depends on a ko."""
    rng = random.Random(seed)
    while count:
        height, width = rng.choice([(2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6)])
        letters = rng.choice(["XO.xo#", "XXOO..xxoo#", "XXO..xo", "XXOO....xo#"])
        text = "/".join("".join(rng.choice(letters) for _ in range(width)) for _ in range(height))
        if not 3 <= sum(letter in ".xo" for letter in text) <= points:
            continue
        try:
            low, high = tree_of(text).bounds()
        except ValueError:  # a stone without a liberty
            continue
        if low is not high:
            count -= 1
            yield text


def compare(text: str, scoring: Scoring) -> str:
    """Assert that the walls are those of play, if the ko has a value. Return "valued", "refused", or "endless" for a
    room that is refused and has no value by play either."""
    play = CouponPlay(PlainTree(text), scoring is AREA)
    try:
        graph = ko_value(tree_of(text, scoring)).graph
    except KoError:
        found = play.results(HOTTEST, COUPONS)
        left, right = found.left[-1], found.right[-1]
        joined = left is not None and right is not None and abs(left - right) <= F(4, COUPONS)
        return "refused" if joined else "endless"
    found = play.results(int(graph.temperature) + 2, COUPONS)
    for t, left, right in zip(found.temperatures, found.left, found.right, strict=True):
        assert left is not None, (text, scoring, t)
        assert right is not None, (text, scoring, t)
        assert abs(left - graph.left.value(t)) <= F(4, COUPONS), (text, scoring, t)
        assert abs(right - graph.right.value(t)) <= F(4, COUPONS), (text, scoring, t)
    return "valued"


@pytest.mark.parametrize(("seed", "count", "points", "refused"), [
    (1, 30, 6, 4), pytest.param(2, 680, 8, 120, marks=pytest.mark.slow),
])
def test_walls_of_random_rooms_are_the_results_of_play(seed: int, count: int, points: int, refused: int) -> None:
    """By territory and by area, at every temperature; few rooms are refused that have a value by play."""
    found = Counter(compare(text, scoring) for text in rooms(seed, count, points) for scoring in Scoring)
    assert found["refused"] <= refused, found
