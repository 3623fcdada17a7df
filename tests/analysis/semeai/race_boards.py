"""Random boards with a capturing race, and its result by exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from analysis.board import BLACK, EMPTY, WHITE, Color, Grid, Position
from analysis.region.region import Region, symmetry_tables
from analysis.region.search_budget import Budget
from analysis.region.search_state import Bounds, Objective, State, Target
from analysis.region.state_graph import solve_graph
from analysis.semeai.counted_races import Race
from analysis.semeai.counting import is_plain
from analysis.status.eyes import Cells
from tests.analysis.status.eye_shapes import all_shapes

SHAPES = {size: all_shapes(size) for size in range(1, 7)}


@dataclass(frozen=True)
class Plan:
    """A random race: by colour outside liberties and points behind them, eyes with stones in them; shared liberties."""

    outside: dict[Color, int]
    behind: dict[Color, int]
    eye: dict[Color, tuple[Cells, frozenset[int]]]
    shared: int
    edge: bool = False


def random_eye(rng: random.Random) -> tuple[Cells, frozenset[int]]:
    """Return a random eye of up to six points with random stones in it; mostly a plain one."""
    size = rng.choice([0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6])
    if size and rng.random() < 0.85:
        return rng.choice(plain_eyes(size))
    shape = rng.choice(SHAPES[size]) if size else ()
    return shape, frozenset(rng.sample(range(size), rng.randint(0, max(0, size - 1))))


@cache
def plain_eyes(size: int) -> list[tuple[Cells, frozenset[int]]]:
    """Return all plain eyes of that many points."""
    grid = Grid(size + 2)
    found = []
    for shape in SHAPES[size]:
        points = [grid.at(row + 1, col + 1) for row, col in shape]
        for bits in range((1 << size) - 1):
            stones = frozenset(i for i in range(size) if bits >> i & 1)
            if is_plain(grid, points, [points[i] for i in stones]):
                found.append((shape, stones))
    return found


def random_plan(rng: random.Random, most: int) -> Plan:
    """Return a plan with at most `most` playable points."""
    while True:
        eye = {color: random_eye(rng) for color in (BLACK, WHITE)}
        outside = {color: rng.choice([0, 1, 1, 2, 2, 3, 4, 5]) for color in (BLACK, WHITE)}
        behind = {color: rng.choice([0, 0, 0, 0, 1]) if outside[color] else 0 for color in (BLACK, WHITE)}
        shared = rng.choice([0, 0, 1, 1, 2, 2, 3])
        plan = Plan(outside, behind, eye, shared, rng.random() < 0.3)
        points = shared + sum(outside[c] + behind[c] + len(eye[c][0]) for c in (BLACK, WHITE))
        liberties = [shared + outside[c] + len(eye[c][0]) - len(eye[c][1]) for c in (BLACK, WHITE)]
        if points <= most and min(liberties) > 0:
            return plan


def board_of(rng: random.Random, plan: Plan) -> Position:
    """Return the plan's board: from the top a white wall with two eyes, Black's chain, White's chain, a black wall."""
    width = max(8, plan.outside[BLACK] + 2, plan.outside[WHITE] + 2, plan.shared)
    rows = [*_half(rng, plan, BLACK, width), _shared(rng, plan.shared, width), *_half(rng, plan, WHITE, width)[::-1]]
    board = np.array([["XO.".index(sign) for sign in row] for row in rows])
    stones = np.choose(board, [1, -1, 0]).astype(np.int8)
    turn = rng.randrange(8)
    stones = np.rot90(stones[:, ::-1] if turn & 4 else stones, turn & 3)
    return Position.from_diagram("\n".join("".join(".XO"[s] for s in row) for row in stones.tolist()))


