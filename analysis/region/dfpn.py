"""The depth-free proof engine: a player forces a result, or does not, shown by proof numbers (df-pn).

It asks what `proof` asks, of the same core. There a search deepens ply by ply, and a failure says nothing; here it goes
on where the fewest positions are left to show, however deep, and ends with a yes or a no:

    yes   the player forces at least the goal in a game that ends: low >= goal in the terms of `graph`. A proof never
          relies on a cycle, so that it holds however the state was reached
    no    he does not: low < goal. The other may need an endless game to deny it, so a no is no upper bound

Goals are above the least there is: that one needs no forcing. A position that comes again on the path is lost for the
player; what rests on such a loss belongs to that path, and is kept with it but never as final (the graph-history
problem), so that no proof is missed for good. Stretches of path are told apart by 56 bits of a hash, on which a no can
depend, but never a yes.

When to use it: for a no, and for questions of life and death whose answer is not known. A proof that is there is found
sooner by `proof`, and a shorter one: its nodes cost less than half. Measured, one core, nodes (seconds):

    whole boards, Black first       here               proof
    2x7 >= 14                       370,368 (1.2)      385,010 (0.5)
    3x5 >= 15                       402,939 (1.4)      333,866 (0.4)
    4x4 >= 1                        589,424 (1.6)      1,387,464 (1.5)
    3x6 >= 18                       13,420,307 (36)    13,280,513 (14)

    CAPTURE, points, answer         here               proof; a no: 120 plies in vain
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

from ..board import BLACK, Color
from .proof import MOST_POINTS, Claim
from .question import KoRule, Question, State, Target, arena, target_code, wall_bits
from .region import Region
from .search_budget import Budget, OutOfBudget

LONGEST_PATH = 400

_SLICE = 1 << 18


class NumberProver:
    """A search for one player and one goal; it keeps its table and its stack, and so can be asked again and go on."""

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

        Raises ValueError beyond 27 points, without the target of a CAPTURE, or where one player alone is to be unbound
        in a region in which the colours do not differ; OutOfBudget if the budget has no memory for a table.
        """
        if region.size > MOST_POINTS:
            raise ValueError(f"the proof engine takes at most {MOST_POINTS} points, got {region.size}")
        region = arena(region, question, target, ko)
        self.region, self.player, self.goal, self.question = region, player, goal, question
        self.suicide, self.target, self.ko = suicide, target, ko
        self.budget = budget or Budget()
        self.budget.need(1 << 14)
        slots = 1 << ((self.budget.memory // 24).bit_length() - 1)
        # no larger than the boards there are
        slots = min(slots, 1 << 24, 1 << min(60, int(region.size * 1.6) + 4))
        self._table = np.zeros((slots, 3), np.uint64)
        rows, width = LONGEST_PATH + 1, region.size + 1
        self._boards = np.zeros((rows, 5), np.uint64)
        self._frames = np.zeros((rows, 9), np.int64)
        self._keys = np.zeros((rows, width), np.uint64)
        self._numbers = np.zeros((rows, width, 5), np.int64)
        self._marks = np.full(4096, -1, np.int16)
        self._counters = np.zeros(4, np.int64)
        self._stop = np.zeros(1, np.bool_)
        self._open: State | None = None

    def stop(self) -> None:
        """Make the search under way, in another thread, or else the next one, raise OutOfBudget at its next node."""
        self._stop[0] = True

    def force(self, state: State) -> Claim:
        """Whether the player forces the goal from `state`, and within how many plies: -1 where he does not.

        A claim that is not proved is refuted, or its depth is the longest path: then it is open. Raises OutOfBudget; if
        asked for the same state again, it goes on where it was.
        """
        before = self.budget.used
        outcome, plies = self._search(state)
        if outcome == 2:
            plies = LONGEST_PATH
        return Claim(outcome == 1, plies if outcome != -1 else -1, self.budget.used - before)

    def decides(self, state: State) -> bool | None:
        """Whether low >= goal at `state`; None if paths were too long to tell. Raises OutOfBudget, as `force`."""
        outcome, _ = self._search(state)
        return None if outcome == 2 else outcome == 1

    def _search(self, state: State) -> tuple[int, int]:
        from . import _dfpn_kernels as k

        if state != self._open:
            self._begin(state)
        stones, owner = target_code(self.target)
        counters = self._counters
        while True:
            # A slice at a time, so that the budget is asked; the stack stays as it is.
            before = int(counters[k.NODES])
            counters[k.LIMIT] = before + min(_SLICE, max(1, self.budget.left))
            with np.errstate(over="ignore"):
                outcome, plies = k.searched(
                    self.goal, self.region.near, np.uint64(self.region.points), np.uint64(self.region.playable),
                    wall_bits(self.region), self.region.symmetries, self.region.neutral, self.suicide, int(self.ko),
                    int(self.question), stones, owner, self._boards, self._frames, self._keys, self._numbers,
                    self._marks, self._table, counters, self._stop,
                )
            if outcome:
                self._open = None
            stopped = bool(self._stop[0])
            self._stop[0] = False
            self.budget.spend(int(counters[k.NODES]) - before)
            if outcome:
                return int(outcome), int(plies)
            if stopped:
                raise OutOfBudget("stopped")
            self.budget.progress(f"{self.budget.used} nodes, at depth {int(counters[k.DEPTH])}")

    def _begin(self, state: State) -> None:
        """Put a state at the bottom of the stack; the table stays."""
        from . import _dfpn_kernels as k
        from ._proof_kernels import key_of

        black = state.to_move is BLACK
        own, opp = (state.black, state.white) if black else (state.white, state.black)
        board = np.uint64(own), np.uint64(opp), np.uint64(0 if state.ko < 0 else 1 << state.ko)
        mover = 0 if self.region.neutral or black else 1
        proving = int(state.to_move is self.player)
        with np.errstate(over="ignore"):
            key, _ = key_of(*board, mover, int(state.passed), proving, self.region.symmetries, self.region.size)
        self._boards[0] = [*board, np.uint64(key), np.uint64(0)]
        self._frames[0] = 0
        self._frames[0, [k.MOVER, k.PROVING, k.PASSED]] = mover, proving, state.passed
        self._frames[0, [k.PN_LIMIT, k.DN_LIMIT]] = k.INFINITE
        self._marks[:] = -1
        self._counters[:] = 0
        self._counters[k.ENTERING] = 1
        self._open = state


__all__ = ["Claim", "NumberProver", "OutOfBudget"]
