"""Commands that play, generate moves and undo."""

from __future__ import annotations

import pytest

from analysis.board import WHITE, Position
from gtpengine.settings import Settings
from tests.gtpengine.commands.drawn_boards import READING, SETTLED, board
from tests.gtpengine.gtp_talk import Talk, quick


def test_any_colour_may_move_at_any_time(talk: Talk) -> None:
    talk.ok("play b d4", "play B e4", "play black pass", "play w PASS", "play White d5", "play w e5")
    assert len(talk.session.game.moves) == 6


SYNTAX_ERRORS = [
    "play b", "play", "play b d4 d5", "play green d4", "play b I5", "play b K5", "play b A0", "play b A10",
    "play b resign", "genmove", "genmove x", "genmove b w", "reg_genmove", "kgs-genmove_cleanup", "fixed_handicap",
    "fixed_handicap two", "set_free_handicap", "set_free_handicap D4", "place_free_handicap x", "final_status_list",
    "final_status_list territory", "final_status_list Dead",
]


@pytest.mark.parametrize("line", SYNTAX_ERRORS)
def test_syntax_errors(talk: Talk, line: str) -> None:
    assert talk.fails(line).startswith("syntax error: ")


KO = [f"play {move}" for move in ("b b2", "b c1", "b c3", "w d1", "w d3", "w e2", "w c2", "b d2")]
"""Black's D2 has just taken White's C2."""

ILLEGAL = [
    ("occupied by us", ["play b d4"], "play b d4"),
    ("occupied by them", ["play b d4"], "play w D4"),
    ("suicide of one stone", ["play b a2", "play b b1"], "play w a1"),
    ("suicide of three stones", ["play b a3", "play b b2", "play b c1", "play w a2", "play w b1"], "play w a1"),
    ("ko", KO, "play w c2"),
]


@pytest.mark.parametrize(("before", "line"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL])
def test_illegal_moves_are_refused_with_gtps_words(talk: Talk, before: list[str], line: str) -> None:
    talk.ok(*before)
    assert talk.fails(line) == "illegal move"


def test_under_simple_ko_only_the_retake_is_refused(talk: Talk) -> None:
    talk.ok(*KO)
    game = talk.session.game
    empty = [point for point in range(game.grid.area) if not game.position.stones[point]]
    refused = [point for point in empty if not game.is_legal(WHITE, point)]
    assert [game.grid.vertex(point) for point in refused] == ["C2"]
    assert talk.fails("play w c2") == "illegal move"
    assert talk.ok("play w g7", "play b pass", "play w c2") == ""


def test_superko_rules_refuse_a_longer_cycle(talk: Talk) -> None:
    talk.ok("kata-set-rules tromp-taylor", *KO, "play w pass", "play b pass")
    assert talk.fails("play w c2") == "illegal move"


def test_suicide_is_legal_where_the_rules_allow_it(talk: Talk) -> None:
    talk.ok("kata-set-rules new-zealand", "play b a3", "play b b2", "play b c1", "play w b1", "play w a2", "play w a1")
    assert talk.session.game.position.captures == (3, 0)


def test_undo(talk: Talk) -> None:
    start = talk.state()
    talk.ok("play b d4", "play w pass", "undo", "undo")
    assert talk.state() == start
    assert talk.fails("undo") == "cannot undo"


def test_undo_takes_back_genmove(talk: Talk) -> None:
    start = talk.state()
    talk.ok("genmove b", "undo")
    assert talk.state() == start


# -- genmove ------------------------------------------------------------------------------------------------------


def test_genmove_plays_and_reg_genmove_does_not(talk: Talk) -> None:
    before = talk.state()
    named = talk.ok("reg_genmove b")
    assert talk.state() == before
    assert talk.ok("reg_genmove b") == named
    assert talk.ok("genmove b") == named
    assert [move.color for move in talk.session.game.moves] == [1]
    assert talk.ok("genmove b") != named


@READING
def test_a_move_does_not_depend_on_what_was_read_before() -> None:
    """What was read for earlier moves and analyses saves time only."""
    moves = ("play b E5", "play w C4", "play b D4", "play w C5", "play b D3", "play w C6", "play b D7", "play w C3")
    talk, named = Talk(), ""
    talk.ok("boardsize 9", "mokusan-score")
    for move in moves:
        talk.ok(move, "mokusan-status")
        named = talk.ok("reg_genmove b")
    cache = talk.session.reading_cache
    found = cache.hits
    fresh = Talk()
    fresh.ok("boardsize 9", *moves)
    assert fresh.ok("reg_genmove b") == talk.ok("reg_genmove b") == named
    assert cache.hits > found


@pytest.mark.parametrize("size", ["1", "2", "1 2", "3 5", "25 1"])
def test_genmove_on_small_and_odd_boards_plays_legally_to_the_end(size: str) -> None:
    talk = Talk(quick())
    talk.ok("kata-set-rules tromp-taylor", f"boardsize {size}")
    for number in range(20):
        talk.ok("genmove b", "genmove w")
        assert len(talk.session.game.moves) == 2 * (number + 1)
    assert talk.session.game.consecutive_passes >= 2


def test_resignation_only_where_allowed() -> None:
    settings = Settings()
    talk = board(SETTLED)
    talk.ok("komi 99")
    assert talk.ok("reg_genmove b") == "pass"
    settings.set("play.resign", "true")
    talk = Talk(settings)
    talk.session.new_game(Position.from_diagram(SETTLED))
    talk.ok("komi 99")
    before = talk.session.game.moves
    assert talk.ok("genmove b") == "resign"
    assert talk.ok("reg_genmove b") == "resign"
    assert talk.session.game.moves == before
    assert talk.ok("genmove w") == "pass"
