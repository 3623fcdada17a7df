"""The proof engine: a player forces a result, shown by search.

`force` deepens until the claim "forces at least the goal within d plies" is proved, or the budget is spent. Claims
hold under simple ko for games that end: a proof never relies on a cycle, so that it says low >= goal in the terms of
`graph`. They do not depend on how a state was reached; the table may keep them. Nothing is claimed by a failure: an
upper bound is a proof for the other player.

Cut off: what stands unconditionally (not where suicide is legal), children known to the table before any is searched,
and the table itself, over all symmetries. Ordered by what decided the state before, captures, and what decided others.
Source: Kishimoto and Müller, A General Solution to the Graph History Interaction Problem (2004), for what may be kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..board import BLACK, Color
from .budget import Budget, OutOfBudget
from .graph import KoRule, Question, State, Target, _target, _walls
from .region import Region

MOST_POINTS = 27

_SLICE = 1 << 20
DEEPEST = 120


@dataclass(frozen=True)
class Claim:
    """What a proof search found.

    proved -- whether the prover forces at least the goal
    depth  -- within how many plies; or, not proved, the depth that was searched through
    nodes  -- states looked at
    """

    proved: bool
    depth: int
    nodes: int


class Prover:
    """A proof search for one player and one goal; it keeps its table, so that it may be asked again and go on."""

    def __init__(
        self,
        region: Region,
        player: Color,
        goal: int,
        question: Question = Question.AREA,
        *,
        suicide: bool = False,
        target: Target | None = None,
        ko: KoRule = KoRule.SIMPLE,
        budget: Budget | None = None,
    ) -> None:
        """`goal` is in the player's own terms: points more for him, or the value of a CAPTURE for him.

        Raises ValueError beyond 27 points; OutOfBudget if the budget has no memory for a table.
        """
        if region.size > MOST_POINTS:
            raise ValueError(f"the proof engine takes at most {MOST_POINTS} points, got {region.size}")
        self.region, self.player, self.goal, self.question = region, player, goal, question
        self.suicide, self.target, self.ko = suicide, target, ko
        self.budget = budget or Budget()
        self.budget.need(1 << 14)
        slots = 1 << ((self.budget.memory // 16).bit_length() - 1)
        # no larger than the boards there are
        slots = min(slots, 1 << 24, 1 << min(60, int(region.size * 1.6) + 4))
        self._table = np.zeros((slots, 2), np.uint64)
        self._history = np.zeros((2, region.size), np.int64)
        self._scratch = np.empty((DEEPEST + 2) * 2 * (region.size + 1), np.int64)
        self._stop = np.zeros(1, np.bool_)

    def force(self, state: State, first_depth: int = 1) -> Claim:
        """Deepen two plies at a time, until proved. Raises OutOfBudget."""
        before = self.budget.used
        for depth in range(first_depth, DEEPEST, 2):
            if self.within(state, depth):
                return Claim(True, depth, self.budget.used - before)
            self.budget.progress(f"depth {depth}: not proved, {self.budget.used} nodes")
        return Claim(False, DEEPEST, self.budget.used - before)

    def within(self, state: State, depth: int) -> bool:
        """Whether the player forces the goal from `state` within so many plies. Raises OutOfBudget."""
        from . import _proof_kernels as k

        black = state.to_move is BLACK
        own, opp = (state.black, state.white) if black else (state.white, state.black)
        ko = np.uint64(0 if state.ko < 0 else 1 << state.ko)
        stones, owner = _target(self.target)
        while True:
            # A slice at a time, so that the budget is asked; what was found is in the table and not lost.
            counters = np.array([0, min(_SLICE, max(1, self.budget.left)), 0], np.int64)
            with np.errstate(over="ignore"):
                proved = k.proves(
                    np.uint64(own), np.uint64(opp), ko, 0 if self.region.neutral or black else 1, state.passed,
                    state.to_move is self.player, depth, self.goal, self.region.near, np.uint64(self.region.points),
                    np.uint64(self.region.playable), _walls(self.region), self.region.symmetries, self.region.neutral,
                    self.suicide, int(self.ko), int(self.question), stones, owner, self._table, self._history, counters,
                    self._scratch, self._stop,
                )
            self.budget.spend(int(counters[0]))
            if counters[1] >= 0:
                return bool(proved)


__all__ = ["Claim", "OutOfBudget", "Prover"]
