"""Canonical forms and their order, against the definitions on plain trees."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from analysis.values.games.forms import ZERO, Value, followers, game, intern, number, simplest_between
from analysis.values.games.named_games import DOWN, STAR, UP, miny, nimber, switch, tiny, up
from analysis.values.games.outcome import Outcome, black_incentives, outcome, white_incentives
from tests.analysis.values import plain

half = Fraction(1, 2)


# name, left options, right options, canonical form
CANONICAL = [
    ("nothing", [], [], ZERO),
    ("integers", [4], [], number(5)),
    ("no move for Black", [], [-2], number(-3)),
    ("zugzwang (FACTS table A)", [2], [3], number(Fraction(5, 2))),
    ("far apart: the simplest", [0], [5], number(1)),
    ("below zero", [-9], [-3], number(-4)),
    ("across zero", [-9], [3], ZERO),
    ("quarters", [Fraction(1, 4)], [half], number(Fraction(3, 8))),
    ("thin", [Fraction(5, 8)], [Fraction(7, 8)], number(Fraction(3, 4))),
    ("star", [0], [0], STAR),
    ("dominated", [0, 1, -3], [2, 7, 2], number(Fraction(3, 2))),
    ("star and star", [STAR], [STAR], ZERO),
    ("up", [0], [STAR], UP),
    ("{*|0} is down (FACTS 3)", [STAR], [0], DOWN),
    ("{0|up} is two ups and star (FACTS 3)", [0], [UP], up(2, 1)),
    ("beast 1: {0|0,*} is down star (FACTS 3)", [0], [0, STAR], up(-1, 1)),
    ("{*|miny(2)} is down (FACTS 3)", [STAR], [miny(2)], DOWN),
    ("up star (FACTS 1.9)", [0, STAR], [0], up(1, 1)),
    ("a number between equal stops", [switch(1)], [switch(1)], ZERO),
    ("miai is a number (FACTS 1.3)", [switch(10, 5)], [switch(5, 0)], number(5)),
    ("White's move reverses (FACTS 1.4)", [6], [game([switch(9, 1)], [-3])], switch(6, 1)),
    ("tiny", [0], [switch(0, -5)], tiny(5)),
]


@pytest.mark.parametrize(("name", "left", "right", "expected"), CANONICAL, ids=[row[0] for row in CANONICAL])
def test_canonical_forms(name: str, left: list[Value], right: list[Value], expected: Value) -> None:
    assert game(left, right) is expected


def test_order_outcomes_sums_and_negatives_agree_with_the_definitions() -> None:
    """Random games, compared and played out on plain trees."""
    rng = random.Random(0)
    trees = [plain.random_tree(rng, 3) for _ in range(100)]
    values = [plain.value(tree) for tree in trees]
    won = {(True, True): Outcome.FIRST, (True, False): Outcome.BLACK, (False, True): Outcome.WHITE,
           (False, False): Outcome.SECOND}
    for tree, value in zip(trees, values, strict=True):
        assert plain.at_most(tree, plain.tree_of(value))
        assert plain.at_most(plain.tree_of(value), tree)
        assert outcome(value) is won[plain.wins(tree, 0), plain.wins(tree, 1)]
        assert -value is plain.value(plain.negative(tree))
    small = list(zip(trees, values, strict=True))[:45]
    for (a, g), (b, h) in combinations(small, 2):
        below, above = plain.at_most(a, b), plain.at_most(b, a)
        assert ((g <= h), (g >= h)) == (below, above)
        assert (g is h) == (below and above)
        assert g.confused_with(h) == (not below and not above)
        assert (g < h) == (below and not above)
    for (a, g), (b, h) in pairwise(small[:20]):
        assert plain.wins(plain.plus(a, b), 0) == (outcome(g + h) in (Outcome.BLACK, Outcome.FIRST))


def test_canonical_forms_have_no_dominated_or_reversible_options() -> None:
    rng = random.Random(5)
    for _ in range(200):
        for value in followers(plain.value(plain.random_tree(rng, 4))):
            for options in (value.left, value.right):
                assert not any(g <= h or h <= g for g, h in combinations(options, 2))
            assert not any(reply <= value for option in value.left for reply in option.right)
            assert not any(reply >= value for option in value.right for reply in option.left)
            assert value.left_stop >= value.right_stop


@pytest.fixture(scope="module")
def third_day() -> list[Value]:
    """Return all games born by day 3."""
    day = [ZERO]
    for _ in range(3):
        sides = [subset for size in range(5) for subset in combinations(day, size)
                 if not any(g <= h or h <= g for g, h in combinations(subset, 2))]
        day = list({game(left, right): None for left in sides for right in sides})
    return day


@pytest.mark.slow
def test_the_games_born_by_day_three(third_day: list[Value]) -> None:
    """1474 games (Calistrate, Paulhus, Wolfe 2002), of which -3 is the least and 3 the greatest."""
    assert len(third_day) == 1474
    below, above = dict.fromkeys(third_day, 0), dict.fromkeys(third_day, 0)
    for value in third_day:
        for other in third_day:
            if other <= value:
                below[value] += 1
                above[other] += 1
    assert (below[number(3)], below[number(-3)]) == (1474, 1)
    assert all(below[-value] == above[value] for value in third_day)


def test_integers_of_any_size_are_one_object() -> None:
    huge = 10**100
    assert number(huge) + 1 is number(huge + 1)
    assert number(361).left == (number(360),)
    assert number(-361).right == (number(-360),)
    assert number(361).right == ()
    assert followers(number(huge) + STAR) == [number(huge), number(huge) + STAR]
    assert number(Fraction(5, 8)).left == (number(half),)
    assert number(Fraction(5, 8)).right == (number(Fraction(3, 4)),)


def test_deep_games_need_no_recursion() -> None:
    deep = 361 * tiny(5)
    assert len(followers(deep)) > 500
    assert ZERO < deep < UP
    assert deep + tiny(5) is 362 * tiny(5)
    assert pickle.loads(pickle.dumps(deep)) is deep
    tower = ZERO
    for _ in range(1000):
        tower = game([tower, 1], [0])
    assert len(followers(tower)) == 1002
    assert 0 - (-tower) is tower
    assert pickle.loads(pickle.dumps(tower)) is tower
    assert game([tower], [tower - 1]) - 1 <= tower
    assert 0 - up(-4000, 1) is up(4000, 1)
    assert up(3000) + 2 < up(3001) + 2


def test_equal_values_are_the_same_object_also_after_copying() -> None:
    value = game([4], [switch(3, 2)])
    assert value is game([4, 3], [switch(3, 2)])
    assert copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps([value, -value]))[1] is -value
    assert {value: 1}[game([4], [switch(3, 2)])] == 1
    assert intern(value.left, value.right) is value


def test_unused_games_are_garbage_collected() -> None:
    """The tables of games hold weak references, so that memory does not grow in a long session."""
    module = sys.modules["analysis.values.games.forms"]

    value = switch(123457)
    assert module._GAMES.get((value.left, value.right)) is value
    key = (number(123457), number(-123457))
    del value
    module._ORDER.clear()
    gc.collect()
    assert module._GAMES.get(((key[0],), (key[1],))) is None


def test_named_games() -> None:
    assert set(nimber(3).left) == {ZERO, STAR, nimber(2)} == set(nimber(3).right)
    for copies in range(-4, 5):
        for star in range(4):
            ups = ZERO
            for _ in range(abs(copies)):
                ups = ups + (UP if copies > 0 else DOWN)
            assert ups + nimber(star) is up(copies, star)
    assert miny(2) is -tiny(2)
    assert tiny(0) is UP
    assert switch(3) is game([3], [-3])
    assert tiny(1) < tiny(half)  # the larger the threat, the less it is worth
    assert ZERO < tiny(1) < UP


def test_incentives() -> None:
    """G^L - G and G - G^R, computed by hand."""
    assert black_incentives(switch(2)) == (game([4], [0]),) == white_incentives(switch(2))
    assert black_incentives(STAR) == (STAR,) == white_incentives(STAR)
    assert black_incentives(number(3)) == (number(-1),)
    assert white_incentives(number(3)) == ()
    assert black_incentives(number(half)) == (number(-half),)
    assert black_incentives(UP) == (DOWN,)
    assert white_incentives(UP) == (up(1, 1),)


@pytest.mark.parametrize(
    ("low", "high", "low_in", "high_in", "expected"),
    [(None, None, False, False, 0), (3, None, False, False, 4), (None, -2, False, False, -3),
     (0, 1, False, False, half), (Fraction(1, 3), Fraction(2, 5), False, False, Fraction(3, 8)),
     (2, 2, True, True, 2), (2, 3, True, False, 2), (-7, -2, False, False, -3), (-7, -2, False, True, -2),
     (Fraction(9, 4), Fraction(11, 4), False, False, Fraction(5, 2)),
     (Fraction(-3, 4), Fraction(-1, 2), False, False, Fraction(-5, 8)),
     (10**30, 10**30 + 1, False, False, 10**30 + half)],
)
def test_the_simplest_number(low: Fraction, high: Fraction, low_in: bool, high_in: bool, expected: Fraction) -> None:
    assert simplest_between(low, high, low_in, high_in) == expected


def test_invalid_numbers_are_rejected() -> None:
    for bad in (lambda: number(Fraction(1, 3)), lambda: game([Fraction(2, 7)], [0]), lambda: STAR + Fraction(1, 5)):
        with pytest.raises(ValueError, match="denominator must be a power of two"):
            bad()
    with pytest.raises(ValueError, match="no number lies between 3 and 2"):
        simplest_between(3, 2)
    with pytest.raises(ValueError, match="at least 0, got -1"):
        nimber(-1)
    with pytest.raises(ValueError, match="at least 0, got"):
        tiny(-2)
