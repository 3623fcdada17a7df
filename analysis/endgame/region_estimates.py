"""Large regions, estimated: cut down to where the sides meet, and each such place counted by itself.

A place that was cut out is worth what its own lines of play come to, the points beyond being filled by whoever is
nearer. Where that takes too long it is cut down further. Points are by territory, Black positive.

Followed one move deeper, the region cut anew around either side's best move, such estimates were found to be worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .contacts import Array, contacts
from .local_game import LocalGame, Unvalued
from .places import Place

SMALLEST = 5
"""Places are not cut down to fewer points than that."""


@dataclass(frozen=True)
class Estimate:
    """A large region, estimated: its games, what was not counted, and whose the points beyond are taken for."""

    games: tuple[LocalGame, ...]
    open: tuple[Unvalued, ...]
    inside: npt.NDArray[np.int8]


@dataclass(frozen=True)
class Estimator:
    """Estimates the large regions of one board.

    Public attributes:
      count    -- tells what a place that is small enough is worth, or why it does not
      standing -- how likely chains are to live, 0 to 1, by their first points
      control  -- (area,) whose each point is, -1 to 1
      disputed -- the first points of chains that a move takes or saves
    """

    count: Callable[[Place], LocalGame | Unvalued]
    standing: Mapping[int, float]
    control: Array
    disputed: Collection[int]

    def estimate(self, place: Place, most: int) -> Estimate:
        """A region with something to play in it, cut down to places of so many points at most."""
        cut = contacts(place, self.standing, self.control, most, self.disputed)
        games: list[LocalGame] = []
        open_: list[Unvalued] = []
        inside = cut.inside.copy()
        for part in cut.places:
            found = self.count(part)
            if isinstance(found, LocalGame):
                games.append(found)
            elif most - 2 >= SMALLEST:
                smaller = self.estimate(part, most - 2)
                games += smaller.games
                open_ += smaller.open
                inside += smaller.inside
            else:
                open_.append(found)
        if cut.open:
            open_.append(Unvalued(cut.open, f"{len(cut.open)} points, too open or too many to search"))
        return Estimate(tuple(games), tuple(open_), inside)


__all__ = ["Estimate", "Estimator"]
