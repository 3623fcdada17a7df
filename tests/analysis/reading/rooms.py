"""Captures in random closed rooms, compared with exhaustive search."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from analysis.board import BLACK, Color, Grid, Position
from analysis.reading import Answer, Evidence, Result, attack, defend
from analysis.region.region import Region, enclosed
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import solve_graph

Case = tuple[Region, Position, int, partial[Answer], partial[Answer]]
"""A room, its position, a stone in question, and what to ask of it, the attacker and the owner moving first."""
MOST_POINTS = 10
SIDE = 9
LEAST_LIBERTIES = 6
"""The liberties that each wall has outside the room, at least: no search captures it."""


def rooms(seed: int) -> Iterator[tuple[Region, Position, int]]:
    """Yield rooms of 4 to MOST_POINTS points, walled in by one colour, each with a chain in it; without end."""
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(4, MOST_POINTS))
        wall = rng.choice([1, -1])
        stones = walled_in(grid, inside, wall)
        kinds = rng.choice([[0, 0, wall, -wall, -wall], [0, 0, 0, wall, -wall], [0, 0, -wall, -wall, -wall]])
        for point in inside:
            stones[point] = rng.choice(kinds)
        try:
            position = Position.from_stones(grid, stones)
        except ValueError:
            continue
        chains = [p for p in inside if stones[p] and inside.issuperset(position.chain_at(p))]
        if chains and walls_stand(position, inside):
            yield enclosed(position, inside), position, rng.choice(chains)


def connected_points(rng: random.Random, grid: Grid, count: int) -> set[int]:
    """Return so many connected points."""
    points = {rng.randrange(grid.area)}
    while len(points) < count:
        points.add(rng.choice([int(p) for q in points for p in grid.neighbours[q] if p < grid.area]))
    return points


def walled_in(grid: Grid, inside: set[int], wall: int) -> npt.NDArray[np.int8]:
    """Return stones of a colour on some points and on all points around them, corners included."""
    stones = np.zeros(grid.area, np.int8)
    for point in inside:
        row, col = grid.row_col(point)
        for r in range(max(row - 1, 0), min(row + 2, grid.height)):
            for c in range(max(col - 1, 0), min(col + 2, grid.width)):
                stones[grid.at(r, c)] = wall
    return stones


def walls_stand(position: Position, inside: set[int]) -> bool:
    """Return whether each chain around has LEAST_LIBERTIES outside."""
    around = {near for point in inside for near in position.grid.beside[point]} - inside
    return all(len(set(position.liberties_at(point)) - inside) >= LEAST_LIBERTIES for point in around)


def exhaustive_result(region: Region, position: Position, point: int, attacking: bool) -> Result | None:
    """Return the result for the attacker or the owner, moving first, by all moves of both; None if that is too large.

    By a ko: it depends on who may retake kos at once.
    """
    owner = Color(int(position.stones[point]))
    start = State(*region.stones(position), owner.opponent if attacking else owner)
    target = Target(region.bits(position.chain_at(point)), owner)
    captured = []
    for rule in (KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND):
        try:
            graph = solve_graph(region, start, Objective.CAPTURE, target=target, ko=rule, budget=Budget(50_000))
        except OutOfBudget:
            return None
        bounds = graph.bounds(start)
        captured.append(bounds.high < 0 if owner is BLACK else bounds.low > 0)
    by_force, by_ko = captured if owner is BLACK else captured[::-1]
    if by_force != by_ko:
        return Result.KO_FIRST
    return Result.WORKS if by_force == attacking else Result.FAILS


def compare(count: int, seed: int, nodes: int = 2000) -> tuple[Counter[str], list[str]]:
    """Compare the answers about captures in so many rooms, as `compare_answers`."""
    return compare_answers((
        (region, position, point, *(partial(ask, position, point, nodes=nodes) for ask in (attack, defend)))
        for region, position, point in itertools.islice(rooms(seed), count)
    ))  # fmt: skip


def compare_answers(cases: Iterable[Case]) -> tuple[Counter[str], list[str]]:
    """Compare answers with exhaustive search; return the counts, and a description of each wrong answer.

    A ko counts as one result, whoever must make the first threat.
    """
    seen, wrong = Counter[str](), []
    for region, position, point, *questions in cases:
        for attacking, question in zip((True, False), questions, strict=True):
            truth = exhaustive_result(region, position, point, attacking)
            if truth is None:
                seen["too large"] += 1
                continue
            found = question()
            if not found.finished:
                seen["not finished"] += 1
                continue
            said = Result.KO_FIRST if found.result.by_ko else found.result
            name = question.func.__name__
            seen["asked"] += 1
            seen[f"{name} {truth.name}"] += 1
            if said is not truth:
                seen["wrong"] += 1
                seen["wrong, proved"] += found.evidence is Evidence.PROVED
                seen["wrong without a ko"] += Result.KO_FIRST not in (said, truth)
                what = f"{name} {position.grid.vertex(point)}: {said.name}, in truth {truth.name}"
                wrong.append(f"{what}\n{position.diagram()}")
        seen["rooms"] += 1
    return seen, wrong
