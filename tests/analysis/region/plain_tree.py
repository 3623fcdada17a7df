"""Local games without turns, slow and obvious: whole positions, no parts, life and territory by exhaustive play.

A position is the stones on the playable points, a frozenset of (point, color). Shares nothing with the search
but the letters of a local diagram; sums and canonical forms are those of `analysis.values`, tested on their own.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from typing import NamedTuple

from analysis.values import ZERO, Value, game

Point = tuple[int, int]
Stones = frozenset[tuple[Point, str]]
OTHER = {"X": "O", "O": "X"}
SIGN = {"X": 1, "O": -1}


class Move(NamedTuple):
    point: Point
    color: str
    taken: int
    after: Stones


class PlainTree:
    """All positions that can be reached on the points `.xo` of a diagram, X and O being walls, # off the board."""

    def __init__(self, text: str) -> None:
        letters = {(r, c): s for r, row in enumerate(text.split("/")) for c, s in enumerate(row) if s != "#"}
        self.letters = letters
        self.near = {
            (r, c): [p for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if p in letters] for r, c in letters
        }
        self.walls = {p: s for p, s in letters.items() if s in "XO"}
        self.local = sorted(letters.keys() - self.walls.keys())
        self.start = frozenset((p, letters[p].upper()) for p in self.local if letters[p] != ".")
        self.moves = {self.start: self.find(self.start)}
        todo = [self.start]
        while todo:
            for move in self.moves[todo.pop()]:
                if move.after not in self.moves:
                    self.moves[move.after] = self.find(move.after)
                    todo.append(move.after)
        self.alive = functools.cache(self._alive)
        self.land = functools.cache(self._land)

    # -- the board -----------------------------------------------------------------------------------------------------

    def joined(self, point: Point, inside: Collection[Point]) -> set[Point]:
        found, todo = {point}, [point]
        while todo:
            for near in self.near[todo.pop()]:
                if near in inside and near not in found:
                    found.add(near)
                    todo.append(near)
        return found

    def has_liberty(self, board: dict[Point, str], point: Point) -> bool:
        """Return whether the chain has a liberty or is connected to a wall."""
        chain = self.joined(point, {p for p in board if board[p] == board[point]})
        return bool(chain & self.walls.keys()) or any(q not in board for p in chain for q in self.near[p])

    def is_legal(self) -> bool:
        board = self.walls | dict(self.start)
        return all(self.has_liberty(board, point) for point, _ in self.start)

    def find(self, stones: Stones) -> list[Move]:
        found = []
        for point in self.local:
            for color in "XO":
                board = self.walls | dict(stones)
                if point in board:
                    continue
                board[point] = color
                gone = {q for q in board if board[q] != color and not self.has_liberty(board, q)}
                for q in gone:
                    del board[q]
                if self.has_liberty(board, point):
                    after = frozenset((p, board[p]) for p in self.local if p in board)
                    found.append(Move(point, color, len(gone), after))
        return found

    def rooms(self, points: Collection[Point]) -> Iterator[tuple[set[Point], set[Point]]]:
        """Yield the connected sets among these points, and what they border on."""
        rest = set(points)
        while rest:
            room = self.joined(min(rest), rest)
            rest -= room
            yield room, {q for p in room for q in self.near[p]} - room

    # -- unconditional life -----------------------------------------------------------------------------------------

    def alone(self, stones: Stones, color: str) -> set[Stones]:
        """Return all positions that `color` can reach if the opponent always passes."""
        found, todo = {stones}, [stones]
        while todo:
            for move in self.moves.get(todo[-1]) or self.find(todo[-1]):
                if move.color == color and move.after not in found:
                    found.add(move.after)
                    todo.insert(0, move.after)
            todo.pop()
        return found

    def _alive(self, stones: Stones, color: str) -> frozenset[Point]:
        """Return the stones that the opponent cannot capture even if `color` always passes."""
        own = {p for p, c in stones if c == color}
        return frozenset(p for p in own if all((p, color) in after for after in self.alone(stones, OTHER[color])))

    def _land(self, stones: Stones, color: str) -> frozenset[Point]:
        """Return the regions inside living stones in which the opponent, playing alone, cannot live."""
        alive = self.alive(stones, color)
        firm = alive | {p for p, c in self.walls.items() if c == color}
        found: set[Point] = set()
        for room, border in self.rooms(set(self.local) - alive):
            if border and border <= firm and not any((p, color) in stones for p in room):
                later = self.alone(stones, OTHER[color])
                if not any(room & self.alive(after, OTHER[color]) for after in later):
                    found |= room
        return frozenset(found)

    def settled(self, stones: Stones) -> tuple[int, bool]:
        """Return the settled points of territory, and whether all is settled."""
        points = 0
        done: set[Point] = set()
        for color in "XO":
            land = self.land(stones, color)
            dead = sum((p, OTHER[color]) in stones for p in land)
            points += SIGN[color] * (len(land) + dead)
            done |= land | self.alive(stones, color)
        return points, len(done) == len(self.local)

    def surrounded(self, stones: Stones) -> int:
        board = self.walls | dict(stones)
        score = 0
        for room, border in self.rooms([p for p in self.local if p not in board]):
            colors = {board[p] for p in border}
            if len(colors) == 1:
                score += SIGN[colors.pop()] * len(room)
        return score

    # -- values --------------------------------------------------------------------------------------------------------

    @functools.cached_property
    def loops(self) -> list[set[Stones]]:
        """Return the sets of unsettled positions that lead to each other."""
        open_ = [stones for stones in self.moves if not self.settled(stones)[1]]
        reach = {stones: {move.after for move in self.moves[stones]} & set(open_) for stones in open_}
        later: dict[Stones, set[Stones]] = {}
        for stones in open_:
            found: set[Stones] = set()
            todo = list(reach[stones])
            while todo:
                top = todo.pop()
                if top not in found:
                    found.add(top)
                    todo.extend(reach[top])
            later[stones] = found
        knots = {frozenset(b for b in later[a] if a in later[b]) for a in open_}
        return [set(knot) for knot in knots if knot]

    def territory(self, without: str = "", seki_points: bool = False) -> dict[Stones, Value]:
        """Return the value of each position; of loopy ones, without captures by a color after which play may return."""
        knot = {stones: i for i, loop in enumerate(self.loops) for stones in loop}
        values: dict[Stones, Value] = {}

        def value(stones: Stones) -> Value:
            if stones not in values:
                points, done = self.settled(stones)
                if done:
                    values[stones] = ZERO + points
                else:
                    idle = self.surrounded(stones) if seki_points else points
                    options: dict[str, list[Value]] = {"X": [], "O": []}
                    for _, color, taken, after in self.moves[stones]:
                        back = taken and stones in knot and knot.get(after) == knot[stones]
                        if not (back and color == without):
                            options[color].append(value(after) + SIGN[color] * taken - idle)
                    values[stones] = game(options["X"], options["O"]) + idle
            return values[stones]

        value(self.start)
        return values

    def area(self) -> Value:
        """Return the area value of a start that is not loopy: a game until its territory is a whole number.

        Nobody plays where all is settled: that costs nothing here, so it would be a pass.
        """
        territory = self.territory(seki_points=True)
        values: dict[Stones, Value] = {}

        def value(stones: Stones) -> Value:
            if stones not in values:
                number = territory[stones].number
                if number is not None and number.denominator == 1:
                    values[stones] = territory[stones] + sum(SIGN[color] for _, color in stones)
                else:
                    settled = self.land(stones, "X") | self.land(stones, "O")
                    moves = [move for move in self.moves[stones] if move.point not in settled]
                    values[stones] = game(*([value(m.after) for m in moves if m.color == c] for c in "XO"))
            return values[stones]

        return value(self.start)
