"""Walls in units: against functions of Fractions, with thirds, steep slopes and slopes that are not whole."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import game, number
from analysis.values.thermography import thermograph as thermograph_module
from analysis.values.thermography import walls as walls_module
from analysis.values.thermography.thermograph import (
    Thermograph,
    left_scaffold,
    number_thermograph,
    right_scaffold,
    thermograph,
    thermograph_from_scaffolds,
    thermograph_of_options,
)
from analysis.values.thermography.walls import Wall
from tests.analysis.values.thermography import plain_walls as plain

F = Fraction
Options = Sequence[tuple[Thermograph, object]]

DYADIC = [F(n, d) for n in range(-24, 25) for d in (1, 2, 8)]
THIRDS = [F(n, d) for n in range(-24, 25) for d in (1, 2, 3, 5, 6)]
SLOPES = {"ordinary": [F(-1), F(0), F(1)], "kos": [F(n) for n in range(-3, 4)], "any": [F(-5, 3), F(1, 2), F(0), F(1)]}


def random_graph(rng: random.Random, depth: int, counts: list[Fraction]) -> Thermograph:
    """Return the thermograph of a random tree, by the oracle; a player may have no move, or equal ones."""
    if depth == 0 or rng.random() < 0.2:
        return number_thermograph(rng.choice(counts))
    sides = [
        [(random_graph(rng, depth - 1, counts), index) for index in range(rng.choice((0, 1, 1, 1, 2, 3)))]
        for _ in range(2)
    ]
    return by_definition(sides[0], sides[1])


def by_definition(black: Options, white: Options) -> Thermograph:
    scaffolds = plain_scaffold(black, -1), plain_scaffold(white, 1)
    graph = plain.joined(*scaffolds)
    assert graph is not None
    return graph


def plain_scaffold(options: Options, tax: int) -> plain.Pieces | None:
    taxed = [
        plain.taxed(plain.pieces_of(graph.right if tax < 0 else graph.left), tax, maker) for graph, maker in options
    ]
    return plain.best(taxed, -tax) if taxed else None


def random_wall(rng: random.Random, slopes: list[Fraction]) -> Wall:
    """Return a wall with up to five corners, some of which may not bend."""
    t, value, slope = F(-1), rng.choice(THIRDS), rng.choice(slopes)
    points, makers = [], []
    for _ in range(rng.randint(1, 5)):
        points.append((t, value))
        makers.append(rng.choice(("a", "b", "c")))
        step = F(rng.randint(1, 9), rng.choice((1, 2, 3, 7)))
        t, value, slope = t + step, value + slope * step, rng.choice(slopes)
    return Wall(points, makers, slope)


SEEDS = st.integers(0, 1 << 32).map(random.Random)
WALLS = st.builds(lambda rng, slopes: random_wall(rng, SLOPES[slopes]), SEEDS, st.sampled_from(sorted(SLOPES)))


@given(SEEDS, st.sampled_from([DYADIC, THIRDS]))
def test_thermographs_of_options_agree_with_the_definition(rng: random.Random, counts: list[Fraction]) -> None:
    """Corners, makers, mean and temperature, for any options: dominated ones, ties, none."""
    black, white = (
        [(random_graph(rng, rng.randint(0, 2), counts), maker) for maker in names[:rng.randint(0, 3)]]
        for names in ("abc", "xyz")
    )
    expected = by_definition(black, white)
    graph = thermograph_of_options(black, white)
    assert graph == expected
    assert (graph.mean, graph.temperature) == (expected.mean, expected.temperature)
    scaffolds = left_scaffold(black), right_scaffold(white)
    assert scaffolds == tuple(
        None if side is None else plain.wall_of(side) for side in (plain_scaffold(black, -1), plain_scaffold(white, 1))
    )
    assert thermograph_from_scaffolds(*scaffolds) == expected


@given(WALLS, WALLS)
def test_scaffolds_of_any_slopes_join_as_the_definition_says(left: Wall, right: Wall) -> None:
    expected = plain.joined(plain.pieces_of(left), plain.pieces_of(right))
    if expected is None:
        with pytest.raises(ValueError, match="the scaffolds never meet"):
            thermograph_from_scaffolds(left, right)
        return
    graph = thermograph_from_scaffolds(left, right)
    foot = graph.temperature, graph.mean
    assert foot == (expected.temperature, expected.mean)
    assert (graph.left.corners(), graph.right.corners()) == (expected.left.corners(), expected.right.corners())


@given(st.lists(WALLS, min_size=1, max_size=4), st.sampled_from((1, -1)))
def test_the_best_of_any_walls_agrees_with_the_definition(walls: list[Wall], sign: int) -> None:
    functions = [plain.merged(plain.pieces_of(wall)) for wall in walls]
    expected = plain.wall_of(plain.best(functions, sign))
    scale, tracks = walls_module.on_one_scale(*walls)
    assert walls_module.tilted_wall(scale, walls_module.envelope(tracks, sign), 0) == expected


@given(WALLS, WALLS, st.sampled_from((1, -1)), st.sampled_from(THIRDS))
def test_walls_moved_and_compared(one: Wall, other: Wall, sign: int, points: Fraction) -> None:
    pieces, others = plain.pieces_of(one), plain.pieces_of(other)
    times = plain.turns([pieces, others])
    times = [*times, *(t + F(1, 5) for t in times), times[-1] + 1000]
    for t in times:
        assert one.value(t) == plain.piece_at(pieces, t).at(t)
        assert t == -1 or one.maker_below(t) == [piece.maker for piece in pieces if piece.start < t][-1]
        assert t == -1 or one.slope_below(t) == [piece.slope for piece in pieces if piece.start < t][-1]
    assert one.rises_above(other, sign) == any(sign * (one.value(t) - other.value(t)) > 0 for t in times)
    assert one.tilted(sign, "x") == plain.wall_of(plain.taxed(pieces, sign, "x"))
    raised = one.raised(points)
    assert raised == Wall([(t, x + points) for t, x in one.points], one.makers, one.slope)
    assert raised.raised(-points) == one
    assert one.same_values(one.without_makers())
    assert one.same_values(other) == all(one.value(t) == other.value(t) for t in times)


@given(WALLS)
def test_walls_are_stored_in_the_largest_unit(wall: Wall) -> None:
    finer = Wall([*wall.points, (wall.points[-1][0] + F(1, 7), wall.value(wall.points[-1][0] + F(1, 7)))],
                 [*wall.makers, wall.makers[-1]], wall.slope)
    assert finer.scale % 7 == 0
    assert finer.raised(1).raised(-1) == finer
    again = Wall(wall.points, wall.makers, wall.slope)
    assert (again, hash(again), again.scale) == (wall, hash(wall), wall.scale)
    for same in (pickle.loads(pickle.dumps(wall)), copy.deepcopy(wall)):
        assert (same, same.points, same.slope) == (wall, wall.points, wall.slope)


def test_thermographs_can_be_pickled_and_compared() -> None:
    graph = thermograph_of_options([(number_thermograph(4), 0)], [(number_thermograph(F(1, 3)), 1)])
    again = pickle.loads(pickle.dumps(graph))
    assert (again, hash(again)) == (graph, hash(graph))
    assert (again.mean, again.temperature) == (F(13, 6), F(11, 6))
    assert graph != number_thermograph(F(13, 6))


def test_ordinary_games_are_computed_without_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners at thirds or half units would show as Fractions in the walls."""
    def refuse(*_: Any) -> Fraction:
        raise AssertionError("a Fraction was made")

    value = game([game([17], [game([9], [3])]), 5], [game([game([2], [-4])], [-30]), game([1], [0])])
    value.memo.clear()
    with monkeypatch.context() as patch:
        for module in (walls_module, thermograph_module):
            patch.setattr(module, "Fraction", refuse)
        graph = thermograph(value)
    for wall in (graph.left, graph.right):
        assert all(type(x) is int for x in (wall.scale, *wall.times, *wall.levels, *wall.rises))
    assert wall.scale & (wall.scale - 1) == 0


def test_denominators_grow_without_limit() -> None:
    """A corridor of n moves has the mean n - 1 + 2^-n: {n|...{2|{1|0}}}."""
    value = number(0)
    for n in range(1, 301):
        value = game([n], [value])
    graph = thermograph(value)
    assert (graph.mean, graph.temperature) == (299 + F(1, 1 << 300), 1 - F(1, 1 << 300))
    cooler = thermograph_of_options([(graph, "B")], [(number_thermograph(298), "W")])  # joined below the fine corners
    assert (cooler.left.scale, cooler.mean, cooler.temperature) == (2, F(597, 2), F(1, 2))
