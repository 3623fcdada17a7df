"""Problems of life and death: which group a position is about, and which stones around it count as safe."""

from __future__ import annotations

from dataclasses import dataclass

from ...board import Color, Position
from .read_groups import read_groups

REACH = 4
"""The steps from a chain at which the open board begins."""
LEAST_EXITS = 4
"""So many ways on, at that distance, make a chain part of the outside."""
LEAST_LIBERTIES = 3
"""So many liberties that no enemy stone is beside does a chain need that counts as safe: with fewer, moves that
threaten it may decide."""


@dataclass(frozen=True)
class Problem:
    """A group in question.

    Public attributes:
      owner -- Color of the group
      group -- its stones, ascending
      safe  -- stones of either side that count as safe: those of the chains on the outside, ascending
    """

    owner: Color
    group: tuple[int, ...]
    safe: tuple[int, ...]


def find_problem(position: Position) -> Problem | None:
    """Return the problem of a position: its largest group that is shut in; None if there is no such group."""
    outside = {
        point
        for chain in {tuple(position.chain_at(point)) for point in range(position.grid.area) if position.stones[point]}
        if _is_outside(position, chain)
        for point in chain
    }
    shut_in = [group for group in read_groups(position) if outside.isdisjoint(group)]
    if not shut_in:
        return None
    group = max(shut_in, key=len)
    return Problem(Color(int(position.stones[group[0]])), group, tuple(sorted(outside)))


def _is_outside(position: Position, chain: tuple[int, ...]) -> bool:
    """Return whether a chain reaches the open board through points that no enemy stone is beside."""
    beside, stones = position.grid.beside, position.stones
    enemy = -int(stones[chain[0]])
    distance = {near: 1 for stone in chain for near in beside[stone] if not stones[near]}
    queue, exits = list(distance), 0
    if sum(all(stones[near] != enemy for near in beside[point]) for point in queue) < LEAST_LIBERTIES:
        return False
    for point in queue:
        if any(stones[near] == enemy for near in beside[point]):
            continue
        for near in beside[point]:
            if stones[near] or near in distance:
                continue
            if distance[point] < REACH:
                distance[near] = distance[point] + 1
                queue.append(near)
            else:
                exits += 1
    return exits >= LEAST_EXITS


__all__ = ["Problem", "find_problem"]
