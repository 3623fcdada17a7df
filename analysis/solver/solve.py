"""Solving a position of a small board: by a table of all states, by proofs, or with whole histories."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..board import BLACK, Ko
from ..region.cycles import cycles
from ..region.proof_search import MOST_POINTS as MOST_PROVABLE
from ..region.proof_search import Prover
from ..region.region import Region, whole_board
from ..region.search_budget import Budget, OutOfBudget
from ..region.search_state import Bounds, KoRule, State
from ..region.state_graph import solve_graph
from ..region.superko_search import SuperkoSearch
from ..runtime.process_memory import resident_bytes
from .knowledge import SuperkoKnowledge, TableKnowledge
from .problem import Problem
from .proof_tasks import FIRST_SLICE, Guesser, solve_by_proof
from .solution import Bracket, Solution
from .solver_rules import Rules


class SolverError(ValueError):
    """A board and rules that no method here can solve. The message is one line."""


ALWAYS_TABLED = 12
MOST_TABLED = 16
MOST_WITH_HISTORY = 12
"""Up to so many points, games under superko are searched with their history; up to MOST_TABLED there is a bracket."""

LEAST_TABLES = 8 << 20
"""Bytes for tables below which a limit of the process is refused."""


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

    With a komi no more is proved than who wins. If the budget runs out, the answer is a bracket of what is proved then,
    and `Solution.notes` say why. `known` is an earlier, partial answer to the same question, with any komi, to continue
    from.

    Raises SolverError where no method can solve the board: beyond 27 points; with suicide (proofs rest on stones that
    cannot be captured) and under superko beyond 16. Under superko beyond 12 points the answer is usually a bracket.
    Also where a limit of the process (`Budget.process`) leaves no memory for tables.
    """
    start, rules, budget = start or State(0, 0), rules or Rules(), budget or Budget()
    region = _checked_region(height, width, rules)
    bracket = Bracket(-region.size, region.size) if known is None else known.bracket
    asked = None if komi is None else Fraction(komi)
    problem = Problem(height, width, region, start, rules, asked, budget, bracket)
    if known is not None:
        problem.searched.update(known.searched)
    proofs = rules.ko is Ko.SIMPLE and region.size > ALWAYS_TABLED and not rules.suicide
    _check_memory(problem, proofs)
    if not proofs:
        return _by_table(problem) if rules.ko is Ko.SIMPLE else _by_history(problem)
    tabled = region.size <= MOST_TABLED
    found = solve_by_proof(problem, guesser, FIRST_SLICE if tabled else None)
    if found.proved or found.notes or not tabled:
        return found
    tried = _by_table(problem)
    return tried if tried.knowledge is not None else replace(found, nodes=tried.nodes, seconds=tried.seconds,
                                                            notes=tried.notes)


def _check_memory(problem: Problem, proofs: bool) -> None:
    """Set the memory of the budget. Raises SolverError if the process has less than its code and the least tables take.

    That a proof search and a table load their code is anticipated by the smallest of them.
    """
    budget = problem.budget
    if budget.process is None:
        return
    if proofs:
        Prover(problem.region, BLACK, problem.region.size, budget=Budget(memory=1 << 14)).forces_within(State(0, 0), 1)
    else:
        _load_tables()
    budget.measure()
    if budget.memory < LEAST_TABLES:
        code = resident_bytes()
        least = (code + LEAST_TABLES) * 33 // 32
        raise SolverError(f"memory: expected at least {(least >> 20) + 1} MB, of which the program itself takes "
                          f"{code >> 20}, got {budget.process >> 20} MB")


def _load_tables() -> None:
    """Have the code that tables need loaded."""
    cycles(solve_graph(whole_board(1, 2), State(0, 0)))


def _checked_region(height: int, width: int, rules: Rules) -> Region:
    """Return the region of the board. Raises SolverError if no method can solve it."""
    area = height * width
    most = MOST_TABLED if rules.suicide or rules.ko is not Ko.SIMPLE else MOST_PROVABLE
    if height < 1 or width < 1 or area > most:
        raise SolverError(f"a board to solve under {rules} has 1 to {most} points, got {height}x{width}")
    return whole_board(height, width)


def _by_table(problem: Problem) -> Solution:
    """Solve by a table of all states; without knowledge if the budget runs out."""
    rules, start = problem.rules, problem.start
    if problem.budget.process is not None:
        _load_tables()
    problem.budget.measure()
    try:
        graph = solve_graph(problem.region, start, suicide=rules.suicide, budget=problem.budget)
    except OutOfBudget as error:
        problem.notes.append(f"the table of all positions is not complete: {error}")
        return problem.solution("none", None)
    knowledge = TableKnowledge(graph, rules)
    problem.bracket = knowledge.bracket(start)
    endless = rules.value(Bounds(-problem.region.size, problem.region.size))
    return problem.solution("table", knowledge, graph.line(start, endless), graph)


def _by_history(problem: Problem) -> Solution:
    """Solve under superko by searching games with their history; every first move, too, if the budget lasts."""
    start, region, rules = problem.start, problem.region, problem.rules
    if start[:2] == (0, 0) and not start.passed and not rules.suicide:
        # The side to move may pass, which leaves the opponent the same moves and the end of the game at 0 points: were
        # every move worse than 0, the opponent would end it. (No later board is empty without suicide.)
        problem.narrow(*((0, region.size) if start.to_move is BLACK else (-region.size, 0)))
    try:
        if region.size > MOST_WITH_HISTORY:
            return _without_history(problem)
        games = SuperkoSearch(region, start, rules.ko, suicide=rules.suicide, budget=problem.budget)
    except OutOfBudget as error:
        problem.notes.append(f"the search has ended: {error}")
        return problem.solution("none", None)
    knowledge = SuperkoKnowledge(games, (start, problem.bracket))
    line: list[int] = []
    try:
        games.value([start])
        line = _line_of_histories(games, start)
        for after in games.moves([start]).values():
            if after is not None:
                games.value([start, after])
    except OutOfBudget as error:
        problem.notes.append(f"the search has ended: {error}")
    problem.bracket = knowledge.bracket(start)
    return problem.solution("history", knowledge, line)


def _without_history(problem: Problem) -> Solution:
    """Return bounds of a value under superko on a board that is too large for a search with histories.

    Under situational superko the value lies between the bounds without any ko rule (see `superko_search`), for which
    one table of all states is enough. Raises OutOfBudget.
    """
    region, rules, start = problem.region, problem.rules, problem.start
    why = f"games under superko are searched with their history up to {MOST_WITH_HISTORY} points"
    if rules.ko is Ko.SITUATIONAL:
        free = solve_graph(region, start, suicide=rules.suicide, ko=KoRule.FREE, budget=problem.budget)
        problem.narrow(*free.bounds(start))
        problem.notes.append(f"{why}; beyond, the value lies between those without any ko rule")
    else:
        problem.notes.append(f"{why}; beyond, under positional superko, nothing is proved but that the first to move "
                             "on the empty board, who may pass, does not lose")
    return problem.solution("history", None)


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


__all__ = ["Guesser", "SolverError", "solve"]
