"""Which side reaches a point first: against plain searches for shortest paths on random boards."""

from __future__ import annotations

from collections import Counter

from analysis.status.life import _life_kernels as rows
from tests.analysis.status.life import plain_chains
from tests.analysis.status.life.oracle import SIGN, Case, Point, random_cases, random_evaluation


def test_distances_from_the_walls() -> None:
    found: Counter[int] = Counter()
    for case in random_cases(31):
        work = case.work()
        rows.fill_wall_steps(case.board(), case.tables[0], case.numbers(case.zone), work, SIGN[case.attacker])
        expected = plain_chains.wall_steps(case)
        assert case.read_row(work[rows.WALL_STEPS]) == expected
        assert work[rows.WALL_STEPS, -1] == rows.FAR
        found.update(expected.values())
    assert min(found[steps] for steps in (0, 1, 2, 3, 4, rows.FAR)) > 100


def is_last_step(case: Case, found: dict[Point, int], point: Point) -> bool:
    """Whether the distance is 0 in the dragon, elsewhere one more than that of a neighbour, or the same on a friend."""
    if case.has_kind(point, rows.DRAGON):
        return found[point] == 0
    step = int(case.colour(point) != case.owner)
    return any(found[near] + step == found[point] for near in case.near(point))


def test_distances_from_the_dragon() -> None:
    """Those of shortest paths, unless a path over a friend's stones, which is found late, is shorter: then no path is
    shorter than the shortest, and each distance is that of a path.
    """
    found: Counter[str] = Counter()
    for case in random_cases(32, 800):
        walls = plain_chains.wall_steps(case) if case.rng.random() < 0.7 else random_evaluation(case).wall_steps
        mine = case.rng.random() < 0.5
        work = case.work()
        work[rows.WALL_STEPS] = case.row(walls, rows.FAR)
        held = rows.fill_owner_steps(
            case.board(), case.tables[0], case.numbers(case.zone), work, SIGN[case.owner], mine
        )
        steps, shortest = case.read_row(work[rows.OWNER_STEPS]), plain_chains.owner_steps(case, walls, mine)
        reached = {point for point, step in steps.items() if step < rows.FAR}
        assert work[rows.OWNER_STEPS, -1] == rows.FAR
        assert held == sum(case.colour(point) != case.owner for point in reached)
        assert all(is_last_step(case, steps, point) for point in reached)
        assert all(steps[point] >= shortest[point] for point in case.points)
        if any(case.has_kind(point, rows.FRIEND, rows.SAFE) for point in reached):
            found["equal beside friends" if steps == shortest else "longer"] += 1
        else:
            assert steps == shortest
            found["without friends"] += 1
        found["over stones in atari"] += any(case.colour(point) == case.attacker for point in reached)
        found["up to walls"] += any(walls[point] < rows.FAR for point in reached)
    assert min(found.values()) > 20
