"""Groups in random closed rooms, compared with exhaustive search."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from analysis.board import Grid, Position
from analysis.reading.life_and_death.group_question import kill, live
from analysis.region.region import Region, enclosed
from tests.analysis.reading.rooms import SIDE, Case, compare_answers, connected_points, walled_in, walls_stand

MOST_EMPTY = 9
LEAST_STONES, FRIENDS = 4, 5
"""The stones of the chain in question, at least, and those beyond a gap in the wall, at most."""


def life_rooms(seed: int) -> Iterator[tuple[Region, Position, int, list[int]]]:
    """Yield rooms of 9 to 16 points with at most MOST_EMPTY empty ones, a chain in each, and the walls; without end."""
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(9, 16))
        wall = rng.choice([1, -1])
        stones = furnished(rng, grid, inside, wall)
        found = _room(grid, inside, stones, wall)
        if found is not None:
            yield found


def invaded_rooms(seed: int) -> Iterator[tuple[Region, Position, int, list[int]]]:
    """Yield rooms of 9 to 28 points as `life_rooms`, in which one chain goes round along the walls, with up to three
    gaps, and stones of both colours are inside.
    """
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(9, 28))
        wall = rng.choice([1, -1])
        stones = walled_in(grid, inside, wall)
        outside = {point for point in range(grid.area) if point not in inside}
        ring = sorted(point for point in inside if not outside.isdisjoint(_around(grid, point)))
        ring = sorted(set(ring).difference(rng.sample(ring, min(len(ring), rng.choice([0, 0, 1, 1, 2, 3])))))
        shares = [1, rng.choice([0, 0.15, 0.3]), rng.choice([0, 0.1, 0.2])]
        for point in inside:
            stones[point] = -wall if point in ring else rng.choices([0, wall, -wall], shares)[0]
        found = _room(grid, inside, stones, wall)
        if found is not None:
            yield found


def _around(grid: Grid, point: int) -> set[int]:
    """Return the up to eight points around a point."""
    row, col = grid.row_col(point)
    rows, cols = range(max(row - 1, 0), min(row + 2, grid.height)), range(max(col - 1, 0), min(col + 2, grid.width))
    return {grid.at(r, c) for r in rows for c in cols} - {point}


def escape_rooms(seed: int, sizes: tuple[int, int]) -> Iterator[tuple[Region, Position, int, list[int]]]:
    """Yield rooms of so many points, with liberties outside the eye space and one gap in the wall; without end.

    Through the gap, one of the points, the chain in question can be linked to stones of its owner that stand.
    """
    rng, grid = random.Random(seed), Grid(SIDE)
    while True:
        inside = connected_points(rng, grid, rng.randint(sizes[0] - 1, sizes[1] - 1))
        wall = rng.choice([1, -1])
        stones = furnished(rng, grid, inside, wall)
        gaps = [p for p in range(grid.area) if stones[p] == wall and not inside.isdisjoint(grid.beside[p])]
        gap = rng.choice(sorted(set(gaps) - inside))
        beyond = [p for p in grid.beside[gap] if stones[p] == 0 and p not in inside]
        if not beyond:
            continue
        friend = {rng.choice(beyond)}
        for _ in range(20):
            near = [q for p in friend for q in grid.beside[p] if stones[q] == 0 and q not in inside and q != gap]
            if near and len(friend) < FRIENDS:
                friend.add(rng.choice(near))
        stones[gap] = 0
        stones[sorted(friend)] = -wall
        found = _room(grid, inside | {gap}, stones, wall)
        if found is not None:
            region, position, point, walls = found
            yield region, position, point, [*walls, *sorted(friend)]


def furnished(rng: random.Random, grid: Grid, inside: set[int], wall: int) -> npt.NDArray[np.int8]:
    """Return the stones of a room: walls of one colour, mostly the other colour along them, mostly empty inside."""
    stones = walled_in(grid, inside, wall)
    for point in inside:
        outer = not inside.issuperset(grid.beside[point])
        stones[point] = rng.choices([0, wall, -wall], [2, 0.3, 9] if outer else [6, 1, 1])[0]
    return stones


def _room(
    grid: Grid, inside: set[int], stones: npt.NDArray[np.int8], wall: int
) -> tuple[Region, Position, int, list[int]] | None:
    """Return a room with its largest chain and its walls; None if it is not one, or too large to search."""
    try:
        position = Position.from_stones(grid, stones)
    except ValueError:
        return None
    found = {tuple(position.chain_at(point)) for point in inside if stones[point] == -wall}
    chains = sorted((chain for chain in sorted(found) if inside.issuperset(chain)), key=len)
    walls = [point for point in range(grid.area) if stones[point] == wall and point not in inside]
    if (
        not chains or len(chains[-1]) < LEAST_STONES
        or sum(stones[point] == 0 for point in inside) > MOST_EMPTY
        or not walls_stand(position, inside)
    ):  # fmt: skip
        return None
    return enclosed(position, inside), position, chains[-1][0], walls


def compare(
    count: int, rooms: Iterator[tuple[Region, Position, int, list[int]]], nodes: int = 5000
) -> tuple[Counter[str], list[str]]:
    """Compare the answers about groups in so many of the rooms, as `compare_answers`."""

    def cases() -> Iterator[Case]:
        for region, position, point, walls in itertools.islice(rooms, count):
            asked = (partial(ask, position, position.chain_at(point), safe=walls, nodes=nodes) for ask in (kill, live))
            yield (region, position, point, *asked)

    return compare_answers(cases())
