"""Commands of KGS's client, kgsGtp: time settings and the clean-up phase (`kgs-rules` is in `rules`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS

from ..arguments import Arguments
from ..clock import Clock
from ..engine.cleanup import decide_cleanup
from ..errors import syntax_error
from ..registry import Response, command
from ..render.live_gfx import control_map_shown
from .play import play_decision

if TYPE_CHECKING:
    from ..session import Session

_TIME_SYSTEMS: dict[str, tuple[str, ...]] = {
    "none": (),
    "absolute": ("main time",),
    "canadian": ("main time", "period", "stones"),
    "byoyomi": ("main time", "period", "periods"),
}
"""Time system -> the names of its numbers."""


@command("kgs-time_settings", "none|absolute|canadian|byoyomi [MAIN [PERIOD STONES]]")
def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set the time system: `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES` or `byoyomi MAIN PERIOD PERIODS`.

    MAIN and PERIOD are in seconds; `none` means no time limit.
    """
    system = arguments.choice(0, "time system", tuple(_TIME_SYSTEMS))
    names = _TIME_SYSTEMS[system]
    if len(arguments) != 1 + len(names):
        raise syntax_error(f"time system {system}: expected {len(names)} numbers, got {len(arguments) - 1}")
    main, period = (arguments.number(i + 1, names[i], 0) if i < len(names) else 0.0 for i in (0, 1))
    session.clock = Clock(system, main, period, arguments.integer(3, names[2], 0) if len(names) == 3 else 0)
    session.time_left = {}
    return ""


@command("kgs-genmove_cleanup", "COLOR", returns=Response.VERTEX, reads=True)
def genmove_cleanup(session: Session, arguments: Arguments) -> str:
    """Play a move in KGS's clean-up phase: capture the opponent's dead stones, and pass only when none are left.

    Dead stones are those of `final_status_list`; the largest chain is captured first. When there are none, a stone of
    the opponent is answered as `genmove` does, but never by resigning, and a pass by a pass. After the engine's pass
    every stone counts as alive: `final_status_list dead` is empty until a new game, `loadsgf` or `undo`.
    """
    color = arguments.color(0)
    with control_map_shown(session.game, session.settings):
        decision = decide_cleanup(session.game, color, session.move_settings(color), session.reading_cache)
    vertex = play_decision(session, color, decision)
    session.all_alive = session.all_alive or session.game.last_point == PASS
    return vertex


@command("kgs-game_over")
def game_over(session: Session, arguments: Arguments) -> str:
    """Accept KGS's report that the game is over; does nothing."""
    return ""
