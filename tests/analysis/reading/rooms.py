"""Captures in random closed rooms, compared with exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

from analysis.board import BLACK, Color, Grid, Position
from analysis.reading import Evidence, Result, attack, defend
from analysis.region.region import Region, enclosed
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import solve_graph

MOST_POINTS = 10
SIDE = 9
LEAST_LIBERTIES = 6
"""The liberties that each wall has outside the room, at least: no search captures it."""


def rooms(seed: int) -> Iterator[tuple[Region, Position, int]]:
    """Yield rooms of 4 to MOST_POINTS points, walled in by one colour, each with a chain in it; without end."""
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(4, MOST_POINTS))
        stones = np.zeros(grid.area, np.int8)
        wall = rng.choice([1, -1])
        for point in inside:
            row, col = grid.row_col(point)
            for r in range(max(row - 1, 0), min(row + 2, SIDE)):
                for c in range(max(col - 1, 0), min(col + 2, SIDE)):
                    stones[grid.at(r, c)] = wall
        kinds = rng.choice([[0, 0, wall, -wall, -wall], [0, 0, 0, wall, -wall], [0, 0, -wall, -wall, -wall]])
        for point in inside:
            stones[point] = rng.choice(kinds)
        try:
            position = Position.from_stones(grid, stones)
        except ValueError:
            continue
        around = {int(p) for q in inside for p in grid.neighbours[q] if p < grid.area} - inside
        chains = [p for p in inside if stones[p] and inside.issuperset(position.chain_at(p))]
        if chains and all(len(set(position.liberties_at(p)) - inside) >= LEAST_LIBERTIES for p in around):
            yield enclosed(position, inside), position, rng.choice(chains)


def connected_points(rng: random.Random, grid: Grid, count: int) -> set[int]:
    """Return so many connected points."""
    points = {rng.randrange(grid.area)}
    while len(points) < count:
        points.add(rng.choice([int(p) for q in points for p in grid.neighbours[q] if p < grid.area]))
    return points


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
    """Compare the answers about so many rooms; return the counts, and a description of each wrong answer.

    A ko counts as one result, whoever must make the first threat.
    """
    seen, wrong = Counter[str](), []
    for region, position, point in rooms(seed):
        for attacking, question in ((True, attack), (False, defend)):
            truth = exhaustive_result(region, position, point, attacking)
            if truth is None:
                seen["too large"] += 1
                continue
            found = question(position, point, nodes=nodes)
            if not found.finished:
                seen["not finished"] += 1
                continue
            said = Result.KO_FIRST if found.result.by_ko else found.result
            seen["asked"] += 1
            seen[f"{question.__name__} {truth.name}"] += 1
            if said is not truth:
                seen["wrong"] += 1
                seen["wrong, proved"] += found.evidence is Evidence.PROVED
                what = f"{question.__name__} {position.grid.vertex(point)}: {said.name}, in truth {truth.name}"
                wrong.append(f"{what}\n{position.diagram()}")
        seen["rooms"] += 1
        if seen["rooms"] == count:
            break
    return seen, wrong
