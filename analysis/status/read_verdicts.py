"""What readings say of a status: the outcome for a side, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..board import Color, Grid
from ..reading.answer import Result
from .verdict import Fate, Verdict

SHOWN_MOVES = 5
"""Number of moves of the principal variation in the reason."""


def fate(result: Result, owner_moves: bool) -> Fate:
    """Return the outcome for a group by the result of the side that moves first.

    owner_moves -- whether that side is its owner, and wants it to live
    """
    if result is Result.UNKNOWN:
        return Fate.UNKNOWN
    if result.by_ko:
        return Fate.KO
    return Fate.LIVES if (result is Result.WORKS) is owner_moves else Fate.DIES


@cache
def life_reason(verdict: Verdict, needs_ko: bool, color: Color) -> str:
    """Return why a group of a colour that was read has this verdict: ALIVE, DEAD, CRITICAL or UNKNOWN."""
    enemy = color.opponent.word.capitalize()
    return {
        Verdict.ALIVE: f"lives even if {enemy} moves first",
        Verdict.DEAD: f"does not live even if {color.word.capitalize()} moves first",
        Verdict.CRITICAL: "lives or dies by " + ("a ko" if needs_ko else "who moves first"),
        Verdict.UNKNOWN: "not settled within the nodes allowed",
    }[verdict]


def with_line(grid: Grid, reason: str, line: Sequence[int]) -> str:
    """Return a reason with the first moves of a principal variation, if there are any."""
    if not line:
        return reason
    return f"{reason}: {grid.vertices(line[:SHOWN_MOVES])}{' ...' if len(line) > SHOWN_MOVES else ''}"


__all__ = ["SHOWN_MOVES", "fate", "life_reason", "with_line"]
