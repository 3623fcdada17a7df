"""Diagrams: rows of `.XO`, the top row first."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Grid, Position, format_diagram, parse_diagram


@st.composite
def boards(draw: st.DrawFn) -> tuple[Grid, np.ndarray]:
    grid = Grid(draw(st.integers(1, 25)), draw(st.integers(1, 25)))
    seed = draw(st.integers(0, 2**32 - 1))
    return grid, np.random.default_rng(seed).integers(-1, 2, grid.area).astype(np.int8)


@settings(max_examples=60, deadline=None)
@given(boards())
def test_round_trip(board: tuple[Grid, np.ndarray]) -> None:
    grid, stones = board
    text = format_diagram(grid, stones)
    assert len(text.split("\n")) == grid.height
    again, back = parse_diagram(text)
    assert again is grid
    assert back.dtype == np.int8
    assert (back == stones).all()


def test_the_first_row_is_the_top() -> None:
    position = Position.from_diagram("X..\n..O", to_move="W")
    assert position.stones[position.grid.point("A2")] == BLACK
    assert position.stones[position.grid.point("C1")] == WHITE
    assert position.to_move is WHITE
    assert position.diagram() == "X..\n..O"
    assert position.board.shape == (2, 3)
    assert position.board[0, 0] == 1


@pytest.mark.parametrize("text", ["X.O\n...", "\n\n  X . O\n  . . .\n\n", "\tX.O\r\n\t...\r\n", "X .O\n. .."])
def test_blanks_do_not_matter(text: str) -> None:
    assert Position.from_diagram(text).diagram() == "X.O\n..."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "nothing"),
        (" \n \n", "nothing"),
        ("...\n..", "row 2 has 2 points, the first has 3"),
        ("..\n...", "row 2 has 3 points, the first has 2"),
        ("..\n.#", "row 2 holds '#'"),
        ("x.", "row 1 holds 'x'"),
        ("o.", "row 1 holds 'o'"),
        (".B", "row 1 holds 'B'"),
        (".+", "row 1 holds '\\+'"),
        ("." * 26, "expected 1..25 by 1..25, got 26x1"),
        (".\n" * 26, "expected 1..25 by 1..25, got 1x26"),
        ("X", "A1 has no liberty"),
        ("XO\nOX", "has no liberty"),
        ("OX.\nXX.\n...", "A3 has no liberty"),
    ],
)
def test_bad_diagrams(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as error:
        Position.from_diagram(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("to_move", ["", "X", "green"])
def test_bad_side_to_move(to_move: str) -> None:
    with pytest.raises(ValueError, match="expected black or white"):
        Position.from_diagram("...", to_move=to_move)


@pytest.mark.parametrize(("ko", "shown"), [(-2, "-2"), (3, "3"), (0, "A1")])
def test_bad_ko_point(ko: int, shown: str) -> None:
    with pytest.raises(ValueError, match=f"expected an empty point as ko, got {shown}$"):
        Position.from_diagram("X..", ko=ko)
