"""Perfect play of a sum of games without adding them up: the score, and every move that reaches it.

The score is the number that is reached when both players play well in turns: the left stop of the sum if Black begins,
its right stop if White does. Thermographs only bound it (`stop_bounds`); `optimal` searches. What makes that fast, and
why it is exact:

* Infinitesimals change no stop: I lies between -e and e for every number e > 0, so the stops of G + I are those of G.
  Each game is first reduced to the simplest that is infinitesimally close to it. In a game that is no number, an option
  may go that another matches but for an infinitesimal, and an option may be bypassed whose answer leaves the opponent
  no worse off but for an infinitesimal; if that answer is a number, the option just goes.
* Nobody is ever hurt by having to move: an option A of a canonical form G that is no number has A >= G - e for every
  e > 0, since it is not reversible. So both simply play until all components are numbers, even where the sum is one
  already, and L(S) >= R(S).
* Numbers are added up, G and its negative cancel, games that differ by a number are one game, and games that chill to
  numbers are added as numbers (`warming`).
* The search proves "at least v" or "less than v" for a few v between the bounds. Scores lie on the grid of the games'
  leaves, to which bounds are rounded: in Go mostly whole points.
* A move that gains as much as another, but for an infinitesimal, makes the other superfluous.

Sources: Winning Ways, chapter 6 (thermostrat); Grossman and Siegel, Reductions of Partizan Games (reduced canonical
forms); Siegel, Combinatorial Game Theory, II.3 (number avoidance, translation). The second point above is ours.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from operator import add as plus
from operator import sub
from typing import cast

from ..board import BLACK, Color
from .game import REMEMBERED, Exact, Value, followers, intern, number
from .order import in_order
from .sums import add, total
from .thermograph import temperature, thermograph
from .warming import warmed

LIMIT = 100_000
"""Positions looked at before `optimal` gives up: some seconds."""

_SMALL = 500  # games with so many positions, multiplied, are added up: that takes about as long from there on
_COMPARED = 100  # positions to find out whether a move gains as much as another
_COMPARABLE = 4_000  # a pair of moves is compared if the games in it have so many positions together, multiplied
_MAX_DEPTH = 600  # moves in a row, of all components together: the search recurses
_TEMPERATURES = 24  # at which the walls are compared; any choice bounds


@dataclass(frozen=True)
class SumMove:
    """A move in a sum.

    component -- its index in the sum
    option    -- what that component becomes
    score     -- the result in points, Black positive, when both play on well from there; if the search gave up, what
                 the player is sure of
    dominated -- whether another of the best moves is better somewhere and worse nowhere, whatever else may be on the
                 board: in the last dame, say. False as well where the games are too large to tell
    """

    component: int
    option: Value
    score: Fraction
    dominated: bool


@dataclass(frozen=True)
class Optimal:
    """The result of a sum under best play, in points, Black positive.

    low, high -- what it lies between, proved; the same number unless the search gave up
    moves     -- every move that reaches it, those that are not dominated first, the hottest of them first; if the
                 search gave up, the moves that are sure of most. Empty only if all components are numbers. Where the
                 whole sum is a number no move loses anything, nor does passing
    positions -- how many were looked at; 0 if the games were added up
    """

    low: Fraction
    high: Fraction
    moves: tuple[SumMove, ...]
    positions: int

    @property
    def score(self) -> Fraction | None:
        """The result; None if the search gave up."""
        return self.low if self.low == self.high else None


def stop_bounds(components: Sequence[Value], player: Color) -> tuple[Fraction, Fraction]:
    """Bounds of the score when the player begins, from thermographs alone: (least, greatest), both in points.

    At every temperature t >= 0 the first player is sure of what the opponent's walls and the greatest width of one
    component add up to (thermostrat), and gets no more than his own walls add up to, and t. Where t is the largest
    temperature, that is the sum of the means, and of the means and t.
    """
    graphs = [thermograph(component if player is BLACK else -component) for component in components]
    walls = [(graph.left, graph.right) for graph in graphs]
    times = {Fraction(0), *(t for pair in walls for wall in pair for t, _ in wall.points if t > 0)}
    bounds: list[tuple[Fraction, Fraction]] = []
    for t in times:
        left, right = [wall.value(t) for wall, _ in walls], [wall.value(t) for _, wall in walls]
        bounds.append((sum(right, max(map(sub, left, right), default=Fraction(0))), sum(left, t)))
    low, high = max(low for low, _ in bounds), min(high for _, high in bounds)
    return (low, high) if player is BLACK else (-high, -low)


def optimal(components: Sequence[Value], player: Color, limit: int = LIMIT) -> Optimal:
    """The result of the sum when the player begins and both play well, and every move that reaches it.

    Looks at no more than about `limit` positions. If they are not enough, the result has the bounds that are proved,
    and the moves that are sure of most. Raises ValueError if limit < 1.
    """
    if limit < 1:
        raise ValueError(f"the limit must be at least 1, got {limit}")
    games = [component if player is BLACK else -component for component in components]  # from here on he is Black
    options = {component: in_order(component.moves[0]) for component in games}
    search: _Search | None = None
    if prod(len(followers(component)) for component in games) <= _SMALL:
        low = high = total(games).left_stop
    else:
        deepest = sum(cast(int, _fact(_depth, reduced(component))) for component in games)
        positions = [*games, *(option for found in options.values() for option in found)]
        search = _Search(positions, limit if deepest <= _MAX_DEPTH else 0)
        low, high = search.stop(games)
    sure: dict[Move, Fraction] = {}
    for component, found in options.items():
        at = games.index(component)
        for option in found:
            after = [*games[:at], option, *games[at + 1:]]
            sure[component, option] = (
                search.sure_of(after, high if low == high else None) if search else total(after).right_stop
            )
    score = max(sure.values(), default=low)
    best = [move for move in sure if sure[move] == score]
    best.sort(key=lambda move: (-temperature(move[0]), temperature(move[1])))
    dominated = _dominated(best)
    sign = int(player)
    moves = [
        SumMove(index, move[1] if player is BLACK else -move[1], sign * score, move in dominated)
        for move in best for index, component in enumerate(games) if component is move[0]
    ]
    moves.sort(key=lambda move: move.dominated)
    low, high = sorted((sign * max(low, score), sign * high))
    return Optimal(low, high, tuple(moves), search.positions if search else 0)


Move = tuple[Value, Value]
"""A component and the option of Black's that it becomes."""


