"""The exact engine: every state that can be reached, and both of its values.

A state is a board, the player to move, the point that simple ko forbids, and whether the other has just passed. Two
passes end the game. Values are in points from Black's side, for two games that differ in what endless play is worth:

    low   endless play is the worst for Black: what Black can force in a game that ends
    high  endless play is the best for Black: what White can hold Black to in a game that ends

Where low = high the ko rule does not matter. If endless play is worth T, as a draw is, the value is
max(low, min(T, high)). Values do not depend on how a state was reached, so there is no graph-history problem; they
hold under simple ko, not under superko, which forbids more.

Found backwards from the final boards, each edge used once. Source: Van der Werf, AI Techniques for the Game of Go
(2005), chapter 5 (small boards, scoring); the two values are the least and the greatest fixed point.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color
from .question import (
    PASS,
    Bounds,
    KoRule,
    Question,
    State,
    Target,
    arena,
    children,
    final_value,
    placed,
    target_code,
    wall_bits,
)
from .region import Region
from .search_budget import Budget, OutOfBudget

MOST_POINTS = 28  # a key holds two boards, a point and a colour in 64 bits

_CHUNK = 1 << 16


@dataclass(frozen=True)
class Graph:
    """All states reachable from a start, solved. Made by `solve`.

    States have numbers: `targets[first[i]:first[i + 1]]` are those after a pass and after each move from state i, and
    `scores[i]` what its board is worth, to the player to move. Node i of `least`, `most` (to the player to move) and
    `plies` is state i, node states + i the same after a pass.
    """

    region: Region
    question: Question
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

    @property
    def states(self) -> int:
        """How many there are, symmetric ones and those with colours exchanged counted once."""
        return len(self.keys)

    def bounds(self, state: State) -> Bounds:
        """The values of a state. Raises KeyError if it cannot be reached from the start."""
        node = self.node(state)
        least, most = int(self.least[node]), int(self.most[node])
        return Bounds(least, most) if state.to_move is BLACK else Bounds(-most, -least)

    def distance(self, state: State, forcing: Color) -> int:
        """How many plies it takes that player to force his value: low for Black, high for White."""
        return int(self.plies[2 * self.node(state) + (state.to_move is not forcing)])

    def moves(self, state: State) -> dict[int, Bounds]:
        """The values after each legal move of `state.to_move`, by region point; PASS among them."""
        found = {}
        for point, after in self.children(state).items():
            found[point] = self.final(state) if after is None else self.bounds(after)
        return found

    def children(self, state: State) -> dict[int, State | None]:
        """The states after each legal move, by region point, PASS last; None where the game ends."""
        return {} if self.is_over(state) else children(self.region, state, self.suicide, self.ko)

    def final(self, state: State) -> Bounds:
        """What the board is worth if the game ends on it."""
        value = final_value(self.region, state, self.question, self.suicide, self.target)
        return Bounds(value, value)

    def line(self, state: State, endless: int = 0, longest: int = 400) -> list[int]:
        """Best play for both from a state: region points and PASS, to the end or the first board that comes again."""
        seen = {state}
        line: list[int] = []
        while len(line) < longest and not self.is_over(state):
            point, after, _ = self.ranked(state, endless)[0]
            line.append(point)
            if after is None or after in seen:
                break
            seen.add(after)
            state = after
        return line

    def ranked(self, state: State, endless: float = 0) -> list[tuple[int, State | None, Bounds]]:
        """All moves, the best first: region point, the state after it, values. Endless play is worth `endless`.

        Whoever forces the value takes the shortest way, the other the longest; a pass comes after its equals.
        """
        bounds = self.bounds(state)
        value = max(bounds.low, min(endless, bounds.high))
        # where both force it, the one it is good for: the other may have nothing to do for it, and get nowhere
        forcing = BLACK if bounds.low >= value else None
        if bounds.high <= value and (forcing is None or value < 0):
            forcing = WHITE
        sign = 1 if forcing is state.to_move else -1
        moves = [
            (point, after, self.final(state) if after is None else self.bounds(after))
            for point, after in self.children(state).items()
        ]

        def merit(move: tuple[int, State | None, Bounds]) -> tuple[float, int, bool]:
            point, after, (low, high) = move
            plies = 0 if after is None or forcing is None else self.distance(after, forcing)
            keeps = forcing is None or (low >= value if forcing is BLACK else high <= value)
            return int(state.to_move) * max(low, min(endless, high)), keeps * (1000 - sign * plies), point != PASS

        return sorted(moves, key=merit, reverse=True)

    def node(self, state: State) -> int:
        """The node of a state. Raises KeyError if it cannot be reached from the start."""
        number = _number(self.region, state, self.keys, self.table)
        if number < 0:
            raise KeyError(f"{state} cannot be reached")
        return number + (self.states if state.passed else 0)

    def state(self, number: int) -> State:
        """State `number`, as one of those that count as the same; nobody has passed."""
        own, opp, ko, mover = _kernels().unpacked(self.keys[number], self.region.size)
        return placed(WHITE if mover else BLACK, int(own), int(opp), int(ko).bit_length() - 1)

    def is_over(self, state: State) -> bool:
        """Whether the target is gone."""
        if self.target is None:
            return False
        stones = state.black if self.target.owner is BLACK else state.white
        return not stones & self.target.stones


def solve(
    region: Region,
    start: State,
    question: Question = Question.AREA,
    *,
    suicide: bool = False,
    target: Target | None = None,
    ko: KoRule = KoRule.SIMPLE,
    budget: Budget | None = None,
) -> Graph:
    """Find and solve every state that can be reached from `start`.

    `target` is what a CAPTURE question is about. Raises OutOfBudget, and ValueError beyond 28 points, without a target,
    or as `arena`.
    """
    if region.size > MOST_POINTS:
        raise ValueError(f"the exact engine takes at most {MOST_POINTS} points, got {region.size}")
    region = arena(region, question, target, ko)
    return _Search(region, question, suicide, target, ko, budget or Budget()).solved(start)


def _number(
    region: Region, state: State, keys: npt.NDArray[np.uint64], table: npt.NDArray[np.int32]
) -> int:
    """The number under which a state was found, or -1."""
    k = _kernels()
    with np.errstate(over="ignore"):
        return int(table[k.slot_of(_key(region, state), keys, table)])


def _key(region: Region, state: State) -> np.uint64:
    k = _kernels()
    black = state.to_move is BLACK
    own, opp = (state.black, state.white) if black else (state.white, state.black)
    ko = np.uint64(0 if state.ko < 0 else 1 << state.ko)
    mover = 0 if region.neutral or black else 1
    return np.uint64(k.packed(np.uint64(own), np.uint64(opp), ko, mover, region.symmetries, region.size))


def _kernels() -> ModuleType:
    from . import _graph_kernels

    return _graph_kernels


class _Search:
    """The arrays of one run; they grow as states are found."""

    def __init__(
        self, region: Region, question: Question, suicide: bool, target: Target | None, ko: KoRule, budget: Budget
    ) -> None:
        self.region, self.question, self.suicide, self.target = region, question, suicide, target
        self.ko, self.budget = ko, budget
        self.keys = np.empty(1 << 10, np.uint64)
        self.table = np.full(1 << 12, -1, np.int32)
        self.first = np.zeros(self.keys.size + 1, np.int64)
        self.targets = np.empty(1 << 13, np.int32)
        self.progress = np.zeros(3, np.int64)

    def solved(self, start: State) -> Graph:
        with np.errstate(over="ignore"):  # the hash is meant to wrap, where it is not compiled
            self._enter(start)
            self._find()
            scores = self._scores()
            size = int(self.progress[1])
            least, most, plies = self._decide(scores)
        return Graph(
            self.region, self.question, start, self.suicide, self.target, self.keys[:size].copy(), self.table,
            least, most, plies, self.first[: size + 1], self.targets[: int(self.progress[2])], scores, self.ko,
        )

    def _enter(self, start: State) -> None:
        _, self.progress[1] = _kernels().numbered(_key(self.region, start), self.keys, self.table, 0)

    def _find(self) -> None:
        """All states, breadth first."""
        k = _kernels()
        region = self.region
        stones, owner = target_code(self.target)
        while self.progress[0] < self.progress[1]:
            before = int(self.progress[0])
            k.grown(
                self.keys, self.table, self.first, self.targets, self.progress, _CHUNK, region.near,
                np.uint64(region.points), np.uint64(region.playable), wall_bits(region), region.symmetries,
                region.neutral, self.suicide, int(self.ko), int(self.question), stones, owner,
            )
            done = int(self.progress[0]) - before
            self.budget.spend(done)
            if done < _CHUNK:
                self._grow()
            else:
                self.budget.progress(f"{self.progress[1]} states found, {self.progress[0]} looked at")

    def _grow(self) -> None:
        """More room, twice as much where it is short."""
        done, size, edges = (int(number) for number in self.progress)
        if done == size:
            return
        room = self.region.size + 1
        keys = self.keys.size if size + room <= self.keys.size else 2 * self.keys.size
        edges_room = self.targets.size if edges + room <= self.targets.size else self.targets.size * 3 // 2
        slots = self.table.size
        while 2 * keys + 4 * room > slots:
            slots *= 2
        # what the solving needs beside: a score, four values, their plies, two counts, a queue, both ways of an edge
        self.budget.need(keys * (8 + 8 + 8 + 1 + 4 + 8 + 4 + 16 + 4) + slots * 4 + edges_room * 8)
        if keys != self.keys.size:
            self.keys = np.concatenate([self.keys[:size], np.empty(keys - size, np.uint64)])
            self.first = np.concatenate([self.first[: done + 1], np.zeros(keys - done, np.int64)])
        if edges_room != self.targets.size:
            self.targets = np.concatenate([self.targets[:edges], np.empty(edges_room - edges, np.int32)])
        if slots != self.table.size:
            self.table = np.full(slots, -1, np.int32)
            _kernels().filled(self.keys, self.table, size)

    def _scores(self) -> npt.NDArray[np.int8]:
        k = _kernels()
        size = int(self.progress[1])
        scores = np.empty(size, np.int8)
        stones, owner = target_code(self.target)
        for begin in range(0, size, 4 * _CHUNK):
            k.scored(
                self.keys, scores, begin, min(size, begin + 4 * _CHUNK), self.region.near,
                np.uint64(self.region.points), wall_bits(self.region), self.suicide, int(self.question), stones, owner,
            )
            self.budget.spend(0)
        return scores

    def _decide(self, scores: npt.NDArray[np.int8]) -> Values:
        size, edges = int(self.progress[1]), int(self.progress[2])
        self.budget.progress(f"{size} states, {edges} moves: working back from the final boards")
        best = self.region.size if self.question is Question.AREA else 1
        return Decider(scores, self.first[: size + 1], self.targets[:edges], best).values(np.zeros(size, np.bool_))


Values = tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int16]]
"""Graph.least, most and plies."""


class Decider:
    """The values of all states of a graph, whichever of them no move may lead to."""

    def __init__(
        self, scores: npt.NDArray[np.int8], first: npt.NDArray[np.int64], targets: npt.NDArray[np.int32], best: int
    ) -> None:
        """`best` is the highest score there can be; the rest as in `Graph`."""
        self._scores, self._first, self._best = scores, first, best
        self._from, self._parents = np.zeros(len(scores) + 1, np.int64), np.empty(len(targets), np.int32)
        _kernels().parents_of(len(scores), first, targets, self._from, self._parents)
        self._unmet = np.empty(2 * len(scores), np.int16)

    def values(self, forbidden: npt.NDArray[np.bool_]) -> Values:
        """The values where no move leads to a forbidden state; a pass may."""
        size = len(self._scores)
        least, most = np.empty(2 * size, np.int8), np.empty(2 * size, np.int8)
        plies = np.empty(4 * size, np.int16)
        _kernels().decided(
            size, self._best, self._scores, self._first, self._from, self._parents, forbidden, least, most, plies,
            self._unmet,
        )
        return least, most, plies


__all__ = ["MOST_POINTS", "Decider", "Graph", "OutOfBudget", "Values", "solve"]
