"""`Position.execute`: moves as they stand in a record, whatever the rules say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, IllegalMove, Position


@pytest.mark.parametrize(
    ("name", "board", "move", "after", "captures"),
    [
        ("an enemy stone is replaced", ".O.\n...\n...", "B B3", ".X.\n...\n...", (0, 0)),
        ("an own stone is replaced", ".X.\n...\n...", "B B3", ".X.\n...\n...", (0, 0)),
        ("a replaced stone frees, the new one captures", "XXO\n.O.\n...", "W A3", "O.O\n.O.\n...", (0, 1)),
        ("a single stone without liberty", ".O.\nO..\n...", "B A3", ".O.\nO..\n...", (0, 1)),
        ("several stones without liberty", ".XO\nOO.\n...", "B A3", "..O\nOO.\n...", (0, 2)),
        ("a capture comes first", ".OX\nOX.\nX..", "B A3", "X.X\n.X.\nX..", (2, 0)),
        ("a pass", "X..\n...\n...", "B pass", "X..\n...\n...", (0, 0)),
    ],
)
def test_execute(name: str, board: str, move: str, after: str, captures: tuple[int, int]) -> None:
    position = Position.from_diagram(board)
    color, vertex = move.split()
    played = position.execute(position.grid.point(vertex), Color.parse(color))
    assert (played.diagram(), played.captures, played.to_move) == (after, captures, Color.parse(color).opponent)


def test_execute_ignores_ko_and_refuses_points_off_the_board() -> None:
    ko = Position.from_diagram(".XO.\nXO.O\n.XO.").play(6, BLACK)
    with pytest.raises(IllegalMove):
        ko.play(5, WHITE)
    assert ko.execute(5, WHITE).diagram() == ".XO.\nXO.O\n.XO."
    with pytest.raises(IllegalMove, match="off board"):
        ko.execute(99, BLACK)


@given(data=st.data())
def test_execute_is_play_where_the_move_is_legal_and_leaves_every_chain_a_liberty(data: st.DataObject) -> None:
    position = Position.empty(4, 3)
    for _ in range(30):
        point, color = data.draw(st.integers(0, 11)), data.draw(st.sampled_from((BLACK, WHITE)))
        after = position.execute(point, color)
        if position.is_legal(point, color):
            assert after == position.play(point, color)
        after.check()
        position = after
