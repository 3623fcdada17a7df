"""Thermographs of random games: against the definition on a grid of temperatures and pycgt, and the laws they obey."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import Value, followers
from analysis.values.games.notation import parse
from analysis.values.thermography.thermograph import (
    GameKind,
    kind,
    mean,
    number_thermograph,
    temperature,
    thermograph,
)
from tests.analysis.values.thermography.random_trees import as_game, as_played, random_games, random_tree

F = Fraction
GRID = 64
"""The oracle's temperatures are the multiples of 1/GRID from -1 to HOT."""
HOT = 24

# -- random games --------------------------------------------------------------------------------------------------

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
