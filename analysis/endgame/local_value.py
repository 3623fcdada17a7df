"""The exact value of a local game and the best moves in it, from all lines of play of both sides.

The region's walls are taken for alive and independent of all that lies outside; the caller answers for that. Within
the region the value is proved, by `analysis.region.local_tree`; where it depends on a ko, it is valued under a stated
regime of ko threats, by `kos.local_kos`.

The best moves are those that make the mover's wall of the thermograph just below the temperature: the moves to choose
where moves elsewhere gain hardly less. Among moves with equal walls, the games decide:

    A move is listed if the game that it leaves is an option of the canonical form. In every sum in which moving here
    wins, such a move does, or one elsewhere in the sum. So where there is only one such option, a player who chooses it
    whenever moving here is right reaches the value of the sum of the canonical forms.
    A move that the opponent reverses (sente that changes nothing but the ko threats, say) is no option of the canonical
    form, even if it makes the same wall. It is listed only if nothing else makes the wall, because a canonical option
    comes after the answer to it; of several such, those are left out that another beats in every sum.

Moves that leave equal games are all listed. Nobody has a best move in a number: moving there loses.

Sources: Berlekamp, Conway, Guy, Winning Ways, chapters 3 (dominated and reversible options) and 6 (thermographs);
Berlekamp and Wolfe, Mathematical Go, chapter 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, WHITE, Color, Scoring
from ..region import Budget, LocalTree, Region, State, local_tree
from ..values import GameKind, KoThreats, Thermograph, Value, kind, thermograph
from ..values.trees.miai_counting import KoActivity


@dataclass(frozen=True)
class LocalValue:
    """The value of a local game. Points and temperatures are exact; Black is positive, for either side to move.

    Public attributes:
      scoring -- TERRITORY or AREA
      low, high -- the games between which the value lies, whatever ko threats there are: one object where no ko
                  matters. Under AREA scoring that holds of their stops, means and thermographs only
      graph   -- the thermograph: exact, or under the regime `ko`
      ko      -- who has the ko threats where the graph depends on that; None where no ko matters
      activity -- where a ko matters, what depends on the komaster; None if unknown
      loops   -- the number of cycles of positions (sets of parts that lead to each other), relevant or not
      black_moves, white_moves -- the best moves of each player, as region points, ascending; see the top of this module
      nodes   -- the number of parts (independent local positions) that were searched
    """

    scoring: Scoring
    low: Value = field(repr=False)
    high: Value = field(repr=False)
    graph: Thermograph = field(repr=False)
    ko: KoThreats | None
    activity: KoActivity | None
    loops: int
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    nodes: int

    @property
    def value(self) -> Value | None:
        """The game, in canonical form; None where a ko matters."""
        return self.low if self.ko is None else None

    @property
    def count(self) -> Fraction:
        """The mean value, in points."""
        return self.graph.mean

    @property
    def temperature(self) -> Fraction:
        """The miai value: what a move gains, in points. Below 0 nobody needs to move."""
        return self.graph.temperature

    @property
    def kind(self) -> str:
        """Gote, sente and so on, as `analysis.values.kind`; "settled" for a number, "ko" where one matters."""
        if self.ko is not None:
            return "ko"
        found = kind(self.low)
        return "settled" if found is GameKind.NUMBER else found.value


def local_value(
    region: Region,
    state: State,
    scoring: Scoring = Scoring.TERRITORY,
    ko: KoThreats | str = KoThreats.NEUTRAL,
    budget: Budget | None = None,
    max_ko_nodes: int | None = None,
) -> LocalValue:
    """Return the value of the stones of `state` in their region, independent of whose turn it is.

    ko           -- who has ko threats; makes no difference where no ko matters
    budget       -- the limits of the search; its nodes are parts
    max_ko_nodes -- the positions expanded where a ko matters, at most; by default `kos.local_kos.MAX_KO_NODES`

    Raises OutOfBudget; KoError where a ko matters and cannot be valued; and ValueError if `ko` is none of neutral,
    black, white, or if a stone stands outside the region, on another one, or without a liberty.
    """
    if ko not in list(KoThreats):
        raise ValueError(f"ko must be one of {', '.join(KoThreats)}, got {str(ko)[:40]!r}")
    return value_of_tree(local_tree(region, state, scoring, budget), KoThreats(ko), max_ko_nodes)


def value_of_tree(
    tree: LocalTree, ko: KoThreats = KoThreats.NEUTRAL, max_ko_nodes: int | None = None
) -> LocalValue:
    """Return the value of the start of a tree. Raises KoError where a ko matters and cannot be valued."""
    low, high = tree.bounds()
    parts, loops = len(tree.parts), len(tree.loops)
    if low is high:
        black, white = (_best_moves(tree, low, color) for color in (BLACK, WHITE))
        return LocalValue(tree.scoring, low, high, thermograph(low), None, None, loops, black, white, parts)
    from .kos.local_kos import ko_value

    found = ko_value(tree, ko) if max_ko_nodes is None else ko_value(tree, ko, max_ko_nodes)
    return LocalValue(
        tree.scoring, low, high, found.graph, ko, found.activity, loops, found.black_moves, found.white_moves, parts
    )


def _best_moves(tree: LocalTree, value: Value, color: Color) -> tuple[int, ...]:
    """Return that player's best moves where no ko matters to the value; a move that starts one is valued by the bound
    that is worse for the player."""
    top = thermograph(value).temperature
    if top < 0:
        return ()
    black = color is BLACK
    left: dict[int, Value] = {}
    for point, option in tree.moves(color).items():
        low, high = tree.bounds(option)
        left[point] = low if black else high

    merits = {point: wall_merit(game, color, top) for point, game in left.items()}
    most = max(merits.values())
    makers = {point: game for point, game in left.items() if merits[point] == most}
    canonical = value.left if black else value.right
    best = {game for game in makers.values() if game in canonical}
    if not best:
        best = {game for game in makers.values() if not any(_beats(other, game, black) for other in makers.values())}
    return tuple(point for point, game in makers.items() if game in best)


def wall_merit(after: Value, player: Color, top: Fraction) -> tuple[Fraction, Fraction]:
    """Return the order of the walls that a player's moves make by leaving `after`, just below the temperature `top`:
    greater is better for the player."""
    graph = thermograph(after)
    wall = graph.right if player is BLACK else graph.left
    return player * wall.value(top), -player * wall.slope_below(top)


def _beats(game: Value, other: Value, black: bool) -> bool:
    """Whether that player is better off with `game` than with `other` in every sum."""
    return game > other if black else game < other


__all__ = ["LocalValue", "local_value", "value_of_tree", "wall_merit"]
