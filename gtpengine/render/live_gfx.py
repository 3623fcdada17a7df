"""GoGui's live graphics: drawings sent on stderr while a command runs, and cleared before its answer.

Nothing is sent unless the setting play.live_gfx is on: front ends that merge stderr with the answers would be
disturbed.
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
    """Where a running command draws. Each drawing takes the place of the one before."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def draw(self, lines: Iterable[str]) -> None:
        """Show these lines, none of them empty, in the words of GoGui's `gfx`."""
        if self.on:
            _send("\n".join([PREFIX, *lines]) + "\n\n")

    def clear(self) -> None:
        """Take away what was drawn."""
        if self.on:
            _send(f"{PREFIX} CLEAR\n")


@contextmanager
def live_graphics(settings: Settings) -> Iterator[LiveGraphics]:
    """Draw inside the block; leaving it clears the board, whatever happened."""
    live = LiveGraphics(settings.get("play.live_gfx"))
    try:
        yield live
    finally:
        live.clear()


@contextmanager
def field_shown(game: Game, settings: Settings) -> Iterator[None]:
    """Show the control field while the block runs: what a move is about to be chosen by."""
    with live_graphics(settings) as live:
        if live.on:
            from analysis.control import estimate

            live.draw([influence_line(game, estimate(game.position, settings.control()))])
        yield


def influence_line(game: Game, control: ControlMap) -> str:
    """The field as one INFLUENCE line of `gfx`: vertex and value, two decimals, Black positive."""
    values = control.values.reshape(-1).tolist()
    return "INFLUENCE " + " ".join(f"{game.grid.vertex(point)} {value:z.2f}" for point, value in enumerate(values))


def _send(text: str) -> None:
    """Write to stderr in one piece; nobody need be there."""
    data = text.encode("ascii")
    with suppress(OSError):
        while data:
            data = data[os.write(_STDERR, data) :]
