"""One-wide corridors, valued by closed forms (Hu 2020, sections 2.3 to 2.6; FACTS, sections 2 and 3).

A corridor is a simple path, straight or bent, along the edge of the board or not; every point of it touches the wall
of the *owner*, and the *intruder's* wall touches one or both ends and no other point. Stones of the intruder may lie
inside a corridor that is open at one end. With Black as owner, by territory, for n points:

    open at one end   T = {points enclosed when Black blocks the first gap | T of the rest when White enters there}
                      empty: T(n) = {n-1 | T(n-1)}, T(1) = *; count n - 2 + 2^(1-n), temperature 1 - 2^(1-n)
    open at both      T(n-2) for n >= 3; 0 for n = 2; n = 1 is a dame, *

A path with a point without wall, in the corner of the board, is no corridor: there a ko is possible. Either side's move
is at an open end; where stones of the intruder lie there, in the first gap. White's corridors are the negatives.

The control of each point comes from miai counting: the mean of its control after either side's move, or its control
after the answer where the move is sente; 0, 1/2, 3/4 ... from the open end of an empty corridor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, WHITE, Color, Grid
from ..values import ZERO, Value, game, number, temperature
from .board_regions import BoardRegion


@dataclass(frozen=True)
class Corridor:
    """A corridor and its value.

    Public attributes:
      points    -- its points in order from an open end
      owner     -- whose wall runs along it
      both_ends -- whether the intruder stands at both ends
      value     -- by territory, Black positive
      moves     -- the best moves of both sides: none, or the first gap from one open end or from both
      control   -- of each point, -1 to 1, in the order of `points`
    """

    points: tuple[int, ...]
    owner: Color
    both_ends: bool
    value: Value
    moves: tuple[int, ...]
    control: tuple[Fraction, ...] = field(repr=False)


def match_corridor(region: BoardRegion) -> Corridor | None:
    """Return a region as a corridor; None if it is none.

    Not matched: regions that touch one colour only, rings and forks, those that the intruder touches elsewhere than at
    an end, those with a point that touches no wall, those with stones inside if they are open at both ends or the
    stones are the owner's.
    """
    path = _path(region.board.grid, region.points)
    if path is None or region.board.stones[path].all():
        return None
    stones, inside = region.board.stones, set(path)
    touching = [
        {int(stones[near]) for near in region.board.grid.beside[point] if near not in inside} for point in path
    ]
    for owner in (BLACK, WHITE):
        open_at = [i for i, colors in enumerate(touching) if -owner in colors]
        walled = all(owner in colors for colors in touching)
        if not walled or not open_at or any(0 < i < len(path) - 1 for i in open_at):
            continue
        if open_at[0] > 0:
            path = path[::-1]
        taken = [int(stones[point]) for point in path]
        if owner in taken or (len(open_at) == 2 and any(taken)):
            continue
        return _both_ends(path, owner) if len(open_at) == 2 else _one_end(path, [bool(t) for t in taken], owner)
    return None


def _path(grid: Grid, points: tuple[int, ...]) -> list[int] | None:
    """Return the points from one end to the other, or None if they are a ring or have a fork."""
    inside = set(points)
    joined: dict[int, list[int]] = {}
    for point in points:
        joined[point] = [near for near in grid.beside[point] if near in inside]
        if len(joined[point]) > 2:
            return None
    ends = [point for point in points if len(joined[point]) <= 1]
    if not ends:
        return None
    path = [ends[0]]
    while len(path) < len(points):
        path.append(next(near for near in joined[path[-1]] if near not in path[-2:]))
    return path


def _one_end(path: list[int], stones: list[bool], owner: Color) -> Corridor:
    value, shares = open_corridor(stones)
    return Corridor(
        tuple(path), owner, False, value if owner is BLACK else -value, (path[stones.index(False)],),
        tuple(int(owner) * share for share in shares),
    )


def open_corridor(stones: list[bool]) -> tuple[Value, list[Fraction]]:
    """Return the value and the control, both positive for the owner, of a corridor open at its first point; `stones`
    says where the intruder has stones."""
    value, shares = ZERO, [Fraction(1)] * len(stones)
    enclosed = 0  # the owner's points behind, once they are enclosed
    for i in range(len(stones) - 1, -1, -1):
        if stones[i]:  # an intruder who reaches it is connected to it without a move
            enclosed += 2
            shares[i] = Fraction(-1)
            continue
        follow_up = temperature(value)
        value = game([number(enclosed)], [value])
        enclosed += 1
        if follow_up > temperature(value):  # sente: the intruder enters, the owner blocks the next gap
            gap = stones.index(False, i + 1)
            shares[gap:] = [Fraction(1)] * (len(stones) - gap)
            shares[i] = Fraction(-1)
        else:
            shares[i + 1 :] = [(1 + share) / 2 for share in shares[i + 1 :]]
            shares[i] = Fraction(0)
    return value, shares


def _both_ends(path: list[int], owner: Color) -> Corridor:
    """Return a corridor open at both ends: the first moves there are miai, so the owner keeps one end and is left with
    a corridor two points shorter, open at the other."""
    length = len(path) - 2
    if length == 0:
        value, shares = ZERO, [Fraction(0)] * 2
    else:
        value, inner = open_corridor([False] * length)
        one = [Fraction(-1), Fraction(1), *inner[::-1]]  # entered at this end, answered; open at the other
        other = [Fraction(1), *inner[::-1], Fraction(-1)]
        shares = [(a + b + c + d) / 4 for a, b, c, d in zip(one, other, one[::-1], other[::-1], strict=True)]
    ends = () if length == 0 else tuple(dict.fromkeys((path[0], path[-1])))
    return Corridor(
        tuple(path), owner, True, value if owner is BLACK else -value, ends,
        tuple(int(owner) * share for share in shares),
    )


__all__ = ["Corridor", "match_corridor", "open_corridor"]
