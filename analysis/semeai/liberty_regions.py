"""A race on a board: two essential blocks, the living stones around, and the liberty regions in between.

A region is what is joined without the blocks and the living stones: empty points, and other stones, which can be
captured. It falls into parts that have nothing to do with each other, each with liberties of one block, an external
region of its owner's; or of both blocks, shared liberties. Those must be plain: empty points, each beside both blocks,
with nothing else around them. Each block has living stones of the other side's beside it or a liberty, so that taking
it settles the race.

Terms: Nakamura, Evaluating Territories of Go Positions with Capturing Races.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Grid, Position
from .liberty_game import RaceError
from .liberty_parts import Ground, Part, Safe, bits, listed, marked

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LibertyRegion:
    """A part of the board with liberties.

    Public attributes:
      points   -- its points, ascending
      defender -- Color of the block whose liberties they are; None if they are of both
      part     -- the same as bits; None if they are of both
    """

    points: tuple[int, ...]
    defender: Color | None
    part: Part | None = field(default=None, repr=False)

    @property
    def eye(self) -> bool:
        """Whether the block alone is around it."""
        return self.part is not None and self.part.enclosed


@dataclass(frozen=True)
class Split:
    """A race cut into its regions.

    Public attributes:
      black, white -- points of the essential blocks, ascending
      regions      -- by their first points; those without liberties of a block are left out
      walls        -- points of the living stones that border on regions or blocks, ascending
    """

    black: tuple[int, ...]
    white: tuple[int, ...]
    regions: tuple[LibertyRegion, ...]
    walls: tuple[int, ...]

    def block(self, color: Color) -> tuple[int, ...]:
        return self.black if color is BLACK else self.white

    @property
    def shared(self) -> int:
        """How many liberties are of both blocks."""
        return sum(len(region.points) for region in self.regions if region.defender is None)


def split(position: Position, black: int, white: int, living: Bools) -> Split:
    """Cut a race into regions.

    black, white -- any point of the essential blocks
    living       -- (area,) bool, stones that stand whatever is played in the race

    Raises RaceError, with the reason in one line, where the model does not cover it.
    """
    return _Splitter(position, black, white, living).split()


def check_blocks(position: Position, black: int, white: int, living: Bools) -> None:
    """Raises RaceError unless these are stones of Black's and White's that do not live anyway."""
    for point, color in ((black, BLACK), (white, WHITE)):
        name = position.grid.vertex(position.grid.require(point))
        if position.stones[point] != color:
            raise RaceError(f"{name}: expected a stone of {color.word.capitalize()}'s")
        if living[position.chain_at(point)].any():
            raise RaceError(f"{name} is alive: there is no race for it")


@lru_cache(maxsize=8)
def ground_of(grid: Grid) -> Ground:
    """The board's points as `parts` has them."""
    return Ground(grid)


class _Splitter:
    def __init__(self, position: Position, black: int, white: int, living: Bools) -> None:
        self.position, self.grid, self.ground = position, position.grid, ground_of(position.grid)
        check_blocks(position, black, white, living)
        self.blocks = {BLACK: tuple(position.chain_at(black)), WHITE: tuple(position.chain_at(white))}
        self.block_bits = {color: bits(chain) for color, chain in self.blocks.items()}
        stones = position.stones
        self.living = {color: marked(living & (stones == color)) for color in Color}
        self.free = marked(~living) & ~(self.block_bits[BLACK] | self.block_bits[WHITE])
        self.stones = {color: marked(stones == color) & self.free for color in Color}

    def split(self) -> Split:
        regions: list[LibertyRegion] = []
        reach = self.block_bits[BLACK] | self.block_bits[WHITE]
        beside = {color: self.ground.around(block) for color, block in self.block_bits.items()}
        for room in self.ground.pieces(self.free, beside[BLACK] | beside[WHITE]):
            touched = [color for color in (BLACK, WHITE) if room & beside[color]]
            regions += self._shared(room, beside) if len(touched) == 2 else self._external(room, touched[0])
            reach |= room
        for color in (BLACK, WHITE):
            self._check_taken(color, beside[color])
        ko = self.position.ko
        if ko >= 0 and reach >> ko & 1:
            raise RaceError(f"there is a ko at {self.grid.vertex(ko)}")
        walls = self.ground.around(reach) & (self.living[BLACK] | self.living[WHITE])
        return Split(
            self.blocks[BLACK], self.blocks[WHITE], tuple(sorted(regions, key=lambda region: region.points)),
            tuple(listed(walls)),
        )

    def _check_taken(self, color: Color, beside: int) -> None:
        """Raises RaceError unless whoever takes the block is joined to stones that live: through the place where it
        stood, or through a stone that fills one of its liberties."""
        living = self.living[color.opponent]
        fills = self.ground.around(living) & beside & self.free & ~self.stones[color]
        if not beside & living and not fills:
            name = self._name(self.block_bits[color])
            raise RaceError(f"no living stone is near {name}: taking it may leave no more than an eye")

    def _shared(self, room: int, beside: dict[Color, int]) -> Iterator[LibertyRegion]:
        around = self.ground.around(room) & ~room
        plain = not room & (self.stones[BLACK] | self.stones[WHITE]) and not room & ~(beside[BLACK] & beside[WHITE])
        if not plain or around & (self.living[BLACK] | self.living[WHITE]):
            raise RaceError(f"the liberties at {self._name(room)} are near both blocks and not plain")
        yield LibertyRegion(tuple(listed(room)), None)

    def _external(self, room: int, color: Color) -> Iterator[LibertyRegion]:
        own, opp = self.stones[color] & room, self.stones[color.opponent] & room
        part = Part(
            room, own, opp, self.ground.around(self.block_bits[color]) & room,
            self.ground.around(self.living[color.opponent]) & room, self.ground.around(self.living[color]) & room,
        )
        left = self.ground.settled(part)
        if isinstance(left, Safe):
            raise RaceError(f"{self._name(self.block_bits[color])} is joined to living stones")
        for piece in left:
            yield LibertyRegion(tuple(listed(piece.points)), color, piece)

    def _name(self, points: int) -> str:
        return self.grid.vertex(listed(points)[0])


__all__ = ["LibertyRegion", "Split", "check_blocks", "ground_of", "split"]
