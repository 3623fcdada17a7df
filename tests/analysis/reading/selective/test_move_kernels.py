"""Candidate moves, their scores and order: against plain Python on random boards, the evaluation before being random,
too.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _move_kernels as moves_kernels
from analysis.reading.selective import _verdict_kernels as verdict_kernels
from tests import oracle
from tests.analysis.reading.selective.oracle import (
    SIGN,
    Case,
    Evaluation,
    Point,
    captures,
    liberty_order,
    random_cases,
    random_evaluation,
    self_atari,
    stone_liberties,
)

BY_LIBERTIES = {"attacker, involved": {1: 12, 2: 5, 3: 2}, "attacker": {1: 4, 2: 2, 3: 2}}
OF_OWNER = {rows.DRAGON: {1: 13, 2: 6}, rows.FRIEND: {1: 11, 2: 6}}
WITH_MORE = {rows.DRAGON: 1, rows.FRIEND: 3}


def is_close(evaluation: Evaluation, point: Point) -> bool:
    return evaluation.order[point] <= 2


def is_involved(case: Case, evaluation: Evaluation, stone: Point) -> bool:
    """Whether an attacking chain with at most two liberties has one near the dragon."""
    free = case.free(stone)
    return len(free) <= 2 and any(is_close(evaluation, liberty) for liberty in free)


def is_far(case: Case, evaluation: Evaluation, point: Point) -> bool:
    """Far: not near the dragon's liberties, not diagonal to it, no chain in atari or to be captured beside it."""
    if is_close(evaluation, point) or any(case.has_kind(corner, rows.DRAGON) for corner in case.corners(point)):
        return False
    for near in case.near(point):
        if case.colour(near) == case.attacker and (len(case.free(near)) == 1 or is_involved(case, evaluation, near)):
            return False
        if case.has_kind(near, rows.FRIEND) and len(case.free(near)) == 1:
            return False
    return True


def stone_score(case: Case, evaluation: Evaluation, point: Point, stone: Point) -> int:
    """What a stone beside a move adds to its score."""
    few = len(case.free(stone))
    if case.colour(stone) == case.attacker:
        involved = is_close(evaluation, point) or is_involved(case, evaluation, stone)
        return BY_LIBERTIES["attacker, involved" if involved else "attacker"].get(few, 0)
    kind = case.kind[case.chain_at[stone]]
    if kind == rows.SAFE:
        return 6 if is_close(evaluation, point) else 0
    return OF_OWNER[kind].get(few, WITH_MORE[kind])


def score(case: Case, evaluation: Evaluation, point: Point, mover: str) -> int:
    """The score of a move; -1 for suicide, and for the owner's move into its eye."""
    near, corners = case.near(point), case.corners(point)
    if not captures(case, point, mover) and stone_liberties(case, point, mover) == 0:
        return -1
    if mover == case.owner and evaluation.eye[point] and all(case.colour(p) == mover for p in near):
        return -1
    total = 3 * evaluation.eye[point]
    total += sum(2 * evaluation.eye[p] for p in near if case.is_empty(p))
    total += sum(evaluation.eye[p] for p in corners if case.is_empty(p))
    total += sum(stone_score(case, evaluation, point, p) for p in near if not case.is_empty(p))
    if is_close(evaluation, point):
        total += 4 if evaluation.wall_steps[point] <= 2 else 2
        if evaluation.outside >= verdict_kernels.OPEN_LITTLE:  # it may run
            total += sum(
                evaluation.owner_steps[p] < rows.FAR and evaluation.wall_steps[p] > 2
                for p in near + corners if case.is_empty(p)
            )
    if self_atari(case, point, mover) == 1:
        total -= 4
    return max(total, 0)


def test_liberties_of_the_dragon_and_the_empty_points_beside_them_are_ordered() -> None:
    marked: Counter[int] = Counter()
    for case in random_cases(11):
        work = case.work()
        moves_kernels.mark_liberty_order(
            case.board(), case.tables[0], case.numbers(case.zone), work, SIGN[case.owner]
        )
        expected = liberty_order(case)
        assert case.read_row(work[rows.LIBERTY_ORDER]) == expected
        assert work[rows.LIBERTY_ORDER, -1] == rows.FAR
        marked.update(expected.values())
    assert min(marked[1], marked[2], marked[rows.FAR]) > 500


