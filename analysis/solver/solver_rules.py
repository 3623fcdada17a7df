"""The rules under which a small board is solved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..board import Ko
from ..region.search_state import Bounds


class Endless(StrEnum):
    """The value of a game that never ends, under simple ko."""

    DRAWN = "drawn"
    """0 points: nobody wins it."""
    LOST = "lost"
    """The worst for Black: White has the whole board."""
    WON = "won"
    """The best for Black."""


@dataclass(frozen=True)
class Rules:
    """Area scoring; two passes end the game, and stones in unconditional enemy territory are removed before scoring.

    `ko` is Ko.SIMPLE, POSITIONAL or SITUATIONAL. Superko counts every board from the start of the solved game on, and
    forbids moves only, never a pass. `endless` matters under simple ko only: no game under superko is endless.
    `suicide` says whether suicide of several stones is legal; suicide of a single stone never is.
    """

    ko: Ko = Ko.SIMPLE
    endless: Endless = Endless.DRAWN
    suicide: bool = False

    def value(self, bounds: Bounds) -> int:
        """Return the value under simple ko of a state with these bounds."""
        if self.endless is Endless.DRAWN:
            return bounds.value(0)
        return bounds.low if self.endless is Endless.LOST else bounds.high

    def __str__(self) -> str:
        words = ["area scoring"]
        words.append(f"{self.ko.value.lower()} ko" if self.ko is Ko.SIMPLE else f"{self.ko.value.lower()} superko")
        if self.ko is Ko.SIMPLE:
            words.append(f"endless play {self.endless}" + ("" if self.endless is Endless.DRAWN else " for Black"))
        words.append("suicide" if self.suicide else "no suicide")
        return ", ".join(words)


__all__ = ["Endless", "Ko", "Rules"]
