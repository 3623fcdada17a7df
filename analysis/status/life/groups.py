"""Groups: chains that cannot be cut apart by one move, and the context of such a group by static evaluation.

Two chains are linked by two common liberties, or by one that the other side cannot use. That is an evaluation, not a
proof: a move that threatens two links at once may cut. `safe_blocks` proves more and links less.
"""

from __future__ import annotations

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
    chain = position.chain_at(point)
    return groups(position)[chain[0]]


@lru_cache(maxsize=4)
def groups(position: Position) -> Mapping[int, tuple[int, ...]]:
    """Return the points of the group of each chain, ascending, by the first point of the chain.

    A group is found from the side of its chain: chain A may be linked to B's group while B is not linked to A's.
    """
    rows, _ = static_life_kernels()
    grid, stones = position.grid, position.stones
    board, work = np.append(stones, np.int8(rows.OFF)), np.zeros((rows.ROWS, grid.area + 1), np.int16)
    chains = list(position.chains())
    connected = np.zeros((len(chains), len(chains)), np.bool_)
    for color in (BLACK, WHITE):
        rows.find_groups(board, grid.neighbours, np.arange(grid.area, dtype=np.int16), work, int(color), connected)
    label, found = work[rows.LABEL], {}
    points = {int(owner): np.flatnonzero(stones == owner) for owner in (BLACK, WHITE)}
    labels = {owner: label[those] for owner, those in points.items()}
    for chain in chains:
        owner = int(stones[chain[0]])
        found[chain[0]] = tuple(points[owner][connected[label[chain[0]], labels[owner]]].tolist())
    return MappingProxyType(found)


def group_context(position: Position, point: int) -> GroupContext:
    """Return the group of the stone on `point` with its context. Raises ValueError if there is no stone."""
    static = static_life_of(position)
    group = group_at(position, point)
    owner = Color(int(position.stones[point]))
    steps = position.grid.steps(group, _ZONE_DISTANCE + 1)
    extended_zone = np.flatnonzero(steps >= 0).astype(np.int16)
    zone = extended_zone[steps[extended_zone] <= _ZONE_DISTANCE]
    walls, stones = static.stones(-owner), static.stones(owner)
    for region in _enclosed_regions(position, owner):
        walls[region] = False
    enemies = static.chains(zone, -owner)
    for chain, verdict in zip(enemies, static.verdicts([chain[0] for chain in enemies], stones, -owner), strict=True):
        if verdict.dead:
            walls[chain] = False
    safe, lost = np.zeros((2, position.grid.area + 1), np.bool_)
    alive = unconditional_life(position).alive
    others = [chain for chain in static.chains(zone, owner) if chain[0] not in group]
    for chain, verdict in zip(others, static.verdicts([chain[0] for chain in others], walls, -owner), strict=True):
        if verdict.in_group(point):
            continue
        if verdict.alive or alive[chain[0]] == owner:
            safe[chain] = True
        elif verdict.dead and static.verdict(chain[0], walls, owner).dead:
            lost[chain] = True
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
def _enclosed_regions(position: Position, owner: Color) -> tuple[list[int], ...]:
    """Return the small regions of the board without the owner's stones, except the largest region."""
    grid = position.grid
    rest = set(np.flatnonzero(position.stones != int(owner)).tolist())
    regions: list[list[int]] = []
    while rest:
        region = [rest.pop()]
        for point in region:
            for near in grid.beside[point]:
                if near in rest:
                    rest.remove(near)
                    region.append(near)
        regions.append(sorted(region))
    regions.sort(key=lambda region: (len(region), region))
    return tuple(region for region in regions[:-1] if len(region) <= _LARGEST_ENCLOSED)
