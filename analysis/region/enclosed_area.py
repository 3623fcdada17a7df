"""The ground of a local question: which points around some stones are played on, and what stands for good around them.

Found from the target: everything that can be reached without crossing an enemy stone; enemy stones shut in by that,
with what they shut in; and stones whose liberties all lie there. What borders on it then are walls, taken for safe.
Chains that stand unconditionally are walls from the outset; those of the target's owner only if they need none of this
ground for that, since he may fill it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from ..board import BLACK, EMPTY, WHITE, Color, Grid, Position, Rules, unconditional
from .question import State, Target
from .region import Region, _tables
from .state_graph import MOST_POINTS


@dataclass(frozen=True)
class Area:
    """Where a local question is fought out, in points of the board, ascending.

    Public attributes:
      owner    -- whose stones it is about
      target   -- these stones: whole chains
      loose    -- the other stones that can be captured
      playable -- the points where stones may be put, at once or once the stones there are captured; those of a target
                  of one chain are not among them, since all is over then
      walls    -- the stones around, never captured, whoever joins them being safe
      assumed  -- those of the walls that do not stand unconditionally: a verdict is proved as far as these are safe
      kept     -- empty points outside, beside stones inside, that nobody fills: only where a caller drew the area so
      single   -- whether the target is one chain
    """

    grid: Grid = field(repr=False)
    owner: Color
    target: tuple[int, ...]
    loose: tuple[int, ...]
    playable: tuple[int, ...]
    walls: tuple[int, ...]
    assumed: tuple[int, ...]
    kept: tuple[int, ...]
    single: bool

    @property
    def points(self) -> tuple[int, ...]:
        """The points that a search needs: a target of one chain, captured as a whole, takes one."""
        return tuple(sorted({*self.loose, *self.playable, *(self.target[:1] if self.single else self.target)}))


def find_area(
    position: Position, target: int | Iterable[int], region: Iterable[int] | None = None, *, suicide: bool = False
) -> Area:
    """The area around the chain on `target`, or around all chains that hold one of its points.

    `region` gives the points to be played on, instead of all that can be reached; to them come those of other stones
    that can be captured, having no liberty elsewhere, but not those of the target.
    Raises ValueError if the target is empty or of both colours, if the area is open, or beyond 28 points, the chain of
    a single target being counted once.
    """
    grid, stones = position.grid, position.stones
    chosen = [target] if isinstance(target, (int, np.integer)) else list(target)
    chains = {tuple(position.chain_at(point)) for point in chosen}
    if len({int(stones[chain[0]]) for chain in chains}) != 1:
        raise ValueError(f"target: expected stones of one colour, got {[grid.vertex(point) for point in chosen]}")
    held = {point for chain in chains for point in chain}
    owner = Color(int(stones[min(held)]))
    safe = {int(point) for point in np.flatnonzero(unconditional(position, Rules(suicide=suicide)).alive)} - held
    name = grid.vertex(min(held))
    if region is None:
        reached = _reached_from(position, held, owner, safe)
        while (relying := _relying_on(position, reached, owner, safe, suicide)):
            safe -= relying
            reached = _reached_from(position, held, owner, safe)
        _check_size(name, len(reached) - len(held) + 1)
        reached |= _shut_in(position, reached, safe, MOST_POINTS - 1 + len(held))
        inside = playable = _with_stones(position, reached, safe)
    else:
        playable = {grid.require(point) for point in region}
        inside = _with_stones(position, playable | held, safe)
        playable |= inside - held
    near = {point for member in inside for point in grid.beside[member]} - inside
    kept = {point for point in near if stones[point] == EMPTY}
    for point in kept:
        for beside in grid.beside[point]:
            if beside in playable and stones[beside] == EMPTY:
                raise ValueError(f"the region is open: {grid.vertex(point)} beside {grid.vertex(beside)} is empty")
    if len(chains) == 1:
        playable = playable - held
    loose = {point for point in inside - held if stones[point] != EMPTY}
    walls = near - kept
    area = Area(
        grid, owner, _sorted(held), _sorted(loose), _sorted(playable), _sorted(walls), _sorted(walls - safe),
        _sorted(kept), single=len(chains) == 1,
    )
    _check_size(name, len(area.points))
    return area


def ground_of(area: Area, position: Position) -> tuple[Region, Target, State]:
    """The region of an area, the target in it, and the position as it stands.

    The region is never neutral, even without walls: the target tells the colours apart.
    """
    grid, stones = area.grid, position.stones
    vertices = area.points
    place = {point: index for index, point in enumerate(vertices)}
    seat = next((place[point] for point in area.target if point in place), 0)
    places = place | {point: place.get(point, seat) for point in area.target}
    near = [0] * len(vertices)
    walls = {BLACK: 0, WHITE: 0}
    kept, standing = set(area.kept), set(area.walls)
    for point, index in places.items():
        for beside in grid.beside[point]:
            if beside in places:
                near[index] |= 1 << places[beside] & ~(1 << index)
            elif beside in standing:
                walls[Color(int(stones[beside]))] |= 1 << index
            elif beside in kept:
                walls[Color(int(stones[point]))] |= 1 << index
    beside_all = np.array(near, np.uint64)
    beside_all.flags.writeable = False
    ground = Region(
        vertices=vertices,
        near=beside_all,
        playable=sum(1 << place[point] for point in area.playable),
        walls=(walls[BLACK], walls[WHITE]),
        symmetries=_tables([list(range(len(vertices)))]),
    )
    ko = place.get(position.ko, -1)
    held = 0
    for point in area.target:
        held |= 1 << places[point]
    return ground, Target(held, area.owner), State(*ground.stones(position), position.to_move, ko)


def _check_size(name: str, size: int) -> None:
    if size > MOST_POINTS:
        raise ValueError(
            f"{name}: the area holds at least {size} points and is open or too large; at most {MOST_POINTS} can be "
            "searched, the target's own chain counted once"
        )


def _reached_from(position: Position, held: set[int], owner: Color, safe: set[int]) -> set[int]:
    """What can be reached from the target without crossing an enemy stone or a wall; at once if it is too much."""
    stones = position.stones
    return _reached(
        position.grid, held, lambda point: stones[point] == -int(owner) or point in safe, MOST_POINTS + len(held)
    )


def _relying_on(position: Position, ground: set[int], owner: Color, safe: set[int], suicide: bool) -> set[int]:
    """The owner's walls that no longer stand once he has filled all of the ground himself."""
    beside = {near for point in ground for near in position.grid.beside[point]} & safe
    if not any(position.stones[point] == owner for point in beside):
        return set()
    stones = position.stones.copy()
    stones[sorted(ground)] = owner
    filled = Position(position.grid, stones, position.to_move)
    alive = unconditional(filled, Rules(suicide=suicide)).alive
    return {point for point in safe if position.stones[point] == owner and not alive[point]}


