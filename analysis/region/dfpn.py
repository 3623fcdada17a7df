"""Depth-first proof-number search (df-pn): whether a player forces a result, or does not.

It answers the question of `proof_search` on the same states. There the search deepens ply by ply, and a failure proves
nothing; here it expands a most-proving node, to any depth, and ends with a yes or a no:

    yes   the player forces at least the goal in a game that ends: low >= goal in the terms of `state_graph`. A proof
          never relies on a cycle, so that it holds however the state was reached
    no    the player does not: low < goal. The opponent may need an endless game for that, so a no is no upper bound

Goals are above the least value there is, which needs no forcing. A position that is repeated on the path counts as lost
for the player; results that rest on such a loss are kept with that path but never as final (the graph-history
interaction problem), so that no proof is missed. Paths are compared by 56 bits of a hash, on which a no can depend, but
never a yes.

When to use it: for a no, and for life and death whose answer is not known. Existing proofs are found sooner by
`proof_search`, and shorter ones: its nodes cost less than half. Measured, one core, nodes (seconds):

    whole boards, Black first       here               proof_search
    2x7 >= 14                       370,368 (1.2)      385,010 (0.5)
    3x5 >= 15                       402,939 (1.4)      333,866 (0.4)
    4x4 >= 1                        589,424 (1.6)      1,387,464 (1.5)
    3x6 >= 18                       13,420,307 (36)    13,280,513 (14)

    CAPTURE, points, answer         here               proof_search; a no: 120 plies in vain
    carpenter's square, 20, yes     89,997 (0.2)       43,434 (0.1)
    the same, kill it, no           57,945 (0.1)       1,204,404 (1.1)
    five in an open room, 21, yes   1,798 (0.04)       1,954 (0.01)
    the same, kill it, no           3,917 (0.03)       4,253,640 (4.3)
    the same, White first, no       4,154,369 (9.3)    over 6,000,000
    the same, kill it, yes          over 5,700,000     3,502,330 (3.5)
    J group, 16, kill it, yes       120,787 (0.2)      37,505 (0.04)

Source: see _dfpn_kernels.
"""

from __future__ import annotations

import numpy as np

from ..board import Color
from .proof_search import MOST_POINTS, Claim
from .region import Region
from .search_budget import Budget, OutOfBudget
from .search_state import KoRule, Objective, State, Target, kernel_problem, kernel_state, search_region

LONGEST_PATH = 400

_SLICE = 1 << 18


class DfpnProver:
    """A df-pn search for one player and one goal. It keeps table and stack, so that a further call continues it."""

    def __init__(
        self,
        region: Region,
        player: Color,
        goal: int,
        objective: Objective = Objective.AREA,
        *,
        suicide: bool = False,
        target: Target | None = None,
        ko: KoRule = KoRule.SIMPLE,
        budget: Budget | None = None,
    ) -> None:
        """`goal` is in the player's own terms: the player's area minus the opponent's, or the value of a CAPTURE.

        Raises ValueError beyond 27 points and as `search_region`; OutOfBudget if the budget allows no table.
        """
        if region.size > MOST_POINTS:
            raise ValueError(f"the proof engine takes at most {MOST_POINTS} points, got {region.size}")
        self.region = region = search_region(region, objective, target, ko)
        self.player, self.goal = player, goal
        self._problem = kernel_problem(region, objective, suicide, ko, target)
        self.budget = budget or Budget()
        self.budget.require_memory(1 << 14)
        slots = 1 << ((self.budget.memory // 24).bit_length() - 1)
        # no larger than the number of boards
        slots = min(slots, 1 << 24, 1 << min(60, int(region.size * 1.6) + 4))
        self._table = np.zeros((slots, 3), np.uint64)
        rows, width = LONGEST_PATH + 1, region.size + 1
        self._boards = np.zeros((rows, 5), np.uint64)
        self._frames = np.zeros((rows, 9), np.int64)
        self._keys = np.zeros((rows, width), np.uint64)
        self._numbers = np.zeros((rows, width, 5), np.int64)
        self._path = np.full(4096, -1, np.int16)
        self._counters = np.zeros(4, np.int64)
        self._stop = np.zeros(1, np.bool_)
        self._unfinished: State | None = None

    def stop(self) -> None:
        """Make the running search, in another thread, or else the next one, raise OutOfBudget at its next node."""
        self._stop[0] = True

    def force(self, state: State) -> Claim:
        """Return whether the player forces the goal from `state`, and within how many plies: -1 if not.

        A claim that is not proved is refuted, or its depth is the longest path: then it is open. Raises OutOfBudget;
        called again with the same state, it continues where it was.
        """
        before = self.budget.used
        outcome, plies = self._search(state)
        if outcome == 2:
            plies = LONGEST_PATH
        return Claim(outcome == 1, plies if outcome != -1 else -1, self.budget.used - before)

    def decides(self, state: State) -> bool | None:
        """Return whether low >= goal at `state`; None if paths were too long. Raises OutOfBudget, as `force`."""
        outcome, _ = self._search(state)
        return None if outcome == 2 else outcome == 1

    def _search(self, state: State) -> tuple[int, int]:
        """Run the search to its end: its outcome and plies, as `_dfpn_kernels.search` returns them."""
        from . import _dfpn_kernels as k

        if state != self._unfinished:
            self._start(state)
        counters = self._counters
        stack = k.Stack(self._boards, self._frames, self._keys, self._numbers, self._path)
        while True:
            # A slice at a time, so that the budget is checked; the stack stays as it is.
            before = int(counters[k.NODES])
            counters[k.LIMIT] = before + min(_SLICE, max(1, self.budget.left))
            with np.errstate(over="ignore"):
                outcome, plies = k.search(self.goal, stack, self._table, counters, self._stop, self._problem)
            if outcome:
                self._unfinished = None
            stopped = bool(self._stop[0])
            self._stop[0] = False
            self.budget.spend(int(counters[k.NODES]) - before)
            if outcome:
                return int(outcome), int(plies)
            if stopped:
                raise OutOfBudget("stopped")
            self.budget.progress(f"{self.budget.used} nodes, at depth {int(counters[k.DEPTH])}")

    def _start(self, state: State) -> None:
        """Make a state the root of the stack; the table stays."""
        from . import _dfpn_kernels as k
        from ._proof_kernels import state_key

        own, opp, ko, mover = kernel_state(self.region, state)
        proving = int(state.to_move is self.player)
        with np.errstate(over="ignore"):
            key, _ = state_key(
                own, opp, ko, mover, int(state.passed), proving, self.region.symmetries, self.region.size
            )
        self._boards[0] = [own, opp, ko, np.uint64(key), np.uint64(0)]
        self._frames[0] = 0
        self._frames[0, [k.MOVER, k.PROVING, k.PASSED]] = mover, proving, state.passed
        self._frames[0, [k.PN_LIMIT, k.DN_LIMIT]] = k.INFINITE
        self._path[:] = -1
        self._counters[:] = 0
        self._counters[k.ENTERING] = 1
        self._unfinished = state


__all__ = ["Claim", "DfpnProver", "OutOfBudget"]
