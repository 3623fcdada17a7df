"""Unconditional territory with stones in it: regions where the enemy cannot live however many moves it plays first.

Benson's territory leaves out a region in which its owner has stones that could be captured. Here such a region counts,
too. A region is a connected part of the board without the owner's unconditionally alive stones. It is the owner's if
the enemy

    cannot live alone  no two points that it might keep as eyes, with all others filled and the stones that captures
                       removed, give it an unconditionally alive chain; and
    cannot survive     if it fills all but some liberties of the owner's stones inside, the owner, moving next, still
                       captures it under alternating play, without winning a ko.

So the owner may let the enemy play as many moves as it likes, and needs to answer only from then on. A region where
either takes too many trials is left undecided.

Trying two eyes is enough: of three or more that keep some chains alive one can always be filled, which joins the chains
around it, unless all of these have only one other eye, the same for all; and then those two are enough alone.

Source: Benson (1976) for life; the rest is our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Position, Rules, unconditional_life
from ..board.bit_sets import bit_grid, bits_of_points

_MOST_EYE_POINTS = 80  # points where the enemy might have an eye: more give too many pairs
_MOST_LIBERTIES = 8  # of the owner's stones inside a region
_MOST_NODES = 20_000


def unconditional_territory(position: Position, rules: Rules | None = None) -> npt.NDArray[np.int8]:
    """Return (area,) int8: +1 / -1 on Black's / White's unconditionally alive stones and unconditional territory.

    That includes the owner's other stones in the territory: the owner keeps the point. Where `rules` allow suicide,
    only what Benson's algorithm finds.
    """
    life = unconditional_life(position, rules)
    owner = life.owner
    if rules is not None and rules.suicide:
        return owner
    for color in (BLACK, WHITE):
        walls = life.alive == color
        for points in _regions(position, walls):
            if (owner[points] != color).any() and _Region(position, color, points).is_owned():
                owner[points] = color
    return owner


def _regions(position: Position, walls: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Return the regions of the board without the walls; none without walls."""
    return position.grid.connected_parts(np.flatnonzero(~walls).tolist()) if walls.any() else []


class _Region:
    """One region of one owner. Sets of points are ints, bit k being point k of the board."""

    def __init__(self, position: Position, owner: Color, points: list[int]) -> None:
        self.grid = bit_grid(position.grid)
        self.points = bits_of_points(points)
        # points beside the owner's alive stones
        self.by_wall = self.points & self.grid.around(self.grid.board & ~self.points)
        colors = {point: int(position.stones[point]) * owner for point in points}
        self.owner_stones = bits_of_points(point for point, color in colors.items() if color > 0)
        self.enemy_stones = bits_of_points(point for point, color in colors.items() if color < 0)
        self.eye_points = self.points & ~self.enemy_stones & ~self.by_wall  # where the enemy could have an eye

    def is_owned(self) -> bool:
        """Return whether the enemy can neither live nor survive here."""
        return self._cannot_live() and self._cannot_survive()

    def _cannot_live(self) -> bool:
        if self.eye_points.bit_count() > _MOST_EYE_POINTS:
            return False
        for eyes in combinations(_bits(self.eye_points), 2):
            filled = self._filled(sum(eyes))
            if filled is not None and self._lives(*filled):
                return False
        return True

    def _filled(self, kept: int) -> tuple[int, int] | None:
        """Return (enemy stones, owner stones) once the enemy has filled all points but `kept`.

        None if it cannot: the owner has a stone on such a point, in a chain that also has such a liberty.
        """
        owner_stones = 0
        for chain in self.grid.connected_parts(self.owner_stones):
            if self.around(chain) & kept:
                if chain & kept:
                    return None
                owner_stones |= chain
        enemy_stones = self.points & ~kept & ~owner_stones
        for chain in list(self.grid.connected_parts(enemy_stones)):
            if not self.around(chain) & kept:
                enemy_stones &= ~(chain & ~self.enemy_stones)  # suicide: these points stay empty
        return enemy_stones, owner_stones

    def _lives(self, enemy_stones: int, owner_stones: int) -> bool:
        """Return whether a chain of the enemy is unconditionally alive (Benson's algorithm)."""
        chains = list(self.grid.connected_parts(enemy_stones))
        while chains:
            stones = sum(chains)
            regions = [part for part in self.grid.connected_parts(self.points & ~stones) if not part & self.by_wall]
            kept = []
            for chain in chains:
                around = self.around(chain)
                if sum(1 for part in regions if part & ~owner_stones and not part & ~owner_stones & ~around) >= 2:
                    kept.append(chain)
            if len(kept) == len(chains):
                return True
            chains = kept
        return False

    def _cannot_survive(self) -> bool:
        liberties = list(_bits(self.around(self.owner_stones) & self.eye_points & ~self.owner_stones))
        if len(liberties) > _MOST_LIBERTIES:
            return False
        for size in range(2, len(liberties) + 1):
            for kept in combinations(liberties, size):
                filled = self._filled(sum(kept))
                if filled is not None and self._survives(*filled, sum(kept)):
                    return False
        return True

    def _survives(self, enemy_stones: int, owner_stones: int, kept: int) -> bool:
        """Return whether the enemy can keep all its chains of two liberties or more, the owner moving first."""
        chains = self.grid.connected_parts(enemy_stones)
        strong = [chain for chain in chains if (self.around(chain) & kept).bit_count() >= 2]
        if not strong or not owner_stones:
            return False
        return not _CaptureSearch(self, sum(strong)).is_won(enemy_stones, owner_stones)

    def around(self, chain: int) -> int:
        """Return the points of the region adjacent to a set, without the set."""
        return self.grid.around(chain) & self.points & ~chain


