"""Exact search: every state that can be reached, and both of its values, by retrograde analysis.

A state is a board, the player to move, the point that simple ko forbids, and whether the opponent has just passed. Two
passes end the game. Values are in points from Black's side, for two games that differ in what endless play is worth:

    low   endless play is the worst for Black: what Black can force in a game that ends
    high  endless play is the best for Black: what White can hold Black to in a game that ends

Where low = high the ko rule does not matter. If endless play is worth T, as a draw is, the value is
max(low, min(T, high)). Values do not depend on how a state was reached, so there is no graph-history problem; they
hold under simple ko, not under superko, which forbids more.

Computed backwards from the final boards, each edge used once. Source: Van der Werf, AI Techniques for the Game of Go
(2005), chapter 5 (small boards, scoring); the two values are the least and the greatest fixed point.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color
from .region import Region
from .search_budget import Budget, OutOfBudget
from .search_state import (
    PASS,
    Bounds,
    KoRule,
    Objective,
    State,
    Target,
    children,
    final_value,
    kernel_problem,
    kernel_state,
    search_region,
    state_from,
)

if TYPE_CHECKING:
    from ._graph_kernels import Problem, StateTable

MOST_POINTS = 28  # a key holds two boards, a point and a colour in 64 bits

_CHUNK = 1 << 16

Move = tuple[int, State | None, Bounds]
"""A move of `StateGraph.ranked`: region point, the state after it or None, its values."""


@dataclass(frozen=True)
class StateGraph:
    """All states reachable from a start, solved. Made by `solve_graph`.

    States are numbered: `targets[first[i]:first[i + 1]]` are the states after a pass and after each move from state i,
    `keys[i]` is its key, and `scores[i]` what its board is worth to the player to move. `table` is a hash table of the
    numbers by key. Node i of `least`, `most` (to the player to move) and `plies` is state i, node states + i the same
    state after a pass; see `_graph_kernels.NodeValues`.
    """

    region: Region
    objective: Objective
    start: State
    suicide: bool
    target: Target | None
    keys: npt.NDArray[np.uint64] = field(repr=False)
    table: npt.NDArray[np.int32] = field(repr=False)
    least: npt.NDArray[np.int8] = field(repr=False)
    most: npt.NDArray[np.int8] = field(repr=False)
    plies: npt.NDArray[np.int16] = field(repr=False)
    first: npt.NDArray[np.int64] = field(repr=False)
    targets: npt.NDArray[np.int32] = field(repr=False)
    scores: npt.NDArray[np.int8] = field(repr=False)
    ko: KoRule

    @cached_property
    def _problem(self) -> Problem:
        return kernel_problem(self.region, self.objective, self.suicide, self.ko, self.target)

    @property
    def states(self) -> int:
        """Return how many states there are, those that differ by symmetry or exchanged colours counted once."""
        return len(self.keys)

    def bounds(self, state: State) -> Bounds:
        """Return the values of a state. Raises KeyError if it cannot be reached from the start."""
        node = self.node(state)
        least, most = int(self.least[node]), int(self.most[node])
        return Bounds(least, most) if state.to_move is BLACK else Bounds(-most, -least)

    def distance(self, state: State, forcing: Color) -> int:
        """Return how many plies it takes a player to force a value: low for Black, high for White."""
        return int(self.plies[2 * self.node(state) + (state.to_move is not forcing)])

    def moves(self, state: State) -> dict[int, Bounds]:
        """Return the values after each legal move of `state.to_move`, by region point, PASS included."""
        found = {}
        for point, after in self.children(state).items():
            found[point] = self.final(state) if after is None else self.bounds(after)
        return found

    def children(self, state: State) -> dict[int, State | None]:
        """Return the states after each legal move, by region point, PASS last; None where the game ends."""
        return {} if self.is_over(state) else children(self.region, state, self.suicide, self.ko)

    def final(self, state: State) -> Bounds:
        """Return what the board is worth if the game ends on it."""
        value = final_value(self._problem, state)
        return Bounds(value, value)

    def line(self, state: State, endless: int = 0, longest: int = 400) -> list[int]:
        """Return best play from a state: region points and PASS, to the end of the game or the first repetition.

        The first player who forces the value comes nearer to it with each ply from then on.
        """
        seen = {state}
        line: list[int] = []
        forcing: Color | None = None
        while len(line) < longest and not self.is_over(state):
            forcing = forcing or self._forcing(state, endless)
            point, after, _ = self.ranked(state, endless, forcing)[0]
            line.append(point)
            if after is None or after in seen:
                break
            seen.add(after)
            state = after
        return line

    def _forcing(self, state: State, endless: float) -> Color | None:
        """Return the player who forces the value of a state; None if that is endless play, or no better than any play.

        Where both do, it is the one it is good for: the other may have nothing to do for it, and make no progress.
        """
        low, high = self.bounds(state)
        value, most = max(low, min(endless, high)), 1 if self.target else self.region.size
        black, white = low >= value > -most, high <= value < most
        if white and (value < 0 or not black):
            return WHITE
        return BLACK if black else None

    def ranked(self, state: State, endless: float = 0, forcing: Color | None = None) -> list[Move]:
        """Return all moves with their states and values, the best first. Endless play is worth `endless`.

        A player who forces the value prefers the shortest way, the other player the longest; a pass comes after equals.

        forcing -- the player whose way counts, who must force the value (default: as `line` chooses for this state)
        """
        bounds = self.bounds(state)
        value = max(bounds.low, min(endless, bounds.high))
        forcing = forcing or self._forcing(state, endless)
        sign = 1 if forcing is state.to_move else -1
        moves = [
            (point, after, self.final(state) if after is None else self.bounds(after))
            for point, after in self.children(state).items()
        ]

        def merit(move: Move) -> tuple[float, int, bool]:
            point, after, (low, high) = move
            plies = 0 if after is None or forcing is None else self.distance(after, forcing)
            keeps = forcing is None or (low >= value if forcing is BLACK else high <= value)
            return int(state.to_move) * max(low, min(endless, high)), keeps * (1000 - sign * plies), point != PASS

        return sorted(moves, key=merit, reverse=True)

    def node(self, state: State) -> int:
        """Return the node of a state. Raises KeyError if it cannot be reached from the start."""
        k = _kernels()
        with np.errstate(over="ignore"):
            number = int(self.table[k.find_slot(_key(self.region, state), self.keys, self.table)])
        if number < 0:
            raise KeyError(f"{state} cannot be reached")
        return number + (self.states if state.passed else 0)

    def state(self, number: int) -> State:
        """Return state `number`, one of those that count as the same; the opponent has not passed."""
        own, opp, ko, mover = _kernels().unpack_state(self.keys[number], self.region.size)
        return state_from(WHITE if mover else BLACK, int(own), int(opp), int(ko).bit_length() - 1)

    def is_over(self, state: State) -> bool:
        """Return whether the game is over because the target is captured."""
        if self.target is None:
            return False
        stones = state.black if self.target.owner is BLACK else state.white
        return not stones & self.target.stones


def solve_graph(
    region: Region,
    start: State,
    objective: Objective = Objective.AREA,
    *,
    suicide: bool = False,
    target: Target | None = None,
    ko: KoRule = KoRule.SIMPLE,
    budget: Budget | None = None,
) -> StateGraph:
    """Find and solve every state that can be reached from `start`.

    `target` is what a CAPTURE is about. Raises OutOfBudget, and ValueError beyond 28 points or as `search_region`.
    """
    if region.size > MOST_POINTS:
        raise ValueError(f"the exact engine takes at most {MOST_POINTS} points, got {region.size}")
    region = search_region(region, objective, target, ko)
    return _Search(region, objective, suicide, target, ko, budget or Budget()).solve(start)


def _key(region: Region, state: State) -> np.uint64:
    return np.uint64(_kernels().pack_state(*kernel_state(region, state), region.symmetries, region.size))


@cache
def _kernels() -> ModuleType:
    from . import _graph_kernels

    return _graph_kernels


class _Search:
    """The arrays of one search; they grow as states are found."""

    def __init__(
        self, region: Region, objective: Objective, suicide: bool, target: Target | None, ko: KoRule, budget: Budget
    ) -> None:
        self.region, self.objective, self.suicide, self.target = region, objective, suicide, target
        self.ko, self.budget = ko, budget
        self.problem = kernel_problem(region, objective, suicide, ko, target)
        self.keys = np.empty(1 << 10, np.uint64)
        self.table = np.full(1 << 12, -1, np.int32)
        self.first = np.zeros(self.keys.size + 1, np.int64)
        self.targets = np.empty(1 << 13, np.int32)
        self.progress = np.zeros(3, np.int64)

    def solve(self, start: State) -> StateGraph:
        """Find all states from `start` on and their values. Raises OutOfBudget."""
        with np.errstate(over="ignore"):  # the hash is meant to wrap, where it is not compiled
            _, self.progress[1] = _kernels().number_state(_key(self.region, start), self.keys, self.table, 0)
            self._find_states()
            scores = self._score_states()
            size, edges = int(self.progress[1]), int(self.progress[2])
            self.budget.progress(f"{size} states, {edges} moves: working back from the final boards")
            best = self.region.size if self.objective is Objective.AREA else 1
            solver = RetrogradeSolver(scores, self.first[: size + 1], self.targets[:edges], best)
            least, most, plies = solver.values(np.zeros(size, np.bool_))
        return StateGraph(
            self.region, self.objective, start, self.suicide, self.target, self.keys[:size].copy(), self.table,
            least, most, plies, self.first[: size + 1], self.targets[:edges], scores, self.ko,
        )

    def _find_states(self) -> None:
        """Find all states, breadth first."""
        k = _kernels()
        while self.progress[0] < self.progress[1]:
            before = int(self.progress[0])
            k.expand_states(self._arrays(), _CHUNK, self.problem)
            done = int(self.progress[0]) - before
            self.budget.spend(done)
            if done < _CHUNK:
                self._enlarge()
            else:
                self.budget.progress(f"{self.progress[1]} states found, {self.progress[0]} expanded")

    def _arrays(self) -> StateTable:
        table: StateTable = _kernels().StateTable(self.keys, self.table, self.first, self.targets, self.progress)
        return table

    def _enlarge(self) -> None:
        """Enlarge the arrays that are short of space. Raises OutOfBudget if the memory does not allow it."""
        done, size, edges = (int(number) for number in self.progress)
        if done == size:
            return
        most = self.region.size + 1  # what one state may add
        keys = self.keys.size if size + most <= self.keys.size else 2 * self.keys.size
        targets = self.targets.size if edges + most <= self.targets.size else self.targets.size * 3 // 2
        slots = self.table.size
        while 2 * keys + 4 * most > slots:
            slots *= 2
        # what solving needs besides: a score, four values, their plies, two counts, a queue, both directions of an edge
        self.budget.require_memory(keys * (8 + 8 + 8 + 1 + 4 + 8 + 4 + 16 + 4) + slots * 4 + targets * 8)
        if keys != self.keys.size:
            self.keys = np.concatenate([self.keys[:size], np.empty(keys - size, np.uint64)])
            self.first = np.concatenate([self.first[: done + 1], np.zeros(keys - done, np.int64)])
        if targets != self.targets.size:
            self.targets = np.concatenate([self.targets[:edges], np.empty(targets - edges, np.int32)])
        if slots != self.table.size:
            self.table = np.full(slots, -1, np.int32)
            _kernels().fill_table(self.keys, self.table, size)

    def _score_states(self) -> npt.NDArray[np.int8]:
        k = _kernels()
        size = int(self.progress[1])
        scores = np.empty(size, np.int8)
        for begin in range(0, size, 4 * _CHUNK):
            k.score_states(self.keys, scores, begin, min(size, begin + 4 * _CHUNK), self.problem)
            self.budget.spend(0)
        return scores


Values = tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int16]]
"""StateGraph.least, most and plies."""


class RetrogradeSolver:
    """Computes the values of all states of a graph, for any set of states to which no move may lead."""

    def __init__(
        self, scores: npt.NDArray[np.int8], first: npt.NDArray[np.int64], targets: npt.NDArray[np.int32], best: int
    ) -> None:
        """`best` is the highest score there can be; the other arguments are as in `StateGraph`."""
        k = _kernels()
        self._scores, self._best = scores, best
        self._edges = k.Edges(first, np.zeros(len(scores) + 1, np.int64), np.empty(len(targets), np.int32))
        k.invert_edges(targets, self._edges)
        self._open_options = np.empty(2 * len(scores), np.int16)

    def values(self, forbidden: npt.NDArray[np.bool_]) -> Values:
        """Return the values where no move leads to a forbidden state, (states,) bool; a pass may."""
        k = _kernels()
        size = len(self._scores)
        least, most = np.empty(2 * size, np.int8), np.empty(2 * size, np.int8)
        plies = np.empty(4 * size, np.int16)
        values = k.NodeValues(least, most, plies, self._open_options)
        k.retrograde_analysis(self._best, self._scores, self._edges, forbidden, values)
        return least, most, plies


__all__ = ["MOST_POINTS", "OutOfBudget", "RetrogradeSolver", "StateGraph", "Values", "solve_graph"]
