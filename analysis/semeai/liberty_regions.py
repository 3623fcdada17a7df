"""The layout of a race on a board: two essential blocks, the living stones around, the liberty regions in between.

The connected components of all other points, empty ones and stones that can be captured, fall into independent parts,
each a region with liberties of one block (an external region of its owner) or of both (shared liberties). Shared
liberties must be plain: empty points, each beside both blocks, with nothing else around them. Living stones of the
opponent must be beside each block or one of its liberties, so that capturing the block settles the race.

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
from .liberty_parts import BitGrid, Part, Safe, bits, bits_of_mask, points_of

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LibertyRegion:
    """A part of the board with liberties.

    Public attributes:
      points   -- its points, ascending
      defender -- Color of the block whose liberties they are; None if they are shared
      part     -- the region as bits; None if the liberties are shared
    """

    points: tuple[int, ...]
    defender: Color | None
    part: Part | None = field(default=None, repr=False)

    @property
    def eye(self) -> bool:
        """Whether only the block is around it."""
        return self.part is not None and self.part.enclosed


@dataclass(frozen=True)
class RaceLayout:
    """The blocks, regions and walls of a race.

    Public attributes:
      black, white -- points of the essential blocks, ascending
      regions      -- ordered by their first points; those without liberties of a block are left out
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
        """The number of shared liberties."""
        return sum(len(region.points) for region in self.regions if region.defender is None)


def race_layout(position: Position, black: int, white: int, living: Bools) -> RaceLayout:
    """Return the layout of a race.

    black, white -- any point of the essential blocks
    living       -- (area,) bool, stones that live whatever is played in the race

    Raises RaceError, with the reason in one line, where the model does not cover the race.
    """
    return _LayoutFinder(position, black, white, living).layout()


def check_blocks(position: Position, black: int, white: int, living: Bools) -> None:
    """Raise RaceError unless these are a black and a white stone that are not alive."""
    for point, color in ((black, BLACK), (white, WHITE)):
        name = position.grid.vertex(position.grid.require(point))
        if position.stones[point] != color:
            raise RaceError(f"{name}: expected a stone of {color.word.capitalize()}'s")
        if living[position.chain_at(point)].any():
            raise RaceError(f"{name} is alive: there is no race for it")


@lru_cache(maxsize=8)
def bit_grid(grid: Grid) -> BitGrid:
    """Return the board's points as bits, cached per grid."""
    return BitGrid(grid)


class _LayoutFinder:
    def __init__(self, position: Position, black: int, white: int, living: Bools) -> None:
        self.position, self.grid, self.bit_grid = position, position.grid, bit_grid(position.grid)
        check_blocks(position, black, white, living)
        self.blocks = {BLACK: tuple(position.chain_at(black)), WHITE: tuple(position.chain_at(white))}
        self.block_bits = {color: bits(chain) for color, chain in self.blocks.items()}
        stones = position.stones
        self.living = {color: bits_of_mask(living & (stones == color)) for color in Color}
        self.free = bits_of_mask(~living) & ~(self.block_bits[BLACK] | self.block_bits[WHITE])
        self.stones = {color: bits_of_mask(stones == color) & self.free for color in Color}

    def layout(self) -> RaceLayout:
        regions: list[LibertyRegion] = []
        reach = self.block_bits[BLACK] | self.block_bits[WHITE]
        beside = {color: self.bit_grid.around(block) for color, block in self.block_bits.items()}
        for points in self.bit_grid.pieces(self.free, beside[BLACK] | beside[WHITE]):
            touched = [color for color in (BLACK, WHITE) if points & beside[color]]
            regions += self._shared(points, beside) if len(touched) == 2 else self._external(points, touched[0])
            reach |= points
        for color in (BLACK, WHITE):
            self._check_capture(color, beside[color])
        ko = self.position.ko
        if ko >= 0 and reach >> ko & 1:
            raise RaceError(f"there is a ko at {self.grid.vertex(ko)}")
        walls = self.bit_grid.around(reach) & (self.living[BLACK] | self.living[WHITE])
        return RaceLayout(
            self.blocks[BLACK], self.blocks[WHITE], tuple(sorted(regions, key=lambda region: region.points)),
            tuple(points_of(walls)),
        )

    def _check_capture(self, color: Color, beside: int) -> None:
        """Raise RaceError unless capturing the block connects its captor to living stones: through the points of the
        block, or through a stone that fills one of its liberties."""
        living = self.living[color.opponent]
        fills = self.bit_grid.around(living) & beside & self.free & ~self.stones[color]
        if not beside & living and not fills:
            name = self._name(self.block_bits[color])
            raise RaceError(f"no living stone is near {name}: taking it may leave no more than an eye")

    def _shared(self, points: int, beside: dict[Color, int]) -> Iterator[LibertyRegion]:
        around = self.bit_grid.around(points) & ~points
        plain = not points & (self.stones[BLACK] | self.stones[WHITE]) and not points & ~(beside[BLACK] & beside[WHITE])
        if not plain or around & (self.living[BLACK] | self.living[WHITE]):
            raise RaceError(f"the liberties at {self._name(points)} are near both blocks and not plain")
        yield LibertyRegion(tuple(points_of(points)), None)

    def _external(self, points: int, color: Color) -> Iterator[LibertyRegion]:
        own, opp = self.stones[color] & points, self.stones[color.opponent] & points
        part = Part(
            points, own, opp, self.bit_grid.around(self.block_bits[color]) & points,
            self.bit_grid.around(self.living[color.opponent]) & points,
            self.bit_grid.around(self.living[color]) & points,
        )
        remainder = self.bit_grid.remainder(part)
        if isinstance(remainder, Safe):
            raise RaceError(f"{self._name(self.block_bits[color])} is joined to living stones")
        for piece in remainder:
            yield LibertyRegion(tuple(points_of(piece.points)), color, piece)

    def _name(self, points: int) -> str:
        return self.grid.vertex(points_of(points)[0])


__all__ = ["LibertyRegion", "RaceLayout", "bit_grid", "check_blocks", "race_layout"]
