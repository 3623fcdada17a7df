"""From a part of the board to its liberty counting game: every legal move of both sides, valued from the leaves up.

The value of a position is the sum of the parts it falls into. A part where no move is worth more than filling a liberty
is a whole number of liberties, as in `liberty_game`; only hotter parts become nodes of a tree. In those the filling of
plain liberties is left out: cooled by 2 it is better for the defender than no move at all, so the option changes no
value.

Filling the very last liberty of a block captures it, so this move needs no approach move and is no suicide. There is
one such move, in one part. So each part has two values: one if its liberties are filled last of all (`last`), and one
otherwise. A block that is connected to living stones, or whose liberties cannot all be filled, counts more liberties
than any race has moves.

Each value is known between two bounds: low is good for the attacker, high for the defender. They differ where kos are
possible (each bound forbids the captures of one side that would repeat a position), with eyes that are not plain, where
the last move may be available unexpectedly, and where it is not known beforehand which liberty is the last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, Color, Grid
from ..board.bit_sets import points_of
from ..reading.life_and_death.eye_liberty_kernels import EYE_LIBERTIES
from ..values.games.forms import ZERO, Value, game, number
from ..values.thermography.thermograph import temperature, thermograph
from ..values.trees.move_tree import Node, Tree, components
from .counting import is_plain
from .liberty_game import FILLING, LibertyGame, RaceError, liberty_game
from .liberty_parts import Move, Part, PartGrid, Remainder, Safe, first_of

SAFE_LIBERTIES = 1000
"""The liberties of a block that is safe: more than any race has moves."""
MAX_EMPTY = 16
"""The empty points of a region that is searched, not counting those that can only be filled."""
MAX_PARTS = 2000
"""The parts that are searched for one region, and the nodes of its tree."""

_SAFE = number(SAFE_LIBERTIES)


@dataclass(frozen=True)
class LocatedGame:
    """A liberty counting game with the board points of its moves.

    Public attributes:
      game   -- LibertyGame
      moves  -- (node, child) -> the point of the move
      fill   -- the attacker's move where the game is a number; None if there is none
    """

    game: LibertyGame
    moves: dict[tuple[int, int], int] = field(repr=False)
    fill: int | None


class LibertyValuer:
    """Values parts, with a cache. All values are the defender's: the defender's liberties are positive.

    `high` selects the bound, `last` says whether the block's last liberty is in the part. What a part is worth depends
    on it alone: so one valuer serves all boards of a grid.
    """

    def __init__(self, grid: Grid, part_grid: PartGrid) -> None:
        self.grid, self.part_grid = grid, part_grid
        self._explored: set[Part] = set()
        self._moves: dict[Part, tuple[tuple[Move, ...], tuple[Move, ...]]] = {}  # the defender's, the attacker's
        self._parts_after: dict[Part, tuple[Part, ...]] = {}
        self._cycle: dict[Part, Part] = {}  # of parts to which play can return, one for all of a strong component
        self._values: dict[tuple[Part, bool, bool], Value] = {}
        self._sums: dict[tuple[tuple[Part, ...], bool, bool], Value] = {}

    def __len__(self) -> int:
        """Return how many parts are known, their moves at least."""
        return len(self._moves)

    def value(self, part: Part, last: bool, high: bool) -> Value:
        """Return the value of a part, in liberties. Raises RaceError where there are too many positions."""
        if not part.plain and (part.empty & ~self.part_grid.fill_only(part)).bit_count() > MAX_EMPTY:
            raise RaceError(f"more than {MAX_EMPTY} empty points at {self._name(part)}")
        self._explore(part)
        return self.known_value(part, last, high)

    def options(self, part: Part, attacker: bool, last: bool, high: bool) -> Iterator[tuple[int, Remainder]]:
        """Yield the moves of one side and the parts after them, without captures after which play can return: the
        attacker's for the high bound, the defender's for the low one. For the low bound the last move is included."""
        cycle = self._cycle.get(part)
        for move in self._moves[part][attacker]:
            back = not isinstance(move.after, Safe) and any(self._cycle.get(after) == cycle for after in move.after)
            if cycle is None or not (move.captures and attacker is high and back):
                yield move.point, move.after
        if attacker and last and not high and part.liberties.bit_count() == 1:
            yield first_of(part.liberties), ()

    def with_last_flags(self, parts: Sequence[Part], last: bool, high: bool) -> list[tuple[Part, bool]]:
        """Return several parts, each with its `last` flag, given whether the last liberty is in one of them."""
        if not last or len(parts) < 2:
            return [(part, last) for part in parts]
        values = [self.known_value(part, False, high) for part in parts]
        chosen = choose_last(values, lambda index: self.known_value(parts[index], True, high), high)
        return [(part, index in chosen) for index, part in enumerate(parts)]

    def _explore(self, start: Part) -> None:
        """Find all parts that play can reach, and the cycles among them."""
        if start in self._explored:
            return
        found, todo, nodes = {start: 0}, [start], list[Node]()
        for part in todo:
            after = self._after(part)
            for new in after:
                if new not in found:
                    found[new] = len(found)
                    todo.append(new)
            if len(todo) > MAX_PARTS:
                raise RaceError(f"more than {MAX_PARTS} positions at {self._name(start)}")
            nodes.append(Node(black=tuple(found[part] for part in after)) if after else Node(count=Fraction(0)))
        for group in components(Tree(tuple(nodes))):
            if len(group) > 1:
                self._cycle.update(dict.fromkeys((todo[index] for index in group), todo[min(group)]))
        self._explored.update(todo)  # at last, for other threads

    def _after(self, part: Part) -> tuple[Part, ...]:
        """Return the parts after all moves, each once; of a part that has its value without search, none."""
        if part not in self._moves:
            leaf = part.plain or _is_eye(part)
            moves = defences, attacks = ((), ()) if leaf else (
                tuple(self.part_grid.moves(part, False)), tuple(self.part_grid.moves(part, True))
            )
            after = (move.after for move in defences + attacks if not isinstance(move.after, Safe))
            self._parts_after[part] = tuple(dict.fromkeys(itertools.chain.from_iterable(after)))
            self._moves[part] = moves
        return self._parts_after[part]

    def known_value(self, part: Part, last: bool, high: bool) -> Value:
        """Return the value of a part that play reaches from one that was valued."""
        key = part, last, high
        if key not in self._values:
            self._values[key] = self._compute(part, last, high)
        return self._values[key]

    def _sum_value(self, after: Remainder, last: bool, high: bool) -> Value:
        """Return the value of the parts after a move."""
        if isinstance(after, Safe):
            return _SAFE
        key = after, last, high
        if key not in self._sums:
            flagged = self.with_last_flags(after, last, high)
            self._sums[key] = _sum([self.known_value(part, flag, high) for part, flag in flagged])
        return self._sums[key]

    def _compute(self, part: Part, last: bool, high: bool) -> Value:
        if part.plain:
            return number(part.points.bit_count())
        if _is_eye(part):
            return self._eye(part, last, high)
        attacks, defences = (
            [self._sum_value(after, last, high) for _, after in self.options(part, attacker, last, high)]
            for attacker in (True, False)
        )
        if high and last and part.liberties.bit_count() == 1:
            captured = self._node_value(part, defences, [*attacks, ZERO], high)
            if captured.number is not None:
                return captured
        return self._node_value(part, defences, attacks, high)

    def _eye(self, part: Part, last: bool, high: bool) -> Value:
        """Return the value of an eye; one that is not plain takes at least one move for each empty point."""
        if not last:
            return _SAFE
        points = points_of(part.points)
        if is_plain(self.grid, points, points_of(part.opp)):
            return number(EYE_LIBERTIES[len(points)] - part.opp.bit_count())
        return _SAFE if high else number(max(1, part.liberties.bit_count()))

    def _node_value(self, part: Part, defences: Sequence[Value], attacks: Sequence[Value], high: bool) -> Value:
        """Return the value of a part from those of its options, by the rule of `liberty_game`; a part without a liberty
        of the block needs no attack."""
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
        return self.grid.vertex(first_of(part.points))

    # -- trees -----------------------------------------------------------------------------------------------------

    def located_game(self, part: Part, defender: Color, last: bool, high: bool) -> LocatedGame:
        """Return the game of a part, as a tree. Raises RaceError where there are too many positions."""
        value = self.value(part, last, high)
        if value.number is not None:
            tree = Tree((Node(count=value.number * int(defender)),))
            return LocatedGame(liberty_game(tree, defender), {}, self._fill(part, last, high))
        builder = _TreeBuilder(self, high)
        builder.add(((part, last),), Fraction(0))
        black = defender is BLACK
        nodes = tuple(
            Node(count=count * int(defender)) if count is not None
            else Node(black=own if black else opp, white=opp if black else own)
            for own, opp, count in builder.nodes
        )
        return LocatedGame(liberty_game(Tree(nodes), defender), builder.points, None)

    def _fill(self, part: Part, last: bool, high: bool) -> int | None:
        """Return the attacker's move in a part whose value is a number; None if there is none, or none is needed."""
        liberties = points_of(part.liberties)
        if part.plain or _is_eye(part):
            return liberties[0] if liberties else None
        aim = self.value(part, last, high) - 1
        for point, after in self.options(part, True, last, high):
            if self._sum_value(after, last, high) is aim:
                return point
        return liberties[0] if last and len(liberties) == 1 else None


