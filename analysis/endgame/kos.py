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

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ..board import BLACK, WHITE, Color, Scoring
from ..search.tree import LocalTree, LoopError, Option
from ..values import ZERO, KoError, Threats, Value, number, thermograph, total
from ..values.ko import MOST_POSITIONS, _ko_walls
from ..values.miai import Activity, Walls, plain_walls
from ..values.thermograph import LOWEST, Thermograph, Wall, left_scaffold, right_scaffold
from ..values.trees import Node, Tree, components

MOST_NODES = 400
"""How many positions are looked into before a ko is refused."""

Link = tuple["_Position", "_Position"]
Bounds = tuple[Thermograph, Thermograph]
Germ = tuple[Fraction, Fraction]
"""A wall's value at a temperature and its slope just below, with its sign changed: they order walls just below."""


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
    positions = _Positions(tree)
    valuer = _Valuer(positions, Threats(ko), most)
    graph = valuer.value()
    black, white = (valuer.best_moves(color, graph) for color in (BLACK, WHITE))
    graph = _bare(_moved(graph, positions.points))
    if tree.scoring is Scoring.AREA:
        graph = _overheated(graph)
    activity = _activity(positions, valuer) if most >= MOST_NODES else None
    return KoValue(graph, activity, black, white, len(valuer.expanded))


def _activity(positions: _Positions, valuer: _Valuer) -> Activity | None:
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


# -- positions and moves -----------------------------------------------------------------------------------------------


class _Position(NamedTuple):
    """An exact value, less a whole number of points so that it stops from 0 to 1, and the parts that have kos."""

    value: Value
    kos: tuple[int, ...]


class _Move(NamedTuple):
    """Points to Black, and the position; `back` is whether play may come back from there."""

    points: int
    after: _Position
    back: bool


class _Positions:
    """The positions of a local tree. `points` and `start` are where it begins."""

    def __init__(self, tree: LocalTree) -> None:
        self.tree = tree
        self._loop = {part: number for number, loop in enumerate(tree.loops) for part in loop}
        self._moves: dict[tuple[_Position, Color], list[_Move]] = {}
        self._graphs: dict[_Position, Bounds] = {}
        self.points, self.start = self._after(ZERO, (), tree.start)

    def graphs(self, position: _Position) -> Bounds:
        """The thermographs of the least and the most that a position is worth; one object if they are the same."""
        if position not in self._graphs:
            low, high = (
                thermograph(position.value + total(values[part] for part in position.kos))
                for values in (self.tree.low, self.tree.high)
            )
            self._graphs[position] = low, low if _same(low, high) else high
        return self._graphs[position]

    def moves(self, position: _Position, color: Color) -> list[_Move]:
        """All that leave something different."""
        key = position, color
        if key not in self._moves:
            found: dict[tuple[int, _Position], bool] = {}
            for _, move in self.played(position.value, position.kos, color):
                found[move[:2]] = move.back or found.get(move[:2], False)
            x = position.value.number
            if x is None or x.denominator > 1:  # nobody gains by a move in a whole number
                for value in position.value.left if color is BLACK else position.value.right:
                    found.setdefault(_apart(value, position.kos), False)
            self._moves[key] = [_Move(*left, back) for left, back in found.items()]
        return self._moves[key]

    def played(self, value: Value, parts: Sequence[int], color: Color) -> Iterator[tuple[int, _Move]]:
        """The moves in some parts, with the value beside them, and their region points."""
        for place, part in enumerate(parts):
            others = (*parts[:place], *parts[place + 1 :])
            for point, option in self.tree.options(part, color).items():
                back = part in self._loop and any(
                    self._loop.get(left) == self._loop[part] and self._is_open(left) for left in option.parts
                )
                yield point, _Move(*self._after(value, others, option), back)

    def _is_open(self, part: int) -> bool:
        return self.tree.low[part] is not self.tree.high[part]

    def _after(self, value: Value, others: Sequence[int], option: Option) -> tuple[int, _Position]:
        parts = sorted((*others, *option.parts))
        exact = total(self.tree.low[part] for part in parts if not self._is_open(part))
        return _apart(value + exact + option.change, tuple(part for part in parts if self._is_open(part)))


