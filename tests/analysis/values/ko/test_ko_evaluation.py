"""Kos against published values and against play by the rules (falling taxes, coupon stacks); unsupported kos."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from analysis.values.ko.ko_evaluation import KoError, KoThreats, evaluate_tree, ko_chain, tree_thermographs
from analysis.values.trees.miai_counting import CountedLine, KoActivity, NodeLabel
from analysis.values.trees.move_tree import Tree
from analysis.values.trees.tree_drawing import format_tree
from analysis.values.trees.tree_text import parse_tree
from tests.analysis.values.ko.ko_play import Auction, Coupons

F = Fraction
REGIMES = ("neutral", "black", "white")

DIRECT = "A(B(13 A) -2)"  # source 000
APPROACH = "G(TAKEN(DIRECT(23 BACK(DIRECT -18)) G) -18)"  # lifein19x19 t=17788, FACTS 3
MIRROR = "K(15 TAKEN(K DIRECT(BACK(14 DIRECT) -12)))"  # Komaster, Sensei's Library
STAGES = "A(B(C(4 B) A) 0)"  # Smallest kos, Sensei's Library: 4 points, 4 moves
# "Engame value of ko", lifein19x19 t=17874, parts 9 to 11, and p=262264: White may answer the first capture otherwise
CORNER = "P{Q{R{3|Q} | P, S{1|T{S|0}}} | U{V{1|U}|0}}"


# -- chains ------------------------------------------------------------------------------------------------------------

CHAINS = [
    (13, -2, 2, 1, "3", "5", "-2 3 8 13", "source 000"),
    (13, -2, 1, 2, "8", "5", "-2 3 8 13", "source 000, position C"),
    (1, 0, 2, 1, "1/3", "1/3", "0 1/3 2/3 1", "FACTS 3, take/connect ko"),
    (3, -18, 1, 2, "-4", "7", "-18 -11 -4 3", "Placid/discussion, Sensei's Library"),
    (4, 0, 3, 1, "1", "1", "0 1 2 3 4", "Smallest kos, Sensei's Library"),
    (7, 0, 4, 1, "7/5", "7/5", "0 7/5 14/5 21/5 28/5 7", "Smallest kos, three stages"),
    (4, 0, 2, 1, "4/3", "4/3", "0 4/3 8/3 4", "Smallest kos"),
    (F(1, 3), F(1, 3), 1, 1, "1/3", "0", "1/3 1/3 1/3", "nothing at stake"),
]


@pytest.mark.parametrize(("black", "white", "nb", "nw", "count", "temperature", "counts", "source"), CHAINS)
def test_kos_counted_by_tally(
    black: Fraction, white: Fraction, nb: int, nw: int, count: str, temperature: str, counts: str, source: str
) -> None:
    chain = ko_chain(black, white, nb, nw)
    assert (chain.count, chain.temperature) == (F(count), F(temperature)), source
    assert chain.counts == tuple(map(F, counts.split())), source


@pytest.mark.parametrize(("arguments", "message"), [
    ((1, 0, 0, 1), "black_moves must be at least 1, got 0"),
    ((1, 0, 1, -2), "white_moves must be at least 1, got -2"),
    ((0, F(1, 2), 1, 1), "black must be at least white, got 0 and 1/2"),
])
def test_invalid_chains_are_rejected(arguments: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        ko_chain(*arguments)


@pytest.mark.parametrize("ko", REGIMES)
@pytest.mark.parametrize(("stages", "black", "white"), [(1, 7, 0), (2, 4, 0), (3, 7, -5), (9, F(10, 3), F(-1, 7))])
def test_chains_of_captures_have_the_counts_of_their_tally(
    stages: int, black: Fraction, white: Fraction, ko: str
) -> None:
    """From the first position White wins by one move, from the last Black does, whoever is komaster."""
    names = [f"n{stage}" for stage in range(stages + 1)]
    text = "".join(f"{name}(" for name in names) + str(black)
    text += "".join(f" {before})" for before in reversed(names[:-1])) + f" {white})"
    rows = evaluate_tree(parse_tree(text), ko)
    chain = ko_chain(black, white, stages + 1, 1)
    counts = [row.count for row in rows if row.label is NodeLabel.KO]
    assert counts == list(chain.counts[1:-1])
    assert {row.temperature for row in rows if row.label is NodeLabel.KO} == {chain.temperature}
    assert {row.activity for row in rows if row.label is NodeLabel.KO} == {KoActivity.PLACID}


# -- published values --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """A published count and temperature of a node of a tree, by name, and where they are from."""

    tree: str
    ko: str
    node: str
    count: str
    temperature: str
    source: str


PUBLISHED = [
    *(Published(DIRECT, ko, "A", "3", "5", "source 000") for ko in REGIMES),
    *(Published(DIRECT, ko, "B", "8", "5", "source 000") for ko in REGIMES),
    *(Published("A(B(1 A) 0)", ko, "A", "1/3", "1/3", "FACTS 3") for ko in REGIMES),
    *(Published("A(B(1 A) 0)", ko, "B", "2/3", "1/3", "FACTS 3") for ko in REGIMES),
    *(Published("A(B(3 A) -18)", ko, "B", "-4", "7", "Placid/discussion, SL") for ko in REGIMES),
    *(Published(STAGES, ko, "A", "1", "1", "Smallest kos, SL") for ko in REGIMES),
    Published(APPROACH, "black", "G", "-31/4", "41/4", "t=17788: 4 moves apart"),
    Published(APPROACH, "white", "G", "-18", "0", "t=17788: there is not much to the play"),
    Published(MIRROR, "black", "K", "14", "1", "Komaster, SL: in effect White's sente, local score 14"),
    Published(MIRROR, "white", "K", "33/4", "27/4", "Komaster, SL: 6 3/4 and 8 1/4"),
    Published(CORNER, "neutral", "P", "2/3", "1/3", "t=17874: White prefers the reply that makes it 2/3"),
    Published(CORNER, "neutral", "Q", "13/9", "7/9", "p=262264, colours reversed: -1 4/9, the next play gains 7/9"),
    Published(CORNER, "neutral", "U", "1/3", "1/3", "p=262264: after the other move 1/3"),
]


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: f"{case.node}-{case.ko}-{case.source}")
def test_published(case: Published) -> None:
    tree = parse_tree(case.tree)
    row = next(row for row in evaluate_tree(tree, case.ko) if tree.nodes[row.visit.node].name == case.node)
    assert (row.count, row.temperature) == (F(case.count), F(case.temperature)), case.source


def walls(text: str, node: str, ko: str) -> tuple[str, str]:
    """Return the corners of a named node's walls from t = 0, as text."""
    tree = parse_tree(text)
    index = next(index for index, found in enumerate(tree.nodes) if found.name == node)
    graph = tree_thermographs(tree, ko)[index]
    assert graph is not None
    sides = graph.points_from_zero()
    return " ".join(f"({t},{x})" for t, x in sides[0]), " ".join(f"({t},{x})" for t, x in sides[1])


