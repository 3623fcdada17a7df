"""The answer to a question about a small board: a bracket that holds the value, first moves, best play, the effort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..board import BLACK, WHITE, Color
from ..region.search_state import State
from .solver_rules import Rules

if TYPE_CHECKING:
    from ..region.cycles import Cycles


class Bracket(NamedTuple):
    """Proved bounds of the value: Black's area minus White's, in points, komi not counted."""

    lower: int
    upper: int

    @property
    def value(self) -> int | None:
        """Return the value, or None while the bounds differ."""
        return self.lower if self.lower == self.upper else None


class KomiVerdict(StrEnum):
    """The result for a komi, for the player who led to the position: the one not to move (source 004)."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


class Knowledge(Protocol):
    """What is known of the positions of a solved game. States are those that `after` gives, from the start on."""

    def bracket(self, state: State) -> Bracket:
        """Return the proved bounds of a state's value."""

    def moves(self, state: State) -> dict[int, Bracket]:
        """Return the proved bounds after each legal move, by point, PASS last."""

    def after(self, state: State, point: int) -> State | None:
        """Return the state after a move; None where the second pass ends the game. Raises KeyError if it is illegal."""

    def plies(self, state: State, player: Color) -> int | None:
        """Return within how many plies a player forces its end of the bracket: Black the lower, White the upper.

        A player who always lowers that number comes to the end of the game. 0 where the board shows it, or where it is
        the worst value there is. None where the player relies on endless play, where it is not known, and under
        superko, where no game is endless anyway.
        """


@dataclass(frozen=True)
class Solution:
    """The answer to one question.

    Public attributes:
      height, width -- the board
      start         -- the position in question, point i being row i // width from the top, column i % width
      rules         -- see `Rules`
      komi          -- the komi for which win, draw or loss was asked; None if the value was
      bracket       -- the value of the position
      first_moves   -- the value after every legal move, by point, PASS last
      variation     -- best play for both players from the start: points and PASS
      nodes         -- states visited; seconds -- wall clock time
      states        -- different states in the table, symmetric ones counted once; 0 without a table
      searched      -- plies searched in vain for a goal such as "B+15"
      method        -- "table", "proof" or "history"
      cycles        -- the cycles of the table, None without one or if the memory did not allow to find them
      notes         -- why no more is proved, and what was given up for want of memory, one line each; not compared and
                       not kept on disk
      knowledge     -- what is known of other positions of the game; not compared and not kept on disk
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
    notes: tuple[str, ...] = field(default=(), compare=False)
    knowledge: Knowledge | None = field(default=None, compare=False, repr=False)

    @property
    def value(self) -> int | None:
        """Return the value in points from Black's side, None while it is not proved."""
        return self.bracket.value

    @property
    def proved(self) -> bool:
        """Return whether the question is answered: the value, or win, draw or loss for the komi."""
        return self.value is not None or (self.komi is not None and self.winner(self.komi) is not None)

    def winner(self, komi: Fraction | int) -> Color | int | None:
        """Return BLACK or WHITE, 0 for a draw; None while it is open."""
        if self.bracket.lower > komi:
            return BLACK
        if self.bracket.upper < komi:
            return WHITE
        return 0 if self.bracket == (komi, komi) else None

    def verdict(self, komi: Fraction | int) -> KomiVerdict | None:
        """Return whether the position is good, fair or bad for the player who is not to move; None while it is open."""
        winner = self.winner(komi)
        if winner is None:
            return None
        if winner == 0:
            return KomiVerdict.FAIR
        return KomiVerdict.BAD if winner == self.start.to_move else KomiVerdict.GOOD
