"""Where the attacker can enter a closed region, and whether the chains around one are linked outside: against plain
Python on random boards.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _region_kernels as region_kernels
from tests import oracle
from tests.analysis.reading.selective.oracle import SIGN, Case, Point, random_cases
from tests.analysis.reading.selective.plain_eyes import gap_marks, joined_chains


def test_gaps_are_where_the_attacker_enters_and_the_points_behind() -> None:
    marked: Counter[int] = Counter()
    for case in random_cases(1):
        work = case.work()
        region_kernels.mark_gaps(case.board(), case.tables[0], case.numbers(case.zone), work, SIGN[case.owner])
        expected = gap_marks(case)
        assert case.read_row(work[rows.MARK]) == expected
        assert work[rows.MARK, -1] == 0
        marked.update(expected.values())
    assert min(marked[value] for value in range(4)) > 50


def part_around(case: Case, start: Point) -> list[Point]:
    """All points without the owner's stones that are joined to a point."""
    part = [start]
    for point in part:
        part += [near for near in case.near(point) if near not in part and case.colour(near) != case.owner]
    return part


def test_chains_are_joined_by_links_outside_their_region() -> None:
    """Also for a part of a region, outside of which its other points are links."""
    found: Counter[tuple[bool, bool]] = Counter()
    for case in random_cases(2, crowded=True):
        inner = [p for p in case.zone if case.is_empty(p) and case.around(p, case.owner)]
        for _ in range(4 if inner else 0):
            part = part_around(case, case.rng.choice(inner))
            region = part if case.rng.random() < 0.5 else part[: case.rng.randint(1, 3)]
            chains = {chain for point in region for chain in case.around(point, case.owner)}
            if not chains <= set(case.chains):
                continue
            work = case.work()
            case.rng.shuffle(region)
            work[rows.CLOSED] = case.row(dict.fromkeys(region, 5) | dict.fromkeys(set(part) - set(region), 4))
            work[rows.QUEUE, : len(region)] = case.numbers(region)
            joined = region_kernels.joined_outside(
                case.board(), case.tables[0], case.numbers(case.zone), work, SIGN[case.owner], 5, len(region)
            )
            assert joined == joined_chains(case, region)
            found[len(chains) > 2, bool(joined)] += 1
    assert min(found[many, joined] for many in (True, False) for joined in (True, False)) > 10


@pytest.mark.parametrize("count", [1, 2, 5, 8, 9])
@pytest.mark.parametrize("seed", range(5))
def test_at_most_eight_chains_are_followed(count: int, seed: int) -> None:
    """Each chain is linked to the next one; the region is above them."""
    row = ".".join("X" * count)
    size, stones = oracle.read("\n".join(["." * len(row), row, row]))
    case = Case(random.Random(seed), size, stones, "X", oracle.points(size))
    case.kind = dict.fromkeys(case.chains, rows.DRAGON)
    region = [(0, column) for column in range(len(row))]
    case.rng.shuffle(region)
    work = case.work()
    work[rows.CLOSED] = case.row(dict.fromkeys(region, 1))
    work[rows.QUEUE, : len(region)] = case.numbers(region)
    joined = region_kernels.joined_outside(
        case.board(), case.tables[0], case.numbers(case.zone), work, SIGN["X"], 1, len(region)
    )
    assert joined == (count <= 8) == joined_chains(case, region)
