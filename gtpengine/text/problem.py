"""A problem and its solution as text and as a dict for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from analysis.board import Position
from analysis.reading import Result
from analysis.reading.problems import Goal, Problem, ProblemResult, Solution

VERBS = {Goal.LIVE: "make live", Goal.KILL: "kill", Goal.CAPTURE: "capture", Goal.CONNECT: "connect"}


@dataclass(frozen=True)
class ProblemReport:
    """The solution of a problem of a position."""

    position: Position
    solution: Solution

    def payload(self) -> dict[str, Any]:
        """Return the solution as a dict for JSON: points as vertices, colours as letters."""
        found, vertex = self.solution, self.position.grid.vertex
        answer = found.answer
        return {
            "goal": found.problem.goal.value,
            "to_move": self.position.to_move.letter,
            "stones": [vertex(point) for point in found.problem.stones],
            "assumed_alive": [vertex(point) for point in found.problem.safe],
            "result": found.result.value,
            "first_moves": [vertex(point) for point in found.first_moves],
            "move_needed": found.move_needed,
            "threats": answer.threats,
            "code": code_of(found),
            "line": [vertex(point) for point in answer.line],
            "evidence": answer.evidence.value if answer.finished else None,
            "numbers": None if answer.numbers is None else list(answer.numbers),
            "nodes": found.nodes,
            "seconds": round(found.seconds, 3),
        }

    def lines(self) -> Iterator[str]:
        """Yield the solution as text: what is asked, the result, the first moves, the line, nodes and time."""
        found, grid = self.solution, self.position.grid
        yield f"{self.position.to_move.word.capitalize()} to move: {task_text(self.position, found.problem)}"
        yield result_text(self.position, found)
        if found.first_moves and found.move_needed:
            moves = grid.vertices(found.first_moves)
            label = "Most promising" if found.result is ProblemResult.UNKNOWN else "First moves"
            yield f"{label}: {moves}"
        if found.answer.line and found.result is not ProblemResult.UNKNOWN:
            yield f"Line: {grid.vertices(found.answer.line)}"
        yield f"{found.nodes:,} nodes, {found.seconds:.1f} s"


def code_of(solution: Solution) -> int | None:
    """Return GNU Go's code of the result, however many threats a ko takes; None if it is unknown.

    A group in seki was not killed.
    """
    if solution.result is ProblemResult.UNKNOWN:
        return None
    if solution.result is ProblemResult.SEKI:
        return int(Result.WORKS if solution.problem.goal is Goal.LIVE else Result.FAILS)
    return int(solution.answer.result)


def task_text(position: Position, problem: Problem) -> str:
    """Return what the side to move has to do, such as "kill the white group of A1, 5 stones"."""
    vertex, color = position.grid.vertex, problem.owner.word
    verb, stones = VERBS[problem.goal], problem.stones
    if problem.goal is Goal.CONNECT:
        return f"{verb} {' and '.join(map(vertex, stones))}"
    if problem.goal is Goal.CAPTURE:
        return f"{verb} the {color} chain of {vertex(stones[0])}"
    count = f"{len(stones)} stone{'s' * (len(stones) > 1)}"
    return f"{verb} the {color} group of {vertex(stones[0])}, {count}"


def result_text(position: Position, solution: Solution) -> str:
    """Return the result as a sentence."""
    answer, mover = solution.answer, position.to_move
    if solution.result is ProblemResult.UNKNOWN:
        numbers = answer.numbers
        open_positions = "" if numbers is None else f": at least {numbers[0]} positions to win, {numbers[1]} to refute"
        return f"Unknown: the search was not finished{open_positions}"
    if solution.result is ProblemResult.KO:
        return f"Ko: {ko_text(solution, mover.word.capitalize(), mover.opponent.word.capitalize())}"
    if solution.result is ProblemResult.LOSS:
        return "Loss: no first move reaches the goal, even by a ko"
    seki = solution.result is ProblemResult.SEKI
    remarks = ["the group lives without two eyes"] * seki + ["no move is needed"] * (not solution.move_needed)
    return ": ".join(filter(None, ("Seki" if seki else "Win", ", and ".join(remarks))))


def ko_text(solution: Solution, mover: str, other: str) -> str:
    """Return who has to make the first threat of a ko, and how many threats decide."""
    answer = solution.answer
    who = other if answer.result is Result.KO_FIRST else mover
    if answer.threats is None:
        return f"{who} has to make the first threat; three more than the other side may not be enough"
    many = "threat" if answer.threats == 1 else "threats"
    return f"{who} has to make the first threat, and needs {answer.threats} {many} more than the other side"


__all__ = ["ProblemReport", "code_of", "result_text", "task_text"]
