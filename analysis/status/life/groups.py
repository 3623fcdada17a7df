"""Groups: chains that cannot be cut apart by one move, and the context of such a group by static evaluation.

Two chains are linked by two common liberties, or by one that the other side cannot use. That is an evaluation, not a
proof: a move that threatens two links at once may cut. `safe_blocks` proves more and links less.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...board import BLACK, NO_POINT, WHITE, Color, Grid, Position, unconditional_life
from .static_life import static_life_kernels, static_life_of

_ZONE_DISTANCE = 6  # distance from a group within which the search moves
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


def group_at(position: Position, point: int) -> tuple[int, ...]:
    """Return the points of the group of the stone on `point`, ascending. Raises ValueError if there is no stone."""
    return groups(position)[position.chain_at(point)[0]]


@lru_cache(maxsize=4)
def groups(position: Position) -> Mapping[int, tuple[int, ...]]:
    """Return the points of the group of each chain, ascending, by the first point of the chain.

    A group is found from the side of its chain: chain A may be linked to B's group while B is not linked to A's.
    """
    rows, _ = static_life_kernels()
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
    static = static_life_of(position)
    group = group_at(position, point)
    owner = Color(position.colors[point])
    steps = position.grid.steps(group, _ZONE_DISTANCE + 1)
    extended_zone = np.flatnonzero(steps >= 0).astype(np.int16)
    zone = extended_zone[steps[extended_zone] <= _ZONE_DISTANCE]
    walls, stones = static.stones(-owner), static.stones(owner)
    walls[:-1] &= ~_enclosed_points(position, owner)
    enemies = static.chains(zone, -owner)
    for chain, verdict in zip(enemies, static.verdicts([chain[0] for chain in enemies], stones, -owner), strict=True):
        if verdict.dead:
            walls[list(chain)] = False
    safe, lost = np.zeros((2, position.grid.area + 1), np.bool_)
    alive = unconditional_life(position).alive
    others = [chain for chain in static.chains(zone, owner) if chain[0] not in group]
    for chain, verdict in zip(others, static.verdicts([chain[0] for chain in others], walls, -owner), strict=True):
        if verdict.in_group(point):
            continue
        if verdict.alive or alive[chain[0]] == int(owner):
            safe[list(chain)] = True
        elif verdict.dead and static.verdict(chain[0], walls, owner).dead:
            lost[list(chain)] = True
    return GroupContext(position.grid, owner, int(point), group, zone, extended_zone, walls, safe, lost)


def candidate_moves(position: Position, context: GroupContext, mover: Color) -> tuple[int, ...]:
    """Return the moves by which `mover` may kill or save the group, the most promising first. None is proved."""
    rows, moves = static_life_kernels()
    grid = position.grid
    board = np.append(position.stones, np.int8(rows.OFF))
    work = np.zeros((rows.ROWS, board.size), np.int16)
    moves.evaluate_dragon(
        board, grid.neighbours, grid.diagonals, context.zone, context.extended_zone, work, int(context.owner),
        context.target, context.walls, context.safe, context.lost, int(mover),
    )
    found, scores = np.empty(_MOST_MOVES, np.int16), np.empty(_MOST_MOVES, np.int32)
    ko = position.ko if mover is position.to_move else NO_POINT
    count = moves.candidates(
        board, grid.neighbours, grid.diagonals, context.zone, work, int(context.owner), int(mover), ko,
        np.zeros((2, board.size), np.int32), found, scores,
    )
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
