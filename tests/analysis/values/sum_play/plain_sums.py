"""Hypothesis strategies for random games."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from analysis.values.games.forms import Value, game, number
from analysis.values.games.named_games import nimber, tiny, up


@st.composite
def dyadics(draw: st.DrawFn, largest: int = 8, bits: int = 3) -> Fraction:
    """Draw a dyadic fraction from -largest to largest with a denominator of at most 2**bits."""
    unit = 2 ** draw(st.integers(0, bits))
    return Fraction(draw(st.integers(-largest * unit, largest * unit)), unit)


def values(max_day: int = 3, most: int = 2, largest: int = 8) -> st.SearchStrategy[Value]:
    """Return a strategy for games of at most `max_day` moves to a number, star, ups or tiny.

    A side has at most `most` options, sometimes none. Numbers are from -largest to largest. Some games have a simpler
    canonical form.
    """
    games: st.SearchStrategy[Value] = st.one_of(
        st.integers(-largest, largest).map(number),
        dyadics(largest).map(number),
        st.sampled_from([nimber(1), nimber(2), up(), -up(), up(1, 1), up(-2, 3), tiny(1), -tiny(Fraction(3, 2))]),
    )
    for _ in range(max_day):
        side = st.lists(games, min_size=0 if most > 1 else 1, max_size=most)
        games = st.one_of(games, st.builds(game, side, side), st.builds(game, side, side))
    return games
