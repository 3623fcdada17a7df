"""The places of a board where there is something to play, in the order in which they can be trusted.

Places that are counted exactly come in the order of their miai values. Estimated places come in the order of their
urgency, one before an exact place only if its least stake is more than that place's miai value. Places that hang on a
chain without a verdict are not estimated: they are named as undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..board import Color, Position, Scoring
from ..status import BoardStatus
from .board_games import LocalGames
from .estimated_places import EstimatedPlace, doubtful_chains, estimated_places
from .local_game import LocalGame, Unvalued


@dataclass(frozen=True)
class EndgameTable:
    """The places of a board where there is something to play.

    Public attributes:
      rows      -- the exact local games and the estimated places, the first to play first; no settled ones
      undecided -- the places that hang on chains without a verdict, the most urgent first
      uncounted -- the regions that were neither counted nor estimated
      games     -- LocalGames: all local games that were counted exactly, the hottest first, settled ones included
    """

    rows: tuple[LocalGame | EstimatedPlace, ...]
    undecided: tuple[EstimatedPlace, ...]
    uncounted: tuple[Unvalued, ...]
    games: LocalGames

    @property
    def exact(self) -> tuple[LocalGame, ...]:
        """The rows that are exact, the hottest first."""
        return tuple(row for row in self.rows if isinstance(row, LocalGame))

    @property
    def estimated(self) -> tuple[EstimatedPlace, ...]:
        """The rows that are estimated, the most urgent first."""
        return tuple(row for row in self.rows if isinstance(row, EstimatedPlace))

    def at(self, point: int) -> LocalGame | EstimatedPlace | None:
        """Return the local game that a point belongs to, else the estimated or undecided place, if any."""
        game = self.games.at(point)
        if game is not None:
            return game
        return next((place for place in (*self.estimated, *self.undecided) if point in place.points), None)


def endgame_table(
    position: Position, games: LocalGames, status: BoardStatus, life: Mapping[int, float],
    control: npt.NDArray[np.float64], likely: Mapping[Color, Mapping[int, float]],
    scoring: Scoring = Scoring.TERRITORY,
) -> EndgameTable:
    """Return the table of a board.

    games   -- its local games, those that were estimated by search excluded
    life    -- the life probabilities of all chains, 0 to 1, by their first points
    control -- (area,), -1 to 1
    likely  -- by colour, the probability of each move, by its point
    scoring -- by area, where a move is itself worth a point, numbers that are no integers are played out, too
    """
    counted = [point for game in games.games for point in game.points]
    counted += [point for region in games.settled for point in region.points]
    found = estimated_places(position, control, likely, doubtful_chains(status, life), counted)
    estimated = [place for place in found if not place.undecided]
    by_area = scoring is Scoring.AREA
    exact = [game for game in games.games if game.temperature >= 0 or (by_area and game.temperature > -1)]
    covered = {point for place in found for point in place.points}
    uncounted = tuple(region for region in games.unvalued if covered.isdisjoint(region.points))
    return EndgameTable(
        tuple(_merged(exact, estimated)), tuple(place for place in found if place.undecided), uncounted, games
    )


def _merged(
    exact: Sequence[LocalGame], estimated: Sequence[EstimatedPlace]
) -> Iterator[LocalGame | EstimatedPlace]:
    """Yield both in their orders, an estimated place before an exact one only if its least stake is larger."""
    left = list(estimated)
    for game in exact:
        while left and left[0].low > game.temperature:
            yield left.pop(0)
        yield game
    yield from left


__all__ = ["EndgameTable", "endgame_table"]
