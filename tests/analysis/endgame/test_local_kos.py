"""Local games with kos: counts by tally, the ko of source 000 on boards, bounds, symmetry, coupon stacks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from analysis.board import Scoring
from analysis.endgame.kos.local_kos import KoValue, ko_value
from analysis.region.local_diagram import parse_local
from analysis.region.local_tree import LocalTree, local_tree
from analysis.values import KoError, KoThreats, Thermograph, Wall, ko_chain, parse, thermograph
from analysis.values.ko.ko_evaluation import tree_thermographs
from analysis.values.trees.miai_counting import KoActivity
from analysis.values.trees.move_tree import Node, Tree
from tests.analysis.region.plain_tree import SIGN, PlainTree, Stones
from tests.analysis.values.ko.ko_play import Coupons

F = Fraction
SWAP = {"neutral": "neutral", "black": "white", "white": "black"}


def tree_of(text: str, scoring: Scoring = Scoring.TERRITORY) -> LocalTree:
    local = parse_local(text)
    return local_tree(local.region, local.start, scoring)


def value_of(text: str, ko: str = "neutral", scoring: Scoring = Scoring.TERRITORY) -> KoValue:
    return ko_value(tree_of(text, scoring), ko)


def walls(graph: Thermograph) -> tuple[str, str]:
    left, right = graph.points_from_zero()
    return " ".join(f"({t},{x})" for t, x in left), " ".join(f"({t},{x})" for t, x in right)


# -- kos counted by tally ----------------------------------------------------------------------------------------------

# The points if Black wins the ko and if White does, and the moves in a row that takes. All boards are ours.
CHAINS = [
    ("source 000: White lives with -2, or six stones die for 13", ".oo.ooo./##XoX###/###X####", 13, -2, 2, 1),
    ("source 000, in the corner of a board", ".o.oX/o.ooX/XoXXX/XXXXX", 13, -2, 2, 1),
    ("FACTS 3, a ko of a third of a point, Black takes", "#XO#/Xo.O/#XO#", 1, 0, 2, 1),
    ("White takes", "#XO#/X.xO/#XO#", 0, -1, 1, 2),
]


@pytest.mark.parametrize("ko", KoThreats)
@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize(("board", "black", "white", "nb", "nw"), [c[1:] for c in CHAINS], ids=[c[0] for c in CHAINS])
def test_kos_counted_by_tally(
    board: str, black: int, white: int, nb: int, nw: int, scoring: Scoring, ko: KoThreats
) -> None:
    """By area each move of a player gains a point more for it, and the stones of the start are counted."""
    start = 0
    if scoring is Scoring.AREA:
        start = board.count("x") - board.count("o")
        black, white = black + nb, white - nw
    chain = ko_chain(black + start, white + start, nb, nw)
    found = value_of(board, ko, scoring)
    assert (found.graph.mean, found.graph.temperature) == (chain.count, chain.temperature)
    assert found.activity is KoActivity.PLACID
    assert found.positions == 2
    if ko is KoThreats.NEUTRAL:
        assert (found.graph.left.value(0), found.graph.right.value(0)) == (F(black + start), F(white + start))


def test_the_ko_of_source_000_after_black_takes() -> None:
    """Count 3 before and 8 after; the prisoner taken before this diagram is not in it."""
    before, after = ".oo.ooo./##XoX###/###X####", ".ooxooo./##X.X###/###X####"
    assert value_of(before).graph.mean == 3
    assert (value_of(after).graph.mean + 1, value_of(after).graph.temperature) == (F(8), F(5))
    assert walls(value_of(before).graph) == ("(0,13) (5,3)", "(0,-2) (5,3)")  # 13 - 2t and -2 + t
    assert value_of(before).black_moves == value_of(before).white_moves == (3,)
    assert value_of(after).white_moves == (8,)
    assert 8 in value_of(after).black_moves


def test_a_corridor_beside_a_ko() -> None:
    """A ko and a corridor {1|*} by the same wall: both are played, and the mean is that of the sum."""
    both = "#XO##XX#/Xo.OO..X/#XO##XX#"
    found = value_of(both)
    assert found.graph.mean == F(1, 3) + F(1, 2)
    assert found.graph.temperature == F(1, 2)
    assert found.black_moves == found.white_moves == (2,)
    assert found.activity is KoActivity.PLACID


def test_irrelevant_kos_leave_the_thermograph_of_the_value() -> None:
    """White may start a ko in Black's area, but does not live by it."""
    found = value_of("XX...XX/XXX...X/XXXx.XX/XXO..XX/XXXOXXX")
    assert found.graph.points_from_zero() == thermograph(parse("{8|{7|{6|{5|{1*|0}}}}}")).points_from_zero()
    assert (found.activity, found.positions) == (None, 0)
    assert value_of("#XX#/O..X/#XX#").black_moves == (0,)


# -- regimes -----------------------------------------------------------------------------------------------------------

