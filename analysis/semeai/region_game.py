"""From a part of the board to its liberty counting game: every legal move of both sides, valued from the bottom up.

A position is worth the sum of the parts it falls into. A part where no move is worth more than filling a liberty is a
whole number of liberties, as `liberty_game` says; only hotter ones become nodes of a tree. In those the filling of
plain liberties is left out: cooled by 2 it leads to something better for the defender than not to move at all, and
such an option changes no value.

Filling the very last liberty of a block takes it, so that this move needs no approach, nor is it suicide. There is one
such move, in one part. So each part has two values: `last` if its liberties are filled last of all, and else the other.
A block that joins living stones, or whose liberties cannot all be filled, counts so many liberties that no race is
long enough.

Each value is known between two bounds: low is good for the attacker, high for the defender. They differ where kos come
in (each bound forbids the captures of one side that would bring a position back), with eyes that are not plain, where
the last move may come as a surprise, and where it is not known beforehand which liberty is the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, Color, Grid
from ..status.counting import EYE_LIBERTIES, is_plain
from ..values.games.forms import ZERO, Value, game, number
from ..values.thermography.thermograph import temperature, thermograph
from ..values.trees.move_tree import Node, Tree, components
from .liberty_game import FILLING, LibertyGame, RaceError, liberty_game
from .liberty_parts import Ground, Left, Move, Part, Safe, listed

ENDLESS = 1000
"""Liberties of a block that is safe: more than any race has moves."""
MOST_EMPTY = 16
"""Empty points of a region that is looked at, those aside where nothing is to be done but to fill."""
MOST_PARTS = 2000
"""Parts that may be looked at for one region, and positions that its tree may have."""

_SAFE = number(ENDLESS)


@dataclass(frozen=True)
class BoardGame:
    """A liberty counting game found on a board.

    Public attributes:
      game   -- LibertyGame
      moves  -- for (node, child) the point of the move
      fill   -- the point with which the attacker goes on where the game is a plain number; None if there is none
    """

    game: LibertyGame
    moves: dict[tuple[int, int], int] = field(repr=False)
    fill: int | None


class Valuer:
    """The values of parts, each worked out once. All are the defender's: his liberties are positive.

    `high` says which bound is meant, `last` whether the block's last liberty is in the part.
    """

    def __init__(self, grid: Grid, ground: Ground) -> None:
        self.grid, self.ground = grid, ground
        self._moves: dict[Part, tuple[tuple[Move, ...], tuple[Move, ...]]] = {}
        self._knot: dict[Part, int] = {}  # of the parts that play can come back to
        self._known: dict[tuple[Part, bool, bool], Value] = {}
        self._sums: dict[tuple[tuple[Part, ...], bool, bool], Value] = {}

    def value(self, part: Part, last: bool, high: bool) -> Value:
        """What a part is worth, in liberties. Raises RaceError where there is too much to look at."""
        self._explore(part)
        return self._value(part, last, high)

    def options(self, part: Part, attacker: bool, last: bool, high: bool) -> Iterator[tuple[int, Left]]:
        """The moves of one side and what they leave, without captures after which play can come back: the attacker's
        for the high bound, else the defender's. For the low bound the last move is among them."""
        knot = self._knot.get(part)
        for move in self._moves[part][attacker]:
            back = not isinstance(move.left, Safe) and any(self._knot.get(after) == knot for after in move.left)
            if knot is None or not (move.takes and attacker is high and back):
                yield move.point, move.left
        if attacker and last and not high and part.liberties.bit_count() == 1:
            yield part.liberties.bit_length() - 1, ()

    def chosen(self, parts: Sequence[Part], last: bool, high: bool) -> list[tuple[Part, bool]]:
        """Several parts, each with whether the last liberty of all is in it, given whether it is in one of them."""
        if not last or len(parts) < 2:
            return [(part, last) for part in parts]
        values = [self._value(part, False, high) for part in parts]
        places = choose_last(values, lambda index: self._value(parts[index], True, high), high)
        return [(part, index in places) for index, part in enumerate(parts)]

    def _explore(self, start: Part) -> None:
        """All parts that play can come to, and which of them it can come back to."""
        if start in self._moves:
            return
        if not start.plain and (start.empty & ~self.ground.idle(start)).bit_count() > MOST_EMPTY:
            raise RaceError(f"more than {MOST_EMPTY} empty points at {self._name(start)}")
        found = {start: 0}
        todo = [start]
        for part in todo:
            leaf = part.plain or _is_eye(part)
            self._moves[part] = ((), ()) if leaf else (
                tuple(self.ground.moves(part, False)), tuple(self.ground.moves(part, True))
            )
            for after in self._after(part):
                if after not in found:
                    found[after] = len(found)
                    todo.append(after)
            if len(todo) > MOST_PARTS:
                raise RaceError(f"more than {MOST_PARTS} positions at {self._name(start)}")
        nodes = [Node(black=tuple(found[after] for after in self._after(part))) for part in todo]
        tree = Tree(tuple(node if node.black else Node(count=Fraction(0)) for node in nodes))
        for group in components(tree):
            if len(group) > 1:
                self._knot.update(dict.fromkeys((todo[index] for index in group), len(self._knot)))

    def _after(self, part: Part) -> dict[Part, None]:
        """The parts that moves leave."""
        return {
            after: None for moves in self._moves[part] for move in moves if not isinstance(move.left, Safe)
            for after in move.left
        }

    def _value(self, part: Part, last: bool, high: bool) -> Value:
        key = part, last, high
        if key not in self._known:
            self._known[key] = self._valued(part, last, high)
        return self._known[key]

    def _worth(self, left: Left, last: bool, high: bool) -> Value:
        """What is left after a move is worth."""
        if isinstance(left, Safe):
            return _SAFE
        key = left, last, high
        if key not in self._sums:
            self._sums[key] = _sum([self._value(part, flag, high) for part, flag in self.chosen(left, last, high)])
        return self._sums[key]

    def _valued(self, part: Part, last: bool, high: bool) -> Value:
        if part.plain:
            return number(part.points.bit_count())
        if _is_eye(part):
            return self._eye(part, last, high)
        attacks, defences = (
            [self._worth(left, last, high) for _, left in self.options(part, attacker, last, high)]
            for attacker in (True, False)
        )
        if high and last and part.liberties.bit_count() == 1:
            taken = self._assigned(part, defences, [*attacks, ZERO], high)
            if taken.number is not None:
                return taken
        return self._assigned(part, defences, attacks, high)

    def _eye(self, part: Part, last: bool, high: bool) -> Value:
        """An eye that is not plain takes one move for each empty point at least."""
        if not last:
            return _SAFE
        points = listed(part.points)
        if is_plain(self.grid, points, listed(part.opp)):
            return number(EYE_LIBERTIES[len(points)] - part.opp.bit_count())
        return _SAFE if high else number(max(1, part.liberties.bit_count()))

    def _assigned(self, part: Part, defences: Sequence[Value], attacks: Sequence[Value], high: bool) -> Value:
        """By the rule of `liberty_game`; a block without a liberty here needs no attack."""
        attacks = [value for value in attacks if value is not _SAFE]
        if attacks and _are_hot(defences, attacks):
            return game(defences, attacks)
        if not part.liberties:
            gains = (thermograph(option).right.value(FILLING) - FILLING for option in defences)
            gain = max(gains, default=Fraction(0))
            return number(max(gain, Fraction(0))) if high or attacks else ZERO
        if not attacks:
            return _SAFE
        return number(min(thermograph(option).left.value(FILLING) for option in attacks) + FILLING)

    def _name(self, part: Part) -> str:
        return self.grid.vertex((part.points & -part.points).bit_length() - 1)

    # -- trees -----------------------------------------------------------------------------------------------------

    def board_game(self, part: Part, defender: Color, last: bool, high: bool) -> BoardGame:
        """The game of a part, as a tree. Raises RaceError where there is too much to look at."""
        value = self.value(part, last, high)
        if value.number is not None:
            tree = Tree((Node(count=value.number * int(defender)),))
            return BoardGame(liberty_game(tree, defender), {}, self._fill(part, last, high))
        writer = _Writer(self, high)
        writer.write(((part, last),), Fraction(0))
        black = defender is BLACK
        nodes = tuple(
            Node(count=count * int(defender)) if count is not None
            else Node(black=own if black else opp, white=opp if black else own)
            for own, opp, count in writer.nodes
        )
        return BoardGame(liberty_game(Tree(nodes), defender), writer.points, None)

    def _fill(self, part: Part, last: bool, high: bool) -> int | None:
        """The attacker's move in a part that is worth a number; None where he has none, or need not move."""
        liberties = listed(part.liberties)
        if part.plain or _is_eye(part):
            return liberties[0] if liberties else None
        aim = self.value(part, last, high) - 1
        for point, left in self.options(part, True, last, high):
            if self._worth(left, last, high) is aim:
                return point
        return liberties[0] if last and len(liberties) == 1 else None