@pytest.mark.parametrize(("text", "node", "ko", "left", "right"), [
    (DIRECT, "A", "neutral", "(0,13) (5,3)", "(0,-2) (5,3)"),  # 13 - 2t and -2 + t
    (DIRECT, "B", "neutral", "(0,13) (5,8)", "(0,-2) (5,8)"),  # 13 - t and -2 + 2t
    (DIRECT, "A", "black", "(0,13) (5,3)", "(0,-2) (5,3)"),
    (DIRECT, "B", "black", "(0,13) (5,8)", "(0,13) (5,8)"),  # White's capture is retaken: the mast leans
    (DIRECT, "A", "white", "(0,-2) (5,3)", "(0,-2) (5,3)"),
    (APPROACH, "G", "black", "(0,23) (41/4,-31/4)", "(0,-18) (41/4,-31/4)"),  # 23 - 3t and -18 + t
    (APPROACH, "G", "white", "(0,-18)", "(0,-18)"),
    (STAGES, "A", "neutral", "(0,4) (1,1)", "(0,0) (1,1)"),  # 4 - 3t: three moves in a row
    (CORNER, "Q", "neutral", "(0,3) (7/9,13/9)", "(0,1) (1/3,1) (7/9,13/9)"),  # t=17874: 3 - 3T against 2/3 - T
])
def test_walls(text: str, node: str, ko: str, left: str, right: str) -> None:
    assert walls(text, node, ko) == (left, right)


@pytest.mark.parametrize(("text", "activity"), [
    (DIRECT, KoActivity.PLACID),
    (STAGES, KoActivity.PLACID),
    (APPROACH, KoActivity.HYPERACTIVE),
    (MIRROR, KoActivity.HYPERACTIVE),
    ("{20|A{B{13|A}|-2}}", KoActivity.PLACID),
    ("{3|2}", None),
])
def test_activity(text: str, activity: KoActivity | None) -> None:
    for ko in REGIMES:
        assert evaluate_tree(parse_tree(text), ko)[0].activity == activity


