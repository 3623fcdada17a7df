"""The tree of a solution: the moves that reach the result, the answer to each defence, and what refutes other moves."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, field, replace

from ...board import PASS, Color, Position
from ..answer import Answer, Evidence, Result
from .problem_solution import LEAVES, ProblemResult, Solution, ask
from .problem_statement import Problem

MAX_NODES = 300
MOST_REPLIES = 6
"""So many defences of a position are shown, those that take the most nodes to refute."""
DEEPEST = 60
MOST_FAILURES = 6
"""So many first moves that do not reach the result are shown, those that take the most nodes to refute."""
REACH = 4
"""Defences are at most so many steps away from the stones in question."""
NODES = 2000
"""The limit of the search of a position of the tree."""
FAILURES_SHARE = 0.3
"""The part of the time for first moves that do not reach the result."""


@dataclass
class SolutionNode:
    """A position of the tree.

    Public attributes:
      move     -- the point or PASS that led here; None at the root
      color    -- Color of the side that played it
      position -- Position after it
      answer   -- Answer for the side to move; in a line that refutes a first move, the one after that move
      children -- the moves shown from here: those of the solution, or the defences
      fails    -- whether it is a first move that does not reach the result, or a move of the line that refutes one
    """

    move: int | None
    color: Color
    position: Position
    answer: Answer
    children: list[SolutionNode] = field(default_factory=list)
    fails: bool = False


def solution_tree(
    position: Position, solution: Solution, *, max_nodes: int = MAX_NODES, seconds: float | None = None
) -> SolutionNode:
    """Return the tree of a solution, its root the position of the problem.

    Of the side that solves it each first move of the solution is shown, later one move a position; of the other side
    the defences that are hardest to refute. Hard ones are followed first, until there are `max_nodes`. A line also ends
    where a ko would have to be retaken after a threat. First moves that do not reach the result come last, beyond
    `max_nodes`, each with one line that refutes it; none if the result is a seki or unknown. Where the tree was cut
    after a defence, the move that answers it follows, also beyond `max_nodes`, if it is known and no ko decides.

    seconds -- the CPU time after which no further position is searched: lines end where they are then, and first moves
               that fail are shown so far as they were searched in FAILURES_SHARE of it
    """
    start = time.process_time()
    failures = _failures(position, solution, None if seconds is None else start + FAILURES_SHARE * seconds)
    deadline = None if seconds is None else start + seconds
    solver = position.to_move
    root = SolutionNode(None, solver.opponent, position, solution.answer)
    count = 1
    queue: list[tuple[int, int, SolutionNode]] = []
    for move in filter(position.is_legal, solution.first_moves):
        child = _after(position, move, solution.problem)
        root.children.append(child)
        count += 1
        heapq.heappush(queue, (0, count, child))
    while queue and count < max_nodes and not _is_over(deadline):
        depth, _, node = heapq.heappop(queue)
        solving = node.position.to_move is solver
        if depth >= DEEPEST or (not solving and node.answer.nodes <= 1):  # decided as it stands
            continue
        problem = solution.problem
        node.children = _solving(node, problem) if solving else defences(node.position, problem, deadline=deadline)
        for child in node.children:
            count += 1
            heapq.heappush(queue, (depth + 1, count, child))
    for _, _, node in queue:  # the tree was cut here
        if node.position.to_move is solver:
            node.children = _last_move(node)
    root.children += failures
    return root


def _is_over(deadline: float | None) -> bool:
    """Return whether a CPU time is over."""
    return deadline is not None and time.process_time() >= deadline


def _failures(position: Position, solution: Solution, deadline: float | None) -> list[SolutionNode]:
    """Return first moves that do not reach the result, those hardest to refute first, with the refutations."""
    if solution.result in (ProblemResult.SEKI, ProblemResult.UNKNOWN):
        return []
    reached = LEAVES.get(solution.answer.result, LEAVES[Result.KO_AFTER])  # after a loss no ko is a failure
    tries, _ = _searched(position, solution.problem, NODES, REACH, deadline)
    failing = [
        node for node in tries
        if node.answer.finished and node.answer.result not in reached and node.move not in solution.first_moves
    ]  # fmt: skip
    for node in failing[:MOST_FAILURES]:
        node.fails, last = True, node
        for move in node.answer.line:
            if move == PASS or not last.position.is_legal(move):  # a ko is retaken after threats
                break
            reply = SolutionNode(move, last.position.to_move, last.position.play(move), node.answer, fails=True)
            last.children, last = [reply], reply
    return failing[:MOST_FAILURES]


def defences(
    position: Position, problem: Problem, *, nodes: int = NODES, reach: int = REACH, most: int = MOST_REPLIES,
    deadline: float | None = None,
) -> list[SolutionNode]:
    """Return the moves of the side to move that need an answer, those hardest to refute first.

    nodes -- the limit of the search of each of them
    reach -- how many steps they may be away from the stones in question
    most  -- how many are returned
    deadline -- the CPU time by which all have to be searched; otherwise none is returned
    """
    found, complete = _searched(position, problem, nodes, reach, deadline)
    return found[:most] if complete else []


def _searched(
    position: Position, problem: Problem, nodes: int, reach: int, deadline: float | None
) -> tuple[list[SolutionNode], bool]:
    """Return the moves of the side to move that need an answer, those hardest to refute first, so far as they were
    searched until a CPU time, and whether that is all of them.
    """
    found = []
    complete = True
    for point in sorted(_near(position, problem, reach)):
        complete = not _is_over(deadline)
        if not complete:
            break
        if position.is_legal(point):
            child = _after(position, point, problem, nodes)
            needs_answer = child.answer.move is not None or child.answer.result is not Result.WORKS
            if needs_answer:
                found.append(child)
    found.sort(key=lambda child: (-child.answer.nodes, child.move))
    return found, complete


def _after(position: Position, move: int, problem: Problem, nodes: int = NODES) -> SolutionNode:
    """Return the node after a move of the side to move."""
    after = position.play(move)
    return SolutionNode(move, position.to_move, after, ask(after, problem, nodes=nodes))


def _solving(node: SolutionNode, problem: Problem) -> list[SolutionNode]:
    """Return the move of the side that solves the problem; none if nothing more is needed, or a ko threat first."""
    move = node.answer.move
    return [_after(node.position, move, problem)] if move is not None and node.position.is_legal(move) else []


def _last_move(node: SolutionNode) -> list[SolutionNode]:
    """Return the move that answers a defence, as far as that is known without another search: the end of a line."""
    answer, move = node.answer, node.answer.move
    if not answer.finished or answer.result is not Result.WORKS or move is None or not node.position.is_legal(move):
        return []
    after = replace(
        answer, result=Result.FAILS, move=None, line=answer.line[1:], evidence=Evidence.READ, relevance_bits=0
    )
    return [SolutionNode(move, node.position.to_move, node.position.play(move), after)]


def _near(position: Position, problem: Problem, reach: int) -> set[int]:
    """Return the empty points that the stones in question reach in so many steps, not through the other side's."""
    reached = {point for point in problem.stones if position.stones[point] == problem.owner}
    for _ in range(reach):
        beside = {near for point in reached for near in position.grid.beside[point]}
        reached |= {point for point in beside if position.stones[point] != problem.owner.opponent}
    return {point for point in reached if position.stones[point] == 0}


__all__ = ["MAX_NODES", "SolutionNode", "defences", "solution_tree"]
