"""The end of the game: final_score, final_status_list and final_status, by reading and by unconditional life alone."""

from __future__ import annotations

import pytest

from tests.gtpengine.commands.drawn_boards import READING, SETTLED, board, vertices
from tests.gtpengine.gtp_talk import Talk


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
