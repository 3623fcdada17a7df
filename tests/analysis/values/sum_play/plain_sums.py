"""Random games for the tests of this floor."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from analysis.values.games.forms import Value, game, number
from analysis.values.games.named_games import nimber, tiny, up


@st.composite
def dyadics(draw: st.DrawFn, largest: int = 8, bits: int = 3) -> Fraction:
    """Dyadic fractions from -largest to largest, with denominators up to 2**bits; mostly integers."""
    unit = 2 ** draw(st.integers(0, bits))
    return Fraction(draw(st.integers(-largest * unit, largest * unit)), unit)


def values(max_day: int = 3, most: int = 2, largest: int = 8) -> st.SearchStrategy[Value]:
    """Games with at most `max_day` moves to a number, star, ups or tiny, and at most `most` options for a player.

    Numbers are from -largest to largest. Some have no options on a side; some come out simpler than they were made.
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
