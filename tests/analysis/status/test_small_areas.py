"""Small enclosed areas of chains."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import EMPTY, Color, Position
from analysis.region.enclosed_area import Area, find_area
from analysis.region.enclosed_life import LifeVerdict
from analysis.status.reading_cache import ReadingCache
from analysis.status.small_areas import small_area, solve_small_area
from tests.positions import random_position

MOST_POINTS = 12

CORNER = Position.from_diagram(". . . X O .\nX X X X O .\nO O O O O .\n. . . . . .")
"""Black's three points in the corner: it lives if it moves first, and dies if White does."""


def area_of(position: Position, target: int) -> Area | None:
    """Return the enclosed area of a chain if it is small, without a look at what surrounds the chain."""
    try:
        area = find_area(position, target)
    except ValueError:
        return None
    return area if len(area.points) <= MOST_POINTS else None


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(2, 9))
def test_areas_of_random_boards_are_those_that_are_enclosed_and_small(seed: int, height: int, width: int) -> None:
    position = random_position(np.random.default_rng(seed), height, width)
    for chain in position.chains():
        assert small_area(position, chain[0]) == area_of(position, chain[0]), (position.diagram(), chain[0])


def test_an_area_is_solved_for_either_side_and_kept_by_the_cache() -> None:
    memory, target = ReadingCache(), CORNER.grid.point("D4")
    area = small_area(CORNER, target)
    assert area is not None
    assert CORNER.grid.vertices(area.playable) == "A4 B4 C4"
    found = [solve_small_area(CORNER, area, mover, 100, memory) for mover in (Color.BLACK, Color.WHITE)]
    assert [life and life.verdict for life in found] == [LifeVerdict.ALIVE, LifeVerdict.DEAD]
    assert solve_small_area(CORNER, area, Color.WHITE, 100, memory) is found[1]


def test_without_an_area_or_enough_nodes_nothing_is_solved() -> None:
    open_board = Position.from_diagram("\n".join(["." * 9] * 4 + ["....X...."] + ["." * 9] * 4))
    target = int(np.flatnonzero(open_board.stones != EMPTY)[0])
    assert small_area(open_board, target) is None
    assert solve_small_area(open_board, None, Color.BLACK, 100, ReadingCache()) is None
    rows = [". . . . X O .", ". . . . X O .", "X X X X X O .", "O O O O O O .", ". . . . . . ."]
    wide = Position.from_diagram("\n".join(rows), "W")
    area = small_area(wide, wide.grid.point("E5"))
    assert area is not None
    assert solve_small_area(wide, area, Color.WHITE, 1, ReadingCache()) is None
