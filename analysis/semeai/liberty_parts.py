"""The legal moves in one part of the board around a block's liberties, played without turns, on bits of board points.

Three kinds of stones around a part are permanent: the defender's essential block, whose liberties are counted, the
attacker's walls, and the defender's living stones. A stone connected to one of them becomes part of it; the rest falls
into parts that are independent of each other, and a part that the block does not touch counts nothing. The block itself
is never captured here: it has other liberties, except at the very last move.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from ..board import Grid
from ..board.bit_sets import BitGrid, bits_of_points


class Safe(Enum):
    """The state of a block that is connected to living stones of its own side."""

    JOINED = "joined"


class Part(NamedTuple):
    """A part of the board as bits of points.

    points   -- all of it: empty points, and stones that can be captured
    own, opp -- the defender's and the attacker's stones in it
    block    -- its points beside the defender's essential block
    wall     -- its points beside the attacker's walls
    living   -- its points beside the defender's living stones
    """

    points: int
    own: int
    opp: int
    block: int
    wall: int
    living: int

    @property
    def empty(self) -> int:
        return self.points & ~(self.own | self.opp)

    @property
    def liberties(self) -> int:
        """The block's liberties in the part, as bits."""
        return self.empty & self.block

    @property
    def plain(self) -> bool:
        """Whether each point is a liberty that the attacker can fill at any time, so that no other move is possible."""
        return not self.own | self.opp | self.living and self.points == self.block & self.wall

    @property
    def open(self) -> bool:
        """Whether each empty point is beside the attacker's walls and the attacker has no stones in the part.

        Such a part stays so: each stone that the attacker plays is part of the walls at once, points where stones were
        captured are cut off, and no eye can be made.
        """
        return not self.opp and not self.empty & ~self.wall

    @property
    def enclosed(self) -> bool:
        """Whether only the block is around it: an eye, or a part that may become one."""
        return not self.wall | self.living


Remainder = tuple[Part, ...] | Safe
"""The parts after a move."""


class Move(NamedTuple):
    """A move: its point, the parts after it, whether it captures stones."""

    point: int
    after: Remainder
    captures: bool


class PartGrid(BitGrid):
    """The points of a board as sets, and the moves in a part.

    Public attributes: near -- for each point the adjacent ones, beside those of `BitGrid`
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.near = tuple(map(bits_of_points, grid.beside))

    def moves(self, part: Part, attacker: bool) -> Iterator[Move]:
        """Yield each legal move of one side except `fill_only` points. No suicide; the block has liberties elsewhere.
        """
        rest = part.empty & ~self.fill_only(part)
        while rest:
            bit = rest & -rest
            rest &= rest - 1
            move = self._played(part, bit, attacker)
            if move is not None:
                yield move

    def fill_only(self, part: Part) -> int:
        """Return the points of an open part that are liberties of one chain only, or of the block, and have no other
        adjacent empty points.

        There the defender gains nothing, and the attacker removes one liberty at most, and that only if the chain is
        connected to the block: no more than by filling at the end. What the defender reaches from there can be reached
        from the chain as well.
        """
        if not part.open:
            return 0
        empty, once, twice = part.empty, 0, part.living
        nodes = [part.block & empty, *(self.around(chain) & empty for chain in self.connected_parts(part.own))]
        for beside in nodes:
            once, twice = once | beside, twice | once & beside
        found = 0
        for beside in nodes:
            rest = beside & ~twice
            while rest:
                bit = rest & -rest
                rest &= rest - 1
                if not self.near[bit.bit_length() - 1] & empty & ~beside:
                    found |= bit
        return found

    def _played(self, part: Part, bit: int, attacker: bool) -> Move | None:
        """Return the move on an empty point; None if it is suicide."""
        mine, theirs = (part.opp, part.own) if attacker else (part.own, part.opp)
        before = theirs
        mine |= bit
        empty = part.empty & ~bit
        beside = self.around(bit) & theirs
        while beside:  # no stone in a part touches permanent stones of its side
            chain = self.joined(beside & -beside, theirs)
            beside &= ~chain
            if not self.around(chain) & empty:
                theirs &= ~chain
                empty |= chain
        chain = self.joined(bit, mine)
        permanent = part.wall if attacker else part.block | part.living
        if not chain & permanent and not self.around(chain) & empty:
            return None
        own, opp = (theirs, mine) if attacker else (mine, theirs)
        return Move(bit.bit_length() - 1, self.remainder(part._replace(own=own, opp=opp)), theirs != before)

    def remainder(self, part: Part) -> Remainder:
        """Return the parts that remain when all stones connected to permanent stones have become part of them."""
        points, own, opp, block, wall, living = part
        for chain in self.connected_parts(own):
            if chain & block and chain & living:
                return Safe.JOINED
            if chain & (part.block | part.living):
                points, own = points & ~chain, own & ~chain
                if chain & part.block:
                    block |= self.around(chain)
                else:
                    living |= self.around(chain)
        for chain in self.connected_parts(opp):
            if chain & wall:
                points, opp = points & ~chain, opp & ~chain
                wall |= self.around(chain)
        return tuple(sorted(
            Part(piece, own & piece, opp & piece, block & piece, wall & piece, living & piece)
            for piece in self.connected_parts(points, block)
        ))


@functools.cache
def part_grid(grid: Grid) -> PartGrid:
    """Return the PartGrid of a grid, cached."""
    return PartGrid(grid)


def first_of(points: int) -> int:
    """Return the first board point of bits that are not all 0."""
    return (points & -points).bit_length() - 1


__all__ = ["Move", "Part", "PartGrid", "Remainder", "Safe", "first_of", "part_grid"]
