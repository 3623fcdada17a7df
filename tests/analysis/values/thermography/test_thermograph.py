"""Thermographs against published tables, the definition on a grid of temperatures, pycgt, and the laws they obey."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import Value, followers, game, number, simplest_between
from analysis.values.games.named_games import DOWN, STAR, UP, nimber, switch, tiny, up
from analysis.values.games.notation import parse
from analysis.values.thermography.thermograph import (
    GameKind,
    Thermograph,
    kind,
    left_scaffold,
    mean,
    number_thermograph,
    right_scaffold,
    temperature,
    thermograph,
    thermograph_from_scaffolds,
)
from analysis.values.thermography.walls import Wall

F = Fraction
GRID = 64
"""The oracle's temperatures are the multiples of 1/GRID from -1 to HOT."""
HOT = 24

# game, mean, temperature, left wall, right wall (from t = 0), kind; FACTS, Table A, with its sources
TABLE_A = [
    ("{4|{3|2}}", "13/4", "3/4", "(0,4) (3/4,13/4)", "(0,3) (1/2,3) (3/4,13/4)", GameKind.GOTE),  # source 000
    ("{3|2}", "5/2", "1/2", "(0,3) (1/2,5/2)", "(0,2) (1/2,5/2)", GameKind.GOTE),  # source 000
    ("{4|{3|-17}}", "3", "1", "(0,4) (1,3)", "(0,3)", GameKind.WHITE_SENTE),  # source 000
    ("{{-2|-4}|-7}", "-5", "2", "(0,-4) (1,-4) (2,-5)", "(0,-7) (2,-5)", GameKind.GOTE),  # source 001
    ("{{4|-4}|-7}", "-4", "3", "(0,-4)", "(0,-7) (3,-4)", GameKind.BLACK_SENTE),  # source 001
    ("{5|{4|2}}", "4", "1", "(0,5) (1,4)", "(0,4)", GameKind.AMBIGUOUS),
    ("{{10|5}|{5|0}}", "5", "-1", "(0,5)", "(0,5)", GameKind.NUMBER),
    ("{6|{{9|1}|-3}}", "7/2", "5/2", "(0,6) (5/2,7/2)", "(0,1) (5/2,7/2)", GameKind.GOTE),
    ("{2|3}", "5/2", "-1/2", "(0,5/2)", "(0,5/2)", GameKind.NUMBER),
    ("{{8|4}|{3|-1}}", "7/2", "5/2", "(0,4) (2,4) (5/2,7/2)", "(0,3) (2,3) (5/2,7/2)", GameKind.GOTE),
    ("{8|4||3|-1}", "7/2", "5/2", "(0,4) (2,4) (5/2,7/2)", "(0,3) (2,3) (5/2,7/2)", GameKind.GOTE),
    ("{2|0}", "1", "1", "(0,2) (1,1)", "(0,0) (1,1)", GameKind.GOTE),
    ("{3|{2|0}}", "2", "1", "(0,3) (1,2)", "(0,2)", GameKind.AMBIGUOUS),
    ("{4|{3|{2|0}}}", "3", "1", "(0,4) (1,3)", "(0,3)", GameKind.AMBIGUOUS),
    ("{4|{3|*}}", "3", "1", "(0,4) (1,3)", "(0,3)", GameKind.WHITE_SENTE),  # {3|*} is hotter: temperature 3/2
    ("{8|-8}", "0", "8", "(0,8) (8,0)", "(0,-8) (8,0)", GameKind.GOTE),
    ("*", "0", "0", "(0,0)", "(0,0)", GameKind.DAME),
    ("{0|{0|-2}}", "0", "0", "(0,0)", "(0,0)", GameKind.INFINITESIMAL),
]


def written(corners: list[tuple[Fraction, Fraction]]) -> str:
    return " ".join(f"({t},{value})" for t, value in corners)


@pytest.mark.parametrize(("text", "count", "heat", "left", "right", "name"), TABLE_A)
def test_published_thermographs(text: str, count: str, heat: str, left: str, right: str, name: GameKind) -> None:
    value = parse(text)
    graph = thermograph(value)
    assert (graph.mean, graph.temperature) == (F(count), F(heat)) == (mean(value), temperature(value))
    assert tuple(map(written, graph.points_from_zero())) == (left, right)
    assert kind(value) == name
    assert thermograph(value) is graph