def _shut_in(position: Position, reached: set[int], safe: set[int], room: int) -> set[int]:
    """What lies behind enemy stones beside `reached`, cut off from the largest part of the board; if all of it fits."""
    parts: list[set[int]] = []
    rest = set(range(position.grid.area)) - reached - safe
    while rest:
        parts.append(_reached(position.grid, {min(rest)}, lambda point: point in reached or point in safe))
        rest -= parts[-1]
    largest = max(map(len, parts), default=0)
    beside = {near for point in reached for near in position.grid.beside[point]}
    inner = {point for part in parts if len(part) < largest and part & beside for point in part}
    return inner if len(reached) + len(inner) <= room else set()


def _with_stones(position: Position, inside: set[int], safe: set[int]) -> set[int]:
    """These points, and the chains beside them that have no liberty elsewhere."""
    grid, stones = position.grid, position.stones
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


def _reached(grid: Grid, start: set[int], shut: Callable[[int], bool], most: float = math.inf) -> set[int]:
    """All points to which a way leads from `start`, none of it shut; or as soon as there are `most`, these."""
    found, todo = set(start), list(start)
    while todo and len(found) < most:
        for near in grid.beside[todo.pop()]:
            if near not in found and not shut(near):
                found.add(near)
                todo.append(near)
    return found

