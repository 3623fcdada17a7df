"""Unconditional territory with stones in it, against exhaustive search of small regions and GNU Go's test suite."""

from __future__ import annotations

import json
import random
import re
from functools import cache

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position, Rules, unconditional_life
from analysis.status.territory import unconditional_territory
from tests.positions import SHARED, real_positions

SUITES = SHARED / "data" / "gnugo_suites.jsonl"
WIDTH, HEIGHT = 7, 5


def random_region(rng: random.Random, size: int) -> set[int]:
    """Return some connected points in the middle of the board."""
    middle = [y * WIDTH + x for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
    points = {rng.choice(middle)}
    while len(points) < size:
        near = {p + d for p in points for d in (1, -1, WIDTH, -WIDTH)} & set(middle) - points
        points.add(rng.choice(sorted(near)))
    return points


def random_position_around(region: set[int], rng: random.Random) -> Position:
    """Return a position with Black all round, an eye in each of two corners, and random stones in the region."""
    stones = np.full(WIDTH * HEIGHT, 1, np.int8)
    stones[[0, WIDTH * HEIGHT - 1]] = 0
    while True:
        for point in sorted(region):
            stones[point] = rng.choice([0, 0, 0, 1, -1, -1])
        rows = ["".join(".XO"[v] for v in row) for row in stones.reshape(HEIGHT, WIDTH)]
        try:
            return Position.from_diagram("\n".join(rows))
        except ValueError:
            continue  # a chain without a liberty


class RegionGraph:
    """All lines of play in one region, in which Black is to own it unconditionally after any number of white moves."""

    def __init__(self, start: Position, region: set[int]) -> None:
        self.region = sorted(region)
        self.boards: dict[bytes, Position] = {}
        self.moves = cache(self._moves)
        self.reached = self._all(start)

    def key(self, position: Position) -> bytes:
        self.boards.setdefault(position.stones.tobytes(), position)
        return position.stones.tobytes()

    def _moves(self, key: bytes, color: Color) -> tuple[bytes, ...]:
        found = []
        for point in self.region:
            board = self.boards[key]
            if not board.stones[point]:
                try:
                    found.append(self.key(Position(board.grid, board.stones, color).play(point, color)))
                except ValueError:
                    continue
        return tuple(found)

    def _all(self, start: Position) -> set[bytes]:
        todo, seen = [self.key(start)], set()
        while todo:
            key = todo.pop()
            if key not in seen:
                seen.add(key)
                todo += [*self.moves(key, BLACK), *self.moves(key, WHITE)]
        return seen

    def black_owns(self, start: Position) -> bool:
        """Compute the least set of boards that Black, moving next, comes to own, White free to retake kos."""
        owned = {
            key for key in self.reached if (unconditional_life(self.boards[key]).owner[self.region] == int(BLACK)).all()
        }
        won = set(owned)  # Black next
        while True:
            answered = {
                key for key in self.reached
                if key in owned or (key in won and all(after in won for after in self.moves(key, WHITE)))
            }
            more = {key for key in self.reached if any(after in answered for after in self.moves(key, BLACK))} - won
            if not more:
                break
            won |= more
        todo, seen = [self.key(start)], set()
        while todo:  # White alone
            key = todo.pop()
            if key not in seen:
                seen.add(key)
                todo += self.moves(key, WHITE)
        return seen <= won


def check_claim(seed: int, size: int) -> tuple[bool, bool]:
    rng = random.Random(seed)
    region = random_region(rng, size)
    start = random_position_around(region, rng)
    claimed = bool((unconditional_territory(start)[sorted(region)] == int(BLACK)).all())
    true = RegionGraph(start, region).black_owns(start)
    assert true or not claimed, start.diagram()
    return claimed, true


@pytest.mark.parametrize("size", [4, 5, 6])
def test_claims_agree_with_exhaustive_search(size: int) -> None:
    results = [check_claim(seed, size) for seed in range(60)]
    assert sum(claimed for claimed, _ in results) > 20
    missed = sum(true and not claimed for claimed, true in results)
    assert missed <= 6, missed


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7, 8])
def test_many_claims_agree_with_exhaustive_search(size: int) -> None:
    for seed in range(1000, 1400):
        check_claim(seed, size)


TWO_STONES = """
    ..XXXXX.
    XXXOOOXX
    XXOO.OOX
    XXO{0}X{1}OX
    XXO{2}X{3}OX
    XXOO.OOX
    XXXOOOXX
    .XXXXXX.
"""


@pytest.mark.parametrize(
    ("sides", "owned"),
    [
        ("OOOO", True),  # Black takes on a side, then in the middle of the three
        ("..OO", True),
        (".O.O", True),
        (".OO.", False),  # whichever Black takes, White keeps four in a row or bent
        ("....", False),
    ],
)
def test_two_stones_that_become_four(sides: str, owned: bool) -> None:
    position = Position.from_diagram(TWO_STONES.format(*sides))
    middle = position.grid.point("E5")
    assert (int(unconditional_territory(position)[middle]) == 1) is owned


@pytest.mark.skipif(not SUITES.exists(), reason=f"no {SUITES.name} beside the project")
def test_gnugo_suite() -> None:
    cases = [json.loads(line) for line in SUITES.read_text().splitlines()]
    cases = [case for case in cases if case["class"] == "unconditional"]
    assert len(cases) == 673
    owners: dict[str, tuple[Position, np.ndarray]] = {}
    for case in cases:
        diagram = "\n".join(case["rows"])
        if diagram not in owners:
            position = Position.from_diagram(diagram)
            owners[diagram] = position, unconditional_territory(position)
        position, owner = owners[diagram]
        point = position.grid.point(case["command"].split()[1])
        stone, mine = int(position.stones[point]), int(owner[point])
        said = (
            "undecided" if not mine
            else ("alive" if stone == mine else "dead") if stone
            else "black_territory" if mine > 0 else "white_territory"
        )
        assert re.fullmatch(case["expected"], said), (case["suite"], case["num"])


def test_it_includes_benson_and_is_symmetric() -> None:
    for position in real_positions()[::6]:
        life, owner = unconditional_life(position), unconditional_territory(position)
        assert (owner[life.owner != 0] == life.owner[life.owner != 0]).all()
        grid = position.grid
        turned = Position(grid, -position.stones[np.argsort(grid.symmetries[1])], position.to_move)
        assert (unconditional_territory(turned)[grid.symmetries[1]] == -owner).all()


def test_with_suicide_only_benson_remains() -> None:
    for position in real_positions()[::12]:
        rules = Rules(suicide=True)
        assert (unconditional_territory(position, rules) == unconditional_life(position, rules).owner).all()
