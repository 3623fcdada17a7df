"""Local games by brute force, with the moves of sgfmill's board: an independent check of values and best moves.

A region lies on a board of 9x9 whose other points are stones with eyes far from the region, which are never captured.
Canonical forms and walls are those of local_tree.py; life and territory are found by search, as in
tests.analysis.region.plain_tree.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from fractions import Fraction

from sgfmill.boards import Board

from analysis.values import Value
from tests.analysis.endgame.local_tree import (
    Cgt,
    add,
    at_least,
    integer,
    left_wall,
    make,
    mean_and_temperature,
    right_wall,
)
from tests.analysis.region.plain_tree import OTHER, SIGN, Move, PlainTree, Point, Stones

SIDE = 9
BELOW = Fraction(1, 1 << 12)
"""A temperature difference so small that no wall bends within it."""


class BoardTree(PlainTree):
    """All positions that can be reached on the points `.xo` of a 9x9 diagram without `#` for which `stands` holds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.standing, _, self.region = _parsed(text)
        super().__init__(text)

    def find(self, stones: Stones) -> list[Move]:
        found = []
        for point in self.region:
            for color in "XO":
                board = Board(SIDE)
                for place, letter in [*self.standing.items(), *stones]:
                    board.board[place[0]][place[1]] = _letter(letter)
                if board.get(*point) is not None:
                    continue
                board.play(*point, _letter(color))
                if board.get(*point) is None:  # suicide
                    continue
                after = frozenset(
                    (p, color if board.get(*p) == _letter(color) else OTHER[color])
                    for p in self.region if board.get(*p) is not None
                )
                assert all(board.get(*p) == _letter(s) for p, s in self.standing.items()), "a wall was taken"
                found.append(Move(point, color, len(stones) + 1 - len(after), after))
        return found

    @functools.cached_property
    def known(self) -> dict[Stones, Cgt]:
        return {}

    def game(self, stones: Stones) -> Cgt:
        """Return the value of a position by territory; only for a tree without loops."""
        if stones not in self.known:
            points, done = self.settled(stones)
            if done:
                self.known[stones] = integer(points)
            else:
                sides = (
                    [add(self.after(move), integer(-points)) for move in self.moves[stones] if move.color == color]
                    for color in "XO"
                )
                self.known[stones] = add(make(*sides), integer(points))
        return self.known[stones]

    def after(self, move: Move) -> Cgt:
        """Return the value after a move, its prisoners counted."""
        return add(self.game(move.after), integer(SIGN[move.color] * move.taken))

    def best_moves(self, color: str) -> list[Point]:
        """Return the moves that make the mover's wall just below the temperature, as `analysis.endgame` lists them."""
        game = self.game(self.start)
        _, top = mean_and_temperature(game)
        if top < 0:
            return []
        wall = right_wall if color == "X" else left_wall
        left = {m.point: self.after(m) for m in self.moves[self.start] if m.color == color}
        walls = {point: SIGN[color] * wall(after, top - BELOW) for point, after in left.items()}
        makers = {point: left[point] for point in walls if walls[point] == max(walls.values())}
        kept = set(makers.values()) & (game.left if color == "X" else game.right)
        if not kept:
            kept = {g for g in makers.values() if not any(_beats(h, g, color) for h in makers.values())}
        return sorted(point for point, after in makers.items() if after in kept)


def _beats(game: Cgt, other: Cgt, color: str) -> bool:
    more, less = (game, other) if color == "X" else (other, game)
    return at_least(more, less) and not at_least(less, more)


def _letter(color: str) -> str:
    return "b" if color == "X" else "w"


@functools.cache
def as_cgt(value: Value) -> Cgt:
    """Return a value in the types of local_tree.py."""
    return make(map(as_cgt, value.left), map(as_cgt, value.right))


def stands(text: str) -> bool:
    """Whether a diagram is a legal position in which every wall beside the region has an eye elsewhere."""
    walls, eyes, region = _parsed(text)
    cells = {(r, c): s for r, row in enumerate(text.split("/")) for c, s in enumerate(row)}
    black, white = ([p for p, s in cells.items() if s.upper() == color and p not in eyes] for color in "XO")
    if not Board(SIDE).apply_setup(black, white, []):
        return False
    return all(_has_an_eye(near, walls, eyes) for point in region for near in _around(point) if near in walls)


def _parsed(text: str) -> tuple[dict[Point, str], set[Point], list[Point]]:
    """Return the walls without their eyes, the eyes (wall points with their colour all around), and the region."""
    cells = {(r, c): s for r, row in enumerate(text.split("/")) for c, s in enumerate(row)}
    walls = {p: s for p, s in cells.items() if s in "XO"}
    block = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    eyes = {p for p, s in walls.items() if {cells.get((p[0] + i, p[1] + j), s) for i, j in block} == {s}}
    return {p: s for p, s in walls.items() if p not in eyes}, eyes, [p for p, s in cells.items() if s in ".xo"]


def _has_an_eye(point: Point, walls: dict[Point, str], eyes: set[Point]) -> bool:
    chain, todo = {point}, [point]
    while todo:
        for near in _around(todo.pop()):
            if near in eyes:
                return True
            if walls.get(near) == walls[point] and near not in chain:
                chain.add(near)
                todo.append(near)
    return False


def _around(point: Point) -> list[Point]:
    row, column = point
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def diagrams(seed: int, points: int) -> Iterator[str]:
    """Yield random regions of so many points, without end: walls of both colours, often some stones inside."""
    rng = random.Random(seed)
    while True:
        start = rng.choice([(4, 4), (0, 4), (0, 0)])
        region = {start}
        while len(region) < points:
            row, column = rng.choice(_around(rng.choice(sorted(region))))
            if 0 <= row < SIDE and 0 <= column < SIDE:
                region.add((row, column))
        stones, (slope, tilt, shift) = rng.choice([0, 0.3, 0.5]), (rng.gauss(0, 1) for _ in range(3))
        letters = {
            (r, c): "XO"[slope * (r - start[0]) + tilt * (c - start[1]) + shift < 0]
            for r in range(SIDE) for c in range(SIDE)
        }
        letters |= {p: rng.choice("xo") if rng.random() < stones else "." for p in sorted(region)}
        text = "/".join("".join(letters[r, c] for c in range(SIDE)) for r in range(SIDE))
        if stands(text):
            yield text


def random_trees(seed: int, points: int) -> Iterator[BoardTree]:
    """Yield the same with all their positions."""
    return map(BoardTree, diagrams(seed, points))
