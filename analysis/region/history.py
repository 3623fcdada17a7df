"""The superko engine: no move may bring back a board of the game, so what a position is worth depends on the way to it.

The game tree is searched with its whole history, and cut wherever the history cannot matter. The cut: take the graph
of all boards without any ko rule, drop the moves to the boards of the history, solve it for both values as in `graph`.

  * Under situational superko the value lies between the two. Whoever forces `low` can do so by moves that count down to
    the end of the game; such play comes to no state twice, so that superko forbids him none of it, and it can only take
    moves from his opponent. (The countdown of a state is no lower for having been reached by a pass: what the opponent
    may answer, he might have answered the first time.)
  * Positional superko forbids more: the same board with the other side to move. There the play that counts down is
    followed to all its ends, and its claim stands only if it never comes back to a board seen on the way.

A pass is always allowed. The board given counts as the first; a board with a side to move counts after a pass, too.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Ko
from .question import PASS, Bounds, KoRule, State
from .region import Region
from .search_budget import Budget, OutOfBudget
from .state_graph import Decider, Values, solve

Seen = frozenset[int]
Ask = tuple[int, Seen, int]
_ENTRY = 1 << 12  # bytes that a remembered node takes, about


class FullHistory:
    """The games from one start under superko. What it finds out is remembered."""

    def __init__(
        self, region: Region, start: State, ko: Ko, *, suicide: bool = False, budget: Budget | None = None
    ) -> None:
        """Find all boards. Raises OutOfBudget, and ValueError for simple ko, which is what `graph` is for."""
        if ko is Ko.SIMPLE:
            raise ValueError("expected positional or situational superko, got simple ko")
        self.budget = budget or Budget()
        self.graph = solve(
            region.rigid(), start._replace(ko=-1), suicide=suicide, ko=KoRule.FREE, budget=self.budget
        )
        self._decider = Decider(self.graph.scores, self.graph.first, self.graph.targets, region.size)
        self._boards = self._numbered_boards()
        self._positional = ko is Ko.POSITIONAL
        self._known: dict[tuple[int, Seen], Bounds] = {}

    def bounds(self, line: Sequence[State]) -> Bounds:
        """What is known of the last state of a game that came through these, from Black's side. Cheap.

        Raises KeyError for states that do not come from the start; ValueError for no states.
        """
        node, seen = self._at(line)
        return _of_black(self._look(node, seen)[0], line[-1])

    def value(self, line: Sequence[State]) -> int:
        """The value of the last state of a game that came through these, in points from Black's side.

        Raises OutOfBudget; what was found out by then shows in `bounds`. Otherwise as `bounds`.
        """
        node, seen = self._at(line)
        while True:
            low, high = self._look(node, seen)[0]
            if low == high:
                return int(line[-1].to_move) * low
            self.budget.progress(f"between {low} and {high} points for the player to move, {self.budget.used} nodes")
            self._run(self._reaches(node, seen, (low + high + 1) // 2))

    def moves(self, line: Sequence[State]) -> dict[int, State | None]:
        """The states after each move that superko allows, by point, PASS last; None where the game ends."""
        _, seen = self._at(line)
        gone = self._gone(seen)
        return {
            point: after for point, after in self.graph.children(line[-1]).items()
            if point == PASS or after is None or not gone[self._state(after)]
        }

    # -- the search -----------------------------------------------------------------------------------------------

    def _reaches(self, node: int, seen: Seen, goal: int) -> Generator[Ask, bool, bool]:
        """Whether the player to move forces at least `goal`. Yields what it needs to know first."""
        bounds, (least, most, _) = self._look(node, seen)
        if bounds.low >= goal or bounds.high < goal:
            return bounds.low >= goal
        self.budget.spend(1)
        states = self.graph.states
        state = node % states
        first, *others = self.graph.targets[self.graph.first[state]:self.graph.first[state + 1]].tolist()
        reached = node >= states and int(self.graph.scores[state]) >= goal
        gone = self._gone(seen)
        options = [child for child in others if not gone[child]]
        if node < states:
            options.append(first + states)
        for child in sorted(options, key=lambda child: int(least[child]) + int(most[child])):
            if reached:
                break
            # what the graph says of a child, the history as it is now, holds under situational superko
            if self._positional or -int(least[child]) >= goal:
                reached = not (yield child, seen | {child % states}, 1 - goal)
        low, high = self._known.get((node, seen), bounds)
        self._remember(node, seen, Bounds(max(low, goal), high) if reached else Bounds(low, min(high, goal - 1)))
        return reached

    def _run(self, question: Generator[Ask, bool, bool]) -> bool:
        """The answer to a question that may ask others, as deep as memory allows."""
        stack = [question]
        answer: bool | None = None
        while stack:
            try:
                node, seen, goal = stack[-1].send(answer)  # type: ignore[arg-type]  # None begins a generator
            except StopIteration as done:
                answer = done.value
                stack.pop()
            else:
                stack.append(self._reaches(node, seen, goal))
                answer = None
        return bool(answer)

    def _look(self, node: int, seen: Seen) -> tuple[Bounds, Values]:
        """What is known of a node without going on, for the player to move; and the graph's values."""
        values = self._decider.values(self._gone(seen))
        least, most, _ = values
        known = self._known.get((node, seen))
        if known is not None:
            return known, values
        low, high = int(least[node]), int(most[node])
        if self._positional:
            best = self.graph.region.size
            low = low if self._counts_down(node, low, True, seen, values) else -best
            high = high if self._counts_down(node, -high, False, seen, values) else best
        self._remember(node, seen, Bounds(low, high))
        return Bounds(low, high), values

    def _remember(self, node: int, seen: Seen, bounds: Bounds) -> None:
        self._known[node, seen] = bounds
        if len(self._known) * _ENTRY > self.budget.memory:
            raise OutOfBudget(f"{len(self._known)} positions with their histories to remember, "
                              f"{self.budget.memory >> 20} MB allowed")

    # -- positional superko -----------------------------------------------------------------------------------------

    def _counts_down(self, root: int, goal: int, mine: bool, seen: Seen, values: Values) -> bool:
        """Whether a player's play to at least `goal` comes to no board twice; he is to move at `root` if `mine`.

        Below each node of that play, the boards he moves to; none may be the node's own.
        """
        _, most, plies = values
        states = self.graph.states
        if goal <= -self.graph.region.size:
            return True  # nothing is claimed
        gone = self._gone(seen)
        below: dict[int, int] = {}
        todo = [(root, mine)]
        while todo:
            node, his = todo[-1]
            if node in below:
                todo.pop()
                continue
            state = node % states
            targets = self.graph.targets[self.graph.first[state]:self.graph.first[state + 1]].tolist()
            options = [child for child in targets[1:] if not gone[child]]
            if node < states:
                options.append(targets[0] + states)
            if his:
                if node >= states and self.graph.scores[state] >= goal:
                    below[node] = 0
                    continue
                # the next in the countdown: a stronger claim, or the same with fewer moves to go
                options = [min(
                    (child for child in options if most[child] <= -goal),
                    key=lambda child: (int(most[child]), int(plies[2 * child + 1])),
                )]
            waiting = [(child, not his) for child in options if child not in below]
            if waiting:
                todo += waiting
                continue
            entered = 0
            for child in options:
                entered |= below[child]
                if his and child < states:
                    entered |= 1 << int(self._boards[child])
            if entered >> int(self._boards[state]) & 1:
                return False
            below[node] = entered
        return True

    def _numbered_boards(self) -> npt.NDArray[np.int64]:
        """The number of each state's board, the same for both sides to move."""
        size, points = np.uint64(self.graph.region.size), np.uint64(self.graph.region.points)
        keys = self.graph.keys
        own, opp = keys >> (np.uint64(7) + size), keys >> np.uint64(7) & points
        boards = np.where(keys & np.uint64(1) == 1, opp << size | own, own << size | opp)
        return np.unique(boards, return_inverse=True)[1].astype(np.int64)

    # -- histories ----------------------------------------------------------------------------------------------------

    def _gone(self, seen: Seen) -> npt.NDArray[np.bool_]:
        """Which states no move may lead to."""
        states = list(seen)
        if self._positional:
            boards = np.zeros(self.graph.states, np.bool_)
            boards[self._boards[states]] = True
            return boards[self._boards]
        gone = np.zeros(self.graph.states, np.bool_)
        gone[states] = True
        return gone

    def _state(self, state: State) -> int:
        return self.graph.node(state._replace(ko=-1)) % self.graph.states

    def _at(self, line: Sequence[State]) -> tuple[int, Seen]:
        if not line:
            raise ValueError("expected the states of a game, got none")
        return self.graph.node(line[-1]._replace(ko=-1)), frozenset(map(self._state, line))


def _of_black(bounds: Bounds, state: State) -> Bounds:
    return bounds if state.to_move is BLACK else Bounds(-bounds.high, -bounds.low)


__all__ = ["FullHistory"]
