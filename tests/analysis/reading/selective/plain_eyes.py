"""The dragon's closed regions and eyes once more, in plain Python and slowly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _eye_shape_kernels as eyes_kernels
from tests.analysis.reading.selective.oracle import Case, Point, self_atari


def gap_marks(case: Case) -> dict[Point, int]:
    """What `mark_gaps` marks: 1 on points of the zone where the attacker can enter from a wall; 2 on the only empty
    point behind one, 3 on each of several and on a weak stone beside one.
    """
    entries = set()
    for point in case.zone:
        if case.is_empty(point) and any(case.is_wall(near) for near in case.near(point)):
            may_go_on = any(case.is_empty(near) for near in case.near(point))
            if may_go_on or self_atari(case, point, case.attacker) < 2:
                entries.add(point)
    found = dict.fromkeys(case.points, 0) | dict.fromkeys(entries, 1)
    for entry in entries:
        behind = [near for near in case.near(entry) if case.is_empty(near) and near not in entries]
        for point in behind:
            found[point] = max(found[point], 2 if len(behind) == 1 else 3)
        for stone in case.near(entry):
            if case.colour(stone) == case.attacker and case.has_kind(stone, rows.WEAK):
                found[stone] = 3
    return found


def joined_chains(case: Case, region: Iterable[Point]) -> bool:
    """Whether the owner's chains around a region are linked outside it: by two common liberties, or one where an
    attacking stone is suicide. More than eight chains are not followed; none are not linked.
    """
    inside = set(region)
    chains = sorted({chain for point in inside for chain in case.around(point, case.owner)}, key=min)
    if not 1 <= len(chains) <= 8:
        return False
    links = [point for point in case.zone if case.is_empty(point) and point not in inside]
    joined, todo = {chains[0]}, [chains[0]]
    while todo:
        chain = todo.pop()
        for other in chains:
            shared = [point for point in links if point in case.liberties[chain] & case.liberties[other]]
            closed = any(self_atari(case, point, case.attacker) == 2 for point in shared)
            if other not in joined and (closed or len(shared) >= 2):
                joined.add(other)
                todo.append(other)
    return len(joined) == len(chains)


def spoilt(case: Case, point: Point) -> int:
    """How far the diagonal points spoil an eye: an attacking wall by 2, a weak stone or an empty point that the
    attacker can occupy by 1. At the edge, where some are missing, by 2 more; in the centre two empty ones count as 3.
    """
    corners = case.corners(point)
    empty = [p for p in corners if case.is_empty(p) and self_atari(case, p, case.attacker) == 0]
    stones = [2 if case.is_wall(p) else 1 for p in corners if case.colour(p) == case.attacker]
    if len(corners) < 4:
        return 2 + sum(stones) + len(empty)
    return 3 if len(empty) == 2 and not stones else sum(stones) + len(empty)


def possible_eyes(case: Case, owner_steps: dict[Point, int]) -> set[Point]:
    """The points of the zone near the dragon, empty or with a weak stone, that no wall touches and of whose diagonal
    points no wall holds two, or one at the edge.
    """
    found = set()
    for point in case.zone:
        free = case.is_empty(point) or (case.colour(point) == case.attacker and case.has_kind(point, rows.WEAK))
        beside = any(case.has_kind(near, rows.DRAGON) for near in case.near(point))
        touched = any(case.has_kind(near, rows.WALL) for near in case.near(point))
        held, corners = sum(map(case.is_wall, case.corners(point))), len(case.corners(point))
        if free and not touched and (beside or owner_steps[point] <= 4) and held <= (1 if corners == 4 else 0):
            found.add(point)
    return found


@dataclass(frozen=True)
class Shape:
    """A set of connected points, and for each the number of its neighbours in it."""

    case: Case
    points: frozenset[Point]

    def degree(self, point: Point) -> int:
        return len(self.points & set(self.case.near(point)))

    def eyes(self, bends: bool = True) -> tuple[int, int]:
        """The eyes of the shape if it is empty: those if the attacker moves first, and how many more if the owner does.

        The eyes of shapes themselves are compared with exhaustive search elsewhere.
        """
        degrees = [self.degree(point) for point in self.points]
        bend = any(is_corner(self.case, point) and self.degree(point) == 2 for point in self.points)
        first, more = eyes_kernels.shape_eyes(len(degrees), sum(degrees) // 2, max(degrees), bends and bend)
        return int(first), int(more)


def is_corner(case: Case, point: Point) -> bool:
    """Whether a point is in a corner of the board; in a line one point wide all but the ends are taken for one."""
    return len(case.near(point)) == 2


def parts(case: Case, points: set[Point]) -> list[Shape]:
    """The connected parts of a set of points."""
    rest, found = set(points), []
    while rest:
        part, todo = set(), [min(rest)]
        while todo:
            point = todo.pop()
            if point in rest:
                rest.remove(point)
                part.add(point)
                todo += case.near(point)
        found.append(Shape(case, frozenset(part)))
    return found


def open_eyes(case: Case, eye: set[Point]) -> tuple[int, int]:
    """The eyes of all connected parts by their shapes."""
    eyes = [part.eyes() for part in parts(case, eye)]
    return sum(first for first, _ in eyes), sum(more for _, more in eyes)


class Count(NamedTuple):
    """Sure eyes; how many more if the owner moves first; at most, if it does so in every region, and one more where two
    may be left if the attacker does; whether a region has one more if the owner answers the attacking stone in it.
    """

    sure: int
    doubt: int
    upper: int
    answered: bool


@dataclass(frozen=True)
class Region(Shape):
    """A connected part of the points that are neither the owner's nor marked, `marks` being those of `gap_marks`."""

    marks: dict[Point, int]

    @property
    def border(self) -> set[Point]:
        return {near for point in self.points for near in self.case.near(point)} - self.points

    @property
    def has_gaps(self) -> bool:
        return any(self.marks[point] == 2 for point in self.border)

    @property
    def stones(self) -> frozenset[Point]:
        return frozenset(point for point in self.points if not self.case.is_empty(point))

    def is_closed(self) -> bool:
        """Whether only the dragon, living stones and points that stop an attacker are around it, and no wall in it."""
        around = (
            self.case.has_kind(p, rows.DRAGON, rows.SAFE) if self.case.colour(p) == self.case.owner
            else self.marks[p] == 2
            for p in self.border
        )  # fmt: skip
        return len(self.points) <= 14 and not any(map(self.case.is_wall, self.points)) and all(around)

    def is_considered(self) -> bool:
        """Whether it has an empty point in the zone beside the dragon, or beside one that stops an attacker."""
        return any(
            self.case.has_kind(near, rows.DRAGON) or self.marks[near] == 2
            for point in self.points - self.stones if point in self.case.zone
            for near in self.case.near(point)
        )

    def rating(self, point: Point) -> int:
        """How far a point is spoilt as an eye: not where it has two neighbours in the region."""
        if self.degree(point) > 1:
            return 0
        gaps = sum(self.marks[corner] == 1 for corner in self.case.corners(point)) if self.has_gaps else 0
        return spoilt(self.case, point) + gaps

    def count(self) -> Count:
        ratings = [self.rating(point) for point in self.points]
        good, maybe = sum(rated <= 2 for rated in ratings), ratings.count(3)
        firm = len(ratings) == 1 or joined_chains(self.case, self.points)
        if self.stones:
            found = self.count_invaded(good, maybe, firm)
        elif good == len(ratings):
            first, more = self.eyes()
            sure, doubt = (first, more) if firm else (0, 1) if good <= 2 else (1, 0)
            found = Count(sure, doubt, first + more + self.is_corner_six(), False)
        else:
            found = self.count_spoilt(good, maybe, firm)
        return found._replace(upper=0) if self.has_gaps else found

    def is_corner_six(self) -> bool:
        """Whether it is a rectangular six in a corner, which may live by its outside liberties."""
        edges = sum(map(self.degree, self.points))
        bends = any(is_corner(self.case, point) and self.degree(point) == 2 for point in self.points)
        return len(self.points) == 6 and edges == 14 and bends

    def count_invaded(self, good: int, maybe: int, firm: bool) -> Count:
        """The eyes of a region with stones in it; in place of captured ones that filled it the attacker plays again."""
        size, stones = len(self.points), len(self.stones)
        sure, answered = 0, False
        if good and firm and not self.has_gaps and (size <= 4 or size >= 4 * stones):
            sure = 1
            if stones == 1 and good + maybe == size and self.eyes()[0] == 2:
                roomy = size >= 8 and not any(is_corner(self.case, point) for point in self.points)
                sure, answered = (2, False) if roomy else (1, True)
        if size == stones + 1:
            return Count(sure, 0, Shape(self.case, self.stones).eyes(bends=False)[0], answered)
        return Count(sure, 0, 2 if size >= 3 else 1, answered)

    def count_spoilt(self, good: int, maybe: int, firm: bool) -> Count:
        """The eyes of an empty region some of whose points are no eyes, or in doubt."""
        size = len(self.points)
        if good + maybe == 0:
            return Count(0, 0, int(size > 1), False)
        if good == 0:
            return Count(0, 1, 1 if size <= 2 else 2, False)
        upper = sum(good + maybe > points for points in (0, 2, 4))
        if good >= 7 and firm:
            return Count(2, 0, upper, False)
        if size >= 4 or (size == 3 and firm):
            return Count(1, int(good + maybe >= 3), upper, False)
        return Count(0, 1, upper, False)


def closed_regions(case: Case) -> list[Region]:
    """The closed regions at the dragon, those with gaps included."""
    marks = gap_marks(case)
    free = {point for point in case.points if case.colour(point) != case.owner and marks[point] == 0}
    regions = [Region(case, part.points, marks) for part in parts(case, free)]
    return [region for region in regions if region.is_considered() and region.is_closed()]


def count_eyes(regions: list[Region]) -> Count:
    counts = [region.count() for region in regions]
    sure, doubt, upper = (sum(column) for column in ([c[i] for c in counts] for i in range(3)))
    return Count(sure, doubt, upper, any(one.answered for one in counts))
