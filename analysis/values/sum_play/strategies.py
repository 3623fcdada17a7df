"""Strategies for a sum of games: which component to move in. Also the adjustment of capturing races.

hotstrat, thermostrat and sentestrat use thermographs only and are fast for sums of any size; `best_moves` computes the
sum and is exact. A sum is a sequence of components; a player is a Color. If a strategy returns None, a move elsewhere,
worth the ambient temperature, is at least as good. The engine itself plays sums with `optimal_play`; the strategies are
for callers with sums of their own, and a reference for the tests.

Sources: Winning Ways, chapter 6 (hotstrat, thermostrat, sentestrat); Berlekamp, The Economist's View of Combinatorial
Games, section 3 (the ambient temperature); Nakamura, Evaluating Territories of Go Positions with Capturing Races
(adjustment), as corrected for totals that stay hot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from ...board import BLACK, WHITE, Color
from ..games.forms import Exact, Value, number, undominated
from ..games.sums import add, total
from ..thermography.thermograph import temperature, thermograph


@dataclass(frozen=True)
class StrategyMove:
    """A move in a sum.

    component -- its index in the sum
    option    -- what that component becomes
    reason    -- why the strategy chose it, as text
    """

    component: int
    option: Value
    reason: str


@dataclass(frozen=True)
class BestMove:
    """A move in a sum, and the score if both play optimally afterwards, in points, Black positive."""

    component: int
    option: Value
    score: Fraction


def hotstrat(components: Sequence[Value], player: Color, ambient: Exact = -1) -> StrategyMove | None:
    """Return a move in the hottest component; None if all are numbers or below the ambient temperature."""
    hottest = max(range(len(components)), key=lambda i: temperature(components[i]), default=None)
    if hottest is None:
        return None
    t = temperature(components[hottest])
    if t < ambient or components[hottest].number is not None:
        return None
    return StrategyMove(hottest, _option(components[hottest], player, t), f"it is the hottest, at {t}")


def thermostrat(components: Sequence[Value], player: Color) -> StrategyMove | None:
    """Return a move in the component with the widest thermograph at the temperature where moving first is worth most.

    That is the least t >= 0 at which the sum of the opponent's walls plus the greatest width of a component is best for
    the player. The loss against optimal play is at most the temperature of the sum.
    None if all components are numbers.
    """
    graphs = [thermograph(component) for component in components]
    times = {Fraction(0)} | {
        t for graph in graphs for wall in (graph.left, graph.right) for t, _ in wall.corners() if t > 0
    }
    # between corners all walls are linear and the greatest width is convex: the best temperature is a corner
    best: tuple[Fraction, Fraction] | None = None
    for t in sorted(times):
        width = max((graph.left.value(t) - graph.right.value(t) for graph in graphs), default=Fraction(0))
        score = sum((-graph.left.value(t) if player is WHITE else graph.right.value(t) for graph in graphs), width)
        if best is None or score > best[0]:
            best = score, t
    playable = [i for i, component in enumerate(components) if component.number is None]
    if best is None or not playable:
        return None
    t = best[1]
    widest = max(playable, key=lambda i: (graphs[i].left.value(t) - graphs[i].right.value(t), graphs[i].temperature))
    return StrategyMove(widest, _option(components[widest], player, t), f"it is the widest at {t}")


def sentestrat(
    components: Sequence[Value], player: Color, ambient: Exact, last: int | None = None
) -> StrategyMove | None:
    """Return an answer to the opponent's last move if it left a component above the ambient temperature, else hotstrat.

    `ambient` is the ambient temperature in points per move, the lowest so far; `last` the component of the opponent's
    move. None if there is nothing to answer and no component is as hot as the ambient temperature.
    Raises ValueError if there is no component `last`.
    """
    if last is not None and not 0 <= last < len(components):
        raise ValueError(f"the last move's component must be in 0..{len(components) - 1}, got {last}")
    if last is not None and components[last].number is None and temperature(components[last]) > ambient:
        option = _option(components[last], player, Fraction(ambient))
        reason = f"it answers a move that left {temperature(components[last])}, above {ambient}"
        return StrategyMove(last, option, reason)
    return hotstrat(components, player, ambient)


def best_moves(components: Sequence[Value], player: Color) -> list[BestMove]:
    """Return every best move in the sum, exactly, by adding up the games.

    The score is the number reached if both play optimally, Black positive. Moves of equal score are omitted if another
    dominates them. Empty if the sum is a number: nobody needs to move. The cost grows with the size of the sum's
    canonical form.
    """
    sum_ = total(components)
    if sum_.number is not None:
        return []
    found: list[tuple[BestMove, Value]] = []
    for index, component in enumerate(components):
        rest = total([other for place, other in enumerate(components) if place != index])
        for option in component.left if player is BLACK else component.right:
            after = add(rest, option)
            found.append((BestMove(index, option, after.right_stop if player is BLACK else after.left_stop), after))
    score = sum_.left_stop if player is BLACK else sum_.right_stop
    found = [(move, after) for move, after in found if move.score == score]
    sign = int(player)
    best = undominated({sign * after: None for _, after in found})
    return [move for move, after in found if sign * after in best]


# -- races ---------------------------------------------------------------------------------------------------------


def adjustment(race: Value, first: Color) -> int:
    """Return the integer to which the first player can round a cooled race in sente.

    A race is a sum of liberty games cooled by 2. The player rounds to the next integer in the player's favour, beyond
    all integers that the race is confused with, so that the race need not be infinitesimally close to a number. An
    integer is returned unchanged.
    """
    if race.number is not None and race.number.denominator == 1:
        return race.number.numerator
    if first is not BLACK:
        return -adjustment(-race, BLACK)
    # the least integer greater than the race or, if some integers are confused with it, greater than all of those
    least = ceil(race.right_stop)
    for integer in range(floor(race.left_stop), least - 1, -1):
        if race.confused_with(integer):
            return integer + 1
    return least if race < number(least) else least + 1


def _option(component: Value, player: Color, t: Fraction) -> Value:
    """Return the option that gives the player's wall at t or, from the foot of the mast on, just below the foot."""
    graph = thermograph(component)
    made: Value | None = None
    for segment in (graph.left if player is BLACK else graph.right).segments():
        if isinstance(segment.maker, Value) and (made is None or segment.start[0] <= t):
            made = segment.maker
    if made is None:
        raise ValueError(f"nobody moves in the number {component!r}")
    return made
