"""Ways out of the space of a group: points to itself, and moves that join further chains."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Position
from analysis.reading.answer import Result
from analysis.reading.life_and_death import _escape_kernels as escape
from analysis.reading.life_and_death import _space_kernels as spaces
from analysis.reading.life_and_death.group_question import kill, live
from tests.analysis.reading.life_and_death.test_estimates import random_space
from tests.analysis.reading.life_and_death.test_space import state_of


def test_one_point_links_no_chain_to_the_way_out_however_many_stones_are_beside_it() -> None:
    """Black's four stones reach F3; the chain beside it, which has a way out, touches it with two stones."""
    rows = [*["........."] * 4, "..XXOOOOO", "..XOOXXXO", "..XXX.XOO", "..XOXXOO.", "...OOOO.."]
    position = Position.from_diagram("\n".join(rows), "W")
    board, search = state_of(position, list(position.chain_at(position.grid.point("F4"))), [])
    spaces.find_space(board, search)
    assert escape.points_to_escape(board, search) == 1


@settings(max_examples=500, deadline=None)
@given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(2, 11))
def test_joining_moves_agree_with_plain_python_on_random_boards(seed: int, height: int, width: int) -> None:
    case = random_space(seed, height, width)
    if case is None:
        return
    position, group, safe, space = case
    board, search = state_of(position, group, safe)
    spaces.find_space(board, search)
    for fewest in (escape.NOT_IN_ATARI, 4):
        found = escape.points_to_join(board, search, fewest)
        assert found == len(space.joins(fewest)), (position.diagram(), group[0], safe, fewest)
    weak = {chain for chain in space.chains_in() if len(position.liberties_at(chain[0])) <= spaces.WEAK}
    own = {point for chain in space.chains for point in chain}
    captures = any(not own.isdisjoint(position.grid.beside[point]) for chain in weak for point in chain)
    assert escape.may_capture(board, search) == captures, (position.diagram(), group[0], safe)


TWO_JOINS = """
OOOOX....
OOOOX....
..XXX....
..XXXXXXX
OOOOOOOOO
.........
.........
.........
.........
"""
"""White's stones in the corner are joined to the others by A7 and, whatever Black answers, A6 or B6."""


@pytest.mark.parametrize("safe", [[], ["A5"]])
def test_a_group_that_one_move_joins_to_others_is_not_dead(safe: list[str]) -> None:
    """Though a wall is as near to the points between, and though the others do not count as safe."""
    position = Position.from_diagram(TWO_JOINS, "W")
    point = position.grid.point
    group, marked = position.chain_at(point("A9")), [point(vertex) for vertex in safe]
    saved = live(position, group, safe=marked)
    assert saved.result is Result.WORKS
    assert kill(position, group, safe=marked).result is Result.WORKS
    assert saved.move is not None
    assert kill(position.play(saved.move), group, safe=marked).result is Result.FAILS
