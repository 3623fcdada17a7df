"""Bounds on the thermographs of ko positions, and the moves and positions that matter by those bounds.

Every position has two thermographs between which its own lies, at first those of the low and high values of
`LocalTree`. Where a position is expanded, better bounds come from those of its moves. A move that is never above the
sure wall of the others is left out: at every temperature there is a better move.
"""

from __future__ import annotations

from ...board import BLACK, WHITE, Color
from ...values.thermography.thermograph import Thermograph, left_scaffold, right_scaffold
from .ko_graphs import moved, reaches, same
from .ko_positions import Bounds, KoMove, KoPosition, KoPositions


class KoBounds:
    """The best known bounds of the positions of a local tree.

    Public attributes:
      positions -- KoPositions
      expanded  -- the positions whose bounds come from their moves, in the order of expansion
      reason    -- why the bounds of the start do not meet, as far as is known
    """

    def __init__(self, positions: KoPositions) -> None:
        self.positions = positions
        self.expanded: dict[KoPosition, None] = {}
        self.reason = "its bounds do not meet"
        self._bounds: dict[KoPosition, Bounds] = {}
        self._moves: dict[tuple[KoPosition, Color], list[KoMove]] = {}
        self._changed: set[KoPosition] = set()

    def graphs(self, position: KoPosition) -> Bounds:
        """Return the lower and the upper bound of a position; one object if it is exact."""
        return self._bounds.get(position) or self.positions.graphs(position)

    def update(self, position: KoPosition, low: Thermograph, high: Thermograph) -> None:
        """Replace the bounds of a position; `update_moves` is due afterwards."""
        if (low, high) != self.graphs(position):
            self._changed.add(position)
        self._bounds[position] = low, low if same(low, high) else high

    def moves(self, position: KoPosition, color: Color) -> list[KoMove]:
        """Return that player's moves that may make a wall, by the bounds known so far."""
        key = position, color
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = self._undominated(self.positions.moves(position, color), color)
        return moves

    def update_moves(self) -> None:
        """Leave out the moves that are dominated by the bounds updated since the last call."""
        for (position, color), moves in self._moves.items():
            if any(move.after in self._changed for move in moves):
                self._moves[position, color] = self._undominated(moves, color)
        self._changed.clear()

    def unexpanded(self, only_best: bool) -> list[KoPosition]:
        """Return the positions, not expanded, on which the bounds of the start depend; or may, unless `only_best`."""
        todo = [self.positions.start]
        seen, found = set(todo), []
        for position in todo:  # grows
            low, high = self.graphs(position)
            if position not in self.expanded:
                found.append(position)
                continue
            for color in (BLACK, WHITE):
                for points, after, back in self.moves(position, color):
                    bounds = self.graphs(after)
                    if after in seen or (bounds[0] is bounds[1] and not back):
                        continue
                    if not only_best or back or (
                        reaches(moved(bounds[1], points).right.tilted(-1), high.left, low.left, 1) if color is BLACK
                        else reaches(moved(bounds[0], points).left.tilted(1), low.right, high.right, -1)
                    ):
                        seen.add(after)
                        todo.append(after)
        return found

    def _undominated(self, moves: list[KoMove], color: Color) -> list[KoMove]:
        """Return the moves that make the sure wall or may rise above it. The wall of a move from which play can return
        is not sure at all temperatures."""
        scaffold, sure = (left_scaffold, 0) if color is BLACK else (right_scaffold, 1)
        best = scaffold((moved(self.graphs(move.after)[sure], move.points), move) for move in moves if not move.back)
        if best is None:
            return moves
        makers = [maker for maker in best.makers if maker is not None]
        kept = []
        for move in moves:
            bounds = (self.positions.graphs if move.back else self.graphs)(move.after)
            if move in makers:
                kept.append(move)
            elif move.back or bounds[0] is not bounds[1]:
                most = moved(bounds[1 - sure], move.points)
                wall = most.right.tilted(-1) if color is BLACK else most.left.tilted(1)
                if wall.rises_above(best, int(color)):
                    kept.append(move)
        return kept


__all__ = ["KoBounds"]
