"""Eyes in closed regions and outside them: against plain Python on random boards."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _eye_shape_kernels as eyes_kernels
from analysis.reading.selective import _region_kernels as region_kernels
from tests import oracle
from tests.analysis.reading.selective import plain_eyes
from tests.analysis.reading.selective.oracle import (
    SIGN,
    Case,
    drawn_kinds,
    random_cases,
    random_evaluation,
    random_stones,
)


def test_diagonal_points_spoil_an_eye() -> None:
    found: Counter[int] = Counter()
    for case in random_cases(41):
        board, work = case.board(), case.work()
        for point in case.points:
            rating = eyes_kernels.bad_corners(board, *case.tables, work, case.number(point), SIGN[case.owner])
            assert rating == plain_eyes.spoilt(case, point)
            found[int(rating)] += 1
    assert min(found[rating] for rating in range(8)) > 20


def test_points_where_the_owner_may_have_an_eye() -> None:
    eyes = others = 0
    for case in random_cases(42):
        evaluation = random_evaluation(case)
        work = evaluation.work(case)
        count = eyes_kernels.possible_eyes(
            case.board(), *case.tables, case.numbers(case.zone), work, SIGN[case.owner]
        )
        expected = plain_eyes.possible_eyes(case, evaluation.owner_steps)
        assert case.read_row(work[rows.EYE]) == {point: int(point in expected) for point in case.points}
        assert work[rows.EYE, -1] == 0
        assert count == len(expected)
        eyes, others = eyes + count, others + len(case.zone) - count
    assert min(eyes, others) > 1000


def test_open_eye_space_counts_by_the_shapes_of_its_parts() -> None:
    """Without the points of closed regions; the marks are left as they were."""
    found: Counter[tuple[int, int]] = Counter()
    for case in random_cases(43, 600, largest=6):
        evaluation = random_evaluation(case)
        work = evaluation.work(case)
        eye = {point for point in case.points if evaluation.eye[point] and evaluation.closed[point] <= 0}
        expected = plain_eyes.open_eyes(case, eye)
        before = work.copy()
        assert eyes_kernels.open_eyes(case.board(), case.tables[0], case.numbers(case.zone), work) == expected
        assert (work[[rows.EYE, rows.CLOSED]] == before[[rows.EYE, rows.CLOSED]]).all()
        found[min(2, expected[0]), min(1, expected[1])] += 1
    assert min(found[2, 0], found[2, 1]) > 10


def invaded_case(seed: int) -> Case:
    """A board on which the attacker has stones inside the owner's regions only: none, one, some, or all but one point
    full.
    """
    rng = random.Random(seed)
    size, owner, share = (rng.randint(2, 9), rng.randint(2, 9)), rng.choice("XO"), rng.choice([0.4, 0.5, 0.6])
    stones = random_stones(rng, size, owner, share, 0)
    case = Case(rng, size, stones, owner, [])
    for region in plain_eyes.parts(case, set(case.points) - set(stones)):
        points = sorted(region.points)
        most = len(points) - 1
        count = min(most, rng.choice([0, 1, rng.randint(0, most), most]))
        invaded = stones | dict.fromkeys(rng.sample(points, count), case.attacker)
        stones = invaded if oracle.is_legal_position(size, invaded) else stones
    centre = rng.choice([point for point in sorted(stones) if stones[point] == owner])
    return drawn_kinds(rng, size, stones, centre, rng.choice([3, 20, 20]), rng.choice([0.9, 1.0]))


def closed_parts(case: Case, row: np.ndarray) -> set[frozenset[plain_eyes.Point]]:
    """The sets of points with one positive number."""
    numbers = case.read_row(row)
    return {frozenset(p for p in case.points if numbers[p] == one) for one in set(numbers.values()) if one > 0}


def test_eyes_of_closed_regions() -> None:
    """Each region with its number, those with gaps without."""
    found: Counter[str] = Counter()
    for case in itertools.chain(random_cases(44, 1500, crowded=True), map(invaded_case, range(1500))):
        work = case.work()
        counted = region_kernels.count_eyes(
            case.board(), *case.tables, case.numbers(case.zone), work, SIGN[case.owner]
        )
        regions = plain_eyes.closed_regions(case)
        assert counted == plain_eyes.count_eyes(regions)
        assert closed_parts(case, work[rows.CLOSED]) == {region.points for region in regions if not region.has_gaps}
        for region in regions:
            found["gaps" if region.has_gaps else "invaded" if region.stones else "empty"] += 1
            found["large"] += len(region.points) > 6
            found["answered"] += region.count().answered
            found["filled"] += len(region.points) - 1 == len(region.stones) > 4
    assert min(found[kind] for kind in ("gaps", "invaded", "empty", "large", "answered", "filled")) > 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XXXXXX X.O..X X....X XXXXXX", (2, 0, 2, False)),
        ("XXXXXX X.O..X X...XX XXXXXX", (1, 0, 2, True)),  # seven points
        ("X.O..X X....X XXXXXX", (2, 0, 2, False)),  # at the edge
        (".O..X ....X XXXXX", (1, 0, 2, True)),  # in the corner
        ("XXXXXX X.OO.X X....X XXXXXX", (1, 0, 2, False)),  # two stones
        ("XXXX X.OX XXXX", (1, 0, 1, False)),
        ("XX.OXX XWXXWX X.XX.X XXXXXX", (0, 0, 1, False)),  # no point of it is an eye
    ],
)
def test_eyes_of_a_region_with_attacking_stones_in_it(text: str, expected: tuple[int, int, int, bool]) -> None:
    """Those named O are weak, W walls."""
    size, stones = oracle.read(text.replace("W", "O"))
    case = Case(random.Random(1), size, stones, "X", oracle.points(size))
    kinds = {"X": rows.DRAGON, "O": rows.WEAK, "W": rows.WALL}
    case.kind = {chain: kinds[text.split()[min(chain)[0]][min(chain)[1]]] for chain in case.chains}
    counted = region_kernels.count_eyes(case.board(), *case.tables, case.numbers(case.zone), case.work(), SIGN["X"])
    assert counted == plain_eyes.count_eyes(plain_eyes.closed_regions(case)) == expected
