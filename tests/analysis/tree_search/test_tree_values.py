"""The values that are shown of a tree: root and lines on one scale, lucky means of few visits not believed."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import BLACK, PASS, WHITE, Color
from analysis.tree_search.puct_tree import RootMove
from analysis.tree_search.tree_values import CONFIDENCE, OPEN_SHARE, PSEUDO_VISITS, shown_values


def move(point: int, score: float, visits: int, probability: float, error: float = math.inf) -> RootMove:
    return RootMove(point, 0.0, score, probability, (point,), (visits,), error)


MOVES = (move(3, 10.0, 12, 0.5), move(4, 16.0, 2, 0.1), move(5, 4.0, 6, 0.4), move(PASS, -5.0, 6, 0.0))


def test_the_root_is_the_best_line_shrunk_to_what_likely_moves_give() -> None:
    expected = 0.5 * 10 + 0.1 * 16 + 0.4 * 4
    root, leads = shown_values(MOVES, 3, BLACK, 1.0)
    assert root == pytest.approx((12 * 10 + PSEUDO_VISITS * expected) / (12 + PSEUDO_VISITS))
    assert leads[3] == root
    assert leads[4] == root, "two visits that are better are not believed"
    assert leads[5] == pytest.approx(root - 6)
    assert leads[PASS] == pytest.approx(root - 15)


def test_few_visits_are_shown_below_their_mean() -> None:
    """By the standard errors that they have more than the first."""
    lucky, level, worse = move(4, 13.0, 1, 0.2), move(5, 10.0, 4, 0.2), move(6, 2.0, 16, 0.2)
    root, leads = shown_values((move(3, 10.0, 16, 0.4, error=1.0), lucky, level, worse), 3, BLACK, 0.0)
    assert root == 10.0
    assert leads[4] == pytest.approx(10 + 3 - CONFIDENCE * 4 * (1 - 1 / 4))
    assert leads[5] == pytest.approx(10 - CONFIDENCE * 4 * (1 / 2 - 1 / 4))
    assert leads[6] == 2.0


def test_on_a_settled_board_a_mean_is_believed() -> None:
    assert shown_values(MOVES, 3, BLACK, 0.0)[0] == 10.0
    half = shown_values(MOVES, 3, BLACK, OPEN_SHARE / 2)[0]
    assert shown_values(MOVES, 3, BLACK, 1.0)[0] < half < 10.0


def test_a_pass_that_is_listed_first_has_its_own_mean() -> None:
    root, leads = shown_values(MOVES, PASS, WHITE, 1.0)
    assert root == leads[PASS] == -5.0
    assert leads[5] == 4.0


def test_a_local_move_of_few_visits_that_is_listed_first_has_the_value_of_the_search() -> None:
    root, leads = shown_values(MOVES, 4, BLACK, 0.0)
    assert (root, leads[4], leads[3], leads[5]) == (10.0, 10.0, 10.0, 4.0)


MOVE_LISTS = st.lists(
    st.tuples(st.floats(-90, 90), st.integers(1, 60), st.floats(0, 1)), min_size=1, max_size=8
).map(lambda rows: tuple(move(point, *row) for point, row in enumerate(rows)))


@given(MOVE_LISTS, st.sampled_from((BLACK, WHITE)), st.floats(0, 1), st.data())
def test_no_line_is_better_than_the_first(
    moves: tuple[RootMove, ...], color: Color, share: float, data: st.DataObject
) -> None:
    first = data.draw(st.sampled_from(moves)).point
    root, leads = shown_values(moves, first, color, share)
    assert leads[first] == root
    assert all(color * lead <= color * root for lead in leads.values())
    mirrored = tuple(replace(one, score=-one.score) for one in moves)
    assert shown_values(mirrored, first, color.opponent, share)[0] == pytest.approx(-root)
