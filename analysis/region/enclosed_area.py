"""The enclosed area around some stones: which points are played on, and which stones around them are walls.

Found from the target: everything that can be reached without crossing an enemy stone; enemy stones enclosed by that,
with what they enclose; and stones whose liberties all lie there. The stones that border on it are walls, taken for
safe. Unconditionally live chains are walls from the outset; those of the target's owner only if they need no point of
the area for that, since the owner may fill it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from ..board import BLACK, EMPTY, WHITE, Color, Grid, Position, Rules, unconditional_life
from .region import Region, identity_symmetry
from .search_state import State, Target
from .state_graph import MOST_POINTS


@dataclass(frozen=True)
class Area:
    """An enclosed part of the board in which the life of some stones is decided; points of the board, ascending.

    Public attributes:
      owner             -- the player whose stones the target are
      target            -- the stones in question: whole chains
      loose             -- the other stones that can be captured
      playable          -- the points where stones may be put, at once or once the stones there are captured; those of a
                           target of one chain are not among them, since its capture ends the game
      walls             -- the stones around, never captured; stones connected to them are safe
      assumed           -- those of the walls that do not live unconditionally: a verdict holds if these are safe
      outside_liberties -- empty points outside, beside stones inside, that nobody fills; only if a caller gave the area
      single_chain      -- whether the target is one chain
    """

    grid: Grid = field(repr=False)
    owner: Color
    target: tuple[int, ...]
    loose: tuple[int, ...]
    playable: tuple[int, ...]
    walls: tuple[int, ...]
    assumed: tuple[int, ...]
    outside_liberties: tuple[int, ...]
    single_chain: bool

    @property
    def points(self) -> tuple[int, ...]:
        """Return the points that a search needs: one for a target of one chain, which is captured as a whole."""
        return tuple(sorted({*self.loose, *self.playable, *(self.target[:1] if self.single_chain else self.target)}))


def find_area(
    position: Position, target: int | Iterable[int], region: Iterable[int] | None = None, *, suicide: bool = False
) -> Area:
    """Return the area around the chain on `target`, or around all chains that contain one of its points.

    `region` gives the points to play on, instead of all that can be reached; the points of other stones that can be
    captured, having no liberty elsewhere, are added to it, but not those of the target.
    Raises ValueError if the target is empty or of both colours, if the area is open, or beyond 28 points, the chain of
    a single target being counted once.
    """
    grid, stones = position.grid, position.colors
    chosen = [target] if isinstance(target, (int, np.integer)) else list(target)
    chains = {tuple(position.chain_at(point)) for point in chosen}
    if len({stones[chain[0]] for chain in chains}) != 1:
        raise ValueError(f"target: expected stones of one colour, got {[grid.vertex(point) for point in chosen]}")
    group = {point for chain in chains for point in chain}
    owner = Color(stones[min(group)])
    safe = set(np.flatnonzero(unconditional_life(position, Rules(suicide=suicide)).alive).tolist()) - group
    name = grid.vertex(min(group))
    if region is None:
        reached = _reached_from(position, group, owner, safe)
        while (relying := _relying_on(position, reached, owner, safe, suicide)):
            safe -= relying
            reached = _reached_from(position, group, owner, safe)
        _check_size(name, len(reached) - len(group) + 1)
        reached |= _enclosed_by(position, reached, safe, MOST_POINTS - 1 + len(group))
        inside = playable = _with_capturable(position, reached, safe)
    else:
        playable = {grid.require(point) for point in region}
        inside = _with_capturable(position, playable | group, safe)
        playable |= inside - group
    near = {point for member in inside for point in grid.beside[member]} - inside
    liberties = {point for point in near if stones[point] == EMPTY}
    for point in liberties:
        for beside in grid.beside[point]:
            if beside in playable and stones[beside] == EMPTY:
                raise ValueError(f"the region is open: {grid.vertex(point)} beside {grid.vertex(beside)} is empty")
    if len(chains) == 1:
        playable = playable - group
    loose = {point for point in inside - group if stones[point] != EMPTY}
    walls = near - liberties
    area = Area(
        grid, owner, _sorted(group), _sorted(loose), _sorted(playable), _sorted(walls), _sorted(walls - safe),
        _sorted(liberties), single_chain=len(chains) == 1,
    )
    _check_size(name, len(area.points))
    return area


def area_region(area: Area, position: Position) -> tuple[Region, Target, State]:
    """Return the region of an area, the target in it, and the position as a state.

    A target of one chain takes one point of the region. The region is never neutral, even without walls: the target
    tells the colours apart.
    """
    grid, stones = area.grid, position.stones
    vertices = area.points
    index_of = {point: index for index, point in enumerate(vertices)}
    shared = next((index_of[point] for point in area.target if point in index_of), 0)
    bit_of = index_of | {point: index_of.get(point, shared) for point in area.target}
    near = [0] * len(vertices)
    walls = {BLACK: 0, WHITE: 0}
    liberties, wall_stones = set(area.outside_liberties), set(area.walls)
    for point, index in bit_of.items():
        for beside in grid.beside[point]:
            if beside in bit_of:
                near[index] |= 1 << bit_of[beside] & ~(1 << index)
            elif beside in wall_stones:
                walls[Color(int(stones[beside]))] |= 1 << index
            elif beside in liberties:
                walls[Color(int(stones[point]))] |= 1 << index
    near_bits = np.array(near, np.uint64)
    near_bits.flags.writeable = False
    region = Region(
        vertices=vertices,
        near=near_bits,
        playable=sum(1 << index_of[point] for point in area.playable),
        walls=(walls[BLACK], walls[WHITE]),
        symmetries=identity_symmetry(len(vertices)),
    )
    ko = index_of.get(position.ko, -1)
    target = 0
    for point in area.target:
        target |= 1 << bit_of[point]
    return region, Target(target, area.owner), State(*region.stones(position), position.to_move, ko)


def _check_size(name: str, size: int) -> None:
    """Raise ValueError if an area of so many points, around the chain on the vertex `name`, is too large to search."""
    if size > MOST_POINTS:
        raise ValueError(
            f"{name}: the area holds at least {size} points and is open or too large; at most {MOST_POINTS} can be "
            "searched, the target's own chain counted once"
        )


def _reached_from(position: Position, target: set[int], owner: Color, safe: set[int]) -> set[int]:
    """Return what can be reached from the target without crossing an enemy stone or a wall; not all if too large."""
    colors, enemy = position.colors, -int(owner)
    return _reached(
        position.grid, target, lambda point: colors[point] == enemy or point in safe, MOST_POINTS + len(target)
    )


def _relying_on(position: Position, inside: set[int], owner: Color, safe: set[int], suicide: bool) -> set[int]:
    """Return the owner's walls that no longer live unconditionally once the owner has filled all points inside."""
    beside = {near for point in inside for near in position.grid.beside[point]} & safe
    if not any(position.colors[point] == owner for point in beside):
        return set()
    stones = position.stones.copy()
    stones[sorted(inside)] = owner
    filled = Position(position.grid, stones, position.to_move)
    alive = unconditional_life(filled, Rules(suicide=suicide)).alive
    return {point for point in safe if position.stones[point] == owner and not alive[point]}


