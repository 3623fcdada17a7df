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
from .question import KoRule, Question, State, Target, arena, children, target_code, wall_bits
from .region import Region
from .search_budget import Budget, OutOfBudget

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

        Raises ValueError beyond 27 points, and as `graph.arena`; OutOfBudget if the budget has no memory for a table.
        """
        if region.size > MOST_POINTS:
            raise ValueError(f"the proof engine takes at most {MOST_POINTS} points, got {region.size}")
        self.region = region = arena(region, question, target, ko)
        self.player, self.goal, self.question = player, goal, question
        self.suicide, self.target, self.ko = suicide, target, ko
        self.budget = budget or Budget()
        self.budget.need(1 << 14)
        slots = 1 << ((self.budget.memory // 16).bit_length() - 1)
        # no larger than the boards there are
        slots = min(slots, 1 << min(60, int(region.size * 1.6) + 4))
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

        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"depth: expected 0 to {DEEPEST}, got {depth}")
        region = self.region
        stones, owner = target_code(self.target)
        own, opp, ko, mover = self._seen(state)
        while True:
            # A slice at a time, so that the budget is asked; what was found is in the table and not lost.
            counters = np.array([0, min(_SLICE, max(1, self.budget.left)), 0], np.int64)
            with np.errstate(over="ignore"):
                proved = k.proves(
                    own, opp, ko, mover, state.passed, state.to_move is self.player, depth, self.goal, region.near,
                    np.uint64(region.points), np.uint64(region.playable), wall_bits(region), region.symmetries,
                    region.neutral, self.suicide, int(self.ko), int(self.question), stones, owner, self._table,
                    self._history, counters, self._scratch, self._stop,
                )
            self.budget.spend(int(counters[0]))
            if counters[1] >= 0:
                return bool(proved)

    def known(self, state: State) -> int | None:
        """Within how many plies the goal is proved from `state`, as the table has it or the board shows; else None."""
        from . import _proof_kernels as k

        region = self.region
        own, opp, _, mover = self._seen(state)
        stones, owner = target_code(self.target)
        with np.errstate(over="ignore"):
            proved, _, _ = k.looked_up(self._key(state)[0], self._table)
            if proved <= DEEPEST:
                return int(proved)
            verdict = k.verdict(
                own, opp, mover, state.to_move is self.player, state.passed, self.goal, region.near,
                np.uint64(region.points), wall_bits(region), self.suicide, int(self.question), stones, owner,
            )
        return 0 if verdict > 0 else None

    def advise(self, state: State, point: int) -> None:
        """Try this move first in `state`, until the search knows better."""
        from . import _proof_kernels as k
        from ._kernels import turned

        key, symmetry = self._key(state)
        with np.errstate(over="ignore"):
            place = turned(np.uint64(1 << point), self.region.symmetries[symmetry])
            proved, failed, _ = k.looked_up(key, self._table)
            k.stored(key, self._table, proved, failed, int(place).bit_length() - 1, 1)

    def line(self, state: State) -> list[int]:
        """Play from a proved state until the board shows the goal: the player takes the shortest way, the other the
        longest. Region points and PASS; empty if it is not proved. It may break off where the table has lost its proof.
        """
        line: list[int] = []
        plies = self.known(state)
        while plies is not None:
            ways = [
                (1 + known, point, after)
                for point, after in children(self.region, state, self.suicide, self.ko).items()
                if after is not None and (known := self.known(after)) is not None
            ]
            if plies == 0 or not ways:
                break
            mine = state.to_move is self.player
            plies, point, state = (min if mine else max)(ways, key=lambda way: (way[0], way[1]))
            plies -= 1
            line.append(point)
        return line

    def _seen(self, state: State) -> tuple[np.uint64, np.uint64, np.uint64, int]:
        """The stones of who is to move, the other's, the point that ko forbids, who is to move: as kernels have it."""
        black = state.to_move is BLACK
        own, opp = (state.black, state.white) if black else (state.white, state.black)
        ko = np.uint64(0 if state.ko < 0 else 1 << state.ko)
        return np.uint64(own), np.uint64(opp), ko, 0 if self.region.neutral or black else 1

    def _key(self, state: State) -> tuple[np.uint64, int]:
        from . import _proof_kernels as k

        own, opp, ko, mover = self._seen(state)
        proving = state.to_move is self.player
        key, symmetry = k.key_of(own, opp, ko, mover, state.passed, proving, self.region.symmetries, self.region.size)
        return np.uint64(key), int(symmetry)


__all__ = ["Claim", "OutOfBudget", "Prover"]
