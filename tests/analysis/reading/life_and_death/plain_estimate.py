"""The estimate which chains of a group live once more, in plain Python with sets of points and chains."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from tests.analysis.reading.life_and_death.plain_space import Chain, PlainSpace

NO_EYE = (0, 0)
ONE_EYE = (1, 1)
TWO_EYES = (2, 2)
VITAL_POINT = (1, 2)
"""Eyes of a region: if the attacker moves first there, and if the owner does."""


@dataclass(frozen=True)
class PlainRegion:
    """A connected part of a space: its points, those with attacking stones, the owner's chains around, if closed."""

    points: frozenset[int]
    attacked: frozenset[int]
    border: frozenset[Chain]
    closed: bool


class PlainEstimate:
    """The regions of a space and what they are worth."""

    def __init__(self, space: PlainSpace, attacker_next: bool) -> None:
        self.space, self.attacker_next = space, attacker_next
        self.grid, self.stones = space.position.grid, space.position.stones
        self.region_of: dict[int, PlainRegion] = {}
        for point in space.distance:
            if point not in self.region_of:
                region = self.region_from(point)
                self.region_of.update(dict.fromkeys(region.points, region))
        self.regions = set(self.region_of.values())
        self.eyes = {region: self.eyes_in(region) for region in self.regions}

    def region_from(self, first: int) -> PlainRegion:
        """Return the region of a point; it is closed if only points of the space and the owner's stones are beside."""
        points, front = {first}, [first]
        while front:
            more = set(self.grid.beside[front.pop()]) & set(self.space.distance) - points
            points |= more
            front += more
        outside = {near for point in points for near in self.grid.beside[point]} - points
        return PlainRegion(
            frozenset(points),
            frozenset(point for point in points if self.stones[point]),
            self.chains_among(outside),
            all(self.stones[near] == self.space.color for near in outside),
        )

    def chains_among(self, points: set[int]) -> frozenset[Chain]:
        """Return the owner's chains of the space that have stones on some points."""
        return frozenset(chain for chain in self.space.chains if not points.isdisjoint(chain))

    def corners_lost(self, point: int) -> tuple[int, int]:
        """Return how far the corners of a point are lost now, and after a move of the attacker to one of them."""
        row, col = self.grid.row_col(point)
        lost, later = 0, 0
        for r, c in itertools.product((row - 1, row + 1), (col - 1, col + 1)):
            if not (0 <= r < self.grid.height and 0 <= c < self.grid.width):
                continue
            corner = self.grid.at(r, c)
            region = self.region_of.get(corner)
            within = region is not None and region.closed
            if self.stones[corner] == 0 and not within:
                lost, later = lost + 1, 1  # either side may take it
            elif self.stones[corner] == -self.space.color:
                if region is not None and region.closed and len(region.attacked) <= 2:
                    lost, later = lost + 1, 1  # the owner may capture the stone
                else:
                    lost += 2
        return lost, lost + later

    def eyes_in(self, region: PlainRegion) -> tuple[int, int]:
        """Return how many eyes a region is if the attacker moves first there, and if the owner does."""
        if not region.closed or not region.border:
            return NO_EYE
        possible = firm = 0
        for point in region.points:
            enough = 4 if len(self.grid.beside[point]) == 4 else 2
            now, later = self.corners_lost(point)
            possible += now < enough
            firm += later < enough
        if not possible:
            return NO_EYE
        fewest, most = self.eyes_by_stones(region)
        if possible < 3 or (len(region.points) < 6 and len(region.border) > 1):
            fewest, most = min(fewest, 1), min(most, 1)
        return fewest if firm else 0, most

    def eyes_by_stones(self, region: PlainRegion) -> tuple[int, int]:
        """Return how many eyes a region is without regard to corners, by attacking stones in it and by its shape."""
        size, attacking = len(region.points), len(region.attacked)
        if not attacking:
            return self.eyes_by_shape(region.points)
        if size <= 6:
            empty = region.points - region.attacked
            vital = any(
                all(not set(self.grid.beside[point]).isdisjoint(chain) for point in empty) for chain in region.border
            )
            return ONE_EYE if vital else NO_EYE
        if attacking > size // 2 + 1:
            return NO_EYE
        cut = 2 * (len(region.border) - 1)
        return TWO_EYES if size - attacking >= 8 + cut else ONE_EYE

    def eyes_by_shape(self, points: frozenset[int]) -> tuple[int, int]:
        """Return how many eyes some connected empty points are."""
        inner = {point: len(points.intersection(self.grid.beside[point])) for point in points}
        square = any(
            points.issuperset((point, point + 1, point + self.grid.width, point + self.grid.width + 1))
            for point in points
            if self.grid.row_col(point)[1] < self.grid.width - 1
        )
        if len(points) < 3 or (len(points) == 4 and square):
            return ONE_EYE
        vital_four = len(points) == 4 and 3 in inner.values()
        vital_five = len(points) == 5 and (square or 4 in inner.values())
        if len(points) == 3 or vital_four or vital_five or (len(points) == 6 and square):
            return VITAL_POINT
        return TWO_EYES

    def ties(self) -> list[frozenset[Chain]]:
        """Return sets of chains that are tied to one another."""
        in_atari = {chain for chain in self.space.chains if len(self.space.position.liberties_at(chain[0])) == 1}
        found = [
            region.border - in_atari for region in self.regions if self.eyes[region][0 if self.attacker_next else 1]
        ]
        touching = {}
        for point in self.space.distance:
            if not self.stones[point]:
                beside = self.grid.beside[point]
                cut_off = in_atari if self.attacker_next else set()
                touching[point] = self.chains_among(set(beside)) - cut_off
                lost = [near for chain in cut_off for near in chain]
                if all(self.stones[near] == self.space.color and near not in lost for near in beside):
                    found.append(touching[point])  # the attacker cannot play there
        for pair in itertools.combinations(self.space.chains, 2):
            if sum(chains.issuperset(pair) for chains in touching.values()) >= 2:
                found.append(frozenset(pair))
        return found

    def living(self) -> set[Chain]:
        """Return the chains that are likely to live: tied together, with two eyes or a safe chain among them."""
        united = [{chain} for chain in self.space.chains]
        for tied in self.ties():
            touched = [part for part in united if not part.isdisjoint(tied)]
            united = [part for part in united if part.isdisjoint(tied)]
            united += [set().union(*touched)] if touched else []
        return {chain for part in united if self.part_lives(part) for chain in part}

    def part_lives(self, part: set[Chain]) -> bool:
        """Return whether some chains that are tied together live; the attacker, to move, plays in one region."""
        if any(not self.space.safe.isdisjoint(chain) for chain in part):
            return True
        eyes = [self.eyes[region] for region in self.regions if region.border <= part]
        loss = max((most - fewest for fewest, most in eyes), default=0) if self.attacker_next else 0
        return sum(most for _, most in eyes) - loss >= 2


def likely_living(space: PlainSpace, attacker_next: bool) -> set[Chain]:
    """Return the chains of a space that are likely to live."""
    return PlainEstimate(space, attacker_next).living()
