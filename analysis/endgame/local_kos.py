"""Local games that depend on a ko: the thermograph under a stated regime of ko threats.

A position is what is settled or free of kos, one exact value, and the parts that depend on a ko. Its moves are those of
`LocalTree`, and those of the exact value's canonical form, so hot parts beside a ko are played in too. The regimes, and
which kos have a value, are those of `analysis.values.ko`; the rest, as two kos that matter at once, raises KoError.

Few positions of a room matter to its ko. So every position has two graphs that its own lies between, at first those of
LocalTree's low and high; positions are looked into one layer at a time, where a move makes the better bound of a wall,
and valued anew from both bounds of what they lead to. What is never above the others' sure walls is left out: at every
temperature somebody has a better move. When the two graphs of the start are one, that is its graph, whatever is left.
So a link of a ko that `values.ko` cannot treat does no harm where either bound of it comes to the same. All of this
rests on LocalTree's bounds: they hold however often the other side takes back, thus with any threats.

Under AREA scoring every move gains a point more, by the stone. Prisoners and stones return with the ko, so in a ko too
the walls at t >= 0 are those at t - 1 of the same game without stones; the stones of the start are added. Below t = 0,
where nobody plays, they are vertical.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ..board import BLACK, WHITE, Color, Scoring
from ..region.local_tree import LocalTree, LoopError
from ..values import ZERO, KoError, Threats, number
from ..values.ko.ko_evaluation import MOST_POSITIONS, group_walls
from ..values.thermography.thermograph import LOWEST, Thermograph, left_scaffold, right_scaffold
from ..values.trees.miai_counting import Activity, Walls, plain_walls
from ..values.trees.move_tree import Node, Tree, components
from .ko_graphs import Germ, bare, germ_of, moved, overheated, reaches, same
from .ko_positions import Bounds, KoMove, KoPosition, Positions

MOST_NODES = 400
"""How many positions are looked into before a ko is refused."""

Link = tuple[KoPosition, KoPosition]


@dataclass(frozen=True)
class KoValue:
    """What a local game with a ko is worth under one regime.

    graph       -- its thermograph, in points, Black positive; counts may have thirds. It has no makers
    activity    -- whether count or temperature depend on the komaster; None if no ko matters, if under a komaster there
                   is no value, or if it was left out
    black_moves -- region points of Black's moves at the start that are shown to make the left wall just below the
                   temperature, ascending; none if the temperature is -1, or where the mast leans on the other's move
    white_moves -- White's, likewise for the right wall
    positions   -- how many positions were looked into
    """

    graph: Thermograph
    activity: Activity | None
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    positions: int


def ko_value(tree: LocalTree, ko: Threats | str = Threats.NEUTRAL, most: int = MOST_NODES) -> KoValue:
    """The start of a local tree, if `ko` (neutral, black or white) has threats; see the top of this module.

    Where no ko matters it is the graph of the value. `most` is how many positions are looked into; with fewer than by
    default the activity is left out, which takes three times as long. Raises KoError, in one line, if the ko has no
    value or is too large; ValueError if `ko` is none of the three.
    """
    if ko not in tuple(Threats):
        raise ValueError(f"ko must be one of {', '.join(Threats)}, got {str(ko)[:40]!r}")
    positions = Positions(tree)
    valuer = _Valuer(positions, Threats(ko), most)
    graph = valuer.value()
    black, white = (valuer.best_moves(color, graph) for color in (BLACK, WHITE))
    graph = bare(moved(graph, positions.points))
    if tree.scoring is Scoring.AREA:
        graph = overheated(graph)
    activity = _activity(positions, valuer) if most >= MOST_NODES else None
    return KoValue(graph, activity, black, white, len(valuer.expanded))


def _activity(positions: Positions, valuer: _Valuer) -> Activity | None:
    if not positions.start.kos:
        return None
    try:
        black, white = (
            valuer.value() if valuer.threats is threats else _Valuer(positions, threats).value()
            for threats in (Threats.BLACK, Threats.WHITE)
        )
    except KoError:
        return None
    if black.mean != white.mean:
        return Activity.HYPERACTIVE
    return Activity.PLACID if black.temperature == white.temperature else Activity.ACTIVE


# -- valuing -----------------------------------------------------------------------------------------------------------


class _Valuer:
    """The graphs of positions under one regime. `expanded` are those that were looked into."""

    def __init__(self, positions: Positions, threats: Threats, most: int = MOST_NODES) -> None:
        self.positions, self.threats, self.most = positions, threats, most
        self.expanded: dict[KoPosition, None] = {}
        self._bounds: dict[KoPosition, Bounds] = {}
        self._moves: dict[tuple[KoPosition, Color], list[KoMove]] = {}
        self._systems: dict[tuple[tuple[KoPosition, ...], int], tuple[_System, list[Thermograph] | None]] = {}
        self._changed: set[KoPosition] = set()
        self._cut: set[Link] = set()
        self._group: dict[KoPosition, tuple[KoPosition, ...]] = {}
        self._reason = "its bounds do not meet"

    def value(self) -> Thermograph:
        """The graph of the start, less its points. Raises KoError."""
        start = self.positions.start
        while self._graphs(start)[0] is not self._graphs(start)[1]:
            found = self._open(only_best=True) or self._open(only_best=False)
            if len(self.expanded) + len(found) > self.most:
                found, self._reason = [], f"more than {self.most} positions matter to it"
            if not found:
                raise KoError(f"the ko cannot be valued, as {self._reason}; {LoopError(*self.positions.tree.bounds())}")
            self.expanded.update(dict.fromkeys(found))
            self._revalue()
        return self._graphs(start)[0]

    def _graphs(self, position: KoPosition) -> Bounds:
        return self._bounds.get(position) or self.positions.graphs(position)

    def _open(self, only_best: bool) -> list[KoPosition]:
        """Positions not looked into on which the start's bounds rest; or on which they may, unless `only_best`."""
        todo = [self.positions.start]
        seen, found = set(todo), []
        for position in todo:  # grows
            low, high = self._graphs(position)
            if position not in self.expanded:
                found.append(position)
                continue
            for color in (BLACK, WHITE):
                for points, after, back in self._kept(position, color):
                    bounds = self._graphs(after)
                    if after in seen or (bounds[0] is bounds[1] and not back):
                        continue
                    if not only_best or back or (
                        reaches(moved(bounds[1], points).right.tilted(-1), high.left, low.left, 1) if color is BLACK
                        else reaches(moved(bounds[0], points).left.tilted(1), low.right, high.right, -1)
                    ):
                        seen.add(after)
                        todo.append(after)
        return found

    def _kept(self, position: KoPosition, color: Color) -> list[KoMove]:
        """The moves that may make a wall, by the bounds known so far."""
        key = position, color
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = self._undominated(self.positions.moves(position, color), color)
        return moves

    def _undominated(self, moves: list[KoMove], color: Color) -> list[KoMove]:
        """Of those that make a sure wall, or may rise above it. A move into a ko is not sure of it at all times."""
        scaffold, sure = (left_scaffold, 0) if color is BLACK else (right_scaffold, 1)
        best = scaffold((moved(self._graphs(move.after)[sure], move.points), move) for move in moves if not move.back)
        if best is None:
            return moves
        makers = [maker for maker in best.makers if maker is not None]
        kept = []
        for move in moves:
            bounds = (self.positions.graphs if move.back else self._graphs)(move.after)
            if move in makers:
                kept.append(move)
            elif move.back or bounds[0] is not bounds[1]:
                most = moved(bounds[1 - sure], move.points)
                wall = most.right.tilted(-1) if color is BLACK else most.left.tilted(1)
                if wall.rises_above(best, int(color)):
                    kept.append(move)
        return kept

    def _revalue(self) -> None:
        """New bounds for what is expanded, followers first."""
        while True:
            places, tree = self._drawn()
            groups = [tuple(places[at] for at in group) for group in components(tree) if group[0] < len(places)]
            cut = [link for group in groups for link in self._wrong_links(group)]
            if not cut:
                break
            self._cut.update(cut)
        self._group = {position: group for group in groups for position in group}
        self._changed.clear()
        for group in groups:
            self._value_group(group)
        for (position, color), moves in self._moves.items():
            if any(move.after in self._changed for move in moves):
                self._moves[position, color] = self._undominated(moves, color)

    def _drawn(self) -> tuple[list[KoPosition], Tree]:
        """The expanded positions that are reached, and how they are linked; all else is one leaf, the last node."""
        found = [self.positions.start]
        places = {self.positions.start: 0}
        links: list[list[list[int | None]]] = []
        for position in found:  # grows
            links.append([[], []])
            for side, color in zip(links[-1], (BLACK, WHITE), strict=True):
                for move in self._kept(position, color):
                    linked = self._linked(position, move)
                    if linked and move.after not in places:
                        places[move.after] = len(found)
                        found.append(move.after)
                    side.append(places[move.after] if linked else None)
        nodes = [
            Node(black=black, white=white) for black, white in (
                (tuple(len(found) if place is None else place for place in side) for side in sides) for sides in links
            )
        ]
        return found, Tree((*nodes, Node(count=Fraction(0))))

    def _linked(self, position: KoPosition, move: KoMove) -> bool:
        """Whether the move leads to a position that is looked into, and not only to its bounds."""
        if move.after not in self.expanded or (position, move.after) in self._cut:
            return False
        bounds = self._graphs(move.after)
        return move.back or bounds[0] is not bounds[1]

    def _wrong_links(self, group: Sequence[KoPosition]) -> list[Link]:
        """Links of a knot to be cut, so that one ko remains that is taken back and forth: for each player the best."""
        inside = set(group)
        one_way: list[Link] = []
        doubled: list[Link] = []
        takes: list[Link] = []
        for position in group:
            for color in (BLACK, WHITE):
                moves = [move for move in self._kept(position, color) if self._within(position, move, inside)]
                good = [move for move in moves if self._is_undone(position, move, color.opponent, inside)]
                one_way += [(position, move.after) for move in moves if move not in good]
                good.sort(key=lambda move: -color * self._middle(move))
                doubled += [(position, move.after) for move in good[1:]]
                takes += [(position, move.after) for move in good]
        if one_way:
            self._reason = "play goes round in it without taking back"
            return one_way
        if doubled:
            self._reason = "two kos in it matter at once"
        elif len(group) > MOST_POSITIONS or len(takes) > 2 * (len(group) - 1):
            self._reason = "it has too many positions, or they form a ring"
            doubled = takes[len(takes) // 2 :][:1]
        return [*doubled, *((after, position) for position, after in doubled)]

    def _within(self, position: KoPosition, move: KoMove, inside: AbstractSet[KoPosition]) -> bool:
        return move.after in inside and self._linked(position, move)

    def _is_undone(self, position: KoPosition, move: KoMove, other: Color, inside: AbstractSet[KoPosition]) -> bool:
        return move.after != position and any(
            back.after == position and back.points == -move.points and self._within(move.after, back, inside)
            for back in self._kept(move.after, other)
        )

    def _middle(self, move: KoMove) -> Fraction:
        low, high = self._graphs(move.after)
        return 2 * move.points + low.mean + high.mean

    # -- one ko, or a position without one -----------------------------------------------------------------------------

    def _value_group(self, group: tuple[KoPosition, ...]) -> None:
        before = [self._graphs(position) for position in group]
        if all(low is high for low, high in before):
            return
        sides: list[list[Thermograph]] = []
        for side in range(2):
            system = self._system(group, side)
            graphs = None
            if system is not None:
                solved = [self._systems.get((group, at), (None, None)) for at in (side, 0)]
                if not any(known == system for known, _ in solved):
                    solved.append((system, self._solved(group, system)))
                graphs = next(graphs for known, graphs in solved if known == system)
                self._systems[group, side] = system, graphs
            sides.append(graphs or [bounds[side] for bounds in before])
        for position, old, *new in zip(group, before, *sides, strict=True):
            low, high = (kept if same(kept, found) else found for kept, found in zip(old, new, strict=True))
            self._bounds[position] = low, low if same(low, high) else high
            if (low, high) != old:
                self._changed.add(position)

    def _system(self, group: tuple[KoPosition, ...], side: int) -> _System | None:
        """A group, with the bounds of what it leads to; None if that leaves a player none of his moves."""
        inside, places = set(group), {position: place for place, position in enumerate(group)}
        bases, todo = {group[0]: -self._idle(group)}, [group[0]]
        for position in todo:  # grows; what is taken back brings the points back, so all ways there are one
            for move in (*self._kept(position, BLACK), *self._kept(position, WHITE)):
                if move.after not in bases and self._within(position, move, inside):
                    bases[move.after] = bases[position] + move.points
                    todo.append(move.after)
        nodes: list[Node] = []
        leaves: list[Walls] = []
        for position in group:
            children: list[list[int]] = [[], []]
            for own, color in zip(children, (BLACK, WHITE), strict=True):
                moves = self._kept(position, color)
                for move in moves:
                    if self._within(position, move, inside):
                        own.append(places[move.after])
                        continue
                    walls = self._outside(position, move, color, side, bases[position])
                    if walls is not None:
                        own.append(len(group) + len(leaves))
                        leaves.append(walls)
                if moves and not own:
                    return None
            nodes.append(Node(black=tuple(children[0]), white=tuple(children[1])))
        ends = [Node(count=Fraction(0))] * len(leaves)
        bare: list[None] = [None] * len(group)
        return _System(Tree((*nodes, *ends)), (*bare, *leaves), tuple(bases[position] for position in group))

    def _idle(self, group: tuple[KoPosition, ...]) -> int:
        """What the simplest number is counted from under area scoring; see `LocalTree`."""
        value, kos = group[0]
        if self.positions.tree.scoring is Scoring.AREA and len(group) == len(kos) == 1 and value is ZERO:
            return int(self.positions.tree.idle[kos[0]])
        return 0

    def _outside(self, position: KoPosition, move: KoMove, color: Color, side: int, base: int) -> Walls | None:
        """What a move out of a group leaves, at least or at most."""
        if not move.back or self._linked(position, move):
            graph = moved(self._graphs(move.after)[side], base + move.points)
            return Walls(graph, graph.left, graph.right)
        # a ko taken without looking further: the other may not take back, which later bounds do not heed
        graph = moved(self.positions.graphs(move.after)[side], base + move.points)
        if _KOMASTER[color] is not self.threats:
            return Walls(graph, graph.left, graph.right)
        if (color is BLACK) == (side == 0):  # he must move again, and may not gain by it
            return None
        wall = graph.left if color is BLACK else graph.right
        return Walls(graph, wall, wall)

    def _solved(self, group: tuple[KoPosition, ...], system: _System) -> list[Thermograph] | None:
        """The graphs of a group; None if it has no value, so that what was known must do."""
        try:
            if len(group) == 1 and _closes(system):
                graph = plain_walls(system.tree, 0, system.walls).graph
                assert graph is not None
                graphs = [graph]
            else:
                found = group_walls(system.tree, range(len(group)), system.walls, self.threats, settled=len(group) == 1)
                graphs = [walls.graph for walls in found if walls.graph is not None]
        except KoError as error:
            self._reason = str(error)
            return None
        return [moved(graph, -base) for graph, base in zip(graphs, system.bases, strict=True)]

    # -- who plays what ------------------------------------------------------------------------------------------------

    def best_moves(self, color: Color, graph: Thermograph) -> tuple[int, ...]:
        """Region points of the start's moves that make that player's wall just below the temperature of `graph`."""
        tree, start = self.positions.tree, self.positions.start
        t = graph.temperature
        if t < 0 and (t == LOWEST or tree.scoring is Scoring.TERRITORY):
            return ()
        wall = germ_of(graph.left if color is BLACK else graph.right, t)
        points = number(tree.start.change - self.positions.points)
        return tuple(sorted(
            point for point, move in self.positions.played(points, tree.start.parts, color)
            if self._germ_after(start, move, color, t, move.points) == wall
        ))

    def _germ_after(self, position: KoPosition, move: KoMove, color: Color, t: Fraction, points: int) -> Germ:
        """What a move is sure to come to just below t, the tax paid."""
        side, other, best, worst = (0, WHITE, max, min) if color is BLACK else (1, BLACK, min, max)
        graph = moved(self._graphs(move.after)[side], points)
        inside = self._group.get(position, ())
        if len(inside) < 2 or move not in self._kept(position, color) or move.after not in inside:
            germ = germ_of(graph.right if color is BLACK else graph.left, t)
        elif self.threats is Threats.NEUTRAL:
            germs = [germ_of(graph.left if color is BLACK else graph.right, t)]
            for answer in self._kept(move.after, other):
                if answer.after not in inside:
                    left = moved(self._graphs(answer.after)[side], points + answer.points)
                    value, slope = germ_of(left.left if color is BLACK else left.right, t)
                    germs.append((value - other * t, slope + other))
            germ = worst(germs)
        elif self.threats is _KOMASTER[color]:
            germ = best(
                self._germ_after(move.after, again, color, t, points + again.points)
                for again in self._kept(move.after, color)
            )
        else:
            germ = germ_of(graph.right if color is BLACK else graph.left, t)
        return germ[0] - color * t, germ[1] + color


class _System(NamedTuple):
    """The positions of a group, from 0 on, and the moves out of it, as nodes; the latter's walls; and points to add."""

    tree: Tree
    walls: tuple[Walls | None, ...]
    bases: tuple[int, ...]


_KOMASTER = {BLACK: Threats.BLACK, WHITE: Threats.WHITE}


def _closes(system: _System) -> bool:
    """Whether the scaffolds of the one position only ever close, so that it is valued as if there were no kos."""
    node = system.tree.nodes[0]
    right = (system.walls[child] for child in node.black)
    left = (system.walls[child] for child in node.white)
    return all(
        walls is not None and walls.graph is not None and walls.right is walls.graph.right
        and all(segment.slope <= 1 for segment in walls.graph.right.segments()) for walls in right
    ) and all(
        walls is not None and walls.graph is not None and walls.left is walls.graph.left
        and all(segment.slope >= -1 for segment in walls.graph.left.segments()) for walls in left
    )


__all__ = ["MOST_NODES", "KoValue", "ko_value"]