def test_an_active_ko() -> None:
    """Black's winning move at B is sente. White gains 1/2 by retaking, unless Black as komaster takes again."""
    tree = parse_tree("A(B((8 1) A) 0)")
    rows = {ko: next(row for row in evaluate_tree(tree, ko) if row.visit.node == 1) for ko in REGIMES}
    assert {ko: (row.count, row.temperature) for ko, row in rows.items()} == {
        "neutral": (F(1), F(1, 2)), "white": (F(1), F(1, 2)), "black": (F(1), F(-1))
    }
    assert {row.activity for row in rows.values()} == {KoActivity.ACTIVE}


def test_tallies_of_a_ko() -> None:
    """Source 000: leaf 13 with tally +2, leaf -2 with tally -1."""
    first, second = (row for row in evaluate_tree(parse_tree(DIRECT)) if row.label is NodeLabel.KO)
    assert (first.black, first.white) == (CountedLine((), 2, F(13)), CountedLine((), -1, F(-2)))
    assert (second.black, second.white) == (CountedLine((), 1, F(13)), CountedLine((), -2, F(-2)))


def test_formatting_a_ko() -> None:
    tree = parse_tree("A\n  B\n    13\n    A\n  -2\n")
    assert format_tree(tree, evaluate_tree(tree)) == (
        "(5) 3  A  ko, placid: Black +2 to 13, White -1 to -2\n"
        "  / (5) 8  B  ko, placid: Black +1 to 13, White -2 to -2\n"
        "    / 13\n"
        "    \\ ^ A\n"
        "  \\ -2"
    )


@pytest.mark.parametrize(("black", "ko", "label", "count", "temperature"), [
    (14, "neutral", NodeLabel.GOTE, F(17, 2), F(11, 2)),  # (14 + 3) / 2: the ko has temperature 5, too cold to answer
    (6, "neutral", NodeLabel.NUMBER, F(7), F(-1)),  # White's move to the ko would lead to 13 - 2t; {6|13} is 7
    (6, "white", NodeLabel.KO, F(10, 3), F(8, 3)),  # Black's capture is retaken and taxed twice: -2 + 2t against 6 - t
])
def test_a_move_to_a_ko(black: int, ko: str, label: NodeLabel, count: Fraction, temperature: Fraction) -> None:
    row = evaluate_tree(parse_tree(f"({black} {DIRECT})"), ko)[0]
    assert (row.label, row.count, row.temperature) == (label, count, temperature)


# -- play by the rules -------------------------------------------------------------------------------------------------


def hot(rng: random.Random, depth: int, low: int, high: int) -> tuple[str, int, int]:
    """Return a tree in which both players gain by moving, with its least and its greatest count."""
    if depth == 0 or rng.random() < 0.4:
        count = rng.randint(low, high)
        return str(count), count, count
    while True:
        black, white = hot(rng, depth - 1, low, high), hot(rng, depth - 1, low, high)
        if black[1] >= white[2]:
            return f"({black[0]} {white[0]})", white[1], black[2]


def random_ko(rng: random.Random) -> str:
    """Return a ko with such trees at its ends.

    Direct, of two stages, after another move, an approach ko, one with a local threat, or two kos in turn.
    """
    def tree(low: int, high: int, depth: int = 1) -> str:
        return hot(rng, depth, low, high)[0]

    won, lost = tree(3, 20), tree(-20, -3)
    return rng.choice([
        f"A({f'B({tree(3, 20, 2)} A)'} {tree(-20, -3, 2)})",
        f"A(B(C({won} B) A) {lost})",
        f"R({tree(20, 60)} A(B({won} A) {lost}))",
        f"G(H(I({won} J(I {lost})) G) {lost})",
        f"A{{B{{{won} | A, {tree(-2, 2)}}} | {lost}}}",
        f"R(A(B({won} A) {lost}) S({tree(-50, -20)} C(D({tree(-70, -50)} C) {tree(-120, -70)})))",
    ])


def grid(tree: Tree, ko: str) -> list[Fraction]:
    """Return taxes: the corners of all walls, multiples of 1/3, and the midpoints between."""
    graphs = [graph for graph in tree_thermographs(tree, ko) if graph]
    corners = {t for graph in graphs for wall in (graph.left, graph.right) for t, _ in wall.points}
    taxes = sorted(corners | {F(third, 3) for third in range(-3, 3 * int(max(corners)) + 7)})
    return sorted({*taxes, *((low + high) / 2 for low, high in pairwise(taxes))})


def check_against_auction(text: str, ko: str) -> None:
    """Assert that the walls of every node are the results of play by the rules at every tax of the grid."""
    tree = parse_tree(text)
    play = Auction(tree, ko, grid(tree, ko))
    for index, graph in enumerate(tree_thermographs(tree, ko)):
        if tree.nodes[index].count is None and graph is not None:
            for level, tax in enumerate(play.taxes):
                found = play.value(index, "B", level), play.value(index, "W", level)
                assert found == (graph.left.value(tax), graph.right.value(tax)), (text, ko, index, tax)


