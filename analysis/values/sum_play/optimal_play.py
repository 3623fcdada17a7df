"""Optimal play of a sum of games without computing the sum: the score, and every move that reaches it.

The score is the number reached if both players play optimally in turns: the left stop of the sum if Black moves first,
its right stop if White does. Thermographs only give bounds (`stop_bounds`); `solve_sum` searches. What makes the search
fast, and why it is exact:

* Infinitesimals do not change stops, so each game is first reduced to the simplest game infinitesimally close to it
  (`infinitesimal_reduction`).
* There is no zugzwang: an option A of a canonical form G that is not a number satisfies A >= G - e for every e > 0,
  since it is not reversible. So both players move until all components are numbers, even if the sum is a number
  already, and L(S) >= R(S).
* The search cancels a game and its negative, and tightens proved bounds until they meet (`stop_search`).

Sources: Winning Ways, chapter 6 (thermostrat); Siegel, Combinatorial Game Theory, II.3 (number avoidance,
translation). The argument of the second point is our own.
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
from ..games.option_order import sorted_options
from ..games.sums import add, total
from ..thermography.thermograph import temperature, thermograph
from .stop_search import SumSearch

POSITION_LIMIT = 100_000
"""Positions searched before `solve_sum` gives up: some seconds."""

_SMALL = 500  # up to this product of their numbers of positions, games are added up instead of searched
_COMPARABLE = 4_000  # two moves are compared up to this product of the numbers of positions of their components
_MAX_TOTAL_DEPTH = 600  # total length of the longest lines of all components: the search recurses


@dataclass(frozen=True)
class SumMove:
    """A move in a sum.

    component -- its index in the sum
    option    -- what that component becomes
    score     -- the result in points, Black positive, if both play optimally afterwards; if the search gave up, what
                 the player can guarantee
    dominated -- whether another of the best moves dominates it: it is as good in every environment and better in some,
                 for instance because it gets the last dame. False if the games are too large to compare
    """

    component: int
    option: Value
    score: Fraction
    dominated: bool


@dataclass(frozen=True)
class SumSolution:
    """The result of a sum under optimal play, in points, Black positive.

    low, high -- proved bounds of the result; equal unless the search gave up
    moves     -- every move that reaches it, dominated moves last, hotter components first; if the search gave up, the
                 moves with the best guarantee. Empty only if all components are numbers. If the whole sum is a number,
                 no move loses anything, nor does a pass
    positions -- how many were searched; 0 if the games were added up
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
    """Return bounds of the score with the player moving first, from thermographs alone: (least, greatest), in points.

    At every temperature t >= 0 the first player can guarantee the sum of the opponent's walls plus the greatest width
    of a component (thermostrat), and gets at most the sum of the player's own walls plus t. At the largest temperature
    of a component these are the sum of the means, and the same plus t.
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


def solve_sum(components: Sequence[Value], player: Color, limit: int = POSITION_LIMIT) -> SumSolution:
    """Return the result of the sum if the player moves first and both play optimally, and every move that reaches it.

    Searches at most about `limit` positions. If that is not enough, the result has the bounds proved so far and the
    moves with the best guarantee. Raises ValueError if limit < 1.
    """
    if limit < 1:
        raise ValueError(f"the limit must be at least 1, got {limit}")
    # from here on the player is Black
    games = [component if player is BLACK else -component for component in components]
    options = {component: sorted_options(component.moves[0]) for component in games}
    search: SumSearch | None = None
    if prod(len(followers(component)) for component in games) <= _SMALL:
        low = high = total(games).left_stop
    else:
        deepest = sum(depth(reduced(component)) for component in games)
        positions = [*games, *(option for found in options.values() for option in found)]
        search = SumSearch(positions, limit if deepest <= _MAX_TOTAL_DEPTH else 0)
        low, high = search.stop(games)
    guaranteed: dict[_ComponentMove, Fraction] = {}
    for component, moves_to in options.items():
        at = games.index(component)
        for option in moves_to:
            after = [*games[:at], option, *games[at + 1:]]
            guaranteed[component, option] = (
                search.guaranteed_score(after, high if low == high else None) if search else total(after).right_stop
            )
    score = max(guaranteed.values(), default=low)
    best = [move for move in guaranteed if guaranteed[move] == score]
    best.sort(key=lambda move: (-temperature(move[0]), temperature(move[1])))
    dominated = _dominated(best)
    sign = int(player)
    moves = [
        SumMove(index, move[1] if player is BLACK else -move[1], sign * score, move in dominated)
        for move in best for index, component in enumerate(games) if component is move[0]
    ]
    moves.sort(key=lambda move: move.dominated)
    low, high = sorted((sign * max(low, score), sign * high))
    return SumSolution(low, high, tuple(moves), search.positions if search else 0)


_ComponentMove = tuple[Value, Value]
"""A component and the Black option moved to."""


def _dominated(moves: Sequence[_ComponentMove]) -> set[_ComponentMove]:
    """Return the moves that another move dominates. The rest of the sum cancels: only two components matter."""
    return {
        move for move in moves
        if any(_at_least_as_good(other, move) and not _at_least_as_good(move, other) for other in moves)
    }


def _at_least_as_good(first: _ComponentMove, second: _ComponentMove) -> bool:
    """Return whether the first move leaves at least as much as the second; False if that is too costly to decide."""
    if len(followers(first[0])) * len(followers(second[0])) > _COMPARABLE:
        return False
    return add(first[0], second[1]) <= add(first[1], second[0])


__all__ = ["POSITION_LIMIT", "SumMove", "SumSolution", "solve_sum", "stop_bounds"]
