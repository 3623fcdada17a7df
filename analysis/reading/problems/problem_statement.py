"""Problems: what the side to move has to reach, with which stones, and which stones around count as safe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ...board import Color, Position
from ..answer import Result
from ..life_and_death.group_question import GroupSearch
from ..life_and_death.read_groups import read_groups

REACH = 4
"""The steps from a chain at which the open board begins."""
LEAST_EXITS = 4
"""So many ways on, at that distance, make a chain part of the outside."""
LEAST_LIBERTIES = 3
"""So many liberties that no enemy stone is beside does a chain need that counts as safe: with fewer, moves that
threaten it may decide."""
SHORT_SEARCH = 200
"""The nodes of the search whether a group lives anyway, so that another one is in question."""


class Goal(StrEnum):
    """What the side to move has to reach."""

    LIVE = "live"
    KILL = "kill"
    CAPTURE = "capture"
    CONNECT = "connect"


class ProblemError(ValueError):
    """A position without the problem that is asked for. The message is one line."""


@dataclass(frozen=True)
class Problem:
    """What the side to move has to reach.

    Public attributes:
      goal   -- Goal
      owner  -- Color of the stones in question
      stones -- of LIVE and KILL the group, ascending; of CAPTURE a stone of the chain; of CONNECT one of each chain
      safe   -- stones of either side that count as safe, ascending; none of CAPTURE and CONNECT
      estimates -- 0, or the points to itself with which a group is likely to live: then it lives when that is likely
      doomed    -- 0, or the points to itself with fewer of which one is likely to die that gets no two eyes and no link
      two_eyes  -- whether a group has to get two eyes, a link or a way out: a seki does not count as life
    """

    goal: Goal
    owner: Color
    stones: tuple[int, ...]
    safe: tuple[int, ...] = ()
    estimates: int = 0
    doomed: int = 0
    two_eyes: bool = False


def find_problem(
    position: Position, *, goal: Goal | None = None, stones: Iterable[int] = (), alive: Iterable[int] | None = None
) -> Problem:
    """Return the problem of a position; what is not given is inferred.

    goal   -- by default to kill, or to make live, the largest group that is shut in
    stones -- stones of the group, or of the chains; by default the group, or the chain of the enemy, is the largest
              that is shut in, the group one that does not live anyway; to connect, two are needed
    alive  -- stones of chains that count as safe; by default the chains that reach the open board
    Raises ProblemError if a given point has no stone, if stones or goal do not go together, if a chain in question is
    to count as safe, and if no group is shut in.
    """
    named = tuple(dict.fromkeys(stones))
    given = None if alive is None else {*alive}
    for point in (*named, *(given or ())):
        if not position.stones[position.grid.require(point)]:
            raise ProblemError(f"expected a stone, got the empty point {position.grid.vertex(point)}")
    if goal in (Goal.CAPTURE, Goal.CONNECT):
        return _problem_of_chains(position, goal, named)
    outside = _outside(position)
    group = _group(position, goal, named, outside)
    owner = Color(int(position.stones[group[0]]))
    named_alive = sorted((given or set()).intersection(group))
    if named_alive:
        vertex = position.grid.vertex(named_alive[0])
        raise ProblemError(f"alive: expected chains other than those in question, got that on {vertex}")
    safe = outside if given is None else {stone for point in given for stone in position.chain_at(point)}
    goal = Goal.LIVE if owner is position.to_move else Goal.KILL
    return Problem(goal, owner, group, tuple(sorted(safe - set(group))))


def _problem_of_chains(position: Position, goal: Goal, named: tuple[int, ...]) -> Problem:
    wanted = position.to_move.opponent if goal is Goal.CAPTURE else position.to_move
    for point in named:
        if position.stones[point] != wanted:
            whose = "the other side" if goal is Goal.CAPTURE else "the side to move"
            raise ProblemError(f"to {goal}, expected a stone of {whose}, got {position.grid.vertex(point)}")
    if goal is Goal.CONNECT:
        heads = {position.chain_at(point)[0] for point in named}
        if len(named) != 2 or len(heads) != 2:
            raise ProblemError(f"to connect, expected stones of two chains, got {len(heads)}")
        return Problem(goal, wanted, named)
    if len(named) > 1:
        raise ProblemError(f"to capture, expected one stone, got {len(named)}")
    return Problem(goal, wanted, named or (max(_shut_in(position, wanted), key=len)[0],))


def _shut_in(position: Position, color: int) -> list[tuple[int, ...]]:
    """Return the chains of a colour that are not on the outside. Raises ProblemError if there are none."""
    outside = _outside(position)
    heads = {position.chain_at(point)[0] for point in range(position.grid.area) if position.stones[point] == color}
    found = [tuple(position.chain_at(head)) for head in sorted(heads - outside)]
    if not found:
        raise ProblemError("no chain to capture is shut in: name one of its stones")
    return found


def _group(
    position: Position, goal: Goal | None, named: tuple[int, ...], outside: frozenset[int]
) -> tuple[int, ...]:
    """Return the group in question. Raises ProblemError."""
    mover = int(position.to_move)
    owners = (mover, -mover) if goal is None else (mover,) if goal is Goal.LIVE else (-mover,)
    groups = [group for group in read_groups(position) if position.stones[group[0]] in owners]
    if named:
        if len({int(position.stones[point]) for point in named}) > 1:
            raise ProblemError("expected stones of one colour, got both")
        if position.stones[named[0]] not in owners:
            whose = "the side to move" if goal is Goal.LIVE else "the other side"
            raise ProblemError(f"to {goal}, expected a stone of {whose}, got {position.grid.vertex(named[0])}")
        found = [group for group in groups if not set(named).isdisjoint(group)]
        return tuple(sorted(point for group in found for point in group))
    shut_in = [group for group in groups if outside.isdisjoint(group)]
    if not shut_in:
        raise ProblemError("no group is shut in: name one of its stones")
    largest_first = sorted(shut_in, key=len, reverse=True)
    in_question = (group for group in largest_first if len(shut_in) == 1 or not _lives(position, group, outside))
    return next(in_question, largest_first[0])


def _lives(position: Position, group: tuple[int, ...], outside: frozenset[int]) -> bool:
    """Return whether a short search finds that a group lives even if the enemy moves first, as a wall on the edge may.
    """
    safe = sorted(outside.difference(group))
    return GroupSearch(position, group, True, safe=safe, nodes=SHORT_SEARCH).refutation().result is Result.FAILS


def _outside(position: Position) -> frozenset[int]:
    """Return the stones of the chains on the outside."""
    heads = {position.chain_at(point)[0] for point in range(position.grid.area) if position.stones[point]}
    chains = (tuple(position.chain_at(head)) for head in heads)
    return frozenset(point for chain in chains if _is_outside(position, chain) for point in chain)


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


__all__ = ["Goal", "Problem", "ProblemError", "find_problem"]
