"""The clock: the time a move may take, the effort reduced with little time, and full effort without a limit."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Game, Position
from gtpengine.clock import MIN_MOVES_LEFT, Clock, TimeLeft, reduce_effort, seconds_a_move, seconds_at_most
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk, quick


def new(size: int = 19) -> Game:
    return Game(Position.empty(size))


SHARES = [
    # clock, time left, seconds for a move at the start on 19x19: 144 moves to come
    (Clock(), None, None),
    (Clock(), TimeLeft(5, 0), None),
    (Clock("absolute", 1440), None, 10),
    (Clock("absolute", 1440), TimeLeft(144, 0), 1),
    (Clock("canadian", 600, 300, 25), TimeLeft(1440, 0), 12),  # when main time is gone a move has 12 s anyway
    (Clock("canadian", 600, 300, 25), TimeLeft(60, 20), 3),
    (Clock("byoyomi", 600, 30, 5), TimeLeft(60, 0), 30),
    (Clock("byoyomi", 600, 30, 5), TimeLeft(30, 5), 30),
    (Clock("absolute", 0), None, 0),
    (Clock("fischer", 1440, 5), None, 15),
    (Clock("fischer", 1440, 5), TimeLeft(144, 0), 6),
    (Clock("fischer", 1440, 30), TimeLeft(4, 0), 4),  # the increment comes after the move
    (Clock("fischer-capped", 1440, 5, 0, 2000, 8), None, 8),
    (Clock("fischer-capped", 1440, 60, 0, 1440), None, 70),
    (Clock("fischer-capped", 10, 60, 0, 40), None, 10),
    (Clock("fischer-capped", 1440, 60, 0, 1470), TimeLeft(1500, 0), 90),  # what the limit would take is used
]


@pytest.mark.parametrize(("clock", "left", "seconds"), SHARES)
def test_seconds_for_a_move(clock: Clock, left: TimeLeft | None, seconds: float | None) -> None:
    time_left = {} if left is None else {BLACK: left}
    found = seconds_a_move(clock, time_left, new(), BLACK)
    assert found is None if seconds is None else found == pytest.approx(seconds)


@pytest.mark.parametrize(("clock", "left", "seconds"), [
    (Clock(), TimeLeft(5, 0), None),
    (Clock("absolute", 1440), None, 144 - 0.5),  # a tenth of the clock
    (Clock("absolute", 600), TimeLeft(1, 0), 0.09),  # a tenth, of which a tenth is kept
    (Clock("absolute", 600), TimeLeft(0, 0), 0), (Clock("absolute", 600), TimeLeft(-3, 0), 0),
    (Clock("byoyomi", 600, 30, 5), TimeLeft(30, 5), 29.5), (Clock("byoyomi", 600, 30, 5), TimeLeft(12, 1), 11.5),
    (Clock("canadian", 600, 300, 25), TimeLeft(60, 20), 6 - 0.5),
    (Clock("canadian", 600, 300, 25), TimeLeft(2, 1), 1.8),
    (Clock("fischer-capped", 1440, 5, 0, 2000, 8), None, 7.5),
])  # fmt: skip
def test_seconds_at_most_keep_the_clock(clock: Clock, left: TimeLeft | None, seconds: float | None) -> None:
    found = seconds_at_most(clock, {} if left is None else {BLACK: left}, new(), BLACK)
    assert found is None if seconds is None else found == pytest.approx(seconds)


def test_clock_is_never_used_up() -> None:
    clock, left = Clock("absolute", 10), 10.0
    for _ in range(300):
        seconds = seconds_at_most(clock, {BLACK: TimeLeft(left, 0)}, new(), BLACK)
        assert seconds is not None
        assert 0 <= seconds < left
        left -= seconds


def test_a_long_game_still_expects_moves() -> None:
    game = new(9)
    for point in range(0, 80, 2):
        game.play(BLACK, point)
    seconds = seconds_a_move(Clock("absolute", 60), {WHITE: TimeLeft(30, 0)}, game, WHITE)
    assert seconds == pytest.approx(30 / MIN_MOVES_LEFT)


@pytest.mark.parametrize(("seconds", "boards", "breadth", "counts"), [
    (None, 60, 24, True), (60, 60, 24, True), (9, 45, 24, True), (4.5, 22, 24, True), (2.5, 12, 24, False),
    (0.5, 2, 0, False), (0, 2, 0, False), (-1, 2, 0, False),
])  # fmt: skip
def test_effort_is_reduced_with_little_time(seconds: float | None, boards: int, breadth: int, counts: bool) -> None:
    settings = Settings()
    reduced = reduce_effort(settings, new(), seconds)
    assert (reduced.get("play.visits"), reduced.get("play.policy_moves")) == (boards, breadth)
    assert reduced.get("play.pass_when_winning") is counts
    assert settings == Settings()


def test_a_small_board_needs_less() -> None:
    assert reduce_effort(Settings(), new(9), 5.0).get("play.visits") == 60
    assert reduce_effort(Settings(), new(19), 5.0).get("play.visits") == 25


def test_lower_settings_are_kept() -> None:
    settings = Settings()
    settings.set("play.pass_when_winning", "false")
    settings.set("play.visits", "8")
    reduced = reduce_effort(settings, new(), 6)
    assert reduced.get("play.visits") == 4
    assert not reduced.get("play.pass_when_winning")


def test_genmove_plays_without_time_left() -> None:
    talk = Talk(quick())
    talk.ok("boardsize 9", "time_settings 60 0 0", "time_left b 0 0")
    assert talk.ok("genmove b") not in ("pass", "resign", "")
    talk.ok("kgs-time_settings byoyomi 0 10 3", "time_left w 2 1")
    assert talk.ok("genmove w") not in ("pass", "resign", "")
    talk.ok("kata-time_settings fischer-capped 5 1 10 -1", "time_left b 1 0")
    assert talk.ok("genmove b") not in ("pass", "resign", "")
