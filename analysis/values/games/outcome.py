"""Outcome classes (who wins a game on its own) and incentives (how much a move gains).

Source: Winning Ways, chapter 2 (outcome classes); Berlekamp and Wolfe, Mathematical Go, section 3.6 (incentives).
"""

from __future__ import annotations

from enum import StrEnum

from .forms import ZERO, Value, undominated


class Outcome(StrEnum):
    """Who makes the last move if both play well and passing is not allowed."""

    BLACK = "Black wins"
    WHITE = "White wins"
    FIRST = "first player wins"
    SECOND = "second player wins"


def outcome(value: Value) -> Outcome:
    """Return who wins the game on its own. A positive value is won by Black with either side first, 0 by the second."""
    if value is ZERO:
        return Outcome.SECOND
    if value >= ZERO:
        return Outcome.BLACK
    return Outcome.WHITE if value <= ZERO else Outcome.FIRST


def black_incentives(value: Value) -> tuple[Value, ...]:
    """Return Black's incentives G^L - G, without dominated ones, in the order of Black's options."""
    return undominated(option - value for option in value.left)


def white_incentives(value: Value) -> tuple[Value, ...]:
    """Return White's incentives G - G^R, the gains from White's point of view, likewise."""
    return undominated(value - option for option in value.right)