def _apart(value: Value, kos: tuple[int, ...]) -> tuple[int, _Position]:
    points = int(value.left_stop // 1)
    return points, _Position(value - points, kos)


# -- valuing -----------------------------------------------------------------------------------------------------------


class _Valuer:
    """The graphs of positions under one regime. `expanded` are those that were looked into."""

    def __init__(self, positions: _Positions, threats: Threats, most: int = MOST_NODES) -> None:
        self.positions, self.threats, self.most = positions, threats, most
        self.expanded: dict[_Position, None] = {}
        self._bounds: dict[_Position, Bounds] = {}
        self._moves: dict[tuple[_Position, Color], list[_Move]] = {}
        self._systems: dict[tuple[tuple[_Position, ...], int], _System | None] = {}
        self._changed: set[_Position] = set()
        self._cut: set[Link] = set()
        self._group: dict[_Position, tuple[_Position, ...]] = {}
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

    def _graphs(self, position: _Position) -> Bounds:
        return self._bounds.get(position) or self.positions.graphs(position)

    def _open(self, only_best: bool) -> list[_Position]:
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
                        _reaches(_moved(bounds[1], points).right.tilted(-1), high.left, low.left, 1) if color is BLACK
                        else _reaches(_moved(bounds[0], points).left.tilted(1), low.right, high.right, -1)
                    ):
                        seen.add(after)
                        todo.append(after)
        return found

    def _kept(self, position: _Position, color: Color) -> list[_Move]:
        """The moves that may make a wall, by the bounds known so far."""
        key = position, color
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = self._undominated(self.positions.moves(position, color), color)
        return moves

    def _undominated(self, moves: list[_Move], color: Color) -> list[_Move]:
        """Of those that make a sure wall, or may rise above it. A move into a ko is not sure of it at all times."""
        scaffold, sure = (left_scaffold, 0) if color is BLACK else (right_scaffold, 1)
        firm = [(_moved(self._graphs(move.after)[sure], move.points), move) for move in moves if not move.back]
        best = scaffold(firm)
        if best is None:
            return moves
        makers = [maker for maker in best.makers if maker is not None]
        kept = []
        for move in moves:
            bounds = (self.positions.graphs if move.back else self._graphs)(move.after)
            if move in makers:
                kept.append(move)
            elif move.back or bounds[0] is not bounds[1]:
                most = scaffold([*firm, (_moved(bounds[1 - sure], move.points), None)])
                if most is not None and None in most.makers:
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

    def _drawn(self) -> tuple[list[_Position], Tree]:
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

    def _linked(self, position: _Position, move: _Move) -> bool:
        """Whether the move leads to a position that is looked into, and not only to its bounds."""
        if move.after not in self.expanded or (position, move.after) in self._cut:
            return False
        bounds = self._graphs(move.after)
        return move.back or bounds[0] is not bounds[1]

    def _wrong_links(self, group: Sequence[_Position]) -> list[Link]:
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

    def _within(self, position: _Position, move: _Move, inside: AbstractSet[_Position]) -> bool:
        return move.after in inside and self._linked(position, move)

    def _is_undone(self, position: _Position, move: _Move, other: Color, inside: AbstractSet[_Position]) -> bool:
        return move.after != position and any(
            back.after == position and back.points == -move.points and self._within(move.after, back, inside)
            for back in self._kept(move.after, other)
        )

    def _middle(self, move: _Move) -> Fraction:
        low, high = self._graphs(move.after)
        return 2 * move.points + low.mean + high.mean

    # -- one ko, or a position without one -----------------------------------------------------------------------------

    def _value_group(self, group: tuple[_Position, ...]) -> None:
        before = [self._graphs(position) for position in group]
        if all(low is high for low, high in before):
            return
        sides: list[list[Thermograph]] = []
        for side in range(2):
            system = self._system(group, side)
            if system is None or system == self._systems.get((group, side)):
                sides.append([bounds[side] for bounds in before])
            elif side == 1 and system == self._systems.get((group, 0)):
                sides.append(sides[0])
            else:
                sides.append(self._solved(group, system) or [bounds[side] for bounds in before])
            self._systems[group, side] = system
        for position, old, *new in zip(group, before, *sides, strict=True):
            low, high = (kept if _same(kept, found) else found for kept, found in zip(old, new, strict=True))
            self._bounds[position] = low, low if _same(low, high) else high
            if (low, high) != old:
                self._changed.add(position)

    def _system(self, group: tuple[_Position, ...], side: int) -> _System | None:
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

    def _idle(self, group: tuple[_Position, ...]) -> int:
        """What the simplest number is counted from under area scoring; see `LocalTree`."""
        value, kos = group[0]
        if self.positions.tree.scoring is Scoring.AREA and len(group) == len(kos) == 1 and value is ZERO:
            return int(self.positions.tree.idle[kos[0]])
        return 0

    def _outside(self, position: _Position, move: _Move, color: Color, side: int, base: int) -> Walls | None:
        """What a move out of a group leaves, at least or at most."""
        if not move.back or self._linked(position, move):
            graph = _moved(self._graphs(move.after)[side], base + move.points)
            return Walls(graph, graph.left, graph.right)
        # a ko taken without looking further: the other may not take back, which later bounds do not heed
        graph = _moved(self.positions.graphs(move.after)[side], base + move.points)
        if _KOMASTER[color] is not self.threats:
            return Walls(graph, graph.left, graph.right)
        if (color is BLACK) == (side == 0):  # he must move again, and may not gain by it
            return None
        wall = graph.left if color is BLACK else graph.right
        return Walls(graph, wall, wall)

    def _solved(self, group: tuple[_Position, ...], system: _System) -> list[Thermograph] | None:
        """The graphs of a group; None if it has no value, so that what was known must do."""
        try:
            if len(group) == 1 and _closes(system):
                graph = plain_walls(system.tree, 0, system.walls).graph
                assert graph is not None
                graphs = [graph]
            else:
                found = _ko_walls(system.tree, range(len(group)), system.walls, self.threats, settled=len(group) == 1)
                graphs = [walls.graph for walls in found if walls.graph is not None]
        except KoError as error:
            self._reason = str(error)
            return None
        return [_moved(graph, -base) for graph, base in zip(graphs, system.bases, strict=True)]

    # -- who plays what ------------------------------------------------------------------------------------------------

    def best_moves(self, color: Color, graph: Thermograph) -> tuple[int, ...]:
        """Region points of the start's moves that make that player's wall just below the temperature of `graph`."""
        tree, start = self.positions.tree, self.positions.start
        t = graph.temperature
        if t < 0 and (t == LOWEST or tree.scoring is Scoring.TERRITORY):
            return ()
        wall = _germ(graph.left if color is BLACK else graph.right, t)
        points = number(tree.start.change - self.positions.points)
        return tuple(sorted(
            point for point, move in self.positions.played(points, tree.start.parts, color)
            if self._germ_after(start, move, color, t, move.points) == wall
        ))

    def _germ_after(self, position: _Position, move: _Move, color: Color, t: Fraction, points: int) -> Germ:
        """What a move is sure to come to just below t, the tax paid."""
        side, other, best, worst = (0, WHITE, max, min) if color is BLACK else (1, BLACK, min, max)
        graph = _moved(self._graphs(move.after)[side], points)
        inside = self._group.get(position, ())
        if len(inside) < 2 or move not in self._kept(position, color) or move.after not in inside:
            germ = _germ(graph.right if color is BLACK else graph.left, t)
        elif self.threats is Threats.NEUTRAL:
            germs = [_germ(graph.left if color is BLACK else graph.right, t)]
            for answer in self._kept(move.after, other):
                if answer.after not in inside:
                    left = _moved(self._graphs(answer.after)[side], points + answer.points)
                    value, slope = _germ(left.left if color is BLACK else left.right, t)
                    germs.append((value - other * t, slope + other))
            germ = worst(germs)
        elif self.threats is _KOMASTER[color]:
            germ = best(
                self._germ_after(move.after, again, color, t, points + again.points)
                for again in self._kept(move.after, color)
            )
        else:
            germ = _germ(graph.right if color is BLACK else graph.left, t)
        return germ[0] - color * t, germ[1] + color


