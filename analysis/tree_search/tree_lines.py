"""PuctTree's moves in growing depth: what the engine plays comes first, with what was looked at behind it.

The tree grows first as far as it does for a choice of a move, by the same steps: then the first line is the move that
would be played. After that it goes on growing, and may come to think better of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..board import PASS
from .lines import Limit, Line, Lookahead, permitted
from .move_selection import MoveSelector
from .tree import PASS_PRIOR, PuctTree, RootMove

FIRST = 10
"""Boards that are looked at before there is anything to show."""


class TreeLines(Lookahead):
    """The moves of the side to move at the root of `tree`, which has not grown yet, in the order of `preference`.

    boards -- how many are looked at for a choice; furthest -- in the end, if that is more
    limits -- those by which the tree was made
    least  -- so many moves have a line from the start, the likeliest ones, if there are as many

    Moves asked for by name, up to the tree's breadth, have a line from the start, whatever the tree thinks of them. A
    line's score is what the tree makes of the move; its prior how likely a player is to make it. Lines that are not
    worth playing come after the pass.

    Public attributes besides those of Lookahead:
      tree   -- PuctTree
      most   -- how many lines are shown; None: all
    """

    def __init__(
        self, tree: PuctTree, preference: MoveSelector, *,
        boards: int, furthest: int = 0, limits: Sequence[Limit] = (), least: int = 0,
    ) -> None:  # fmt: skip
        self.tree, self.chosen = tree, False
        self.most: int | None = None
        self.color = tree.seen.position.to_move
        self.root_lead, self.root_values = tree.seen.score, tree.seen.control.values
        self.priors = self._shares()
        self._preference, self._limits = preference, limits
        apart, enough = preference.apart, preference.enough
        self._choosing = tree.run(boards, apart, enough)
        self._further = tree.run(max(boards, furthest), apart, enough)
        tree.look_at(dict.fromkeys([*self._likeliest(least), *self._asked()[: tree.breadth]]))
        for _ in islice(self._choosing, FIRST):
            pass

    @property
    def points(self) -> list[int]:
        """All points worth playing, the best first, without the pass."""
        return [point for point in self._preference.points(self.tree.plans()) if self._permits(point)]

    @property
    def best_score(self) -> float:
        """Black's lead by what was looked at most, komi excluded."""
        return self.tree.plans()[0].score

    @property
    def lines(self) -> tuple[Line, ...]:
        plans = {plan.point: plan for plan in self.tree.plans()}
        order = [*(point for point in self.points if point in plans), PASS, *plans]
        shown = [point for point in dict.fromkeys(order) if self._permits(point)][: self.most] or [PASS]
        shift = plans[shown[0]].score - self.root_lead
        return tuple(self._line(plans[point], shift) for point in shown)

    @property
    def root_visits(self) -> int:
        return self.tree.visits

    def choose(self) -> None:
        """Look at as much as a choice takes."""
        while not self.chosen:
            self.deepen()

    def deepen(self) -> bool:
        if not self.chosen:
            self.chosen = next(self._choosing, self) is self
            if self.chosen:  # the best local move may not have been looked at
                looked_at = {plan.point for plan in self.tree.plans()}
                self.tree.look_at([point for point in self.points[:1] if point not in looked_at])
            return True
        return next(self._further, self) is not self

    def _shares(self) -> dict[int, float]:
        """The priors of all legal moves; those that fill an own eye have none."""
        chances = dict.fromkeys(self._legal(), 0.0) | self.tree.chances | {PASS: PASS_PRIOR}
        total = sum(chances.values())
        return {point: chance / total for point, chance in chances.items()}

    def _legal(self) -> list[int]:
        position, rules = self.tree.seen.position, self.tree.seen.rules
        return [int(p) for p in position.legal_points(self.color, rules) if int(p) not in self.tree.forbidden]

    def _likeliest(self, count: int) -> list[int]:
        """The likeliest moves, if so many may be played."""
        return sorted(filter(self._permits, self.tree.chances), key=lambda point: -self.tree.chances[point])[:count]

    def _permits(self, point: int) -> bool:
        return permitted(self._limits, self.color, 1, point)

    def _asked(self) -> list[int]:
        """The moves asked for by name that may be played, the likeliest first."""
        asked = {point for limit in self._limits if limit.only and limit.color is self.color for point in limit.points}
        found = [point for point in self._legal() if point in asked and self._permits(point)]
        return sorted(found, key=lambda point: -self.priors[point])

    def _line(self, plan: RootMove, shift: float) -> Line:
        length = max(plan.line.index(PASS) if PASS in plan.line else len(plan.line), 1)
        prior = self.priors.get(plan.point, 0.0)
        return Line(
            plan.point, plan.score, plan.score - shift, prior, plan.visits,
            plan.line[:length], plan.behind[:length], self.tree.after(plan.point).control.values,
        )


__all__ = ["TreeLines"]
