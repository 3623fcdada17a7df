"""The clock: what a front end says of the time, how much of it a move may take, and what the engine leaves out then.

What a move takes is known only roughly, so the estimates are on the safe side. Without a limit
nothing depends on the time, and the same game always gets the same move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.board import Color, Game

from .settings import Settings

FULL = 12.0
"""Seconds that a move of 19x19 may take with everything looked at, on a slow machine; of other boards by their area."""
LEAST = 2.5
"""The same of the smallest board."""
NO_COUNT, NO_LOOK = 1 / 3, 1 / 6
"""With less than these shares of it no pass is answered by counting whether the game is won, and no boards are looked
at: the ranker decides."""
LONG_GAME = 0.4
"""Moves of one side in a game, as a share of the points; a game beyond that has FEW more."""
FEW = 15


@dataclass(frozen=True)
class Clock:
    """The time settings of the game, in seconds; no limit unless a front end says otherwise.

    system -- "none", "absolute", "canadian" (`stones` moves in each `period`) or "byoyomi" (`stones` periods);
    main   -- main time
    """

    system: str = "none"
    main: float = 0.0
    period: float = 0.0
    stones: int = 0


@dataclass(frozen=True)
class TimeLeft:
    """What a colour has left: seconds, and the stones to play in them (byo-yomi: the periods); 0 in main time."""

    seconds: float
    stones: int


def seconds_a_move(clock: Clock, left: Mapping[Color, TimeLeft], game: Game, color: Color) -> float | None:
    """How long a move of `color` may take; None without a limit. Before a front end tells, all main time is left."""
    if clock.system == "none":
        return None
    told = left.get(color, TimeLeft(clock.main, 0))
    in_period = clock.period if clock.system == "byoyomi" else clock.period / max(1, clock.stones)
    if told.stones:
        return told.seconds if clock.system == "byoyomi" else told.seconds / told.stones
    played = (game.earlier + len(game.moves)) // 2
    to_come = max(FEW, round(LONG_GAME * game.grid.area) - played)
    return max(told.seconds / to_come, in_period)


def in_time(settings: Settings, game: Game, seconds: float | None) -> Settings:
    """The settings, with as much left out as a move of so many seconds asks for."""
    full = LEAST + (FULL - LEAST) * game.grid.area / 361
    if seconds is None or seconds >= full:
        return settings
    hurried, share = settings.copy(), seconds / full
    hurried.set("play.boards", str(max(2, int(share * settings.get("play.boards")))))
    if share < NO_COUNT:
        hurried.set("play.pass_when_winning", "false")
    if share < NO_LOOK:
        hurried.set("play.breadth", "0")
    return hurried


__all__ = ["Clock", "TimeLeft", "in_time", "seconds_a_move"]
