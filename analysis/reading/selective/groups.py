"""Groups: chains that cannot be cut apart by one move, and the context of such a group by static evaluation.

Two chains are linked by two common liberties, or by one that the other side cannot use. That is an evaluation, not a
proof: a move that threatens two links at once may cut. `safe_blocks` proves more and links less.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...board import BLACK, NO_POINT, WHITE, Color, Grid, Position, unconditional_life
from ...board.bit_sets import bits_of_mask
from ...board.grid import board_kernels
from .static_life import static_life_kernels, static_life_of

if TYPE_CHECKING:
    from ._chain_kernels import GroupArrays
    from ._context_kernels import Shared

_MOST_MOVES = 14  # of `candidate_moves`
_LARGEST_ENCLOSED = 14  # points of an enclosed region in which enemy stones are not taken for alive


@dataclass(frozen=True)
class GroupContext:
    """A group and the stones around it. Points are those of the board; masks have one more entry, for "off the board".

    Public attributes:
      owner         -- Color of the group
      target        -- the point that was asked about
      group         -- its points, ascending
      zone          -- (n,) int16, the points within six steps of it, ascending
      extended_zone -- (n,) int16, these and their neighbours, ascending
      walls         -- (area + 1,) bool: enemy stones that cannot be captured, by static evaluation
      safe          -- (area + 1,) bool: the owner's other stones that live
      lost          -- (area + 1,) bool: the owner's other stones that are dead
      read          -- (area,) bool: the points whose colours a search of the group reads: the extended zone, and the
                       chains that reach into it with their liberties
      key           -- all of the above but the colours of these points, as bytes: contexts of one owner and target that
                       have the same key and the same stones on them have the same searches
    """

    grid: Grid = field(repr=False)
    owner: Color
    target: int
    group: tuple[int, ...]
    zone: npt.NDArray[np.int16] = field(repr=False)
    extended_zone: npt.NDArray[np.int16] = field(repr=False)
    walls: npt.NDArray[np.bool_] = field(repr=False)
    safe: npt.NDArray[np.bool_] = field(repr=False)
    lost: npt.NDArray[np.bool_] = field(repr=False)
    read: npt.NDArray[np.bool_] = field(repr=False)
    key: bytes = field(repr=False)

    @cached_property
    def read_bits(self) -> int:
        """The points of `read` as a set (`board.bit_sets`)."""
        return bits_of_mask(self.read)

    @property
    def arrays(self) -> GroupArrays:
        """Return the group as the kernels take it."""
        rows, *_ = static_life_kernels()
        found: GroupArrays = rows.GroupArrays(
            self.grid.neighbours, self.grid.diagonals, self.zone, self.extended_zone, int(self.owner), self.target,
            self.walls, self.safe, self.lost, self.read,
        )
        return found


def group_at(position: Position, point: int) -> tuple[int, ...]:
    """Return the points of the group of the stone on `point`, ascending. Raises ValueError if there is no stone."""
    return groups(position)[position.chain_at(point)[0]]


@lru_cache(maxsize=4)
def groups(position: Position) -> Mapping[int, tuple[int, ...]]:
    """Return the points of the group of each chain, ascending, by the first point of the chain.

    A group is found from the side of its chain: chain A may be linked to B's group while B is not linked to A's.
    """
    rows, *_ = static_life_kernels()
    grid, chains = position.grid, position.chains()
    board, work = np.append(position.stones, np.int8(rows.OFF)), np.zeros((rows.ROWS, grid.area + 1), np.int16)
    connected = np.zeros((len(chains), len(chains)), np.bool_)  # the kernel numbers the chains in the same order
    for color in (BLACK, WHITE):
        rows.find_groups(board, grid.neighbours, np.arange(grid.area, dtype=np.int16), work, int(color), connected)
    members: list[list[tuple[int, ...]]] = [[] for _ in chains]
    for number, other in zip(*(numbers.tolist() for numbers in connected.nonzero()), strict=True):
        members[number].append(chains[other])
    found = {chain[0]: _united(linked) for chain, linked in zip(chains, members, strict=True)}
    return MappingProxyType(found)


def _united(chains: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the points of several chains, ascending."""
    return chains[0] if len(chains) == 1 else tuple(sorted(itertools.chain.from_iterable(chains)))


