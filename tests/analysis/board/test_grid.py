"""Points, vertices, neighbours and symmetries, on every size where that is cheap."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from analysis.board import COLUMN_LETTERS, PASS, Color, Grid
from tests import oracle

SOME_SIZES = [(1, 1), (1, 2), (2, 1), (1, 25), (25, 1), (2, 2), (3, 4), (4, 3), (5, 5), (9, 7), (19, 19), (24, 25)]


@pytest.mark.parametrize("height", range(1, 26))
def test_vertices_round_trip_on_all_sizes(height: int) -> None:
    for width in range(1, 26):
        grid = Grid(height, width)
        names = [grid.vertex(p) for p in range(grid.area)]
        assert len(set(names)) == grid.area == height * width
        for point, name in enumerate(names):
            assert grid.point(name) == grid.point(name.lower()) == point
            assert grid.at(*grid.row_col(point)) == point
        assert names[0] == f"A{height}"
        assert names[-1] == f"{COLUMN_LETTERS[width - 1]}1"


@pytest.mark.parametrize(
    ("size", "vertex", "row_col"),
    [
        ((19, 19), "A19", (0, 0)),
        ((19, 19), "A1", (18, 0)),
        ((19, 19), "T1", (18, 18)),
        ((19, 19), "H8", (11, 7)),
        ((19, 19), "J9", (10, 8)),  # no I
        ((9, 7), "G9", (0, 6)),  # 7 columns, 9 rows
        ((25, 25), "Z25", (0, 24)),
        ((1, 25), "Z1", (0, 24)),
    ],
)
def test_known_vertices(size: tuple[int, int], vertex: str, row_col: tuple[int, int]) -> None:
    grid = Grid(*size)
    assert grid.row_col(grid.point(vertex)) == row_col
    assert grid.vertex(grid.at(*row_col)) == vertex


def test_pass() -> None:
    grid = Grid(9)
    assert [grid.point(word) for word in ("pass", "PASS", "Pass")] == [PASS] * 3
    assert grid.vertex(PASS) == "pass"


@pytest.mark.parametrize(
    "vertex",
    [
        *["", " ", "I5", "i1", "K1", "A0", "A10", "A-1", "A+1", "A01", "A", "5", "5A", "AA1", "A1 ", " A1", "A1.0"],
        *["D٣", "B²", "\x00", "resign", "pass ", "A1\n", "A" + "9" * 400, "é5"],
    ],
)
def test_bad_vertices(vertex: str) -> None:
    with pytest.raises(ValueError, match="A1 to J9") as error:
        Grid(9).point(vertex)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize("point", [-2, 81, 1000])
def test_points_off_the_board(point: int) -> None:
    grid = Grid(9)
    for function in (grid.vertex, grid.row_col):
        with pytest.raises(ValueError, match=rf"0 to 80.*{point}"):
            function(point)


@pytest.mark.parametrize("row_col", [(-1, 0), (0, -1), (9, 0), (0, 7)])
def test_row_col_off_the_board(row_col: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Grid(9, 7).at(*row_col)


@pytest.mark.parametrize("size", [(0, 9), (9, 0), (26, 26), (26, 1), (1, 26), (-1, 9), (9, -9), (9.0, 9.0), ("9", "9")])
def test_sizes_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^board size: expected 1\.\.25 by 1\.\.25, got ") as error:
        Grid(*size)
    assert f"{size[1]}x{size[0]}" in str(error.value)


def test_one_object_per_size() -> None:
    assert Grid(9, 9) is Grid(9, 9) is Grid(9)
    assert Grid(9, 7) is not Grid(7, 9)
    for clone in (copy.copy(Grid(9, 7)), copy.deepcopy(Grid(9, 7)), pickle.loads(pickle.dumps(Grid(9, 7)))):
        assert clone is Grid(9, 7)


def test_how_a_size_is_written() -> None:
    assert (str(Grid(9, 7)), Grid(9, 7).size_json, Grid(9, 7).is_square) == ("7x9", [7, 9], False)
    assert (str(Grid(19)), Grid(19).size_json, Grid(19).is_square) == ("19x19", 19, True)


@pytest.mark.parametrize("size", SOME_SIZES)
def test_neighbours(size: tuple[int, int]) -> None:
    grid = Grid(*size)
    assert grid.neighbours.shape == grid.diagonals.shape == (grid.area + 1, 4)
    assert grid.neighbours.dtype == grid.diagonals.dtype == np.int16
    assert grid.degree.shape == (grid.area,)
    assert (grid.neighbours[grid.area] == grid.area).all()
    assert (grid.diagonals[grid.area] == grid.area).all()
    for point in range(grid.area):
        row, col = grid.row_col(point)
        near = [grid.row_col(int(q)) for q in grid.neighbours[point] if q != grid.area]
        assert len(near) == len(set(near)) == grid.degree[point]
        assert set(near) == oracle.neighbours(size, (row, col))
        corners = {(row + i, col + j) for i in (-1, 1) for j in (-1, 1)} & set(oracle.points(size))
        across = [grid.row_col(int(q)) for q in grid.diagonals[point] if q != grid.area]
        assert len(across) == len(corners)
        assert set(across) == corners


@pytest.mark.parametrize("name", ["neighbours", "diagonals", "degree", "symmetries"])
def test_tables_are_read_only(name: str) -> None:
    table = getattr(Grid(5, 4), name)
    assert not table.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


@pytest.mark.parametrize("size", SOME_SIZES)
def test_symmetries(size: tuple[int, int]) -> None:
    grid = Grid(*size)
    table = grid.symmetries
    everything = np.arange(grid.area)
    assert table.shape == (8 if size[0] == size[1] else 4, grid.area)
    assert (table[0] == everything).all()
    if min(size) > 2:
        assert len({tuple(image) for image in table}) == len(table)
    for image in table:
        assert (np.sort(image) == everything).all()
        for point in range(grid.area):
            near = {int(q) for q in grid.neighbours[point] if q != grid.area}
            assert {int(image[q]) for q in near} == {
                int(q) for q in grid.neighbours[image[point]] if q != grid.area
            }
    closed = {tuple(image) for image in table}
    assert all(tuple(a[b]) in closed for a in table for b in table)


def test_colors() -> None:
    assert [Color.parse(word) for word in ("b", "B", "black", "BLACK", "Black")] == [Color.BLACK] * 5
    assert [Color.parse(word) for word in ("w", "W", "white", "White", Color.WHITE)] == [Color.WHITE] * 5
    assert Color.BLACK.opponent is Color.WHITE
    assert Color.WHITE.opponent is Color.BLACK
    assert (Color.BLACK.letter, Color.WHITE.letter, Color.BLACK.word, Color.WHITE.word) == ("B", "W", "black", "white")
    assert (int(Color.BLACK), int(Color.WHITE)) == (1, -1)


@pytest.mark.parametrize("word", ["", "x", "blac", "empty", "wh ite", "1", " b", 0, 2, None])
def test_bad_colors(word: object) -> None:
    with pytest.raises(ValueError, match="expected black or white, got"):
        Color.parse(word)  # type: ignore[arg-type]


@pytest.mark.parametrize(("height", "width"), SOME_SIZES)
def test_steps(height: int, width: int) -> None:
    """Against relaxation: the nearest neighbour's distance plus one, until nothing changes."""
    grid, rng = Grid(height, width), np.random.default_rng(height * 31 + width)
    for most in (0, 1, 3, 6, 625):
        blocked = rng.random(grid.area) < 0.4
        start = rng.choice(grid.area, size=min(grid.area, 2), replace=False).tolist()
        far = {point: 0 if point in start else grid.area for point in range(grid.area)}
        for _ in range(grid.area):
            before = dict(far)
            for point in np.flatnonzero(~blocked).tolist():
                far[point] = min([far[point], *(before[near] + 1 for near in grid.beside[point])])
            if far == before:
                break
        wanted = [steps if steps <= most and steps < grid.area else -1 for steps in far.values()]
        assert grid.steps(start, most, blocked).tolist() == wanted
    assert grid.steps([], 3).tolist() == [-1] * grid.area
    assert (grid.steps([0], height + width) >= 0).all()


def test_steps_off_the_board() -> None:
    with pytest.raises(ValueError, match="start: expected points 0 to 8, got -1 to 4"):
        Grid(3).steps([4, -1], 1)
    with pytest.raises(ValueError, match=r"blocked: expected \(9,\) bool, got \(8,\)"):
        Grid(3).steps([4], 1, np.zeros(8, np.bool_))
