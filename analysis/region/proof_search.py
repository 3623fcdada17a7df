"""Proof search by iterative deepening: a player forces a result within so many plies.

`force` deepens until the claim "forces at least the goal within d plies" is proved, or the budget is spent. Claims
hold under simple ko for games that end: a proof never relies on a cycle, so that it says low >= goal in the terms of
`state_graph`. They do not depend on how a state was reached, so that the table may keep them. A failure proves nothing:
an upper bound is a proof for the other player.

Cut-offs: unconditional life (not where suicide is legal), children that the table decides before any is searched, and
the table itself, over all symmetries. Move order: what decided the state before, captures, what decided other states.
Source: Kishimoto and Müller, A General Solution to the Graph History Interaction Problem (2004), for what may be kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..board import Color
from .proved_states import ProvedStates
from .region import Region
from .search_budget import Budget, OutOfBudget
from .search_state import KoRule, Objective, State, Target, children, kernel_problem, kernel_state, search_region

if TYPE_CHECKING:
    from ._proof_kernels import Node, Search

MOST_POINTS = 27

_SLICE = 1 << 20
DEEPEST = 120


@dataclass(frozen=True)
class Claim:
    """The result of a proof search.

    proved -- whether the prover forces at least the goal
    depth  -- within how many plies; or, if not proved, the depth that was searched
    nodes  -- states visited
    """

    proved: bool
    depth: int
    nodes: int


class Prover:
    """A proof search for one player and one goal. It keeps its table, so that a further call continues it."""

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
        self.suicide, self.ko = suicide, ko
        self._problem = kernel_problem(region, objective, suicide, ko, target)
        self.budget = budget or Budget()
        self.budget.require_memory(1 << 14)
        slots = 1 << ((self.budget.memory // 16).bit_length() - 1)
        # no larger than the number of boards
        slots = min(slots, 1 << min(60, int(region.size * 1.6) + 4))
        self._table = np.zeros((slots, 2), np.uint64)
        self._history = np.zeros((2, region.size), np.int64)
        self._scratch = np.empty((DEEPEST + 2) * 2 * (region.size + 1), np.int64)
        self._stop = np.zeros(1, np.bool_)
        self._proofs: ProvedStates | None = None

    @property
    def nbytes(self) -> int:
        """Return the bytes of the table, or of what `pack` has left of it."""
        return self._table.nbytes if self._proofs is None else self._proofs.nbytes

    def pack(self) -> None:
        """End the search: keep the proofs that were found, and drop the rest of the table. No search can follow."""
        if self._proofs is None:
            self._proofs = ProvedStates(self._table, DEEPEST)
            self._table = self._table[:0].copy()

    def force(self, state: State, first_depth: int = 1) -> Claim:
        """Deepen by two plies at a time until the goal is proved. Raises OutOfBudget."""
        before = self.budget.used
        for depth in range(first_depth, DEEPEST, 2):
            if self.forces_within(state, depth):
                return Claim(True, depth, self.budget.used - before)
            self.budget.progress(f"depth {depth}: not proved, {self.budget.used} nodes")
        return Claim(False, DEEPEST, self.budget.used - before)

    def forces_within(self, state: State, depth: int) -> bool:
        """Return whether the player forces the goal from `state` within so many plies. Raises OutOfBudget."""
        from . import _proof_kernels as k

        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"depth: expected 0 to {DEEPEST}, got {depth}")
        if self._proofs is not None:
            raise ValueError("this search has ended: its table is packed")
        node = self._node(state)
        while True:
            # A slice at a time, so that the budget is checked; the table keeps what was found.
            search = self._search(min(_SLICE, max(1, self.budget.left)))
            with np.errstate(over="ignore"):
                proved = k.prove(node, depth, search, self._problem)
            self.budget.spend(int(search.counters[k.NODES]))
            if search.counters[k.LIMIT] >= 0:
                return bool(proved)

    def proved_plies(self, state: State) -> int | None:
        """Return within how many plies the table or the board shows the goal to be forced from `state`, else None."""
        from . import _proof_kernels as k

        with np.errstate(over="ignore"):
            key = self._key(state)[0]
            if self._proofs is not None:
                plies = self._proofs.plies(key)
                if plies is not None:
                    return plies
            elif (proved := k.look_up(key, self._table)[0]) <= DEEPEST:
                return int(proved)
            result = k.static_result(self._node(state), self.goal, self._problem)
        return 0 if result > 0 else None

    def suggest(self, state: State, point: int) -> None:
        """Try this move first in `state`, until the search has found a better one."""
        from . import _proof_kernels as k
        from ._kernels import transform

        key, symmetry = self._key(state)
        with np.errstate(over="ignore"):
            image = transform(np.uint64(1 << point), self.region.symmetries[symmetry])
            proved, failed, _ = k.look_up(key, self._table)
            k.store(key, self._table, proved, failed, int(image).bit_length() - 1, 1)

    def line(self, state: State) -> list[int]:
        """Return play from a proved state until the board shows the goal, as region points and PASS.

        The player takes the shortest line, the opponent the longest. Empty if the goal is not proved; the line
        may break off where the table has lost its proof.
        """
        line: list[int] = []
        plies = self.proved_plies(state)
        while plies is not None:
            options = [
                (1 + known, point, after)
                for point, after in children(self.region, state, self.suicide, self.ko).items()
                if after is not None and (known := self.proved_plies(after)) is not None
            ]
            if plies == 0 or not options:
                break
            choose = min if state.to_move is self.player else max
            plies, point, state = choose(options, key=lambda option: (option[0], option[1]))
            plies -= 1
            line.append(point)
        return line

    def _search(self, nodes: int) -> Search:
        from . import _proof_kernels as k

        counters = np.array([0, nodes, 0], np.int64)
        return k.Search(self.goal, self._table, self._history, counters, self._scratch, self._stop)

    def _node(self, state: State) -> Node:
        from . import _proof_kernels as k

        return k.Node(*kernel_state(self.region, state), state.passed, state.to_move is self.player)

    def _key(self, state: State) -> tuple[np.uint64, int]:
        from . import _proof_kernels as k

        key, symmetry = k.state_key(*self._node(state), self.region.symmetries, self.region.size)
        return np.uint64(key), int(symmetry)


__all__ = ["Claim", "OutOfBudget", "Prover"]
