"""Cutting the board: stones that stand for good are walls; what they leave falls into regions played one by one.

Walls are the stones that are safe, that reading finds alive, and those declared so by the caller. A region is what is
joined without them: empty points, and stones whose fate is part of the game. So whatever touches the same unsettled
chain is one region. What one side plays in a region changes nothing in another, as long as the walls stand.

A region that is somebody's as it lies is settled: it is proved territory, or it touches walls of one colour and holds
nothing of the other's but dead stones. In any other there is something to play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..board import EMPTY, Color, Grid, Position
from ..region import Region, State, enclosed
from ..status import BoardStatus, Evidence, Verdict

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Place:
    """A part of the board that is played by itself.

    Public attributes:
      points -- its points, ascending: empty ones, and stones that are no walls
      board  -- the position it lies in; every stone on it outside the place is a wall
      owner  -- whose it is, if nobody need play there; None if there is something to play
      word   -- how sure that is: PROVED if every wall stands whatever is played here, READ if reading found one alive,
                ESTIMATED if one is only likely to live
      assumed -- the first points of the chains beside it for whose life nothing is proved, ascending
    """

    points: tuple[int, ...]
    board: Position = field(repr=False)
    owner: Color | None
    evidence: Evidence
    assumed: tuple[int, ...] = ()

    def arena(self) -> tuple[Region, State]:
        """The place as the search core has it. Raises ValueError beyond 64 points."""
        stones = [point for point in self.points if self.board.stones[point]]
        region = enclosed(self.board, self.points, stones)
        black, white = region.stones(self.board)
        return region, State(black, white)

    def surrounded(self) -> int:
        """What it counts for its owner as it lies, Black positive: empty points, and dead stones twice. 0 without."""
        if self.owner is None:
            return 0
        colors = self.board.stones[list(self.points)]
        worth = np.count_nonzero(colors == EMPTY) + 2 * np.count_nonzero(colors == -self.owner)
        return int(self.owner) * int(worth)


def places(position: Position, status: BoardStatus, immortal: Collection[int] = ()) -> tuple[Place, ...]:
    """All regions of a position, by their first points.

    status   -- of all chains, whosever turn it is
    immortal -- points of stones that stand because the caller says so

    Raises ValueError if one of `immortal` is no stone.
    """
    cut = _Cut(position, status, immortal)
    return tuple(cut.place(points) for points in joined(position.grid, np.flatnonzero(cut.walls == 0)))


def joined(grid: Grid, points: Iterable[int]) -> list[list[int]]:
    """The connected parts of a set of points, each ascending, by their first points."""
    rest = {int(point): None for point in points}
    parts = []
    while rest:
        part = [rest.popitem()[0]]
        for point in part:
            for near in grid.beside[point]:
                if near in rest:
                    del rest[near]
                    part.append(near)
        parts.append(sorted(part))
    return sorted(parts)


class _Cut:
    """The walls of one position, and what each rests on."""

    def __init__(self, position: Position, status: BoardStatus, immortal: Collection[int]) -> None:
        self.position, self.status = position, status
        self.walls = np.zeros(position.grid.area, np.int8)
        self.first = np.full(position.grid.area, -1)  # of each wall that is not proved, the first point of its chain
        for chain in status.chains:
            declared = any(point in immortal for point in chain.chain)
            if declared or chain.verdict in (Verdict.SAFE, Verdict.ALIVE):
                self.walls[list(chain.chain)] = chain.color
                if not declared and chain.evidence is not Evidence.PROVED:
                    self.first[list(chain.chain)] = chain.chain[0]
        for point in immortal:
            if not position.stones[position.grid.require(point)]:
                name = position.grid.vertex(point)
                raise ValueError(f"{name}: expected a stone to be taken for alive, the point is empty")
        self.dead = status.dead()

    def place(self, points: list[int]) -> Place:
        beside = [near for point in points for near in self.position.grid.beside[point] if self.walls[near]]
        colors = {Color(int(self.walls[near])) for near in beside}
        assumed = {int(self.first[near]) for near in beside} - {-1}
        word = Evidence.READ if assumed or self._needs_answers(points, colors) else Evidence.PROVED
        territory = set(self.status.territory[points].tolist())
        if territory in ({1}, {-1}) and {int(color) for color in colors} <= territory:
            return Place(tuple(points), self.position, Color(territory.pop()), Evidence.PROVED)
        owner = colors.pop() if len(colors) == 1 and self._nothing_but_dead(points, colors) else None
        return Place(tuple(points), self.position, owner, word, tuple(sorted(assumed)))

    def _needs_answers(self, points: list[int], colors: set[Color]) -> bool:
        """Whether a wall beside is safe only as long as its owner answers moves made here."""
        return any(not self.status.replies[color].keys().isdisjoint(points) for color in colors)

    def _nothing_but_dead(self, points: list[int], colors: set[Color]) -> bool:
        (owner,) = colors
        return all(self.position.stones[point] != -owner or point in self.dead for point in points)


__all__ = ["Place", "joined", "places"]
