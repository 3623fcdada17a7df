"""Large empty regions inside a single chain, in a corner and not: two eyes, a seki or a ko by exhaustive search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analysis.board import WHITE, Grid, Position
from analysis.reading import Result
from analysis.reading.life_and_death._eye_kernels import (
    LARGE,
    LARGE_IN_CORNER,
    LARGE_IN_CORNER_WITHOUT_SEKI,
    LARGE_WITHOUT_SEKI,
)
from analysis.reading.life_and_death.group_question import GroupSearch, LifeRule, kill
from analysis.region import solve_enclosed_life
from analysis.region.enclosed_life import LifeVerdict

SIDE = 9
CORNER, EDGE = 0, 4


def large_region(rng: random.Random, size: int, start: int) -> tuple[Position, list[int]]:
    """Return a board, White to move, on which a black chain surrounds an empty region of so many points that begins at
    a point, all other points White's but two eyes; and the chain.
    """
    grid = Grid(SIDE, SIDE)
    inner = SIDE - 3
    allowed = {point for point in range(grid.area) if start == CORNER or point % SIDE}
    inside = {start}
    while len(inside) < size:
        near = rng.choice(grid.beside[rng.choice(sorted(inside))])
        if near in allowed and max(divmod(near, SIDE)) < inner:
            inside.add(near)
    rows, columns = np.divmod(np.arange(grid.area), SIDE)
    stones = np.full(grid.area, -1, np.int8)
    for row, column in (divmod(point, SIDE) for point in inside):
        stones[(abs(rows - row) <= 1) & (abs(columns - column) <= 1)] = 1
    stones[[*inside, grid.area - 1, grid.area - 3]] = 0
    position = Position(grid, stones, WHITE)
    groups = [list(chain) for chain in position.chains() if stones[chain[0]] == 1]
    return (position, groups[0]) if len(groups) == 1 else large_region(rng, size, start)


@pytest.mark.parametrize(("start", "two_eyes", "least"), [
    (EDGE, False, LARGE), (CORNER, False, LARGE_IN_CORNER),
    (EDGE, True, LARGE_WITHOUT_SEKI), (CORNER, True, LARGE_IN_CORNER_WITHOUT_SEKI),
])  # fmt: skip
def test_large_regions_live_at_once(start: int, two_eyes: bool, least: int) -> None:
    """As they stand, after a pass of the owner, where the space of the group reaches all their points."""
    rng = random.Random(least)
    lives = {LifeVerdict.ALIVE} if two_eyes else {LifeVerdict.ALIVE, LifeVerdict.SEKI}
    at_once = 0
    for size in (least, least, least, least, least, least + 1):
        position, group = large_region(rng, size, start)
        found = GroupSearch(position, group, False, nodes=1, rule=LifeRule(two_eyes=two_eyes)).answer()
        if (found.result, found.move) == (Result.WORKS, None):
            at_once += 1
            assert solve_enclosed_life(position, group[0]).verdict in lives, position.diagram()
    assert at_once


EIGHT = "...XOOOOO\n...XOOOOO\n..XXOOOOO\nXXXOOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOO.O."
NINE = "...XOOOOO\n...XOOOOO\n...XOOOOO\nXXXXOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOOOOO\nOOOOOO.O."


OTHERS = ["OOOOOOOOO"] * 4 + ["OOOOOO.O."]
SEKIS = [
    ["OOXX..XOO", "OOX...XOO", "OOX..XXOO", "OOXXXXOOO", *OTHERS],
    ["...XOOOOO", "...XOOOOO", "...XOOOOO", ".XXXOOOOO", "XXOOOOOOO", *OTHERS[1:]],
    ["....XOOOO", "...XXOOOO", "...XOOOOO", ".XXXOOOOO", "XXOOOOOOO", *OTHERS[1:]],
]  # of 7 points at the edge, of 10 and 11 in a corner


@pytest.mark.parametrize("rows", SEKIS)
def test_regions_that_may_be_a_seki_are_not_two_eyes_at_once(rows: list[str]) -> None:
    position = Position.from_diagram("\n".join(rows), "W")
    group = max((chain for chain in position.chains() if position.stones[chain[0]] == 1), key=len)
    assert solve_enclosed_life(position, group[0]).verdict is LifeVerdict.SEKI
    found = GroupSearch(position, group, False, nodes=1, rule=LifeRule(two_eyes=True)).answer()
    assert (found.result, found.move) != (Result.WORKS, None)


@pytest.mark.parametrize(("rows", "verdict"), [(EIGHT, LifeVerdict.KO), (NINE, LifeVerdict.SEKI)])
def test_squares_in_a_corner_are_read(rows: str, verdict: LifeVerdict) -> None:
    position = Position.from_diagram(rows, "W")
    stone = position.grid.point("A6")
    assert solve_enclosed_life(position, stone).verdict is verdict
    group = position.chain_at(stone)
    found = kill(position, group, nodes=20_000)
    assert found.result.by_ko if verdict is LifeVerdict.KO else found.result is Result.FAILS
    strict = GroupSearch(position, group, True, nodes=20_000, rule=LifeRule(two_eyes=True)).answer()
    assert strict.result is not Result.FAILS
