"""What a solved game lets one ask about its other positions: their brackets, moves, best play.

Three kinds, one for each way of solving: a table of all positions, proofs, games with their whole history.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..board import BLACK, Color
from ..region.history import FullHistory
from ..region.proof import Prover
from ..region.question import Question, State, children, final_value
from ..region.region import Region
from ..region.state_graph import Graph
from .solution import Bracket
from .solver_rules import Rules


class Knowledge(Protocol):
    """Answers about the positions of a solved game. States are those that `after` gives, from the start on."""

    def bracket(self, state: State) -> Bracket:
        """What is proved of a state."""

    def moves(self, state: State) -> dict[int, Bracket]:
        """The same after each legal move, by point, PASS last."""

    def after(self, state: State, point: int) -> State | None:
        """The state after a move; None where the second pass ends the game. Raises KeyError if it is not legal."""

    def plies(self, state: State, player: Color) -> int | None:
        """Within how many plies the player forces his end of the bracket, Black the lower, White the upper.

        Whoever always lowers that number comes to the end of the game. 0 where the board shows it, or where it is the
        worst there can be. None where he relies on endless play, where it is not known, and under superko, where no
        game is endless anyhow.
        """


class FromTable:
    """All states, exactly."""

    def __init__(self, graph: Graph, rules: Rules) -> None:
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
        relies = (low if player is BLACK else high) != self.bracket(state).lower
        return None if relies else self._graph.distance(state, player)


class FromProofs:
    """What proof searches have in their tables."""

    def __init__(self, region: Region, rules: Rules, provers: Sequence[Prover], root: tuple[State, Bracket]) -> None:
        self._region, self._rules, self._root = region, rules, root
        self._provers = provers

    def bracket(self, state: State) -> Bracket:
        if state == self._root[0]:
            return self._root[1]
        low, high = -self._region.size, self._region.size
        for prover in self._provers:
            if prover.known(state) is not None:
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
                value = final_value(self._region, state, Question.AREA, self._rules.suicide, None)
                found[point] = Bracket(value, value)
                continue
            low, high = self.bracket(after)
            # no move is better for the mover than the position itself
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
        known = (prover.known(state) for prover in self._provers if (prover.player, prover.goal) == (player, goal))
        return min((plies for plies in known if plies is not None), default=None)


class FromHistory:
    """Games under superko, where a state is worth what the way to it leaves.

    The states that `after` gives know their way; the start needs none.
    """

    def __init__(self, games: FullHistory) -> None:
        self._games = games

    def bracket(self, state: State) -> Bracket:
        return Bracket(*self._games.bounds(_way(state)))

    def moves(self, state: State) -> dict[int, Bracket]:
        found = {}
        for point, after in self._games.moves(_way(state)).items():
            bounds = self._games.graph.final(state) if after is None else self._games.bounds((*_way(state), after))
            found[point] = Bracket(*bounds)
        return found

    def after(self, state: State, point: int) -> State | None:
        after = self._games.moves(_way(state))[point]
        return None if after is None else _Come(after, _way(state))

    def plies(self, state: State, player: Color) -> int | None:
        return None


class _Come(State):
    """A state, and those before it."""

    way: tuple[State, ...]

    def __new__(cls, state: State, before: tuple[State, ...]) -> _Come:
        come = super().__new__(cls, *state)
        come.way = (*before, state)
        return come


def _way(state: State) -> tuple[State, ...]:
    return state.way if isinstance(state, _Come) else (state,)
