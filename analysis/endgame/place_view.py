"""One local game as a player counts it: deiri value, tally, follow-ups, what each move loses, and its ko.

The table of moves compares every move of both sides with the best one, at two temperatures of the rest of the board:

    loses          where moves elsewhere gain as much as the best move here (its miai value): the distance of the wall
                   that the move makes from the thermograph's mast; 0 for a best move
    loses at last  where nothing is left elsewhere (t = 0): the distance from the stop

A ko has no such table, as its values depend on ko threats: its view has count, miai value and tally with nobody having
threats and with either side komaster, and the number of threats that each side needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, WHITE, Color
from ..region import Budget, LocalTree, OutOfBudget, local_tree
from ..runtime.work_limit import current_work
from ..values import KoError, KoThreats, PlayerTerms, Thermograph, Value, ko_terms, player_terms, thermograph
from .board_games import EndgameBudget, LocalValueCache, count_region
from .kos.ko_threat_needs import KoThreatNeed, ko_threat_needs
from .local_game import LocalGame
from .local_value import LocalValue, value_of_tree

FEW_KO_NODES = 399
"""Positions expanded for a regime of ko threats that is shown beside another, without what depends on the komaster."""


@dataclass(frozen=True)
class MoveInPlace:
    """A move in a local game, compared with the best. All in points, exact; counts are Black positive.

    player, point -- who moves where
    count         -- the count after the move
    next_move     -- the miai value after it; below 0 if the place is then settled
    loses         -- against the best move, while moves elsewhere gain the miai value of the place, or 0 if it is less
    loses_last    -- the same where nothing is left elsewhere
    at_most       -- whether the move leads to a ko, so that the mover may do better than this
    """

    player: Color
    point: int
    count: Fraction
    next_move: Fraction
    loses: Fraction
    loses_last: Fraction
    at_most: bool = False


@dataclass(frozen=True)
class PlaceView:
    """A local game as a player counts it.

    game    -- the local game
    terms   -- its words: deiri value, tally, follow-ups, privilege; of a ko what the thermograph under its regime shows
    moves   -- all moves of both sides, Black's first, each side's ordered by what they lose; none for a ko, and where
               the place is too large to search
    regimes -- of a ko, by who has the ko threats: its words there, or why it has none; empty without a ko
    needs   -- of a ko, the threats each side needs, with Black and with White first; None if not judged, or no ko
    """

    game: LocalGame
    terms: PlayerTerms
    moves: tuple[MoveInPlace, ...]
    regimes: Mapping[KoThreats, PlayerTerms | str] = field(default_factory=dict)
    needs: tuple[KoThreatNeed, KoThreatNeed] | None = None


def place_view(
    game: LocalGame, known: LocalValueCache | None = None, limits: EndgameBudget | None = None
) -> PlaceView:
    """Return a local game as a player counts it; `known` and `limits` as for `local_games`."""
    limits = limits or EndgameBudget()
    tree = _tree(game, limits)
    if game.value is not None:
        return PlaceView(game, player_terms(game.value), () if tree is None else moves_in_place(game.graph, tree))
    regimes: dict[KoThreats, PlayerTerms | str] = {}
    for ko in KoThreats:
        found = game if ko is game.ko else count_region(game.region, ko=ko, limits=limits, known=known)
        regimes[ko] = ko_terms(found.graph) if isinstance(found, LocalGame) else found.reason
    needs = None if tree is None else ko_threat_needs(tree)
    return PlaceView(game, ko_terms(game.graph), (), regimes, needs)


def regimes_of_tree(tree: LocalTree, found: LocalValue) -> dict[KoThreats, PlayerTerms | str]:
    """Return the words of a ko by who has the ko threats, or why it has no value there; empty where no ko matters.

    found -- the value of the tree under one of the regimes
    """
    regimes: dict[KoThreats, PlayerTerms | str] = {}
    for ko in KoThreats if found.ko is not None else ():
        try:
            graph = found.graph if ko is found.ko else value_of_tree(tree, ko, FEW_KO_NODES).graph
            regimes[ko] = ko_terms(graph)
        except KoError as error:
            regimes[ko] = str(error)
    return regimes


def moves_in_place(graph: Thermograph, tree: LocalTree) -> tuple[MoveInPlace, ...]:
    """Return all moves of both sides in a game without ko, Black's first, each side's ordered by what they lose.

    graph -- the thermograph of the tree's start
    """
    found = []
    for player in (BLACK, WHITE):
        moves = []
        for place, option in tree.moves(player).items():
            low, high = tree.bounds(option)
            after = low if player is BLACK else high
            moves.append(_compared(graph, player, tree.region.vertices[place], after, low is not high))
        found += sorted(moves, key=lambda move: (move.loses, move.loses_last, move.point))
    return tuple(found)


def _compared(before: Thermograph, player: Color, point: int, value: Value, at_most: bool) -> MoveInPlace:
    after = thermograph(value)
    wall, best = (after.right, before.left) if player is BLACK else (after.left, before.right)
    top = max(before.temperature, Fraction(0))
    loses, at_last = (player * (best.value(t) - wall.value(t)) + t for t in (top, Fraction(0)))
    return MoveInPlace(player, point, after.mean, after.temperature, loses, at_last, at_most)


def _tree(game: LocalGame, limits: EndgameBudget) -> LocalTree | None:
    """Return all lines of play of a local game; None where it is too large."""
    work = current_work()
    try:
        region, state = game.region.search_region()
        return local_tree(region, state, budget=Budget(limits.max_nodes, stopped=lambda: work.is_stopped))
    except (OutOfBudget, ValueError):  # ValueError: more than 64 points
        return None


__all__ = ["MoveInPlace", "PlaceView", "moves_in_place", "place_view", "regimes_of_tree"]