def _dominated(moves: Sequence[Move]) -> set[Move]:
    """The moves than which another is better in any surroundings. The rest of the sum cancels: two games matter."""
    return {
        move for move in moves if any(_as_good(other, move) and not _as_good(move, other) for other in moves)
    }


def _as_good(first: Move, second: Move) -> bool:
    """Whether the first move leaves at least as much as the second; False where it would cost too much to tell."""
    if len(followers(first[0])) * len(followers(second[0])) > _COMPARABLE:
        return False
    return add(first[0], second[1]) <= add(first[1], second[0])


# -- games but for infinitesimals ----------------------------------------------------------------------------------

_BELOW: dict[tuple[Value, Value, bool], bool] = {}


def reduced(value: Value) -> Value:
    """The simplest game infinitesimally close to the value: in any sum, it has the same stops."""
    return cast(Value, _fact(_reduced, value))


def _fact(rule: Callable[[Value], object], value: Value) -> object:
    """A fact of the value, remembered, by a rule that needs it of the options."""
    if rule not in value.memo:
        for game in followers(value):
            if rule not in game.memo:
                game.memo[rule] = rule(game)
    return value.memo[rule]


def _reduced(game: Value) -> Value:
    if game.left_stop == game.right_stop:
        return number(game.left_stop)
    if cast(int, _fact(_depth, game)) > _MAX_DEPTH // 6:
        return game  # comparing recurses
    left, right = ([cast(Value, option.memo[_reduced]) for option in options] for options in game.moves)
    while True:
        kept = _undominated(left, 1), _undominated(right, -1)
        left, right = _bypassed(kept[0], game, 1), _bypassed(kept[1], game, -1)
        if (left, right) == kept:
            return intern(tuple(left), tuple(right))


