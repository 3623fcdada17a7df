"""Commands that play, undo, place handicap stones and count."""

from __future__ import annotations

import pytest

from analysis.board import WHITE, Position
from analysis.runtime.jit import COMPILED
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk, quick

SETTLED = """
.X.XO.O
XXXXOOO
.X.XO.O
XXXXOOO
OX.XO.O
.XXXOOO
.X.XO.X
"""
"""Both colours are unconditionally alive; White's A3 and Black's G1 are dead. Black has 28 points, White 21."""


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 9")
    return talk


def board(text: str, *, to_move: str = "B") -> Talk:
    """A session on the board drawn."""
    talk = Talk()
    talk.session.new_game(Position.from_diagram(text, to_move=to_move))
    return talk


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


# -- handicap ---------------------------------------------------------------------------------------------------


def vertices(text: str) -> set[str]:
    return set(text.split(" "))


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


# -- the end of the game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "komi", "result"),
    [
        ("chinese", 6.5, "B+0.5"),
        ("chinese", 7, "0"),
        ("chinese", 7.5, "W+0.5"),
        ("aga", -0.25, "B+7.25"),
        ("japanese", 0, "B+4"),
    ],
)
def test_final_score(rules: str, komi: float, result: str) -> None:
    talk = board(SETTLED)
    assert talk.ok(f"kata-set-rules {rules}", f"komi {komi}", "final_score") == result


def test_final_score_counts_the_handicap_bonus(talk: Talk) -> None:
    talk.ok("kata-set-rules chinese", "komi 0.5", "fixed_handicap 3")
    assert talk.ok("final_score") == "B+77.5"


def test_final_status_lists_hold_every_stone_once() -> None:
    talk = board(SETTLED)
    assert vertices(talk.ok("final_status_list dead")) == {"A3", "G1"}
    alive = vertices(talk.ok("final_status_list alive"))
    assert talk.ok("final_status_list seki") == ""
    assert len(alive) == talk.session.game.position.stones.astype(bool).sum() - 2
    assert not alive & {"A3", "G1"}


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_final_status_lists_hold_every_empty_point_once(rules: str) -> None:
    """The lists of GNU Go: empty points only, those of dead stones are in the list of the dead."""
    talk = board(SETTLED)
    talk.ok(f"kata-set-rules {rules}")
    owners = ("black_territory", "white_territory", "dame")
    lists = {status: set(talk.ok(f"final_status_list {status}").split()) for status in owners}
    assert lists["black_territory"] == {"A7", "C7", "A5", "C5", "C3", "A2", "A1", "C1"}
    assert lists["white_territory"] == {"F7", "F5", "F3", "F1"}
    assert lists["dame"] == set()
    for status, points in lists.items():
        assert {talk.ok(f"final_status {vertex}") for vertex in points} <= {status}


READING = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")

SEKI = """
.X.O.OX..
XXXOOOX..
OOOXXXX..
..OX.....
..OX.....
..OX.....
..OX.....
"""
"""One eye each and a shared liberty: seki."""


@READING
def test_seki_is_listed_and_counted() -> None:
    talk = board(SEKI)
    seki = vertices(talk.ok("final_status_list seki"))
    assert seki == {"B7", "A6", "B6", "C6", "D7", "F7", "D6", "E6", "F6"}
    assert talk.ok("final_status_list dead") == ""
    lists = [vertices(talk.ok(f"final_status_list {status}")) for status in ("alive", "seki")]
    assert not lists[0] & lists[1]
    assert len(lists[0] | lists[1]) == talk.session.game.position.stones.astype(bool).sum()
    asked = {vertex: talk.ok(f"final_status {vertex}") for vertex in ("C7", "A7", "B7", "J1", "A1")}
    assert asked == {
        "C7": "dame", "A7": "black_territory", "B7": "seki", "J1": "black_territory", "A1": "white_territory",
    }  # fmt: skip
    assert talk.ok("final_status_list dame") == "C7"
    assert "A7" in vertices(talk.ok("final_status_list black_territory"))
    # Territory: White's 8 points below against Black's 26; the eyes in seki are nobody's.
    assert talk.ok("kata-set-rules japanese", "komi 0", "final_score") == "B+18"
    asked = {vertex: talk.ok(f"final_status {vertex}") for vertex in ("C7", "A7", "E7", "J1", "A1")}
    assert asked == {
        "C7": "dame", "A7": "dame", "E7": "dame", "J1": "black_territory", "A1": "white_territory",
    }  # fmt: skip
    assert vertices(talk.ok("final_status_list dame")) == {"A7", "C7", "E7"}
    # The tax decides, not the scoring: by area with KataGo's tax SEKI the eyes are dame, by territory without it not.
    assert talk.ok("kata-set-rules koSIMPLEscoreAREAtaxSEKIsui0", "final_status A7") == "dame"
    assert talk.ok("kata-set-rules koSIMPLEscoreTERRITORYtaxNONEsui0", "final_status A7") == "black_territory"
    # Stone scoring: White's 12 stones and 8 points against Black's 14 and 26, and one living group each.
    assert talk.ok("kata-set-rules stone_scoring", "final_score") == "B+20"


@pytest.mark.parametrize(("rules", "result"), [
    ("chinese", "B+12"), ("stone_scoring", "B+10"), ("Ancient Chinese", "B+10"),
    ("koSIMPLEscoreAREAtaxALLsui0", "B+10"),
    ('{"scoring":"TERRITORY","tax":"ALL"}', "B+10"), ("japanese", "B+12"),
])  # fmt: skip
def test_stone_scoring_costs_two_points_a_group(rules: str, result: str) -> None:
    """Two black groups of 4 stones and 8 points, and a white one of 8 stones and 4 points."""
    talk = board("..XO.OX..\n..XO.OX..\n..XO.OX..\n..XO.OX..")
    assert talk.ok("komi 0", f"kata-set-rules {rules}", "final_score") == result


