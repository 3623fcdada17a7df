"""A position to solve while it is being solved: what is proved so far, and why no more is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..region.cycles import Cycles, bytes_for_cycles, cycles
from ..region.region import Region
from ..region.search_budget import Budget, OutOfBudget
from ..region.search_state import State
from ..region.state_graph import StateGraph
from .solution import Bracket, Knowledge, Solution
from .solver_rules import Rules


@dataclass
class Problem:
    """A position to solve, and what is proved so far; `notes` as in `Solution`."""

    height: int
    width: int
    region: Region
    start: State
    rules: Rules
    komi: Fraction | None
    budget: Budget
    bracket: Bracket
    searched: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def answered(self) -> bool:
        """Return whether the question is answered."""
        return self.solution("", None).proved

    def narrow(self, lower: int, upper: int) -> None:
        """Note that the value is proved to be between these bounds."""
        self.bracket = Bracket(max(self.bracket.lower, lower), min(self.bracket.upper, upper))

    def solution(self, method: str, knowledge: Knowledge | None, variation: Sequence[int] = (),
                 graph: StateGraph | None = None) -> Solution:
        """Return the answer as far as it is proved."""
        kos = None if graph is None else self._cycles(graph)
        return Solution(
            self.height, self.width, self.start, self.rules, self.komi, self.bracket,
            {} if knowledge is None else knowledge.moves(self.start), tuple(variation), self.budget.used,
            self.budget.elapsed, method, 0 if graph is None else graph.states, dict(self.searched), kos,
            tuple(dict.fromkeys(self.notes)), knowledge,
        )

    def _cycles(self, graph: StateGraph) -> Cycles | None:
        """Return the cycles of a graph; None, and a note, if the memory does not allow to find them."""
        self.budget.measure()
        try:
            self.budget.require_memory(bytes_for_cycles(graph))
        except OutOfBudget as error:
            self.notes.append(f"kos not counted: {error}")
            return None
        return cycles(graph)


__all__ = ["Problem"]
