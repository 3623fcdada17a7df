"""Large regions, estimated: cut down to contact regions, each of which is counted by itself.

The value of a contact region is that of its own lines of play, the points beyond being filled by the side that is
nearer. Where the search of one exceeds the budget it is cut down further. Points are by territory, Black positive.

Searching one move deeper, with the region cut anew after either side's best move, was measured and made the estimates
worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .board_regions import BoardRegion
from .contact_regions import Array, contact_regions
from .local_game import LocalGame, Unvalued

MIN_POINTS = 5
"""Contact regions are not cut down to fewer points."""


@dataclass(frozen=True)
class Estimate:
    """A large region, estimated: its local games, the points not counted, and the assumed owners of the rest."""

    games: tuple[LocalGame, ...]
    unvalued: tuple[Unvalued, ...]
    assumed_owners: npt.NDArray[np.int8]


@dataclass(frozen=True)
class Estimator:
    """Estimates the large regions of one board.

    Public attributes:
      count    -- returns the local game of a region, or why it was not counted
      life     -- the life probabilities of chains, 0 to 1, by their first points
      control  -- (area,), -1 to 1
      disputed -- the first points of chains that a move captures or saves
      is_over  -- returns whether nothing more is counted: then regions are not cut down further
    """

    count: Callable[[BoardRegion], LocalGame | Unvalued]
    life: Mapping[int, float]
    control: Array
    disputed: Collection[int]
    is_over: Callable[[], bool]

    def estimate(self, region: BoardRegion, max_points: int) -> Estimate:
        """Cut a region with something to play in it down to contact regions of so many points, and count those."""
        cut = contact_regions(region, self.life, self.control, max_points, self.disputed)
        games: list[LocalGame] = []
        unvalued: list[Unvalued] = []
        owners = cut.assumed_owners.copy()
        for part in cut.regions:
            found = self.count(part)
            if isinstance(found, LocalGame):
                games.append(found)
            elif max_points - 2 >= MIN_POINTS and not self.is_over():
                smaller = self.estimate(part, max_points - 2)
                games += smaller.games
                unvalued += smaller.unvalued
                owners += smaller.assumed_owners
            else:
                unvalued.append(found)
        if cut.unvalued:
            unvalued.append(Unvalued(cut.unvalued, f"{len(cut.unvalued)} points, too open or too many to search"))
        return Estimate(tuple(games), tuple(unvalued), owners)


__all__ = ["Estimate", "Estimator"]