FlaggedParts = tuple[tuple[Part, bool], ...]


class _TreeBuilder:
    """Builds the tree of a part.

    Public attributes:
      nodes  -- of each node the defender's children, the attacker's children, and the count if it is a leaf
      points -- (node, child) -> the point of the move
    """

    def __init__(self, valuer: LibertyValuer, high: bool) -> None:
        self.valuer, self.high = valuer, high
        self.nodes: list[tuple[tuple[int, ...], tuple[int, ...], Fraction | None]] = []
        self.points: dict[tuple[int, int], int] = {}
        self._numbers: dict[tuple[FlaggedParts, Fraction], int] = {}

    def add(self, hot: FlaggedParts, count: Fraction) -> int:
        """Return the number of the node for these hot parts and so many liberties besides; add it if it is new."""
        key = hot, count
        if key in self._numbers:
            return self._numbers[key]
        if len(self.nodes) >= MAX_PARTS:
            raise RaceError(f"a region has more than {MAX_PARTS} positions")
        index = self._numbers[key] = len(self.nodes)
        self.nodes.append(((), (), count))
        if not hot:
            return index
        children: list[tuple[int, ...]] = []
        for attacker in (False, True):
            found: dict[int, int] = {}
            for at, (part, last) in enumerate(hot):
                for point, after in self.valuer.options(part, attacker, last, self.high):
                    found.setdefault(self._add_after(hot[:at] + hot[at + 1 :], after, last, count), point)
            children.append(tuple(found))
            self.points.update({(index, child): point for child, point in found.items()})
        self.nodes[index] = children[0], children[1], None
        return index

    def _add_after(self, others: FlaggedParts, after: Remainder, last: bool, count: Fraction) -> int:
        if isinstance(after, Safe):
            return self.add((), Fraction(SAFE_LIBERTIES))
        hot = list(others)
        for part, flag in self.valuer.with_last_flags(after, last, self.high):
            value = self.valuer.known_value(part, flag, self.high)
            if value.number is None:
                hot.append((part, flag))
            else:
                count += value.number
        if count >= SAFE_LIBERTIES:
            return self.add((), Fraction(SAFE_LIBERTIES))
        return self.add(tuple(sorted(hot)), count)


def choose_last(values: Sequence[Value], last: Callable[[int], Value], high: bool) -> set[int]:
    """Return the indices of the parts that are best left for last.

    values -- of the parts otherwise
    last   -- returns the value of a part, by its index, if it is left for last

    At most one; but for the low bound all candidates where the choice depends on further play.
    """
    if sum(value is _SAFE for value in values) > 1:
        return set()
    gains = {index: value - last(index) for index, value in enumerate(values)}
    gains = {index: gain for index, gain in gains.items() if gain is not ZERO}
    numbers = {index: gain.number for index, gain in gains.items() if gain.number is not None}
    if len(numbers) == len(gains) and gains:
        return {max(gains, key=lambda index: numbers[index])}
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
    """Whether a move gains more than filling a liberty."""
    ours, theirs = (
        [value.number for value in side if value.number is not None] for side in (defences, attacks)
    )
    if len(ours) == len(defences) and len(theirs) == len(attacks):
        return bool(ours) and max(ours) - min(theirs) > 2 * FILLING
    return temperature(game(defences, attacks)) > FILLING


def _is_eye(part: Part) -> bool:
    return part.enclosed and not part.own


__all__ = ["SAFE_LIBERTIES", "LibertyValuer", "LocatedGame", "choose_last"]
