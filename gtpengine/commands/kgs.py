"""Commands of KGS's client, kgsGtp: the clean-up phase (`kgs-rules` and `kgs-time_settings` are in other modules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS
from analysis.runtime.work_limit import limited

from ..arguments import Arguments
from ..engine.cleanup import decide_cleanup
from ..registry import Response, command
from ..render.live_gfx import control_map_shown
from .play import play_decision

if TYPE_CHECKING:
    from ..session import Session

@command("kgs-genmove_cleanup", "COLOR", returns=Response.VERTEX, reads=True)
def genmove_cleanup(session: Session, arguments: Arguments) -> str:
    """Play a move in KGS's clean-up phase: capture the opponent's dead stones, and pass only when none are left.

    Dead stones are those of `final_status_list`; the largest chain is captured first. When there are none, a stone of
    the opponent is answered as `genmove` does, but never by resigning, and a pass by a pass. After the engine's pass
    every stone counts as alive: `final_status_list dead` is empty until a new game, `loadsgf` or `undo`.
    """
    color = arguments.color(0)
    with control_map_shown(session.game, session.settings), limited(seconds=session.move_seconds(color)):
        decision = decide_cleanup(session.game, color, session.move_settings(color), session.reading_cache)
    vertex = play_decision(session, color, decision)
    session.all_alive = session.all_alive or session.game.last_point == PASS
    return vertex


@command("kgs-game_over")
def game_over(session: Session, arguments: Arguments) -> str:
    """Accept KGS's report that the game is over; does nothing."""
    return ""
