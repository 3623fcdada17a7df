"""GoGui's live graphics: drawings sent on stderr while a command runs, and cleared before its response.

Nothing is sent unless the setting play.live_gfx is on: it would disturb front ends that merge stderr with the
responses.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.control import ControlMap

    from ..settings import Settings

PREFIX = "gogui-gfx:"
_STDERR = 2


class LiveGraphics:
    """The channel to which a running command draws. Each drawing replaces the one before."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def draw(self, lines: Iterable[str]) -> None:
        """Show these lines, none of them empty, in the language of GoGui's `gfx`."""
        if self.on:
            _send("\n".join([PREFIX, *lines]) + "\n\n")

    def clear(self) -> None:
        """Remove the drawing."""
        if self.on:
            _send(f"{PREFIX} CLEAR\n")


@contextmanager
def live_graphics(settings: Settings) -> Iterator[LiveGraphics]:
    """Yield a channel for the block; the board is cleared when the block ends, also by an exception."""
    live = LiveGraphics(settings.get("play.live_gfx"))
    try:
        yield live
    finally:
        live.clear()


@contextmanager
def control_map_shown(game: Game, settings: Settings) -> Iterator[None]:
    """Show the control map, by which a move is chosen, while the block runs."""
    with live_graphics(settings) as live:
        if live.on:
            from analysis.control import estimate

            live.draw([influence_line(game, estimate(game.position, settings.control()))])
        yield


def influence_line(game: Game, control: ControlMap) -> str:
    """Return the control map as one INFLUENCE line of `gfx`: vertex and value, two decimals, Black positive."""
    values = control.values.reshape(-1).tolist()
    return "INFLUENCE " + " ".join(f"{game.grid.vertex(point)} {value:z.2f}" for point, value in enumerate(values))


def _send(text: str) -> None:
    """Write to stderr in one piece; a closed stderr is ignored."""
    data = text.encode("ascii")
    with suppress(OSError):
        while data:
            data = data[os.write(_STDERR, data) :]
