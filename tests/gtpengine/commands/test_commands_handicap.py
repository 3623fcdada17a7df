"""Handicap stones: fixed ones, those of the front end, those of the engine."""

from __future__ import annotations

import pytest

from tests.gtpengine.commands.drawn_boards import vertices
from tests.gtpengine.gtp_talk import Talk


def test_fixed_handicap(talk: Talk) -> None:
    assert vertices(talk.ok("fixed_handicap 5")) == {"C3", "G7", "C7", "G3", "E5"}
    assert talk.session.game.position.to_move == -1
    assert talk.session.game.moves == ()
    assert talk.fails("undo") == "cannot undo"
    assert talk.fails("fixed_handicap 2") == "board not empty"


@pytest.mark.parametrize(("size", "stones"), [(9, 10), (9, 1), (9, 0), (9, -2), (8, 5), (7, 5), (6, 2), ("9 7", 2)])
def test_fixed_handicaps_that_are_not_in_the_table(talk: Talk, size: int | str, stones: int) -> None:
    talk.ok(f"boardsize {size}")
    assert talk.fails(f"fixed_handicap {stones}") == "invalid number of stones"


def test_free_handicap_by_the_front_end(talk: Talk) -> None:
    assert talk.ok("set_free_handicap C3 g7 E5") == ""
    assert talk.session.game.position.stones.sum() == 3
    assert talk.session.game.handicap == 3
    assert talk.fails("set_free_handicap C3 G7") == "board not empty"
    assert talk.fails("undo") == "cannot undo"


@pytest.mark.parametrize("words", ["C3 C3", "C3 c3", "C3 pass", "C3 K10", "C3 I5", "C3 resign", "3 C3"])
def test_bad_handicap_lists(talk: Talk, words: str) -> None:
    assert talk.fails(f"set_free_handicap {words}") == "bad vertex list"


def test_a_handicap_of_the_whole_board_is_bad(talk: Talk) -> None:
    talk.ok("boardsize 2")
    assert talk.fails("set_free_handicap A1 A2 B1 B2") == "bad vertex list"


def test_handicap_after_a_pass(talk: Talk) -> None:
    talk.ok("play b pass", "fixed_handicap 2")
    assert talk.fails("undo") == "cannot undo"


@pytest.mark.parametrize(
    ("size", "stones", "fixed"),
    [
        (9, 2, {"C3", "G7"}),
        (9, 9, {"E5", "C5"}),
        (9, 12, {"E5", "C5"}),
        (8, 6, {"C3", "F6"}),
        ("5 4", 3, set()),
        (2, 3, set()),
    ],
)
def test_free_handicap_by_the_engine(talk: Talk, size: int | str, stones: int, fixed: set[str]) -> None:
    talk.ok(f"boardsize {size}")
    named = vertices(talk.ok(f"place_free_handicap {stones}"))
    position = talk.session.game.position
    assert named >= fixed
    assert {position.grid.vertex(point) for point in position.stones.nonzero()[0]} == named
    assert len(named) == stones == position.stones.sum()
    assert talk.session.game.position.to_move == -1
    assert talk.fails("undo") == "cannot undo"


@pytest.mark.parametrize("stones", [-1, 0, 1, 81, 999])
def test_free_handicaps_that_do_not_fit(talk: Talk, stones: int) -> None:
    assert talk.fails(f"place_free_handicap {stones}") == "invalid number of stones"
    talk.ok("play b a1")
    assert talk.fails("place_free_handicap 2") == "board not empty"
