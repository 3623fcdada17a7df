"""Families of living chains on a finished board: those that live together, and whether they have space for two eyes.

Used by `final_status`, which decides again and again which chains are living. All functions identify chains by their
number in `ChainBoard.chains`; `living` is the set of those that stay on the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ..board import BLACK, WHITE, Color, Position

TWO_EYE_SPACE = 4
"""Points of one enclosed region that make two eyes without a move: the smallest such space is four in a row."""

SMALL_CHAIN = 5
"""A chain of so many stones is not left in the enemy's territory."""


class ChainBoard:
    """The chains of a position.

    Public attributes:
      chains     -- the points of each, as in `Position.chains`
      number     -- {point: number of the chain on it}
      neighbours -- the adjacent points of each point
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.chains = list(position.chains())
        self.number = {point: k for k, chain in enumerate(self.chains) for point in chain}
        self.neighbours = position.grid.beside

    def color(self, k: int) -> Color:
        return Color(int(self.position.stones[self.chains[k][0]]))

    def regions(self, living: Collection[int]) -> Iterator[tuple[list[int], set[int]]]:
        """Yield the connected parts of the board without living stones, each with the living chains around it."""
        grid, number = self.position.grid, self.number
        free = (point for point in range(grid.area) if point not in number or number[point] not in living)
        for region in grid.connected_parts(free):
            beside = {number[near] for point in region for near in self.neighbours[point] if near in number}
            yield region, beside.intersection(living)

    def invaders(self) -> frozenset[int]:
        """Return the points of the small chains in the enemy's territory.

        That is a region with no other stones but the enemy's around, of two thirds of the board at most.
        """
        found: set[int] = set()
        for color in (BLACK, WHITE):
            small = {k for k, chain in enumerate(self.chains) if self.color(k) is color and len(chain) < SMALL_CHAIN}
            for region, walls in self.regions({*range(len(self.chains))} - small):
                is_open = 3 * len(region) > 2 * self.position.grid.area
                if not is_open and {self.color(k) for k in walls} == {color.opponent}:
                    found.update(region)
        return frozenset(found.intersection(self.number))

    def in_ko(self, k: int) -> bool:
        """Return whether a chain is one stone that can be taken, and its taker retaken."""
        point, *others = self.chains[k]
        liberties = [near for near in self.neighbours[point] if near not in self.number]
        if others or len(liberties) != 1:
            return False
        around = [self.number.get(near) for near in self.neighbours[liberties[0]]]
        return all(other is not None and self.color(other) is self.color(k) for other in around)

    def adjacent_enemies(self, k: int, living: Collection[int]) -> set[int]:
        """Return the living chains of the other colour that a chain touches."""
        adjacent = {
            self.number[near] for point in self.chains[k] for near in self.neighbours[point] if near in self.number
        }
        return {other for other in adjacent if other in living and self.color(other) is not self.color(k)}


@dataclass(frozen=True)
class Families:
    """The regions and families of a board without its dead chains.

    Public attributes:
      regions -- the connected parts of the board without living stones, each with the living chains around it
      of      -- by chain, the number of the chain that represents its family
      weak    -- by chain, whether its family has no space for two eyes
    """

    regions: list[tuple[list[int], set[int]]]
    of: list[int]
    weak: list[bool]


def find_families(
    board: ChainBoard, living: Collection[int], groups: Sequence[Collection[int]], safe: Collection[int],
    in_ko: Collection[int] = (),
) -> Families:  # fmt: skip
    """Return the families of a board, and which of them lack space for two eyes.

    groups -- by chain, the chains that live or die with it; safe -- chains whose families are never weak;
    in_ko  -- chains whose points are eye space of neither side

    Chains belong to one family if they are living and in one group, or around a region that only one colour encloses.
    A family's space is its enclosed regions, and each adjacent dead chain that stands in no enclosed region.
    """
    living = set(living).difference(in_ko)
    regions = list(board.regions(living))
    enclosed = [(region, walls) for region, walls in regions if len({board.color(k) for k in walls}) == 1]
    family = _joined(len(board.chains), [walls for _, walls in enclosed], [
        {other for other in groups[k] if other in living} for k in range(len(board.chains)) if k in living
    ])
    spaces: defaultdict[int, list[int]] = defaultdict(list)
    for region, walls in enclosed:
        spaces[family[min(walls)]].append(len(region))
    enclosed_points = {point for region, _ in enclosed for point in region}
    for k, chain in enumerate(board.chains):
        if k not in living and k not in in_ko and chain[0] not in enclosed_points:  # its capturer gets its points
            for capturer in {family[enemy] for enemy in board.adjacent_enemies(k, living)}:
                spaces[capturer].append(len(chain))
    safe_families = {family[k] for k in safe}
    weak = {
        root for root in set(family)
        if root not in safe_families and len(spaces[root]) < 2 and sum(spaces[root]) < TWO_EYE_SPACE
    }  # fmt: skip
    return Families(regions, family, [root in weak for root in family])


def _joined(count: int, *joins: Sequence[Collection[int]]) -> list[int]:
    """Return for each of `count` numbers a representative of its class, if all numbers in each set are joined."""
    parent = list(range(count))

    def root(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    for sets in joins:
        for numbers in sets:
            first, *others = sorted(numbers)
            for k in others:
                parent[root(k)] = root(first)
    return [root(k) for k in range(count)]


__all__ = ["ChainBoard", "Families", "find_families"]