def _depth(game: Value) -> int:
    """The most moves in a row, to numbers."""
    return max((1 + cast(int, option.memo[_depth]) for option in game.moves[0] + game.moves[1]), default=0)


def _chilled(game: Value) -> Fraction | None:
    """The number x if the reduced game is warmed(x, .), infinitesimals apart; None if there is none."""
    if game.number is not None:
        return game.number if game.number.denominator == 1 else None
    left, right = game.moves
    if len(left) != 1 or len(right) != 1:
        return None
    black, white = left[0].memo[_chilled], right[0].memo[_chilled]
    if black is None or white is None:
        return None
    low, high = black - 1, white + 1
    x = Fraction(low + high) / 2
    return x if low < high and x.denominator > 1 and x - low == Fraction(1, x.denominator) else None


def _undominated(options: Iterable[Value], sign: int) -> list[Value]:
    """The options that no other makes superfluous for Black (sign 1) or White (-1), infinitesimals apart."""
    kept: list[Value] = []
    for option in options:
        if not any(_below(option, other, sign) for other in kept):
            kept = [other for other in kept if not _below(other, option, sign)]
            kept.append(option)
    return kept


def _bypassed(options: Iterable[Value], game: Value, sign: int) -> list[Value]:
    """The options, but what comes after an answer that hurts no more than the game itself, in place of its option."""
    found: list[Value] = []
    for option in options:
        reply = next((reply for reply in option.moves[::sign][1] if _below(reply, game, sign)), None)
        # of a reply that is a number nothing stays: nobody moves in it
        found.extend((option,) if reply is None else reply.moves[::sign][0])
    return list(dict.fromkeys(found))


def _below(g: Value, h: Value, sign: int) -> bool:
    """Whether g <= h + e (sign 1) or g >= h - e (sign -1) for every number e > 0."""
    return _at_most(g, h, True) if sign > 0 else _at_most(h, g, True)


def _at_most(g: Value, h: Value, black_begins: bool) -> bool:
    """Whether the stop of g - h is at most 0 if Black begins, or if White does. Both are canonical forms."""
    stops = g.left_stop <= h.left_stop, g.right_stop <= h.right_stop
    if black_begins:
        if g is h or not all(stops) or g.left_stop <= h.right_stop:
            return all(stops)
    elif any(stops) or g.right_stop > h.left_stop:
        return any(stops)
    known = _BELOW.get((g, h, black_begins))
    if known is None:
        (black, white), (others, own) = g.moves, h.moves  # White is the one who moves to h's Black options
        if black_begins:
            known = all(_at_most(a, h, False) for a in black) and all(_at_most(g, b, False) for b in own)
        else:
            known = any(_at_most(a, h, True) for a in white) or any(_at_most(g, b, True) for b in others)
        if len(_BELOW) > REMEMBERED:
            _BELOW.clear()
        _BELOW[g, h, black_begins] = known
    return known


# -- the search ----------------------------------------------------------------------------------------------------

Ids = tuple[int, ...]
Moves = tuple[tuple["int | None", int], ...]


class _GaveUpError(Exception):
    """The limit is passed."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A reduced game whose right stop is 0, in whole multiples of 1/scale points.

    value   -- the game
    left    -- its left stop
    walls   -- the left wall, the right wall and their distance at each of the temperatures
    heat    -- its temperature
    grid    -- what all its leaves are multiples of
    chilled -- the number it chills to, if any
    """

    value: Value
    left: int
    walls: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    heat: int
    grid: int
    chilled: Fraction | None


