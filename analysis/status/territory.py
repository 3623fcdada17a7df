"""Unconditional territory with stones in it: rooms where the other side cannot live however many moves he plays first.

Benson's territory leaves out a room in which its owner has stones that could be captured. Here such a room counts too.
It is what is joined without the owner's unconditionally alive stones, and it is his if the other side

    cannot live alone  no two points that he might keep as eyes, all others filled and what that captures taken off,
                       give him an unconditionally alive chain; and
    cannot stand       if he fills all but some liberties of the owner's stones inside, the owner moving next still
                       takes him in play by turns, and no ko is needed for that.

So the owner may let him play as many moves as he likes, and needs to answer only from then on. A room where either
takes too many trials is left open.

Two eyes are enough to look for: of three or more that keep some chains alive one can always be filled, which joins the
chains around it, unless all of these have but one other eye, the same for all; and then those two do alone.

Source: Benson (1976) for life; the rest is our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Position, Rules, unconditional

_MOST_BARE = 80  # points where he might have an eye: the pairs of more are too many
_MOST_LIBERTIES = 8  # of the owner's stones inside a room
_STATES = 20_000


def unconditional_territory(position: Position, rules: Rules | None = None) -> npt.NDArray[np.int8]:
    """(area,) int8: +1 / -1 on Black's / White's unconditionally alive stones, and on all points that are theirs.

    On other stones of the owner too: he keeps the point. Where `rules` allow suicide, only what Benson finds.
    """
    life = unconditional(position, rules)
    owner = life.owner
    if rules is not None and rules.suicide:
        return owner
    for color in (BLACK, WHITE):
        walls = life.alive == color
        for points in _rooms(position, walls):
            if (owner[points] != color).any() and _Room(position, color, points).is_owned():
                owner[points] = color
    return owner


def _rooms(position: Position, walls: npt.NDArray[np.bool_]) -> Iterator[list[int]]:
    """The parts of the board without the walls, those next to one."""
    if not walls.any():
        return
    grid = position.grid
    rest = {int(point) for point in np.flatnonzero(~walls)}
    while rest:
        part = [rest.pop()]
        beside = False
        for point in part:
            for near in grid.beside[point]:
                if near in rest:
                    rest.remove(near)
                    part.append(near)
                else:
                    beside |= bool(walls[near])
        if beside:
            yield sorted(part)


class _Room:
    """One room of one owner. Sets of points are ints, bit k being point k of the board."""

    def __init__(self, position: Position, owner: Color, points: list[int]) -> None:
        grid = position.grid
        board = (1 << grid.area) - 1
        first = sum(1 << row * grid.width for row in range(grid.height))
        self.width, self.from_first, self.to_last = grid.width, board & ~first, board & ~(first << grid.width - 1)
        self.all = board
        room = sum(1 << point for point in points)
        self.by_wall = room & self.around(board & ~room)  # points beside the owner's standing stones
        self.all = room
        colors = {point: int(position.stones[point]) * owner for point in points}
        self.ours = sum(1 << point for point, color in colors.items() if color > 0)
        self.theirs = sum(1 << point for point, color in colors.items() if color < 0)
        self.bare = self.all & ~self.theirs & ~self.by_wall  # where he could have an eye

    def is_owned(self) -> bool:
        """Whether the other side can neither live nor stand here."""
        return self._cannot_live() and self._cannot_stand()

    def _cannot_live(self) -> bool:
        if self.bare.bit_count() > _MOST_BARE:
            return False
        for eyes in combinations(_bits(self.bare), 2):
            filled = self._filled(sum(eyes))
            if filled is not None and self._lives(*filled):
                return False
        return True

    def _filled(self, kept: int) -> tuple[int, int] | None:
        """(their stones, ours) once the other side has filled all but the points `kept`.

        None if he cannot: stones of ours stand on such a point and have such a liberty.
        """
        ours = 0
        for chain in self.chains(self.ours):
            if self.around(chain) & kept:
                if chain & kept:
                    return None
                ours |= chain
        theirs = self.all & ~kept & ~ours
        for chain in list(self.chains(theirs)):
            if not self.around(chain) & kept:
                theirs &= ~(chain & ~self.theirs)  # suicide: these points stay empty
        return theirs, ours

    def _lives(self, theirs: int, ours: int) -> bool:
        """Whether a chain of the other side is unconditionally alive."""
        chains = list(self.chains(theirs))
        while chains:
            held = sum(chains)
            rooms = [part for part in self.chains(self.all & ~held) if not part & self.by_wall]
            kept = []
            for chain in chains:
                around = self.around(chain)
                if sum(1 for part in rooms if part & ~ours and not part & ~ours & ~around) >= 2:
                    kept.append(chain)
            if len(kept) == len(chains):
                return True
            chains = kept
        return False

    def _cannot_stand(self) -> bool:
        liberties = list(_bits(self.around(self.ours) & self.bare & ~self.ours))
        if len(liberties) > _MOST_LIBERTIES:
            return False
        for size in range(2, len(liberties) + 1):
            for kept in combinations(liberties, size):
                filled = self._filled(sum(kept))
                if filled is not None and self._stands(*filled, sum(kept)):
                    return False
        return True

    def _stands(self, theirs: int, ours: int, kept: int) -> bool:
        """Whether his chains of two liberties or more can all be kept, the owner moving first."""
        strong = [chain for chain in self.chains(theirs) if (self.around(chain) & kept).bit_count() >= 2]
        if not strong or not ours:
            return False
        return not _Fight(self, sum(strong)).is_won(theirs, ours)

    def chains(self, stones: int) -> Iterator[int]:
        """The connected parts of a set."""
        while stones:
            chain = stones & -stones
            while True:
                grown = (chain | self.around(chain)) & stones
                if grown == chain:
                    break
                chain = grown
            stones &= ~chain
            yield chain

    def around(self, chain: int) -> int:
        """The points of the room beside a set, without it."""
        beside = chain << self.width | chain >> self.width
        beside |= (chain & self.to_last) << 1 | (chain & self.from_first) >> 1
        return beside & self.all & ~chain


class _Fight:
    """Play by turns in a filled room, the owner first: he wins once he takes a chain of `core`.

    Only the other side may retake kos at once, and going round for ever is his.
    """

    def __init__(self, room: _Room, core: int) -> None:
        self.room, self.core, self.left = room, core, _STATES
        self.known: dict[tuple[int, int, int, bool], bool] = {}
        self.on_the_way: set[tuple[int, int, int, bool]] = set()

    def is_won(self, theirs: int, ours: int, ko: int = 0, owner_next: bool = True) -> bool:
        """Whether the owner takes a chain of the core from here on."""
        state = theirs, ours, ko, owner_next
        if state in self.known:
            return self.known[state]
        if state in self.on_the_way or self.left == 0:
            return False
        self.left -= 1
        self.on_the_way.add(state)
        won = self._owner_wins(theirs, ours, ko) if owner_next else self._other_loses(theirs, ours)
        self.on_the_way.remove(state)
        self.known[state] = won
        return won

    def _owner_wins(self, theirs: int, ours: int, ko: int) -> bool:
        for move in _bits(self.room.all & ~theirs & ~ours & ~ko):
            after = self._play(move, ours, theirs, self.room.by_wall)
            if after is None:
                continue
            own, other = after
            if self.core & theirs & ~other or self.is_won(other, own, 0, False):
                return True
        return False

    def _other_loses(self, theirs: int, ours: int) -> bool:
        if not self.is_won(theirs, ours, 0, True):
            return False
        for move in _bits(self.room.all & ~theirs & ~ours):
            after = self._play(move, theirs, ours, 0)
            if after is None:
                continue
            own, other = after
            taken = ours & ~other
            alone = not self.room.around(move) & (own | (self.room.all & ~own & ~other & ~taken))
            if not self.is_won(own, other, taken if taken.bit_count() == 1 and alone else 0, True):
                return False
        return True

    def _play(self, move: int, own: int, other: int, safe: int) -> tuple[int, int] | None:
        """Both sides' stones after a move of `own`; None for suicide. A chain at `safe` points cannot be taken."""
        room = self.room
        own |= move
        taken = 0
        for chain in room.chains(other):
            if room.around(chain) & move and not room.around(chain) & ~own:
                taken |= chain
        if taken and not safe and taken & room.by_wall:
            taken = sum(chain for chain in room.chains(taken) if not chain & room.by_wall)
        other &= ~taken
        for chain in room.chains(own):
            if chain & move and not room.around(chain) & ~other & ~own and not chain & safe:
                return None
        return own, other


def _bits(points: int) -> Iterator[int]:
    while points:
        bit = points & -points
        points ^= bit
        yield bit


__all__ = ["unconditional_territory"]
