"""Solving by proofs: both players in turn try to force more and more points.

The tables of the searches that are under way share the memory; of a finished search only the proofs are kept, packed.
Where even they take too much, the oldest, of the lowest goals, are dropped, which is noted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..board import BLACK, WHITE, Color
from ..region.proof_search import DEEPEST, Prover
from ..region.search_budget import OutOfBudget
from ..region.search_state import PASS, State, children
from .knowledge import ProofKnowledge
from .problem import Problem
from .solution import Bracket, Solution

Guesser = Callable[[int, int, State], Sequence[int]]
"""Maps height, width and a state to points to try, the best first; may return none."""

FIRST_SLICE = 1 << 19
"""Nodes for each goal at first."""
_HINTED = 60  # positions for which the guesser is called


def solve_by_proof(problem: Problem, guesser: Guesser | None, most: int | None) -> Solution:
    """Solve by proofs, with at most `most` nodes for each goal (None: no limit).

    Besides one point more, a goal is the whole board, which on small boards is often won.
    """
    tasks = _Tasks(problem, [] if guesser is None else _hints(problem, guesser))
    problem.budget.measure()
    try:
        tasks.search(most)
    except OutOfBudget as error:
        problem.notes.append(f"the search has ended: {error}")
    return tasks.solution()


@dataclass
class _Task:
    """A goal that one player tries to force, and the plies within which to search for it next."""

    player: Color
    goal: int
    prover: Prover
    depth: int

    @property
    def name(self) -> str:
        return f"{self.player.letter}{self.goal:+d}"


class _Tasks:
    """The searches under way, by player and goal, and the finished ones, each of which proved its goal."""

    def __init__(self, problem: Problem, hints: Sequence[tuple[State, int]]) -> None:
        self._problem, self._hints = problem, hints
        self._open: dict[tuple[Color, int], _Task] = {}
        self._done: list[Prover] = []
        self._first: dict[State, Bracket] = {}
        """What the dropped proofs said of the states after each first move."""

    def search(self, most: int | None) -> None:
        """Search for one goal after the other until the question is answered. Raises OutOfBudget."""
        problem = self._problem
        nodes = FIRST_SLICE
        while not problem.answered:
            for player, goal in _goals(problem):
                task = self._open.get((player, goal))
                if task is None:
                    task = self._open[player, goal] = self._new_task(player, goal)
                if _forced(task, problem, nodes):
                    self._finish(task)
                    break
            else:
                if most is not None and nodes > most:
                    return
                nodes *= 2

    def solution(self) -> Solution:
        """Return the answer as far as it is proved; the tables of the unfinished searches are dropped."""
        problem, start = self._problem, self._problem.start
        self._open.clear()
        knowledge = ProofKnowledge(
            problem.region, problem.rules, self._done, {**self._first, start: problem.bracket}
        )
        deciding = [prover for prover in self._done if prover.proved_plies(start)]
        return problem.solution("proof", knowledge, deciding[-1].line(start) if deciding else ())

    def _new_task(self, player: Color, goal: int) -> _Task:
        problem = self._problem
        share = problem.budget.share(0)
        waiting = sum(key not in self._open for key in _goals(problem))
        tables = share.memory * 7 // 8 - sum(task.prover.nbytes for task in self._open.values())
        share.memory = max(0, tables) // waiting
        prover = Prover(problem.region, player, goal, suicide=problem.rules.suicide, budget=share)
        for state, point in self._hints:
            prover.suggest(state, point)
        # Two plies at a time, so that the last is the prover's own; and from the first on, even if it was searched in
        # vain before: shallow searches order the moves.
        return _Task(player, goal, prover, 1 if player is problem.start.to_move else 2)

    def _finish(self, proved: _Task) -> None:
        """Take a proved goal into the bracket, pack its proofs, and end the searches that are no longer needed."""
        problem, goal = self._problem, proved.goal
        area = problem.region.size
        problem.narrow(*((goal, area) if proved.player is BLACK else (-area, -goal)))
        table = proved.prover.nbytes
        goals = _goals(problem)
        for key in [key for key in self._open if key not in goals]:
            del self._open[key]
        proved.prover.pack()
        self._done.append(proved.prover)
        allowed = problem.budget.memory - len(goals) * table
        while len(self._done) > 1 and sum(prover.nbytes for prover in self._done) > allowed:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop the proofs of the first goal, except for what they say of the states after each first move."""
        problem, oldest = self._problem, self._done[0]
        knowledge = ProofKnowledge(problem.region, problem.rules, [oldest], self._first)
        for after in children(problem.region, problem.start, problem.rules.suicide).values():
            if after is not None:
                self._first[after] = knowledge.bracket(after)
        del self._done[0]
        problem.notes.append("proofs of lower goals were dropped for want of memory: values of other positions are "
                             "wider brackets")


def _goals(problem: Problem) -> list[tuple[Color, int]]:
    """Return the goals to try next, (player, points in the player's terms), the first ones first."""
    low, high = problem.bracket
    komi, size = problem.komi, problem.region.size
    goals: list[tuple[Color, int]] = []
    if komi is not None:
        # a win; failing that, a draw
        for player, own in ((BLACK, komi), (WHITE, -komi)):
            goals += [(player, math.floor(own) + 1), *([(player, int(own))] if own.denominator == 1 else [])]
    else:
        if low < high:
            goals.append((problem.start.to_move, size))
        goals += [(BLACK, low + 1), (WHITE, 1 - high)]
    span = {BLACK: (low, high), WHITE: (-high, -low)}
    return list(dict.fromkeys((who, goal) for who, goal in goals if span[who][0] < goal <= span[who][1]))


def _forced(task: _Task, problem: Problem, nodes: int) -> bool:
    """Return whether the goal is proved with so many more nodes. Raises OutOfBudget if the whole budget is spent."""
    budget = problem.budget
    prover = task.prover
    prover.budget = budget.share(nodes)
    try:
        while task.depth < DEEPEST:
            if prover.forces_within(problem.start, task.depth):
                return True
            problem.searched[task.name] = max(task.depth, problem.searched.get(task.name, 0))
            task.depth += 2
            budget.progress(
                f"{task.name} not within {task.depth - 2} moves; {problem.bracket.lower} to {problem.bracket.upper} "
                f"points, {budget.used + prover.budget.used} nodes"
            )
    except OutOfBudget:
        pass
    finally:
        budget.spend(prover.budget.used)
    return False


def _hints(problem: Problem, guesser: Guesser) -> list[tuple[State, int]]:
    """Return the guesser's best move in the start and in positions soon after it."""
    todo, found = [problem.start], []
    for state in todo:
        points = list(guesser(problem.height, problem.width, state))
        after = children(problem.region, state, problem.rules.suicide)
        points = [point for point in points if point != PASS and point in after]
        if points:
            found.append((state, points[0]))
        todo += [next_ for point in points[:2] if (next_ := after[point]) is not None and len(todo) < _HINTED]
    return found


__all__ = ["FIRST_SLICE", "Guesser", "solve_by_proof"]
