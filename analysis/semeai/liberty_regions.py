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

from ..board import BLACK, WHITE, Color, Position
from ..board.bit_sets import bits_of_mask, bits_of_points, points_of
from .liberty_game import RaceError
from .liberty_parts import Part, Safe, first_of, part_grid

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
    check_blocks(position, black, white, living)
    return _LayoutFinder(position, black, white, living).layout()


def black_and_white(position: Position, first: int, second: int) -> tuple[int, int]:
    """Return the points of a black and a white stone in order. Raises ValueError, naming both, for other points."""
    black, white = (first, second) if position.stones[position.grid.require(first)] == BLACK else (second, first)
    if position.stones[black] == BLACK and position.stones[position.grid.require(white)] == WHITE:
        return black, white
    words: dict[int, str] = {BLACK: "black", WHITE: "white"}
    got = (f"{position.grid.vertex(p)} ({words.get(int(position.stones[p]), 'empty')})" for p in (first, second))
    raise ValueError(f"race: expected a black and a white stone, got {' and '.join(got)}")


def check_blocks(position: Position, black: int, white: int, living: Bools) -> None:
    """Raise RaceError unless these are a black and a white stone that are not alive."""
    for point, color in ((black, BLACK), (white, WHITE)):
        name = position.grid.vertex(position.grid.require(point))
        if position.stones[point] != color:
            raise RaceError(f"{name}: expected a stone of {color.word.capitalize()}'s")
        if any(living[stone] for stone in position.chain_of[point]):
            raise RaceError(f"{name} is alive: there is no race for it")


class _LayoutFinder:
    def __init__(self, position: Position, black: int, white: int, living: Bools) -> None:
        self.position, self.grid, self.part_grid = position, position.grid, part_grid(position.grid)
        self.blocks = {BLACK: position.chain_of[black], WHITE: position.chain_of[white]}
        self.block_bits = {color: bits_of_points(chain) for color, chain in self.blocks.items()}
        stones, alive = _stone_bits(position), bits_of_mask(living)
        self.living = {color: stones[color] & alive for color in (BLACK, WHITE)}
        self.free = self.part_grid.board & ~(alive | self.block_bits[BLACK] | self.block_bits[WHITE])
        self.stones = {color: stones[color] & self.free for color in (BLACK, WHITE)}

    def layout(self) -> RaceLayout:
        regions: list[LibertyRegion] = []
        reach = self.block_bits[BLACK] | self.block_bits[WHITE]
        beside = {color: self.part_grid.around(block) for color, block in self.block_bits.items()}
        for points in self.part_grid.connected_parts(self.free, beside[BLACK] | beside[WHITE]):
            touched = [color for color in (BLACK, WHITE) if points & beside[color]]
            regions += self._shared(points, beside) if len(touched) == 2 else self._external(points, touched[0])
            reach |= points
        for color in (BLACK, WHITE):
            self._check_capture(color, beside[color])
        ko = self.position.ko
        if ko >= 0 and reach >> ko & 1:
            raise RaceError(f"there is a ko at {self.grid.vertex(ko)}")
        walls = self.part_grid.around(reach) & (self.living[BLACK] | self.living[WHITE])
        return RaceLayout(
            self.blocks[BLACK], self.blocks[WHITE], tuple(sorted(regions, key=lambda region: region.points)),
            tuple(points_of(walls)),
        )

    def _check_capture(self, color: Color, beside: int) -> None:
        """Raise RaceError unless capturing the block connects its captor to living stones: through the points of the
        block, or through a stone that fills one of its liberties."""
        living = self.living[color.opponent]
        fills = self.part_grid.around(living) & beside & self.free & ~self.stones[color]
        if not beside & living and not fills:
            name = self._name(self.block_bits[color])
            raise RaceError(f"no living stone is near {name}: taking it may leave no more than an eye")

    def _shared(self, points: int, beside: dict[Color, int]) -> Iterator[LibertyRegion]:
        around = self.part_grid.around(points) & ~points
        plain = not points & (self.stones[BLACK] | self.stones[WHITE]) and not points & ~(beside[BLACK] & beside[WHITE])
        if not plain or around & (self.living[BLACK] | self.living[WHITE]):
            raise RaceError(f"the liberties at {self._name(points)} are near both blocks and not plain")
        yield LibertyRegion(tuple(points_of(points)), None)

    def _external(self, points: int, color: Color) -> Iterator[LibertyRegion]:
        own, opp = self.stones[color] & points, self.stones[color.opponent] & points
        part = Part(
            points, own, opp, self.part_grid.around(self.block_bits[color]) & points,
            self.part_grid.around(self.living[color.opponent]) & points,
            self.part_grid.around(self.living[color]) & points,
        )
        remainder = self.part_grid.remainder(part)
        if isinstance(remainder, Safe):
            raise RaceError(f"{self._name(self.block_bits[color])} is joined to living stones")
        for piece in remainder:
            yield LibertyRegion(tuple(points_of(piece.points)), color, piece)

    def _name(self, points: int) -> str:
        return self.grid.vertex(first_of(points))


@lru_cache(maxsize=4)
def _stone_bits(position: Position) -> dict[Color, int]:
    """Return the stones of both colours as bits, cached: each pair of blocks of a board asks for them."""
    return {color: bits_of_mask(position.stones == color) for color in (BLACK, WHITE)}


__all__ = ["LibertyRegion", "RaceLayout", "black_and_white", "check_blocks", "race_layout"]
