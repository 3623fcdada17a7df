"""Regions: points, neighbours, walls, symmetries, and bad input."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Grid, Position
from analysis.region.region import Region, enclosed, whole_board
from analysis.region.search_state import State
from analysis.region.state_graph import solve_graph
from tests import oracle
from tests.analysis.region.plain import random_room

SEEDS = st.integers(0, 2**32 - 1)
CORNER = """
.O.X..
XOXX..
XXX...
......
"""


def points_of(bits: int) -> set[int]:
    return {i for i in range(64) if bits >> i & 1}


def turned(region: Region, symmetry: int, bits: int) -> int:
    """Return the image of a bitboard, by the definition of the tables: the union of the images of every eight bits."""
    table = region.symmetries[symmetry]
    return sum(int(table[chunk, bits >> 8 * chunk & 255]) for chunk in range(len(table)))


# -- whole boards ------------------------------------------------------------------------------------------------------

SIZES = [(1, 1), (1, 2), (1, 9), (2, 2), (2, 3), (3, 3), (4, 4), (3, 7), (8, 8), (4, 16)]


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_board(size: tuple[int, int]) -> None:
    region, area = whole_board(*size), size[0] * size[1]
    assert region.vertices == tuple(range(area))
    assert region.size == area
    assert region.playable == region.points == 2**area - 1
    assert region.walls == (0, 0)
    assert region.neutral
    for index, point in enumerate(oracle.points(size)):
        near = {row * size[1] + col for row, col in oracle.neighbours(size, point)}
        assert points_of(int(region.near[index])) == near
    assert whole_board(*size) is region


@pytest.mark.parametrize(("size", "count"), [
    ((1, 1), 1), ((1, 4), 2), ((2, 2), 8), ((2, 3), 4), ((3, 3), 8), ((8, 8), 8),
])
def test_symmetries_are_permutations_that_keep_neighbours(size: tuple[int, int], count: int) -> None:
    region = whole_board(*size)
    assert len(region.symmetries) == count
    images = [[turned(region, k, 1 << i).bit_length() - 1 for i in range(region.size)] for k in range(count)]
    assert images[0] == list(range(region.size))
    assert len({tuple(image) for image in images}) == count
    for k, image in enumerate(images):
        assert sorted(image) == list(range(region.size))
        assert turned(region, k, region.points) == region.points
        for i in range(region.size):
            assert turned(region, k, int(region.near[i])) == int(region.near[image[i]])


def test_the_arrays_are_read_only() -> None:
    region = whole_board(2, 3)
    for array in (region.near, region.symmetries):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("size", [(8, 9), (5, 13), (9, 9), (25, 25)])
def test_more_than_64_points_are_refused(size: tuple[int, int]) -> None:
    height, width = size
    message = f"a region has at most 64 points, a {height}x{width} board has {height * width}"
    with pytest.raises(ValueError, match=f"^{message}$"):
        whole_board(*size)
    with pytest.raises(ValueError, match=f"^a region has at most 64 points, got {height * width}$"):
        enclosed(Position.empty(*size), range(height * width))


def test_a_region_without_symmetries() -> None:
    region = whole_board(3, 3).without_symmetries()
    assert len(region.symmetries) == 1
    assert not region.neutral
    assert (region.near == whole_board(3, 3).near).all()


# -- parts of a board --------------------------------------------------------------------------------------------------


def test_an_enclosed_corner() -> None:
    """Black surrounds two empty points and two loose white stones."""
    position = Position.from_diagram(CORNER.strip())
    region = enclosed(position, [0, 2], [1, 7])
    assert region.vertices == (0, 1, 2, 7)
    assert [points_of(int(near)) for near in region.near] == [{1}, {0, 2, 3}, {1}, {1}]
    assert points_of(region.playable) == {0, 2}
    assert tuple(map(points_of, region.walls)) == ({0, 2, 3}, set())
    assert not region.neutral
    assert len(region.symmetries) == 1
    assert region.stones(position) == (0, 0b1010)
    assert region.bits([7, 0]) == 0b1001
    assert region.bits(iter([2])) == 0b100


def test_points_may_come_from_iterators() -> None:
    position = Position.from_diagram(CORNER.strip())
    expected, found = enclosed(position, [0, 2], [1, 7]), enclosed(position, iter([0, 2]), iter([1, 7]))
    assert found.vertices == expected.vertices
    assert (found.playable, found.walls) == (expected.playable, expected.walls)


def test_points_named_twice_count_once() -> None:
    position = Position.from_diagram(CORNER.strip())
    assert enclosed(position, [0, 2, 0], [1, 7, 1]).vertices == (0, 1, 2, 7)


@pytest.mark.parametrize(("playable", "loose", "message"), [
    ([0], [1, 7], "the region is open: C4 beside B4 is empty"),
    ([0, 2, 4], [1, 7], "the region is open: E3 beside E4 is empty"),
    ([0], [2], "a loose point must hold a stone, C4 is empty"),
])
def test_open_regions_and_empty_loose_points_are_refused(playable: list[int], loose: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        enclosed(Position.from_diagram(CORNER.strip()), playable, loose)


@pytest.mark.parametrize("point", [3, 24, -1])
def test_points_outside_have_no_bit(point: int) -> None:
    region = enclosed(Position.from_diagram(CORNER.strip()), [0, 2], [1, 7])
    with pytest.raises(ValueError, match=f"^point {point} lies outside the region$"):
        region.bits([point])


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_rooms(seed: int) -> None:
    """Neighbours and walls of a random part of a 9x9 board, read from the picture."""
    room, board = random_room(random.Random(seed), 9)
    region, around = room.region(board), dict(room.around)
    assert region.vertices == tuple(room.flat(range(len(board))))
    assert points_of(region.playable) == set(range(len(board))) - room.barred
    for index, point in enumerate(room.points):
        beside = oracle.neighbours(room.size, point)
        assert {room.points[i] for i in points_of(int(region.near[index]))} == beside & set(room.points)
        for walls, colour in zip(region.walls, "XO", strict=True):
            assert bool(walls >> index & 1) == any(around.get(near) == colour for near in beside)
    assert region.stones(room.position(board)) == tuple(
        sum(1 << i for i, stone in enumerate(board) if stone == colour) for colour in "XO"
    )


@pytest.mark.parametrize("size", [(2, 2), (1, 5), (2, 3)])
def test_a_part_that_is_the_whole_board(size: tuple[int, int]) -> None:
    """It has no walls, and the values of the whole board; only the symmetries are missing."""
    grid, empty = Grid(*size), State(0, 0)
    part = enclosed(Position.empty(*size), range(grid.area))
    assert (part.near == whole_board(*size).near).all()
    assert part.neutral
    assert len(part.symmetries) == 1
    mine, theirs = solve_graph(part, empty), solve_graph(whole_board(*size), empty)
    assert mine.moves(empty) == theirs.moves(empty)
    assert mine.states > theirs.states


def test_stones_are_read_by_colour() -> None:
    grid = Grid(1, 3)
    position = Position.from_stones(grid, np.array([BLACK, 0, WHITE], np.int8))
    assert whole_board(1, 3).stones(position) == (0b001, 0b100)
