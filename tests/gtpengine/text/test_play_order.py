"""The order of play as a section of an analysis."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Game, Position, Rules, Scoring
from analysis.endgame import LocalGames, local_games
from analysis.status import board_status
from gtpengine.text import play_order
from gtpengine.text.play_order import order_section
from tests.analysis.endgame.composed import composed, five_corridors


def game_of(position: Position, scoring: Scoring = Scoring.TERRITORY, komi: float = 0) -> Game:
    return Game(position, rules=Rules(scoring=scoring), komi=komi)


def counted(pieces: list[str], scoring: Scoring = Scoring.TERRITORY) -> tuple[Game, LocalGames]:
    position, walls = composed(pieces)
    return game_of(position, scoring), local_games(position, board_status(position), immortal=walls)


def test_five_corridors() -> None:
    position = Position.from_diagram(five_corridors())
    games = local_games(position, board_status(position))
    section = order_section(game_of(position, komi=6.5), games, BLACK)
    assert section == [
        "Order of play, Black first: W+10 by territory, W+275 by area; with komi 6.5 W+16.5; proved",
        "   1 B C10 gote 31/32, 2 W D10 gote 15/16, 3 B C12 gote 15/16, 4 W D12 gote 7/8, 5 B C14 gote 7/8,",
        "   6 W D14 gote 3/4, 7 B C16 gote 3/4, 8 W D16 gote 1/2, 9 B C18 tedomari 1/2",
        "   First elsewhere: C12 loses 1, C14 loses 1, C16 loses 1, C18 loses 1",
    ]
    first = order_section(game_of(position), games, WHITE)[0]
    assert first == "Order of play, White first: W+11 by territory, W+277 by area; proved"


def test_a_group_tax_is_left_out_and_named() -> None:
    position = Position.from_diagram(five_corridors())
    games = local_games(position, board_status(position))
    game = Game(position, rules=Rules.named("stone-scoring"), komi=0)
    assert order_section(game, games, BLACK)[0].endswith("; proved; without the group tax")


def test_a_section_is_short_whatever_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_order, "MAX_ROWS", 1)
    monkeypatch.setattr(play_order, "MAX_OTHERS", 3)
    section = order_section(*counted(["#XXXXXXX#/O.......X/#XXXXXXX#"] * 6, Scoring.AREA), BLACK)
    first, row, more, unit, others = section
    assert first == "Order of play, Black first: B+194 by area, B+31 by territory; proved"
    assert row.startswith("   1 B B23 gote 127/64, 2 W B19 gote 127/64, 3 B ")
    assert more == "   ... more moves: mokusan-endgame_order"
    assert unit == "   miai values by area, one more than by territory"
    assert others == "   First elsewhere: B19 as good, B15 as good, B11 as good"
    assert len(row) <= play_order.WIDTH


def test_no_section_where_only_dame_are_left() -> None:
    assert order_section(*counted(["#X#/O.X/#X#"]), BLACK) == []
