"""The board for reading: sets of points against Python's, chains and legal moves against the oracle, undo."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Grid
from analysis.reading import _point_set_kernels as sets
from analysis.reading import _reading_board_kernels as boards
from analysis.reading import _zone_kernels as zones
from tests.oracle import OracleGame, OracleIllegal, chain, liberties

SIZES = [(1, 1), (1, 7), (2, 2), (2, 3), (3, 3), (4, 5), (5, 4), (7, 7), (9, 9), (3, 25), (25, 25)]
SIGN = {"X": 1, "O": -1}


def words_with(points: set[int], area: int) -> np.ndarray[Any, Any]:
    words = np.zeros(-(-area // sets.BITS), np.int64)
    for point in points:
        sets.add(words, point)
    together = np.zeros_like(words)
    sets.add_all(together, np.array(list(points), np.int64))
    assert together.tolist() == words.tolist()
    return words


def listed(words: np.ndarray[Any, Any], area: int) -> list[int]:
    points = np.empty(area, np.int64)
    return [int(point) for point in points[: sets.list_points(words, points)]]


@given(st.integers(1, 625), st.data())
@settings(max_examples=60, deadline=None)
def test_point_sets_are_sets(area: int, data: st.DataObject) -> None:
    some = st.sets(st.integers(0, area - 1), max_size=30)
    one, other = data.draw(some), data.draw(some)
    words, others = words_with(one, area), words_with(other, area)
    assert listed(words, area) == sorted(one)
    assert sets.size_of(words) == len(one)
    assert [sets.has(words, point) for point in range(area)] == [point in one for point in range(area)]
    assert sets.first_point(words) == min(one, default=-1)
    assert sets.meets(words, others) == bool(one & other)
    grown = words.copy()
    assert sets.grow(grown, others) == bool(other - one)
    united = words.copy()
    sets.unite(united, others)
    assert listed(united, area) == listed(grown, area) == sorted(one | other)
    sets.copy(united, others)
    assert listed(united, area) == sorted(other)
    sets.clear(united)
    assert listed(united, area) == []


def new_board(grid: Grid, suicide: bool) -> boards.Board:
    keys = np.random.default_rng(7).integers(1, 2**61, (2, grid.area), np.int64)
    board = boards.new_board(grid.neighbours, keys, 1 << 16)
    boards.set_up(board, np.zeros(grid.area, np.int8), boards.NONE, suicide)
    return board


def check_board(board: boards.Board, game: OracleGame, grid: Grid) -> None:
    """Compare the stones, and of each chain its stones and liberties, and the ko and the hash with the oracle's."""
    cells, area = board.cells, grid.area
    stones = {(p // grid.width, p % grid.width): int(cells[p, boards.STONE]) for p in range(area)}
    assert {point: stone for point, stone in stones.items() if stone} == {p: SIGN[s] for p, s in game.board.items()}
    seen = {}
    key = boards.FIRST_HASH
    for row, col in game.board:
        point = grid.at(row, col)
        key ^= int(board.keys[0 if SIGN[game.board[row, col]] > 0 else 1, point])
        head = int(cells[point, boards.HEAD])
        members = chain(game.size, game.board, (row, col))
        if head not in seen:
            seen[head] = members
            free = sorted(grid.at(*q) for q in liberties(game.size, game.board, (row, col)))
            assert listed(cells[head, boards.LIBERTIES :], area) == free
            assert cells[head, boards.COUNT] == len(free) == boards.liberties(board, point)
            assert cells[head, boards.SIZE] == len(members)
            round_, stone = set(), head
            while stone not in round_:
                round_.add(stone)
                stone = int(cells[stone, boards.NEXT])
            assert stone == head
            assert round_ == {grid.at(*q) for q in members}
        assert seen[head] == members
    assert cells[area + 1, boards.HASH] == key
    assert cells[area + 1, boards.KO] == (boards.NONE if game.ko is None else grid.at(*game.ko))


@given(st.sampled_from(SIZES), st.booleans(), st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_random_games_agree_with_the_oracle(size: tuple[int, int], suicide: bool, seed: int) -> None:
    rng, grid = random.Random(seed), Grid(*size)
    board, game = new_board(grid, suicide), OracleGame(size, suicide=suicide)
    before: list[tuple[int, Any]] = []
    for _ in range(min(4 * grid.area, 150)):
        color = rng.choice("XO")
        move = rng.choice([(r, c) for r in range(size[0]) for c in range(size[1])])
        point = grid.at(*move)
        if game.ko == move and color == game.to_move:
            continue
        height, cells = int(board.counters[boards.TOP]), board.cells.copy()
        try:
            game.play(move, color)
        except OracleIllegal:
            assert not boards.play(board, point, SIGN[color])
            assert (board.cells == cells).all()
            assert board.counters[boards.TOP] == height
            continue
        assert boards.play(board, point, SIGN[color])
        before.append((height, cells))
        check_board(board, game, grid)
    for height, cells in reversed(before):
        boards.undo(board, height)
        assert (board.cells == cells).all()


def test_a_pass_lifts_the_ban_on_a_ko_and_undo_restores_it() -> None:
    grid = Grid(3, 4)
    board = new_board(grid, False)
    for row, col, color in [(0, 1, 1), (1, 0, 1), (2, 1, 1), (0, 2, -1), (1, 3, -1), (2, 2, -1), (1, 1, -1), (1, 2, 1)]:
        assert boards.play(board, grid.at(row, col), color)
    area = grid.area
    assert board.cells[area + 1, boards.KO] == grid.at(1, 1)
    assert [int(p) for p in board.captives[: board.cells[area + 1, boards.CAPTURED]]] == [grid.at(1, 1)]
    height = int(board.counters[boards.TOP])
    boards.pass_turn(board)
    assert board.cells[area + 1, boards.KO] == boards.NONE
    boards.undo(board, height)
    assert board.cells[area + 1, boards.KO] == grid.at(1, 1)


@pytest.mark.parametrize("size", [(9, 9), (25, 25)])
def test_a_full_log_is_seen_before_it_overflows(size: tuple[int, int]) -> None:
    """Whatever one more move changes: here it captures nearly the whole board."""
    grid = Grid(*size)
    board = new_board(grid, False)
    for point in range(1, grid.area - 1):
        assert boards.play(board, point, 1)
    assert not boards.play(board, 0, -1)
    assert boards.play(board, grid.area - 1, 1)
    height = int(board.counters[boards.TOP])
    assert boards.play(board, 0, -1)
    assert board.cells[grid.area + 1, boards.CAPTURED] == grid.area - 1
    needed = int(board.counters[boards.TOP]) - height
    full = board._replace(log=np.empty((height + needed, 2), np.int64))
    full.counters[boards.TOP] = height
    assert boards.is_log_full(full)
    roomy = board._replace(log=np.empty((height + 13 * grid.area + 300, 2), np.int64))
    assert not boards.is_log_full(roomy)


def test_the_hash_is_that_of_the_changes() -> None:
    """So stones far away do not decide which results of a search share a bucket."""
    grid = Grid(5)
    hashes = []
    for stones in ([], [20, 24]):
        board = new_board(grid, False)
        points = np.zeros(grid.area, np.int8)
        points[stones] = 1
        boards.set_up(board, points, boards.NONE, False)
        hashes.append([int(board.cells[-1, boards.HASH])])
        for point, color in ((2, 1), (3, -1)):
            assert boards.play(board, point, color)
            hashes[-1].append(int(board.cells[-1, boards.HASH]))
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == 3


def test_a_safe_chain_makes_those_it_joins_safe_until_that_is_undone() -> None:
    grid = Grid(5)
    board = new_board(grid, False)
    stones = np.zeros(grid.area, np.int8)
    stones[[0, 2, 3, 4]] = 1
    boards.set_up(board, stones, boards.NONE, False)
    boards.mark_all_safe(board, np.array([0], np.int64))
    height = board.counters[boards.TOP]
    safe = [int(board.cells[board.cells[p, boards.HEAD], boards.SAFE]) for p in (0, 2)]
    assert boards.play(board, 1, 1)
    assert board.cells[board.cells[4, boards.HEAD], boards.SAFE] == boards.JOINED
    boards.undo(board, height)
    assert safe == [int(board.cells[board.cells[p, boards.HEAD], boards.SAFE]) for p in (0, 2)] == [1, 0]
    boards.set_up(board, stones, boards.NONE, False)
    assert not board.cells[:, boards.SAFE].any()


def test_what_makes_a_chain_safe_by_a_move_belongs_to_the_zone() -> None:
    board = new_board(Grid(5), False)
    stones = np.zeros(25, np.int8)
    stones[[0, 2, 3]] = 1
    boards.set_up(board, stones, boards.NONE, False)
    boards.mark_safe(board, 0)
    zone, points = np.zeros_like(board.read), np.zeros(27, np.int64)
    zones.add_liberties(board, zone, 0, 3)
    assert not zone.any()
    assert boards.play(board, 1, 1)
    for add, more in ((zones.add_liberties, (3,)), (zones.add_liberty, ())):
        sets.clear(zone)
        add(board, zone, board.cells[0, boards.HEAD], *more)
        assert points[: sets.list_points(zone, points)].tolist() == [1, 2, 3]
