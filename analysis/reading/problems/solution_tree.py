"""The tree of a solution: the moves that reach the result, and the answer to each defence."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from ...board import Color, Position
from ..answer import Answer, Result
from .problem_solution import Solution, ask
from .problem_statement import Problem

MAX_NODES = 300
MOST_REPLIES = 6
"""So many defences of a position are shown, those that take the most nodes to refute."""
DEEPEST = 60
REACH = 4
"""Defences are at most so many steps away from the stones in question."""
NODES = 2000
"""The limit of the search of a position of the tree."""


@dataclass
class SolutionNode:
    """A position of the tree.

    Public attributes:
      move     -- the point or PASS that led here; None at the root
      color    -- Color of the side that played it
      position -- Position after it
      answer   -- Answer for the side to move
      children -- the moves shown from here: those of the solution, or the defences
    """

    move: int | None
    color: Color
    position: Position
    answer: Answer
    children: list[SolutionNode] = field(default_factory=list)


def solution_tree(position: Position, solution: Solution, *, max_nodes: int = MAX_NODES) -> SolutionNode:
    """Return the tree of a solution, its root the position of the problem.

    Of the side that solves it each first move of the solution is shown, later one move a position; of the other side
    the defences that are hardest to refute. Hard ones are followed first, until there are `max_nodes`.
    """
    solver = position.to_move
    root = SolutionNode(None, solver.opponent, position, solution.answer)
    count = 1
    queue: list[tuple[int, int, SolutionNode]] = []
    for move in solution.first_moves:
        child = _after(root, move, solution.problem)
        root.children.append(child)
        count += 1
        heapq.heappush(queue, (0, count, child))
    while queue and count < max_nodes:
        depth, _, node = heapq.heappop(queue)
        solving = node.position.to_move is solver
        if depth >= DEEPEST or (not solving and node.answer.nodes <= 1):  # decided as it stands
            continue
        node.children = _solving(node, solution.problem) if solving else _defences(node, solution.problem)
        for child in node.children:
            count += 1
            heapq.heappush(queue, (depth + 1, count, child))
    return root


def _after(node: SolutionNode, move: int, problem: Problem) -> SolutionNode:
    """Return the node after a move."""
    after = node.position.play(move)
    return SolutionNode(move, node.position.to_move, after, ask(after, problem, nodes=NODES))


def _solving(node: SolutionNode, problem: Problem) -> list[SolutionNode]:
    """Return the move of the side that solves the problem; none if nothing more is needed."""
    move = node.answer.move
    return [] if move is None else [_after(node, move, problem)]


def _defences(node: SolutionNode, problem: Problem) -> list[SolutionNode]:
    """Return the defences that need an answer, the hardest first."""
    position = node.position
    found = []
    for point in sorted(_near(position, problem)):
        if position.is_legal(point):
            child = _after(node, point, problem)
            needs_answer = child.answer.move is not None or child.answer.result is not Result.WORKS
            if needs_answer:
                found.append(child)
    found.sort(key=lambda child: (-child.answer.nodes, child.move))
    return found[:MOST_REPLIES]


def _near(position: Position, problem: Problem) -> set[int]:
    """Return the empty points that the stones in question reach in so many steps, not through the other side's."""
    reached = {point for point in problem.stones if position.stones[point] == problem.owner}
    for _ in range(REACH):
        beside = {near for point in reached for near in position.grid.beside[point]}
        reached |= {point for point in beside if position.stones[point] != problem.owner.opponent}
    return {point for point in reached if position.stones[point] == 0}


__all__ = ["MAX_NODES", "SolutionNode", "solution_tree"]
