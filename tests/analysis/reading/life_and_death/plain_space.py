"""The space of a group once more, in plain Python and slowly."""

from __future__ import annotations

from dataclasses import dataclass, field

from analysis.board import Position
from analysis.reading.life_and_death._space_kernels import REACH, SMALL, WEAK

Chain = tuple[int, ...]


@dataclass
class PlainSpace:
    """A space as it grows: points with their distances, the owner's chains, walls, ends in the open, safe chains."""

    position: Position
    color: int
    safe: frozenset[int]
    kept: frozenset[Chain] | None
    distance: dict[int, int] = field(default_factory=dict)
    chains: list[Chain] = field(default_factory=list)
    walls: list[Chain] = field(default_factory=list)
    is_open: bool = False
    linked: bool = False

    def chain(self, point: int) -> Chain:
        return tuple(self.position.chain_at(point))

    def is_wall(self, chain: Chain) -> bool:
        few = len(self.position.liberties_at(chain[0]))
        return not self.safe.isdisjoint(chain) or (few > WEAK and (self.kept is None or chain in self.kept))

    def stops(self, chain: Chain) -> bool:
        few = len(self.position.liberties_at(chain[0]))
        if self.kept is None:
            return not self.safe.isdisjoint(chain) or few > max(SMALL, WEAK)
        return self.is_wall(chain)

    def add(self, point: int, away: int) -> None:
        self.distance[point] = min(away, self.distance.get(point, away))

    def meet(self, point: int) -> bool:
        chain = self.chain(point)
        if not self.is_wall(chain):
            for stone in chain:
                self.add(stone, 1)
        elif chain not in self.walls:
            self.walls.append(chain)
        return self.stops(chain)

    def chains_in(self) -> set[Chain]:
        """Return the attacking chains that are part of the space."""
        return {self.chain(point) for point in self.distance if self.position.stones[point]}

    def joins(self, fewest: int) -> set[int]:
        """Return the empty points beside the group's chains that are liberties of other chains of its owner, too, which
        have at least `fewest`.
        """
        others = [chain for chain in self.position.chains() if self.position.stones[chain[0]] == self.color]
        free = [set(self.position.liberties_at(chain[0])) for chain in others if chain not in self.chains]
        near = {point for point, away in self.distance.items() if away == 1 and not self.position.stones[point]}
        return near & {point for liberties in free if len(liberties) >= fewest for point in liberties}

    def outrun(self, point: int, closed: int, most: int) -> bool:
        """Return whether a wall is at most so many steps away, not through `closed`."""
        beside, stones = self.position.grid.beside, self.position.stones
        front, seen = {point}, {point, closed}
        for _ in range(most):
            near = {p for q in front for p in beside[q]}
            if any(stones[p] == -self.color and self.stops(self.chain(p)) for p in near):
                return True
            front = {p for p in near if not stones[p]} - seen
            seen |= front
        return False

    def grow_from_chain(self, chain: Chain) -> None:
        beside, stones = self.position.grid.beside, self.position.stones
        if not self.safe.isdisjoint(chain):
            self.linked = True
            return
        for near in [near for stone in chain for near in beside[stone]]:
            if not stones[near]:
                self.add(near, 1)
            elif stones[near] == -self.color:
                self.meet(near)

    def grow_from_point(self, point: int) -> None:
        beside, stones, away = self.position.grid.beside[point], self.position.stones, self.distance[point]
        stopped = [self.meet(near) for near in beside if stones[near] == -self.color]
        walled = any(stopped) or (away > 1 and self.outrun(point, point, away))
        for near in beside:
            if stones[near] == self.color:
                if (not walled or not self.safe.isdisjoint(self.chain(near))) and self.chain(near) not in self.chains:
                    self.chains.append(self.chain(near))
            elif not stones[near] and not (walled and self.outrun(near, point, away + 1)):
                if away < REACH:
                    self.add(near, away + 1)
                else:
                    self.is_open |= near not in self.distance

    def grow(self, group: list[int]) -> PlainSpace:
        """Grow until nothing changes any more."""
        self.chains = list(dict.fromkeys(self.chain(point) for point in group))
        before: tuple[dict[int, int], int] | None = None
        while before != (self.distance, len(self.chains)):
            before = dict(self.distance), len(self.chains)
            self.is_open = False
            for chain in list(self.chains):
                self.grow_from_chain(chain)
            for point in list(self.distance):
                self.grow_from_point(point)
        return self


def plain_space(position: Position, group: list[int], safe: list[int]) -> tuple[PlainSpace, int]:
    """Return the space of a group, and how many points were in it at most."""
    color, first = int(position.stones[group[0]]), None
    first = PlainSpace(position, color, frozenset(safe), None).grow(group)
    inside = set(first.distance)
    kept = {
        chain for chain in first.walls
        if not first.safe.isdisjoint(chain) or not inside.issuperset(position.liberties_at(chain[0]))
    }  # fmt: skip
    if kept == set(first.walls) and all(len(position.liberties_at(chain[0])) > SMALL for chain in kept):
        return first, len(inside)
    second = PlainSpace(position, color, frozenset(safe), frozenset(kept)).grow(group)
    return second, max(len(inside), len(second.distance))
