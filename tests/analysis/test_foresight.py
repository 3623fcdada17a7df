"""Foresight: what is looked at, what a move comes to, and that it sees what the ranker does not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from analysis import foresight
from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.evaluation import Evaluation, evaluate
from analysis.foresight import EXPERIENCE, QUICK, Plan, plans
from analysis.shape import likely_moves
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
    found = plans(evaluation, breadth=3, answers=1, replies=1)
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
    assert plans(evaluation, breadth=3, answers=2, replies=1) == plans(evaluation, breadth=3, answers=2, replies=1)


class Anew:
    """Evaluates each board anew, once: what is remembered of others may be more than that, and depends on their order.

    Public attributes:
      looked_at -- the boards in the order in which they were asked for
    """

    def __init__(self) -> None:
        self.looked_at: list[Position] = []
        self._boards: dict[tuple[bytes, Color, int], Evaluation] = {}

    def __call__(self, position: Position, *words: Any, memory: Memory, **more: Any) -> Evaluation:
        self.looked_at.append(position)
        key = position.stones.tobytes(), position.to_move, position.ko
        if key not in self._boards:
            self._boards[key] = evaluate(position, *words, **more)
        return self._boards[key]

    def score(self, position: Position) -> float:
        return self._boards[position.stones.tobytes(), position.to_move, position.ko].score


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
        {plan.point: plan.score for plan in plans(evaluation, breadth=3, answers=answers, replies=0)}
        for answers in (1, 2, 5)
    ]
    color = evaluation.position.to_move
    for few, many in itertools.pairwise(scores):
        assert all(color * (many[point] - few[point]) <= 1e-6 for point in few.keys() & many.keys())


@pytest.mark.parametrize(("place", "answers", "replies"), [
    (60, 2, 0), (100, 2, 2), pytest.param(180, 1, 1, marks=pytest.mark.slow), (200, 3, 2),
])
def test_a_move_comes_to_what_all_lines_say(place: int, answers: int, replies: int, anew: Anew) -> None:
    """Line by line: half the board after the worst answer, and half of what the opponent has the turn on: the board
    right after the move, and that after the best reply to the answer that is worst then, of the two worst."""
    evaluation = evaluate(real_positions()[place], budget=QUICK)
    root, color = evaluation.position, evaluation.position.to_move

    def after(*moves: int) -> Evaluation:
        board = root
        for move in moves:
            board = board.play(move)
        return anew(board, evaluation.rules, evaluation.komi, None, budget=QUICK, memory=Memory())

    def likely(breadth: int, *moves: int) -> list[int]:
        seen = after(*moves)
        assert seen.status is not None
        chances = {move.point: move.chance for move in likely_moves(seen.position, None, moves[-2:])}
        return [*foresight._worth_a_look(chances, breadth, seen.status, seen.position.to_move), PASS]

    for plan in plans(evaluation, breadth=3, answers=answers, replies=replies):
        lines = sorted(
            (color * after(plan.point, answer).score, order, answer)
            for order, answer in enumerate(likely(answers, plan.point))
        )
        leads = {
            answer: max(color * after(plan.point, answer, reply).score for reply in likely(replies, plan.point, answer))
            for _, _, answer in lines[:2]
        }
        at_once = color * after(plan.point).score
        if replies:
            worst = min(leads, key=lambda answer: leads[answer])
            lead = lines[0][0] / 2 + at_once / 4 + leads[worst] / 4
        else:
            worst, lead = lines[0][2], lines[0][0] / 2 + at_once / 2
        assert plan.answer == worst
        assert color * plan.score == pytest.approx(lead, abs=1e-6)


@pytest.mark.parametrize(("place", "most"), [pytest.param(60, 1, marks=pytest.mark.slow), (100, 2), (200, 3)])
def test_who_only_wants_the_best_gets_them_sooner(place: int, most: int, anew: Anew) -> None:
    evaluation, looked_at = evaluate(real_positions()[place], budget=QUICK), anew.looked_at
    early = {plan.point: plan for plan in plans(evaluation, breadth=6, answers=3, replies=0)}
    looked_at.clear()
    every = {plan.point: plan for plan in plans(evaluation, breadth=6, answers=3, replies=1)}
    all_boards = len(looked_at)
    apart = sorted(every)[::2]
    looked_at.clear()
    few = plans(evaluation, breadth=6, answers=3, replies=1, most=most, apart=apart)
    assert len(looked_at) < all_boards
    wanted = {PASS} | the_best(early.values(), most) | the_best([early[point] for point in apart], most)
    assert {plan.point for plan in few if plan.whole} == wanted
    assert {plan.point for plan in few} == set(every)
    assert [plan.whole for plan in few] == sorted((plan.whole for plan in few), reverse=True)
    for plan in few:
        if plan.whole:
            assert plan == every[plan.point]
        else:  # at most what it would have come to without replies, and behind those that go on
            assert early[plan.point].gain <= plan.gain
            assert plan.value < max(early[point].value for point in wanted - {PASS})


def the_best(found: Collection[Plan], most: int) -> set[int]:
    moves = [plan for plan in found if plan.point != PASS]
    return {plan.point for plan in sorted(moves, key=lambda plan: -plan.value)[:most]}


@pytest.mark.parametrize("most", [0, -1])
def test_no_move_at_all_cannot_be_asked_for(most: int) -> None:
    with pytest.raises(ValueError, match=str(most)):
        plans(evaluate(Position.empty(5), budget=QUICK), most=most)


def test_what_is_critical_is_looked_at_and_played() -> None:
    """Three in a row: whoever plays its middle has the group, however unlikely a move of that shape is."""
    for color in Color:
        position = Position.from_diagram("...XO\nXXXXO\nOOOOO\n.O.O.\nOOOOO", color.letter)
        found = plans(evaluate(position, budget=QUICK), breadth=1, answers=2, replies=2)
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


CROSS = ".......\n.......\n..X.O..\n.......\n..O.X..\n.......\n......."
OPEN = "\n".join([f"{'.' * 3}X{'.' * 11}", *["." * 15] * 9, f"{'.' * 3}O{'.' * 8}X..", *["." * 15] * 4])


@pytest.mark.parametrize(("board", "much"), [(CROSS, False), (THREE_IN_A_ROW, False), (OPEN, True)])
def test_the_more_is_open_the_more_experience_counts(board: str, much: bool) -> None:
    """A move e times as likely is ahead by a twentieth of the open points, each by 1 - v^2; by 2.5 at most."""
    evaluation = evaluate(Position.from_diagram(board), budget=QUICK)
    opened = sum(1 - float(value) ** 2 for value in evaluation.control.values.flat)
    assert (0.05 * opened > 2.5) is much
    moves = [plan for plan in plans(evaluation, breadth=4, answers=0) if plan.point != PASS]
    likeliest = max(plan.chance for plan in moves)
    for plan in moves:
        steps = min(6.0, math.log(likeliest / plan.chance))
        assert plan.gain - plan.value == pytest.approx(min(2.5, 0.05 * opened) * steps)


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
