"""What a local game is worth, and the best moves in it: all lines of both sides, from the stones as they stand.

The region's walls are taken for alive, and nothing outside matters to it: who calls this vouches for that. Within it
the value is proved, by `analysis.region.local_tree`; where it depends on a ko, it is valued under a stated regime of
ko threats, by `local_kos`.

The best moves are those that make the mover's wall of the thermograph just below the temperature: the moves to choose
where moves elsewhere gain hardly less. Where the walls tell no difference, the games do:

    A move is listed if the game that it leaves is an option of the canonical form. In every sum in which moving here
    wins, such a move does, or one elsewhere in the sum. So where there is but one such option, who plays it whenever
    moving here is right gets what the sum of the canonical forms promises.
    A move that the other reverses (sente that changes nothing but the ko threats, say) is no option of the canonical
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
from ..values import Kind, Thermograph, Threats, Value, kind, thermograph
from ..values.trees.miai_counting import Activity


@dataclass(frozen=True)
class LocalValue:
    """What a local game is worth. Points and temperatures are exact; Black is positive, whoever is to move.

    Public attributes:
      scoring -- what counts
      low, high -- the games between which its value is, whatever ko threats there are: one object where no ko matters.
                  Under AREA scoring that holds of their stops, means and thermographs
      graph   -- its thermograph: exact, or under the regime `ko`
      ko      -- who has the ko threats where the graph depends on that; None where no ko matters
      activity -- where a ko matters, what depends on the komaster; None if that cannot be told
      loops   -- how many sets of parts play can go round in, of consequence or not
      black_moves, white_moves -- either's best moves, as region points, ascending; see the top of this module
      parts   -- how many parts were looked at
    """

    scoring: Scoring
    low: Value = field(repr=False)
    high: Value = field(repr=False)
    graph: Thermograph = field(repr=False)
    ko: Threats | None
    activity: Activity | None
    loops: int
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    parts: int

    @property
    def value(self) -> Value | None:
        """The game, in canonical form; None where a ko matters."""
        return self.low if self.ko is None else None

    @property
    def count(self) -> Fraction:
        """What it is worth on average, in points."""
        return self.graph.mean

    @property
    def temperature(self) -> Fraction:
        """What a move gains: the miai value, in points. Below 0 nobody needs to move."""
        return self.graph.temperature

    @property
    def kind(self) -> str:
        """What a player calls it, as `analysis.values.kind`; "settled" for a number, "ko" where one matters."""
        if self.ko is not None:
            return "ko"
        word = kind(self.low)
        return "settled" if word is Kind.NUMBER else word.value


def local_value(
    region: Region,
    state: State,
    scoring: Scoring = Scoring.TERRITORY,
    ko: Threats | str = Threats.NEUTRAL,
    budget: Budget | None = None,
    kos: int | None = None,
) -> LocalValue:
    """What the stones of `state` are worth in their region, whoever's turn it is.

    `ko` says who has ko threats and makes no difference where no ko matters; `budget` counts parts, and
    `kos` is how many positions are looked into where one does (by default many, as `kos` says). Raises OutOfBudget;
    KoError where a ko matters and cannot be valued; and ValueError if `ko` is none of neutral, black, white, or if a
    stone stands outside the region, on another one, or without a liberty.
    """
    if ko not in list(Threats):
        raise ValueError(f"ko must be one of {', '.join(Threats)}, got {str(ko)[:40]!r}")
    return value_of_tree(local_tree(region, state, scoring, budget), Threats(ko), kos)


def value_of_tree(tree: LocalTree, ko: Threats = Threats.NEUTRAL, kos: int | None = None) -> LocalValue:
    """What the start of a tree is worth. Raises KoError where a ko matters and cannot be valued."""
    low, high = tree.bounds()
    parts, loops = len(tree.parts), len(tree.loops)
    if low is high:
        black, white = (_best_moves(tree, low, color) for color in (BLACK, WHITE))
        return LocalValue(tree.scoring, low, high, thermograph(low), None, None, loops, black, white, parts)
    from .local_kos import ko_value

    found = ko_value(tree, ko) if kos is None else ko_value(tree, ko, kos)
    return LocalValue(
        tree.scoring, low, high, found.graph, ko, found.activity, loops, found.black_moves, found.white_moves, parts
    )


def _best_moves(tree: LocalTree, value: Value, color: Color) -> tuple[int, ...]:
    """The best moves of that player where no ko matters to the whole; a move that starts one is judged at its worst."""
    top = thermograph(value).temperature
    if top < 0:
        return ()
    black = color is BLACK
    left: dict[int, Value] = {}
    for point, option in tree.moves(color).items():
        low, high = tree.bounds(option)
        left[point] = low if black else high

    def merit(game: Value) -> tuple[Fraction, Fraction]:
        """How good the wall made by moving to it is just below `top`, better ones being greater."""
        graph = thermograph(game)
        wall = graph.right if black else graph.left
        return color * wall.value(top), -color * wall.slope_below(top)

    most = max(map(merit, left.values()))
    makers = {point: game for point, game in left.items() if merit(game) == most}
    canonical = value.left if black else value.right
    best = {game for game in makers.values() if game in canonical}
    if not best:
        best = {game for game in makers.values() if not any(_beats(other, game, black) for other in makers.values())}
    return tuple(point for point, game in makers.items() if game in best)


def _beats(game: Value, other: Value, black: bool) -> bool:
    """Whether a player, Black or White, is better off with the one game than with the other in every sum."""
    return game > other if black else game < other


__all__ = ["LocalValue", "local_value", "value_of_tree"]
