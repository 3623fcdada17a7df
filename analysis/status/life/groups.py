"""Groups: chains that cannot be cut apart by one move, and what surrounds such a group as far as a glance tells.

Two chains are linked by two common liberties, or by one that the other side cannot use. That is a glance, not a
proof: a move that threatens two links at once may cut. `safety` proves more and links less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...board import BLACK, NO_POINT, WHITE, Color, Grid, Position, unconditional
from .static_life import glance_at, glance_kernels

_REACH = 6  # steps around a group that reading may need
_LISTED = 14  # moves named by `candidate_moves`, at most
_LARGEST_CLOSED = 14  # points of a closed region in which the other side's stones do not live


@dataclass(frozen=True)
class Surroundings:
    """A group and what lies around it. Points are those of the board; arrays have a place more, for "off the board".

    Public attributes:
      owner  -- whose group it is
      target -- the point that was asked about
      group  -- its points, ascending
      zone   -- (n,) int16, the points within six steps of it, ascending
      wide   -- (n,) int16, these and the points beside them, ascending
      walls  -- (area + 1,) bool: stones of the other side that are not in danger at a glance
      safe   -- (area + 1,) bool: other stones of the owner that live
      lost   -- (area + 1,) bool: other stones of the owner that are beyond help
    """

    grid: Grid = field(repr=False)
    owner: Color
    target: int
    group: tuple[int, ...]
    zone: npt.NDArray[np.int16] = field(repr=False)
    wide: npt.NDArray[np.int16] = field(repr=False)
    walls: npt.NDArray[np.bool_] = field(repr=False)
    safe: npt.NDArray[np.bool_] = field(repr=False)
    lost: npt.NDArray[np.bool_] = field(repr=False)


def group_at(position: Position, point: int) -> tuple[int, ...]:
    """The points of the group of the stone on `point`, ascending. Raises ValueError if there is no stone."""
    chain = position.chain_at(point)
    return groups(position)[chain[0]]


@lru_cache(maxsize=4)
def groups(position: Position) -> Mapping[int, tuple[int, ...]]:
    """The points of the group of each chain, ascending, by the first point of the chain.

    What hangs together is told from the side of that chain: it may hang on another that does not hang on it.
    """
    rows, _ = glance_kernels()
    grid, stones = position.grid, position.stones
    board, work = np.append(stones, np.int8(rows.OFF)), np.zeros((rows.ROWS, grid.area + 1), np.int16)
    chains = list(position.chains())
    together = np.zeros((len(chains), len(chains)), np.bool_)
    for color in (BLACK, WHITE):
        rows.find_groups(board, grid.neighbours, np.arange(grid.area, dtype=np.int16), work, int(color), together)
    label, found = work[rows.LABEL], {}
    points = {int(owner): np.flatnonzero(stones == owner) for owner in (BLACK, WHITE)}
    labels = {owner: label[those] for owner, those in points.items()}
    for chain in chains:
        owner = int(stones[chain[0]])
        found[chain[0]] = tuple(points[owner][together[label[chain[0]], labels[owner]]].tolist())
    return MappingProxyType(found)


def surroundings(position: Position, point: int) -> Surroundings:
    """The group of the stone on `point`, and what surrounds it. Raises ValueError if there is no stone."""
    glance = glance_at(position)
    group = group_at(position, point)
    owner = Color(int(position.stones[point]))
    steps = position.grid.steps(group, _REACH + 1)
    wide = np.flatnonzero(steps >= 0).astype(np.int16)
    zone = wide[steps[wide] <= _REACH]
    walls, stones = glance.stones(-owner), glance.stones(owner)
    for part in _closed_parts(position, owner):
        walls[part] = False
    enemies = glance.chains(zone, -owner)
    for chain, seen in zip(enemies, glance.looks([chain[0] for chain in enemies], stones, -owner), strict=True):
        if seen.dead:
            walls[chain] = False
    safe, lost = np.zeros((2, position.grid.area + 1), np.bool_)
    forever = unconditional(position).alive
    others = [chain for chain in glance.chains(zone, owner) if chain[0] not in group]
    for chain, seen in zip(others, glance.looks([chain[0] for chain in others], walls, -owner), strict=True):
        if seen.holds(point):
            continue
        if seen.alive or forever[chain[0]] == owner:
            safe[chain] = True
        elif seen.dead and glance.look(chain[0], walls, owner).dead:
            lost[chain] = True
    return Surroundings(position.grid, owner, int(point), group, zone, wide, walls, safe, lost)


def candidate_moves(position: Position, around: Surroundings, mover: Color) -> tuple[int, ...]:
    """The points where `mover` would try to kill or to save the group, the most promising first: not proved good."""
    rows, moves = glance_kernels()
    grid = position.grid
    board = np.append(position.stones, np.int8(rows.OFF))
    work = np.zeros((rows.ROWS, board.size), np.int16)
    moves.evaluate_dragon(
        board, grid.neighbours, grid.diagonals, around.zone, around.wide, work, int(around.owner), around.target,
        around.walls, around.safe, around.lost, int(mover),
    )
    found, scores = np.empty(_LISTED, np.int16), np.empty(_LISTED, np.int32)
    ko = position.ko if mover is position.to_move else NO_POINT
    count = moves.candidates(
        board, grid.neighbours, grid.diagonals, around.zone, work, int(around.owner), int(mover), ko,
        np.zeros((2, board.size), np.int32), found, scores,
    )
    return tuple(int(point) for point in found[:count])


@lru_cache(maxsize=4)
def _closed_parts(position: Position, owner: Color) -> tuple[list[int], ...]:
    """What `owner` has shut in: the small parts of the board without his stones, the largest part left out."""
    grid = position.grid
    rest = set(np.flatnonzero(position.stones != int(owner)).tolist())
    parts: list[list[int]] = []
    while rest:
        part = [rest.pop()]
        for point in part:
            for near in grid.beside[point]:
                if near in rest:
                    rest.remove(near)
                    part.append(near)
        parts.append(sorted(part))
    parts.sort(key=lambda part: (len(part), part))
    return tuple(part for part in parts[:-1] if len(part) <= _LARGEST_CLOSED)
