"""Who wins a game alone, and how much a move in it gains.

Source: Winning Ways, chapter 2 (outcome classes); Berlekamp and Wolfe, Mathematical Go, section 3.6 (incentives).
"""

from __future__ import annotations

from enum import StrEnum

from .forms import ZERO, Value, undominated


class Outcome(StrEnum):
    """Who makes the last move when both play well and nobody may pass."""

    BLACK = "Black wins"
    WHITE = "White wins"
    FIRST = "first player wins"
    SECOND = "second player wins"


def outcome(value: Value) -> Outcome:
    """Who wins the game alone. Value 0 is won by the second player, a positive one by Black whoever begins."""
    if value is ZERO:
        return Outcome.SECOND
    if value >= ZERO:
        return Outcome.BLACK
    return Outcome.WHITE if value <= ZERO else Outcome.FIRST


def black_incentives(value: Value) -> tuple[Value, ...]:
    """What Black's moves gain, G^L - G for each option that none other beats; in an order that never varies."""
    return undominated(option - value for option in value.left)


def white_incentives(value: Value) -> tuple[Value, ...]:
    """What White's moves gain White, G - G^R, likewise."""
    return undominated(value - option for option in value.right)
