"""Foresight: what is looked at, what a move comes to, and that it sees what the ranker does not."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pytest

from analysis import foresight
from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.evaluation import Evaluation, evaluate
from analysis.foresight import EXPERIENCE, QUICK, Plan, plans
from analysis.status import Memory, Status, board_status
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
        assert plan.whole
        after = evaluation.position.play(plan.point)
        assert after.is_legal(plan.answer)


def test_plans_are_the_same_again() -> None:
    evaluation = evaluate(real_positions()[200], budget=QUICK)
    assert plans(evaluation, breadth=3, answers=2) == plans(evaluation, breadth=3, answers=2)


class Anew:
    """Evaluates each board anew, once: what is remembered of others may be more than that, and depends on their order.

    Public attributes:
      looked_at -- the boards in the order in which they were asked for
    """

    def __init__(self) -> None:
        self.looked_at: list[Position] = []
        self._boards: dict[tuple[bytes, int], Evaluation] = {}

    def __call__(self, position: Position, *words: Any, memory: Memory, **more: Any) -> Evaluation:
        self.looked_at.append(position)
        key = position.stones.tobytes(), position.ko
        if key not in self._boards:
            self._boards[key] = evaluate(position, *words, **more)
        return self._boards[key]

    def score(self, position: Position) -> float:
        return self._boards[position.stones.tobytes(), position.ko].score


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> Anew:
    boards = Anew()
    monkeypatch.setattr(foresight, "evaluate", boards)
    return boards


def test_without_answers_a_move_is_the_board_after_it(anew: Anew) -> None:
    evaluation = evaluate(real_positions()[180], budget=QUICK)
    for plan in plans(evaluation, breadth=4, answers=0):
        assert plan.answer == PASS
        assert plan.score == pytest.approx(anew.score(evaluation.position.play(plan.point)), abs=1e-6)


@pytest.mark.usefixtures("anew")
def test_more_answers_never_leave_more() -> None:
    evaluation = evaluate(real_positions()[190], budget=QUICK)
    scores = [
        {plan.point: plan.score for plan in plans(evaluation, breadth=3, answers=answers)} for answers in (0, 2, 5)
    ]
    color = evaluation.position.to_move
    for few, many in itertools.pairwise(scores):
        assert all(color * (many[point] - few[point]) <= 1e-6 for point in few.keys() & many.keys())


@pytest.mark.parametrize("place", [60, 100, 200])
def test_who_only_wants_the_best_gets_it_sooner(place: int, anew: Anew) -> None:
    evaluation, looked_at = evaluate(real_positions()[place], budget=QUICK), anew.looked_at
    every = plans(evaluation, breadth=4, answers=3)
    all_boards = len(looked_at)
    scores = [(board, anew.score(board)) for board in looked_at]
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
    for plan in few:
        if plan.whole:
            assert plan == by_point[plan.point]
        else:  # given up as behind one of its kind
            assert by_point[plan.point].gain <= plan.gain
            assert plan.value < max(other.value for other in found if plan.point not in apart or other.point in apart)
    for wanted in (0.5, max(plan.gain for plan in every)):
        looked_at.clear()
        plans(evaluation, breadth=4, answers=3, wanted=wanted, apart=apart)
        assert looked_at == worth_looking_at(evaluation.position, every, scores, wanted, apart), wanted


def worth_looking_at(
    root: Position, every: tuple[Plan, ...], scores: list[tuple[Position, float]], wanted: float, apart: list[int]
) -> list[Position]:
    """Of all boards in their order those that have to be looked at: each move's up to the first answer after which it
    is behind the best one that gains so much (of those apart, if it is one); the pass's all."""
    color, kept, best = root.to_move, [], {False: -math.inf, True: -math.inf}
    moves = {root.play(plan.point).stones.tobytes(): plan for plan in every}
    (passed,) = (plan.score for plan in every if plan.point == PASS)
    groups: list[tuple[Plan, list[tuple[Position, float]]]] = []
    for board, score in scores:
        if board.to_move is not color:  # after a move; the boards after its answers follow
            groups.append((moves[board.stones.tobytes()], []))
        groups[-1][1].append((board, score))
    for plan, boards in groups:
        behind, gain = plan.gain - plan.value, math.inf
        enough = -math.inf if plan.point == PASS else best[plan.point in apart] + behind
        for board, score in boards:
            kept.append(board)
            gain = min(gain, color * (score - passed))
            if gain < enough - 1e-6:
                break
        if plan.point != PASS and gain >= wanted:
            for kind in {False, plan.point in apart}:
                best[kind] = max(best[kind], gain - behind)
    return kept


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


def test_experience_decides_between_equal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation = evaluate(Position.empty(9).play(40), budget=QUICK)
    found = plans(evaluation, breadth=5, answers=0)
    for plan in found:
        if plan.point != PASS and plan.chance == max(other.chance for other in found):
            assert plan.value == plan.gain
        elif plan.point != PASS:
            assert plan.gain - plan.value > 0
    assert EXPERIENCE > 0
    moves = [plan for plan in found if plan.point != PASS]
    steps = {plan.point: math.log(max(move.chance for move in moves) / plan.chance) for plan in moves}
    behind, most = {plan.point: plan.gain - plan.value for plan in moves}, max(steps.values()) / 2
    monkeypatch.setattr(foresight, "UNLIKELY", most)  # nobody is behind by more steps
    for plan in plans(evaluation, breadth=5, answers=0):
        if plan.point != PASS:
            left = min(1.0, most / max(steps[plan.point], 1e-9))
            assert plan.gain - plan.value == pytest.approx(left * behind[plan.point])


@pytest.mark.parametrize("board", [".......\n.......\n..X.O..\n.......\n..O.X..\n.......\n.......", THREE_IN_A_ROW])
def test_the_more_is_open_the_more_experience_counts(board: str) -> None:
    """A move e times as likely is ahead by four hundredths of the open points, each by 1 - v^2."""
    evaluation = evaluate(Position.from_diagram(board), budget=QUICK)
    opened = sum(1 - float(value) ** 2 for value in evaluation.control.values.flat)
    moves = [plan for plan in plans(evaluation, breadth=4, answers=0) if plan.point != PASS]
    likeliest = max(plan.chance for plan in moves)
    for plan in moves:
        steps = min(6.0, math.log(likeliest / plan.chance))
        assert plan.gain - plan.value == pytest.approx(0.04 * opened * steps)


def test_what_decides_the_most_stones_is_looked_at() -> None:
    """Besides the two likeliest: the mover kills White's and saves Black's; three at most; none without a chance."""
    status = board_status(Position.from_diagram("X..\n...\n..O"))

    def chain(color: Color, stones: int, kill: int | None, save: int | None) -> Status:
        return replace(status.chains[0], color=color, group=tuple(range(stones)), kill=kill, save=save)

    chains = (
        chain(WHITE, 1, 5, None), chain(WHITE, 4, 6, None), chain(BLACK, 3, None, 7), chain(WHITE, 6, 8, None),
        chain(BLACK, 2, None, 8), chain(BLACK, 9, 3, None), chain(WHITE, 9, None, 4), chain(WHITE, 9, 99, None),
    )  # fmt: skip
    chances = {**dict.fromkeys(range(10), 0.1), 1: 0.5, 2: 0.4}
    assert foresight._worth_a_look(chances, 2, replace(status, chains=chains), BLACK) == [1, 2, 8, 6, 7]


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