class _System(NamedTuple):
    """The positions of a group, from 0 on, and the moves out of it, as nodes; the latter's walls; and points to add."""

    tree: Tree
    walls: tuple[Walls | None, ...]
    bases: tuple[int, ...]


_KOMASTER = {BLACK: Threats.BLACK, WHITE: Threats.WHITE}


# -- graphs ------------------------------------------------------------------------------------------------------------


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


def _same(one: Thermograph, other: Thermograph) -> bool:
    if one is other:
        return True
    if (one.mean, one.temperature) != (other.mean, other.temperature):
        return False
    return one.left.corners() == other.left.corners() and one.right.corners() == other.right.corners()


def _reaches(term: Wall, best: Wall, worst: Wall, sign: int) -> bool:
    """Whether a scaffold comes up to the better bound of a wall where that is not the other bound."""
    times = sorted({t for wall in (term, best, worst) for t, _ in wall.points})
    times += [(low + high) / 2 for low, high in pairwise(times)]
    return any(best.value(t) != worst.value(t) and sign * (term.value(t) - best.value(t)) >= 0 for t in times)


def _germ(wall: Wall, t: Fraction) -> Germ:
    return wall.value(t), -wall.slope_below(t)


def _moved(graph: Thermograph, points: int) -> Thermograph:
    """The graph with so many points more."""
    if not points:
        return graph
    left, right = (
        replace(wall, points=tuple((t, value + points) for t, value in wall.points))
        for wall in (graph.left, graph.right)
    )
    return Thermograph(left, right, graph.mean + points, graph.temperature)


def _bare(graph: Thermograph) -> Thermograph:
    """The graph without what makes its walls."""
    left, right = (replace(wall, makers=(None,) * len(wall.makers)) for wall in (graph.left, graph.right))
    return replace(graph, left=left, right=right)


def _overheated(graph: Thermograph) -> Thermograph:
    """The graph where each move gains a point more, vertical below t = 0; a whole number stays what it is."""
    if graph.temperature == LOWEST:
        return graph
    walls = []
    for wall in (graph.left, graph.right):
        raised = ((LOWEST, wall.points[0][1]), *((t + 1, value) for t, value in wall.points))
        walls.append(Wall(raised, (None, *wall.makers)))
    return Thermograph(walls[0], walls[1], graph.mean, graph.temperature + 1)


__all__ = ["KoValue", "ko_value"]