@pytest.mark.parametrize("ko", REGIMES)
@pytest.mark.parametrize("text", [DIRECT, APPROACH, MIRROR, STAGES, CORNER])
def test_walls_equal_the_results_of_play_with_falling_taxes(text: str, ko: str) -> None:
    check_against_auction(text, ko)


@pytest.mark.parametrize("ko", REGIMES)
@pytest.mark.parametrize("seed", range(25))
def test_walls_of_random_kos_equal_the_results_of_play(seed: int, ko: str) -> None:
    check_against_auction(random_ko(random.Random(seed)), ko)


@pytest.mark.parametrize("ko", REGIMES)
@pytest.mark.parametrize("text", [DIRECT, APPROACH, MIRROR, STAGES, CORNER, "A(B((20 10) A) (-2 -14))", "(6 (4 -9))"])
def test_walls_are_the_limits_of_play_with_coupon_stacks(text: str, ko: str) -> None:
    """The difference is proportional to the step between coupons: at most ten steps."""
    tree = parse_tree(text)
    graphs = tree_thermographs(tree, ko)
    hottest = max(graph.temperature for graph in graphs if graph is not None)
    for parts in (8, 48):
        step = hottest / parts
        play = Coupons(tree, ko, step)
        for index, graph in enumerate(graphs):
            if tree.nodes[index].count is None and graph is not None:
                for coupons in range(parts + parts // 4):
                    for player, wall in (("B", graph.left), ("W", graph.right)):
                        difference = abs(play.gain(index, player, coupons) - wall.value(coupons * step))
                        assert difference <= 10 * step, (index, player, coupons * step)


@pytest.mark.parametrize("seed", range(30))
def test_exchanging_the_colours_mirrors_the_walls(seed: int) -> None:
    """With the other player as komaster."""
    tree = parse_tree(random_ko(random.Random(1000 + seed)))
    nodes = [
        node.__class__(node.name, node.white, node.black, None if node.count is None else -node.count)
        for node in tree.nodes
    ]
    for ko, reverse in (("neutral", "neutral"), ("black", "white"), ("white", "black")):
        mirrored = tree_thermographs(Tree(tuple(nodes)), reverse)
        for here, there in zip(tree_thermographs(tree, ko), mirrored, strict=True):
            assert here is not None
            assert there is not None
            assert (here.mean, here.temperature) == (-there.mean, there.temperature)
            assert [(t, -x) for t, x in there.right.points] == list(here.left.points)


def test_a_tree_without_kos_does_not_depend_on_threats() -> None:
    tree = parse_tree("{{8|4}|{3|-1}}")
    assert evaluate_tree(tree, "neutral") == evaluate_tree(tree, "black") == evaluate_tree(tree, KoThreats.WHITE)


# -- rejected ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "message"), [
    ("A(B(C(A 3) 2) 1)", "from A by way of B play goes round without taking back"),  # like sending two, returning one
    ("A(A 3)", "from A by way of A play goes round"),
    ("A(B(3 C(A 1)) 0)", "from A by way of B play goes round"),  # the way back takes two moves
    ("A{B{9|A}, C{8|A}|0}", "two kos can be taken at A"),
    ("A(B(13 A) -)", "a ko has no value where a branch is cut out"),
    ("k(a(-9 k) b(k 9))", "both lose by moving"),  # the double seki of "New remarkable ko beast", lifein19x19
])
def test_unsupported_cycles_are_rejected(text: str, message: str) -> None:
    tree = parse_tree(text)
    with pytest.raises(KoError, match=message) as error:
        evaluate_tree(tree)
    assert "\n" not in str(error.value)


def test_a_komaster_without_a_winning_move_is_rejected() -> None:
    tree = parse_tree("A{B{|A}|-2}")
    with pytest.raises(KoError, match="Black is komaster, but has no move at B after taking the ko"):
        evaluate_tree(tree, "black")


def test_long_kos_are_rejected() -> None:
    names = [f"n{stage}" for stage in range(60)]
    text = "".join(f"{name}(" for name in names) + "1" + "".join(f" {name})" for name in reversed(names[:-1])) + " 0)"
    with pytest.raises(KoError, match="at most 50 positions, got 60"):
        evaluate_tree(parse_tree(text))


def test_an_unknown_komaster_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"^ko must be one of neutral, black, white, got 'both'$"):
        evaluate_tree(parse_tree("(3 2)"), "both")
