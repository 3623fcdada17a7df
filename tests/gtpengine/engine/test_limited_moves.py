"""Moves and answers within limits: the clock, the work of a board, and GoGui's interrupt. No test measures seconds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from analysis.board import BLACK, EMPTY, PASS, Game, Position, true_eyes
from analysis.endgame import EndgameBudget
from analysis.evaluation import evaluate
from analysis.runtime.work_limit import limited
from analysis.tree_search import puct_tree
from gtpengine.engine import move_choice
from gtpengine.engine.final_status import final_status_of
from gtpengine.engine.move_choice import decide
from gtpengine.protocol import is_interrupt
from gtpengine.settings import Settings
from gtpengine.streaming import Inbox
from tests.analysis.status.test_status_budget import checkerboard
from tests.gtpengine.gtp_talk import Talk

REGIONS = """
. . X O . . X O . .
. . X O . . X O . .
X X X O O O X O X X
O O O O X X X O O O
O . . O X . . X . .
O . . O X X X X . O
O O O O . . . X O O
"""

TWO_EYES = """
. X . X O
X X X X O
O O O O O
. . O . .
. . O . .
"""


def on(position: Position, **settings: str) -> Talk:
    talk = Talk()
    for name, value in settings.items():
        talk.session.settings.set(f"play.{name}", value)
    talk.session.new_game(position)
    return talk


def evaluations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the positions that are evaluated with reading."""
    found: list[int] = []
    evaluate = move_choice.evaluate_game

    def counted(*arguments: Any) -> Any:
        found.append(1)
        return evaluate(*arguments)

    monkeypatch.setattr(move_choice, "evaluate_game", counted)
    return found


def test_without_time_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = evaluations(monkeypatch)
    talk = on(checkerboard(13))
    talk.ok("time_settings 600 0 0", "time_left b 0.5 0")
    grid, before = talk.session.game.grid, talk.session.game.position
    point = grid.point(talk.ok("reg_genmove b"))
    assert before.stones[point] == EMPTY
    assert not true_eyes(before, BLACK)[point]
    assert not evaluated
    assert talk.log == ["reg_genmove: less was done, as its time or budget is used up: nothing was read"]
    talk.ok("time_left b 0 0", "genmove b", "time_left w -5 0", "genmove w")
    (line,) = [one for one in talk.ok("kata-genmove_analyze b").splitlines() if one.startswith("play")]
    assert line.split()[1] != "pass"


def test_without_time_eyes_are_not_filled() -> None:
    game = Game(Position.from_diagram(TWO_EYES))
    points = decide(game, BLACK, Settings(), seconds=0.0).points
    assert points[-1] == PASS
    assert not true_eyes(game.position, BLACK)[list(points[:-1])].any()


def test_with_time_the_move_is_that_without_a_clock() -> None:
    game, settings = Game(checkerboard(5)), Settings()
    assert decide(game, BLACK, settings, seconds=1e6) == decide(game, BLACK, settings)


def test_search_ends_with_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    game, settings = Game(checkerboard(9)), Settings()
    settings.set("play.visits", "30")
    full = decide(game, BLACK, settings).lookahead
    monkeypatch.setattr(move_choice, "SEARCH_UNITS", 0)
    monkeypatch.setattr(move_choice, "VISIT_UNITS", 800)
    with limited() as work:
        short = decide(game, BLACK, settings)
    assert full is not None
    assert short.lookahead is not None
    assert puct_tree.MIN_SURE_VISITS <= short.lookahead.root_visits < full.root_visits
    assert short == decide(game, BLACK, settings)
    assert any(text.endswith("of 30 positions searched") for text in work.omissions)


def test_final_status_of_a_stopped_board_is_not_kept() -> None:
    talk = on(checkerboard(7))
    game, cache = talk.session.game, talk.session.reading_cache
    with limited(stopped=lambda: True):
        final_status_of(game, Settings(), cache)
    assert final_status_of(game, Settings(), cache).chains == final_status_of(game, Settings()).chains


def test_endgame_takes_no_more_than_its_budget() -> None:
    evaluation = evaluate(Position.from_diagram(REGIONS))
    walls = [point for point, stone in enumerate(evaluation.position.stones.tolist()) if stone]
    full, one = evaluation.local_games(walls), EndgameBudget(max_board_nodes=1)
    known: dict[str, Any] = {}
    least = evaluation.local_games(walls, limits=one, known=known)
    assert len(least.games) < len(full.games)
    assert any("budget of the board" in place.reason for place in least.unvalued)
    # Whatever is cached: the same regions are counted.
    evaluation.local_games(walls, known=known)
    again = evaluation.local_games(walls, limits=one, known=known)
    assert [game.points for game in again.games] == [game.points for game in least.games]
    with limited(stopped=lambda: True) as work:
        stopped = evaluation.local_games(walls, known=(kept := {}))
    assert not kept
    assert len(stopped.games) <= len(least.games)
    assert work.omissions


@pytest.mark.parametrize("command", ["genmove b", "reg_genmove b", "mokusan-replies b 3", "final_status_list dead"])
def test_interrupted_command_answers(command: str) -> None:
    talk = on(checkerboard(9))
    talk.engine.feed(command.encode(), cast("Inbox", SimpleNamespace(urgent=True)))
    assert talk.said[-1].startswith(b"= ")
    assert len(talk.log) == 1
    assert talk.log[0].startswith(f"{command.split()[0]}: less was done, interrupted: ")


@pytest.mark.parametrize(("line", "interrupts"), [
    (b"# interrupt\n", True), (b"#interrupt", True), (b"  # interrupt \r\n", True), (b"# interrupted\n", False),
    (b"genmove b # interrupt\n", False), (b"#\n", False),
])  # fmt: skip
def test_lines_that_interrupt(line: bytes, interrupts: bool) -> None:
    assert is_interrupt(line) is interrupts


def test_inbox_tells_urgent_lines() -> None:
    with Inbox(iter([b"play b D4\n", b"# interrupt\n"]), is_urgent=is_interrupt) as inbox:
        while not inbox.urgent:
            pass
        inbox.take()
        assert inbox.urgent
        inbox.take()
        assert not inbox.urgent
