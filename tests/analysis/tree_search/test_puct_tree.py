"""PUCT search: which moves are visited, against a plain second implementation, and what they are worth."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Position, true_eyes
from analysis.evaluation import Evaluation, evaluate
from analysis.ownership.life_probability_fit import FEW_NODES
from analysis.policy.model import policy_moves
from analysis.status import ReadingCache, Status, board_status
from analysis.tree_search import puct_tree
from analysis.tree_search.puct_tree import FOCUS_SHARE, LEAF_BUDGET, MIN_PASS_VISITS, MIN_SURE_VISITS, search
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
def test_root_moves_are_legal_and_in_order_with_the_pass(place: int) -> None:
    evaluation = evaluate(real_positions()[place], budget=LEAF_BUDGET)
    found = search(evaluation, visits=12, breadth=3)
    points = [move.point for move in found]
    assert points.count(PASS) == 1
    assert len(set(points)) == len(points) >= 2
    assert all(evaluation.position.is_legal(point) for point in points)
    assert [move.visits for move in found] == sorted((move.visits for move in found), reverse=True)
    (passed,) = (move for move in found if move.point == PASS)
    assert passed.gain == 0
    assert 0 < passed.probability < 1
    assert passed.visits >= min(MIN_PASS_VISITS, max(move.visits for move in found if move.point != PASS))
    color = evaluation.position.to_move
    for move in found:
        assert move.gain == pytest.approx(color * (move.score - passed.score))
        after = evaluation.position.play(move.point)
        assert all(after.is_legal(point) for point in move.pv[1:2])
        assert move.pv[0] == move.point
        assert len(move.pv) == len(move.pv_visits)
        assert move.pv_visits[0] == move.visits
        assert list(move.pv_visits) == sorted(move.pv_visits, reverse=True)


def test_the_search_is_deterministic() -> None:
    evaluation = evaluate(real_positions()[200], budget=LEAF_BUDGET)
    assert search(evaluation, visits=15) == search(evaluation, visits=15)


class FreshEvaluations:
    """Replaces `evaluate` in the search: each position is evaluated once, without a cache of readings.

    With a cache the results would depend on the order of the evaluations, because it keeps what a new reading would run
    out of nodes for.

    Public attributes:
      requested -- the positions in the order in which they were requested
    """

    def __init__(self) -> None:
        self.requested: list[Position] = []
        self._evaluations: dict[tuple[bytes, Color, int], Evaluation] = {}

    def __call__(self, position: Position, *arguments: Any, memory: ReadingCache, **options: Any) -> Evaluation:
        self.requested.append(position)
        key = position.stones.tobytes(), position.to_move, position.ko
        if key not in self._evaluations:
            self._evaluations[key] = evaluate(position, *arguments, **options)
        return self._evaluations[key]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> FreshEvaluations:
    evaluations = FreshEvaluations()
    monkeypatch.setattr(puct_tree, "evaluate", evaluations)
    return evaluations


class PlainSearch:
    """The PUCT rule written down again, slowly: every mean is computed from the list of all values behind a move.

    Public attributes:
      values -- by sequence of moves, the values backed up through the position after it
    """

    def __init__(self, root: Evaluation, fresh: FreshEvaluations, breadth: int) -> None:
        self.root, self.fresh, self.breadth = root, fresh, breadth
        self.values: dict[tuple[int, ...], list[float]] = {(): [root.score]}

    def evaluation(self, moves: tuple[int, ...]) -> Evaluation:
        position = self.root.position
        for move in moves:
            position = position.play(move)
        if not moves:
            return self.root
        return self.fresh(position, self.root.rules, self.root.komi, None, budget=LEAF_BUDGET, memory=ReadingCache())

    def priors(self, moves: tuple[int, ...]) -> dict[int, float]:
        evaluation = self.evaluation(moves)
        assert evaluation.status is not None
        policy = {move.point: move.probability for move in policy_moves(evaluation.position, None, moves[-2:])}
        pass_prior = min(max(policy.pop(PASS), 0.02), 0.5)
        eyes = true_eyes(evaluation.position, evaluation.position.to_move)
        policy = {point: share for point, share in policy.items() if not eyes[point]}
        if not moves:
            policy = {point: share for point, share in policy.items() if not self.root.life.territory[point]}
        best = sorted(policy, key=lambda point: -policy[point])[: self.breadth]
        total = sum(policy[other] for other in best)
        priors = {point: policy[point] / total for point in best}
        for point in puct_tree._decisive_moves(policy, evaluation.status, evaluation.position.to_move):
            priors[point] = max(priors.get(point, 0), 0.05)
        priors[PASS] = pass_prior
        return {point: prior / sum(priors.values()) for point, prior in priors.items()}

    def visit(self, moves: tuple[int, ...], forced: int | None = None) -> float:
        """Visit the position after these moves once; return the value of the leaf."""
        if moves in self.values and moves[-2:] != (PASS, PASS):
            if forced is None:
                here, color = self.values[moves], self.evaluation(moves).position.to_move
                exploration = 0.6 * min(60.0, self.root.open_points) * math.sqrt(len(here))
                puct = {}
                for point, prior in self.priors(moves).items():
                    values = self.values.get((*moves, point), [])
                    mean = sum(values or here) / len(values or here)
                    puct[point] = color * mean + exploration * prior / (1 + len(values))
                forced = max(puct, key=lambda point: puct[point])
            value = self.visit((*moves, forced))
        else:
            value = (self.evaluation(moves).score + self.evaluation(moves[:-1]).score) / 2
        self.values.setdefault(moves, []).append(value)
        return value


@pytest.mark.parametrize(("place", "visits"), [(100, 8), (180, 10), (200, 25)])
def test_a_move_has_the_mean_value_of_the_positions_behind_it(
    place: int, visits: int, fresh: FreshEvaluations
) -> None:
    evaluation = evaluate(real_positions()[place], budget=LEAF_BUDGET)
    found = {move.point: move for move in search(evaluation, visits=visits, breadth=4)}
    plain = PlainSearch(evaluation, fresh, 4)
    plain.visit((), PASS)
    while len(plain.values) <= visits:
        plain.visit(())
    while len(plain.values[PASS,]) < min(MIN_PASS_VISITS, max(len(plain.values[point,]) for point in found)):
        plain.visit((), PASS)
    first = {moves[0]: values for moves, values in plain.values.items() if len(moves) == 1}
    assert found.keys() == first.keys()
    for point, move in found.items():
        assert move.visits == len(first[point])
        assert move.score == pytest.approx(sum(first[point]) / len(first[point]))
        behind = {moves: len(values) for moves, values in plain.values.items() if moves[:1] == (point,)}
        replies = [count for moves, count in behind.items() if len(moves) == 2]
        assert move.pv_visits[1:2] == ((max(replies),) if replies else ())
        assert all(behind[move.pv[:n + 1]] == count for n, count in enumerate(move.pv_visits))


def test_the_search_evaluates_as_many_positions_as_requested(fresh: FreshEvaluations) -> None:
    evaluation = evaluate(real_positions()[150], budget=LEAF_BUDGET)
    for visits in (2, 7, 20):
        fresh.requested.clear()
        search(evaluation, visits=visits)
        assert visits <= len(fresh.requested) <= visits + MIN_PASS_VISITS


def test_focus_moves_get_their_share_of_visits() -> None:
    evaluation = evaluate(real_positions()[150], budget=LEAF_BUDGET)
    usual = search(evaluation, visits=16)
    last = usual[-1].point if usual[-1].point != PASS else usual[-2].point
    found = {move.point: move.visits for move in search(evaluation, visits=16, focus=[last])}
    assert found[last] >= 16 // FOCUS_SHARE
    assert search(evaluation, visits=16, focus=[-5, 10_000]) == usual  # no candidates


def test_a_gain_is_confirmed_before_it_is_preferred_to_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation = evaluate(real_positions()[100], budget=LEAF_BUDGET)
    before, min_gain = search(evaluation, visits=6), 0.01
    found = search(evaluation, visits=6, min_gain=min_gain)
    gains = [move for move in found if move.point != PASS and move.gain >= min_gain]
    assert gains[0].visits >= MIN_SURE_VISITS > before[0].visits
    assert sum(move.visits for move in found) >= sum(move.visits for move in before)
    monkeypatch.setattr(puct_tree, "MIN_SURE_VISITS", 1)
    assert search(evaluation, visits=6, min_gain=1000.0) == before


@pytest.mark.parametrize("name", ["visits", "breadth"])
@pytest.mark.parametrize("value", [0, -1])
def test_visits_and_breadth_below_one_are_refused(name: str, value: int) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name}.*{value}"):
        search(evaluate(Position.empty(5), budget=LEAF_BUDGET), **options)


def test_the_move_that_decides_a_critical_group_is_searched_and_best() -> None:
    """Three in a row: whoever plays its middle decides the group, however unlikely such a move is by its shape."""
    for color in Color:
        position = Position.from_diagram("...XO\nXXXXO\nOOOOO\n.O.O.\nOOOOO", color.letter)
        found = search(evaluate(position, budget=LEAF_BUDGET), breadth=1)
        assert found[0].point == position.grid.point("B5")
        assert found[0].gain > 5
        (passed,) = (move for move in found if move.point == PASS)
        assert passed.pv[1] == position.grid.point("B5")  # the opponent's move after a pass


def test_superko_points_and_settled_territory_are_no_candidates() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    evaluation = evaluate(position, budget=LEAF_BUDGET)
    middle = position.grid.point("B8")
    assert middle in {move.point for move in search(evaluation, visits=30)}
    assert middle not in {move.point for move in search(evaluation, forbidden=[middle], visits=30)}
    closed = evaluate(Position.from_diagram(CLOSED), budget=LEAF_BUDGET)
    assert [move.point for move in search(closed)] == [PASS]


CLOSED = ".X.XXO\nXXXXXO\nOOOOOO\nO.O.O.\nOOOOOO"


def test_two_passes_end_the_game(fresh: FreshEvaluations) -> None:
    """Where neither side has a move, two positions are all there is, however many are requested."""
    (passed,) = search(evaluate(Position.from_diagram(CLOSED), budget=LEAF_BUDGET), visits=10)
    assert passed.pv == (PASS, PASS)
    assert len(fresh.requested) == 2


def test_likely_moves_are_visited_first() -> None:
    """With no other difference between them, the first moves visited are the likeliest ones."""
    evaluation = evaluate(Position.empty(9).play(40), budget=LEAF_BUDGET)
    found = {move.point for move in search(evaluation, visits=4)}
    likely = [move.point for move in policy_moves(evaluation.position) if move.point != PASS]
    assert found - {PASS} <= set(likely[:4])


def test_decisive_moves_are_those_with_the_most_stones_at_stake() -> None:
    """The mover kills White's chains and saves Black's; three moves at most; only points of the policy."""
    status = board_status(Position.from_diagram("X..\n...\n..O"))

    def chain(color: Color, stones: int, kill: int | None, save: int | None) -> Status:
        return replace(status.chains[0], color=color, group=tuple(range(stones)), kill=kill, save=save)

    chains = (
        chain(WHITE, 1, 5, None), chain(WHITE, 4, 6, None), chain(BLACK, 3, None, 7), chain(WHITE, 6, 8, None),
        chain(BLACK, 2, None, 8), chain(BLACK, 9, 3, None), chain(WHITE, 9, None, 4), chain(WHITE, 9, 99, None),
    )  # fmt: skip
    policy = dict.fromkeys(range(10), 0.1)
    assert puct_tree._decisive_moves(policy, replace(status, chains=chains), BLACK) == [8, 6, 7]


def test_positions_are_read_as_for_the_fit_but_without_selective_searches() -> None:
    memory = ReadingCache()
    search(evaluate(real_positions()[200]), visits=8, memory=memory)
    kinds = {key[0] for key in memory._entries}  # type: ignore[index]
    assert "capture" in kinds
    assert "group" not in kinds
    assert replace(LEAF_BUDGET, selective=True) == FEW_NODES


def test_an_evaluation_without_status_is_refused() -> None:
    with pytest.raises(ValueError, match="status"):
        search(evaluate(Position.empty(5), control_only=True))


def test_exchanging_the_colours_exchanges_the_scores() -> None:
    position = Position.from_diagram(THREE_IN_A_ROW)
    one, other = (
        search(evaluate(p, budget=LEAF_BUDGET), visits=20) for p in (position, position.colours_swapped())
    )
    assert [move.point for move in one] == [move.point for move in other]
    assert [move.score for move in one] == pytest.approx([-move.score for move in other], abs=1e-3)
    assert position.to_move is BLACK
    assert position.colours_swapped().to_move is WHITE