def _enclosed_by(position: Position, reached: set[int], safe: set[int], most: int) -> set[int]:
    """Return what lies behind enemy stones beside `reached`, cut off from the largest other part of the board.

    Nothing if that and `reached` together are more than `most` points.
    """
    others = set(range(position.grid.area)) - reached
    outside = max(map(set, position.grid.connected_parts(others)), key=len, default=set())
    beside = {near for point in reached for near in position.grid.beside[point]}
    parts = [set(part) for part in position.grid.connected_parts(others - safe)]
    largest = max(map(len, parts), default=0)
    inner = {point for part in parts if len(part) < largest and part & beside for point in part}
    if len(reached) + len(inner) > most:
        return set()
    for part in parts:  # the largest, too, if it is small and the rest of the board is safe
        apart = len(part) == largest and part & beside and not part <= outside
        if apart and len(reached) + len(inner) + largest <= most:
            inner |= part
    return inner


def _with_capturable(position: Position, inside: set[int], safe: set[int]) -> set[int]:
    """Return these points and those of the chains on or beside them that have no liberty elsewhere."""
    grid, stones = position.grid, position.colors
    inside = set(inside)
    todo = set(inside)
    while todo:
        added: set[int] = set()
        for point in sorted({near for member in todo for near in grid.beside[member]} | todo):
            if stones[point] == EMPTY or point in safe or point in added:
                continue
            if point in inside or inside.issuperset(position.liberties_at(point)):
                added.update(position.chain_at(point))
        todo = added - inside
        inside |= added
    return inside


def _sorted(points: set[int]) -> tuple[int, ...]:
    return tuple(sorted(points))


def _reached(grid: Grid, start: set[int], blocked: Callable[[int], bool], most: float = math.inf) -> set[int]:
    """Return all points connected to `start` by points that are not blocked; stop as soon as there are `most`."""
    found, todo = set(start), list(start)
    while todo and len(found) < most:
        for near in grid.beside[todo.pop()]:
            if near not in found and not blocked(near):
                found.add(near)
                todo.append(near)
    return found

