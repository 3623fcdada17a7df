"""The next move in a sum of places that are followed: by exact play of the sum, or by the usual rule.

The usual rule is sentestrat with the hottest place first (`analysis.values.sentestrat`): answer a move that leaves its
place hotter than the board has been so far, else play in the hottest place. Of equally hot places the player's sente
comes first, as the opponent would now take it away in reverse sente, then gote, then the opponent's sente. Exact play
leaves a choice as well where several moves reach the same result; it is made in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...board import BLACK, Color
from ...values import GameKind, Value, kind, mean, solve_sum, temperature
from ..local_value import wall_merit
from .followed_places import Place


@dataclass(frozen=True)
class Choice:
    """A move: the number of its place, its point, and what it leaves of the place."""

    index: int
    point: int
    after: Place


class SumSearcher:
    """Solves sums of hot places exactly, within a budget of positions for all of them together.

    left -- positions that may still be searched
    """

    def __init__(self, positions: int) -> None:
        self.left = positions
        self._known: dict[tuple[Color, frozenset[tuple[int, Value]]], Fraction | None] = {}

    def result(self, values: Mapping[int, Value], player: Color) -> Fraction | None:
        """Return the result if the player begins and both sides play best; None if the budget is used up."""
        key = player, frozenset(values.items())
        if key not in self._known:
            hot = [value for value in values.values() if temperature(value) > 0]
            cold = sum((mean(value) for value in values.values() if temperature(value) <= 0), Fraction(0))
            found = None
            if self.left > 0:
                solution = solve_sum(hot, player, self.left)
                self.left -= solution.positions
                found = None if solution.score is None else cold + solution.score
            self._known[key] = found
        return self._known[key]

    def choice(self, hot: Mapping[int, Place], player: Color, last: int | None) -> Choice | None:
        """Return a move that reaches the best result, in the order above; None if the budget is used up.

        hot  -- the hot places, none with a ko that matters, at least one
        last -- the number of the place of the opponent's last move
        """
        if self.left <= 0:
            return None
        values = {index: place.bounds[0] for index, place in hot.items()}
        indices = list(values)
        solution = solve_sum(list(values.values()), player, self.left)
        self.left -= solution.positions
        if solution.score is None:
            return None
        moves = sorted(
            solution.moves, key=lambda move: (move.dominated, _urgency(values, player, last, indices[move.component]))
        )
        for move in moves:
            index = indices[move.component]
            for point, after in sorted(hot[index].moves(player).items()):
                if after.bounds[0] is after.bounds[1] is move.option:
                    return Choice(index, point, after)
        return self._any_best(hot, values, player, last, solution.score)

    def _any_best(
        self, hot: Mapping[int, Place], values: Mapping[int, Value], player: Color, last: int | None, score: Fraction
    ) -> Choice | None:
        """Return a best move where every option of the canonical forms that is best comes after an answer only."""
        for index in sorted(hot, key=lambda index: _urgency(values, player, last, index)):
            for point, after in sorted(hot[index].moves(player).items()):
                low, high = after.bounds
                if low is high and self.result({**values, index: low}, player.opponent) == score:
                    return Choice(index, point, after)
        return None


def usual_choice(hot: Mapping[int, Place], player: Color, last: int | None, ambient: Fraction | None) -> Choice | None:
    """Return the move of the usual rule; None where the player has no move.

    hot     -- the hot places, at least one
    last    -- the number of the place of the opponent's last move
    ambient -- the lowest temperature of the board so far; None at the start
    """
    values = {index: place.bounds[0] for index, place in hot.items()}
    order = sorted(hot, key=lambda index: _urgency(values, player, None, index))
    if last is not None and last in hot and ambient is not None and temperature(values[last]) > ambient:
        order.insert(0, last)
    for index in order:
        found = best_in_place(index, hot[index], player)
        if found is not None:
            return found
    return None


def best_in_place(index: int, place: Place, player: Color) -> Choice | None:
    """Return the player's best move in a place while moves elsewhere gain hardly less; None where there is none, or
    only such as lead to a ko that matters."""
    value = place.bounds[0]
    top = max(temperature(value), Fraction(0))
    options = value.left if player is BLACK else value.right
    best: tuple[tuple[Fraction, Fraction], bool, Choice] | None = None
    for point, after in sorted(place.moves(player).items()):
        left = after.bounds[0]
        if left is not after.bounds[1]:
            continue
        rank = wall_merit(left, player, top), left in options
        if best is None or rank > best[:2]:
            best = (*rank, Choice(index, point, after))
    return None if best is None else best[2]


def _urgency(
    values: Mapping[int, Value], player: Color, last: int | None, index: int
) -> tuple[Fraction, bool, int, int]:
    """Return the place of a move in the order of play, the least first; an answer before other moves as hot."""
    own, other = (GameKind.BLACK_SENTE, GameKind.WHITE_SENTE)[:: int(player)]
    rank = {own: 0, other: 2}.get(kind(values[index]), 1)
    return -temperature(values[index]), index != last, rank, index


__all__ = ["Choice", "SumSearcher", "best_in_place", "usual_choice"]
