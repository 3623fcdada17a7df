"""What a solved game knows of its other positions: their brackets, moves, distances to the end.

Three kinds of `Knowledge`, one for each method: a table of all positions, proofs, games with their whole history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..board import BLACK, Color
from ..region.proof_search import Prover
from ..region.region import Region
from ..region.search_state import State, children, final_value, kernel_problem
from ..region.state_graph import StateGraph
from ..region.superko_search import SuperkoSearch
from .solution import Bracket
from .solver_rules import Rules


class TableKnowledge:
    """The exact values of all states."""

    def __init__(self, graph: StateGraph, rules: Rules) -> None:
        self._graph, self._rules = graph, rules

    def bracket(self, state: State) -> Bracket:
        value = self._rules.value(self._graph.bounds(state))
        return Bracket(value, value)

    def moves(self, state: State) -> dict[int, Bracket]:
        values = {point: self._rules.value(bounds) for point, bounds in self._graph.moves(state).items()}
        return {point: Bracket(value, value) for point, value in values.items()}

    def after(self, state: State, point: int) -> State | None:
        return self._graph.children(state)[point]

    def plies(self, state: State, player: Color) -> int | None:
        low, high = self._graph.bounds(state)
        relies_on_endless_play = (low if player is BLACK else high) != self.bracket(state).lower
        return None if relies_on_endless_play else self._graph.distance(state, player)


class ProofKnowledge:
    """What the tables of proof searches hold, and the brackets that are `known` besides."""

    def __init__(
        self, region: Region, rules: Rules, provers: Sequence[Prover], known: Mapping[State, Bracket]
    ) -> None:
        self._region, self._rules, self._known = region, rules, known
        self._provers = provers

    def bracket(self, state: State) -> Bracket:
        low, high = self._known.get(state, (-self._region.size, self._region.size))
        for prover in self._provers:
            if prover.proved_plies(state) is not None:
                if prover.player is BLACK:
                    low = max(low, prover.goal)
                else:
                    high = min(high, -prover.goal)
        return Bracket(low, high)

    def moves(self, state: State) -> dict[int, Bracket]:
        found = {}
        bound = self.bracket(state)
        for point, after in children(self._region, state, self._rules.suicide).items():
            if after is None:
                value = final_value(kernel_problem(self._region, suicide=self._rules.suicide), state)
                found[point] = Bracket(value, value)
                continue
            low, high = self.bracket(after)
            # no move is better for the player to move than the position itself
            if state.to_move is BLACK:
                found[point] = Bracket(low, max(low, min(high, bound.upper)))
            else:
                found[point] = Bracket(min(high, max(low, bound.lower)), high)
        return found

    def after(self, state: State, point: int) -> State | None:
        return children(self._region, state, self._rules.suicide)[point]

    def plies(self, state: State, player: Color) -> int | None:
        low, high = self.bracket(state)
        goal = low if player is BLACK else -high
        if goal == -self._region.size:
            return 0
        provers = [prover for prover in self._provers if (prover.player, prover.goal) == (player, goal)]
        proved = (prover.proved_plies(state) for prover in provers)
        return min((plies for plies in proved if plies is not None), default=None)


class SuperkoKnowledge:
    """Games under superko, where the value of a state depends on the states before it.

    The states that `after` gives carry their history; the start needs none. `root` is what is known of it besides.
    """

    def __init__(self, games: SuperkoSearch, root: tuple[State, Bracket]) -> None:
        self._games, self._root = games, root

    def bracket(self, state: State) -> Bracket:
        low, high = self._games.bounds(_line(state))
        if state == self._root[0] and len(_line(state)) == 1:
            return Bracket(max(low, self._root[1].lower), min(high, self._root[1].upper))
        return Bracket(low, high)

    def moves(self, state: State) -> dict[int, Bracket]:
        found = {}
        for point, after in self._games.moves(_line(state)).items():
            bounds = self._games.graph.final(state) if after is None else self._games.bounds((*_line(state), after))
            found[point] = Bracket(*bounds)
        return found

    def after(self, state: State, point: int) -> State | None:
        after = self._games.moves(_line(state))[point]
        return None if after is None else _StateWithHistory(after, _line(state))

    def plies(self, state: State, player: Color) -> int | None:
        return None


class _StateWithHistory(State):
    """A state and the states before it; `line` ends with the state itself."""

    line: tuple[State, ...]

    def __new__(cls, state: State, before: tuple[State, ...]) -> _StateWithHistory:
        made = super().__new__(cls, *state)
        made.line = (*before, state)
        return made


def _line(state: State) -> tuple[State, ...]:
    return state.line if isinstance(state, _StateWithHistory) else (state,)


__all__ = ["ProofKnowledge", "SuperkoKnowledge", "TableKnowledge"]
