"""Cooling, heating and atomic weights: published figures, and the laws."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from analysis.values.games.atomic_weight import atomic_weight, infinitesimal_part, remote_star
from analysis.values.games.forms import ZERO, Value, game, number
from analysis.values.games.named_games import DOWN, STAR, UP, miny, nimber, switch, up
from analysis.values.games.notation import parse
from analysis.values.thermography.cooling import chill, cool, freeze, heat, overheat, warm
from analysis.values.thermography.thermograph import mean, temperature
from tests.analysis.values import plain

# game, cooled by 2, atomic weight of that (None: not given)
COOLED_BY_2 = [
    ("{4|0}", "2*", 0, "FACTS 2; source 002 problem 1"),
    ("{6|{4|0}}", "4^", 1, "FACTS 2; source 002 problem 1"),
    ("{-5|-9}", "-7*", 0, "FACTS 2; source 002 problem 2"),
    ("{-5|-8}", "-13/2", 0, "FACTS 2; source 002 problem 3"),
    ("{{6|3}|1}", "11/4", 0, "FACTS 2; source 002 problem 4"),
    ("{{5|2}|0}", "7/4", 0, "FACTS 2; source 002 problem 6 A"),
    ("{{{{{15|8}|6}|4}|2}|0}", "2+{{{miny(3)|0}|0}|0}", -3, "FACTS 2; source 002 problem 6 B"),
    ("{{{10|5}|3}|1}", "3+{miny(1)|0}", -1, "FACTS 2; source 002 problem 6 C"),
    ("{{{11|5}|3}|1}", "3+{miny(2)|0}", -1, "FACTS 2; source 002 problem 6 -L"),
    ("-{{{11|5}|3}|1}", "-3+{0|tiny(2)}", 1, "FACTS 2; source 002 problem 6 L"),
    ("{{7|3},5|1}", "3^*", 1, "FACTS 2; source 002 problem 6 D"),
    ("{-1|-4}", "-5/2", 0, "FACTS 2; source 002 problem 6 H"),
    ("{{0|-4}|-6}", "-4v", -1, "FACTS 2; source 002 problem 6 I"),
    ("{0|{-2|-6}}", "-2^", 1, "FACTS 2; source 002 semeai (1) D"),
    ("{0|{-2|{-4|{-6|-13}}}}", "-2+{0||0|tiny(3)}", 2, "FACTS 2; source 002 problem 6 M"),
    ("{{{8|5}|3}|1}", "23/8", 0, "FACTS 1.7; source 002 problem 4"),
    ("{8|0}", "{6|2}", None, "FACTS 1.8: still hot"),
]


@pytest.mark.parametrize(("text", "cooled", "weight", "source"), COOLED_BY_2, ids=[row[0] for row in COOLED_BY_2])
def test_liberty_games_cooled_by_two(text: str, cooled: str, weight: int | None, source: str) -> None:
    value = cool(parse(text), 2)
    assert value is parse(cooled), source
    assert atomic_weight(value) is (None if weight is None else number(weight)), source


@pytest.mark.parametrize("n", range(2, 6))
@pytest.mark.parametrize("x", range(3, 7))
@pytest.mark.parametrize("y", range(3))
def test_the_family_of_problem_6(n: int, x: int, y: int) -> None:
    """{..{{2n+y+x+2|2n+y}|2n-2+y}..|y} cooled by 2 is 2 + y + {miny(x-2)|0^(n-1)}, of weight -(n-1) (FACTS 2)."""
    value = number(2 * n + y + x + 2)
    for k in range(n, -1, -1):
        value = game([value], [2 * k + y])
    expected = miny(x - 2)
    for _ in range(n - 1):
        expected = game([expected], [0])
    cooled = cool(value, 2)
    assert cooled is 2 + y + expected
    assert atomic_weight(cooled) is number(1 - n)


def test_cooling_keeps_the_infinitesimal_at_the_temperature_itself() -> None:
    assert cool(switch(1), 1) is STAR
    assert cool(parse("{4|0}"), 2) is 2 + STAR
    assert cool(parse("{6|{4|0}}"), 2) is 4 + UP
    assert cool(switch(1), Fraction(9, 8)) is ZERO
    assert cool(parse("{-8|{-9|-11}}"), 1) is up() - 9 is parse("-13+4^")  # FACTS 2, the loser's territory
    assert cool(STAR, 0) is STAR
    assert cool(STAR, Fraction(1, 16)) is ZERO
    assert cool(number(Fraction(7, 8)), 3) is number(Fraction(7, 8))


CHILLED = [
    ("{2|0}", "1*", "FACTS 3, SL Infinitesimals"),
    ("{3|{2|0}}", "2^", "FACTS 3, SL Infinitesimals"),
    ("{4|{3|{2|0}}}", "3^^*", "FACTS 3, SL Infinitesimals"),
    ("{4|{3|*}}", "3+tiny(1)", "FACTS table A"),
    ("{1|-1}", "*", "FACTS 3, Berlekamp and Wolfe"),
    ("{3|*}", "{2|1}", "FACTS table B, width 2"),
    ("{5|{4|{3|*}}}", "4+{0|tiny(1)}", "FACTS table B"),
    ("{7|{6|{5|{{3|{2|{1|*}}}|0}}}}", "6+{0|tiny({2|15/8})}", "FACTS table B"),
]


@pytest.mark.parametrize(("text", "chilled", "source"), CHILLED, ids=[row[0] for row in CHILLED])
def test_chilling(text: str, chilled: str, source: str) -> None:
    value = parse(text)
    assert chill(value) is parse(chilled), source
    assert warm(chill(value)) in (value, value + STAR), source


def test_cooling_keeps_sums_means_and_order() -> None:
    """Cool(G + H, t) = Cool(G, t) + Cool(H, t); the mean and G <= H are preserved, the temperature falls by t."""
    rng = random.Random(6)
    games = [plain.value(plain.random_tree(rng, 3)) for _ in range(120)]
    for g, h in pairwise(games):
        for t in (Fraction(1, 4), 1, Fraction(3, 2), Fraction(rng.randint(0, 24), 8), max(temperature(g), Fraction(0))):
            assert cool(g, t) + cool(h, t) is cool(g + h, t)
            assert -cool(g, t) is cool(-g, t)
            assert mean(cool(g, t)) == mean(g)
            if temperature(g) > t:
                assert temperature(cool(g, t)) == temperature(g) - t
            if g <= h:
                assert cool(g, t) <= cool(h, t)
        assert cool(cool(g, 1), Fraction(1, 2)) is cool(g, Fraction(3, 2))


def test_freezing_leaves_the_mean_and_an_infinitesimal() -> None:
    rng = random.Random(7)
    for _ in range(150):
        g = plain.value(plain.random_tree(rng, 4))
        frozen = freeze(g)
        assert frozen.left_stop == frozen.right_stop == mean(g)
        assert temperature(frozen) <= 0
    assert freeze(parse("{4|{3|*}}")) is parse("3+tiny(1)")


def test_heating_undoes_cooling_up_to_infinitesimals() -> None:
    rng = random.Random(8)
    games = [plain.value(plain.random_tree(rng, 3)) for _ in range(60)]
    for g, h in pairwise(games):
        for t in (Fraction(1, 2), Fraction(1), Fraction(2)):
            assert heat(cool(g, 2), t) + heat(cool(h, 2), t) is heat(cool(g + h, 2), t)
            back = cool(heat(g, t), t)
            assert mean(back) == mean(g)
        if g.number is None and temperature(g) > 0:
            assert temperature(heat(g, 1)) == temperature(g) + 1
    assert heat(STAR, 3) is switch(3)
    assert heat(number(Fraction(1, 2)), 3) is number(Fraction(1, 2))
    assert heat(UP, STAR) is game([STAR], [game([STAR], [STAR]) + STAR])


def test_overheating() -> None:
    """Warming the number a corridor chills to gives the corridor; s must be positive."""
    for n in range(1, 9):
        x = number(n - 2 + Fraction(2) ** (1 - n))
        assert warm(x) in (plain.corridor(n), plain.corridor(n) + STAR)
    rng = random.Random(9)
    games = [plain.value(plain.random_tree(rng, 2)) for _ in range(40)]
    for g, h in pairwise(games):
        assert warm(g) + warm(h) is warm(g + h)
        assert (g <= h) == (warm(g) <= warm(h))
    assert overheat(number(3), UP, 1) is up(3)
    assert overheat(number(Fraction(1, 2)), 1, 1) is switch(1, 0)
    for bad in (0, -1, STAR, DOWN):
        with pytest.raises(ValueError, match="greater than 0, got"):
            overheat(switch(1), bad, 1)


@pytest.mark.parametrize(
    ("t", "message"),
    [(-1, "at least 0, got -1"), (Fraction(1, 3), "dyadic number, got 1/3; only its thermograph can be cooled by")],
)
def test_invalid_temperatures(t: Fraction, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cool(switch(1), t)


# -- atomic weight


WEIGHTS = [
    ("0", 0, "Winning Ways 8"),
    ("*", 0, "Winning Ways 8"),
    ("*5", 0, "Winning Ways 8"),
    ("^", 1, "Winning Ways 8"),
    ("^*", 1, "Winning Ways 8"),
    ("^3*", 3, "Winning Ways 8"),
    ("v2*2", -2, "Winning Ways 8"),
    ("tiny(2)", 0, "FACTS 2: tinies weigh nothing"),
    ("miny(1/2)", 0, "FACTS 2"),
    ("{^|v}", 0, "Winning Ways 8: {1|-1} of weights would be hot, here -1 and 1 cool to 0"),
    ("{0,{15/4|0}|0}", 1, "FACTS 3, SL More Infinitesimals, beast 2"),
    ("{0|0,*}", -1, "FACTS 3, SL Infinitesimals, beast 1 = v*"),
    ("7/2+^^", 2, "the number does not count"),
]


@pytest.mark.parametrize(("text", "weight", "source"), WEIGHTS, ids=[row[0] for row in WEIGHTS])
def test_atomic_weights(text: str, weight: int, source: str) -> None:
    assert atomic_weight(parse(text)) is number(weight), source
    assert atomic_weight(-parse(text)) is number(-weight), source


def test_weights_of_all_small_games_add_up_and_two_ahead_wins() -> None:
    """A weight of 2 or more wins for Black, of -2 or less for White."""
    rng = random.Random(10)

    def all_small(depth: int) -> Value:
        if depth == 0 or rng.random() < 0.2:
            return nimber(rng.randint(0, 2))
        sides = [[all_small(depth - 1) for _ in range(rng.randint(1, 2))] for _ in range(2)]
        return game(*sides)

    games = [all_small(4) for _ in range(80)]
    weights = set()
    for g, h in pairwise(games):
        first, second = atomic_weight(g), atomic_weight(h)
        assert first is not None
        assert second is not None
        weights.add(first)
        assert atomic_weight(g + h) is first + second
        if first >= number(2):
            assert g > 0
        if first >= number(1):
            assert not g <= 0
        if first <= number(-2):
            assert g < 0
    assert len(weights) >= 5


def test_hot_games_have_no_atomic_weight() -> None:
    assert atomic_weight(switch(2)) is None
    assert infinitesimal_part(switch(2)) is None
    assert infinitesimal_part(3 + UP) is UP


def test_remote_stars() -> None:
    assert remote_star(ZERO) is nimber(2)
    assert remote_star(nimber(5)) is nimber(8)
