"""Play against oracles: exact counts, perft, random games beside plain rules and sgfmill, symmetries."""

from __future__ import annotations

import contextlib
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards as sgfmill_boards

from analysis.board import BLACK, NO_POINT, PASS, WHITE, Grid, IllegalMove, Position, Rules
from tests import oracle

LETTER = {BLACK: "X", WHITE: "O"}
SUICIDE = Rules(suicide=True)


def point_of(position: Position, point: tuple[int, int] | None) -> int:
    return PASS if point is None else position.grid.at(*point)


# -- exact counts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "width", "count"),
    [
        *[(1, 1, 1), (1, 2, 5), (2, 1, 5), (2, 2, 57), (1, 3, 15), (1, 4, 41), (1, 5, 113), (3, 3, 12675)],
        pytest.param(3, 4, 321689, marks=pytest.mark.slow),
    ],
)
def test_number_of_legal_positions(height: int, width: int, count: int) -> None:
    """John Tromp's counts; from_stones refuses exactly the boards with a chain without liberty."""
    grid, legal = Grid(height, width), 0
    for stones in itertools.product((0, 1, -1), repeat=grid.area):
        with contextlib.suppress(ValueError):
            Position.from_stones(grid, np.array(stones, np.int8))
            legal += 1
    assert legal == count


def perft(position: Position, depth: int, rules: Rules) -> int:
    if depth == 0:
        return 1
    moves = [*map(int, position.legal_points(rules=rules)), PASS]
    return sum(perft(position.play(move, rules=rules), depth - 1, rules) for move in moves)


PERFT = [((1, 1), 4), ((1, 2), 6), ((1, 3), 6), ((2, 2), 5), ((1, 4), 5), ((2, 3), 4), ((3, 3), 3), ((5, 1), 5)]


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("size", "depth"), PERFT)
def test_perft(size: tuple[int, int], depth: int, suicide: bool) -> None:
    for n in range(depth + 1):
        expected = oracle.OracleGame(size, suicide=suicide).perft(n)
        assert perft(Position.empty(*size), n, Rules(suicide=suicide)) == expected


def test_perft_tells_the_suicide_settings_apart() -> None:
    """On 1x3 several stones can commit suicide: the two settings must give different counts."""
    counts = {suicide: oracle.OracleGame((1, 3), suicide=suicide).perft(6) for suicide in (False, True)}
    assert counts[False] != counts[True]
    assert perft(Position.empty(1, 3), 6, Rules(suicide=True)) == counts[True]


# -- random games ------------------------------------------------------------------------------------------------------

SIZES = st.one_of(
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    st.tuples(st.just(1), st.integers(1, 25)),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
)


def check_against_oracle(position: Position, game: oracle.OracleGame, rules: Rules) -> None:
    position.check()
    grid = position.grid
    assert position.diagram() == oracle.show(game.size, game.board)
    assert LETTER[position.to_move] == game.to_move
    assert position.ko == (NO_POINT if game.ko is None else grid.at(*game.ko))
    assert position.captures == (game.captures["X"], game.captures["O"])
    for color in (BLACK, WHITE):
        legal = [grid.at(*p) for p in game.legal(LETTER[color])]
        assert position.legal_points(color, rules).tolist() == legal
        assert [p for p in range(grid.area) if position.is_legal(p, color, rules)] == legal
    for members in oracle.chains(game.size, game.board):
        point = grid.at(*max(members))
        assert position.chain_at(point) == sorted(grid.at(*p) for p in members)
        free = oracle.liberties(game.size, game.board, max(members))
        assert position.liberties_at(point) == sorted(grid.at(*p) for p in free)


@settings(max_examples=40, deadline=None)
@given(size=SIZES, suicide=st.booleans(), seed=st.integers(0, 2**32 - 1))
def test_random_play_against_the_oracle(size: tuple[int, int], suicide: bool, seed: int) -> None:
    """Moves in turn and out of turn, legal and illegal, with the reason of every refusal."""
    rng = np.random.default_rng(seed)
    rules = Rules(suicide=suicide)
    position, game = Position.empty(*size), oracle.OracleGame(size, suicide=suicide)
    for _ in range(min(60, 3 * size[0] * size[1])):
        color = position.to_move if rng.random() < 0.8 else position.to_move.opponent
        point = None if rng.random() < 0.05 else oracle.points(size)[rng.integers(size[0] * size[1])]
        refusal = game.refusal(point, LETTER[color])
        if refusal:
            with pytest.raises(IllegalMove) as error:
                position.play(point_of(position, point), color, rules)
            assert error.value.reason == refusal
            continue
        game.play(point, LETTER[color])
        position = position.play(point_of(position, point), color, rules)
        check_against_oracle(position, game, rules)


@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19, 25])
def test_random_play_against_sgfmill(size: int) -> None:
    """sgfmill.boards plays any move on an empty point, self-capture included; it bans no ko but names its point."""
    rng = np.random.default_rng(size)
    board, position = sgfmill_boards.Board(size), Position.empty(size)
    for _ in range(3 * size * size):
        legal = position.legal_points(rules=SUICIDE)
        if not len(legal):
            break
        point = int(rng.choice(legal))
        row, col = position.grid.row_col(point)
        ko = board.play(size - 1 - row, col, position.to_move.letter.lower())
        position = position.play(point, rules=SUICIDE)
        position.check()
        theirs = [board.get(size - 1 - r, c) for r in range(size) for c in range(size)]
        assert position.stones.tolist() == [{"b": 1, "w": -1, None: 0}[s] for s in theirs]
        assert position.ko == (NO_POINT if ko is None else position.grid.at(size - 1 - ko[0], ko[1]))


@settings(max_examples=40, deadline=None)
@given(size=SIZES, seed=st.integers(0, 2**32 - 1))
def test_play_commutes_with_symmetries_and_colour_swap(size: tuple[int, int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    position = Position.empty(*size)
    grid = position.grid
    for _ in range(min(80, 2 * grid.area)):
        moves = [*map(int, position.legal_points()), PASS]
        move = int(rng.choice(moves))
        k = int(rng.integers(len(grid.symmetries)))
        image = grid.symmetries[k]
        turned, swapped = position.transformed(k), position.colours_swapped()
        assert sorted(int(image[p]) for p in moves[:-1]) == turned.legal_points().tolist()
        assert moves[:-1] == swapped.legal_points().tolist()
        after = position.play(move)
        assert turned.play(PASS if move == PASS else int(image[move])) == after.transformed(k)
        assert swapped.play(move) == after.colours_swapped()
        assert swapped.colours_swapped() == position
        position = after
    assert position.transformed(0) == position
