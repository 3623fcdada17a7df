"""The lines of a growing PuctTree: the move that the engine would play first, each with its principal variation.

The tree first grows as far as it does for the choice of a move, by the same visits: then the first line is the move
that would be played. After that it goes on growing, and may come to prefer another move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from ..board import PASS
from ..runtime.work_limit import limited
from .lines import Line, Lookahead, MoveRestriction, is_permitted
from .move_selection import MoveSelector
from .puct_tree import PuctTree, RootMove
from .tree_values import shown_values

FIRST, FIRST_UNITS = 10, 200_000
"""Visits before the first lines are shown; no more of them after so many units of work."""


class TreeLines(Lookahead):
    """The moves of the side to move at the root of `tree`, which has not grown yet, in the order of `selector`.

    visits       -- how many positions are evaluated for the choice of a move
    max_visits   -- how many are evaluated in the end, if that is more
    restrictions -- those by which the tree was made
    min_lines    -- so many moves have a line from the start, the likeliest ones, if there are as many

    Moves that a restriction names, up to the tree's breadth, have a line from the start, whatever their value. A line's
    score is the mean over its visits, its lead the value shown by `tree_values`; its prior the move's probability by
    the policy. The move to be played comes first, the others in the order of their leads.

    Public attributes besides those of Lookahead:
      tree -- PuctTree
      restrictions -- as given
      most -- how many lines are shown; None: all
    """

    def __init__(
        self, tree: PuctTree, selector: MoveSelector, *,
        visits: int, max_visits: int = 0, restrictions: Sequence[MoveRestriction] = (), min_lines: int = 0,
    ) -> None:  # fmt: skip
        self.tree, self.chosen, self.reused = tree, False, tree.reused
        self.most: int | None = None
        self.color = tree.evaluation.position.to_move
        self.root_values = tree.evaluation.control.values
        self.priors = self._priors()
        self._selector, self.restrictions = selector, restrictions
        focus, min_gain = selector.focus, selector.min_gain
        self._until_choice = tree.run(visits, focus, min_gain)
        self._afterwards = tree.run(max(visits, max_visits), focus, min_gain)
        tree.visit(dict.fromkeys([*self._likeliest(min_lines), *self._named_moves()[: tree.breadth]]))
        with limited() as work:
            for _ in islice(self._until_choice, FIRST):
                if work.used >= FIRST_UNITS:
                    break

    @property
    def points(self) -> list[int]:
        """All points worth playing, the best first, without the pass."""
        return [point for point in self._selector.points(self.tree.root_moves()) if self._permits(point)]

    @property
    def best_score(self) -> float:
        """Black's lead by the move with the most visits, komi excluded."""
        return self.tree.root_moves()[0].score

    @property
    def lines(self) -> tuple[Line, ...]:
        moves = {move.point: move for move in self.tree.root_moves()}
        first, _, leads = self._shown(list(moves.values()))
        shown = sorted(
            (point for point in moves if point == first or self._permits(point)),
            key=lambda point: (point != first, -self.color * leads[point], -moves[point].visits),
        )
        return tuple(self._line(moves[point], leads[point]) for point in shown[: self.most])

    @property
    def root_lead(self) -> float:
        return self._shown(self.tree.root_moves())[1]

    def _shown(self, moves: Sequence[RootMove]) -> tuple[int, float, Mapping[int, float]]:
        """Return the point of the first line, and the leads of the root and of each searched move."""
        evaluation, searched = self.tree.evaluation, {move.point for move in moves}
        order = [*self.points, PASS, *(move.point for move in moves)]
        first = next((point for point in order if point in searched and self._permits(point)), PASS)
        return first, *shown_values(moves, first, self.color, evaluation.open_points / evaluation.position.grid.area)

    @property
    def root_visits(self) -> int:
        return self.tree.visits

    def choose(self) -> None:
        """Grow the tree as far as the choice of a move takes."""
        while not self.chosen:
            self.deepen()

    def deepen(self) -> bool:
        if not self.chosen:
            self.chosen = next(self._until_choice, self) is self
            if self.chosen:  # the best local move may be without visits
                visited = {move.point for move in self.tree.root_moves()}
                self.tree.visit([point for point in self.points[:1] if point not in visited])
            return True
        return next(self._afterwards, self) is not self

    def _priors(self) -> dict[int, float]:
        """Return the probabilities of all legal moves and the pass; 0 for suicide."""
        return dict.fromkeys(self._legal(), 0.0) | self.tree.policy

    def _legal(self) -> list[int]:
        position, rules = self.tree.evaluation.position, self.tree.evaluation.rules
        return [int(p) for p in position.legal_points(self.color, rules) if int(p) not in self.tree.forbidden]

    def _likeliest(self, count: int) -> list[int]:
        """Return the likeliest permitted moves, at most `count`."""
        moves = [point for point in self.tree.policy if point != PASS and self._permits(point)]
        return sorted(moves, key=lambda point: -self.tree.policy[point])[:count]

    def _permits(self, point: int) -> bool:
        return is_permitted(self.restrictions, self.color, 1, point)

    def _named_moves(self) -> list[int]:
        """Return the legal and permitted moves that a restriction allows by name, the likeliest first."""
        limits = [limit for limit in self.restrictions if limit.only and limit.color is self.color]
        named = {point for limit in limits for point in limit.points}
        found = [point for point in self._legal() if point in named and self._permits(point)]
        return sorted(found, key=lambda point: -self.priors[point])

    def _line(self, move: RootMove, lead: float) -> Line:
        length = max(move.pv.index(PASS) if PASS in move.pv else len(move.pv), 1)
        prior = self.priors.get(move.point, 0.0)
        return Line(
            move.point, move.score, lead, prior, move.visits,
            move.pv[:length], move.pv_visits[:length], self.tree.evaluation_after(move.point).control.values,
        )


__all__ = ["TreeLines"]
