"""The bounds of the positions of one group (see `ko_links`), solved under a regime of ko threats.

A group is solved twice: with the lower and with the upper bounds of the positions to which moves out of it lead. One
position without a ko is valued like any other node; a chain of takes by `values.ko`; where links are not cut, groups of
any cycles too. Where there is no solution the old bounds stay.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...board import BLACK, WHITE, Color, Scoring
from ...values import KoError, KoThreats
from ...values.games.forms import Exact
from ...values.ko.ko_cycles import CycleMove, cycle_walls
from ...values.ko.ko_evaluation import ko_component_walls
from ...values.thermography.thermograph import Thermograph, Wall
from ...values.trees.miai_counting import NodeWalls, walls_from_children
from ...values.trees.move_tree import Node, Tree
from .ko_bounds import KoBounds
from .ko_graphs import moved, same
from .ko_links import Group, KoLinks
from .ko_positions import KoMove, KoPosition

KOMASTER = {BLACK: KoThreats.BLACK, WHITE: KoThreats.WHITE}


class _System(NamedTuple):
    """A group to be solved.

    tree  -- the positions of the group as nodes from 0 on, then the moves out of it as leaves
    walls -- of the leaves; None for the positions
    bases -- of each position, the points that were added to the leaves and are to be taken off its solution
    """

    tree: Tree
    walls: tuple[NodeWalls | None, ...]
    bases: tuple[Exact, ...]


class KoGroupSolver:
    """Improves the bounds of groups under one regime. Solutions are kept as long as the system is the same."""

    def __init__(self, bounds: KoBounds, links: KoLinks, threats: KoThreats) -> None:
        self.bounds, self.links, self.threats = bounds, links, threats
        self._solved: dict[tuple[Group, int], tuple[_System, list[Thermograph] | None]] = {}
        self._cycles: dict[tuple[Group, int], tuple[list[CycleMove], list[Thermograph] | None]] = {}
        self._walls_after: dict[tuple[KoPosition, tuple[int, KoPosition], Color], Wall] = {}

    def improve(self, group: Group) -> None:
        """Update the bounds of the positions of a group from the bounds outside it."""
        before = [self.bounds.graphs(position) for position in group]
        if all(low is high for low, high in before):
            return
        solve = self._cycle_graphs if self.links.whole and len(group) > 1 else self._graphs
        sides = [solve(group, side) or [bounds[side] for bounds in before] for side in range(2)]
        for position, old, *new in zip(group, before, *sides, strict=True):
            low, high = (kept if same(kept, found) else found for kept, found in zip(old, new, strict=True))
            self.bounds.update(position, low, high)

    def wall_after(self, position: KoPosition, move: KoMove, color: Color) -> Wall | None:
        """Return what a move within a group that was solved as cycles is sure to reach, the opponent to move and not
        allowed to take back; None for other moves. The points of the move are not included."""
        return self._walls_after.get((position, move[:2], color))

    def _graphs(self, group: Group, side: int) -> list[Thermograph] | None:
        """Return the thermographs of a group that is one position or a chain, with the lower (`side` 0) or upper bounds
        outside it; None if it has no value."""
        system = self._system(group, side)
        if system is None:
            return None
        solved = [self._solved.get((group, at), (None, None)) for at in (side, 0)]
        if not any(known == system for known, _ in solved):
            solved.append((system, self._solve(group, system)))
        graphs = next(graphs for known, graphs in solved if known == system)
        self._solved[group, side] = system, graphs
        return graphs

    def _cycle_graphs(self, group: Group, side: int) -> list[Thermograph] | None:
        """Return the thermographs of a group of any cycles, likewise."""
        inside, index = set(group), {position: k for k, position in enumerate(group)}
        moves: list[CycleMove] = []
        within: list[tuple[KoPosition, tuple[int, KoPosition], Color]] = []
        for position in group:
            for color in (BLACK, WHITE):
                found, before = self.bounds.moves(position, color), len(moves)
                for move in found:
                    if self.links.is_inside(position, move, inside):
                        moves.append(CycleMove(int(color), index[position], index[move.after], move.points))
                        within.append((position, move[:2], color))
                        continue
                    walls = self._outside(position, move, color, side, 0)
                    wall = None if walls is None else walls.right if color is BLACK else walls.left
                    if wall is not None:
                        moves.append(CycleMove(int(color), index[position], wall))
                if found and len(moves) == before:
                    return None
        if self._cycles.get((group, side), (None, None))[0] == moves:
            return self._cycles[group, side][1]
        try:
            graphs, after = cycle_walls([self._simplest_from(position) for position in group], moves)
        except KoError as error:
            self.bounds.reason = str(error)
            self._cycles[group, side] = moves, None
            return None
        self._cycles[group, side] = moves, graphs
        self._walls_after.update(
            (key, wall) for key, wall in zip(within, after, strict=True) if (key[2] is BLACK) == (side == 0)
        )
        return graphs

    def _system(self, group: Group, side: int) -> _System | None:
        """Return a group with the lower (`side` 0) or upper bounds outside it; None if that leaves a player who has
        moves without any."""
        inside, index = set(group), {position: k for k, position in enumerate(group)}
        bases = self._bases(group)
        nodes: list[Node] = []
        leaves: list[NodeWalls] = []
        for position in group:
            children: list[list[int]] = [[], []]
            for own, color in zip(children, (BLACK, WHITE), strict=True):
                moves = self.bounds.moves(position, color)
                for move in moves:
                    if self.links.is_inside(position, move, inside):
                        own.append(index[move.after])
                        continue
                    walls = self._outside(position, move, color, side, bases[position])
                    if walls is not None:
                        own.append(len(group) + len(leaves))
                        leaves.append(walls)
                if moves and not own:
                    return None
            nodes.append(Node(black=tuple(children[0]), white=tuple(children[1])))
        ends = [Node(count=Fraction(0))] * len(leaves)
        unknown: list[None] = [None] * len(group)
        return _System(Tree((*nodes, *ends)), (*unknown, *leaves), tuple(bases[position] for position in group))

    def _bases(self, group: Group) -> dict[KoPosition, Exact]:
        """Return the points gained on the way from the first position to each. They do not depend on the way, because
        what is taken back brings the points back."""
        inside = set(group)
        bases: dict[KoPosition, Exact] = {group[0]: -self._simplest_from(group[0]) if len(group) == 1 else 0}
        todo = [group[0]]
        for position in todo:  # grows
            for move in (*self.bounds.moves(position, BLACK), *self.bounds.moves(position, WHITE)):
                if move.after not in bases and self.links.is_inside(position, move, inside):
                    bases[move.after] = bases[position] + move.points
                    todo.append(move.after)
        return bases

    def _simplest_from(self, position: KoPosition) -> Exact:
        """Return the number to which the simplest number is nearest: under area scoring the score as it stands, see
        `LocalTree`. Numbers beside a ko are added to it, since in a sum of numbers each stays what it is."""
        tree = self.bounds.positions.tree
        if tree.scoring is not Scoring.AREA or not position.kos:
            return 0
        numbers = [value.number for value in (position.value, *(tree.low[part] for part in position.beside))]
        stands = sum(int(tree.idle[part]) for part in position.kos)
        return stands + sum((x for x in numbers if x is not None), Fraction(0))

    def _outside(self, position: KoPosition, move: KoMove, color: Color, side: int, base: Exact) -> NodeWalls | None:
        """Return the lower or upper bound after a move out of a group; None if the move is left out."""
        if not move.back or self.links.is_linked(position, move):
            graph = moved(self.bounds.graphs(move.after)[side], base + move.points)
            return NodeWalls(graph, graph.left, graph.right)
        # A ko is taken and the position after it is not expanded. The opponent may not take back at once, which only
        # the first bounds allow for.
        graph = moved(self.bounds.positions.graphs(move.after)[side], base + move.points)
        if KOMASTER[color] is not self.threats:
            return NodeWalls(graph, graph.left, graph.right)
        if (color is BLACK) == (side == 0):  # the komaster must move again, and may not gain by it
            return None
        wall = graph.left if color is BLACK else graph.right
        return NodeWalls(graph, wall, wall)

    def _solve(self, group: Group, system: _System) -> list[Thermograph] | None:
        """Return the thermographs of a group; None if it has no value."""
        try:
            if len(group) == 1 and _is_plain(system):
                graph = walls_from_children(system.tree, 0, system.walls).graph
                assert graph is not None
                graphs = [graph]
            else:
                found = ko_component_walls(
                    system.tree, range(len(group)), system.walls, self.threats, settled=len(group) == 1
                )
                graphs = [walls.graph for walls in found if walls.graph is not None]
        except KoError as error:
            self.bounds.reason = str(error)
            return None
        return [moved(graph, -base) for graph, base in zip(graphs, system.bases, strict=True)]


def _is_plain(system: _System) -> bool:
    """Whether the scaffolds of the one position never open with rising temperature, so that it is valued as if there
    were no kos."""
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


__all__ = ["KOMASTER", "KoGroupSolver"]