DEAD_BY_READING = ".OX....\nOOX.X..\nXXX....\n.......\n......."
"""White's three stones in the corner have one eye: not unconditionally dead, but dead."""


@READING
@pytest.mark.parametrize(("bare", "dead", "result"), [("false", {"B5", "A4", "B4"}, "B+35"), ("true", set(), "B+27")])
def test_dead_by_reading_or_by_unconditional_life_alone(bare: str, dead: set[str], result: str) -> None:
    talk = board(DEAD_BY_READING)
    talk.session.settings.set("play.control_only", bare)
    assert vertices(talk.ok("final_status_list dead")) - {""} == dead
    assert talk.ok("komi 0", "final_score") == result
    assert talk.ok("final_status A5") == ("black_territory" if dead else "white_territory")
    assert talk.ok("final_status B5") == ("dead" if dead else "alive")


@READING
def test_a_board_is_judged_once() -> None:
    """Three commands on one board, one reading."""
    talk = board(DEAD_BY_READING)
    talk.ok("final_status_list dead")
    cache = talk.session.reading_cache
    asked, found = cache.queries, cache.hits
    talk.ok("final_status_list alive", "final_score", "final_status B5")
    assert (cache.queries, cache.hits) == (asked + 3, found + 3)


def test_an_empty_board_has_no_status(talk: Talk) -> None:
    assert [talk.ask(f"final_status_list {status}").text for status in ("dead", "alive", "seki")] == ["", "", ""]


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


# -- KGS's clean-up phase -----------------------------------------------------------------------------------------


def test_cleanup_captures_the_dead_stones_and_only_then_passes() -> None:
    talk = board(SETTLED)
    assert talk.ok("genmove b") == "pass"
    talk.ok("undo")
    assert talk.ok("kgs-genmove_cleanup b") == "A2"
    assert talk.session.game.position.captures == (1, 0)
    assert vertices(talk.ok("final_status_list dead")) == {"G1"}
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "pass"
    # Our own dead stone is still there, but after our pass in the clean-up everything is alive.
    assert talk.ok("final_status_list dead") == ""
    assert "G1" in vertices(talk.ok("final_status_list alive"))
    assert talk.ok("final_score") == "B+2.5"


BENT_FOUR = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . X X X X
. . . . . X . O O
. . . . X X . O .
. . . . X O O O X
. . . . X O . X X
"""


@READING
@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_cleanup_does_not_pass_over_bent_four_in_the_corner(rules: str) -> None:
    talk = board(BENT_FOUR)
    talk.ok(f"kata-set-rules {rules}")
    assert vertices(talk.ok("final_status_list dead")) == {"H4", "J4", "H3", "F2", "G2", "H2", "F1"}
    for _ in range(12):
        if talk.ok("kgs-genmove_cleanup b") == "pass":
            break
        talk.ok("play w pass")
    assert (talk.session.game.position.stones == WHITE).sum() == 0


@READING
def test_cleanup_starts_the_ko_of_bent_four_once_white_has_taken_the_four_stones() -> None:
    """White is then no longer dead as it stands: whoever moves first decides, White for life, Black for a ko."""
    talk = board(BENT_FOUR)
    talk.ok("play b G4", "play w pass", "play b G3", "play w pass", "play b J3", "play w G1")
    assert talk.ok("kgs-genmove_cleanup b") == "J2"
    talk.ok("play w J1")
    assert talk.ok("kgs-genmove_cleanup b") == "H1"


@pytest.mark.parametrize("line", ["undo", "clear_board", "boardsize 9"])
def test_commands_that_end_the_clean_up(line: str) -> None:
    talk = board(SETTLED.replace("OX.XO", ".X.XO"))
    assert talk.ok("kgs-genmove_cleanup b") == "pass"
    assert talk.ok("final_status_list dead") == ""
    assert talk.session.all_alive
    talk.ok(line)
    assert not talk.session.all_alive


def test_cleanup_goes_on_when_new_stones_die() -> None:
    talk = board(SETTLED.replace("OX.XO", ".X.XO"))
    assert talk.ok("kgs-genmove_cleanup b", "play w A2", "kgs-genmove_cleanup b") == "A3"
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "A1"
    assert talk.ok("play w pass", "kgs-genmove_cleanup b") == "pass"
    assert talk.session.game.position.captures == (1, 0)


SAVED_BY_A_BANNED_KO = """
O..OXXXX.
OOOXXOOXX
.OOXO.OXX
O..OXXXOO
OOXOXOOOX
XO.OXOXOX
XO.OO.X.X
.OO.OXXOX
OO.OOOO.O
"""
"""After Black's H1, which takes J1, White's H2 would be saved by taking back."""


def test_cleanup_does_not_take_back_a_banned_ko() -> None:
    talk = board(SAVED_BY_A_BANNED_KO)
    talk.ok("play b H1")
    assert talk.fails("play w J1") == "illegal move"
    move = talk.ok("kgs-genmove_cleanup w")
    assert move not in ("J1", "pass")


def test_cleanup_never_resigns() -> None:
    settings = Settings()
    settings.set("play.resign", "true")
    talk = Talk(settings)
    talk.session.new_game(Position.from_diagram(SETTLED.replace("OX.XO", ".X.XO")))
    talk.ok("komi 99")
    assert talk.ok("reg_genmove b") == "resign"
    assert talk.ok("kgs-genmove_cleanup b") == "pass"
