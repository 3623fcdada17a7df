"""The board cut into regions: stones that live for good are walls, and each region between them is played separately.

Walls are the stones that are safe, that reading finds alive, and those declared alive by the caller. A region is a
connected set of the other points: empty ones, and stones whose life depends on the play there. So everything that
touches the same unsettled chain is one region. As long as the walls stand, play in one region does not affect another.

A region is settled if nobody need play there: it is proved territory, or it touches walls of one colour only and every
stone of the other colour in it is dead. In any other region there is something to play.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from ..board import EMPTY, Color, Position
from ..region import Region, State, enclosed
from ..status import BoardStatus, Evidence, Verdict


@dataclass(frozen=True)
class BoardRegion:
    """A region of the board that is played separately.

    Public attributes:
      points   -- its points, ascending: empty ones, and stones that are no walls
      board    -- the position it lies in; every stone on it outside the region is a wall
      owner    -- whose territory it is if nobody need play there; None if there is something to play
      evidence -- PROVED if every wall stands whatever is played here, READ if a wall is alive by reading or must be
                  answered
      assumed  -- the first points of the adjacent chains whose life is not proved, ascending
    """

    points: tuple[int, ...]
    board: Position = field(repr=False)
    owner: Color | None
    evidence: Evidence
    assumed: tuple[int, ...] = ()

    def search_region(self) -> tuple[Region, State]:
        """Return the region and its stones as `analysis.region` searches them. Raises ValueError beyond 64 points."""
        stones = [point for point in self.points if self.board.stones[point]]
        region = enclosed(self.board, self.points, stones)
        black, white = region.stones(self.board)
        return region, State(black, white)

    def territory(self) -> int:
        """Return its territory, Black positive: one for each empty point, two for each dead stone; 0 if it has no
        owner."""
        if self.owner is None:
            return 0
        colors = self.board.stones[list(self.points)]
        territory = np.count_nonzero(colors == EMPTY) + 2 * np.count_nonzero(colors == -self.owner)
        return int(self.owner) * int(territory)


def cut_into_regions(
    position: Position, status: BoardStatus, immortal: Collection[int] = ()
) -> tuple[BoardRegion, ...]:
    """Return all regions of a position, ordered by their first points.

    status   -- of all chains, independent of whose turn it is
    immortal -- points of stones that the caller declares alive

    Raises ValueError if one of `immortal` is no stone.
    """
    cutter = _Cutter(position, status, immortal)
    apart = position.grid.connected_parts(point for point, wall in enumerate(cutter.walls) if not wall)
    return tuple(cutter.region(points) for points in apart)


class _Cutter:
    """The walls of one position, and the evidence for each."""

    def __init__(self, position: Position, status: BoardStatus, immortal: Collection[int]) -> None:
        self.position, self.status = position, status
        self.walls = [0] * position.grid.area
        self.unproved = [-1] * position.grid.area  # of each unproved wall the first point of its chain, else -1
        self.territory: list[int] = status.territory.tolist()
        living, proved = (Verdict.SAFE, Verdict.ALIVE), Evidence.PROVED
        for chain in status.chains:
            declared = any(point in immortal for point in chain.chain) if immortal else False
            if declared or chain.verdict in living:
                first = -1 if declared or chain.evidence is proved else chain.chain[0]
                for point in chain.chain:
                    self.walls[point], self.unproved[point] = int(chain.color), first
        for point in immortal:
            if not position.stones[position.grid.require(point)]:
                name = position.grid.vertex(point)
                raise ValueError(f"{name}: expected a stone to treat as alive, the point is empty")
        self.dead = status.dead()

    def region(self, points: list[int]) -> BoardRegion:
        beside = self.position.grid.beside
        walls = {near for point in points for near in beside[point] if self.walls[near]}
        colors = {Color(color) for color in {self.walls[near] for near in walls}}
        assumed = {self.unproved[near] for near in walls} - {-1}
        evidence = Evidence.READ if assumed or self._needs_answers(points, colors) else Evidence.PROVED
        territory = {self.territory[point] for point in points}
        if territory in ({1}, {-1}) and {int(color) for color in colors} <= territory:
            return BoardRegion(tuple(points), self.position, Color(territory.pop()), Evidence.PROVED)
        owner = colors.pop() if len(colors) == 1 and self._has_only_dead_stones(points, colors) else None
        return BoardRegion(tuple(points), self.position, owner, evidence, tuple(sorted(assumed)))

    def _needs_answers(self, points: list[int], colors: set[Color]) -> bool:
        """Whether an adjacent wall is safe only as long as its owner answers moves made here."""
        return any(not self.status.replies[color].keys().isdisjoint(points) for color in colors)

    def _has_only_dead_stones(self, points: list[int], colors: set[Color]) -> bool:
        """Whether every stone of the opponent of the one wall colour is dead."""
        (owner,) = colors
        return all(self.position.stones[point] != -owner or point in self.dead for point in points)


__all__ = ["BoardRegion", "cut_into_regions"]
