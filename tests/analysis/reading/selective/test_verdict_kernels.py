"""The static verdict, and the points that it depends on: against plain Python on random boards."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np

from analysis.reading import _point_set_kernels as sets
from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _selective_goal_kernels as goal_kernels
from analysis.reading.selective import _verdict_kernels as verdict_kernels
from tests.analysis.reading.selective import plain_chains, plain_verdict
from tests.analysis.reading.selective.oracle import (
    SIGN,
    UNSET,
    Case,
    Evaluation,
    Point,
    random_case,
    random_cases,
    random_evaluation,
)

DECIDED_BY_LITTLE = [
    (70563, False), (71302, True), (70679, False), (71557, False), (71069, False), (72273, False), (71771, False),
    (71859, False), (72461, False), (74819, False),
]  # fmt: skip
"""Seeds of boards, and whether they are crowded, whose verdicts depend on five liberties, two steps, a joint, a last
liberty, or space outside.
"""


def some_stones(case: Case, side: str, share: float) -> set[Point]:
    return {point for point in sorted(case.stones) if case.stones[point] == side and case.rng.random() < share}


def new_work(case: Case) -> np.ndarray:
    return np.full((rows.ROWS, len(case.points) + 1), UNSET, np.int16)


def test_walls_are_attacking_chains_that_cannot_be_captured() -> None:
    found: Counter[int] = Counter()
    for case in random_cases(61):
        walls, safe = some_stones(case, case.attacker, 0.6), some_stones(case, case.owner, 0.2)
        mover, work = case.rng.choice("XO"), new_work(case)
        count = verdict_kernels.set_walls(case.board(), case.group(None, walls, safe), work, SIGN[mover])
        expected = plain_verdict.wall_kinds(case, walls, safe, mover == case.attacker)
        assert count == len(case.chains)
        assert case.read_kinds(work) == expected
        assert case.read_row(work[rows.WALL_STEPS]) == plain_chains.wall_steps(replace(case, kind=expected))
        found.update(expected.values())
    assert min(found[kind] for kind in (rows.WEAK, rows.WALL, rows.FRIEND, rows.SAFE)) > 100


def check_verdict(case: Case, work: np.ndarray, target: Point, lost: set[Point], mine: bool) -> int:
    """Compare what a verdict wrote with the plain one on the case with its dragon; return the plain one's code."""
    steps = case.read_row(work[rows.OWNER_STEPS])  # shortest paths: see the tests of distances
    expected = plain_verdict.verdict(case, target, lost, steps, mine)
    assert {point for point, one in case.read_row(work[rows.EYE]).items() if one} == expected.eye
    assert {point for point, one in case.read_row(work[rows.CLOSED]).items() if one > 0} == expected.closed
    facts = work[rows.FACTS, [rows.EYES, rows.SURE, rows.OUTSIDE]].tolist()
    assert facts == [len(expected.eye), expected.sure, expected.outside]
    return expected.code


def test_static_verdicts() -> None:
    """With random walls, living and dead chains, and either side to move."""
    found: Counter[tuple[int, bool]] = Counter()
    rare = (random_case(seed, 1, 9, crowded, False) for seed, crowded in DECIDED_BY_LITTLE)
    for case in itertools.chain(random_cases(63, 500, crowded=True), random_cases(62, 500), rare):
        walls = some_stones(case, case.attacker, 0.9)
        safe, lost = some_stones(case, case.owner, 0.03), some_stones(case, case.owner, 0.2)
        target = case.rng.choice([point for point in case.zone if case.colour(point) == case.owner])
        mover, work = case.rng.choice("XO"), new_work(case)
        group = case.group(target, walls, safe, lost)
        code = verdict_kernels.evaluate_dragon(case.board(), group, work, SIGN[mover])
        kind = plain_verdict.wall_kinds(case, walls, safe, mover == case.attacker)
        case = plain_verdict.with_dragon(case, kind, target)
        assert case.read_kinds(work) == case.kind
        assert code == check_verdict(case, work, target, lost, mover == case.owner)
        found[int(code), mover == case.owner] += 1
    assert len(found) == 6
    assert min(found.values()) > 20


