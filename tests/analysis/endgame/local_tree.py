"""Small games evaluated by brute force: canonical forms, thermographs, and the game tree of a region of a board.

Shares nothing with the product but the Position that it starts from; the moves are those of tests.oracle.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from fractions import Fraction

from analysis.board import Position
from tests import oracle


class Cgt:
    """A canonical game; the same game is always the same object."""

    def __init__(self, left: frozenset[Cgt], right: frozenset[Cgt]) -> None:
        self.left, self.right = left, right

    def __repr__(self) -> str:
        number = self.number()
        if number is not None:
            return str(number)
        if self.left == self.right == {ZERO}:
            return "*"
        return "{" + ",".join(sorted(map(repr, self.left))) + "|" + ",".join(sorted(map(repr, self.right))) + "}"

    @functools.cache  # noqa: B019 - as long-lived as the test run
    def number(self) -> Fraction | None:
        left = [g.number() for g in self.left]
        right = [g.number() for g in self.right]
        if None in left or None in right:
            return None
        if not right:
            return max(left, default=Fraction(-1)) + 1
        if not left:
            return min(right) - 1
        return (max(left) + min(right)) / 2 if max(left) < min(right) else None


@functools.cache
def at_least(g: Cgt, h: Cgt) -> bool:
    """g >= h: Left, moving second, does not lose g - h."""
    return not any(at_least(h, r) for r in g.right) and not any(at_least(left, g) for left in h.left)


_interned: dict[tuple[frozenset[Cgt], frozenset[Cgt]], Cgt] = {}


def make(left: Iterable[Cgt], right: Iterable[Cgt]) -> Cgt:
    """Return the canonical form of {left | right} for canonical options: without dominated or reversible ones."""
    left, right = set(left), set(right)
    while True:
        game = Cgt(frozenset(left), frozenset(right))
        for option in left:
            back = next((r for r in option.right if at_least(game, r)), None)
            if back is not None or any(at_least(other, option) for other in left - {option}):
                left = (left - {option}) | (back.left if back is not None else frozenset())
                break
        else:
            for option in right:
                back = next((b for b in option.left if at_least(b, game)), None)
                if back is not None or any(at_least(option, other) for other in right - {option}):
                    right = (right - {option}) | (back.right if back is not None else frozenset())
                    break
            else:
                return _interned.setdefault((game.left, game.right), game)


ZERO = make((), ())


@functools.cache
def integer(n: int) -> Cgt:
    return ZERO if n == 0 else make([integer(n - 1)], ()) if n > 0 else make((), [integer(n + 1)])


@functools.cache
def add(g: Cgt, h: Cgt) -> Cgt:
    return make(
        {add(x, h) for x in g.left} | {add(g, x) for x in h.left},
        {add(x, h) for x in g.right} | {add(g, x) for x in h.right},
    )


@functools.cache
def mean_and_temperature(g: Cgt) -> tuple[Fraction, Fraction]:
    number = g.number()
    if number is not None:
        return number, Fraction(-1, number.denominator)
    # The walls meet at a dyadic temperature: the scaffolds are linear on every interval of this grid.
    step = Fraction(1, 64)
    t = Fraction(0)
    while left_scaffold(g, t) > right_scaffold(g, t):
        t += step
    assert left_scaffold(g, t) == right_scaffold(g, t), "grid too coarse"
    return left_scaffold(g, t), t


def left_scaffold(g: Cgt, t: Fraction) -> Fraction:
    return max(right_wall(x, t) for x in g.left) - t


def right_scaffold(g: Cgt, t: Fraction) -> Fraction:
    return min(left_wall(x, t) for x in g.right) + t


@functools.cache
def left_wall(g: Cgt, t: Fraction) -> Fraction:
    mean, temperature = mean_and_temperature(g)
    return mean if t >= temperature else left_scaffold(g, t)


@functools.cache
def right_wall(g: Cgt, t: Fraction) -> Fraction:
    mean, temperature = mean_and_temperature(g)
    return mean if t >= temperature else right_scaffold(g, t)


class Repetition(Exception):
    """The local game repeats a position (ko)."""


class LocalTree:
    """The game on `local` points of a board whose other stones are immortal; territory counting."""

    def __init__(self, position: Position, local: frozenset[int]) -> None:
        self.size, self.board = oracle.read(position.diagram())
        self.local = frozenset(position.grid.row_col(point) for point in local)
        self.known: dict[object, Cgt] = {}

    def value(self, board: oracle.OracleBoard | None = None, above: frozenset[object] = frozenset()) -> Cgt:
        board = self.board if board is None else board
        key = frozenset((p, board[p]) for p in self.local if p in board)
        if key in above:
            raise Repetition
        if key not in self.known:
            settled = self.settled(board)
            if settled is not None:
                self.known[key] = integer(settled)
            else:
                self.known[key] = make(*(self.options(board, colour, above | {key}) for colour in "XO"))
        return self.known[key]

    def options(self, board: oracle.OracleBoard, colour: str, above: frozenset[object]) -> list[Cgt]:
        return [self.after(board, p, colour, above) for p in sorted(self.local) if self.allowed(board, p, colour)]

    def allowed(self, board: oracle.OracleBoard, point: tuple[int, int], colour: str) -> bool:
        return point not in board and not oracle.place(self.size, board, point, colour)[2]

    def after(
        self, board: oracle.OracleBoard, point: tuple[int, int], colour: str, above: frozenset[object] = frozenset()
    ) -> Cgt:
        """Return the value after `colour` plays on `point`, prisoners taken by this move included."""
        after, captured, _ = oracle.place(self.size, board, point, colour)
        assert captured <= self.local, "an immortal stone was captured"
        return add(self.value(after, above), integer(len(captured) * (1 if colour == "X" else -1)))

    def settled(self, board: oracle.OracleBoard) -> int | None:
        """The score if every local region lies inside the immortal stones of one colour (what is in it is dead)."""
        immortal = {p for p in board if p not in self.local}
        while True:  # a local stone joined to an immortal one is immortal
            more = {
                p
                for p in self.local & board.keys()
                if p not in immortal
                and any(q in immortal and board[q] == board[p] for q in oracle.neighbours(self.size, p))
            }
            if not more:
                break
            immortal |= more
        score, todo = 0, set(self.local) - immortal
        while todo:
            region = {todo.pop()}
            while True:
                more = {q for p in region for q in oracle.neighbours(self.size, p)} & todo
                if not more:
                    break
                region |= more
                todo -= more
            walls = {board[q] for p in region for q in oracle.neighbours(self.size, p) if q in immortal}
            if len(walls) != 1:
                return None
            sign, enemy = (1, "O") if walls == {"X"} else (-1, "X")
            score += sign * (len(region) + sum(board.get(p) == enemy for p in region))
            score -= sign * sum(p in board and board[p] != enemy for p in region)
        return score
