"""What is known of a solved position: a bracket that holds the value, first moves, a line, what it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..board import BLACK, WHITE, Color
from ..region.question import State
from .solver_rules import Rules

if TYPE_CHECKING:
    from ..region.cycles import Cycles
    from .knowledge import Knowledge


class Bracket(NamedTuple):
    """The value lies between these, both proved: Black's area less White's, in points, komi not counted."""

    lower: int
    upper: int

    @property
    def value(self) -> int | None:
        """The value, or None while the two differ."""
        return self.lower if self.lower == self.upper else None


class Verdict(StrEnum):
    """A position with a komi, for the player who led to it: the one not to move (source 004)."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


@dataclass(frozen=True)
class Solution:
    """The answer to one question.

    Public attributes:
      height, width -- the board
      start         -- the position asked about, point i being row i // width from the top, column i % width
      rules         -- see `Rules`
      komi          -- the komi for which win, draw or loss was asked; None if the value was
      bracket       -- the value of the position
      first_moves   -- that of every legal move, by point, PASS last
      variation     -- best play for both from the start: points and PASS
      nodes         -- states looked at; seconds -- wall clock time
      states        -- different states in the table, symmetric ones counted once; 0 without a table
      searched      -- plies searched in vain for a goal such as "B+15"
      method        -- "table", "proof" or "history"
      cycles        -- the kos of the table, None without one
      knowledge     -- to ask about other positions of the game; not compared and not kept on disk
    """

    height: int
    width: int
    start: State
    rules: Rules
    komi: Fraction | None
    bracket: Bracket
    first_moves: Mapping[int, Bracket]
    variation: tuple[int, ...]
    nodes: int
    seconds: float
    method: str
    states: int = 0
    searched: Mapping[str, int] = field(default_factory=dict)
    cycles: Cycles | None = None
    knowledge: Knowledge | None = field(default=None, compare=False, repr=False)

    @property
    def value(self) -> int | None:
        """The value in points from Black's side, None while it is not proved."""
        return self.bracket.value

    @property
    def proved(self) -> bool:
        """Whether what was asked is answered: the value, or win, draw or loss for the komi."""
        return self.value is not None or (self.komi is not None and self.winner(self.komi) is not None)

    def winner(self, komi: Fraction | int) -> Color | int | None:
        """BLACK or WHITE, 0 for a draw; None while it is open."""
        if self.bracket.lower > komi:
            return BLACK
        if self.bracket.upper < komi:
            return WHITE
        return 0 if self.bracket == (komi, komi) else None

    def verdict(self, komi: Fraction | int) -> Verdict | None:
        """Good, fair or bad for the player who is not to move; None while it is open."""
        winner = self.winner(komi)
        if winner is None:
            return None
        return Verdict.FAIR if winner == 0 else Verdict.BAD if winner == self.start.to_move else Verdict.GOOD
