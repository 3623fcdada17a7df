"""Positions for the tests of the estimator and the ranker: played out at random, and from real games if at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import Position

SHARED = Path(__file__).resolve().parents[2] / "shared"
SUITES = SHARED / "data" / "gnugo_suites.jsonl"
TRUTH = SHARED / "data" / "truth_dev.jsonl"
STONE = {".": 0, "X": 1, "O": -1}

OPENING = Position.from_diagram(
    """
. . . . . . .
. . X . O . .
. . X O . . .
. . . X O . .
. . X . O . .
. . . X . . .
. . . . . . .
"""
)
"""A board without any settled area, Black to move."""

IN_A_LARGE_AREA = """
.........
..X..X...
XXXXXXXX.
...X...X.
......XX.
..X....XX
..XX.X.X.
...OO..X.
....O.XX.
"""
"""Three white stones, at D2, in a black area that is too large to be searched by all lines of play."""


def random_position(rng: np.random.Generator, height: int, width: int) -> Position:
    """A position after some random legal moves."""
    position = Position.empty(height, width)
    for _ in range(int(rng.integers(1, height * width + 1))):
        points = position.legal_points()
        if not len(points):
            break
        position = position.play(int(rng.choice(points)))
    return position


def random_positions(count: int, seed: int, smallest: int = 2, largest: int = 13) -> list[Position]:
    """`count` random positions on random sizes, rectangles among them."""
    rng = np.random.default_rng(seed)
    return [random_position(rng, *(int(n) for n in rng.integers(smallest, largest + 1, 2))) for _ in range(count)]


def race_case(number: int) -> tuple[Position, list[int]]:
    """A race of GNU Go's suites and a point of each of its two chains; skips the test where these are missing."""
    case = _suite_case("semeai", number)
    position = Position.from_diagram("\n".join(case["rows"]))
    return position, [position.grid.point(vertex) for vertex in case["command"].split()[1:3]]


def suite_position(suite: str, number: int) -> Position:
    """The position of a case of GNU Go's suites; skips the test where these are missing."""
    return Position.from_diagram("\n".join(_suite_case(suite, number)["rows"]))


def _suite_case(suite: str, number: int) -> dict[str, Any]:
    """A case of GNU Go's suites; skips the test where these are missing."""
    if not SUITES.exists():
        pytest.skip(f"{SUITES} is missing")
    lines = map(json.loads, SUITES.read_text(encoding="utf-8").splitlines())
    return next(line for line in lines if (line["suite"], line["num"]) == (suite, number))


def real_positions() -> list[Position]:
    """Positions of real games from the shared truth set; skips the test where that set is missing."""
    if not TRUTH.exists():
        pytest.skip(f"no {TRUTH.name} beside the project")
    lines = [json.loads(line) for line in TRUTH.read_text().splitlines()]
    return [Position.from_diagram("\n".join(line["rows"]), line["to_move"]) for line in lines]


def by_size(positions: list[Position]) -> dict[tuple[int, int], list[Position]]:
    """The positions grouped by (height, width)."""
    groups: dict[tuple[int, int], list[Position]] = {}
    for position in positions:
        groups.setdefault((position.grid.height, position.grid.width), []).append(position)
    return groups
