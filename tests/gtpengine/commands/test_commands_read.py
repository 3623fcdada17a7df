"""`mokusan-read`: a named group, for either side, with stones that are assumed alive."""

from __future__ import annotations

import pytest

from tests.gtpengine.gtp_talk import Talk

SETUP = "gogui-setup W C9 W B8 W C8 W A7 W B7 B D9 B D8 B C7 B D7 B A6 B B6 B C6"


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    for line in ("boardsize 9", SETUP):
        talk.ok(line)
    return talk


def test_both_sides_are_read_unless_one_is_named(talk: Talk) -> None:
    attack, defend = (talk.ok(f"mokusan-read C9 {side}").splitlines() for side in ("attack", "DEFEND"))
    assert attack[:3] == ["Black to move: kill the white group of C9, 5 stones", "Win", "First moves: A9"]
    assert defend[:3] == ["White to move: make live the white group of C9, 5 stones", "Win", "First moves: A9"]
    both = talk.ok("mokusan-read A7").splitlines()
    assert [line for line in both if " nodes, " not in line] == [
        line for line in (*attack, *defend) if " nodes, " not in line
    ]


def test_the_chains_assumed_alive_are_said(talk: Talk) -> None:
    assert talk.ok("mokusan-read C9 attack").endswith("Assumed alive: D9")
    open_wall = talk.ok("clear_board", SETUP.replace(" B C7", ""), "mokusan-read C9 attack D8")
    assert open_wall.endswith("Assumed alive: D9")


def test_nothing_changes_and_wrong_points_are_refused(talk: Talk) -> None:
    before = talk.state()
    for line, text in (
        ("mokusan-read E5", "vertex must not be empty"), ("mokusan-read C9 attack E5", "vertex must not be empty"),
        ("mokusan-read C9 kill", "syntax error"), ("mokusan-read", "syntax error"),
        ("mokusan-read pass", "syntax error: vertex: expected A1 to "),
        ("mokusan-read C9 attack D8 C9", "syntax error: alive: expected chains other than those in question, got"),
    ):
        assert text in talk.fails(line)
    assert talk.state() == before
