"""A region that is too large to be searched, cut down to contact regions: the points where the two sides meet.

Territory has a border and an interior. A move deep in the interior changes nothing as long as moves at the border are
answered. So only points that both sides can reach within a few moves are played on, and all points beyond are taken for
territory of the side that is nearer; where both are equally near, control decides, and where control is too low the
points are nobody's and are not counted. Contact regions are as large as can be searched, up to `MAX_DISTANCE` moves
deep. Their values are estimates: a threat to break in further is not seen, and stones that are likely to live are taken
for walls.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Position
from ..status import Evidence
from .board_regions import BoardRegion, connected_parts

MAX_DISTANCE = 5
"""Moves in a row, from either side, within which a point is played on."""

MIN_LIFE_PROBABILITY = 0.5
"""A chain at least as likely to live is taken for a wall; any other may be captured."""

MIN_CONTROL = 0.5
"""A point that neither side reaches in `MAX_DISTANCE` moves is nobody's unless its control is more than this."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ContactRegions:
    """A region cut down.

    Public attributes:
      regions -- where the sides meet, each small enough to be searched
      unvalued -- the points that are not counted: contact regions that are too large even at distance 1, and points
                that are nobody's, with the contact regions that touch them
      assumed_owners -- (area,) int8: +1 / -1 on the points beyond that are taken for Black's / White's, 0 elsewhere
    """

    regions: tuple[BoardRegion, ...]
    unvalued: tuple[int, ...]
    assumed_owners: npt.NDArray[np.int8]


def contact_regions(
    region: BoardRegion, life: Mapping[int, float], control: Array, max_points: int, disputed: Collection[int] = ()
) -> ContactRegions:
    """Cut a region down to contact regions of at most `max_points` points.

    life     -- the life probabilities of the chains that are no walls, 0 to 1, by their first points
    control  -- (area,): -1 to 1, decides the owner of points that are as near to either side
    disputed -- the first points of chains that a move captures or saves: never taken for walls
    """
    return _ContactCutter(region, life, control, max_points, disputed).cut()


class _ContactCutter:
    """One region; `points` are those without the stones that are taken for walls."""

    def __init__(
        self, region: BoardRegion, life: Mapping[int, float], control: Array, max_points: int, disputed: Collection[int]
    ) -> None:
        self.region, self.control, self.max_points = region, control, max_points
        self.grid, self.stones = region.board.grid, region.board.stones
        inside = set(region.points)
        self.assumed: set[int] = set()  # first points of chains taken for walls
        self.capturable: list[tuple[int, ...]] = []
        for chain in region.board.chains():
            here = tuple(point for point in chain if point in inside)  # of a region cut before, not all of it
            if here and life.get(chain[0], 0.0) >= MIN_LIFE_PROBABILITY and chain[0] not in disputed:
                self.assumed.add(chain[0])
                inside.difference_update(here)
            elif here:
                self.capturable.append(here)
        self.points = sorted(inside)
        self.inside = inside

    def cut(self) -> ContactRegions:
        distance = {color: self._distances(color) for color in (BLACK, WHITE)}
        parts, unvalued = self._split(distance)
        played = {point for part in parts for point in part}
        nobodys: set[int] = set()
        owners = np.zeros(self.grid.area, np.int8)
        for point in self.inside - played:
            lead = distance[WHITE][point] - distance[BLACK][point]
            threshold = MIN_CONTROL if distance[WHITE][point] > MAX_DISTANCE else 0.0
            if lead or abs(self.control[point]) > threshold:
                owners[point] = np.sign(lead or self.control[point])
            else:
                nobodys.add(point)
        board = Position(self.grid, np.where(owners, owners, self.stones).astype(np.int8), self.region.board.to_move)
        assumed = tuple(sorted({*self.region.assumed, *self.assumed}))
        regions = []
        for part in sorted(parts):
            colors = self._adjacent_colors(board, part)
            if not colors or not nobodys.isdisjoint(near for point in part for near in self.grid.beside[point]):
                unvalued += part  # no wall separates it from the points that are nobody's
            elif len(colors) < 2:
                owners[part] = colors.pop()
            elif any(chain[0] in part and not board.liberties_at(chain[0]) for chain in self.capturable):
                unvalued += part  # filling the points beyond has taken the last liberty of a chain
            else:
                regions.append(BoardRegion(tuple(part), board, None, Evidence.ESTIMATED, assumed))
        unvalued += nobodys
        owners[unvalued] = 0
        return ContactRegions(tuple(regions), tuple(sorted(unvalued)), owners)

    def _split(self, distance: Mapping[Color, Mapping[int, int]]) -> tuple[list[list[int]], list[int]]:
        """Return the connected points within reach of both sides, at as large a distance as their number allows; and
        the points of those that are too many even at distance 1."""
        depth = {point: max(distance[BLACK][point], distance[WHITE][point]) for point in self.points}
        for chain in self.capturable:  # is played on as a whole or not at all
            depth.update(dict.fromkeys(chain, min(depth[point] for point in chain)))
        found: list[list[int]] = []
        too_large: list[int] = []
        todo = [(MAX_DISTANCE, self.points)]
        while todo:
            max_depth, points = todo.pop()
            for part in connected_parts(self.grid, (point for point in points if depth[point] <= max_depth)):
                if len(part) <= self.max_points:
                    found.append(part)
                elif max_depth > 1:
                    todo.append((max_depth - 1, part))
                else:
                    too_large += part
        return found, too_large

    def _distances(self, color: Color) -> dict[int, int]:
        """Return how many adjacent moves in a row that side needs to reach each point, at most MAX_DISTANCE + 1."""
        moves = {
            point: 1 for point in self.points
            if any(self.stones[near] == color and near not in self.inside for near in self.grid.beside[point])
        }
        reached = list(moves)
        for point in reached:
            for near in self.grid.beside[point]:
                if near in self.inside and near not in moves:
                    moves[near] = moves[point] + 1
                    reached.append(near)
        return {point: min(moves.get(point, MAX_DISTANCE + 1), MAX_DISTANCE + 1) for point in self.points}

    def _adjacent_colors(self, board: Position, part: list[int]) -> set[int]:
        """Return the colours of the stones in a set of points or beside it."""
        around = {near for point in part for near in (point, *self.grid.beside[point])}
        return set(board.stones[sorted(around)].tolist()) - {0}


__all__ = ["Array", "ContactRegions", "contact_regions"]