Flagged = tuple[tuple[Part, bool], ...]


class _Writer:
    """Nodes of a tree: the defender's children, the attacker's, a count if it is a leaf."""

    def __init__(self, valuer: Valuer, high: bool) -> None:
        self.valuer, self.high = valuer, high
        self.nodes: list[tuple[tuple[int, ...], tuple[int, ...], Fraction | None]] = []
        self.points: dict[tuple[int, int], int] = {}
        self._numbers: dict[tuple[Flagged, Fraction], int] = {}

    def write(self, hot: Flagged, count: Fraction) -> int:
        """The number of the node for these parts, with so many liberties besides."""
        key = hot, count
        if key in self._numbers:
            return self._numbers[key]
        if len(self.nodes) >= MOST_PARTS:
            raise RaceError(f"a region has more than {MOST_PARTS} positions")
        index = self._numbers[key] = len(self.nodes)
        self.nodes.append(((), (), count))
        if not hot:
            return index
        children: list[tuple[int, ...]] = []
        for attacker in (False, True):
            found: dict[int, int] = {}
            for place, (part, last) in enumerate(hot):
                for point, left in self.valuer.options(part, attacker, last, self.high):
                    found.setdefault(self._after(hot[:place] + hot[place + 1 :], left, last, count), point)
            children.append(tuple(found))
            self.points.update({(index, child): point for child, point in found.items()})
        self.nodes[index] = children[0], children[1], None
        return index

    def _after(self, others: Flagged, left: Left, last: bool, count: Fraction) -> int:
        if isinstance(left, Safe):
            return self.write((), Fraction(ENDLESS))
        hot = list(others)
        for part, flag in self.valuer.chosen(left, last, self.high):
            value = self.valuer.value(part, flag, self.high)
            if value.number is None:
                hot.append((part, flag))
            else:
                count += value.number
        if count >= ENDLESS:
            return self.write((), Fraction(ENDLESS))
        return self.write(tuple(sorted(hot)), count)


