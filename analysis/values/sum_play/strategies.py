"""Playing a sum of games: which component to move in.

The strategies see thermographs only, so a sum of any size is no trouble; `best_moves` adds the games up and is exact.
A sum is a sequence of components; a player is a Color. Where a strategy names no component, a move elsewhere, worth
the ambient temperature, is as good or better.

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
class Move:
    """A move in a sum.

    component -- its index in the sum
    option    -- what that component becomes
    reason    -- why there, in words
    """

    component: int
    option: Value
    reason: str


@dataclass(frozen=True)
class BestMove:
    """A move in a sum and the result when both play on well from there, in points, Black positive."""

    component: int
    option: Value
    score: Fraction


def hotstrat(components: Sequence[Value], player: Color, ambient: Exact = -1) -> Move | None:
    """The move in the hottest component; None if all are numbers, or colder than the ambient temperature."""
    hottest = max(range(len(components)), key=lambda i: temperature(components[i]), default=None)
    if hottest is None:
        return None
    t = temperature(components[hottest])
    if t < ambient or components[hottest].number is not None:
        return None
    return Move(hottest, _option(components[hottest], player, t), f"it is the hottest, at {t}")


def thermostrat(components: Sequence[Value], player: Color) -> Move | None:
    """The move in the component that is widest at the temperature where moving first in the whole sum is worth most.

    That is the least t >= 0 at which the sum of the opponent's walls, and the greatest width of one component, are
    together best for the player. Its result is never further from the best than the temperature of the sum.
    None if all components are numbers.
    """
    graphs = [thermograph(component) for component in components]
    times = {Fraction(0)} | {
        t for graph in graphs for wall in (graph.left, graph.right) for t, _ in wall.corners() if t > 0
    }
    # between corners all walls are straight and the widest wall a maximum of straight lines: corners hold the best
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
    return Move(widest, _option(components[widest], player, t), f"it is the widest at {t}")


def sentestrat(components: Sequence[Value], player: Color, ambient: Exact, last: int | None = None) -> Move | None:
    """Answer where the opponent has just made a position hotter than the ambient temperature; else the hottest.

    `ambient` is the temperature around in points a move, the lowest there has been; `last` the component of the
    opponent's move. None if there is nothing to answer and nothing as hot as the ambient temperature.
    Raises ValueError if there is no component `last`.
    """
    if last is not None and not 0 <= last < len(components):
        raise ValueError(f"the last move's component must be in 0..{len(components) - 1}, got {last}")
    if last is not None and components[last].number is None and temperature(components[last]) > ambient:
        option = _option(components[last], player, Fraction(ambient))
        return Move(last, option, f"it answers a move that left {temperature(components[last])}, above {ambient}")
    return hotstrat(components, player, ambient)


def best_moves(components: Sequence[Value], player: Color) -> list[BestMove]:
    """Every best move in the sum, exactly: the games are added up and played out.

    The score counts the number that is reached when both play well, Black positive. Among moves of equal score those
    are left out that another is always at least as good as. Empty if the sum is a number: nobody needs to move.
    The cost grows with the size of the sum's canonical form.
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
    """The whole number to which the first player can round a cooled race and still have the move.

    A race is a sum of liberty games cooled by 2. The player rounds to the next integer in favour; past all integers
    that the race is confused with, so that it need not have cooled to a number. An integer stays.
    """
    if race.number is not None and race.number.denominator == 1:
        return race.number.numerator
    if first is not BLACK:
        return -adjustment(-race, BLACK)
    # the least integer that is greater than the race or, where it is confused with some, than all of those
    least = ceil(race.right_stop)
    for integer in range(floor(race.left_stop), least - 1, -1):
        if race.confused_with(integer):
            return integer + 1
    return least if race < number(least) else least + 1


def race_winner(race: Value, first: Color) -> Color:
    """Who wins a cooled race if `first` begins: by the sign of the adjustment, at 0 the player who begins."""
    rounded = adjustment(race, first)
    if rounded == 0:
        return first
    return Color(1 if rounded > 0 else -1)



def _option(component: Value, player: Color, t: Fraction) -> Value:
    """The option that makes the player's wall at t; just below the foot of the mast, from there on."""
    graph = thermograph(component)
    made: Value | None = None
    for segment in (graph.left if player is BLACK else graph.right).segments():
        if isinstance(segment.maker, Value) and (made is None or segment.start[0] <= t):
            made = segment.maker
    if made is None:
        raise ValueError(f"nobody moves in the number {component!r}")
    return made
