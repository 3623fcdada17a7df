"""The ranking corrected by reading."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import BLACK, Position, Rules
from analysis.control import ControlSettings
from analysis.evaluation import evaluate
from analysis.ranking.ranker import rank_moves
from analysis.ranking.tactics import rank_with_tactics
from analysis.reading import Result, attack
from analysis.status import StatusBudget, Verdict
from tests.positions import random_positions, real_positions

SMALL = StatusBudget(chain=100, group=100)

THREE = "...XO.O\nXXXXO.O\nOOOOO.O\n.O.OOOO\nOOOOO.O\nO.OO.O.\nOOOOOOO"
"""Black's eye space is three points in a row: B7 decides."""


@pytest.mark.parametrize("to_move", ["B", "W"])
def test_the_vital_point_of_a_critical_group_comes_first(to_move: str) -> None:
    position = Position.from_diagram(THREE, to_move)
    evaluation = evaluate(position)
    assert evaluation.status is not None
    status = evaluation.status.at(position.grid.point("D7"))
    assert status is not None
    assert status.verdict is Verdict.CRITICAL
    first = rank_with_tactics(evaluation).best(1)[0]
    assert first.point == position.grid.point("B7")
    assert first.gain > 8  # nine points depend on it, stones and eye space, and the difference counts twice


def test_an_evaluation_by_control_only_is_ranked_without_reading() -> None:
    for position in random_positions(5, seed=3, smallest=3, largest=9):
        bare = evaluate(position, control_only=True)
        assert rank_with_tactics(bare).candidates == rank_moves(position).candidates


def test_a_stone_that_can_be_captured_at_once_loses_its_gain() -> None:
    position = Position.from_diagram(".....\nX.X.X\nO..OX\nO..O.", "B")
    evaluation = evaluate(position)
    point = position.grid.point("B1")
    assert attack(position.play(point), point).result is Result.WORKS
    plain, corrected = rank_moves(position, settled=evaluation.settled), rank_with_tactics(evaluation)
    before, after = ({move.point: move.gain for move in ranking.moves}[point] for ranking in (plain, corrected))
    assert before > 1
    assert after < 0.5


def test_every_legal_move_and_the_pass_are_ranked_in_order_of_gain() -> None:
    for position in [*random_positions(8, seed=5, smallest=1, largest=9), *real_positions()[::60]]:
        ranking = rank_with_tactics(evaluate(position, budget=SMALL))
        assert sorted(move.point for move in ranking.moves) == sorted(map(int, position.legal_points()))
        gains = [round(move.gain, 6) for move in ranking.candidates]
        assert gains == sorted(gains, reverse=True)
        for move in ranking.candidates:
            assert move.gain == pytest.approx(ranking.color * (move.score - ranking.pass_score), abs=1e-9)


def test_without_critical_chains_and_captures_it_is_the_ranking_on_the_settled_board() -> None:
    position = Position.empty(9).play(40)
    evaluation = evaluate(position)
    plain = rank_moves(position, settled=evaluation.settled)
    assert rank_with_tactics(evaluation).candidates == plain.candidates


@pytest.mark.parametrize("size", [9, 13, pytest.param(19, marks=pytest.mark.slow)])
def test_moves_on_the_settled_board_have_the_scores_of_their_positions(size: int) -> None:
    """The kernel against evaluating each position after a move by itself."""
    for position in [p for p in real_positions() if p.grid.height == size][10::100]:
        evaluation = evaluate(position, budget=SMALL)
        settled = evaluation.settled
        assert settled is not None
        fast = rank_moves(position, ControlSettings(tolerance=1e-16), settled=settled)
        slow = rank_moves(position, ControlSettings(method="paper", tolerance=1e-16), settled=settled)
        gains = [{move.point: move.gain for move in ranking.candidates} for ranking in (fast, slow)]
        assert np.array([gains[0][p] for p in gains[1]]) == pytest.approx(np.array(list(gains[1].values())), abs=1e-5)


def test_superko_points_and_suicide_follow_the_rules() -> None:
    position = Position.from_diagram(".X.O\nX.X.\n.X..\n....", "W")
    evaluation = evaluate(position, Rules(suicide=True))
    legal = set(map(int, position.legal_points(rules=Rules(suicide=True))))
    assert {move.point for move in rank_with_tactics(evaluation).moves} == legal
    forbidden = min(legal)
    assert forbidden not in {move.point for move in rank_with_tactics(evaluation, forbidden=[forbidden]).moves}
    assert rank_with_tactics(evaluate(position.with_to_move(BLACK))).color is BLACK
