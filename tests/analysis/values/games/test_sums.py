"""Sums: group laws, compatibility with the order, and the addition of games that chill to numbers."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from analysis.values.games.forms import ZERO, Value, canonical, followers, number
from analysis.values.games.named_games import STAR, UP, nimber, switch, tiny, up
from analysis.values.games.number_heating import chilled_number, warmed
from analysis.values.games.sums import multiple, total
from tests.analysis.values import plain


def values(count: int, depth: int, seed: int) -> list[Value]:
    """Return random games."""
    rng = random.Random(seed)
    return [plain.value(plain.random_tree(rng, depth)) for _ in range(count)]


def test_group_laws() -> None:
    games = values(60, 3, 1)
    for g, h, k in zip(games, games[1:], games[2:], strict=False):
        assert g + h is h + g
        assert (g + h) + k is g + (h + k)
        assert g - g is ZERO
        assert g + 0 is g
        assert 0 - g is -g
        assert g - h is -(h - g)
        if g <= h:
            assert g + k <= h + k
        assert (g <= h) == (g - h <= 0)


def test_multiples() -> None:
    for g in [*values(12, 2, 2), STAR, nimber(3), UP, switch(1, 0), plain.corridor(4), tiny(2), number(Fraction(3, 8))]:
        copies = ZERO
        for n in range(6):
            assert n * g is copies is multiple(n, g)
            assert -n * g is -copies
            copies = copies + g
    assert 10**12 * nimber(2) is ZERO
    assert (10**12 + 1) * switch(1) is switch(1)
    assert 10**9 * (STAR + 3) is number(3 * 10**9)


def test_total_equals_repeated_addition() -> None:
    named = [plain.corridor(3), number(Fraction(1, 4)), STAR, 2 + STAR, -plain.corridor(6), switch(5, -2)]
    games = [*values(8, 2, 3), *named]
    running = ZERO
    for count, g in enumerate(games):
        assert total(games[:count]) is running
        running = running + g
    assert total([]) is ZERO
    assert total([1, Fraction(1, 2)]) is number(Fraction(3, 2))


def sum_of_options(g: Value, h: Value) -> Value:
    """Return g + h computed from its options, which are added with the operator."""
    lefts, rights = ([a + h for a in g.moves[i]] + [g + a for a in h.moves[i]] for i in (0, 1))
    return canonical(lefts, rights)


def test_warmed_numbers_add_up() -> None:
    """The theorem used by the fast path: sums of warmed numbers, computed from their options, are the warmed sums."""
    rng = random.Random(4)
    for _ in range(1500):
        x, y = (Fraction(rng.randint(-40, 40), 2 ** rng.randint(0, 5)) for _ in range(2))
        r, s = rng.randint(0, 1), rng.randint(0, 1)
        g, h = warmed(x, r), warmed(y, s)
        assert chilled_number(g) == (x, r)
        assert g + h is warmed(x + y, r ^ s)
        if g.number is None and h.number is None:
            assert sum_of_options(g, h) is g + h


@pytest.mark.parametrize("n", range(1, 12))
def test_corridors_are_warmed_numbers(n: int) -> None:
    """A corridor of n points chills to n - 2 + 2^(1-n) (FACTS table B)."""
    chilled = chilled_number(plain.corridor(n))
    assert chilled is not None
    assert chilled[0] == n - 2 + Fraction(2) ** (1 - n)
    assert warmed(*chilled) is plain.corridor(n)


def test_other_games_do_not_chill_to_numbers() -> None:
    for value in (UP, up(1, 1), tiny(1), nimber(2), switch(3, 1) + UP, switch(4), number(Fraction(1, 2))):
        assert chilled_number(value) is None


def test_twelve_corridors() -> None:
    """Lengths 2 to 13: the sum has few positions and does not depend on the order of addition."""
    corridors = [plain.corridor(n) for n in range(2, 14)]
    sum_ = total(corridors)
    assert sum_ is sum(corridors[::-1], ZERO)
    assert len(followers(sum_)) == 37
    assert sum_ - total(corridors[:6]) is total(corridors[6:])
