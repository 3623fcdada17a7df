"""Foresight: what is looked at, what a move comes to, and that it sees what the ranker does not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from analysis import foresight
from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.evaluation import Evaluation, evaluate
from analysis.foresight import EXPERIENCE, QUICK, plans
from analysis.status import Memory
from tests.positions import real_positions

THREE_IN_A_ROW = """
...XO....
XXXXO....
OOOOO....
.........
....X....
...X.X...
.........
.........
"""


@pytest.mark.parametrize("place", [0, 90, 180, 200])
def test_plans_are_legal_moves_in_order_and_the_pass(place: int) -> None:
    evaluation = evaluate(real_positions()[place], budget=QUICK)
    found = plans(evaluation, breadth=3, answers=1)
    points = [plan.point for plan in found]
    assert points.count(PASS) == 1
    assert len(set(points)) == len(points) >= 4
    assert all(evaluation.position.is_legal(point) for point in points)
    assert [plan.value for plan in found] == sorted((plan.value for plan in found), reverse=True)
    (passed,) = (plan for plan in found if plan.point == PASS)
    assert (passed.gain, passed.value) == (0, 0)
    color = evaluation.position.to_move
    for plan in found:
        assert plan.gain == pytest.approx(color * (plan.score - passed.score))
        assert plan.value <= plan.gain
        after = evaluation.position.play(plan.point)
        assert after.is_legal(plan.answer)


def test_plans_are_the_same_again() -> None:
    evaluation = evaluate(real_positions()[200], budget=QUICK)
    assert plans(evaluation, breadth=3, answers=2) == plans(evaluation, breadth=3, answers=2)


def test_without_answers_a_move_is_the_board_after_it() -> None:
    evaluation = evaluate(real_positions()[180], budget=QUICK)
    memory = Memory()
    for plan in plans(evaluation, breadth=4, answers=0, memory=memory):
        after = evaluation.position.play(plan.point)
        assert plan.answer == PASS
        assert plan.score == pytest.approx(evaluate(after, budget=QUICK, memory=memory).score, abs=1e-6)


def test_more_answers_never_leave_more() -> None:
    evaluation = evaluate(real_positions()[190], budget=QUICK)
    memory = Memory()
    scores = [
        {plan.point: plan.score for plan in plans(evaluation, breadth=3, answers=answers, memory=memory)}
        for answers in (0, 2, 5)
    ]
    color = evaluation.position.to_move
    for few, many in itertools.pairwise(scores):
        assert all(color * (many[point] - few[point]) <= 1e-6 for point in few.keys() & many.keys())


@pytest.mark.parametrize("place", [60, 100, 200])
def test_who_only_wants_the_best_gets_it_sooner(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation = evaluate(real_positions()[place], budget=QUICK)
    boards: dict[tuple[bytes, int], Evaluation] = {}
    looked_at: list[Position] = []

    def anew(position: Position, *words: Any, memory: Memory, **more: Any) -> Evaluation:
        """What is remembered may be more than is found anew, and depends on the order of the boards."""
        looked_at.append(position)
        key = position.stones.tobytes(), position.ko
        if key not in boards:
            boards[key] = evaluate(position, *words, **more)
        return boards[key]

    monkeypatch.setattr(foresight, "evaluate", anew)
    every = plans(evaluation, breadth=4, answers=3)
    all_boards = len(looked_at)
    looked_at.clear()
    worth = [plan for plan in every if plan.point != PASS and plan.gain >= 0.5]
    apart = [plan.point for plan in every[::2]]
    few = plans(evaluation, breadth=4, answers=3, wanted=0.5, apart=apart)
    assert len(looked_at) < all_boards
    found = [plan for plan in few if plan.point != PASS and plan.gain >= 0.5]
    assert found[:1] == worth[:1]
    assert [plan for plan in found if plan.point in apart][:1] == [plan for plan in worth if plan.point in apart][:1]
    by_point = {plan.point: plan for plan in every}
    assert {plan.point for plan in few} == set(by_point)
    assert all(plan.gain >= by_point[plan.point].gain for plan in few)


def test_what_is_critical_is_looked_at_and_played() -> None:
    """Three in a row: whoever plays its middle has the group, however unlikely a move of that shape is."""
    for color in Color:
        position = Position.from_diagram("...XO\nXXXXO\nOOOOO\n.O.O.\nOOOOO", color.letter)
        found = plans(evaluate(position, budget=QUICK), breadth=1, answers=2)
        assert found[0].point == position.grid.point("B5")
        assert found[0].gain > 5
        (passed,) = (plan for plan in found if plan.point == PASS)
        assert passed.answer == position.grid.point("B5")  # what he would do if he were left to it


def test_superko_points_and_settled_ground_are_left_out() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    evaluation = evaluate(position, budget=QUICK)
    middle = position.grid.point("B8")
    assert middle not in {plan.point for plan in plans(evaluation, forbidden=[middle], breadth=4, answers=0)}
    closed = evaluate(Position.from_diagram(".X.XXO\nXXXXXO\nOOOOOO\nO.O.O.\nOOOOOO"), budget=QUICK)
    assert [plan.point for plan in plans(closed, breadth=9)] == [PASS]


def test_experience_decides_between_equal_moves() -> None:
    evaluation = evaluate(Position.empty(9).play(40), budget=QUICK)
    found = plans(evaluation, breadth=5, answers=0)
    for plan in found:
        if plan.point != PASS and plan.chance == max(other.chance for other in found):
            assert plan.value == plan.gain
        elif plan.point != PASS:
            assert plan.gain - plan.value > 0
    assert EXPERIENCE > 0


def test_an_evaluation_without_status_is_refused() -> None:
    with pytest.raises(ValueError, match="status"):
        plans(evaluate(Position.empty(5), control_only=True))


def test_colours_exchanged_come_to_the_same() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    one, other = (
        plans(evaluate(p, budget=QUICK), breadth=4, answers=2) for p in (position, position.colours_swapped())
    )
    assert [plan.point for plan in one] == [plan.point for plan in other]
    assert [plan.score for plan in one] == pytest.approx([-plan.score for plan in other], abs=1e-3)
    assert position.to_move is BLACK
    assert position.colours_swapped().to_move is WHITE
