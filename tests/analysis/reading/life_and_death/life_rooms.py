"""Groups in random closed rooms, compared with exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

from analysis.board import Grid, Position
from analysis.reading import Evidence, Result
from analysis.reading.life_and_death.group_question import kill, live
from analysis.region.region import Region, enclosed
from tests.analysis.reading.rooms import LEAST_LIBERTIES, SIDE, connected_points, exhaustive_result

MOST_EMPTY = 9
LEAST_STONES = 4
"""The stones of the chain in question, at least."""


def life_rooms(seed: int) -> Iterator[tuple[Region, Position, int, list[int]]]:
    """Yield rooms of 9 to 16 points with at most MOST_EMPTY empty ones, a chain in each, and the walls; without end."""
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(9, 16))
        stones = np.zeros(grid.area, np.int8)
        wall = rng.choice([1, -1])
        for point in inside:
            row, col = grid.row_col(point)
            for r in range(max(row - 1, 0), min(row + 2, SIDE)):
                for c in range(max(col - 1, 0), min(col + 2, SIDE)):
                    stones[grid.at(r, c)] = wall
        for point in inside:
            outer = not inside.issuperset(grid.beside[point])
            stones[point] = rng.choices([0, wall, -wall], [2, 0.3, 9] if outer else [6, 1, 1])[0]
        try:
            position = Position.from_stones(grid, stones)
        except ValueError:
            continue
        around = {near for point in inside for near in grid.beside[point]} - inside
        chains = sorted({tuple(position.chain_at(point)) for point in inside if stones[point] == -wall}, key=len)
        walls = [point for point in range(grid.area) if stones[point] == wall and point not in inside]
        if (
            chains and len(chains[-1]) >= LEAST_STONES
            and sum(stones[point] == 0 for point in inside) <= MOST_EMPTY
            and all(len(set(position.liberties_at(point)) - inside) >= LEAST_LIBERTIES for point in around)
        ):  # fmt: skip
            yield enclosed(position, inside), position, chains[-1][0], walls


def compare(count: int, seed: int, nodes: int = 5000) -> tuple[Counter[str], list[str]]:
    """Compare the answers about so many rooms; return the counts, and a description of each wrong answer.

    A ko counts as one result, whoever must make the first threat.
    """
    seen, wrong = Counter[str](), []
    for region, position, point, walls in life_rooms(seed):
        for attacking, question in ((True, kill), (False, live)):
            truth = exhaustive_result(region, position, point, attacking)
            if truth is None:
                seen["too large"] += 1
                continue
            found = question(position, position.chain_at(point), safe=walls, nodes=nodes)
            if not found.finished:
                seen["not finished"] += 1
                continue
            said = Result.KO_FIRST if found.result.by_ko else found.result
            seen["asked"] += 1
            seen[f"{question.__name__} {truth.name}"] += 1
            if said is not truth:
                seen["wrong"] += 1
                seen["wrong, proved"] += found.evidence is Evidence.PROVED
                seen["wrong without a ko"] += Result.KO_FIRST not in (said, truth)
                what = f"{question.__name__} {position.grid.vertex(point)}: {said.name}, in truth {truth.name}"
                wrong.append(f"{what}\n{position.diagram()}")
        seen["rooms"] += 1
        if seen["rooms"] == count:
            break
    return seen, wrong
