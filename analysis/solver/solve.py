"""Solving a position of a small board: by a table of all states, by proofs from both sides, or with whole histories."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..board import BLACK, WHITE, Color, Ko
from ..region.cycles import cycles
from ..region.history import FullHistory
from ..region.proof import DEEPEST, Prover
from ..region.proof import MOST_POINTS as MOST_PROVABLE
from ..region.question import PASS, Bounds, KoRule, State, children
from ..region.region import Region, whole_board
from ..region.search_budget import Budget, OutOfBudget
from ..region.state_graph import Graph
from ..region.state_graph import solve as solve_graph
from .knowledge import FromHistory, FromProofs, FromTable, Knowledge
from .solution import Bracket, Solution
from .solver_rules import Rules


class SolverError(ValueError):
    """A question that no engine here can take. The message is one line."""


Guesser = Callable[[int, int, State], Sequence[int]]
"""From height, width and a state, points to try, the best first; none if it has no idea."""

ALWAYS_TABLED = 12
MOST_TABLED = 16
MOST_WITH_HISTORY = 12
"""Up to so many points, games under superko are searched with their history; up to MOST_TABLED there is a bracket."""

_FIRST_SLICE = 1 << 19
_HINTED = 60  # positions for which the guesser is asked


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
    """The value of a position, by default of the empty board with Black to move.

    With a komi no more is proved than who wins. If the budget runs out, the answer is what is proved then: a bracket.
    `known` is an earlier, partial answer to the same question with whatever komi, to go on from.

    Raises SolverError where no engine can take the board: beyond 27 points, with suicide beyond 16 (proofs rest on what
    cannot be captured) and under superko; there the answer is a bracket, mostly, beyond 12.
    """
    start, rules, budget = start or State(0, 0), rules or Rules(), budget or Budget()
    region = _checked_region(height, width, rules)
    bracket = Bracket(-region.size, region.size) if known is None else known.bracket
    asked = None if komi is None else Fraction(komi)
    question = _Question(height, width, region, start, rules, asked, budget, bracket)
    if known is not None:
        question.searched.update(known.searched)
    try:
        if rules.ko is not Ko.SIMPLE:
            return _by_history(question)
        if region.size > ALWAYS_TABLED and not rules.suicide:
            slices = _FIRST_SLICE if region.size <= MOST_TABLED else None
            found = _by_proof(question, guesser, slices)
            if found.proved or slices is None:
                return found
        return _by_table(question)
    except OutOfBudget:
        return question.solution("none", None)


@dataclass
class _Question:
    """What is asked, and what is known by now."""

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
                 graph: Graph | None = None) -> Solution:
        """The answer as far as it is known."""
        return Solution(
            self.height, self.width, self.start, self.rules, self.komi, self.bracket,
            {} if knowledge is None else knowledge.moves(self.start), tuple(variation), self.budget.used,
            self.budget.elapsed, method, 0 if graph is None else graph.states, dict(self.searched),
            None if graph is None else cycles(graph), knowledge,
        )


def _checked_region(height: int, width: int, rules: Rules) -> Region:
    area = height * width
    most = MOST_TABLED if rules.suicide or rules.ko is not Ko.SIMPLE else MOST_PROVABLE
    if height < 1 or width < 1 or area > most:
        raise SolverError(f"a board to solve under {rules} has 1 to {most} points, got {height}x{width}")
    return whole_board(height, width)


def _by_table(question: _Question) -> Solution:
    """All states there are."""
    rules, start = question.rules, question.start
    graph = solve_graph(question.region, start, suicide=rules.suicide, budget=question.budget)
    knowledge = FromTable(graph, rules)
    question.bracket = knowledge.bracket(start)
    endless = rules.value(Bounds(-question.region.size, question.region.size))
    return question.solution("table", knowledge, graph.line(start, endless), graph)


def _by_history(question: _Question) -> Solution:
    """The game tree under superko, the value of every first move included if the budget lasts.

    Situational superko leaves the values between those without any ko rule (see `history`), for which one table of all
    states is enough; beyond the boards whose games can be searched that is all that is said.
    """
    start, region = question.start, question.region
    if question.rules.ko is Ko.SITUATIONAL and region.size > MOST_WITH_HISTORY:
        free = solve_graph(region, start, suicide=question.rules.suicide, ko=KoRule.FREE, budget=question.budget)
        question.bracket = Bracket(*free.bounds(start))
    if region.size > MOST_WITH_HISTORY:
        return question.solution("history", None)
    games = FullHistory(question.region, start, question.rules.ko, suicide=question.rules.suicide,
                        budget=question.budget)
    knowledge = FromHistory(games)
    line: list[int] = []
    try:
        games.value([start])
        line = _line_of_histories(games, start)
        for after in games.moves([start]).values():
            if after is not None:
                games.value([start, after])
    except OutOfBudget:
        pass
    question.bracket = knowledge.bracket(start)
    return question.solution("history", knowledge, line)


def _line_of_histories(games: FullHistory, start: State) -> list[int]:
    """Best play for both, to the end of the game; of equal moves one on the board."""
    way, line = [start], []
    while True:
        value = games.value(way)
        point, after = next(
            (point, after) for point, after in games.moves(way).items()
            if (games.graph.final(way[-1]).low if after is None else games.value([*way, after])) == value
        )
        line.append(point)
        if after is None:
            return line
        way.append(after)


# -- proofs -----------------------------------------------------------------------------------------------------------


@dataclass
class _Task:
    """A goal that one player is trying to force, and the plies within which to search for it next."""

    player: Color
    goal: int
    prover: Prover
    depth: int

    @property
    def name(self) -> str:
        return f"{self.player.letter}{self.goal:+d}"


def _by_proof(question: _Question, guesser: Guesser | None, most: int | None) -> Solution:
    """Both players try to force more and more, in turn; at most so many nodes for each (None: as long as it takes).

    Beside the next point more, the whole board is tried for: on small boards it is what there often is to win.
    """
    start = question.start
    done: list[Prover] = []
    tasks: dict[tuple[Color, int], _Task] = {}
    nodes = _FIRST_SLICE
    try:
        while not question.answered:
            for player, goal in _goals(question):
                task = tasks.get((player, goal))
                if task is None:
                    task = tasks[player, goal] = _new_task(question, player, goal, guesser)
                if _forced(task, question, nodes):
                    low, high = question.bracket
                    low, high = (max(low, goal), high) if player is BLACK else (low, min(high, -goal))
                    question.bracket = Bracket(low, high)
                    done.append(task.prover)
                    break
            else:
                if most is not None and nodes > most:
                    break
                nodes *= 2
            for key in [key for key in tasks if key not in _goals(question)]:
                del tasks[key]
    except OutOfBudget:
        pass
    knowledge = FromProofs(question.region, question.rules, done, (start, question.bracket))
    deciding = [prover for prover in done if prover.known(start)]
    return question.solution("proof", knowledge, deciding[-1].line(start) if deciding else ())


def _goals(question: _Question) -> list[tuple[Color, int]]:
    """What is worth trying to force now."""
    low, high = question.bracket
    komi, size = question.komi, question.region.size
    goals: list[tuple[Color, int]] = []
    if komi is not None:
        # a win; failing that, a draw
        for player, own in ((BLACK, komi), (WHITE, -komi)):
            goals += [(player, math.floor(own) + 1), *([(player, int(own))] if own.denominator == 1 else [])]
    else:
        if low < high:
            goals.append((question.start.to_move, size))
        goals += [(BLACK, low + 1), (WHITE, 1 - high)]
    span = {BLACK: (low, high), WHITE: (-high, -low)}
    return list(dict.fromkeys((who, goal) for who, goal in goals if span[who][0] < goal <= span[who][1]))


def _new_task(question: _Question, player: Color, goal: int, guesser: Guesser | None) -> _Task:
    share = question.budget.share(0)
    share.memory //= 4
    prover = Prover(question.region, player, goal, suicide=question.rules.suicide, budget=share)
    if guesser is not None:
        _hint(prover, question, guesser)
    # Two plies at a time, so that the last is the prover's own; and from the first on, even if it was searched in
    # vain before: what is found there puts the moves in order.
    return _Task(player, goal, prover, 1 if player is question.start.to_move else 2)


def _forced(task: _Task, question: _Question, nodes: int) -> bool:
    """Whether the goal is proved with at most so many nodes more. Raises OutOfBudget if the whole budget is spent."""
    budget = question.budget
    prover = task.prover
    prover.budget = budget.share(nodes)
    try:
        while task.depth < DEEPEST:
            if prover.within(question.start, task.depth):
                return True
            question.searched[task.name] = max(task.depth, question.searched.get(task.name, 0))
            task.depth += 2
            budget.progress(
                f"{task.name} not within {task.depth - 2} moves; {question.bracket.lower} to {question.bracket.upper} "
                f"points, {budget.used + prover.budget.used} nodes"
            )
    except OutOfBudget:
        pass
    finally:
        budget.spend(prover.budget.used)
    return False


def _hint(prover: Prover, question: _Question, guesser: Guesser) -> None:
    """Have the guesser's best moves tried first, in the position and those that it leads to soon."""
    todo = [question.start]
    for state in todo:
        points = list(guesser(question.height, question.width, state))
        after = children(question.region, state, question.rules.suicide)
        points = [point for point in points if point != PASS and point in after]
        if points:
            prover.advise(state, points[0])
        todo += [next_ for point in points[:2] if (next_ := after[point]) is not None and len(todo) < _HINTED]


__all__ = ["Guesser", "SolverError", "solve"]
