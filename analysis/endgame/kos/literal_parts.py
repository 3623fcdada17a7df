"""Parts without a ko as trees of all their moves, for play beside a ko.

The canonical form of a game leaves out the moves that the opponent reverses, since they change nothing: so it does for
games without kos. But such a move is a ko threat: while the opponent answers it, the ban on taking back the ko ends.
Sums lose threats as well; G - G is 0, but each player has threats in it. So beside a ko a part counts as its whole
tree, and only what is safe in any play is simplified:

    Parts with equal trees are one, represented by the first of them that was met. A tree is a set of moves of each
    player, each to points and parts, so equal moves are one.
    A part is a whole number if nobody gains by any number of moves in it, whatever the opponent does: every position
    in it is a whole number, and each move loses a point or more. That threatens nothing.

Parts of which play can return to an earlier part, though the ko does not matter to their value, are only themselves.
"""

from __future__ import annotations

from ...board import BLACK, WHITE
from ...region.local_tree import LocalTree, Option

Side = frozenset[tuple[int, tuple[int, ...]]]


class LiteralParts:
    """The parts of a local tree that have no ko, simplified as the module docstring says."""

    def __init__(self, tree: LocalTree) -> None:
        self.tree = tree
        self._looping = {part for loop in tree.loops for part in loop}
        self._reduced: dict[int, Option] = {}
        self._known: dict[tuple[Side, Side, object], Option] = {}

    def reduced(self, part: int) -> Option:
        """Return a part without ko: its points if it is a number without threats, else the part that represents it."""
        todo = [part]
        while todo:
            top = todo[-1]
            missing = () if top in self._reduced else self._missing(top)
            if missing:
                todo.extend(missing)
                continue
            if top not in self._reduced:
                self._reduced[top] = self._reduce(top)
            todo.pop()
        return self._reduced[part]

    def _missing(self, part: int) -> list[int]:
        """Return the parts left by moves in a part that are not reduced yet."""
        if part in self._looping:
            return []
        left = {after for color in (BLACK, WHITE) for move in self.tree.options(part, color).values()
                for after in move.parts}
        return [after for after in left if after not in self._reduced]

    def _reduce(self, part: int) -> Option:
        if part in self._looping:
            return Option(0, (part,))
        black, white = (
            frozenset(self._after(move) for move in self.tree.options(part, color).values()) for color in (BLACK, WHITE)
        )
        value = self.tree.low[part]
        x = value.number
        if x is not None and x.denominator == 1 and all(
            not parts and color * points < color * x
            for color, moves in ((BLACK, black), (WHITE, white)) for points, parts in moves
        ):
            return Option(int(x), ())
        return self._known.setdefault((black, white, value), Option(0, (part,)))

    def _after(self, move: Option) -> tuple[int, tuple[int, ...]]:
        """Return the points and the parts after a move, reduced and in order."""
        found = [self._reduced[part] for part in move.parts]
        return move.change + sum(points for points, _ in found), tuple(sorted(p for _, parts in found for p in parts))


__all__ = ["LiteralParts"]