class _CaptureSearch:
    """Search of alternating play in a filled region, the owner first, for the capture of a chain of `core`.

    Only the enemy may retake kos at once, and a repetition is a failure.
    """

    def __init__(self, region: _Region, core: int) -> None:
        self.region, self.core, self.nodes_left = region, core, _MOST_NODES
        self.results: dict[tuple[int, int, int, bool], bool] = {}
        self.on_line: set[tuple[int, int, int, bool]] = set()

    def is_won(self, enemy_stones: int, owner_stones: int, ko: int = 0, owner_next: bool = True) -> bool:
        """Return whether the owner captures a chain of the core from this position on."""
        state = enemy_stones, owner_stones, ko, owner_next
        if state in self.results:
            return self.results[state]
        if state in self.on_line or self.nodes_left == 0:
            return False
        self.nodes_left -= 1
        self.on_line.add(state)
        if owner_next:
            won = self._owner_wins(enemy_stones, owner_stones, ko)
        else:
            won = self._enemy_loses(enemy_stones, owner_stones)
        self.on_line.remove(state)
        self.results[state] = won
        return won

    def _owner_wins(self, enemy_stones: int, owner_stones: int, ko: int) -> bool:
        for move in _bits(self.region.points & ~enemy_stones & ~owner_stones & ~ko):
            after = self._play(move, owner_stones, enemy_stones, self.region.by_wall)
            if after is None:
                continue
            own, other = after
            if self.core & enemy_stones & ~other or self.is_won(other, own, 0, False):
                return True
        return False

    def _enemy_loses(self, enemy_stones: int, owner_stones: int) -> bool:
        if not self.is_won(enemy_stones, owner_stones, 0, True):
            return False
        for move in _bits(self.region.points & ~enemy_stones & ~owner_stones):
            after = self._play(move, enemy_stones, owner_stones, 0)
            if after is None:
                continue
            own, other = after
            taken = owner_stones & ~other
            alone = not self.region.around(move) & (own | (self.region.points & ~own & ~other & ~taken))
            if not self.is_won(own, other, taken if taken.bit_count() == 1 and alone else 0, True):
                return False
        return True

    def _play(self, move: int, own: int, other: int, safe: int) -> tuple[int, int] | None:
        """Return both sides' stones after a move of `own`; None for suicide. Chains on `safe` are never captured."""
        region = self.region
        own |= move
        taken = 0
        for chain in region.grid.connected_parts(other):
            if region.around(chain) & move and not region.around(chain) & ~own:
                taken |= chain
        if taken and not safe and taken & region.by_wall:
            taken = sum(chain for chain in region.grid.connected_parts(taken) if not chain & region.by_wall)
        other &= ~taken
        for chain in region.grid.connected_parts(own):
            if chain & move and not region.around(chain) & ~other & ~own and not chain & safe:
                return None
        return own, other


def _bits(points: int) -> Iterator[int]:
    while points:
        bit = points & -points
        points ^= bit
        yield bit


__all__ = ["unconditional_territory"]
