"""The clean-up phase where a race decides whether a stone that was just played can be killed."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Game, Position
from analysis.runtime.jit import COMPILED
from analysis.status import ReadingCache, board_status
from gtpengine.engine.cleanup import _killing_moves
from gtpengine.settings import Settings
from tests.analysis.semeai.test_races_decide import EVEN_RACE


@pytest.mark.skipif(not COMPILED, reason="chains are judged by unconditional life alone")
def test_the_killing_move_is_that_of_the_race() -> None:
    """Reading alone takes White's block for dead: then no move would kill it."""
    before = Position.from_diagram(EVEN_RACE)
    last, stones = before.grid.point("C7"), before.stones.copy()
    stones[last] = 0
    game = Game(Position(before.grid, stones, WHITE))
    game.play(WHITE, last)
    assert _killing_moves(game, BLACK, Settings(), None) == [before.grid.point("G8")]


@pytest.mark.skipif(not COMPILED, reason="chains are judged by unconditional life alone")
def test_readings_of_the_session_are_used_again() -> None:
    game, memory = Game(Position.from_diagram(EVEN_RACE)), ReadingCache()
    game.play(BLACK, game.grid.point("A12"))
    board_status(game.position, game.rules, budget=Settings().status(), memory=memory)
    queries, hits = memory.queries, memory.hits
    _killing_moves(game, WHITE, Settings(), memory)
    assert memory.queries > queries
    assert memory.hits - hits > 0.5 * (memory.queries - queries)
