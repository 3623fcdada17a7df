"""Local games that depend on a ko: the thermograph under a stated regime of ko threats.

A position is the parts that depend on a ko and those beside them, in which both are played, be it as ko threats
(`ko_positions`). The regimes are those of `analysis.values.ko`. Under a komaster one ko at a time has a value, or a
chain of takes; without ko threats any kos do in which play that goes on for ever decides nothing. The others raise
KoError.

Few positions of a region matter to its ko. So every position has two thermographs between which its own lies
(`ko_bounds`), at first those of the low and high values of `LocalTree`. Positions are expanded one layer at a time,
where a move makes the better bound of a wall, and valued anew from both bounds of the positions they lead to
(`ko_links`, `ko_groups`). When the two thermographs of the start are equal, that is its thermograph, whatever was not
expanded. So a move into a ko that `values.ko` cannot treat does no harm where both bounds lead to the same result. All
of this depends on the bounds of `LocalTree`: they hold however often the other side takes back, thus with any threats.
Groups of kos are solved whole only where one ko at a time does not lead to a value, since that takes longer.

Under AREA scoring every move gains a point more, by the stone. Prisoners and stones return with the ko, so in a ko too
the walls at t >= 0 are those at t - 1 of the same game without stones; the stones of the start are added. Below t = 0,
where nobody plays, they are vertical.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...board import BLACK, WHITE, Color, Scoring
from ...region.local_tree import LocalTree, LoopError
from ...values import KoError, KoThreats
from ...values.thermography.thermograph import LOWEST_TEMPERATURE, Thermograph
from ...values.trees.miai_counting import KoActivity
from .ko_bounds import KoBounds
from .ko_graphs import ValueAndSlope, moved, overheated, value_and_slope, without_makers
from .ko_groups import KOMASTER, KoGroupSolver
from .ko_links import Group, KoLinks
from .ko_positions import KoMove, KoPosition, KoPositions

MAX_KO_NODES = 400
"""The positions that are expanded before a ko is refused."""


@dataclass(frozen=True)
class KoValue:
    """The value of a local game with a ko under one regime.

    graph       -- its thermograph, in points, Black positive; counts may have thirds. It has no makers
    activity    -- whether count or temperature depend on the komaster; None if no ko matters, if under a komaster there
                   is no value, or if it was left out
    black_moves -- region points of Black's moves at the start that are shown to make the left wall just below the
                   temperature, ascending; none if the temperature is -1, or where the mast depends on White's move
    white_moves -- White's, likewise for the right wall
    positions   -- the number of positions expanded
    """

    graph: Thermograph
    activity: KoActivity | None
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    positions: int


def ko_value(tree: LocalTree, ko: KoThreats | str = KoThreats.NEUTRAL, max_nodes: int = MAX_KO_NODES) -> KoValue:
    """Return the value of the start of a local tree, if `ko` (neutral, black or white) has the ko threats.

    Where no ko matters it is the thermograph of the value. At most `max_nodes` positions are expanded; with fewer than
    the default the activity is left out, which takes three times as long, and a ko that is too large with all moves
    beside it is valued with those of canonical forms alone: its walls may then miss a ko threat below the temperature,
    its count and its temperature do not. Raises KoError, in one line, if the ko has no value or is too large;
    ValueError if `ko` is none of the three.
    """
    if ko not in tuple(KoThreats):
        raise ValueError(f"ko must be one of {', '.join(KoThreats)}, got {str(ko)[:40]!r}")
    neutral = ko == KoThreats.NEUTRAL
    positions = KoPositions(tree, threats=neutral)
    valuer = _KoValuer(positions, KoThreats(ko), max_nodes)
    try:
        graph = valuer.value()
    except KoError:
        if not neutral:
            raise
        try:
            valuer = _KoValuer(positions, valuer.threats, max_nodes, whole=True)
            graph = valuer.value()
        except KoError:
            if max_nodes >= MAX_KO_NODES:
                raise
            positions = KoPositions(tree, threats=False)
            valuer = _KoValuer(positions, valuer.threats, max_nodes)
            graph = valuer.value()
    black, white = (valuer.best_moves(color, graph) for color in (BLACK, WHITE))
    graph = without_makers(moved(graph, positions.points))
    if tree.scoring is Scoring.AREA:
        graph = overheated(graph)
    activity = _activity(valuer) if max_nodes >= MAX_KO_NODES else None
    return KoValue(graph, activity, black, white, len(valuer.bounds.expanded))


def _activity(valuer: _KoValuer) -> KoActivity | None:
    positions = valuer.positions
    if not positions.start.kos:
        return None
    if positions.threats:
        positions = KoPositions(positions.tree, threats=False)
    try:
        black, white = (
            valuer.value() if valuer.threats is threats else _KoValuer(positions, threats).value()
            for threats in (KoThreats.BLACK, KoThreats.WHITE)
        )
    except KoError:
        return None
    if black.mean != white.mean:
        return KoActivity.HYPERACTIVE
    return KoActivity.PLACID if black.temperature == white.temperature else KoActivity.ACTIVE


class _KoValuer:
    """The search for the thermograph of the start under one regime, and for the moves that make its walls."""

    def __init__(
        self, positions: KoPositions, threats: KoThreats, max_nodes: int = MAX_KO_NODES, whole: bool = False
    ) -> None:
        self.positions, self.threats, self.max_nodes = positions, threats, max_nodes
        self.bounds = KoBounds(positions)
        self._links = KoLinks(self.bounds, whole)
        self._solver = KoGroupSolver(self.bounds, self._links, threats)
        self._group: dict[KoPosition, Group] = {}

    def value(self) -> Thermograph:
        """Return the thermograph of the start, less its points. Raises KoError."""
        start, bounds = self.positions.start, self.bounds
        while bounds.graphs(start)[0] is not bounds.graphs(start)[1]:
            found = bounds.unexpanded(only_best=True) or bounds.unexpanded(only_best=False)
            if len(bounds.expanded) + len(found) > self.max_nodes:
                found, bounds.reason = [], f"more than {self.max_nodes} positions matter to it"
            if not found:
                between = LoopError(*self.positions.tree.bounds())
                raise KoError(f"the ko cannot be valued, as {bounds.reason}; {between}")
            bounds.expanded.update(dict.fromkeys(found))
            self._improve()
        return bounds.graphs(start)[0]

    def _improve(self) -> None:
        """Improve the bounds of all expanded positions, followers first."""
        groups = self._links.groups()
        self._group = {position: group for group in groups for position in group}
        for group in groups:
            self._solver.improve(group)
        self.bounds.update_moves()

    def best_moves(self, color: Color, graph: Thermograph) -> tuple[int, ...]:
        """Return the region points of the moves that make that player's wall just below the temperature of `graph`."""
        tree, start = self.positions.tree, self.positions.start
        t = graph.temperature
        if t < 0 and (t == LOWEST_TEMPERATURE or tree.scoring is Scoring.TERRITORY):
            return ()
        wall = value_and_slope(graph.left if color is BLACK else graph.right, t)
        return tuple(sorted(
            point for point, move in self.positions.first_moves(color)
            if self._scaffold_after(start, move, color, t, move.points) == wall
        ))

    def _scaffold_after(
        self, position: KoPosition, move: KoMove, color: Color, t: Fraction, points: int
    ) -> ValueAndSlope:
        """Return what a move is sure to reach just below temperature t, the tax for the move paid."""
        side, opponent, best, worst = (0, WHITE, max, min) if color is BLACK else (1, BLACK, min, max)
        graph = moved(self.bounds.graphs(move.after)[side], points)
        inside = self._group.get(position, ())
        wall = self._solver.wall_after(position, move, color)
        if wall is not None:
            value, slope = value_and_slope(wall, t)
            reached = value + points, slope
        elif len(inside) < 2 or move not in self.bounds.moves(position, color) or move.after not in inside:
            reached = value_and_slope(graph.right if color is BLACK else graph.left, t)
        elif self.threats is KoThreats.NEUTRAL:  # the opponent may not take back: another answer, or a move elsewhere
            replies = [value_and_slope(graph.left if color is BLACK else graph.right, t)]
            for answer in self.bounds.moves(move.after, opponent):
                if answer.after not in inside:
                    after = moved(self.bounds.graphs(answer.after)[side], points + answer.points)
                    value, slope = value_and_slope(after.left if color is BLACK else after.right, t)
                    replies.append((value - opponent * t, slope + opponent))
            reached = worst(replies)
        elif self.threats is KOMASTER[color]:  # the komaster must move again
            reached = best(
                self._scaffold_after(move.after, again, color, t, points + again.points)
                for again in self.bounds.moves(move.after, color)
            )
        else:
            reached = value_and_slope(graph.right if color is BLACK else graph.left, t)
        return reached[0] - color * t, reached[1] + color


__all__ = ["MAX_KO_NODES", "KoValue", "ko_value"]
