"""Lines of play for front ends that show a position while its analysis deepens, and restrictions on their moves.

The lines are those of the search tree (`tree_lines`) or, without reading, of the ranker (`ranked_lines`). A step of
deepening takes some milliseconds, so that the caller can answer its user between steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..board import Color


@dataclass(frozen=True)
class MoveRestriction:
    """A restriction on the moves of one side near the root: it may play none of `points`, or with `only` nothing else.

    depth -- the last move from the root that is restricted, the moves of both sides counted, 1 being the first move
    """

    color: Color
    points: frozenset[int]
    depth: int
    only: bool = False

    def permits(self, color: Color, ply: int, point: int) -> bool:
        """Return whether `color` may play `point` as move number `ply`, from 1."""
        return color != self.color or ply > self.depth or (point in self.points) == self.only


def is_permitted(restrictions: Iterable[MoveRestriction], color: Color, ply: int, point: int) -> bool:
    """Return whether all restrictions permit a move."""
    return all(limit.permits(color, ply, point) for limit in restrictions)


@dataclass(frozen=True)
class Line:
    """A first move and its principal variation.

      point     -- the move, or PASS
      score     -- Black's lead after the move, komi excluded
      lead      -- the same on the scale of Lookahead.root_lead: the first line's lead is the root's, and no line has a
                   better one
      prior     -- the probability of the move before any search, 0 to 1
      visits    -- positions evaluated for this move
      pv        -- the principal variation: the move and the best replies in turn; ends before a pass (that of a pass is
                   the pass alone)
      pv_visits -- positions evaluated at and behind each move of the pv
      values    -- (height, width) float64: the control map after the move, +1 Black
    """

    point: int
    score: float
    lead: float
    prior: float
    visits: int
    pv: tuple[int, ...]
    pv_visits: tuple[int, ...]
    values: npt.NDArray[np.float64] = field(repr=False)


class Lookahead(ABC):
    """The best moves of one side, with lines that grow step by step. Deterministic; the position is not changed.

    Public attributes:
      color       -- the side that moves first
      priors      -- {point: probability} of legal moves and the pass, as Line.prior
      root_values -- (height, width) float64: the control map of the position, +1 Black. Win rates of the root and of
                     all lines computed from this one map keep the order of the leads
      reused      -- how many visits were taken over from the analysis of an earlier position
      chosen      -- whether the first line is the move that would be played; False while the search is too small
    """

    color: Color
    priors: Mapping[int, float]
    root_values: npt.NDArray[np.float64]
    chosen: bool
    reused: int = 0

    @property
    @abstractmethod
    def root_lead(self) -> float:
        """Black's lead in points, komi excluded, by the best play that was found."""

    @property
    @abstractmethod
    def lines(self) -> tuple[Line, ...]:
        """The moves found so far, the best first; never empty."""

    @property
    @abstractmethod
    def root_visits(self) -> int:
        """Positions evaluated in all."""

    @abstractmethod
    def deepen(self) -> bool:
        """Evaluate a little more. Returns False, with nothing done, when nothing is left."""


__all__ = ["Line", "Lookahead", "MoveRestriction", "is_permitted"]