def test_far_moves_have_nothing_to_do_with_the_dragon() -> None:
    """With friends and living chains, whose atari matters or not."""
    found: Counter[bool] = Counter()
    for case in random_cases(12):
        evaluation = random_evaluation(case)
        board, work = case.board(), evaluation.work(case)
        for point in filter(case.is_empty, case.zone):
            far = moves_kernels.is_far(board, *case.tables, work, case.number(point), SIGN[case.owner])
            assert far == is_far(case, evaluation, point)
            found[bool(far)] += 1
    assert min(found[True], found[False]) > 500


def test_scores_of_moves_by_their_neighbourhood() -> None:
    found: Counter[str] = Counter()
    for case in random_cases(13):
        evaluation = random_evaluation(case)
        board, work = case.board(), evaluation.work(case)
        for point in filter(case.is_empty, case.zone):
            for mover in "XO":
                scored = moves_kernels.score_move(
                    board, *case.tables, work, case.number(point), SIGN[case.owner], SIGN[mover]
                )
                assert scored == score(case, evaluation, point, mover)
                found["refused" if scored < 0 else "zero" if scored == 0 else "scored"] += 1
                found["captures"] += captures(case, point, mover)
    assert min(found.values()) > 100


@pytest.mark.parametrize(
    ("text", "mover", "expected"),
    [
        (".OX OX. ...", "X", 4 + 5),  # captures one stone, the other has two liberties, one of them near the dragon
        (".OX OX. ...", "O", 4 + 5 - 4),  # self-atari
        (".OX O.. ...", "X", -1),  # suicide
        (".OX X.. ...", "X", 1 + 5 + 2),  # a liberty of the dragon, which has three, beside a stone with two
    ],
)
def test_the_score_of_a_move_into_the_corner(text: str, mover: str, expected: int) -> None:
    size, stones = oracle.read(text)
    case = Case(random.Random(1), size, stones, "X", oracle.points(size))
    case.kind = {chain: rows.DRAGON if stones[min(chain)] == "X" else rows.WEAK for chain in case.chains}
    nothing, far = dict.fromkeys(case.points, 0), dict.fromkeys(case.points, rows.FAR)
    work = Evaluation(liberty_order(case), nothing, nothing, far, far, 0).work(case)
    assert moves_kernels.score_move(case.board(), *case.tables, work, 0, SIGN["X"], SIGN[mover]) == expected


def candidates(
    case: Case, evaluation: Evaluation, mover: str, ko: Point | None, most: int
) -> list[tuple[Point, int]]:
    """The best moves with their scores; of equal ones those first that come first on the board."""
    scores = {
        point: score(case, evaluation, point, mover)
        for point in case.zone if case.is_empty(point) and point != ko and not is_far(case, evaluation, point)
    }
    scored = [(point, rated) for point, rated in scores.items() if rated >= 0]
    return sorted(scored, key=lambda pair: -pair[1])[:most]


def test_candidates_are_the_moves_with_the_highest_scores_in_order() -> None:
    """All but far moves, the ko and those that are refused."""
    found: Counter[str] = Counter()
    for case in random_cases(14):
        evaluation = random_evaluation(case)
        empty = [point for point in case.zone if case.is_empty(point)]
        ko = case.rng.choice(empty) if empty and case.rng.random() < 0.5 else None
        mover, most = case.rng.choice("XO"), case.rng.randint(1, 20)
        found_moves, scores = np.full(most, 99, np.int16), np.full(most, 99, np.int32)
        work = evaluation.work(case)
        work[rows.LIBERTY_ORDER] = 0
        count = moves_kernels.candidates(
            case.board(), case.group(), work, SIGN[mover], -1 if ko is None else case.number(ko), found_moves, scores
        )
        expected = candidates(case, evaluation, mover, ko, most)
        assert found_moves[:count].tolist() == [case.number(point) for point, _ in expected]
        assert scores[:count].tolist() == [scored for _, scored in expected]
        found["full" if count == most else "all"] += 1
        found["equal"] += len({scored for _, scored in expected}) < count
    assert min(found["full"], found["all"], found["equal"]) > 50
