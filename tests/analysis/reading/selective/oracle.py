"""Random boards for the kernels of static evaluation, and in plain Python what several of them have in common.

A point is a pair (row, col), a side "X" or "O", a board a dict, as in `tests.oracle`. A chain is a frozenset of points.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from analysis.board import Grid
from analysis.reading.selective import _chain_kernels as rows
from tests import oracle
from tests.oracle import OTHER, OracleBoard, Size

Point = tuple[int, int]
Chain = frozenset[Point]

SIGN = {"X": 1, "O": -1}
UNSET = 77
"""The value of everything in `work` that a kernel must not read before it writes it."""

CASES = 400
"""Boards of one test."""

FAR_AWAY = 40
"""A distance larger than any on these boards."""


@dataclass
class Case:
    """A board on which chains have a random kind, so that also what no evaluation leads to is compared.

      stones  -- a legal position, as everywhere in `tests.oracle`
      owner   -- the side of the dragon
      zone    -- points considered; `extended` -- these and their neighbours; both ascending
      kind    -- the kind of every chain that has a stone in the extended zone, by chain
    """

    rng: random.Random
    size: Size
    stones: OracleBoard
    owner: str
    zone: list[Point]
    kind: dict[Chain, int] = field(default_factory=dict)

    @property
    def attacker(self) -> str:
        return OTHER[self.owner]

    @cached_property
    def points(self) -> list[Point]:
        return oracle.points(self.size)

    @cached_property
    def extended(self) -> list[Point]:
        return sorted({q for p in self.zone for q in (p, *self.near(p))})

    @cached_property
    def chain_at(self) -> dict[Point, Chain]:
        chains = map(frozenset, oracle.chains(self.size, self.stones))
        return {point: chain for chain in chains for point in chain}

    @cached_property
    def liberties(self) -> dict[Chain, set[Point]]:
        return {chain: oracle.liberties(self.size, self.stones, min(chain)) for chain in self.chain_at.values()}

    @cached_property
    def chains(self) -> list[Chain]:
        """The chains that have a stone in the extended zone, by their numbers: in the order of their first points
        there.
        """
        return list(dict.fromkeys(self.chain_at[point] for point in self.extended if point in self.stones))

    def near(self, point: Point) -> list[Point]:
        """The points above, below, left and right, as far as they are on the board."""
        return sorted(oracle.neighbours(self.size, point))

    def corners(self, point: Point) -> list[Point]:
        """The points diagonal to one, as far as they are on the board."""
        diagonal = ((point[0] + i, point[1] + j) for i in (-1, 1) for j in (-1, 1))
        return [(row, col) for row, col in diagonal if 0 <= row < self.size[0] and 0 <= col < self.size[1]]

    def free(self, point: Point) -> set[Point]:
        """The liberties of the stone on a point."""
        return self.liberties[self.chain_at[point]]

    def colour(self, point: Point) -> str | None:
        return self.stones.get(point)

    def is_empty(self, point: Point) -> bool:
        return point not in self.stones

    def kind_at(self, point: Point) -> int | None:
        """The kind of the chain on a point; None without a stone, or outside the extended zone."""
        return self.kind.get(self.chain_at[point]) if point in self.stones else None

    def has_kind(self, point: Point, *kinds: int) -> bool:
        return self.kind_at(point) in kinds

    def is_wall(self, point: Point) -> bool:
        """Whether an attacking stone stands there that is a wall, or of unknown kind."""
        return self.colour(point) == self.attacker and self.kind_at(point) in (rows.WALL, None)

    def around(self, point: Point, side: str) -> set[Chain]:
        """The chains of a side beside a point."""
        return {self.chain_at[near] for near in self.near(point) if self.colour(near) == side}

    # -- what the kernels get ------------------------------------------------------------------------------------------

    @cached_property
    def grid(self) -> Grid:
        return Grid(*self.size)

    def number(self, point: Point) -> int:
        return point[0] * self.size[1] + point[1]

    def numbers(self, points: Iterable[Point]) -> np.ndarray:
        return np.array([self.number(point) for point in points], np.int16)

    @property
    def tables(self) -> tuple[np.ndarray, np.ndarray]:
        return self.grid.neighbours, self.grid.diagonals

    def board(self) -> np.ndarray:
        found = np.zeros(len(self.points) + 1, np.int8)
        for point, side in self.stones.items():
            found[self.number(point)] = SIGN[side]
        found[-1] = rows.OFF
        return found

    def group(
        self, target: Point | None = None, walls: Iterable[Point] = (), safe: Iterable[Point] = (),
        lost: Iterable[Point] = (),
    ) -> rows.GroupArrays:
        """The group for the kernels, with the chains that are walls, safe and lost from the outset."""
        masks = (self.row(dict.fromkeys(points, 1)).astype(np.bool_) for points in (walls, safe, lost))
        zone, extended = self.numbers(self.zone), self.numbers(self.extended)
        number = 0 if target is None else self.number(target)
        everywhere = np.ones(len(self.points), np.bool_)
        return rows.GroupArrays(*self.tables, zone, extended, SIGN[self.owner], number, *masks, everywhere)

    def row(self, values: dict[Point, int], other: int = 0) -> np.ndarray:
        """A row of `work` with a value for each point, and `other` for the rest and for "off the board"."""
        found = np.full(len(self.points) + 1, other, np.int16)
        for point, value in values.items():
            found[self.number(point)] = value
        return found

    def work(self) -> np.ndarray:
        """The chains by number, with their liberties and kinds; all else is unset."""
        work = np.full((rows.ROWS, len(self.points) + 1), UNSET, np.int16)
        number = {chain: k for k, chain in enumerate(self.chains)}
        work[rows.LABEL] = self.row({p: number.get(chain, -1) for p, chain in self.chain_at.items()}, -1)
        for chain, k in number.items():
            free = [self.number(point) for point in self.liberties[chain]]
            self.rng.shuffle(free)
            work[rows.LIBERTIES, k], work[rows.SIZE, k] = len(free), len(chain)
            work[rows.FIRST, k], work[rows.SECOND, k] = [*free, -1, -1][:2]
            work[rows.KIND, k] = self.kind[chain]
        return work

    def read_row(self, row: np.ndarray) -> dict[Point, int]:
        return {point: int(row[self.number(point)]) for point in self.points}

    def read_kinds(self, work: np.ndarray) -> dict[Chain, int]:
        return {chain: int(work[rows.KIND, k]) for k, chain in enumerate(self.chains)}


def random_stones(rng: random.Random, size: Size, owner: str, mine: float, theirs: float) -> OracleBoard:
    """A legal position with at least one stone of the owner, in which the sides have these shares of the points."""
    board: OracleBoard = {}
    while owner not in board.values():
        sides = rng.choices([owner, OTHER[owner], ""], [mine, theirs, 1 - mine - theirs], k=size[0] * size[1])
        board = {point: side for point, side in zip(oracle.points(size), sides, strict=True) if side}
        for chain in list(oracle.chains(size, board)):
            if not oracle.liberties(size, board, min(chain)):
                board = {point: side for point, side in board.items() if point not in chain}
    return board


def random_case(seed: int, smallest: int, largest: int, crowded: bool, everywhere: bool) -> Case:
    """A board of random stones with a dragon on it.

    crowded    -- most of them are the owner's, so that regions are closed
    everywhere -- the zone is the whole board; otherwise it is so on two boards of five
    """
    rng = random.Random(seed)
    size = rng.randint(smallest, largest), rng.randint(max(smallest, 2), largest)
    owner = rng.choice("XO")
    open_shares, crowded_shares = [(0.3, 0.3), (0.4, 0.2), (0.15, 0.15)], [(0.6, 0.05), (0.5, 0.1), (0.5, 0.2)]
    board = random_stones(rng, size, owner, *rng.choice(crowded_shares if crowded else open_shares))
    centre = rng.choice(sorted(point for point in board if board[point] == owner))
    reach = FAR_AWAY if everywhere else rng.choice([1, 2, 3, FAR_AWAY, FAR_AWAY])
    return drawn_kinds(rng, size, board, centre, reach, rng.choice([0.2, 0.5, 0.9]))


def drawn_kinds(
    rng: random.Random, size: Size, board: OracleBoard, centre: Point, reach: int, weak: float
) -> Case:
    """A case with random kinds: `weak` of the attacking chains are so; the chain on the centre of the zone is in the
    dragon.
    """
    case = Case(rng, size, board, board[centre], [])
    case.zone = [p for p in case.points if abs(p[0] - centre[0]) + abs(p[1] - centre[1]) <= reach]
    shares = rng.choice([(8, 1, 1), (2, 2, 1), (1, 4, 1)])
    for chain in case.chains:
        if board[min(chain)] == case.owner:
            drawn = rng.choices([rows.DRAGON, rows.FRIEND, rows.SAFE], shares)[0]
            case.kind[chain] = rows.DRAGON if centre in chain else drawn
        else:
            case.kind[chain] = rows.WEAK if rng.random() < weak else rows.WALL
    return case


def random_cases(
    seed: int, count: int = CASES, smallest: int = 1, largest: int = 9, crowded: bool = False, everywhere: bool = False
) -> Iterator[Case]:
    """Boards of random stones, the same ones for a seed; the arguments as for `random_case`."""
    return (random_case(1000 * seed + number, smallest, largest, crowded, everywhere) for number in range(count))


# -- estimates that several kernels use --------------------------------------------------------------------------------


def stone_liberties(case: Case, point: Point, side: str) -> int:
    """How many liberties a stone on an empty point has, by the estimate: an empty point beside it is one; a chain of
    its side gives its others, once for each stone beside the point, and one if it is not numbered.
    """
    count = 0
    for near in case.near(point):
        if case.is_empty(near):
            count += 1
        elif case.colour(near) == side:
            count += 1 if case.kind_at(near) is None else len(case.free(near) - {point})
    return count


def captures(case: Case, point: Point, side: str) -> bool:
    """Whether a stone on an empty point captures a numbered chain."""
    return any(case.free(min(chain)) == {point} for chain in case.around(point, OTHER[side]) if chain in case.kind)


def self_atari(case: Case, point: Point, side: str) -> int:
    """2 for a stone that captures nothing and has no liberty by the estimate, 1 with one, otherwise 0."""
    return 0 if captures(case, point, side) else max(0, 2 - stone_liberties(case, point, side))


# -- what an evaluation leaves behind ----------------------------------------------------------------------------------


@dataclass
class Evaluation:
    """Rows of `work` by point, and the points outside closed regions that the owner reaches first."""

    order: dict[Point, int]
    eye: dict[Point, int]
    closed: dict[Point, int]
    owner_steps: dict[Point, int]
    wall_steps: dict[Point, int]
    outside: int

    def work(self, case: Case) -> np.ndarray:
        work = case.work()
        work[rows.LIBERTY_ORDER], work[rows.EYE] = case.row(self.order, rows.FAR), case.row(self.eye)
        work[rows.CLOSED] = case.row(self.closed)
        work[rows.OWNER_STEPS] = case.row(self.owner_steps, rows.FAR)
        work[rows.WALL_STEPS] = case.row(self.wall_steps, rows.FAR)
        work[rows.FACTS, rows.OUTSIDE] = self.outside
        return work


def liberty_order(case: Case) -> dict[Point, int]:
    """1 for the dragon's liberties in the zone, 2 for the empty points of the zone beside one, FAR for all others."""
    dragon = {point for point in case.stones if case.has_kind(point, rows.DRAGON)}
    first = {p for p in case.zone if case.is_empty(p) and dragon & set(case.near(p))}
    second = {p for p in case.zone if case.is_empty(p) and first & set(case.near(p))}
    return dict.fromkeys(case.points, rows.FAR) | dict.fromkeys(second, 2) | dict.fromkeys(first, 1)


def random_evaluation(case: Case) -> Evaluation:
    """The liberties as they are, all else at random."""
    rng = case.rng
    dense = rng.choice([0.3, 0.6, 1.0])
    no_eye = {point for point in case.points if case.colour(point) == case.owner or point not in case.zone}
    return Evaluation(
        order=liberty_order(case),
        eye={point: int(point not in no_eye and rng.random() < dense) for point in case.points},
        closed={point: rng.choice([-1, 0, 1, 2]) for point in case.points},
        owner_steps={point: rng.choice([0, 1, 2, 3, 4, 5, rows.FAR, rows.FAR]) for point in case.points},
        wall_steps={point: rng.choice([0, 1, 2, 3, 4, rows.FAR]) for point in case.points},
        outside=rng.randint(5, 10),
    )
