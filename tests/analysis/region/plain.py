"""A slow, obvious search of a region, the reference for `analysis.region`. Nothing is shared with it.

A board is played on as a whole, by the rules of `tests.oracle`; a room is a part of it whose surroundings are stones
that can never be captured, with two eyes each. A node is (the room's points as text, side to move, ko point, passed);
points are numbered in reading order within the room, PASS is -1. Values come by sweeping over all nodes until nothing
changes, once from the worst for Black and once from the best.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analysis.board import BLACK, WHITE, Grid, Position, Rules, unconditional_life
from analysis.region.region import Region, enclosed, whole_board
from analysis.region.search_state import KoRule, State
from tests import oracle
from tests.oracle import OTHER, OracleBoard, Size

PASS = -1
Point = tuple[int, int]
COLOR = {"X": BLACK, "O": WHITE}


class Node(NamedTuple):
    """A position: ko is the point that `side` may not retake at once, passed whether the opponent has just passed."""

    board: str
    side: str = "X"
    ko: int = -1
    passed: bool = False


@dataclass(frozen=True)
class Room:
    """Part of a board: `around` are the stones outside, `barred` the points inside where nobody may play."""

    size: Size
    points: tuple[Point, ...]
    around: tuple[tuple[Point, str], ...] = ()
    barred: frozenset[int] = frozenset()

    def whole(self, board: str) -> OracleBoard:
        """Return all stones, outside and inside."""
        return dict(self.around) | {p: s for p, s in zip(self.points, board, strict=True) if s != "."}

    def text(self, board: OracleBoard) -> str:
        return "".join(board.get(point, ".") for point in self.points)

    def is_legal(self, board: str) -> bool:
        return oracle.is_legal_position(self.size, self.whole(board))

    def position(self, board: str) -> Position:
        whole = self.whole(board)
        stones = [int(COLOR[whole[p]]) if p in whole else 0 for p in oracle.points(self.size)]
        return Position.from_stones(Grid(*self.size), np.array(stones, np.int8))

    def flat(self, indices: Iterable[int]) -> list[int]:
        """Return points of the room as points of the whole board's grid."""
        return [row * self.size[1] + col for row, col in (self.points[i] for i in indices)]

    def region(self, board: str) -> Region:
        """Return the Region of the same room; the barred points must hold stones."""
        if not self.around:
            return whole_board(*self.size)
        inside = [i for i in range(len(self.points)) if i not in self.barred]
        return enclosed(self.position(board), self.flat(inside), self.flat(self.barred))


def whole(height: int, width: int) -> Room:
    """Return the room that is the whole board."""
    return Room((height, width), tuple(oracle.points((height, width))))


def state(node: Node) -> State:
    """Return the node as a State."""
    black, white = (sum(1 << i for i, s in enumerate(node.board) if s == colour) for colour in "XO")
    return State(black, white, COLOR[node.side], node.ko, node.passed)


def node(of: State, size: int) -> Node:
    board = "".join("X" if of.black >> i & 1 else "O" if of.white >> i & 1 else "." for i in range(size))
    return Node(board, "X" if of.to_move is BLACK else "O", of.ko, of.passed)


# Four blocks of a pinwheel on 9x9, each alive by two eyes; in the middle a square of nine points.
BLOCKS = [
    ([(r, c) for r in range(3) for c in range(6)], {(1, 1), (1, 3)}),
    ([(r, c) for r in range(6) for c in range(6, 9)], {(1, 7), (3, 7)}),
    ([(r, c) for r in range(6, 9) for c in range(3, 9)], {(7, 4), (7, 6)}),
    ([(r, c) for r in range(3, 9) for c in range(3)], {(4, 1), (6, 1)}),
]
MIDDLE = [(r, c) for r in range(3, 6) for c in range(3, 6)]


def random_room(rng: random.Random, most: int, loose: bool = True) -> tuple[Room, str]:
    """Return a room of at most `most` points in the middle of 9x9, walls of random colours around, and a board of it.

    Some of the stones may be on points where nobody plays again. The board is legal.
    """
    around: dict[Point, str] = {}
    for block, eyes in BLOCKS:
        around |= dict.fromkeys(set(block) - eyes, rng.choice("XO"))
    blocks = set(around)
    while True:
        inside = sorted(rng.sample(MIDDLE, max(rng.randint(1, most), rng.randint(1, most))))
        outside = around | {p: rng.choice("XO") for p in MIDDLE if p not in inside}
        if not all(oracle.chain((9, 9), outside, p) & blocks for p in set(outside) - blocks):
            continue
        board = "".join(rng.choice("XO..") for _ in inside)
        stones = [i for i, stone in enumerate(board) if stone != "."]
        barred = frozenset(rng.sample(stones, rng.randint(0, min(2, len(stones), len(inside) - 1))) if loose else [])
        room = Room((9, 9), tuple(inside), tuple(sorted(outside.items())), barred)
        if room.is_legal(board):
            return room, board


