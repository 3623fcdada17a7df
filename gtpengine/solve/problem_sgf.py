"""The solution of a problem as a game record: the working first moves, the defences, and what refutes them.

The root has the position, the stones in question marked by triangles, and the result as its comment. Moves of the
solution are marked TE (good), and the last position of each of their lines says how it ends. First moves that fail are
marked BM (bad), and the line that follows refutes them.
"""

from __future__ import annotations

import numpy as np
from sgfmill import sgf_grammar

from analysis.board import BLACK, WHITE
from analysis.reading import Result
from analysis.reading.problems import Goal, ProblemResult, SolutionNode, solution_tree

from ..records.sgf_values import sgf_point
from ..text.problem import ProblemReport, result_text, task_text
from .sgf_tree import root_properties, text_value

ENDS = {
    Goal.KILL: "The group is dead.", Goal.LIVE: "The group lives.", Goal.CAPTURE: "The chain is captured.",
    Goal.CONNECT: "The chains are connected.",
}


def problem_to_sgf(report: ProblemReport, seconds: float | None = None) -> bytes:
    """Return the tree of a solution as SGF.

    seconds -- the CPU time after which the tree does not grow any more
    """
    tree = solution_tree(report.position, report.solution, seconds=seconds)
    failures = {id(node): _failure(report, node) for node in tree.children if node.fails}
    coarse = sgf_grammar.make_coarse_game_tree(
        tree, lambda node: node.children, lambda node: _properties(report, node) | failures.get(id(node), {})
    )
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data


def _properties(report: ProblemReport, node: SolutionNode) -> dict[str, list[bytes]]:
    grid = report.position.grid
    if node.move is None:
        return _header(report)
    found = {node.color.letter: [sgf_point(grid, node.move).encode()]}
    solver = report.position.to_move
    if node.fails:
        return found
    comments = []
    if node.color is solver and report.solution.result is not ProblemResult.UNKNOWN:
        found["TE"] = [b"1"]
        if node.answer.result.by_ko:
            comments.append("Ko.")
    if not node.children:
        comments.append(_end(report, node))
    return found | ({"C": [text_value(" ".join(comments))]} if any(comments) else {})


def _failure(report: ProblemReport, node: SolutionNode) -> dict[str, list[bytes]]:
    """Return the mark and the comment of a first move that does not reach the result."""
    comment = "Fails."
    if node.answer.result.by_ko:
        comment = "A worse ko." if report.solution.answer.result.by_ko else "Only a ko."
    return {"BM": [b"1"], "C": [text_value(comment)]}


def _end(report: ProblemReport, node: SolutionNode) -> str:
    """Return how a line ends; "" where the tree was cut."""
    works = node.answer.result is (Result.FAILS if node.color is report.position.to_move else Result.WORKS)
    return ENDS[report.solution.problem.goal] if works and node.answer.finished else ""


def _header(report: ProblemReport) -> dict[str, list[bytes]]:
    position, solution = report.position, report.solution
    grid, player = position.grid, position.to_move
    comment = f"{player.word.capitalize()} to move: {task_text(position, solution.problem)}.\n"
    comment += f"{result_text(position, solution)}."
    if solution.result is ProblemResult.UNKNOWN and solution.first_moves:
        comment += " The move shown is the most promising one."
    black, white = (np.flatnonzero(position.stones == color).tolist() for color in (BLACK, WHITE))
    return root_properties(grid, player, black, white) | {
        "C": [text_value(comment)],
        "TR": [sgf_point(grid, point).encode() for point in solution.problem.stones],
    }


__all__ = ["problem_to_sgf"]
