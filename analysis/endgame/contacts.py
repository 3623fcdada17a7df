"""Cutting a region that is too large to be searched down to the places where the two sides meet.

Territory has a border and an inside. A move deep inside does nothing as long as moves at the border are answered; so
only points that both sides can reach within a few steps are played on, and all points beyond are taken for filled by
whoever is nearer; where neither is, and neither has more say, they are nobody's, and not counted. Places so cut out
are as large as can be searched, up to `DEEPEST` steps. What they are worth is estimated: a threat to break in further
is not seen, and stones that are likely to live are taken for walls.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Position
from ..status import Evidence
from .places import Place, joined

DEEPEST = 5
"""Steps from both sides within which a point is played on, at most."""

STANDS = 0.5
"""A chain at least as likely to live is taken for a wall, any other for one that can be taken."""

UNSURE = 0.5
"""Of a point that neither side can reach in `DEEPEST` steps: with no more control than that it is nobody's."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Contacts:
    """A region cut down.

    Public attributes:
      places -- where the sides meet, each small enough to be searched
      open   -- what is not counted: where they meet, too many points together; and points that are nobody's, with what
                touches them
      inside -- (area,) int8: +1 / -1 on the points beyond that are taken for Black's / White's, 0 elsewhere
    """

    places: tuple[Place, ...]
    open: tuple[int, ...]
    inside: npt.NDArray[np.int8]


def contacts(
    place: Place, standing: Mapping[int, float], control: Array, most: int, disputed: Collection[int] = ()
) -> Contacts:
    """Cut a region down to places of at most so many points.

    standing -- how likely chains are to live, 0 to 1, by their first points; of those that are no walls
    control  -- (area,): of points as near to either side, -1 to 1
    disputed -- the first points of chains that a move takes or saves: not taken for walls, however likely to live
    """
    return _Cutter(place, standing, control, most, disputed).cut()


class _Cutter:
    """One region; `points` are those without the stones that are taken for walls."""

    def __init__(
        self, place: Place, standing: Mapping[int, float], control: Array, most: int, disputed: Collection[int]
    ) -> None:
        self.place, self.control, self.most = place, control, most
        self.grid, self.stones = place.board.grid, place.board.stones
        inside = set(place.points)
        self.assumed: set[int] = set()  # first points of chains taken for walls
        self.loose: list[tuple[int, ...]] = []
        for chain in place.board.chains():
            here = tuple(point for point in chain if point in inside)  # of a place cut before, not all of it
            if here and standing.get(chain[0], 0.0) >= STANDS and chain[0] not in disputed:
                self.assumed.add(chain[0])
                inside.difference_update(here)
            elif here:
                self.loose.append(here)
        self.points = sorted(inside)
        self.inside = inside

    def cut(self) -> Contacts:
        near = {color: self._steps(color) for color in (BLACK, WHITE)}
        depth = {point: max(near[BLACK][point], near[WHITE][point]) for point in self.points}
        for chain in self.loose:  # is played on as a whole or not at all
            depth.update(dict.fromkeys(chain, min(depth[point] for point in chain)))
        found: list[list[int]] = []
        crowded: list[int] = []
        todo = [(DEEPEST, self.points)]
        while todo:
            most, points = todo.pop()
            for part in joined(self.grid, (point for point in points if depth[point] <= most)):
                if len(part) <= self.most:
                    found.append(part)
                elif most > 1:
                    todo.append((most - 1, part))
                else:
                    crowded += part
        played = {point for part in found for point in part}
        nobodys: set[int] = set()
        owners = np.zeros(self.grid.area, np.int8)
        for point in self.inside - played:
            lead = near[WHITE][point] - near[BLACK][point]
            doubt = UNSURE if near[WHITE][point] > DEEPEST else 0.0
            if lead or abs(self.control[point]) > doubt:
                owners[point] = np.sign(lead or self.control[point])
            else:
                nobodys.add(point)
        board = Position(self.grid, np.where(owners, owners, self.stones).astype(np.int8), self.place.board.to_move)
        assumed = tuple(sorted({*self.place.assumed, *self.assumed}))
        places = []
        for part in sorted(found):
            colors = self._colors_around(board, part)
            if not colors or not nobodys.isdisjoint(near for point in part for near in self.grid.beside[point]):
                crowded += part  # it has no wall there
            elif len(colors) < 2:
                owners[part] = colors.pop()
            elif any(chain[0] in part and not board.liberties_at(chain[0]) for chain in self.loose):
                crowded += part  # filling the points beyond has taken the last liberty of a chain
            else:
                places.append(Place(tuple(part), board, None, Evidence.ESTIMATED, assumed))
        crowded += nobodys
        owners[crowded] = 0
        return Contacts(tuple(places), tuple(sorted(crowded)), owners)

    def _steps(self, color: Color) -> dict[int, int]:
        """How many moves in a row, one beside the other, bring that side to each point; DEEPEST + 1 if none do."""
        steps = {
            point: 1 for point in self.points
            if any(self.stones[near] == color and near not in self.inside for near in self.grid.beside[point])
        }
        reached = list(steps)
        for point in reached:
            for near in self.grid.beside[point]:
                if near in self.inside and near not in steps:
                    steps[near] = steps[point] + 1
                    reached.append(near)
        return {point: min(steps.get(point, DEEPEST + 1), DEEPEST + 1) for point in self.points}

    def _colors_around(self, board: Position, part: list[int]) -> set[int]:
        """Whose stones stand in a place or beside it."""
        around = {near for point in part for near in (point, *self.grid.beside[point])}
        return set(board.stones[sorted(around)].tolist()) - {0}


__all__ = ["Contacts", "contacts"]
