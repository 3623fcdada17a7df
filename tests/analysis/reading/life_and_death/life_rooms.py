"""Groups in random closed rooms, compared with exhaustive search."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

from analysis.board import Grid, Position
from analysis.reading.life_and_death.group_question import kill, live
from analysis.region.region import Region, enclosed
from tests.analysis.reading.rooms import SIDE, Case, compare_answers, connected_points, walled_in, walls_stand

MOST_EMPTY = 9
LEAST_STONES = 4
"""The stones of the chain in question, at least."""


def life_rooms(seed: int) -> Iterator[tuple[Region, Position, int, list[int]]]:
    """Yield rooms of 9 to 16 points with at most MOST_EMPTY empty ones, a chain in each, and the walls; without end."""
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(9, 16))
        wall = rng.choice([1, -1])
        stones = walled_in(grid, inside, wall)
        for point in inside:
            outer = not inside.issuperset(grid.beside[point])
            stones[point] = rng.choices([0, wall, -wall], [2, 0.3, 9] if outer else [6, 1, 1])[0]
        try:
            position = Position.from_stones(grid, stones)
        except ValueError:
            continue
        chains = sorted({tuple(position.chain_at(point)) for point in inside if stones[point] == -wall}, key=len)
        walls = [point for point in range(grid.area) if stones[point] == wall and point not in inside]
        if (
            chains and len(chains[-1]) >= LEAST_STONES
            and sum(stones[point] == 0 for point in inside) <= MOST_EMPTY
            and walls_stand(position, inside)
        ):  # fmt: skip
            yield enclosed(position, inside), position, chains[-1][0], walls


def compare(count: int, seed: int, nodes: int = 5000) -> tuple[Counter[str], list[str]]:
    """Compare the answers about groups in so many rooms, as `compare_answers`."""

    def cases() -> Iterator[Case]:
        for region, position, point, walls in itertools.islice(life_rooms(seed), count):
            asked = (partial(ask, position, position.chain_at(point), safe=walls, nodes=nodes) for ask in (kill, live))
            yield (region, position, point, *asked)

    return compare_answers(cases())
