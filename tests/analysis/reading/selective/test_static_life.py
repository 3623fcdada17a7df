"""Static life: its verdicts of invaded regions against exhaustive search."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import BLACK, EMPTY, WHITE, Position
from analysis.reading.selective import _eye_shape_kernels as eyes_kernels
from analysis.reading.selective.groups import group_context
from analysis.reading.selective.static_life import StaticLife, static_life_of
from analysis.region.enclosed_life import LifeVerdict, OutOfBudget, solve_enclosed_life
from analysis.region.search_budget import Budget


def invaded_region(rng: np.random.Generator) -> tuple[Position, int, frozenset[int]] | None:
    """Return a region of four to nine points enclosed by Black, with one white stone in it.

    The position, a stone of the wall, the region; None where the random shape encloses another region or is illegal.
    """
    grid = Position.empty(9).grid
    region, wanted = {int(rng.integers(grid.area))}, int(rng.integers(4, 10))
    while len(region) < wanted:
        region.add(int(rng.choice(sorted({near for point in region for near in grid.beside[point]} - region))))
    in_region = np.zeros((9, 9), np.bool_)
    in_region.flat[list(region)] = True
    around, beyond = dilated(in_region) & ~in_region, dilated(dilated(in_region)) & ~dilated(in_region)
    board = np.where(around, int(BLACK), np.where(beyond, int(WHITE), int(EMPTY)))
    board.flat[int(rng.choice(sorted(region)))] = int(WHITE)
    rows = ["".join(".XO"[what] for what in line) for line in board.tolist()]
    try:
        position = Position.from_diagram("\n".join(rows), "B")
    except ValueError:
        return None  # a stone without a liberty
    point = int(np.flatnonzero(around)[0])
    if len(position.chain_at(point)) < around.sum():
        return None  # the region shuts in another
    return position, point, frozenset(region)


def dilated(points: np.ndarray) -> np.ndarray:
    """Return a mask of points and the eight around each."""
    wide = np.pad(points, 1)
    return np.any([wide[i : i + len(points), j : j + len(points)] for i in range(3) for j in range(3)], axis=0)


def test_static_verdicts_of_invaded_regions() -> None:
    """Against exhaustive search: alive if the owner answers; with space and no corner also if it does not."""
    rng = np.random.default_rng(11)
    asked, alive, right = ({BLACK: 0, WHITE: 0} for _ in range(3))
    while asked[WHITE] < 40:
        made = invaded_region(rng)
        if made is None:
            continue
        position, point, region = made
        beside = position.grid.beside
        degrees = {cell: len(region.intersection(beside[cell])) for cell in region}
        corner = any(len(beside[cell]) == 2 for cell in region)
        bend = any(len(beside[cell]) == 2 == degrees[cell] for cell in region)
        shape = eyes_kernels.shape_eyes(len(region), sum(degrees.values()) // 2, max(degrees.values()), bend)
        for mover in (BLACK, WHITE):
            try:
                found = solve_enclosed_life(
                    position, point, to_move=mover, seki_is_life=True, budget=Budget(nodes=200_000)
                )
            except OutOfBudget:
                continue
            asked[mover] += shape == (2, 0) and (mover is BLACK or (len(region) >= 8 and not corner))
            if static_life_of(position).verdict(point, group_context(position, point).walls, int(mover)).alive:
                alive[mover] += 1
                right[mover] += found.verdict is LifeVerdict.ALIVE
    for mover in asked:
        assert 0.95 * asked[mover] <= alive[mover] <= 1.05 * asked[mover], (mover, alive, asked)
        assert right[mover] >= 0.97 * alive[mover], (mover, right, alive)


@pytest.mark.parametrize(("rows", "dead"), [
    ("...XO. ...XO. XXXXO. OOOOO. ......", False),
    ("X..XO. ...XO. XXXXO. OOOOO. ......", True),
    ("..XO.. ..XO.. XXXO.. OOOO.. ......", True),
])  # fmt: skip
def test_a_rectangular_six_in_the_corner_is_not_dead_without_search(rows: str, dead: bool) -> None:
    """It may live by its outside liberties; the same with a stone on the corner, and a square of four, cannot."""
    position = Position.from_diagram("\n".join(rows.split()))
    life = StaticLife(position)
    point = int(position.grid.point("C3"))
    assert life.verdict(point, life.stones(-1), -1).dead is dead
