"""Ups, stars and copies of tiny, recognised by their canonical forms and built without sums."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given, settings

from analysis.values.games.forms import ZERO, Value, number
from analysis.values.games.named_games import STAR, UP, miny, nimber, switch, tiny, up
from analysis.values.games.notation import parse
from analysis.values.games.recognition import Uptimal, copies_of_tiny, tiny_multiple, uptimal
from tests.analysis.values.sum_play.plain_sums import values


def one_by_one(copies: int, value: Value) -> Value:
    """Return the sum of that many copies, or of the negative, added one by one."""
    sum_ = ZERO
    for _ in range(abs(copies)):
        sum_ = sum_ + value if copies > 0 else sum_ - value
    return sum_


@pytest.mark.parametrize("star", range(5))
@pytest.mark.parametrize("ups", range(-6, 7))
def test_ups_and_stars_beside_any_number(ups: int, star: int) -> None:
    """Siegel, Combinatorial Game Theory, II.3, against sums of single ups, one star and a number."""
    summed = ups * UP + nimber(star)
    assert summed is up(ups, star)
    for x in (F(0), F(3), F(-5, 2)):
        assert uptimal(summed + x) == Uptimal(x, ups, star)
        assert Uptimal(x, ups, star).value() is summed + x


@pytest.mark.parametrize(
    "text", ["{2|0}", "tiny(2)", "^+tiny(2)", "{0|{0|tiny(1)}}", "{0,*2|0,*}", "{0,{15/4|0}|0}", "1+miny(2)", "{^3|v}"]
)
def test_other_games_are_not_taken_for_ups_and_stars(text: str) -> None:
    assert uptimal(parse(text)) is None


@pytest.mark.parametrize(("text", "named"), [
    ("{0|0,*2}", Uptimal(star=1)), ("{*2|0}", Uptimal(ups=-1, star=3)), ("{0,^*|*}", Uptimal(ups=1)),
])
def test_games_that_simplify_to_ups_and_stars(text: str, named: Uptimal) -> None:
    assert uptimal(parse(text)) == named


@given(values(max_day=3, most=3))
@settings(max_examples=300, deadline=None)
def test_recognised_games_equal_what_they_are_recognised_as(value: Value) -> None:
    named = uptimal(value)
    assert named is None or named.value() is value
    small = tiny_multiple(value)
    if small is not None:
        assert small.threat > ZERO
        assert one_by_one(small.copies, tiny(small.threat)) is value


@pytest.mark.parametrize("threat", [F(1, 4), F(1), F(3, 2), F(5)])
@pytest.mark.parametrize("copies", [-9, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8, 11, 24])
def test_copies_of_tiny_equal_their_sum(copies: int, threat: F) -> None:
    value = copies_of_tiny(copies, threat)
    assert value is one_by_one(copies, tiny(threat)) is copies * tiny(threat)
    assert (-2) * value is copies_of_tiny(-2 * copies, threat)
    found = tiny_multiple(value)
    assert found == (None if copies == 0 else (copies, number(threat)))


def test_many_copies_of_tiny_differ_by_one_copy() -> None:
    """Sixty copies plus a miny are fifty-nine."""
    for copies in (60, 61):
        assert copies_of_tiny(copies, F(5)) + miny(5) is copies_of_tiny(copies - 1, F(5))
    assert tiny_multiple(copies_of_tiny(-10_001, F(1, 2))) == (-10_001, number(F(1, 2)))


def test_one_copy_with_any_threat() -> None:
    for threat in (switch(2, F(15, 8)), 1 + UP, 3 + STAR):
        assert tiny_multiple(tiny(threat)) == (1, threat)
        assert tiny_multiple(miny(threat)) == (-1, threat)


@pytest.mark.parametrize("threat", [F(0), F(-2)])
def test_copies_of_tiny_need_a_positive_threat(threat: F) -> None:
    with pytest.raises(ValueError, match=f"a number greater than 0, got {threat}"):
        copies_of_tiny(3, threat)


@given(values(max_day=1), values(max_day=1))
@settings(max_examples=100, deadline=None)
def test_sums_and_multiples_of_recognised_games(g: Value, h: Value) -> None:
    first, second = uptimal(g), uptimal(h)
    if first is not None and second is not None:
        assert first.plus(second).value() is g + h
        assert first.times(-3).value() is -3 * g
