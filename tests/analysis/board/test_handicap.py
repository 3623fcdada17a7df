"""The fixed handicap table of GTP, completely: every size, every number (GTP 2 draft, section 4.1.1)."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, CannotUndo, Game, Grid, fixed_handicap

# size -> vertices of (L, L), (H, H), (M, M); even sizes and 7 have no middle stones.
CORNERS = {
    7: ("C3", "E5"), 8: ("C3", "F6"), 9: ("C3", "G7"), 10: ("C3", "H8"), 11: ("C3", "J9"), 12: ("C3", "K10"),
    13: ("D4", "K10"), 14: ("D4", "L11"), 15: ("D4", "M12"), 16: ("D4", "N13"), 17: ("D4", "O14"), 18: ("D4", "P15"),
    19: ("D4", "Q16"), 20: ("D4", "R17"), 21: ("D4", "S18"), 22: ("D4", "T19"), 23: ("D4", "U20"), 24: ("D4", "V21"),
    25: ("D4", "W22"),
}  # fmt: skip
MIDDLES = {9: "E5", 11: "F6", 13: "G7", 15: "H8", 17: "J9", 19: "K10", 21: "L11", 23: "M12", 25: "N13"}


def expected(size: int, stones: int) -> set[str]:
    low, high = CORNERS[size]
    chosen = [low, high, low[0] + high[1:], high[0] + low[1:]][: min(stones, 4)]
    if stones >= 5:
        middle = MIDDLES[size]
        if stones >= 6:
            chosen += [low[0] + middle[1:], high[0] + middle[1:]]
        if stones >= 8:
            chosen += [middle[0] + low[1:], middle[0] + high[1:]]
        if stones % 2:
            chosen.append(middle)
    return set(chosen)


@pytest.mark.parametrize("size", range(1, 26))
def test_the_whole_table(size: int) -> None:
    grid = Grid(size)
    most = 9 if size in MIDDLES else 4 if size in CORNERS else 0
    for stones in range(-1, 12):
        if 2 <= stones <= most:
            points = fixed_handicap(grid, stones)
            assert len(points) == len(set(points)) == stones
            assert {grid.vertex(p) for p in points} == expected(size, stones)
        else:
            with pytest.raises(ValueError, match=r"^invalid number of stones$"):
                fixed_handicap(grid, stones)


def test_the_printed_rows() -> None:
    """The usual board, written out."""
    grid = Grid(19)
    assert {grid.vertex(p) for p in fixed_handicap(grid, 9)} == {
        "D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16", "K10"
    }  # fmt: skip
    assert {grid.vertex(p) for p in fixed_handicap(grid, 3)} == {"D4", "Q16", "D16"}
    assert {grid.vertex(p) for p in fixed_handicap(grid, 5)} == {"D4", "Q16", "D16", "Q4", "K10"}


@pytest.mark.parametrize("size", [(9, 13), (13, 9), (19, 18), (7, 9)])
def test_rectangles_have_none(size: tuple[int, int]) -> None:
    for stones in range(1, 10):
        with pytest.raises(ValueError, match=r"^invalid number of stones$"):
            fixed_handicap(Grid(*size), stones)


def test_placing_leaves_white_to_move_and_cannot_be_undone() -> None:
    game = Game(size=(9, 9))
    game.play(BLACK, -1)  # a pass played before does not matter
    game.place_handicap(fixed_handicap(game.grid, 3))
    assert (game.handicap, game.position.to_move, game.moves) == (3, WHITE, ())
    assert int(game.position.stones.sum()) == 3
    assert game.start == game.position
    with pytest.raises(CannotUndo, match="cannot undo"):
        game.undo()
    game.play(WHITE, 0)
    game.undo()
    assert game.position == game.start


@pytest.mark.parametrize(
    "points", [[], [0], [0, 0], [0, -1], [0, 81], [0, 1, -2], list(range(81)), [5, 6, 5]], ids=str
)
def test_bad_vertex_lists(points: list[int]) -> None:
    game = Game(size=(9, 9))
    with pytest.raises(ValueError, match=r"^bad vertex list$"):
        game.place_handicap(points)
    assert (game.handicap, game.moves) == (0, ())
    assert not game.position.stones.any()


def test_only_on_a_board_without_stones() -> None:
    game = Game(size=(9, 9))
    game.play(WHITE, 40)
    with pytest.raises(ValueError, match=r"^board not empty$"):
        game.place_handicap([0, 1])
    assert (game.handicap, len(game.moves)) == (0, 1)
    game.undo()
    game.place_handicap([0, 1])
    assert game.handicap == 2
