"""One-wide corridors between unconditionally alive walls, valued by closed forms (Hu 2020, sections 2.4 and 2.5).

A corridor here is a simple path of n empty points, straight or bent, along the edge or not. All stones beside
it are unconditionally alive; every point touches the wall of the *owner*, and the *intruder's* stones touch one or
both end points and no other. With Black as owner, territory counting, T(0) = 0, T(1) = *:

    open at one end   T(n) = {n-1 | T(n-1)}    count n - 2 + 2^(1-n), temperature 1 - 2^(1-n)
    open at both      T(n-2) for n >= 3; 0 for n = 2; n = 1 is a dame, *

A point without wall, in the corner of the board, makes room for a ko.
Either side's move is at an open end. White's corridors are the negatives. Black is positive; fractions are exact;
temperatures are those of combinatorial game theory, in points per move: -1 for an integer, 0 for *.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ..board import BLACK, EMPTY, PASS, WHITE, Color, Grid, Position, UnconditionalLife, unconditional

Kind = Literal["gote", "dame", "settled"]


@dataclass(frozen=True)
class LocalGame:
    """A part of the board that can be played by itself.

    Public attributes:
      points      -- the points of the region; of a corridor, in order from an open end
      game        -- its canonical form under territory counting, as text: `{1|*}`
      count       -- its mean value in points, Black positive
      temperature -- its miai value in points per move: -1 for an integer, 0 for *
      kind        -- "gote"; "dame" (worth a move, no points); "settled" (nobody need play)
      black_move, white_move -- the best local move of either side; PASS where there is nothing to play
    """

    points: tuple[int, ...]
    game: str
    count: Fraction
    temperature: Fraction
    kind: Kind
    black_move: int
    white_move: int


def corridors(position: Position, life: UnconditionalLife | None = None) -> list[LocalGame]:
    """All corridors of the position, by their lowest point.

    `life` is unconditional(position), if the caller has it already. Left out: regions that touch one colour only,
    rings and forks, regions beside a stone that is not unconditionally alive, those that an intruder touches elsewhere
    than at an end, and those with a point beside no wall. Whose turn it is, ko and prisoners play no part.
    """
    life = unconditional(position) if life is None else life
    alive = [int(sign) for sign in life.alive]
    found = []
    for region in _empty_regions(position):
        path = _path(position.grid, region)
        game = None if path is None else _corridor(position, alive, path)
        if game is not None:
            found.append(game)
    return found


def _empty_regions(position: Position) -> list[list[int]]:
    """The connected regions of empty points, each ascending, by their lowest point."""
    seen: set[int] = set()
    regions = []
    for start in range(position.grid.area):
        if position.stones[start] != EMPTY or start in seen:
            continue
        region, todo = [start], [start]
        seen.add(start)
        while todo:
            for near in position.grid.beside[todo.pop()]:
                if position.stones[near] == EMPTY and near not in seen:
                    seen.add(near)
                    region.append(near)
                    todo.append(near)
        regions.append(sorted(region))
    return regions


def _path(grid: Grid, region: list[int]) -> list[int] | None:
    """The points of the region from one end to the other, or None if it is a ring or has a fork."""
    inside = set(region)
    joined = {point: [near for near in grid.beside[point] if near in inside] for point in region}
    ends = [point for point in region if len(joined[point]) <= 1]
    if not ends or any(len(near) > 2 for near in joined.values()):
        return None
    path = [ends[0]]
    while len(path) < len(region):
        path.append(next(near for near in joined[path[-1]] if near not in path[-2:]))
    return path


def _corridor(position: Position, alive: list[int], path: list[int]) -> LocalGame | None:
    """The value of the path of empty points, or None if it is not a corridor of either colour."""
    touching = []
    for point in path:
        stones = [near for near in position.grid.beside[point] if position.stones[near] != EMPTY]
        if not all(alive[stone] for stone in stones):
            return None
        touching.append({alive[stone] for stone in stones})
    for owner in (BLACK, WHITE):
        open_at = [i for i, colors in enumerate(touching) if -owner in colors]
        walled = all(owner in colors for colors in touching)
        if walled and open_at and all(i in (0, len(path) - 1) for i in open_at):
            if open_at[0] > 0:
                path = path[::-1]
            return _valued(path, owner, both_ends=len(open_at) == 2)
    return None


def _valued(path: list[int], owner: Color, both_ends: bool) -> LocalGame:
    """The closed forms; path[0] is an open end."""
    length = len(path) - 2 if both_ends else len(path)
    if length == 0:
        return LocalGame(tuple(path), "0", Fraction(0), Fraction(-1), "settled", PASS, PASS)
    loss = Fraction(1, 2 ** (length - 1))
    return LocalGame(
        points=tuple(path),
        game=_text(length, owner),
        count=int(owner) * (length - 2 + loss),
        temperature=1 - loss,
        kind="dame" if length == 1 else "gote",
        black_move=path[0],
        white_move=path[0],
    )


def _text(length: int, owner: Color) -> str:
    """`{2|{1|*}}` for Black's corridor of 3 open at one end, `{{*|-1}|-2}` for White's."""
    text = "*"
    for kept in range(1, length):
        text = f"{{{kept}|{text}}}" if owner is BLACK else f"{{{text}|{-kept}}}"
    return text
