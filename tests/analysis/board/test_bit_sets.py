"""Sets of points as integers, compared with Python's sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Grid
from analysis.board.bit_sets import bit_grid, bits_of_mask, bits_of_points, everywhere, points_of, with_neighbours
from tests.positions import random_positions

grids = st.builds(Grid, st.integers(1, 25), st.integers(1, 25))


@given(grids, st.data())
def test_sets_have_the_points_they_were_made_of(grid: Grid, data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, grid.area - 1)))
    assert points_of(bits_of_points(points)) == sorted(set(points))
    mask = np.zeros(grid.area, np.bool_)
    mask[points] = True
    assert bits_of_mask(mask) == bits_of_points(points)
    assert points_of(everywhere(grid)) == list(range(grid.area))


@given(grids, st.data())
def test_neighbours_are_those_of_the_grid(grid: Grid, data: st.DataObject) -> None:
    points = data.draw(st.sets(st.integers(0, grid.area - 1)))
    around = {near for point in points for near in grid.beside[point]}
    assert points_of(bit_grid(grid).around(bits_of_points(points))) == sorted(around)
    assert points_of(with_neighbours(grid, bits_of_points(points))) == sorted(points | around)


@given(grids, st.data())
def test_pieces_are_the_connected_parts(grid: Grid, data: st.DataObject) -> None:
    """Those of the grid in the order of their first points; of those that touch a set each once."""
    points, others = (data.draw(st.sets(st.integers(0, grid.area - 1))) for _ in range(2))
    wanted, rest = [], set(points)
    while rest:
        piece = {min(rest)}
        while more := {near for point in piece for near in grid.beside[point] if near in rest} - piece:
            piece |= more
        rest -= piece
        wanted.append(sorted(piece))
    assert grid.connected_parts(points) == wanted
    assert [points_of(piece) for piece in bit_grid(grid).connected_parts(bits_of_points(points))] == wanted
    touching = map(points_of, bit_grid(grid).connected_parts(bits_of_points(points), bits_of_points(others)))
    assert sorted(touching) == [piece for piece in wanted if others.intersection(piece)]


@settings(deadline=None)  # slow where kernels are not compiled
@given(st.integers(0, 2**32 - 1))
def test_the_sets_of_a_position_are_its_stones(seed: int) -> None:
    position = random_positions(1, seed, largest=19)[0]
    black, white = position.bits
    assert points_of(black) == np.flatnonzero(position.stones > 0).tolist()
    assert points_of(white) == np.flatnonzero(position.stones < 0).tolist()
