"""Commands about the time: the settings of the GTP specification, of KGS and of KataGo, and the time left."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import TYPE_CHECKING

from ..arguments import Arguments
from ..clock import Clock, TimeLeft
from ..errors import shown, syntax_error
from ..registry import Response, command

if TYPE_CHECKING:
    from ..session import Session

TIME_SYSTEMS: dict[str, tuple[str, ...]] = {
    "none": (),
    "absolute": ("main time",),
    "byoyomi": ("main time", "period", "periods"),
    "canadian": ("main time", "period", "stones"),
    "fischer": ("main time", "increment"),
    "fischer-capped": ("main time", "increment", "limit of the main time", "limit of a move"),
}
"""Time system -> the names of its numbers, in KataGo's order."""
KGS_SYSTEMS = ("none", "absolute", "canadian", "byoyomi")
PERIODS = 3
"""The index of the whole number of periods or stones."""


@command("time_settings", "MAIN PERIOD STONES")
def time_settings(session: Session, arguments: Arguments) -> str:
    """Set main time and Canadian byo-yomi, in seconds; a period with 0 stones (`0 1 0`) means no time limit.

    A PERIOD of 0 means absolute time, without byo-yomi. With little time per move `genmove` searches less, with too
    little for an evaluation it plays the likeliest move, and it keeps the clock, less a margin. Without a limit a move
    takes a second or two on 9x9, more on 19x19.
    """
    main = arguments.number(0, "main time", 0)
    period = arguments.number(1, "period", 0)
    stones = arguments.integer(2, "stones", 0)
    if not period:
        session.clock = Clock("absolute", main)
    else:
        session.clock = Clock("canadian", main, period, stones) if stones else Clock()
    session.time_left = {}
    return ""


@command("kgs-time_settings", "none|absolute|canadian|byoyomi [MAIN [PERIOD STONES]]")
def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set the time system: `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES` or `byoyomi MAIN PERIOD PERIODS`.

    MAIN and PERIOD are in seconds; `none` means no time limit.
    """
    session.clock = _clock(arguments, KGS_SYSTEMS)
    session.time_left = {}
    return ""


@command("kata-time_settings", "none|absolute|byoyomi|canadian|fischer|fischer-capped [MAIN [NUMBER ...]]")
def kata_time_settings(session: Session, arguments: Arguments) -> str:
    """Set the time system as `kgs-time_settings` does, or `fischer MAIN INCREMENT`, with a limit or two if capped.

    `fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT`: the main time grows by INCREMENT after each move, up to
    MAIN_LIMIT, and no move may take longer than MOVE_LIMIT; -1 for either means no such limit. All are in seconds.
    """
    session.clock = _clock(arguments, tuple(TIME_SYSTEMS))
    session.time_left = {}
    return ""


@command("kata-list_time_settings", returns=Response.TEXT)
def kata_list_time_settings(session: Session, arguments: Arguments) -> str:
    """List the time systems that `kata-time_settings` knows."""
    return " ".join(TIME_SYSTEMS)


@command("time_left", "COLOR SECONDS STONES")
def time_left(session: Session, arguments: Arguments) -> str:
    """Report the time a colour has left: seconds, and stones to play in them (KGS: periods); 0 stones in main time."""
    color = arguments.color(0)
    session.time_left[color] = TimeLeft(arguments.number(1, "seconds"), arguments.integer(2, "stones", 0))
    return ""


def _clock(arguments: Arguments, allowed: Collection[str]) -> Clock:
    """Read a time system and its numbers. Raises Failure."""
    system = arguments.choice(0, "time system", allowed)
    names = TIME_SYSTEMS[system]
    if len(arguments) != 1 + len(names):
        raise syntax_error(f"time system {system}: expected {len(names)} numbers, got {len(arguments) - 1}")
    if system.startswith("fischer"):
        return _fischer_clock(arguments, system, names)
    main, period = (arguments.number(i + 1, names[i], 0) if i < len(names) else 0.0 for i in (0, 1))
    stones = arguments.integer(PERIODS, names[PERIODS - 1], 0) if len(names) == PERIODS else 0
    return Clock(system, main, period, stones)


def _fischer_clock(arguments: Arguments, system: str, names: tuple[str, ...]) -> Clock:
    main, increment = arguments.number(1, names[0], 0), arguments.number(2, names[1], 0)
    limits = [arguments.number(i + 1, names[i]) for i in range(2, len(names))]
    main_limit, move_limit = (limit if limit >= 0 else math.inf for limit in limits or (-1, -1))
    if main_limit < main:
        raise syntax_error(f"{names[2]}: expected {main:g}, the main time, or more, got {shown(arguments.text(3))}")
    return Clock(system, main, increment, 0, main_limit, move_limit)