def random_board(rng: random.Random, room: Room) -> str:
    """Return a legal board of the room, the barred points empty or not."""
    while True:
        share = rng.choice(["XO.", "XO..", "XXO.", "XOO.", "XO....", "XXXO."])
        board = "".join(rng.choice(share) for _ in room.points)
        if room.is_legal(board):
            return board


@dataclass
class Search:
    """All nodes of a room and their two values. `target` are stones of `owner`: a CAPTURE, else AREA.

    With `strict` all stones count for their owners at the end, the dead ones too.
    """

    room: Room
    suicide: bool = False
    ko: KoRule = KoRule.SIMPLE
    target: frozenset[int] = frozenset()
    owner: str = "X"
    strict: bool = False

    def __post_init__(self) -> None:
        self._placed: dict[tuple[str, int, str], tuple[str, int] | None] = {}
        self._scores: dict[str, int] = {}

    def binds(self, side: str) -> bool:
        unbound = {KoRule.SIMPLE: "", KoRule.FREE: "XO", KoRule.BLACK_UNBOUND: "X", KoRule.WHITE_UNBOUND: "O"}
        return side not in unbound[self.ko]

    def placed(self, board: str, point: int, side: str) -> tuple[str, int] | None:
        """Return the board after a move, and the point that simple ko then forbids; None if the move is illegal."""
        key = (board, point, side)
        if key not in self._placed:
            self._placed[key] = self._place(*key)
        return self._placed[key]

    def _place(self, board: str, point: int, side: str) -> tuple[str, int] | None:
        game = oracle.OracleGame(self.room.size, self.room.whole(board), side, suicide=self.suicide)
        try:
            game.play(self.room.points[point])
        except oracle.OracleIllegal:
            return None
        return self.room.text(game.board), -1 if game.ko is None else self.room.points.index(game.ko)

    def is_over(self, board: str) -> bool:
        return bool(self.target) and all(board[i] != self.owner for i in self.target)

    def moves(self, node: Node) -> dict[int, Node | None]:
        """Return the nodes after each move, PASS last; None where the game ends."""
        after: dict[int, Node | None] = {}
        if self.is_over(node.board):
            return after
        other = OTHER[node.side]
        for point in range(len(self.room.points)):
            banned = point == node.ko and self.binds(node.side)
            if node.board[point] != "." or point in self.room.barred or banned:
                continue
            placed = self.placed(node.board, point, node.side)
            if placed is not None:
                board, ko = placed
                after[point] = Node(board, other, -1 if self.ko is KoRule.FREE else ko)
        after[PASS] = None if node.passed else Node(node.board, other, -1, True)
        return after

    def score(self, board: str) -> int:
        """Return the value to Black of a game that ends on this board."""
        if board not in self._scores:
            self._scores[board] = self._fate(board) if self.target else self._area(board)
        return self._scores[board]

    def _area(self, board: str) -> int:
        life = unconditional_life(self.room.position(board), Rules(suicide=self.suicide))
        stones = self.room.whole(board)
        for point in () if self.strict else life.dead:
            del stones[divmod(point, self.room.size[1])]
        total = 0
        for point in self.room.points:
            beside = {stones[point]} if point in stones else self._beside(stones, point)
            total += (beside == {"X"}) - (beside == {"O"})
        return total

    def _beside(self, stones: OracleBoard, empty: Point) -> set[str]:
        """Return the colours that the empty region of this point touches."""
        seen, todo, found = {empty}, [empty], set()
        while todo:
            for near in oracle.neighbours(self.room.size, todo.pop()):
                if near in stones:
                    found.add(stones[near])
                elif near not in seen:
                    seen.add(near)
                    todo.append(near)
        return found

    def _fate(self, board: str) -> int:
        sign = 1 if self.owner == "X" else -1
        if self.is_over(board):
            return -sign
        alive = unconditional_life(self.room.position(board), Rules(suicide=self.suicide)).alive
        return sign * any(alive[point] == sign for point in self.room.flat(self.target))

    def nodes(self, start: Node) -> dict[Node, dict[int, Node | None]]:
        """Return all nodes that can be reached, with their moves."""
        found: dict[Node, dict[int, Node | None]] = {}
        todo = [start]
        while todo:
            node = todo.pop()
            if node not in found:
                found[node] = self.moves(node)
                todo += [after for after in found[node].values() if after is not None]
        return found

    def values(self, start: Node) -> dict[Node, tuple[int, int]]:
        """Return (low, high) of all reachable nodes: endless play as the worst for Black, and as the best."""
        nodes = self.nodes(start)
        best = 1 if self.target else len(self.room.points)
        low, high = self._swept(nodes, -best), self._swept(nodes, best)
        return {node: (low[node], high[node]) for node in nodes}

    def _swept(self, nodes: dict[Node, dict[int, Node | None]], endless: int) -> dict[Node, int]:
        values = dict.fromkeys(nodes, endless)
        changed = True
        while changed:
            changed = False
            for node, moves in nodes.items():
                options = [self.score(node.board) if after is None else values[after] for after in moves.values()]
                choose = max if node.side == "X" else min
                value = choose(options) if options else self.score(node.board)
                changed |= value != values[node]
                values[node] = value
        return values
