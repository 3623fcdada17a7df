"""Solving a position of a small board: by a table of all states, by proofs, or with whole histories."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, WHITE, Color, Ko
from ..region.cycles import cycles
from ..region.proof_search import DEEPEST, Prover
from ..region.proof_search import MOST_POINTS as MOST_PROVABLE
from ..region.region import Region, whole_board
from ..region.search_budget import Budget, OutOfBudget
from ..region.search_state import PASS, Bounds, KoRule, State, children
from ..region.state_graph import StateGraph, solve_graph
from ..region.superko_search import SuperkoSearch
from .knowledge import ProofKnowledge, SuperkoKnowledge, TableKnowledge
from .solution import Bracket, Knowledge, Solution
from .solver_rules import Rules


class SolverError(ValueError):
    """A board and rules that no method here can solve. The message is one line."""


Guesser = Callable[[int, int, State], Sequence[int]]
"""Maps height, width and a state to points to try, the best first; may return none."""

ALWAYS_TABLED = 12
MOST_TABLED = 16
MOST_WITH_HISTORY = 12
"""Up to so many points, games under superko are searched with their history; up to MOST_TABLED there is a bracket."""

_FIRST_SLICE = 1 << 19
_HINTED = 60  # positions for which the guesser is called


def solve(
    height: int,
    width: int,
    *,
    start: State | None = None,
    rules: Rules | None = None,
    komi: Fraction | int | None = None,
    budget: Budget | None = None,
    known: Solution | None = None,
    guesser: Guesser | None = None,
) -> Solution:
    """Solve a position, by default the empty board with Black to move.

    With a komi no more is proved than who wins. If the budget runs out, the answer is a bracket of what is proved then.
    `known` is an earlier, partial answer to the same question, with any komi, to continue from.

    Raises SolverError where no method can solve the board: beyond 27 points; with suicide (proofs rest on stones that
    cannot be captured) and under superko beyond 16. Under superko beyond 12 points the answer is usually a bracket.
    """
    start, rules, budget = start or State(0, 0), rules or Rules(), budget or Budget()
    region = _checked_region(height, width, rules)
    bracket = Bracket(-region.size, region.size) if known is None else known.bracket
    asked = None if komi is None else Fraction(komi)
    problem = _Problem(height, width, region, start, rules, asked, budget, bracket)
    if known is not None:
        problem.searched.update(known.searched)
    try:
        if rules.ko is not Ko.SIMPLE:
            return _by_history(problem)
        if region.size > ALWAYS_TABLED and not rules.suicide:
            slices = _FIRST_SLICE if region.size <= MOST_TABLED else None
            found = _by_proof(problem, guesser, slices)
            if found.proved or slices is None:
                return found
        return _by_table(problem)
    except OutOfBudget:
        return problem.solution("none", None)


@dataclass
class _Problem:
    """A position to solve, and what is proved so far."""

    height: int
    width: int
    region: Region
    start: State
    rules: Rules
    komi: Fraction | None
    budget: Budget
    bracket: Bracket
    searched: dict[str, int] = field(default_factory=dict)

    @property
    def answered(self) -> bool:
        return self.solution("", None).proved

    def solution(self, method: str, knowledge: Knowledge | None, variation: Sequence[int] = (),
                 graph: StateGraph | None = None) -> Solution:
        """Return the answer as far as it is proved."""
        return Solution(
            self.height, self.width, self.start, self.rules, self.komi, self.bracket,
            {} if knowledge is None else knowledge.moves(self.start), tuple(variation), self.budget.used,
            self.budget.elapsed, method, 0 if graph is None else graph.states, dict(self.searched),
            None if graph is None else cycles(graph), knowledge,
        )


def _checked_region(height: int, width: int, rules: Rules) -> Region:
    """Return the region of the board. Raises SolverError if no method can solve it."""
    area = height * width
    most = MOST_TABLED if rules.suicide or rules.ko is not Ko.SIMPLE else MOST_PROVABLE
    if height < 1 or width < 1 or area > most:
        raise SolverError(f"a board to solve under {rules} has 1 to {most} points, got {height}x{width}")
    return whole_board(height, width)


def _by_table(problem: _Problem) -> Solution:
    """Solve by a table of all states."""
    rules, start = problem.rules, problem.start
    graph = solve_graph(problem.region, start, suicide=rules.suicide, budget=problem.budget)
    knowledge = TableKnowledge(graph, rules)
    problem.bracket = knowledge.bracket(start)
    endless = rules.value(Bounds(-problem.region.size, problem.region.size))
    return problem.solution("table", knowledge, graph.line(start, endless), graph)


def _by_history(problem: _Problem) -> Solution:
    """Solve under superko by searching games with their history; every first move, too, if the budget lasts.

    Under situational superko the values lie between the bounds without any ko rule (see `superko_search`), for which
    one table of all states is enough; beyond MOST_WITH_HISTORY points that is the answer.
    """
    start, region = problem.start, problem.region
    if problem.rules.ko is Ko.SITUATIONAL and region.size > MOST_WITH_HISTORY:
        free = solve_graph(region, start, suicide=problem.rules.suicide, ko=KoRule.FREE, budget=problem.budget)
        problem.bracket = Bracket(*free.bounds(start))
    if region.size > MOST_WITH_HISTORY:
        return problem.solution("history", None)
    games = SuperkoSearch(problem.region, start, problem.rules.ko, suicide=problem.rules.suicide,
                          budget=problem.budget)
    knowledge = SuperkoKnowledge(games)
    line: list[int] = []
    try:
        games.value([start])
        line = _line_of_histories(games, start)
        for after in games.moves([start]).values():
            if after is not None:
                games.value([start, after])
    except OutOfBudget:
        pass
    problem.bracket = knowledge.bracket(start)
    return problem.solution("history", knowledge, line)


def _line_of_histories(games: SuperkoSearch, start: State) -> list[int]:
    """Return best play for both players to the end of the game; of equal moves one on the board."""
    states, line = [start], []
    while True:
        value = games.value(states)
        point, after = next(
            (point, after) for point, after in games.moves(states).items()
            if (games.graph.final(states[-1]).low if after is None else games.value([*states, after])) == value
        )
        line.append(point)
        if after is None:
            return line
        states.append(after)


# -- proofs -----------------------------------------------------------------------------------------------------------


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


def _by_proof(problem: _Problem, guesser: Guesser | None, most: int | None) -> Solution:
    """Solve by proofs: both players in turn try to force more and more points.

    At most `most` nodes for each goal (None: no limit). Besides one point more, a goal is the whole board, which on
    small boards is often won.
    """
    start = problem.start
    done: list[Prover] = []
    tasks: dict[tuple[Color, int], _Task] = {}
    nodes = _FIRST_SLICE
    try:
        while not problem.answered:
            for player, goal in _goals(problem):
                task = tasks.get((player, goal))
                if task is None:
                    task = tasks[player, goal] = _new_task(problem, player, goal, guesser)
                if _forced(task, problem, nodes):
                    low, high = problem.bracket
                    low, high = (max(low, goal), high) if player is BLACK else (low, min(high, -goal))
                    problem.bracket = Bracket(low, high)
                    done.append(task.prover)
                    break
            else:
                if most is not None and nodes > most:
                    break
                nodes *= 2
            for key in [key for key in tasks if key not in _goals(problem)]:
                del tasks[key]
    except OutOfBudget:
        pass
    knowledge = ProofKnowledge(problem.region, problem.rules, done, (start, problem.bracket))
    deciding = [prover for prover in done if prover.proved_plies(start)]
    return problem.solution("proof", knowledge, deciding[-1].line(start) if deciding else ())


def _goals(problem: _Problem) -> list[tuple[Color, int]]:
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


def _new_task(problem: _Problem, player: Color, goal: int, guesser: Guesser | None) -> _Task:
    share = problem.budget.share(0)
    share.memory //= 4
    prover = Prover(problem.region, player, goal, suicide=problem.rules.suicide, budget=share)
    if guesser is not None:
        _hint(prover, problem, guesser)
    # Two plies at a time, so that the last is the prover's own; and from the first on, even if it was searched in
    # vain before: shallow searches order the moves.
    return _Task(player, goal, prover, 1 if player is problem.start.to_move else 2)


def _forced(task: _Task, problem: _Problem, nodes: int) -> bool:
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


def _hint(prover: Prover, problem: _Problem, guesser: Guesser) -> None:
    """Have the guesser's best moves tried first, in the start and in positions soon after it."""
    todo = [problem.start]
    for state in todo:
        points = list(guesser(problem.height, problem.width, state))
        after = children(problem.region, state, problem.rules.suicide)
        points = [point for point in points if point != PASS and point in after]
        if points:
            prover.suggest(state, points[0])
        todo += [next_ for point in points[:2] if (next_ := after[point]) is not None and len(todo) < _HINTED]


__all__ = ["Guesser", "SolverError", "solve"]