HYPERACTIVE = "X.XXX/O...X/OOXXX"


@pytest.mark.parametrize(("ko", "count", "temperature"), [("neutral", "5/3", "4/3"), ("black", "7/4", "5/4")])
def test_a_hyperactive_ko(ko: str, count: str, temperature: str) -> None:
    found = value_of(HYPERACTIVE, ko)
    assert (found.graph.mean, found.graph.temperature) == (F(count), F(temperature))
    assert found.activity is KoActivity.HYPERACTIVE


def test_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^ko must be one of neutral, black, white, got 'nobody'$"):
        value_of("#XO#/Xo.O/#XO#", "nobody")
    with pytest.raises(KoError, match=r"^the ko cannot be valued, as .*; .* it is between .* and .*$") as error:
        value_of("..")
    assert "\n" not in str(error.value)


# -- against whole trees -----------------------------------------------------------------------------------------------


def whole_tree(plain: PlainTree) -> Tree:
    """Return all positions of a region, with their prisoners, as one graph; counts where all is settled."""
    places: dict[tuple[Stones, int], int] = {(plain.start, 0): 0}
    todo = [(plain.start, 0)]
    nodes: list[Node] = []
    for stones, prisoners in todo:  # grows
        points, done = plain.settled(stones)
        if done:
            nodes.append(Node(count=F(points + prisoners)))
            continue
        sides: dict[str, list[int]] = {"X": [], "O": []}
        for move in plain.moves[stones]:
            after = move.after, prisoners + SIGN[move.color] * move.taken
            if after not in places:
                places[after] = len(todo)
                todo.append(after)
            sides[move.color].append(places[after])
        nodes.append(Node(black=tuple(sides["X"]), white=tuple(sides["O"])))
    return Tree(tuple(nodes))


@pytest.mark.parametrize("ko", KoThreats)
@pytest.mark.parametrize("board", ["#XO#/Xo.O/#XO#", "OXXXX/.oXXX/O..XX/OOXXX/OOXXX", "#OXXOXO/#.oxo.X/O###XX#"])
def test_bounded_search_equals_the_whole_graph(board: str, ko: KoThreats) -> None:
    """The second is worth -1 but to a Black komaster, -1/3."""
    found, plain = value_of(board, ko).graph, tree_thermographs(whole_tree(PlainTree(board)), ko)[0]
    assert plain is not None
    assert (found.mean, found.temperature) == (plain.mean, plain.temperature)


def test_taking_a_ko_is_best_also_where_the_opponent_has_another_answer() -> None:
    """Black takes at B2; White may not take back, but has another answer."""
    found = value_of("#OXXOXO/#.oxo.X/O###XX#")
    assert found.black_moves == found.white_moves == (0,)


# -- random regions ----------------------------------------------------------------------------------------------------


def random_region(rng: random.Random, points: int) -> str:
    """Return a region of so many points, its walls of one colour or of both, some with stones inside."""
    region = {(2, rng.randrange(1, 4))}
    while len(region) < points:
        row, column = rng.choice(sorted(region))
        row, column = rng.choice([(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)])
        if 1 <= row < 4 and 0 <= column < 5:
            region.add((row, column))
    slope, shift, stones = rng.gauss(0, 1), rng.gauss(0, 2), rng.choice([0, 0.3])

    def letter(row: int, column: int) -> str:
        if (row, column) in region:
            return rng.choice("xo") if rng.random() < stones else "."
        return "XO"[slope * (row - 2) + column - 2 + shift < 0]

    return "/".join("".join(letter(row, column) for column in range(5)) for row in range(5))


def regions_with_kos(seed: int, points: int, count: int) -> Iterator[tuple[str, LocalTree]]:
    rng = random.Random(seed)
    while count:
        text = random_region(rng, points)
        try:
            tree = tree_of(text)
        except ValueError:
            continue
        low, high = tree.bounds()
        if low is not high:
            count -= 1
            yield text, tree


def below(one: Thermograph, other: Thermograph) -> bool:
    """Whether neither wall of `one` is above that of `other` anywhere."""
    for wall, high in ((one.left, other.left), (one.right, other.right)):
        times = {t for t, _ in (*wall.points, *high.points)}
        if any(wall.value(t) > high.value(t) for t in times):
            return False
    return True


