"""A position: stones, the side to move, the point simple ko forbids, prisoners. No history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .bit_sets import bits_of_mask, bits_of_points, everywhere, with_neighbours
from .color import BLACK, EMPTY, Color
from .diagram import format_diagram, parse_diagram
from .grid import NO_POINT, PASS, Grid, board_kernels
from .rules import Rules

Stones = npt.NDArray[np.int8]
_DEFAULT_RULES = Rules()
_SUICIDE_RULES = Rules(suicide=True)


class IllegalMove(ValueError):
    """A well-formed move that the rules forbid in this position.

    `reason` is "occupied", "ko", "suicide", "superko" or "off board".
    """

    def __init__(self, vertex: str, reason: str) -> None:
        super().__init__(f"{vertex}: illegal move ({reason})")
        self.vertex = vertex
        self.reason = reason


@dataclass(frozen=True, eq=False)
class Position:
    """A board and the side to move. Immutable; compared and hashed by contents.

    Public attributes:
      grid     -- Grid
      stones   -- (area,) int8, Black +1, White -1, empty 0; the array given is kept and made read-only
      to_move  -- Color
      ko       -- the point where simple ko forbids the side to move to play, or NO_POINT
      captures -- (stones taken by Black, stones taken by White)
    """

    grid: Grid
    stones: Stones = field(repr=False)
    to_move: Color = BLACK
    ko: int = NO_POINT
    captures: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if self.stones.shape != (self.grid.area,) or self.stones.dtype != np.int8:
            raise ValueError(f"stones: expected ({self.grid.area},) int8, got {self.stones.shape} {self.stones.dtype}")
        self.stones.flags.writeable = False

    @classmethod
    def empty(cls, height: int, width: int | None = None, to_move: Color | str = BLACK) -> Position:
        """Return the empty board. Raises ValueError unless both sides are in 1..25."""
        grid = Grid(height, width)
        return cls(grid, np.zeros(grid.area, np.int8), Color.parse(to_move))

    @classmethod
    def from_diagram(cls, text: str, to_move: Color | str = BLACK, ko: int = NO_POINT) -> Position:
        """Return the position drawn in `text`: rows of `.XO`, the top row first.

        Raises ValueError for a bad diagram, or if a chain has no liberty.
        """
        grid, stones = parse_diagram(text)
        return cls.from_stones(grid, stones, Color.parse(to_move), ko)

    @classmethod
    def from_stones(
        cls, grid: Grid, stones: npt.ArrayLike, to_move: Color | str = BLACK, ko: int = NO_POINT
    ) -> Position:
        """Return the position with these stones: an array of `grid.area` values +1, -1, 0 in row-major order.

        The stones are copied. Raises ValueError for other values, a chain without liberty, or a ko point that
        is not an empty point of the board.
        """
        given = np.asarray(stones).reshape(-1)
        if given.size != grid.area:
            raise ValueError(f"stones: expected {grid.area} values for a {grid} board, got {given.size}")
        if not np.isin(given, (-1, 0, 1)).all():
            raise ValueError("stones: expected +1, -1 or 0 on every point")
        position = cls(grid, given.astype(np.int8), Color.parse(to_move), ko)
        position.check()
        return position

    # -- contents ------------------------------------------------------------------------------------------------

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """The stones as ints: single points are read from a tuple much faster than from an array."""
        return tuple(self.stones.tolist())

    @cached_property
    def bits(self) -> tuple[int, int]:
        """The points with black stones, and those with white ones, as sets (`bit_sets`)."""
        return bits_of_mask(self.stones > 0), bits_of_mask(self.stones < 0)

    @cached_property
    def chain_bits(self) -> tuple[int, ...]:
        """The points of each chain as a set (`bit_sets`), in the order of `chains`."""
        return tuple(map(bits_of_points, self.chains()))

    @cached_property
    def liberty_bits(self) -> tuple[int, ...]:
        """The liberties of each chain as a set (`bit_sets`), in the order of `chains`."""
        black, white = self.bits
        empty = everywhere(self.grid) & ~(black | white)
        return tuple(with_neighbours(self.grid, chain) & empty for chain in self.chain_bits)

    @property
    def board(self) -> Stones:
        """The stones as a (height, width) view, row 0 on top."""
        return self.stones.reshape(self.grid.height, self.grid.width)

    def diagram(self) -> str:
        """Return rows of `.XO`, the top row first, as from_diagram reads them."""
        return format_diagram(self.grid, self.stones)

    def __str__(self) -> str:
        return self.diagram()

    def chain_at(self, point: int) -> list[int]:
        """Return the points of the chain on `point`, ascending. Raises ValueError if there is no stone."""
        return list(self._found_chain(point))

    def _found_chain(self, point: int) -> tuple[int, ...]:
        """Return the chain on a point. Raises ValueError if there is no stone."""
        chain = self._chain_cache.get(point)
        if chain is None:
            color = self.colors[self.grid.require(point)]
            if color == EMPTY:
                raise ValueError(f"{self.grid.vertex(point)}: expected a stone, the point is empty")
            members, todo, beside, colors = {int(point)}, [int(point)], self.grid.beside, self.colors
            while todo:
                for near in beside[todo.pop()]:
                    if colors[near] == color and near not in members:
                        members.add(near)
                        todo.append(near)
            chain = tuple(sorted(members))
            self._chain_cache.update(dict.fromkeys(chain, chain))
        return chain

    def chains(self) -> tuple[tuple[int, ...], ...]:
        """Return the chains, ordered by their first points: the points of each, ascending."""
        return self._chains

    @cached_property
    def _chains(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            chain for point, color in enumerate(self.colors)
            if color != EMPTY and (chain := self._found_chain(point))[0] == point
        )

    @property
    def chain_of(self) -> Mapping[int, tuple[int, ...]]:
        """The chain of each stone, the same object for all of its stones: faster than `chain_at` for many stones."""
        self.chains()
        return self._chain_cache

    @cached_property
    def chain_starts(self) -> tuple[int, ...]:
        """The first point of the chain on each point; NO_POINT where it is empty."""
        starts = [NO_POINT] * self.grid.area
        for chain in self.chains():
            for point in chain:
                starts[point] = chain[0]
        return tuple(starts)

    def liberties_at(self, point: int) -> list[int]:
        """Return the liberties of the chain on `point`, ascending. Raises ValueError if there is no stone."""
        chain = self._found_chain(point)
        liberties = self._liberty_cache.get(chain[0])
        if liberties is None:
            beside, colors = self.grid.beside, self.colors
            liberties = tuple(sorted({near for stone in chain for near in beside[stone] if colors[near] == EMPTY}))
            self._liberty_cache[chain[0]] = liberties
        return list(liberties)

    @cached_property
    def _chain_cache(self) -> dict[int, tuple[int, ...]]:
        """The chains found so far, by stone."""
        return {}

    @cached_property
    def _liberty_cache(self) -> dict[int, tuple[int, ...]]:
        """The liberties found so far, by the first point of the chain."""
        return {}

    # -- moves --------------------------------------------------------------------------------------------------

    def play(self, point: int, color: Color | None = None, rules: Rules | None = None) -> Position:
        """Return the position after a move (or PASS) of `color`, by default the side to move.

        Forbids the ko point to the side to move, and suicide as `rules` say. Superko needs the history and is left to
        Game. Raises IllegalMove.
        """
        color = self.to_move if color is None else color
        if point == PASS:
            return replace(self, to_move=color.opponent, ko=NO_POINT)
        if not 0 <= point < self.grid.area:
            raise IllegalMove(str(point), "off board")
        if point == self.ko and color == self.to_move:
            raise IllegalMove(self.grid.vertex(point), "ko")
        kernels = board_kernels()
        suicide = (rules or _DEFAULT_RULES).suicide
        code, stones, captured, lost, ko = kernels.play(
            self.stones, self.grid.neighbours, int(point), int(color), suicide
        )
        if code != kernels.LEGAL:
            raise IllegalMove(self.grid.vertex(point), "occupied" if code == kernels.OCCUPIED else "suicide")
        gain = (captured, lost) if color == BLACK else (lost, captured)
        taken = (self.captures[0] + gain[0], self.captures[1] + gain[1])
        return Position(self.grid, stones, color.opponent, ko, taken)

    def execute(self, point: int, color: Color) -> Position:
        """Return the position after a move (or PASS) that may be illegal, as SGF FF[4] executes the moves of a record.

        A stone that is already on the point is replaced, ko is ignored, chains without liberty are removed: the
        enemy's first, then the mover's own, a single stone included. Raises IllegalMove off the board only.
        """
        if not 0 <= point < self.grid.area:
            return self.play(point, color)
        stones = self.stones.copy()
        stones[point] = EMPTY
        cleared = replace(self, stones=stones, to_move=color, ko=NO_POINT)
        try:
            return cleared.play(point, color, _SUICIDE_RULES)
        except IllegalMove:  # the suicide of a single stone: it is taken off again
            lost = (0, 1) if color == BLACK else (1, 0)
            taken = (self.captures[0] + lost[0], self.captures[1] + lost[1])
            return replace(cleared, to_move=color.opponent, captures=taken)

    def is_legal(self, point: int, color: Color | None = None, rules: Rules | None = None) -> bool:
        """Return whether play() accepts the move."""
        if point == PASS:
            return True
        return 0 <= point < self.grid.area and bool(self._legal_mask(color, rules)[point])

    def legal_points(self, color: Color | None = None, rules: Rules | None = None) -> npt.NDArray[np.int16]:
        """Return (n,) int16: the points play() accepts, ascending; PASS, always legal, is left out."""
        return np.flatnonzero(self._legal_mask(color, rules)).astype(np.int16)

    def _legal_mask(self, color: Color | None, rules: Rules | None) -> npt.NDArray[np.bool_]:
        color = self.to_move if color is None else color
        ko = self.ko if color == self.to_move else NO_POINT
        suicide = (rules or _DEFAULT_RULES).suicide
        neighbours = self.grid.neighbours
        mask: npt.NDArray[np.bool_] = board_kernels().legal_mask(self.stones, neighbours, int(color), ko, suicide)
        return mask

    # -- variants -----------------------------------------------------------------------------------------------

    def with_to_move(self, color: Color) -> Position:
        """Return the same board with `color` to move; the ko ban is lifted if the side changes."""
        return self if color == self.to_move else replace(self, to_move=color, ko=NO_POINT)

    def transformed(self, k: int) -> Position:
        """Return the image of the position under symmetry `k`: each stone moves from p to `grid.symmetries[k][p]`.

        Every analysis of the image is the image of the analysis: so this multiplies the data of a fit by 8 (4 on a
        rectangle), and checks an analysis. Raises IndexError for a `k` that the grid does not have.
        """
        image = self.grid.symmetries[k]
        stones = np.empty_like(self.stones)
        stones[image] = self.stones
        return replace(self, stones=stones, ko=NO_POINT if self.ko == NO_POINT else int(image[self.ko]))

    def colours_swapped(self) -> Position:
        """Return the position with Black and White exchanged, the side to move included.

        Values change their sign and nothing else: for the same uses as `transformed`.
        """
        return replace(self, stones=-self.stones, to_move=self.to_move.opponent, captures=self.captures[::-1])

    # -- equality -----------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raise ValueError unless every chain has a liberty and the ko point, if any, is empty."""
        label, count, liberties = board_kernels().label_chains(self.stones, self.grid.neighbours)
        if count and liberties[:count].min() == 0:
            point = int(np.flatnonzero(label == int(liberties[:count].argmin()))[0])
            raise ValueError(f"position: the chain at {self.grid.vertex(point)} has no liberty")
        if self.ko != NO_POINT and (not 0 <= self.ko < self.grid.area or self.stones[self.ko] != EMPTY):
            got = self.grid.vertex(self.ko) if 0 <= self.ko < self.grid.area else self.ko
            raise ValueError(f"position: expected an empty point as ko, got {got}")

    def _key(self) -> tuple[object, ...]:
        return self.grid, self.stones.tobytes(), self.to_move, self.ko, self.captures

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return Position, (self.grid, self.stones, self.to_move, self.ko, self.captures)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._key())
