"""Chains without liberty, searched on many boards at once."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import Grid, Position
from analysis.board.liberty_check import boards_without_liberty
from analysis.board.position import Stones


def is_refused(grid: Grid, stones: Stones) -> bool:
    try:
        Position.from_stones(grid, stones)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 2), (1, 25), (25, 1), (2, 2), (5, 7), (9, 9), (25, 25)])
@pytest.mark.parametrize("empty", [0.02, 0.1, 0.4])
def test_as_the_check_of_one_position(height: int, width: int, empty: float) -> None:
    rng = np.random.default_rng(3)
    grid = Grid(height, width)
    odds = [0.3 * (1 - empty), empty, 0.7 * (1 - empty)]
    boards = rng.choice(np.array([-1, 0, 1], np.int8), size=(200, grid.area), p=odds)
    wanted = [number for number, stones in enumerate(boards) if is_refused(grid, stones)]
    assert boards_without_liberty(grid, boards).tolist() == wanted


def test_the_only_liberty_at_the_end_of_a_spiral() -> None:
    grid = Grid(5)
    spiral = ["XXXXX", "OOOOX", "XXXOX", "XOOOX", "XXXXX"]
    closed = np.stack([Position.from_diagram("\n".join(spiral).replace("OOOOX", "O.OOX", 1)).stones] * 2)
    closed[1, 6] = -1
    assert boards_without_liberty(grid, closed).tolist() == [1]
    assert boards_without_liberty(grid, closed[:0]).tolist() == []