def choose_last(values: Sequence[Value], last: Callable[[int], Value], high: bool) -> set[int]:
    """Which of several parts is best left for last, given what each is worth else, and, by its index, so.

    One at most, but for the low bound all where the choice depends on how play goes.
    """
    if sum(value is _SAFE for value in values) > 1:
        return set()
    gains = {place: value - last(place) for place, value in enumerate(values)}
    gains = {place: gain for place, gain in gains.items() if gain is not ZERO}
    numbers = {place: gain.number for place, gain in gains.items() if gain.number is not None}
    if len(numbers) == len(gains) and gains:
        return {max(gains, key=lambda place: numbers[place])}
    return set(list(gains)[:1]) if high else set(gains)


def _sum(values: Sequence[Value]) -> Value:
    if any(value is _SAFE for value in values):
        return _SAFE
    total = number(sum((value.number for value in values if value.number is not None), Fraction(0)))
    for value in values:
        if value.number is None:
            total = total + value
    return total


def _are_hot(defences: Sequence[Value], attacks: Sequence[Value]) -> bool:
    """Whether more is worth while than filling a liberty."""
    ours, theirs = (
        [value.number for value in side if value.number is not None] for side in (defences, attacks)
    )
    if len(ours) == len(defences) and len(theirs) == len(attacks):
        return bool(ours) and max(ours) - min(theirs) > 2 * FILLING
    return temperature(game(defences, attacks)) > FILLING


def _is_eye(part: Part) -> bool:
    return part.enclosed and not part.own


__all__ = ["ENDLESS", "BoardGame", "Valuer", "choose_last"]