class _Search:
    """Sums as sorted tuples of shapes, the player to move being Black, and what is known about their left stops.

    A shape is known by its place among the shapes. All numbers are whole multiples of 1/scale points.
    """

    def __init__(self, values: Iterable[Value], limit: int) -> None:
        positions = {game: None for value in values for game in followers(reduced(value))}
        times, self.scale = {Fraction(0)}, 1
        for game in positions:
            graph = thermograph(game)
            corners = [(t, x) for wall in (graph.left, graph.right) for t, x in wall.corners(0)]
            times.update(t for t, _ in corners)
            self.scale = lcm(self.scale, *(x.denominator for corner in corners for x in corner))
        every = -(-len(times) // _TEMPERATURES)
        self.times = [*sorted(times)[:-1:every], max(times)]
        self.taxes = [self.scaled(t) for t in self.times]
        self.limit, self.positions, self.comparing = limit, 0, False
        self.places: dict[Value, int] = {}
        self.shapes: list[_Shape] = []
        self.moves: list[Moves | None] = []
        self.pairs: list[int | None] = []
        self.table: dict[Ids, tuple[int, int, int]] = {}
        self.gains: dict[tuple[int, int, int, int], bool] = {}

    def scaled(self, x: Exact) -> int:
        exact = Fraction(x) * self.scale
        if exact.denominator != 1:
            raise ArithmeticError(f"{x} is no multiple of 1/{self.scale}")
        return exact.numerator

    # -- shapes

    def shape(self, value: Value) -> tuple[int | None, int]:
        """The shape of a reduced game, None for a number, and the number that is to be added."""
        base = self.scaled(value.right_stop)
        if value.number is not None:
            return None, base
        value = add(value, number(-value.right_stop))
        place = self.places.get(value)
        if place is None:
            place = self.places[value] = len(self.shapes)
            graph = thermograph(value)
            left, right = (tuple(self.scaled(wall.value(t)) for t in self.times) for wall in (graph.left, graph.right))
            self.shapes.append(_Shape(
                value, self.scaled(value.left_stop), (left, right, tuple(map(sub, left, right))),
                self.scaled(graph.temperature),
                gcd(*(self.scaled(leaf.number) for leaf in followers(value) if leaf.number is not None)),
                cast("Fraction | None", _fact(_chilled, value)),
            ))
            self.moves.append(None)
            self.pairs.append(None)
        return place, base

    def moves_of(self, place: int) -> Moves:
        """Black's moves in a shape: what they leave."""
        found = self.moves[place]
        if found is None:
            found = self.moves[place] = tuple(map(self.shape, in_order(self.shapes[place].value.left)))
        return found

    def turned(self, place: int) -> int:
        """The shape of a shape's negative, to which its left stop is added."""
        found = self.pairs[place]
        if found is None:
            found = self.pairs[place] = cast(int, self.shape(-self.shapes[place].value)[0])
            self.pairs[found] = place
        return found

    # -- sums

    def joined(self, rest: Ids, place: int) -> tuple[Ids, int]:
        """The sum of a settled sum and a shape, settled: nothing cancels in it; and the number to be added."""
        cold = self.shapes[place].chilled
        base = 0
        if cold is not None:
            index = next((i for i, other in enumerate(rest) if self.shapes[other].chilled is not None), None)
            if index is not None:
                cold += cast(Fraction, self.shapes[rest[index]].chilled)
                rest = rest[:index] + rest[index + 1:]
                joint, base = self.shape(reduced(warmed(cold, 0)))
                if joint is None:
                    return rest, base
                place = joint
        other = self.turned(place)
        if other in rest:
            index = rest.index(other)
            return rest[:index] + rest[index + 1:], base + self.shapes[place].left
        at = bisect(rest, place)
        return (*rest[:at], place, *rest[at:]), base

    def settled(self, values: Iterable[Value]) -> tuple[Ids, int]:
        """The sum of games, settled; and the number to be added."""
        ids, sum_ = cast(Ids, ()), 0
        for value in values:
            place, base = self.shape(reduced(value))
            sum_ += base
            if place is not None:
                ids, base = self.joined(ids, place)
                sum_ += base
        return ids, sum_

    def faced(self, ids: Ids, base: int) -> tuple[Ids, int]:
        """A sum that White is to move in, as she sees it: its right stop is the number less the left stop of that."""
        return tuple(sorted(map(self.turned, ids))), base + sum(self.shapes[place].left for place in ids)

    # -- stops

    def bounds(self, ids: Ids) -> tuple[int, int, int]:
        """What the left stop of a settled sum lies between, as far as known; and what it is a multiple of."""
        found = self.table.get(ids)
        if found is not None:
            return found
        if not ids:
            return 0, 0, 1
        self.positions += 1
        shapes = [self.shapes[place] for place in ids]
        left, right, width = zip(*(shape.walls for shape in shapes), strict=True)
        grid = gcd(*(shape.grid for shape in shapes))
        low = max(map(plus, map(sum, zip(*right, strict=True)), map(max, zip(*width, strict=True))))
        high = min(map(plus, map(sum, zip(*left, strict=True)), self.taxes))
        found = self.table[ids] = -(-low // grid) * grid, high // grid * grid, grid
        return found

    def reaches(self, ids: Ids, goal: int) -> bool:
        """Whether the left stop of a settled sum is at least the goal."""
        low, high, grid = self.bounds(ids)
        if low >= goal or high < goal:
            return low >= goal
        if self.positions > self.limit:
            raise _GaveUpError
        reached = False
        for after, base in self.tries(ids):
            if not self.reaches(after, base - goal + 1):
                reached = True
                break
        low, high, grid = self.table[ids]  # it may have been met again meanwhile
        self.table[ids] = (-(-goal // grid) * grid, high, grid) if reached else (low, (goal - 1) // grid * grid, grid)
        return reached

    def tries(self, ids: Ids) -> Iterator[tuple[Ids, int]]:
        """What Black's moves worth a try leave, as White sees it."""
        kept: list[tuple[int, int]] = []
        for place in sorted(set(ids), key=lambda place: (-self.shapes[place].heat, place)):
            index = ids.index(place)
            rest = ids[:index] + ids[index + 1:]
            for which, (option, base) in enumerate(self.moves_of(place)):
                if not any(self.gains_as_much(*other, place, which) for other in kept):
                    kept.append((place, which))
                    after, more = (rest, 0) if option is None else self.joined(rest, option)
                    yield self.faced(after, base + more)

    def gains_as_much(self, first: int, one: int, second: int, other: int) -> bool:
        """Whether a move gains at least as much as another, infinitesimals apart, as far as a short search tells."""
        key = (first, one, second, other)
        if self.comparing or key in self.gains:
            return not self.comparing and self.gains[key]
        (option, base), (rival, less) = self.moves_of(first)[one], self.moves_of(second)[other]
        # the other gain less the one, Black to move: he must not get more than 0
        ids: Ids = ()
        sum_ = less - base - self.shapes[second].left
        places = [first, self.turned(second)]
        if rival is not None:
            places.append(rival)
        if option is not None:
            places.append(self.turned(option))
            sum_ -= self.shapes[option].left
        for place in places:
            ids, more = self.joined(ids, place)
            sum_ += more
        limit, self.limit, self.comparing = self.limit, min(self.limit, self.positions + _COMPARED), True
        try:
            self.gains[key] = not self.reaches(ids, 1 - sum_)
        except _GaveUpError:
            if self.positions > limit:
                raise
            self.gains[key] = False
        finally:
            self.limit, self.comparing = limit, False
        return self.gains[key]

    def stop(self, values: Iterable[Value]) -> tuple[Fraction, Fraction]:
        """What the sum's left stop lies between, in points: the same twice unless the limit is passed."""
        ids, base = self.settled(values)
        try:
            low, high, grid = self.bounds(ids)
            while low < high:
                self.reaches(ids, low + (high - low + grid) // (2 * grid) * grid)
                low, high, grid = self.table[ids]
        except _GaveUpError:
            low, high, grid = self.bounds(ids)
        return Fraction(low + base, self.scale), Fraction(high + base, self.scale)

    def sure_of(self, values: Iterable[Value], goal: Fraction | None) -> Fraction:
        """What Black is sure of when White is to move: the goal, if he reaches it; else something less."""
        ids, base = self.faced(*self.settled(values))
        try:
            if goal is not None and not self.reaches(ids, base - self.scaled(goal) + 1):
                return goal
        except _GaveUpError:
            pass
        return Fraction(base - self.bounds(ids)[1], self.scale)
