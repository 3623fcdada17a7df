"""What readings say of a status: the outcome for a side, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..board import Color, Grid
from ..reading.answer import Result, is_one_sided_ko
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
def life_reason(
    verdict: Verdict, color: Color, attack: Result = Result.UNKNOWN, defence: Result = Result.UNKNOWN
) -> str:
    """Return why a group of a colour that was read has this verdict: ALIVE, DEAD, CRITICAL or UNKNOWN.

    attack, defence -- what the enemy and the owner reach by moving first, where it is CRITICAL
    """
    owner, enemy = (side.word.capitalize() for side in (color, color.opponent))
    decides = "a ko" if attack.by_ko or defence.by_ko else "who moves first"
    one_sided = f"dies unless {owner} wins a ko that {enemy} starts at will"
    return {
        Verdict.ALIVE: f"lives even if {enemy} moves first",
        Verdict.DEAD: f"does not live even if {owner} moves first",
        Verdict.CRITICAL: one_sided if is_one_sided_ko(attack, defence) else f"lives or dies by {decides}",
        Verdict.UNKNOWN: "not settled within the nodes allowed",
    }[verdict]


def with_line(grid: Grid, reason: str, line: Sequence[int]) -> str:
    """Return a reason with the first moves of a principal variation, if there are any."""
    if not line:
        return reason
    return f"{reason}: {grid.vertices(line[:SHOWN_MOVES])}{' ...' if len(line) > SHOWN_MOVES else ''}"


__all__ = ["SHOWN_MOVES", "fate", "life_reason", "with_line"]
