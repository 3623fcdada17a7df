"""Thermographs against published tables; those of numbers, of scaffolds, of large games; who makes a wall."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import followers, game, number, simplest_between
from analysis.values.games.named_games import STAR, nimber, switch, tiny, up
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
from tests.analysis.values.thermography.random_trees import between

F = Fraction

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
