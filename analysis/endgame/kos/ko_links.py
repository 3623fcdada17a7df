"""The expanded positions of a ko as a graph, divided into groups that can be solved.

A link is a move from an expanded position to another one. A group is a strongly connected component: positions between
which play can go back and forth. The simplest is one ko that is taken back and forth, or a chain of such takes. Other
links within a group are cut: for the moves along them the bounds of the position they lead to are used. With `whole`
groups are cut only where they are too large to be solved with all their cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from ...board import BLACK, WHITE, Color
from ...values.ko.ko_cycles import MAX_CYCLE_POSITIONS
from ...values.ko.ko_evaluation import MAX_KO_POSITIONS
from ...values.trees.move_tree import Node, Tree, components
from .ko_bounds import KoBounds
from .ko_positions import KoMove, KoPosition

Link = tuple[KoPosition, KoPosition]
Group = tuple[KoPosition, ...]


class KoLinks:
    """The links between expanded positions, and those that were cut."""

    def __init__(self, bounds: KoBounds, whole: bool = False) -> None:
        self.bounds, self.whole = bounds, whole
        self._cut: set[Link] = set()

    def groups(self) -> list[Group]:
        """Return the groups of expanded positions, followers first, after cutting links until all can be solved."""
        while True:
            positions, tree = self._graph()
            groups = [tuple(positions[at] for at in group) for group in components(tree) if group[0] < len(positions)]
            cut = [link for group in groups for link in self._unsolvable(group)]
            if not cut:
                return groups
            self._cut.update(cut)

    def is_linked(self, position: KoPosition, move: KoMove) -> bool:
        """Whether the move leads to an expanded position, and not only to the bounds of one."""
        if move.after not in self.bounds.expanded or (position, move.after) in self._cut:
            return False
        low, high = self.bounds.graphs(move.after)
        return move.back or low is not high

    def is_inside(self, position: KoPosition, move: KoMove, group: AbstractSet[KoPosition]) -> bool:
        """Whether the move is linked to a position of the group."""
        return move.after in group and self.is_linked(position, move)

    def _graph(self) -> tuple[list[KoPosition], Tree]:
        """Return the expanded positions that can be reached, and their links; all other moves lead to one leaf, the
        last node."""
        found = [self.bounds.positions.start]
        index = {self.bounds.positions.start: 0}
        links: list[list[list[int | None]]] = []
        for position in found:  # grows
            links.append([[], []])
            for side, color in zip(links[-1], (BLACK, WHITE), strict=True):
                for move in self.bounds.moves(position, color):
                    linked = self.is_linked(position, move)
                    if linked and move.after not in index:
                        index[move.after] = len(found)
                        found.append(move.after)
                    side.append(index[move.after] if linked else None)
        nodes = [
            Node(black=black, white=white) for black, white in (
                (tuple(len(found) if child is None else child for child in side) for side in sides) for sides in links
            )
        ]
        return found, Tree((*nodes, Node(count=Fraction(0))))

    def _unsolvable(self, group: Sequence[KoPosition]) -> list[Link]:
        """Return links of a group to be cut so that one ko remains, with the best take of each player; none if the
        group can be solved."""
        if self.whole and len(group) <= MAX_CYCLE_POSITIONS:
            return []
        inside = set(group)
        one_way: list[Link] = []
        doubled: list[Link] = []
        takes: list[Link] = []
        for position in group:
            for color in (BLACK, WHITE):
                moves = [move for move in self.bounds.moves(position, color) if self.is_inside(position, move, inside)]
                taken_back = [move for move in moves if self._can_take_back(position, move, color.opponent, inside)]
                one_way += [(position, move.after) for move in moves if move not in taken_back]
                taken_back.sort(key=lambda move: -color * self._mean_sum(move))
                doubled += [(position, move.after) for move in taken_back[1:]]
                takes += [(position, move.after) for move in taken_back]
        if one_way:
            self.bounds.reason = self._why_cut("play goes round in it without taking back")
            return one_way
        if doubled:
            self.bounds.reason = self._why_cut("two kos in it matter at once")
        elif len(group) > MAX_KO_POSITIONS or len(takes) > 2 * (len(group) - 1):
            self.bounds.reason = self._why_cut("it has too many positions, or they form a ring")
            doubled = takes[len(takes) // 2 :][:1]
        return [*doubled, *((after, position) for position, after in doubled)]

    def _why_cut(self, reason: str) -> str:
        """Return why a group cannot be solved: the reason given, if it is not only its size."""
        return f"play goes round among more than {MAX_CYCLE_POSITIONS} positions of it" if self.whole else reason

    def _can_take_back(
        self, position: KoPosition, move: KoMove, opponent: Color, inside: AbstractSet[KoPosition]
    ) -> bool:
        return move.after != position and any(
            back.after == position and back.points == -move.points and self.is_inside(move.after, back, inside)
            for back in self.bounds.moves(move.after, opponent)
        )

    def _mean_sum(self, move: KoMove) -> Fraction:
        """Return twice the middle between the means of the bounds after a move."""
        low, high = self.bounds.graphs(move.after)
        return 2 * move.points + low.mean + high.mean


__all__ = ["Group", "KoLinks"]