def _half(rng: random.Random, plan: Plan, color: Color, width: int) -> list[str]:
    """Return the rows from the enemy's wall to the last row of the chain."""
    own, wall = ("X", "O") if color is BLACK else ("O", "X")
    free = rng.sample(range(width), plan.outside[color])
    beyond = set(rng.sample(free, min(plan.behind[color], len(free))))
    rows = [
        f".{wall}.".ljust(width, wall),
        wall * width,
        "".join("." if col in beyond else wall for col in range(width)),
        "".join("." if col in free else wall for col in range(width)),
        own * width,
    ]
    shape, stones = plan.eye[color]
    if shape:
        tall, wide = max(row for row, _ in shape) + 1, max(col for _, col in shape) + 1
        left = 0 if plan.edge else rng.randint(0, width - wide)
        for row in range(tall):
            line = [own] * width
            for index, cell in enumerate(shape):
                if cell[0] == row:
                    line[left + cell[1]] = wall if index in stones else "."
            rows.append("".join(line))
        rows.append(own * width)
    return rows


def _shared(rng: random.Random, shared: int, width: int) -> str:
    free = rng.sample(range(width), shared)
    return "".join("." if col in free else rng.choice("XO") for col in range(width))


def random_race(rng: random.Random, most: int) -> Position:
    """Return a legal board with a random race."""
    while True:
        plan = random_plan(rng, most)
        try:
            return board_of(rng, plan)
        except ValueError:
            continue


def contracted(position: Position, chains: Iterable[int], playable: set[int]) -> Region:
    """Return the region of a race: each chain contracted to one point, not played on again; other stones are walls."""
    place: dict[int, int] = {}
    vertices: list[int] = []
    for chain in chains:
        place |= dict.fromkeys(position.chain_at(chain), len(vertices))
        vertices.append(position.chain_at(chain)[0])
    for point in sorted(playable):
        place[point] = len(vertices)
        vertices.append(point)
    near = [0] * len(vertices)
    walls = {BLACK: 0, WHITE: 0}
    for point, index in place.items():
        for beside in (int(p) for p in position.grid.neighbours[point] if p < position.grid.area):
            if beside in place:
                near[index] |= 1 << place[beside] & ~(1 << index)
            else:
                assert position.stones[beside] != EMPTY
                walls[Color(int(position.stones[beside]))] |= 1 << index
    return Region(
        vertices=tuple(vertices),
        near=np.array(near, np.uint64),
        playable=sum(1 << place[point] for point in playable),
        walls=(walls[BLACK], walls[WHITE]),
        symmetries=symmetry_tables([list(range(len(vertices)))]),
    )


class Exhaustive:
    """Exhaustive search of a race between the chains on two points, with moves on `playable`. Raises OutOfBudget."""

    def __init__(self, position: Position, black: int, white: int, playable: set[int], most: int) -> None:
        self.region = contracted(position, (black, white), playable)
        self.stones = self.region.stones(position)
        start = State(*self.stones, BLACK)
        targets = {color: Target(1 << place, color) for place, color in enumerate((BLACK, WHITE))}
        self.graphs = {
            color: solve_graph(self.region, start, Objective.CAPTURE, target=target, budget=Budget(most))
            for color, target in targets.items()
        }

    def winner(self, first: Color) -> Color | None:
        """Return the side that captures the other's chain; None if neither does."""
        state = State(*self.stones, first)
        return self._winner({owner: graph.bounds(state) for owner, graph in self.graphs.items()})

    def after(self, first: Color, point: int) -> Color | None:
        """Return the same after a move."""
        state, place = State(*self.stones, first), self.region.vertices.index(point)
        return self._winner({owner: graph.moves(state)[place] for owner, graph in self.graphs.items()})

    def _winner(self, bounds: dict[Color, Bounds]) -> Color | None:
        for owner, values in bounds.items():
            if int(owner) * values.value() < 0:
                return owner.opponent
        return None


def played_on(position: Position, race: Race) -> set[int]:
    """Return the playable points of a race: all liberties and eyes, and the empty points behind them."""
    sides = (race.black, race.white)
    points = {point for side in sides for point in (*side.outside, *side.eye)} | set(race.shared)
    todo = list(points)
    while todo:
        for near in (int(p) for p in position.grid.neighbours[todo.pop()] if p < position.grid.area):
            if position.stones[near] == EMPTY and near not in points:
                points.add(near)
                todo.append(near)
    return points
