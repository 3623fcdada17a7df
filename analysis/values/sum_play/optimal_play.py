"""Perfect play of a sum of games without adding them up: the score, and every move that reaches it.

The score is the number that is reached when both players play well in turns: the left stop of the sum if Black begins,
its right stop if White does. Thermographs only bound it (`stop_bounds`); `optimal` searches. What makes that fast, and
why it is exact:

* Infinitesimals change no stop, so each game is first reduced to the simplest that is infinitesimally close to it
  (`reducing`).
* Nobody is ever hurt by having to move: an option A of a canonical form G that is no number has A >= G - e for every
  e > 0, since it is not reversible. So both simply play until all components are numbers, even where the sum is one
  already, and L(S) >= R(S).
* The search joins what cancels, and proves bounds that rise and sink until they meet (`sum_search`).

Sources: Winning Ways, chapter 6 (thermostrat); Siegel, Combinatorial Game Theory, II.3 (number avoidance,
translation). The second point above is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import sub

from ...board import BLACK, Color
from ..games.forms import Value, followers
from ..games.infinitesimal_reduction import depth, reduced
from ..games.option_order import in_order
from ..games.sums import add, total
from ..thermography.thermograph import temperature, thermograph
from .stop_search import SumSearch

LIMIT = 100_000
"""Positions looked at before `optimal` gives up: some seconds."""

_SMALL = 500  # games with so many positions, multiplied, are added up: that takes about as long from there on
_COMPARABLE = 4_000  # a pair of moves is compared if the games in it have so many positions together, multiplied
_MAX_DEPTH = 600  # moves in a row, of all components together: the search recurses


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
    search: SumSearch | None = None
    if prod(len(followers(component)) for component in games) <= _SMALL:
        low = high = total(games).left_stop
    else:
        deepest = sum(depth(reduced(component)) for component in games)
        positions = [*games, *(option for found in options.values() for option in found)]
        search = SumSearch(positions, limit if deepest <= _MAX_DEPTH else 0)
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


__all__ = ["LIMIT", "Optimal", "SumMove", "optimal", "stop_bounds"]
