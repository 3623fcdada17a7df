"""PuctTree: what is looked at, what a move comes to, and that it sees what the ranker does not."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.evaluation import Evaluation, evaluate
from analysis.policy.model import policy_moves
from analysis.status import ReadingCache, Status, board_status
from analysis.tree_search import tree
from analysis.tree_search.tree import KNOWN, LEAF_BUDGET, SURE, plans
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
    evaluation = evaluate(real_positions()[place], budget=LEAF_BUDGET)
    found = plans(evaluation, boards=12, breadth=3)
    points = [plan.point for plan in found]
    assert points.count(PASS) == 1
    assert len(set(points)) == len(points) >= 2
    assert all(evaluation.position.is_legal(point) for point in points)
    assert [plan.visits for plan in found] == sorted((plan.visits for plan in found), reverse=True)
    (passed,) = (plan for plan in found if plan.point == PASS)
    assert (passed.gain, passed.chance) == (0, 0)
    assert passed.visits >= min(KNOWN, max(plan.visits for plan in found if plan.point != PASS))
    color = evaluation.position.to_move
    for plan in found:
        assert plan.gain == pytest.approx(color * (plan.score - passed.score))
        after = evaluation.position.play(plan.point)
        assert all(after.is_legal(point) for point in plan.line[1:2])
        assert plan.line[0] == plan.point
        assert len(plan.line) == len(plan.behind)
        assert plan.behind[0] == plan.visits
        assert list(plan.behind) == sorted(plan.behind, reverse=True)


def test_plans_are_the_same_again() -> None:
    evaluation = evaluate(real_positions()[200], budget=LEAF_BUDGET)
    assert plans(evaluation, boards=15) == plans(evaluation, boards=15)


class Anew:
    """Evaluates each board anew, once: what is remembered of others may be more than that, and depends on their order.

    Public attributes:
      looked_at -- the boards in the order in which they were asked for
    """

    def __init__(self) -> None:
        self.looked_at: list[Position] = []
        self._boards: dict[tuple[bytes, Color, int], Evaluation] = {}

    def __call__(self, position: Position, *words: Any, memory: ReadingCache, **more: Any) -> Evaluation:
        self.looked_at.append(position)
        key = position.stones.tobytes(), position.to_move, position.ko
        if key not in self._boards:
            self._boards[key] = evaluate(position, *words, **more)
        return self._boards[key]


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> Anew:
    boards = Anew()
    monkeypatch.setattr(tree, "evaluate", boards)
    return boards


@dataclass
class Plain:
    """A board of the plain search: the moves that led to it, and the leads of all boards looked at behind it."""

    moves: tuple[int, ...]
    leads: list[float] = field(default_factory=list)


class Search:
    """The rule of foresight once more, slowly: every mean is taken anew from a list of all that was looked at."""

    def __init__(self, root: Evaluation, anew: Anew, breadth: int) -> None:
        self.root, self.anew, self.breadth = root, anew, breadth
        self.boards = {(): Plain((), [root.score])}

    def seen(self, moves: tuple[int, ...]) -> Evaluation:
        board = self.root.position
        for move in moves:
            board = board.play(move)
        if not moves:
            return self.root
        return self.anew(board, self.root.rules, self.root.komi, None, budget=LEAF_BUDGET, memory=ReadingCache())

    def chances(self, moves: tuple[int, ...]) -> dict[int, float]:
        seen = self.seen(moves)
        assert seen.status is not None
        chances = {move.point: move.chance for move in policy_moves(seen.position, None, moves[-2:])}
        if not moves:
            chances = {point: chance for point, chance in chances.items() if not self.root.life.territory[point]}
        best = sorted(chances, key=lambda point: -chances[point])[: self.breadth]
        told = {point: chances[point] / sum(chances[other] for other in best) for point in best}
        for point in tree._decisive(chances, seen.status, seen.position.to_move):
            told[point] = max(told.get(point, 0), 0.05)
        told[PASS] = 0.02
        return {point: chance / sum(told.values()) for point, chance in told.items()}

    def follow(self, moves: tuple[int, ...], forced: int | None = None) -> float:
        """Look once behind a board; returns the lead of what was found."""
        if moves in self.boards and moves[-2:] != (PASS, PASS):
            if forced is None:
                here, color = self.boards[moves].leads, self.seen(moves).position.to_move
                weight = 0.6 * min(60.0, self.root.open_points) * math.sqrt(len(here))
                worth = {}
                for point, chance in self.chances(moves).items():
                    leads = self.boards[(*moves, point)].leads if (*moves, point) in self.boards else []
                    lead = sum(leads or here) / len(leads or here)
                    worth[point] = color * lead + weight * chance / (1 + len(leads))
                forced = max(worth, key=lambda point: worth[point])
            lead = self.follow((*moves, forced))
        else:
            lead = (self.seen(moves).score + self.seen(moves[:-1]).score) / 2
        self.boards.setdefault(moves, Plain(moves)).leads.append(lead)
        return lead


@pytest.mark.parametrize(("place", "boards"), [(100, 8), (180, 10), (200, 25)])
def test_a_move_comes_to_the_mean_of_the_boards_behind_it(place: int, boards: int, anew: Anew) -> None:
    evaluation = evaluate(real_positions()[place], budget=LEAF_BUDGET)
    found = {plan.point: plan for plan in plans(evaluation, boards=boards, breadth=4)}
    search = Search(evaluation, anew, 4)
    search.follow((), PASS)
    while len(search.boards) <= boards:
        search.follow(())
    while len(search.boards[PASS,].leads) < min(KNOWN, max(len(search.boards[point,].leads) for point in found)):
        search.follow((), PASS)
    first = {moves[0]: board.leads for moves, board in search.boards.items() if len(moves) == 1}
    assert found.keys() == first.keys()
    for point, plan in found.items():
        assert plan.visits == len(first[point])
        assert plan.score == pytest.approx(sum(first[point]) / len(first[point]))
        behind = {moves: len(board.leads) for moves, board in search.boards.items() if moves[:1] == (point,)}
        answers = [visits for moves, visits in behind.items() if len(moves) == 2]
        assert plan.behind[1:2] == ((max(answers),) if answers else ())
        assert all(behind[plan.line[:n + 1]] == visits for n, visits in enumerate(plan.behind))


def test_so_many_boards_are_looked_at(anew: Anew) -> None:
    evaluation = evaluate(real_positions()[150], budget=LEAF_BUDGET)
    for boards in (2, 7, 20):
        anew.looked_at.clear()
        plans(evaluation, boards=boards)
        assert boards <= len(anew.looked_at) <= boards + KNOWN


def test_moves_apart_are_looked_at_too() -> None:
    evaluation = evaluate(real_positions()[150], budget=LEAF_BUDGET)
    usual = plans(evaluation, boards=16)
    last = usual[-1].point if usual[-1].point != PASS else usual[-2].point
    found = {plan.point: plan.visits for plan in plans(evaluation, boards=16, apart=[last])}
    assert found[last] >= 16 // 4
    assert plans(evaluation, boards=16, apart=[-5, 10_000]) == usual  # not among those worth a look


def test_before_a_pass_gains_are_made_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation = evaluate(real_positions()[200], budget=LEAF_BUDGET)
    before, enough = plans(evaluation, boards=6), 0.01
    found = plans(evaluation, boards=6, enough=enough)
    sure = [plan for plan in found if plan.point != PASS and plan.gain >= enough]
    assert not sure or sure[0].visits >= SURE
    assert sum(plan.visits for plan in found) >= sum(plan.visits for plan in before)
    monkeypatch.setattr(tree, "SURE", 1)
    assert plans(evaluation, boards=6, enough=1000.0) == before


@pytest.mark.parametrize("name", ["boards", "breadth"])
@pytest.mark.parametrize("value", [0, -1])
def test_no_move_at_all_cannot_be_asked_for(name: str, value: int) -> None:
    words: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name}.*{value}"):
        plans(evaluate(Position.empty(5), budget=LEAF_BUDGET), **words)


def test_what_is_critical_is_looked_at_and_played() -> None:
    """Three in a row: whoever plays its middle has the group, however unlikely a move of that shape is."""
    for color in Color:
        position = Position.from_diagram("...XO\nXXXXO\nOOOOO\n.O.O.\nOOOOO", color.letter)
        found = plans(evaluate(position, budget=LEAF_BUDGET), breadth=1)
        assert found[0].point == position.grid.point("B5")
        assert found[0].gain > 5
        (passed,) = (plan for plan in found if plan.point == PASS)
        assert passed.line[1] == position.grid.point("B5")  # what he would do if he were left to it


def test_superko_points_and_settled_ground_are_left_out() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    evaluation = evaluate(position, budget=LEAF_BUDGET)
    middle = position.grid.point("B8")
    assert middle in {plan.point for plan in plans(evaluation, boards=30)}
    assert middle not in {plan.point for plan in plans(evaluation, forbidden=[middle], boards=30)}
    closed = evaluate(Position.from_diagram(CLOSED), budget=LEAF_BUDGET)
    assert [plan.point for plan in plans(closed)] == [PASS]


CLOSED = ".X.XXO\nXXXXXO\nOOOOOO\nO.O.O.\nOOOOOO"


def test_two_passes_end_it(anew: Anew) -> None:
    """Where nobody has a move two boards are all there is, however many are asked for."""
    (passed,) = plans(evaluate(Position.from_diagram(CLOSED), budget=LEAF_BUDGET), boards=10)
    assert passed.line == (PASS, PASS)
    assert len(anew.looked_at) == 2


def test_likely_moves_are_looked_at_first() -> None:
    """With nothing else between them: the first moves that are looked at are the likeliest ones."""
    evaluation = evaluate(Position.empty(9).play(40), budget=LEAF_BUDGET)
    found = {plan.point for plan in plans(evaluation, boards=4)}
    likely = [move.point for move in policy_moves(evaluation.position)]
    assert found - {PASS} <= set(likely[:4])


def test_what_decides_the_most_stones_is_looked_at() -> None:
    """The mover kills White's and saves Black's; three moves at most; none without a chance."""
    status = board_status(Position.from_diagram("X..\n...\n..O"))

    def chain(color: Color, stones: int, kill: int | None, save: int | None) -> Status:
        return replace(status.chains[0], color=color, group=tuple(range(stones)), kill=kill, save=save)

    chains = (
        chain(WHITE, 1, 5, None), chain(WHITE, 4, 6, None), chain(BLACK, 3, None, 7), chain(WHITE, 6, 8, None),
        chain(BLACK, 2, None, 8), chain(BLACK, 9, 3, None), chain(WHITE, 9, None, 4), chain(WHITE, 9, 99, None),
    )  # fmt: skip
    chances = dict.fromkeys(range(10), 0.1)
    assert tree._decisive(chances, replace(status, chains=chains), BLACK) == [8, 6, 7]


def test_an_evaluation_without_status_is_refused() -> None:
    with pytest.raises(ValueError, match="status"):
        plans(evaluate(Position.empty(5), control_only=True))


def test_colours_exchanged_come_to_the_same() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    one, other = (
        plans(evaluate(p, budget=LEAF_BUDGET), boards=20) for p in (position, position.colours_swapped())
    )
    assert [plan.point for plan in one] == [plan.point for plan in other]
    assert [plan.score for plan in one] == pytest.approx([-plan.score for plan in other], abs=1e-3)
    assert position.to_move is BLACK
    assert position.colours_swapped().to_move is WHITE