@pytest.mark.parametrize(("text", "name"), [
    ("0", "number"), ("-7/8", "number"), ("*", "dame"), ("3*", "dame"), ("1/2*", "dame"), ("*2", "infinitesimal"),
    ("^", "infinitesimal"), ("3^", "infinitesimal"), ("{3|-3}", "gote"), ("{-4|{-3|2}}", "number"),
    ("{7|{-4||-3|-20}}", "gote"),
    ("{{20|3}|-4}", "Black sente"), ("{4|{-3|-20}}", "White sente"),
    ("{{20|3}|{-3|-20}}", "gote"),  # double sente up to t = 17/2 only: above it gote for both
])
def test_kinds(text: str, name: str) -> None:
    assert kind(parse(text)) == name


def test_one_threat_is_enough_if_two_options_give_the_same_wall() -> None:
    hotter, equal = parse("{7|3}"), parse("{5|3}")
    assert temperature(equal) == 1
    assert kind(game([equal], [2])) == GameKind.AMBIGUOUS
    assert kind(game([hotter], [2])) == GameKind.BLACK_SENTE


# -- numbers -------------------------------------------------------------------------------------------------------


def by_definition(x: Fraction) -> Thermograph:
    """Return a number's thermograph from those of its two options."""
    value = number(x)
    if x.denominator == 1:
        return number_thermograph(x)
    left = left_scaffold((by_definition(option.number or F(0)), option) for option in value.left)
    right = right_scaffold((by_definition(option.number or F(0)), option) for option in value.right)
    return thermograph_from_scaffolds(left, right)


@pytest.mark.parametrize("x", [F(n, 32) for n in range(-70, 70)])
def test_thermographs_of_numbers(x: Fraction) -> None:
    graph = number_thermograph(x)
    assert graph == by_definition(x)
    assert (graph.mean, graph.temperature) == (x, F(-1, x.denominator))
    assert graph.points_from_zero() == ([(F(0), x)], [(F(0), x)])


def test_the_walls_of_a_half_and_of_three_quarters() -> None:
    half = number_thermograph(F(1, 2))
    assert half.left.points == ((F(-1), F(1)), (F(-1, 2), F(1, 2)))
    assert half.right.points == ((F(-1), F(0)), (F(-1, 2), F(1, 2)))
    assert half.left.makers == (number(0), None)
    assert half.right.makers == (number(1), None)
    assert written(list(thermograph(number(F(3, 4))).right.points)) == "(-1,0) (-1/4,3/4)"


def test_a_number_with_a_large_denominator() -> None:
    x = F(12345678901234567891, 1 << 700)
    assert number_thermograph(x).temperature == F(-1, 1 << 700)


def test_the_thermograph_of_a_third_is_a_mast() -> None:
    third = number_thermograph(F(1, 3))
    assert third.temperature == -1
    assert third.left.points == third.right.points == ((F(-1), F(1, 3)),)


# -- construction -------------------------------------------------------------------------------------------------


def leaf(x: int | Fraction) -> Thermograph:
    return number_thermograph(x)


def between(left: list[Thermograph], right: list[Thermograph]) -> Thermograph:
    scaffolds = left_scaffold((graph, "B") for graph in left), right_scaffold((graph, "W") for graph in right)
    return thermograph_from_scaffolds(*scaffolds)


@pytest.mark.parametrize(("left", "right", "result"), [
    ([0], [5], 1), ([-3], [5], 0), ([F(1, 2)], [5], 1), ([-5], [F(-1, 2)], -1), ([0], [2], 1), ([], [], 0),
    ([3], [], 4), ([], [-2], -3), ([F(-5, 2)], [], 0), ([0], [F(3, 4)], F(1, 2)), ([F(1, 4)], [F(3, 8)], F(5, 16)),
])
def test_positions_in_which_both_lose_by_moving_are_numbers(
    left: list[Fraction], right: list[Fraction], result: Fraction
) -> None:
    """The simplest number between the options, canonical or not: Winning Ways, chapter 2."""
    graph = between([leaf(F(x)) for x in left], [leaf(F(x)) for x in right])
    assert (graph.mean, graph.temperature) == (result, F(-1, F(result).denominator))
    assert simplest_between(left[0] if left else None, right[0] if right else None) == result


def test_the_mast_begins_at_the_least_temperature_if_scaffolds_coincide() -> None:
    """FACTS 1.3: {{10|5}|{5|0}} as a tree. A search from the top would return t = 5/2."""
    ten_five, five_nought = between([leaf(10)], [leaf(5)]), between([leaf(5)], [leaf(0)])
    left = left_scaffold([(ten_five, None)])
    right = right_scaffold([(five_nought, None)])
    assert left is not None
    assert right is not None
    assert left.value(F(5, 2)) == right.value(F(5, 2)) == left.value(0) == right.value(0) == 5
    assert thermograph_from_scaffolds(left, right) == leaf(5)


