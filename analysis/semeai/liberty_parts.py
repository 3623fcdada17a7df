"""The liberties of a block in one part of the board, played without turns: what a move leaves, as bits of board points.

Around a part stand three kinds of stones for good: the defender's essential block, whose liberties are counted, the
attacker's walls, and the defender's own living stones, his home. Whatever joins one of them becomes part of it; what
is left in between falls into parts that have nothing to do with each other, and a part that the block does not touch
counts nothing. The block itself is never taken here: it has other liberties, except for the very last move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import Grid


class Safe(Enum):
    """What becomes of a block that joins living stones of its own side."""

    JOINED = "joined"


class Part(NamedTuple):
    """A part of the board as bits of points.

    points   -- all of it: empty points, and stones that can be captured
    own, opp -- the defender's stones in it, and the attacker's
    block    -- its points beside the defender's essential block
    wall     -- those beside the attacker's walls
    home     -- those beside the defender's living stones
    """

    points: int
    own: int
    opp: int
    block: int
    wall: int
    home: int

    @property
    def empty(self) -> int:
        return self.points & ~(self.own | self.opp)

    @property
    def liberties(self) -> int:
        """The block's liberties in it, as bits."""
        return self.empty & self.block

    @property
    def plain(self) -> bool:
        """Whether each point is a liberty that the attacker fills at any time: nothing else can be done here."""
        return not self.own | self.opp | self.home and self.points == self.block & self.wall

    @property
    def open(self) -> bool:
        """Whether each empty point is beside the attacker's walls and no stone of his is loose.

        So it stays: what he plays is wall at once, what he takes is shut off, and no eye can be made.
        """
        return not self.opp and not self.empty & ~self.wall

    @property
    def enclosed(self) -> bool:
        """Whether the block alone is around it: an eye, or what may become one."""
        return not self.wall | self.home


Left = tuple[Part, ...] | Safe
"""What a move leaves."""


class Move(NamedTuple):
    """A move: its point, what it leaves, whether it takes stones."""

    point: int
    left: Left
    takes: bool


class Ground:
    """The points of a board and which of them are beside each other."""

    def __init__(self, grid: Grid) -> None:
        self.near = tuple(bits(row) for row in grid.beside)  # for each point those beside it
        self._width, self._board = grid.width, (1 << grid.area) - 1
        self._not_first = self._board & ~bits(range(0, grid.area, grid.width))
        self._not_last = self._board & ~bits(range(grid.width - 1, grid.area, grid.width))

    def around(self, points: int) -> int:
        """The points beside any of these."""
        sideways = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (sideways | points << self._width | points >> self._width) & self._board

    def joined(self, seed: int, within: int) -> int:
        """All points of `within` to which a way leads from `seed`."""
        found = fresh = seed & within
        while fresh:
            fresh = self.around(fresh) & within & ~found
            found |= fresh
        return found

    def pieces(self, points: int, touching: int = -1) -> Iterator[int]:
        """The connected parts of a set of points; `touching` -- only those with one of these points."""
        while seeds := points & touching:
            piece = self.joined(seeds & -seeds, points)
            points &= ~piece
            yield piece

    def moves(self, part: Part, attacker: bool) -> Iterator[Move]:
        """Each legal move of one side that does more than to fill. No suicide; the block has liberties elsewhere."""
        rest = part.empty & ~self.idle(part)
        while rest:
            bit = rest & -rest
            rest &= rest - 1
            move = self._played(part, bit, attacker)
            if move is not None:
                yield move

    def idle(self, part: Part) -> int:
        """The points of an open part that are liberties of one chain, or of the block, and lead nowhere else.

        There the defender gains nothing, and the attacker takes one liberty at most, and that only if the chain is
        joined to the block: no more than by filling at the end. A way on for the defender leads as well from the chain.
        """
        if not part.open:
            return 0
        empty, once, twice = part.empty, 0, part.home
        nodes = [part.block & empty, *(self.around(chain) & empty for chain in self.pieces(part.own))]
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
        """A move on an empty point; None if it is suicide."""
        mine, theirs = (part.opp, part.own) if attacker else (part.own, part.opp)
        before = theirs
        mine |= bit
        empty = part.empty & ~bit
        beside = self.around(bit) & theirs
        while beside:  # no stone in a part touches what stands for good on its side
            chain = self.joined(beside & -beside, theirs)
            beside &= ~chain
            if not self.around(chain) & empty:
                theirs &= ~chain
                empty |= chain
        chain = self.joined(bit, mine)
        stand = part.wall if attacker else part.block | part.home
        if not chain & stand and not self.around(chain) & empty:
            return None
        own, opp = (theirs, mine) if attacker else (mine, theirs)
        return Move(bit.bit_length() - 1, self.settled(part._replace(own=own, opp=opp)), theirs != before)

    def settled(self, part: Part) -> Left:
        """The parts that remain when all stones that join what stands have become part of it."""
        points, own, opp, block, wall, home = part
        for chain in self.pieces(own):
            if chain & block and chain & home:
                return Safe.JOINED
            if chain & (part.block | part.home):
                points, own = points & ~chain, own & ~chain
                if chain & part.block:
                    block |= self.around(chain)
                else:
                    home |= self.around(chain)
        for chain in self.pieces(opp):
            if chain & wall:
                points, opp = points & ~chain, opp & ~chain
                wall |= self.around(chain)
        return tuple(sorted(
            Part(piece, own & piece, opp & piece, block & piece, wall & piece, home & piece)
            for piece in self.pieces(points, block)
        ))


def bits(points: Iterable[int]) -> int:
    """Board points as bits."""
    found = 0
    for point in points:
        found |= 1 << point
    return found


def marked(points: npt.NDArray[np.bool_]) -> int:
    """Board points given as (area,) bool, as bits."""
    return int.from_bytes(np.packbits(points, bitorder="little").tobytes(), "little")


def listed(points: int) -> list[int]:
    """Bits as board points, ascending."""
    found = []
    while points:
        lowest = points & -points
        found.append(lowest.bit_length() - 1)
        points ^= lowest
    return found


__all__ = ["Ground", "Left", "Move", "Part", "Safe", "bits", "listed", "marked"]
