"""What is said of a part of the board that can be played by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, PASS, Color
from ..status import Evidence
from ..values import Thermograph, Threats, Value
from .places import Place


@dataclass(frozen=True)
class LocalGame:
    """A part of the board that can be played by itself.

    Public attributes:
      points      -- the points of the place; of a corridor, in order from an open end
      name        -- "corridor", or "region"
      game        -- its canonical form by territory; None where a ko matters
      graph       -- its thermograph; where a ko matters, under the regime `ko`
      kind        -- "gote", "Black sente", "White sente", "ambiguous", "dame", "infinitesimal", "ko"; "settled" where
                     nobody need play
      black_moves, white_moves -- either's best moves, ascending; none where there is nothing to play
      word        -- PROVED if the walls stand whatever is played; READ if reading found one of them alive; ESTIMATED
      reason      -- what it rests on, in one line
      place       -- where it is played
      bounds      -- the games by territory between which it is, whoever has ko threats; both `game` where no ko matters
      ko          -- where a ko matters: who has the ko threats, as the graph supposes
      control     -- of a corridor, whose each point is by miai counting, -1 to 1, in the order of `points`
    """

    points: tuple[int, ...]
    name: str
    game: Value | None
    graph: Thermograph = field(repr=False)
    kind: str
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    evidence: Evidence
    reason: str
    place: Place = field(repr=False)
    bounds: tuple[Value, Value] = field(repr=False)
    ko: Threats | None = None
    control: tuple[Fraction, ...] | None = field(default=None, repr=False)

    @property
    def count(self) -> Fraction:
        """Its mean value, in points, Black positive."""
        return self.graph.mean

    @property
    def temperature(self) -> Fraction:
        """Its miai value, in points per move: -1 for an integer, 0 for a dame."""
        return self.graph.temperature

    @property
    def black_move(self) -> int:
        """Black's best move, the first of several; PASS where there is none."""
        return self.black_moves[0] if self.black_moves else PASS

    @property
    def white_move(self) -> int:
        """White's, likewise."""
        return self.white_moves[0] if self.white_moves else PASS

    def moves(self, player: Color) -> tuple[int, ...]:
        """That player's best moves, ascending."""
        return self.black_moves if player is BLACK else self.white_moves

    @property
    def exact(self) -> bool:
        """Whether all lines of play were looked at, the walls taken for alive."""
        return self.evidence is not Evidence.ESTIMATED


@dataclass(frozen=True)
class Unvalued:
    """A place that is not settled and was not counted: its points, ascending, and why, in one line."""

    points: tuple[int, ...]
    reason: str


__all__ = ["LocalGame", "Unvalued"]