def test_a_reversal_in_a_tree() -> None:
    """FACTS 1.4: {6|{{9|1}|-3}} is 7/2; clipping the mean to the replies' counts gives 5."""
    reply = between([leaf(9)], [leaf(1)])
    graph = between([leaf(6)], [between([reply], [leaf(-3)])])
    assert (graph.mean, graph.temperature) == (F(7, 2), F(5, 2))


def test_scaffolds_of_kos_have_thirds_and_steep_slopes() -> None:
    """A ko of 2 moves against 1, SL Miai values list: count 1/3, 1/3 per move. The slopes are -2 and 1."""
    left = Wall(((F(-1), F(1) + 2),), (None,), F(-2))
    right = Wall(((F(-1), F(0) - 1),), (None,), F(1))
    graph = thermograph_from_scaffolds(left, right)
    assert (graph.mean, graph.temperature) == (F(1, 3), F(1, 3))
    assert graph.left.slope_below(F(1, 3)) == -2
    assert between([leaf(1)], [leaf(F(1, 3))]).mean == F(2, 3)


def test_scaffolds_that_never_meet() -> None:
    with pytest.raises(ValueError, match="never meet"):
        thermograph_from_scaffolds(Wall(((F(-1), F(3)),), (None,)), Wall(((F(-1), F(0)),), (None,)))


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Wall((), ()), "must rise from -1, got none"),
    (lambda: Wall(((F(0), F(0)),), (None,)), "must rise from -1, got 0"),
    (lambda: Wall(((F(-1), F(0)), (F(-1), F(1))), (None, None)), "must rise from -1, got -1, -1"),
    (lambda: Wall(((F(-1), F(0)),), ()), "1 corners needs as many makers, got 0"),
    (lambda: leaf(0).left.value(-2), "begins at t = -1, got t = -2"),
    (lambda: leaf(0).left.slope_below(-1), "begins at t = -1, got t = -1"),
    (lambda: leaf(0).cooled(F(-1, 2)), "cooled by t >= 0, got -1/2"),
    (lambda: Thermograph(leaf(0).left, leaf(1).right, F(0), F(-1)), "mast at 0 from t = -1, right ends at 1 at t = -1"),
    (lambda: Thermograph(between([leaf(2)], [leaf(0)]).right, between([leaf(2)], [leaf(0)]).left, F(1), F(1)),
     "the left wall must not be below the right one, got -1 and 3 at t = -1"),
])
def test_invalid_walls_and_thermographs_are_rejected(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


# -- makers --------------------------------------------------------------------------------------------------------


def test_the_makers_of_a_wall_are_the_best_options() -> None:
    """Below t = 1 Black takes 4; above, 3 in sente is better, and from t = 17/2 White no longer answers."""
    sente = parse("{20|3}")
    value = game([sente, 4], [-7])
    graph = thermograph(value)
    assert [segment.maker for segment in graph.left.segments()] == [number(4), sente, sente, None]
    assert written(graph.left.corners(0)) == "(0,4) (1,3) (17/2,3) (37/4,9/4)"
    assert [segment.maker for segment in graph.right.segments()] == [number(-7), None]
    last = list(graph.left.segments())[-1]
    assert (last.end, last.slope, last.start) == (None, F(0), (graph.temperature, graph.mean))
    assert kind(value) == GameKind.GOTE


# -- random games --------------------------------------------------------------------------------------------------

LEAVES = [*map(number, [F(n, 2) for n in range(-9, 10)]), STAR, UP, DOWN, nimber(2), number(2) + STAR, number(-1) + UP]


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


GAMES = st.builds(
    lambda seed, depth: as_game(random_tree(random.Random(seed), depth)), st.integers(0, 1 << 32), st.integers(1, 3)
)
TEMPERATURES = st.fractions(0, 12, max_denominator=24)


def on_the_grid(value: Value) -> tuple[list[int], list[int], int | None]:
    """Return the walls by the definition on the grid: left, right (in units of 1/GRID), and where the mast begins."""
    walls: dict[Value, tuple[list[int], list[int], int | None]] = {}
    times = range(-GRID, HOT * GRID + 1)
    for position in followers_with_numbers(value):
        exact = position.number
        if exact is not None and exact.denominator == 1:
            mast = [int(exact) * GRID] * len(times)
            walls[position] = mast, mast, -GRID
            continue
        left = [max(column) for column in zip(*(walls[option][1] for option in position.left), strict=True)]
        right = [min(column) for column in zip(*(walls[option][0] for option in position.right), strict=True)]
        left = [value - t for value, t in zip(left, times, strict=True)]
        right = [value + t for value, t in zip(right, times, strict=True)]
        foot = next((index for index in range(len(times)) if left[index] <= right[index]), None)
        if foot is not None:
            assert left[foot] == right[foot], "the grid is too coarse"
            rest = [left[foot]] * (len(times) - foot)
            left, right = left[:foot] + rest, right[:foot] + rest
        walls[position] = left, right, None if foot is None else foot - GRID
    return walls[value]


def followers_with_numbers(value: Value) -> list[Value]:
    """Return every position, options first, with the options of numbers."""
    order: dict[Value, None] = {}
    stack = [value]
    while stack:
        options = [option for option in (*stack[-1].left, *stack[-1].right) if option not in order]
        if options:
            stack.extend(options)
        else:
            order.setdefault(stack.pop())
    return list(order)


def test_walls_agree_with_the_definition_on_the_grid() -> None:
    compared = 0
    for value in random_games(60, seed=1):
        graph = thermograph(value)
        if any(GRID % t.denominator for position in followers(value) for t, _ in thermograph(position).left.points):
            continue
        left, right, foot = on_the_grid(value)
        assert foot == graph.temperature * GRID
        for index in range(0, len(left), 3):
            t = F(index - GRID, GRID)
            assert (F(left[index], GRID), F(right[index], GRID)) == (graph.left.value(t), graph.right.value(t))
        compared += 1
    assert compared > 40


def test_a_tree_has_the_thermograph_of_its_canonical_form() -> None:
    """Also below t = 0, and with dominated or reversible moves."""
    rng = random.Random(2)
    for _ in range(400):
        tree = random_tree(rng, rng.choice((2, 3, 4)))
        played, canonical = as_played(tree), thermograph(as_game(tree))
        assert (played.mean, played.temperature) == (canonical.mean, canonical.temperature)
        assert played.left.corners() == canonical.left.corners()
        assert played.right.corners() == canonical.right.corners()


def test_against_pycgt() -> None:
    """Walls at t >= 0. (pycgt expands integers, so they are kept small.)"""
    pycgt = pytest.importorskip("pycgt")
    theirs: dict[Value, Any] = {}
    for value in random_games(2000, seed=3):
        for position in followers(value):
            if position not in theirs:
                theirs[position] = pycgt.number(position.number) if position.number is not None else pycgt.Game(
                    frozenset(theirs[option] for option in position.left),
                    frozenset(theirs[option] for option in position.right),
                )
        ours, other = thermograph(value), pycgt.thermograph(theirs[value])
        assert (ours.mean, ours.temperature) == (other.mast, other.temperature)
        for wall, boundary in ((ours.left, other.left), (ours.right, other.right)):
            corners = [t for t, _ in wall.corners(0)]
            for t in (*corners, *((low + F(1, 3)) for low in corners), F(1, 2), F(7, 3), F(30)):
                assert wall.value(t) == boundary(t)


# -- laws ----------------------------------------------------------------------------------------------------------


@given(GAMES, GAMES)
def test_means_add_and_sums_are_no_hotter(one: Value, other: Value) -> None:
    total = one + other
    assert mean(total) == mean(one) + mean(other)
    assert temperature(total) <= max(temperature(one), temperature(other))


@given(GAMES, GAMES, TEMPERATURES)
def test_walls_of_a_sum_are_bounded_by_those_of_its_parts(one: Value, other: Value, t: Fraction) -> None:
    g, h, total = thermograph(one), thermograph(other), thermograph(one + other)
    lowest, highest = g.right.value(t) + h.right.value(t), g.left.value(t) + h.left.value(t)
    crossed = g.left.value(t) + h.right.value(t), g.right.value(t) + h.left.value(t)
    assert lowest <= total.right.value(t) <= min(crossed)
    assert max(crossed) <= total.left.value(t) <= highest


@given(GAMES)
def test_the_thermograph_of_the_negative_is_the_mirror_image(value: Value) -> None:
    graph, mirrored = thermograph(value), thermograph(-value)
    assert mirrored.temperature == graph.temperature
    assert mirrored.left.corners() == [(t, -x) for t, x in graph.right.corners()]
    assert mirrored.right.corners() == [(t, -x) for t, x in graph.left.corners()]
    opposite = {GameKind.BLACK_SENTE: GameKind.WHITE_SENTE, GameKind.WHITE_SENTE: GameKind.BLACK_SENTE}
    assert kind(-value) == opposite.get(kind(value), kind(value))


@given(GAMES)
def test_the_walls_at_zero_are_the_stops(value: Value) -> None:
    graph = thermograph(value)
    assert graph.left.value(0) == value.left_stop
    assert graph.right.value(0) == value.right_stop


@given(GAMES)
def test_only_numbers_have_temperatures_below_zero(value: Value) -> None:
    assert (temperature(value) < 0) == (value.number is not None)
    assert temperature(value) >= -1
    assert (temperature(value) == -1) == (value.number is not None and value.number.denominator == 1)


@given(GAMES, st.integers(-5, 5))
def test_adding_a_number_shifts_the_walls(value: Value, n: int) -> None:
    graph, moved = thermograph(value), thermograph(value + n)
    assert moved.left.corners(0) == [(t, x + n) for t, x in graph.left.corners(0)]
    assert moved.right.corners(0) == [(t, x + n) for t, x in graph.right.corners(0)]


@given(GAMES)
def test_every_segment_is_the_taxed_wall_of_its_maker(value: Value) -> None:
    graph = thermograph(value)
    for wall, options, sign in ((graph.left, value.left, -1), (graph.right, value.right, 1)):
        parts = list(wall.segments())
        assert parts[-1].maker is None
        for part in parts[:-1]:
            assert part.maker in options
            assert part.end is not None
            assert part.slope in (0, sign)
            other = thermograph(part.maker)
            facing = other.right if sign < 0 else other.left
            for t in (part.start[0], part.end[0]):
                assert wall.value(t) == facing.value(t) + sign * t


@given(GAMES, TEMPERATURES, TEMPERATURES)
def test_cooling_shifts_the_walls_down(value: Value, t: Fraction, further: Fraction) -> None:
    graph = thermograph(value)
    cooled = graph.cooled(t)
    assert cooled.mean == graph.mean
    if t > graph.temperature:
        assert cooled == number_thermograph(graph.mean)
    else:
        assert cooled.temperature == graph.temperature - t
    for at in (F(0), F(1, 3), F(2), further):
        assert cooled.left.value(at) == graph.left.value(at + t)
        assert cooled.right.value(at) == graph.right.value(at + t)
    twice, once = cooled.cooled(further), graph.cooled(t + further)
    assert twice.points_from_zero() == once.points_from_zero()
    assert twice.temperature == once.temperature


@pytest.mark.parametrize(("text", "t", "count", "heat"), [
    ("{4|0}", F(2), F(2), F(0)),  # 2*: FACTS 2, 002
    ("{6|{4|0}}", F(2), F(4), F(0)),  # 4 and up: FACTS 2, 002
    ("{4|0}", F(1, 3), F(2), F(5, 3)), ("{4|0}", F(5, 2), F(2), F(-1)), ("{3|2}", F(1), F(5, 2), F(-1, 2)),
    ("1/2", F(0), F(1, 2), F(-1, 2)), ("7", F(3), F(7), F(-1)),
])
def test_cooled_thermographs(text: str, t: Fraction, count: Fraction, heat: Fraction) -> None:
    graph = thermograph(parse(text)).cooled(t)
    assert (graph.mean, graph.temperature) == (count, heat)


# -- size ----------------------------------------------------------------------------------------------------------


def test_mean_and_temperature_of_a_sum_of_corridors() -> None:
    """Means add: n - 2 + 2^(1-n) for a corridor of n (source 003; Berlekamp and Wolfe)."""
    corridors = [STAR]
    for n in range(1, 12):
        corridors.append(game([n], [corridors[-1]]))
    total = sum(corridors, number(0))
    assert mean(total) == sum(F(n - 2) + F(2, 1 << n) for n in range(1, 13))
    assert temperature(total) == 1 - F(1, 1 << 11)


def test_thermograph_of_a_game_a_thousand_moves_deep() -> None:
    value = number(0)
    for n in range(1, 1001):
        value = game([2 * n], [value])
    assert len(followers(value)) > 1000
    assert thermograph(value).left.value(0) == 2000


@given(st.lists(st.integers(0, 8), max_size=8))
def test_a_sum_of_switches_is_as_hot_as_the_largest_that_does_not_cancel(sizes: list[int]) -> None:
    total = sum((switch(size) for size in sizes), number(0))
    assert temperature(total) == max((size for size in sizes if sizes.count(size) % 2), default=-1)
    assert mean(total) == 0


def test_infinitesimals_have_temperature_zero() -> None:
    for value in (up(3), up(2, 1), tiny(1), tiny(tiny(2)), nimber(5), number(F(1, 2)) + STAR):
        assert temperature(value) == 0