@pytest.mark.parametrize(("points", "count"), [
    (3, 6), (4, 4), pytest.param(5, 12, marks=pytest.mark.slow),
    pytest.param(6, 8, marks=pytest.mark.slow), pytest.param(7, 4, marks=pytest.mark.slow),
])
def test_random_regions_with_kos(points: int, count: int) -> None:
    """All have a value; it is within the bounds; ko threats help their owner; exchanged colours negate it."""
    for text, tree in regions_with_kos(points, points, count):
        found = {ko: ko_value(tree, ko) for ko in ("white", "neutral", "black")}
        graphs = [thermograph(tree.bounds()[0]), *(value.graph for value in found.values())]
        graphs.append(thermograph(tree.bounds()[1]))
        assert all(below(one, other) for one, other in pairwise(graphs)), text
        swapped = tree_of(text.translate(str.maketrans("XOxo", "OXox")))
        for ko, value in found.items():
            other = ko_value(swapped, SWAP[ko])
            assert (other.graph.mean, other.graph.temperature) == (-value.graph.mean, value.graph.temperature), text
            assert [(t, -x) for t, x in other.graph.right.corners()] == value.graph.left.corners(), text
            assert other.activity == value.activity
            assert (other.black_moves, other.white_moves) == (value.white_moves, value.black_moves), text


EXCHANGED = str.maketrans("XOxo", "OXox")


def tiny_regions(seed: int, count: int) -> Iterator[str]:
    """Yield regions of 1xN, 2x2 or 2x3 points with random stones, on the edge of the board or in a ring of walls."""
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.choice([(1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3)])
        letters = rng.choice([".", "..xo", ".xo"])
        ring = rng.choice(["#", "X", "XO", "XO#", "XXXO#"])
        rows = ["".join(rng.choice(letters) for _ in range(width)) for _ in range(height)]
        rim = ["".join(rng.choice(ring) for _ in range(width + 2)) for _ in range(2)]
        yield "/".join([rim[0], *(rng.choice(ring) + row + rng.choice(ring) for row in rows), rim[1]])


def as_seen(text: str, ko: str, scoring: Scoring, sign: int) -> tuple[object, ...] | None:
    """Return mean, temperature, walls and moves as seen by Black (`sign` 1) or White (-1); None without a value."""
    try:
        found = ko_value(tree_of(text, scoring), ko, 60)
    except KoError:
        return None
    graph = found.graph
    walls = [[(t, sign * x) for t, x in wall.corners()] for wall in (graph.left, graph.right)[::sign]]
    return sign * graph.mean, graph.temperature, walls, (found.black_moves, found.white_moves)[::sign]


@pytest.mark.parametrize("scoring", Scoring)
def test_tiny_regions_with_the_colours_exchanged(scoring: Scoring) -> None:
    valued, refused = 0, 0
    for text in ["..", "x.", ".o", *tiny_regions(2, 60)]:
        try:
            low, high = tree_of(text, scoring).bounds()
        except ValueError:  # a stone without a liberty
            continue
        for ko in () if low is high else SWAP:
            found = as_seen(text, ko, scoring, 1)
            assert as_seen(text.translate(EXCHANGED), SWAP[ko], scoring, -1) == found, (text, ko)
            valued += found is not None
            refused += found is None
    assert valued > 5
    assert refused > 5


@pytest.mark.parametrize("ko", KoThreats)
def test_an_endless_ko_has_no_value(ko: KoThreats) -> None:
    """On two points without a wall each move captures the other stone, for ever."""
    with pytest.raises(KoError, match=r"play goes round in it|has no move .* after taking the ko"):
        value_of("..", ko)


def raised(wall: Wall, stones: int) -> list[tuple[Fraction, Fraction]]:
    return [(t + 1, value + stones) for t, value in wall.corners()]


@pytest.mark.parametrize(("points", "count"), [(3, 6), (4, 8), pytest.param(5, 12, marks=pytest.mark.slow)])
def test_by_area_a_move_gains_a_point_more(points: int, count: int) -> None:
    """Where no seki or whole number intervenes, the walls are those by territory, raised by 1."""
    same = 0
    for text, tree in regions_with_kos(points, points, count):
        stones = text.count("x") - text.count("o")
        territory, area = ko_value(tree).graph, value_of(text, "neutral", Scoring.AREA).graph
        if territory.temperature >= 0:
            assert (area.mean, area.temperature) == (territory.mean + stones, territory.temperature + 1), text
            same += area.left.corners(0) == raised(territory.left, stones)
    assert same >= count // 2


# -- play with a coupon stack by brute force ---------------------------------------------------------------------------


@pytest.mark.parametrize("board", [
    "#XO#/Xo.O/#XO#", "#XO#/X.xO/#XO#", "#XO##X#/Xo.OO.X/#XO##X#", "#XO##XX#/Xo.OO..X/#XO##XX#",
])
def test_play_with_a_stack_of_coupons(board: str) -> None:
    """The best results of both players converge to the walls as the stack gets finer."""
    graph = value_of(board).graph
    tree = whole_tree(PlainTree(board))
    for parts in (4, 8):
        step = graph.temperature / parts
        play = Coupons(tree, "neutral", step, worthless=6)
        for coupons in range(0, parts + parts // 2, 3):
            for player, wall in (("B", graph.left), ("W", graph.right)):
                assert abs(play.gain(0, player, coupons) - wall.value(coupons * step)) <= 3 * step, (board, coupons)
