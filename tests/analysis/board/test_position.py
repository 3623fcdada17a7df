"""Positions: captures, suicide, simple ko and legality on drawn boards; equality, chains and liberties."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, PASS, WHITE, Color, Grid, IllegalMove, Position, Rules
from analysis.board import _kernels as kernels
from tests import oracle
from tests.positions import random_positions

SUICIDE = Rules(suicide=True)


# -- single moves, drawn -----------------------------------------------------------------------------------------------

# name, board, colour, vertex, board after (or the reason of the refusal), suicide allowed
MOVES = [
    ("one stone taken in the corner", "OX\n..", "X", "A1", ".X\nX.", False),
    ("a chain taken at the edge", "XOO.\n.XX.\n....", "X", "D3", "X..X\n.XX.\n....", False),
    ("two chains at once", "XO.OX\n.X.X.", "X", "C2", "X.X.X\n.X.X.", False),
    ("taking comes before one's own liberties", ".XO\nXO.\nO..", "O", "A3", "O.O\n.O.\nO..", False),
    ("filling the last shared liberty takes", ".OX.OX.", "X", "D1", ".OXX.X.", False),
    ("and for the other side", ".OX.OX.", "O", "D1", ".O.OOX.", False),
    ("single suicide is refused", ".X\nX.", "O", "A2", "suicide", False),
    ("single suicide is refused even if several may", ".X\nX.", "O", "A2", "suicide", True),
    ("suicide of two refused", "O.X\nXX.\n...", "O", "B3", "suicide", False),
    ("suicide of two allowed", "O.X\nXX.\n...", "O", "B3", "..X\nXX.\n...", True),
    ("suicide joining two chains", "O.OX\nXXX.\n....", "O", "B3", "...X\nXXX.\n....", True),
    ("not suicide: it takes first", "O.XO\nXXO.", "O", "B2", "OO.O\n..O.", True),
    ("occupied by the enemy", "X..\n...", "O", "A2", "occupied", False),
    ("occupied by one's own", "X..\n...", "X", "A2", "occupied", True),
    ("1x1 has no legal move", ".", "X", "A1", "suicide", True),
    ("1xN: taking two from the side", ".OOX.", "X", "A1", "X..X.", False),
]


@pytest.mark.parametrize(("name", "board", "colour", "vertex", "after", "suicide"), MOVES, ids=[m[0] for m in MOVES])
def test_moves(name: str, board: str, colour: str, vertex: str, after: str, suicide: bool) -> None:
    color = BLACK if colour == "X" else WHITE
    rules = Rules(suicide=suicide)
    position = Position.from_diagram(board, to_move=color)
    point = position.grid.point(vertex)
    if after.isalpha() and after.islower():
        assert not position.is_legal(point, rules=rules)
        assert point not in position.legal_points(rules=rules)
        with pytest.raises(IllegalMove) as error:
            position.play(point, rules=rules)
        assert error.value.reason == after
        assert vertex in str(error.value)
        return
    size, stones = oracle.read(board)
    assert after == oracle.show(size, oracle.place(size, stones, position.grid.row_col(point), colour)[0]), "picture"
    assert position.is_legal(point, rules=rules)
    assert position.play(point, rules=rules).diagram() == after


def test_captures_are_counted_for_the_taker() -> None:
    position = Position.from_diagram("XOO.\n.XX.\n....")
    taken = position.play(position.grid.point("D3"))
    assert taken.captures == (2, 0)
    suicide = Position.from_diagram("O.X\nXX.\n...", to_move="W")
    assert suicide.play(1, rules=SUICIDE).captures == (2, 0)
    assert position.colours_swapped().play(position.grid.point("D3")).captures == (0, 2)


KO = """
    .XO.
    X.XO
    .XO.
    """


def test_simple_ko() -> None:
    position = Position.from_diagram(KO, to_move="W")
    grid = position.grid
    taking, taken = grid.point("B2"), grid.point("C2")
    after = position.play(taking)
    assert (after.ko, after.to_move, after.captures) == (taken, BLACK, (0, 1))
    with pytest.raises(IllegalMove) as error:
        after.play(taken)
    assert error.value.reason == "ko"
    assert not after.is_legal(taken)
    assert taken not in after.legal_points()
    # The ban is on the side to move, for one turn.
    assert after.is_legal(taken, WHITE)
    assert after.play(taken, WHITE).ko == NO_POINT
    assert after.with_to_move(WHITE).ko == NO_POINT
    assert after.with_to_move(BLACK) == after
    later = after.play(PASS).play(PASS)
    assert later.ko == NO_POINT
    assert later.play(taken).diagram() == position.diagram()
    elsewhere = after.play(grid.point("A1")).play(grid.point("D1"))
    assert elsewhere.is_legal(taken)
    given_ko = Position.from_diagram(after.diagram(), ko=taken)
    assert not given_ko.is_legal(taken)


@pytest.mark.parametrize(
    ("name", "board", "vertex", "taken"),
    [
        ("two stones were taken", ".XXO.", "A1", 2),
        ("taken by a chain of two", "O.XO.", "B1", 1),
        ("the taker has another liberty", "..XO\n..O.", "B2", 1),
        ("two single stones at once", "OX.XO\n.O.O.", "C2", 2),
    ],
)
def test_no_ko_unless_one_stone_took_one(name: str, board: str, vertex: str, taken: int) -> None:
    position = Position.from_diagram(board, to_move="W")
    after = position.play(position.grid.point(vertex))
    assert after.captures == (0, taken)
    assert after.ko == NO_POINT


@pytest.mark.parametrize("point", [-2, 9, 1000])
def test_off_board(point: int) -> None:
    position = Position.empty(3)
    assert not position.is_legal(point)
    with pytest.raises(IllegalMove) as error:
        position.play(point)
    assert error.value.reason == "off board"
    assert isinstance(error.value, ValueError)


# -- equality ----------------------------------------------------------------------------------------------------------


def test_a_position_is_a_value() -> None:
    one, other = Position.from_diagram(KO), Position.from_diagram(KO)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, one.with_to_move(WHITE), one.play(PASS).play(PASS)}) == 2
    assert one != one.with_to_move(WHITE)
    assert one != KO
    assert Position.empty(2, 3) != Position.empty(3, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.ko = 3  # type: ignore[misc]


def test_arrays_are_read_only_and_copied() -> None:
    stones = np.zeros(9, np.int8)
    position = Position.from_stones(Grid(3), stones)
    stones[0] = 1
    assert position.stones[0] == 0
    assert stones.flags.writeable
    for array in (position.stones, position.board, position.play(4).stones, position.transformed(1).stones):
        assert array.dtype == np.int8
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_are_equal_and_read_only_too(clone: Callable[[Position], Position]) -> None:
    """Positions travel to worker processes."""
    position = Position.from_diagram(KO, to_move="W").play(5)
    other = clone(position)
    assert other == position
    assert other.grid is position.grid
    assert not other.stones.flags.writeable


def test_input_is_not_modified() -> None:
    position = Position.from_diagram("XOO.\n.XX.\n....")
    before = (position.diagram(), position.captures, position.ko, hash(position))
    for color in Color:
        for point in range(-1, 12):
            if position.is_legal(point, color):
                position.play(point, color)
    position.legal_points()
    position.transformed(3)
    position.colours_swapped()
    assert (position.diagram(), position.captures, position.ko, hash(position)) == before


@pytest.mark.parametrize(
    ("stones", "complaint"),
    [
        ([0] * 8, "expected 9 values.*got 8"),
        ([0] * 10, "expected 9 values.*got 10"),
        ([2] + [0] * 8, r"\+1, -1 or 0"),
        ([0.5] + [0] * 8, r"\+1, -1 or 0"),
        ([float("nan")] + [0] * 8, r"\+1, -1 or 0"),
        ([1] * 9, "no liberty"),
        ([1, -1, 0, -1, 0, 0, 0, 0, 0], "A3 has no liberty"),
    ],
)
def test_bad_stones(stones: list[float], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Position.from_stones(Grid(3), stones)


def test_chains_and_liberties() -> None:
    position = Position.from_diagram("XX.O\n.XOO\nX...")
    at = position.grid.point
    assert position.chain_at(at("A3")) == sorted(map(at, ("A3", "B3", "B2")))
    assert position.liberties_at(at("A3")) == sorted(map(at, ("C3", "A2", "B1")))
    assert position.chain_at(at("A1")) == [at("A1")]
    assert position.liberties_at(at("D3")) == sorted(map(at, ("C3", "C1", "D1")))
    for bad, complaint in ((at("A2"), "A2"), (12, "0 to 11"), (PASS, "-1")):
        for function in (position.chain_at, position.liberties_at):
            with pytest.raises(ValueError, match=complaint):
                function(bad)


@pytest.mark.parametrize("size", [(0, 1), (26, 9), (3, -1)])
def test_empty_refuses_sizes(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"got {size[1]}x{size[0]}"):
        Position.empty(*size)


# -- symmetries and chains ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [-9, 4, 8])
def test_there_are_only_so_many_symmetries(k: int) -> None:
    with pytest.raises((IndexError, ValueError)):
        Position.empty(3, 5).transformed(k)


def test_all_chains_once_and_in_order() -> None:
    for position in random_positions(30, seed=8):
        chains = list(position.chains())
        assert sorted(point for chain in chains for point in chain) == np.flatnonzero(position.stones).tolist()
        assert [chain[0] for chain in chains] == sorted(chain[0] for chain in chains)
        assert all(list(chain) == position.chain_at(chain[-1]) for chain in chains)
        assert position.chain_of == {point: chain for chain in chains for point in chain}
        starts = [min(position.chain_at(p)) if position.stones[p] else NO_POINT for p in range(position.grid.area)]
        assert position.chain_starts == tuple(starts)
        assert position.colors == tuple(position.stones)


def test_liberties_after_a_move() -> None:
    """The kernel against playing the move."""
    for position in random_positions(60, seed=9):
        for color in Color:
            points = position.legal_points(color)
            found = kernels.liberties_after(position.stones, position.grid.neighbours, points, int(color))
            played = [len(position.play(int(point), color).liberties_at(int(point))) for point in points]
            assert found.tolist() == played
