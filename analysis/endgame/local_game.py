"""Local games: the value of a region of the board that is played separately, and the best moves in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, PASS, Color
from ..status import Evidence
from ..values import KoThreats, Thermograph, Value
from .board_regions import BoardRegion


@dataclass(frozen=True)
class LocalGame:
    """A region of the board with its value, by territory, Black positive.

    Public attributes:
      points      -- the points of the region; of a corridor, in order from an open end
      name        -- how it was valued: "corridor" by the closed form, "region" by search
      value        -- its canonical form; None where a ko matters
      graph       -- its thermograph; where a ko matters, under the regime `ko`
      kind        -- "gote", "Black sente", "White sente", "ambiguous", "dame", "infinitesimal", "ko"; "settled" where
                     nobody need play
      black_moves, white_moves -- the best moves of each player, ascending; none where there is nothing to play
      black_move, white_move -- the first of them, or PASS: for a caller that plays one move
      evidence    -- PROVED if the walls stand whatever is played; READ if one of them is alive by reading or must be
                     answered; the value is exact if they do
      reason      -- what the value depends on, in one line
      region       -- the region
      bounds      -- the games between which the value lies, under any ko threats; both `game` where no ko matters
      ko          -- where a ko matters: who has the ko threats, as assumed for `graph`
      control     -- of a corridor, the control of each point by miai counting, -1 to 1, in the order of `points`
    """

    points: tuple[int, ...]
    name: str
    value: Value | None
    graph: Thermograph = field(repr=False)
    kind: str
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    evidence: Evidence
    reason: str
    region: BoardRegion = field(repr=False)
    bounds: tuple[Value, Value] = field(repr=False)
    ko: KoThreats | None = None
    control: tuple[Fraction, ...] | None = field(default=None, repr=False)

    @property
    def count(self) -> Fraction:
        """The mean value, in points, Black positive."""
        return self.graph.mean

    @property
    def temperature(self) -> Fraction:
        """The miai value, in points per move: -1 for an integer, 0 for a dame."""
        return self.graph.temperature

    @property
    def black_move(self) -> int:
        """Black's best move, the first of several; PASS where there is none."""
        return self.black_moves[0] if self.black_moves else PASS

    @property
    def white_move(self) -> int:
        """White's best move, the first of several; PASS where there is none."""
        return self.white_moves[0] if self.white_moves else PASS

    def moves(self, player: Color) -> tuple[int, ...]:
        """Return that player's best moves, ascending."""
        return self.black_moves if player is BLACK else self.white_moves


@dataclass(frozen=True)
class Unvalued:
    """A region that is not settled and was not counted: its points, ascending, and why, in one line."""

    points: tuple[int, ...]
    reason: str


__all__ = ["LocalGame", "Unvalued"]
