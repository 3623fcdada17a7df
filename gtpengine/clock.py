"""The clock: what a front end reports of the time, the time a move may take, and the effort that fits into it.

The time that a move takes is known only roughly, so the estimates are on the safe side. Without a limit nothing depends
on the time, and the same game always gets the same move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from analysis.board import Color, Game

from .settings import Settings

FULL_EFFORT_SECONDS = 12.0
"""Seconds that a move on 19x19 may take with full effort, on a slow machine; on other boards in proportion to the
area."""
SMALLEST_BOARD_SECONDS = 2.5
"""The same for the smallest board."""
NO_COUNT_SHARE, NO_SEARCH_SHARE = 1 / 3, 1 / 6
"""With less than these shares of the full time, no pass is answered by counting whether the game is won, and there is
no tree search: the ranker decides."""
MOST_SHARES, MOST_OF_CLOCK = 2.0, 0.1
"""A move ends after so many times the time that it may take, or after this share of the time left if that is later."""
MARGIN_SECONDS, MARGIN_SHARE = 0.5, 0.1
"""What is kept for the way to the front end and back: so many seconds, but no more than this share of a move's time."""
MOVES_PER_POINT = 0.4
"""Moves of one side in a game, as a share of the points; in a longer game MIN_MOVES_LEFT more are expected."""
MIN_MOVES_LEFT = 15


@dataclass(frozen=True)
class Clock:
    """The time settings of the game, in seconds; no limit unless a front end sets one.

    system -- "none", "absolute", "canadian" (`stones` moves in each `period`), "byoyomi" (`stones` periods), "fischer"
              or "fischer-capped" (each move adds `period` to the main time)
    main   -- main time
    main_limit, move_limit -- "fischer-capped": the most main time there can be, the most time for one move
    """

    system: str = "none"
    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    main_limit: float = math.inf
    move_limit: float = math.inf


@dataclass(frozen=True)
class TimeLeft:
    """The time a colour has left: seconds, and the stones to play in them (byo-yomi: the periods); 0 in main time."""

    seconds: float
    stones: int


def seconds_a_move(clock: Clock, left: Mapping[Color, TimeLeft], game: Game, color: Color) -> float | None:
    """Return how long a move of `color` may take; None without a limit. A colour without an entry has all main time."""
    if clock.system == "none":
        return None
    own = left.get(color, TimeLeft(clock.main, 0))
    played = (game.moves_before_start + len(game.moves)) // 2
    to_come = max(MIN_MOVES_LEFT, round(MOVES_PER_POINT * game.grid.area) - played)
    if clock.system.startswith("fischer"):
        unusable = own.seconds + clock.period - clock.main_limit  # a faster move would lose it to the limit
        return min(max(own.seconds / to_come + clock.period, unusable), own.seconds, clock.move_limit)
    in_period = clock.period if clock.system == "byoyomi" else clock.period / max(1, clock.stones)
    if own.stones:
        return own.seconds if clock.system == "byoyomi" else own.seconds / own.stones
    return max(own.seconds / to_come, in_period)


def seconds_at_most(clock: Clock, left: Mapping[Color, TimeLeft], game: Game, color: Color) -> float | None:
    """Return when a move of `color` must be made at the latest, in seconds from now; None without a limit.

    That is later than `seconds_a_move`, since few moves are that hard, but the time left suffices, less a margin. It is
    0 where no time is left.
    """
    usual = seconds_a_move(clock, left, game, color)
    if usual is None:
        return None
    own = left.get(color, TimeLeft(clock.main, 0))
    until_flag = own.seconds
    if not own.stones and clock.system in ("byoyomi", "canadian"):
        until_flag += clock.period if clock.system == "byoyomi" else clock.period / max(1, clock.stones)
    most = min(max(MOST_SHARES * usual, MOST_OF_CLOCK * until_flag), until_flag, clock.move_limit)
    return max(0.0, most - min(MARGIN_SECONDS, MARGIN_SHARE * most))


def reduce_effort(settings: Settings, game: Game, seconds: float | None) -> Settings:
    """Return the settings for a move of so many seconds: with too few, a smaller or no tree search. None: no limit."""
    full = SMALLEST_BOARD_SECONDS + (FULL_EFFORT_SECONDS - SMALLEST_BOARD_SECONDS) * game.grid.area / 361
    if seconds is None or seconds >= full:
        return settings.copy()
    reduced, share = settings.copy(), seconds / full
    reduced.set("play.visits", str(max(2, int(share * settings.get("play.visits")))))
    if share < NO_COUNT_SHARE:
        reduced.set("play.pass_when_winning", "false")
    if share < NO_SEARCH_SHARE:
        reduced.set("play.policy_moves", "0")
    return reduced


__all__ = ["Clock", "TimeLeft", "reduce_effort", "seconds_a_move", "seconds_at_most"]