def test_a_captured_target_is_dead() -> None:
    for case in random_cases(64, 20):
        for point in case.points:
            if case.colour(point) != case.owner:
                code = verdict_kernels.evaluate_dragon(case.board(), case.group(point), new_work(case), 1)
                assert code == verdict_kernels.DEAD


def test_verdicts_of_many_chains_are_those_of_each() -> None:
    """The codes and the dragons."""
    found: Counter[int] = Counter()
    for case in random_cases(65, 150, everywhere=True):
        walls, mover, work = some_stones(case, case.attacker, 0.8), case.rng.choice("XO"), new_work(case)
        own = [chain for chain in case.chains if case.stones[min(chain)] == case.owner]
        verdicts = np.full(len(own), UNSET, np.int16)
        dragons = np.zeros((len(own), len(case.chains)), np.bool_)
        verdict_kernels.evaluate_dragons(
            case.board(), case.group(None, walls), work, case.numbers(map(min, own)), SIGN[mover], verdicts, dragons
        )
        kind = plain_verdict.wall_kinds(case, walls, set(), mover == case.attacker)
        for i, chain in enumerate(own):
            one = plain_verdict.with_dragon(case, kind, min(chain))
            assert {case.chains[k] for k in np.flatnonzero(dragons[i])} == {
                other for other, its_kind in one.kind.items() if its_kind == rows.DRAGON
            }
            steps = plain_chains.owner_steps(one, plain_chains.wall_steps(one), mover == case.owner)
            in_work = i == len(own) - 1 and not (dragons[:i] == dragons[i]).all(axis=1).any()  # else that of another
            if not in_work and any(one.has_kind(p, rows.FRIEND) for p in one.points if steps[p] < rows.FAR):
                continue  # the distances may be longer: see the tests of distances
            if in_work:
                steps = case.read_row(work[rows.OWNER_STEPS])
            expected = plain_verdict.verdict(one, min(chain), set(), steps, mover == case.owner)
            assert verdicts[i] == expected.code
            found[expected.code] += 1
    assert min(found[code] for code in (verdict_kernels.DEAD, verdict_kernels.ALIVE, verdict_kernels.UNKNOWN)) > 20


def sparse_evaluation(case: Case) -> Evaluation:
    """One in which few points are eyes, closed or reached."""
    eye, closed, reached = ({p for p in case.points if case.rng.random() < share} for share in (0.05, 0.05, 0.1))
    return replace(
        random_evaluation(case), eye={p: int(p in eye) for p in case.points},
        closed={p: int(p in closed) for p in case.points},
        owner_steps={p: 1 if p in reached else rows.FAR for p in case.points},
    )


def test_points_that_a_verdict_depends_on() -> None:
    """They are added to those that are there."""
    sizes: Counter[bool] = Counter()
    for case in random_cases(66, smallest=5, everywhere=True):
        evaluation = sparse_evaluation(case)
        lost, alive = some_stones(case, case.owner, 0.3), case.rng.random() < 0.5
        points = np.zeros(-(-len(case.points) // sets.BITS), np.int64)
        before = case.rng.choice(case.points)
        sets.add(points, case.number(before))
        code = verdict_kernels.ALIVE if alive else verdict_kernels.DEAD
        goal_kernels.add_reasons(case.board(), case.group(None, (), (), lost), evaluation.work(case), code, points)
        expected = plain_verdict.reasons(case, evaluation, alive, lost)
        added = {point for point in range(len(case.points)) if sets.has(points, point)}
        assert added == set(case.numbers(expected | {before}).tolist())
        sizes[alive] += len(case.points) - len(expected)
    assert min(sizes.values()) > 500
