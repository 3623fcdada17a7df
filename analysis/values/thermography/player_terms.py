"""A local game in the words of players: deiri counting, tally, follow-ups, and who has the privilege of sente.

    miai value   M, what one move gains
    tally        T, the moves by which the two lines of play differ, Black first and White first: 2 in gote, 1 in sente
    deiri value  S = M * T, the swing: the difference of the counts at the ends of the two lines

So a gote of deiri value 4 and a reverse sente of deiri value 2 have the same miai value 2. The lines are those just
below the temperature, each as long as its moves must be answered; the tally is the difference of the slopes of the
walls there, which is 3 for a simple ko.

Source: Miai counting with trees, Sensei's Library ("local tally"); M = S / T and the tallies of gote and sente: Miai
counting, ibid.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ..games.forms import Value
from .thermograph import GameKind, Thermograph, kind, thermograph, wall_makers


@dataclass(frozen=True)
class FollowUp:
    """What a player's best move leaves: the count after it, and the gain of the next move there, below 0 if none is
    needed."""

    count: Fraction
    miai_value: Fraction


class AmbientRange(NamedTuple):
    """Temperatures of the rest of the board, from `low` up to `high`, in points per move."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class PlayerTerms:
    """The words of players for a local game. All numbers are exact, in points by territory, Black positive.

    count, miai_value -- of the thermograph's mast
    tally        -- Black's moves minus White's in the line with Black first, less those with White first; 0 where
                    nobody need play, and where one side's move in a ko is in vain, as the other is komaster
    kind         -- gote, sente of either side ...; None for a ko, where only the thermograph is known
    black, white -- what the best move of either side leaves; None where there is none, and for a ko
    double_sente -- while moves elsewhere gain at least `low` and less than `high`, either side's move is answered; None
                    if there is no such temperature. See `deiri_value` and `privilege` for what theory makes of it
    """

    count: Fraction
    miai_value: Fraction
    tally: int
    kind: GameKind | None = None
    black: FollowUp | None = None
    white: FollowUp | None = None
    double_sente: AmbientRange | None = None

    @property
    def deiri_value(self) -> Fraction:
        """The swing: what it changes, in points, which side plays here first; 0 where nobody need play."""
        return self.tally * max(self.miai_value, Fraction(0))

    @property
    def privilege(self) -> str | None:
        """Return "Black" or "White", who may expect to play here in sente; None if neither.

        There is no double sente: no game is sente for both (see `thermograph.kind`), so it is nobody's privilege.
        """
        return {GameKind.BLACK_SENTE: "Black", GameKind.WHITE_SENTE: "White"}.get(self.kind or GameKind.GOTE)

    @property
    def undecided_sente(self) -> str | None:
        """Return whose move may be answered or not at the same count, "Black" or "White"; None if not ambiguous."""
        if self.kind is not GameKind.AMBIGUOUS:
            return None
        return "Black" if self.black is not None and self.black.miai_value == self.miai_value else "White"


def player_terms(value: Value) -> PlayerTerms:
    """Return the words of players for a game. Of several best moves the one with the largest follow-up counts."""
    found, graph = kind(value), thermograph(value)
    if found is GameKind.NUMBER:
        return PlayerTerms(graph.mean, graph.temperature, 0, found)
    black, white = (_follow_up(wall_makers(value, black=side)) for side in (True, False))
    return PlayerTerms(
        graph.mean, graph.temperature, _tally(graph), found, black, white, double_sente_range(graph)
    )


def ko_terms(graph: Thermograph) -> PlayerTerms:
    """Return what the thermograph of a ko under one regime of ko threats shows: count, miai value and tally."""
    return PlayerTerms(graph.mean, graph.temperature, _tally(graph) if graph.temperature >= 0 else 0)


def double_sente_range(graph: Thermograph) -> AmbientRange | None:
    """Return the highest temperatures from 0 to below that of the game where both walls are vertical; None if nowhere.

    There each side's move leaves something hotter than the rest of the board and is answered: "double sente" to
    players. At the temperature of the game itself, where its move is due, at most one wall is vertical.
    """
    top = graph.temperature
    if top <= 0:
        return None
    cuts = sorted({t for wall in (graph.left, graph.right) for t, _ in wall.corners(0)} | {Fraction(0), top})
    high: Fraction | None = None
    low = top
    for start, end in reversed(list(pairwise(cuts))):
        vertical = graph.left.slope_below(end) == graph.right.slope_below(end) == 0
        if vertical and end <= top:
            high, low = (end if high is None else high), start
        elif high is not None:
            break
    return None if high is None else AmbientRange(low, high)


def _tally(graph: Thermograph) -> int:
    top = graph.temperature
    return int(graph.right.slope_below(top) - graph.left.slope_below(top))


def _follow_up(makers: list[Value]) -> FollowUp | None:
    graphs = [thermograph(option) for option in makers]
    if not graphs:
        return None
    hottest = max(graphs, key=lambda graph: graph.temperature)
    return FollowUp(hottest.mean, hottest.temperature)


__all__ = ["AmbientRange", "FollowUp", "PlayerTerms", "double_sente_range", "ko_terms", "player_terms"]