def group_context(position: Position, point: int) -> GroupContext:
    """Return the group of the stone on `point` with its context. Raises ValueError if there is no stone."""
    chain = position.chain_at(point)
    owner = Color(position.colors[point])
    shared = _shared_context(position, owner)
    group, area = shared.groups[chain[0]], position.grid.area
    kernels = _context_kernels()
    points, codes = np.empty((2, area), np.int16), np.zeros((2, area + 1), np.uint8)
    masks = np.zeros((4, area + 1), np.bool_)
    sizes = kernels.fill_context(
        shared.arrays, np.array(group, np.int64), int(point), kernels.Context(points, masks, codes)
    )
    zone, extended_zone = (part[:size] for part, size in zip(points, sizes, strict=True))
    walls, safe, lost, read = masks
    key = zone.tobytes() + codes[kernels.SUMMARY, : sizes[1]].tobytes()
    return GroupContext(
        position.grid, owner, int(point), group, zone, extended_zone, walls, safe, lost, read[:area], key
    )


@cache
def _context_kernels() -> ModuleType:
    from . import _context_kernels  # loads numba

    return _context_kernels


@dataclass(frozen=True)
class _SharedContext:
    """What the contexts of all groups of one colour have in common. Chains are numbered as in `Position.chains`.

      groups -- `groups` of the position
      arrays -- for the kernel:
        dead_enemies -- the enemy's chains that are dead by static evaluation, the enemy to move
        walls        -- the enemy's stones, but those in small enclosed regions
        linked       -- for each of the colour's chains the chains of its group by static evaluation, the enemy to move
                        and no dead chain a wall
        alive        -- the colour's chains that live by that evaluation, or unconditionally
        lost         -- the colour's other chains, if they are dead by it with either side to move
    """

    groups: Mapping[int, tuple[int, ...]]
    arrays: Shared


@lru_cache(maxsize=8)
def _shared_context(position: Position, owner: Color) -> _SharedContext:
    static, chains = static_life_of(position), position.chains()
    label = np.append(board_kernels().label_chains(position.stones, position.grid.neighbours)[0], np.int16(-1))
    first = np.array([chain[0] for chain in chains], np.intp)
    is_own = position.stones[first] == owner
    own, enemies = np.flatnonzero(is_own), np.flatnonzero(~is_own)
    alive, lost, dead_enemies = np.zeros((3, len(chains) + 1), np.bool_)
    enemy_verdicts = static.verdicts(first[enemies].tolist(), static.stones(owner), -owner)
    dead_enemies[enemies] = [verdict.dead for verdict in enemy_verdicts]
    walls = static.stones(-owner)
    walls[:-1] &= ~_enclosed_points(position, owner)
    standing = walls & ~dead_enemies[label]
    verdicts = static.verdicts(first[own].tolist(), standing, -owner)
    linked = np.zeros((len(chains) + 1, len(chains)), np.bool_)
    linked[own] = [verdict.group[: len(chains)] for verdict in verdicts]
    alive[own] = [verdict.alive for verdict in verdicts]
    alive[own] |= unconditional_life(position).alive[first[own]] == int(owner)
    dying = own[[verdict.dead for verdict in verdicts]]
    lost[dying] = [verdict.dead for verdict in static.verdicts(first[dying].tolist(), standing, owner)]
    arrays = _context_kernels().Shared(
        position.grid.neighbours, label, dead_enemies, walls, linked, alive, lost & ~alive
    )
    return _SharedContext(groups(position), arrays)


def candidate_moves(position: Position, context: GroupContext, mover: Color) -> tuple[int, ...]:
    """Return the moves by which `mover` may kill or save the group, the most promising first. None is proved."""
    rows, verdicts, moves = static_life_kernels()
    board = np.append(position.stones, np.int8(rows.OFF))
    work = np.zeros((rows.ROWS, board.size), np.int16)
    group = context.arrays
    verdicts.evaluate_dragon(board, group, work, int(mover))
    found, scores = np.empty(_MOST_MOVES, np.int16), np.empty(_MOST_MOVES, np.int32)
    ko = position.ko if mover is position.to_move else NO_POINT
    count = moves.candidates(board, group, work, int(mover), ko, found, scores)
    return tuple(int(point) for point in found[:count])


@lru_cache(maxsize=4)
def _enclosed_points(position: Position, owner: Color) -> npt.NDArray[np.bool_]:
    """Return the mask, (area,), of the small regions of the board without the owner's stones, except the largest
    region.
    """
    label, count = position.grid.parts(position.stones != int(owner))
    sizes = np.bincount(label + 1, minlength=count + 1)[1:]
    small = sizes <= _LARGEST_ENCLOSED
    small[np.flatnonzero(sizes == sizes.max(initial=0))[-1:]] = False  # of equal ones, the last is the largest
    found: npt.NDArray[np.bool_] = np.append(small, False)[label]  # label -1, the owner's stones, is the last entry
    found.flags.writeable = False
    return found
