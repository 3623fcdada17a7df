"""Perfect play on the smallest boards, against the plain search."""

from __future__ import annotations

import random

import pytest

from analysis.board import BLACK, PASS, WHITE
from analysis.region.region import whole_board
from analysis.region.search_state import State
from analysis.region.state_graph import solve_graph
from analysis.solver.perfect_play import perfect_moves
from tests.analysis.region import plain
from tests.analysis.region.plain import COLOR, Node


@pytest.mark.parametrize("endless", [0, 2.5, -3])
@pytest.mark.parametrize(("size", "suicide"), [((1, 4), False), ((2, 2), True), ((1, 5), False), ((2, 3), False)])
def test_agreement_with_the_plain_search(size: tuple[int, int], suicide: bool, endless: float) -> None:
    rng = random.Random(3)
    room = plain.whole(*size)
    search = plain.Search(room, suicide=suicide)
    for _ in range(12):
        start = Node(plain.random_board(rng, room), rng.choice("XO"), passed=rng.random() < 0.3)
        values = search.values(start)
        wanted = {}
        for point, after in search.moves(start).items():
            low, high = (search.score(start.board),) * 2 if after is None else values[after]
            wanted[point] = max(low, min(endless, high))
        position = room.position(start.board).with_to_move(COLOR[start.side])
        moves = perfect_moves(position, start.passed, suicide=suicide, endless=endless)
        assert {move.point: move.value for move in moves} == wanted
        gains = [COLOR[start.side] * move.value for move in moves]
        assert gains == sorted(gains, reverse=True)


def test_a_board_set_up_by_hand() -> None:
    """A position without a game before it."""
    room = plain.whole(1, 4)
    position = room.position("XX.O").with_to_move(WHITE)
    assert {move.point for move in perfect_moves(position)} == {2, PASS}
    assert perfect_moves(position)[0].value == min(move.value for move in perfect_moves(position))


def test_the_shortest_win_is_first() -> None:
    """Black has won; the quickest winning move comes before detours."""
    position = plain.whole(3, 3).position(".XOXXO.X.").with_to_move(BLACK)
    moves = perfect_moves(position)
    assert moves[0].value == 9
    board = whole_board(3, 3)
    graph = solve_graph(board, State(*board.stones(position)))
    distances = []
    for move in moves:
        after = graph.children(graph.start)[move.point]
        if move.value == 9 and after is not None:
            distances.append(graph.distance(after, BLACK))
    assert len(distances) > 1
    assert distances == sorted(distances)
