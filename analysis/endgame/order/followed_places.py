"""A local game followed move by move: its value after any moves of either side, by either scoring.

A region is followed through all its lines of play; a corridor, which may be too long for that, by its closed form.
Values are those of `analysis.region.local_tree`: where a ko matters, a least and a greatest one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ...board import Color, Scoring
from ...region import Budget, LocalTree, local_tree
from ...values import Value, overheat
from ..corridors import match_corridor, open_corridor
from ..local_game import LocalGame


@dataclass(frozen=True)
class SearchedPlace:
    """A region in a position of its lines of play, which is the start of `tree`."""

    tree: LocalTree

    @cached_property
    def bounds(self) -> tuple[Value, Value]:
        """The least and the greatest value under any ko threats; one object where no ko matters."""
        return self.tree.bounds()

    def moves(self, player: Color) -> Mapping[int, Place]:
        """Return what a player's moves leave, by points of the board."""
        vertices = self.tree.region.vertices
        return {
            vertices[place]: SearchedPlace(replace(self.tree, start=option))
            for place, option in self.tree.moves(player).items()
        }


@dataclass(frozen=True)
class CorridorPlace:
    """What is left of a corridor.

    path      -- its points from an open end, taken -- which of them hold the intruder's stones
    owner     -- whose wall runs along it
    both_ends -- whether it is open at both ends; then it is empty
    settled   -- the owner's points by territory in what has been closed off
    stones    -- Black's less White's stones in the corridor, if scoring is by area; else 0
    by_area   -- whether scoring is by area
    """

    path: tuple[int, ...]
    taken: tuple[bool, ...]
    owner: Color
    both_ends: bool
    settled: int
    stones: int
    by_area: bool

    @cached_property
    def bounds(self) -> tuple[Value, Value]:
        """The value, twice: no ko arises in a corridor."""
        if self.both_ends:  # worth as much as one open at one end and two points shorter; a single point is a dame
            value = open_corridor([False] * (len(self.path) - 2))[0] if len(self.path) != 1 else _DAME
        else:
            value = open_corridor(list(self.taken))[0]
        value = (value if self.owner > 0 else -value) + int(self.owner) * self.settled
        if self.by_area:
            value = overheat(value, 1, 1) + self.stones
        return value, value

    def moves(self, player: Color) -> Mapping[int, Place]:
        """Return what a player's moves at the open ends leave, by points of the board."""
        if all(self.taken):
            return {}
        stones = self.stones + (int(player) if self.by_area else 0)
        if self.both_ends:
            rests = {self.path[0]: self.path[1:], self.path[-1]: self.path[-2::-1]}
            return {
                point: replace(
                    self, path=rest if player is not self.owner else rest[::-1], taken=self.taken[1:],
                    both_ends=player is not self.owner and len(rest) > 0, stones=stones,
                )
                for point, rest in rests.items()
            }
        gap = self.taken.index(False)
        inside = self.taken[gap + 1 :]
        if player is self.owner:
            enclosed = self.settled + len(inside) + sum(inside)
            return {self.path[gap]: replace(self, path=(), taken=(), settled=enclosed, stones=stones)}
        return {self.path[gap]: replace(self, path=self.path[gap + 1 :], taken=inside, stones=stones)}


Place = SearchedPlace | CorridorPlace
"""A local game after some moves."""

_DAME = open_corridor([False])[0]


def follow(game: LocalGame, scoring: Scoring, budget: Budget) -> Place:
    """Return a local game as it stands, to be followed by that scoring.

    Raises OutOfBudget, and ValueError for a region of more than 64 points.
    """
    corridor = match_corridor(game.region) if game.name == "corridor" else None
    if corridor is None:
        return SearchedPlace(local_tree(*game.region.search_region(), scoring, budget))
    stones = game.region.board.stones[list(corridor.points)]
    by_area = scoring is Scoring.AREA
    return CorridorPlace(
        corridor.points, tuple(bool(stone) for stone in stones), corridor.owner, corridor.both_ends, 0,
        int(stones.sum()) if by_area else 0, by_area,
    )


__all__ = ["CorridorPlace", "Place", "SearchedPlace", "follow"]
