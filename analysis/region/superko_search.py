"""Superko: no move may repeat a board of the game, so that the value of a position depends on the moves before it.

The game tree is searched with the whole history, and cut off wherever the history cannot matter. The cut-off: take the
graph of all boards without any ko rule, remove the moves to the boards of the history, and compute both values as in
`state_graph`.

  * Under situational superko the value lies between the two. A player who forces `low` can do so by moves that count
    down to the end of the game; such play never repeats a state, so that superko forbids that player none of it, and it
    can only remove moves of the opponent. (The countdown of a state is no lower if it was forced by a pass: the
    opponent's replies there were available the first time, too.)
  * Positional superko forbids more: the same board with the other side to move. There the play that counts down is
    followed to all its ends, and its claim stands only if it never returns to a board that occurred on the way.

A pass is always legal. The initial board counts as the first; a board with a side to move counts after a pass, too.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Ko
from .region import Region
from .search_budget import Budget, OutOfBudget
from .search_state import PASS, Bounds, KoRule, State
from .state_graph import RetrogradeSolver, Values, solve_graph

History = frozenset[int]
"""The states that have occurred in a game, its last one included, by number."""
Query = tuple[int, History, int]
"""A node, its history, and the goal in question for the player to move."""
_ENTRY = 1 << 12  # approximate bytes of a stored node
_CHECKED = 64  # nodes of a strategy, of some kilobytes each, after which the memory is checked


class SuperkoSearch:
    """A search of the games from one start under superko. It keeps all bounds that it finds."""

    def __init__(
        self, region: Region, start: State, ko: Ko, *, suicide: bool = False, budget: Budget | None = None
    ) -> None:
        """Find all boards. Raises OutOfBudget, and ValueError for simple ko, for which there is `state_graph`."""
        if ko is Ko.SIMPLE:
            raise ValueError("expected positional or situational superko, got simple ko")
        self.budget = budget or Budget()
        self.graph = solve_graph(
            region.without_symmetries(), start._replace(ko=-1), suicide=suicide, ko=KoRule.FREE, budget=self.budget
        )
        self._solver = RetrogradeSolver(self.graph.scores, self.graph.first, self.graph.targets, region.size)
        self._boards = self._number_boards()
        self._positional = ko is Ko.POSITIONAL
        self._bounds: dict[tuple[int, History], Bounds] = {}

    def bounds(self, line: Sequence[State]) -> Bounds:
        """Return what is known of the last state of a game with these states, from Black's side, without a search.

        Where the memory does not allow to find it, that is no more than the area. Raises KeyError for states that
        cannot be forced from the start; ValueError for no states.
        """
        node, history = self._at(line)
        try:
            return _for_black(self._evaluate(node, history)[0], line[-1])
        except OutOfBudget:
            return Bounds(-self.graph.region.size, self.graph.region.size)

    def value(self, line: Sequence[State]) -> int:
        """Return the value of the last state of a game with these states, in points from Black's side.

        Raises OutOfBudget, and as `bounds`, which then returns what was found.
        """
        node, history = self._at(line)
        while True:
            low, high = self._evaluate(node, history)[0]
            if low == high:
                return int(line[-1].to_move) * low
            self.budget.progress(f"between {low} and {high} points for the player to move, {self.budget.used} nodes")
            self._run(self._forces(node, history, (low + high + 1) // 2))

    def moves(self, line: Sequence[State]) -> dict[int, State | None]:
        """Return the states after each move that superko allows, by point, PASS last; None where the game ends."""
        _, history = self._at(line)
        forbidden = self._forbidden(history)
        return {
            point: after for point, after in self.graph.children(line[-1]).items()
            if point == PASS or after is None or not forbidden[self._number(after)]
        }

    # -- the search -----------------------------------------------------------------------------------------------

    def _forces(self, node: int, history: History, goal: int) -> Generator[Query, bool, bool]:
        """Decide whether the player to move forces at least `goal`. Yields the queries whose answers it needs."""
        bounds, (least, most, _) = self._evaluate(node, history)
        if bounds.low >= goal or bounds.high < goal:
            return bounds.low >= goal
        self.budget.spend(1)
        self.budget.check_process()
        states = self.graph.states
        state = node % states
        forced = node >= states and int(self.graph.scores[state]) >= goal
        options = self._options(node, self._forbidden(history))
        for child in sorted(options, key=lambda child: int(least[child]) + int(most[child])):
            if forced:
                break
            # under situational superko the bounds of the graph hold for a child, too
            if self._positional or -int(least[child]) >= goal:
                forced = not (yield child, history | {child % states}, 1 - goal)
        low, high = self._bounds.get((node, history), bounds)
        self._store(node, history, Bounds(max(low, goal), high) if forced else Bounds(low, min(high, goal - 1)))
        return forced

    def _run(self, root: Generator[Query, bool, bool]) -> bool:
        """Return the result of a `_forces` generator, running those it asks for on a stack instead of by recursion."""
        stack = [root]
        answer: bool | None = None
        while stack:
            try:
                node, history, goal = stack[-1].send(answer)  # type: ignore[arg-type]  # None begins a generator
            except StopIteration as done:
                answer = done.value
                stack.pop()
            else:
                stack.append(self._forces(node, history, goal))
                answer = None
        return bool(answer)

    def _evaluate(self, node: int, history: History) -> tuple[Bounds, Values]:
        """Return the bounds of a node for the player to move, without a search; and the graph's values."""
        values = self._solver.values(self._forbidden(history))
        least, most, _ = values
        known = self._bounds.get((node, history))
        if known is not None:
            return known, values
        low, high = int(least[node]), int(most[node])
        if self._positional:
            best = self.graph.region.size
            low = low if self._never_repeats(node, low, True, history, values) else -best
            high = high if self._never_repeats(node, -high, False, history, values) else best
        self._store(node, history, Bounds(low, high))
        return Bounds(low, high), values

    def _store(self, node: int, history: History, bounds: Bounds) -> None:
        self._bounds[node, history] = bounds
        if len(self._bounds) * _ENTRY > self.budget.memory:
            raise OutOfBudget(f"{len(self._bounds)} positions with their histories to remember, "
                              f"{self.budget.memory >> 20} MB allowed")

    # -- positional superko -----------------------------------------------------------------------------------------

    def _never_repeats(self, root: int, goal: int, mine: bool, history: History, values: Values) -> bool:
        """Return whether a player forces `goal` without ever repeating a board; `mine`: that player moves at `root`."""
        _, most, plies = values
        states = self.graph.states
        if goal <= -self.graph.region.size:
            return True  # this goal needs no play
        forbidden = self._forbidden(history)
        below: dict[int, int] = {}  # of each node, the boards to which the player moves later, as bits
        todo = [(root, mine)]
        while todo:
            node, my_turn = todo[-1]
            if node in below:
                todo.pop()
                continue
            state = node % states
            if len(below) % _CHECKED == 0:
                self.budget.check_process()
            options = self._options(node, forbidden)
            if my_turn:
                if node >= states and self.graph.scores[state] >= goal:
                    below[node] = 0
                    continue
                # the next in the countdown: a better value, or the same with fewer moves to go
                options = [min(
                    (child for child in options if most[child] <= -goal),
                    key=lambda child: (int(most[child]), int(plies[2 * child + 1])),
                )]
            waiting = [(child, not my_turn) for child in options if child not in below]
            if waiting:
                todo += waiting
                continue
            entered = 0
            for child in options:
                entered |= below[child]
                if my_turn and child < states:
                    entered |= 1 << int(self._boards[child])
            if entered >> int(self._boards[state]) & 1:
                return False
            below[node] = entered
        return True

    def _number_boards(self) -> npt.NDArray[np.int64]:
        """Return the number of each state's board, the same for both players to move."""
        size, points = np.uint64(self.graph.region.size), np.uint64(self.graph.region.points)
        keys = self.graph.keys
        own, opp = keys >> (np.uint64(7) + size), keys >> np.uint64(7) & points
        boards = np.where(keys & np.uint64(1) == 1, opp << size | own, own << size | opp)
        return np.unique(boards, return_inverse=True)[1].astype(np.int64)

    def _options(self, node: int, forbidden: npt.NDArray[np.bool_]) -> list[int]:
        """Return the nodes after each move that is not forbidden, and after a pass unless a pass ends the game."""
        states = self.graph.states
        state = node % states
        after_pass, *others = self.graph.targets[self.graph.first[state]:self.graph.first[state + 1]].tolist()
        options = [child for child in others if not forbidden[child]]
        return [*options, after_pass + states] if node < states else options

    # -- histories ----------------------------------------------------------------------------------------------------

    def _forbidden(self, history: History) -> npt.NDArray[np.bool_]:
        """Return to which states no move may lead."""
        states = list(history)
        if self._positional:
            boards = np.zeros(self.graph.states, np.bool_)
            boards[self._boards[states]] = True
            return boards[self._boards]
        forbidden = np.zeros(self.graph.states, np.bool_)
        forbidden[states] = True
        return forbidden

    def _number(self, state: State) -> int:
        return self.graph.node(state._replace(ko=-1)) % self.graph.states

    def _at(self, line: Sequence[State]) -> tuple[int, History]:
        """Return the node of the last state of a game, and its history."""
        if not line:
            raise ValueError("expected the states of a game, got none")
        return self.graph.node(line[-1]._replace(ko=-1)), frozenset(map(self._number, line))


def _for_black(bounds: Bounds, state: State) -> Bounds:
    return bounds if state.to_move is BLACK else Bounds(-bounds.high, -bounds.low)


__all__ = ["SuperkoSearch"]
