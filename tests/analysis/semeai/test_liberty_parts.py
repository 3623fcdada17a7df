"""Board points as bits: adjacency and connected components against plain sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis import Grid
from analysis.semeai.liberty_parts import BitGrid, bits, bits_of_mask, points_of


@st.composite
def sets_of_points(draw: st.DrawFn) -> tuple[Grid, set[int], set[int]]:
    """Draw a board and two sets of its points."""
    grid = Grid(draw(st.integers(1, 25)), draw(st.integers(1, 25)))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    one, other = (set(np.flatnonzero(rng.random(grid.area) < share).tolist()) for share in rng.random(2))
    return grid, one, other


@given(sets_of_points())
@settings(deadline=None)
def test_adjacent_points(case: tuple[Grid, set[int], set[int]]) -> None:
    grid, points, _ = case
    wanted = {near for point in points for near in grid.beside[point]}
    assert points_of(BitGrid(grid).around(bits(points))) == sorted(wanted)


@given(sets_of_points())
@settings(deadline=None)
def test_pieces_are_the_connected_components(case: tuple[Grid, set[int], set[int]]) -> None:
    grid, points, others = case
    bit_board, rest, wanted = BitGrid(grid), set(points), []
    while rest:
        piece = {min(rest)}
        while more := {near for point in piece for near in grid.beside[point] if near in rest} - piece:
            piece |= more
        rest -= piece
        wanted.append(sorted(piece))
    assert [points_of(piece) for piece in bit_board.pieces(bits(points))] == wanted
    touching = [points_of(piece) for piece in bit_board.pieces(bits(points), bits(others))]
    assert sorted(touching) == [piece for piece in wanted if others.intersection(piece)]


@given(sets_of_points())
@settings(deadline=None)
def test_masks_as_bits(case: tuple[Grid, set[int], set[int]]) -> None:
    grid, points, _ = case
    mask = np.zeros(grid.area, np.bool_)
    mask[list(points)] = True
    assert bits_of_mask(mask) == bits(points)
