"""A position in growing depth, for whoever shows it while it is looked at: the best moves, and what is behind them.

The lines are those of foresight (`foreseen_lines`) or, where nothing is read, of the ranker (`ranked_lines`). A step of
deepening takes some milliseconds, so that whoever waits can be answered between steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..board import Color


@dataclass(frozen=True)
class Limit:
    """What one side may play near the root: none of `points`, or with `only` nothing else.

    depth -- for how many moves from the root, those of both sides counted, 1 being the first move
    """

    color: Color
    points: frozenset[int]
    depth: int
    only: bool = False

    def permits(self, color: Color, ply: int, point: int) -> bool:
        """Whether `color` may play `point` as move number `ply`, from 1."""
        return color != self.color or ply > self.depth or (point in self.points) == self.only


def permitted(limits: Iterable[Limit], color: Color, ply: int, point: int) -> bool:
    """Whether all limits permit a move."""
    return all(limit.permits(color, ply, point) for limit in limits)


@dataclass(frozen=True)
class Line:
    """A first move and what was found behind it.

      point  -- the move, or PASS
      score  -- Black's lead that the move comes to, komi excluded
      lead   -- the same on one scale with Lookahead.root_lead: the first line leads by as much as the root
      prior  -- the preference before anything was looked at, 0 to 1
      visits -- positions evaluated for this move
      pv     -- the move and the best replies in turn; ends before a pass (that of a pass is the pass alone)
      pv_visits -- positions evaluated at and behind each move of the pv
      values -- (height, width) float64: the control map after the move, +1 Black
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
    """The best moves of one side. Deterministic; the position stays as it is.

    Public attributes:
      color       -- the mover
      priors      -- {point: share of 1} for legal moves and the pass, as Line.prior
      root_lead   -- Black's estimated lead, komi excluded, having the move counted
      root_values -- (height, width) float64: the control map of the position, +1 Black. Win rates of root and lines
                     taken with these alone keep the order of the leads
      chosen      -- whether the first line is what would be played; before, too little was looked at to tell
    """

    color: Color
    priors: Mapping[int, float]
    root_lead: float
    root_values: npt.NDArray[np.float64]
    chosen: bool

    @property
    @abstractmethod
    def lines(self) -> tuple[Line, ...]:
        """The moves found so far, the best first; never none."""

    @property
    @abstractmethod
    def root_visits(self) -> int:
        """Positions evaluated in all."""

    @abstractmethod
    def deepen(self) -> bool:
        """Evaluate a little more; False, with nothing done, when nothing is left."""
