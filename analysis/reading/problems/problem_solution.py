"""The solution of a problem: the result, the first moves, and questions about the positions after them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from ...board import PASS, Position
from ...board.bit_sets import bits_of_points
from ..answer import Answer, Result
from ..captures import attack, defend
from ..connections import connect, disconnect
from ..life_and_death.group_question import GroupSearch, LifeRule, stones_to_keep
from .problem_statement import Goal, Problem

DEFAULT_NODES = 20_000
MOST_NODES = 1 << 18
"""The largest search, of which the table takes 120 megabytes."""
FIRST_NODES = 500
"""The nodes of the first searches if the time is limited; each time they are doubled."""
TRIED_NODES = 1000
"""Further first moves are searched with at least so many nodes."""


class ProblemResult(StrEnum):
    """What the side to move reaches."""

    WIN = "win"
    """The goal, whatever the kos."""
    KO = "ko"
    """The goal if it wins a ko."""
    SEKI = "seki"
    """A seki: the group lives without two eyes."""
    LOSS = "loss"
    UNKNOWN = "unknown"
    """The search was not finished."""


RESULTS = {Result.WORKS: ProblemResult.WIN, Result.FAILS: ProblemResult.LOSS, Result.UNKNOWN: ProblemResult.UNKNOWN}


@dataclass(frozen=True)
class Solution:
    """The solution of a problem.

    Public attributes:
      problem     -- Problem; to live, with two eyes as its goal if a group can get these and not only a seki
      result      -- ProblemResult; a seki may be called WIN or LOSS where the search whether it is one was not finished
      first_moves -- points, best first: those that reach the result; if it is UNKNOWN the most promising one; empty if
                     none helps. Where no move is needed one that reaches the result, or none
      move_needed -- False if a win or a seki is found to be reached by a pass, too
      answer      -- Answer for the side to move
      nodes       -- number of nodes searched, for all first moves
      seconds     -- CPU time
    """

    problem: Problem
    result: ProblemResult
    first_moves: tuple[int, ...]
    move_needed: bool
    answer: Answer
    nodes: int
    seconds: float


def solve_problem(
    position: Position, problem: Problem, *, nodes: int = DEFAULT_NODES, seconds: float | None = None,
    every_move: bool = False,
) -> Solution:
    """Return the solution of a problem of the side to move.

    nodes      -- the limit of each search if the time is not limited
    seconds    -- the CPU time after which no further search begins; searches grow until then
    every_move -- whether all first moves that reach the result are found, not one only, unless a pass reaches it, too
    """
    ask(position, problem, nodes=1)  # so that the time is not that of compiling
    start = time.process_time()
    answer = _growing(position, problem, seconds) if seconds is not None else ask(position, problem, nodes=nodes)
    used = answer.nodes
    result = ProblemResult.KO if answer.result.by_ko else RESULTS[answer.result]
    asked, by_pass = problem, None
    if _lives(problem, answer):
        strict_problem = replace(problem, two_eyes=True)
        strict = ask(position, strict_problem, nodes=_limit(answer))
        used += strict.nodes
        works = strict.result is Result.WORKS
        if strict.finished and works is (problem.goal is Goal.KILL):
            if problem.goal is Goal.KILL:
                asked, answer = strict_problem, strict
            result = ProblemResult.SEKI
        elif works:
            if answer.move is None:
                by_pass, reply = reaches(position, PASS, strict_problem, strict, DEFAULT_NODES)
                used += reply.nodes
            if not by_pass:
                problem, asked, answer = strict_problem, strict_problem, strict
    moves: tuple[int, ...] = () if answer.move is None else (answer.move,)
    deadline = None if seconds is None else start + seconds
    reached = result in (ProblemResult.WIN, ProblemResult.SEKI)
    if by_pass is None and moves and answer.finished and (reached or every_move) and not _is_over(deadline):
        by_pass, reply = reaches(position, PASS, asked, answer)
        used += reply.nodes
    by_pass = not moves if by_pass is None else by_pass
    if every_move and answer.finished and not by_pass:  # otherwise any move would do
        others, more = _other_moves(position, asked, answer, deadline)
        moves, used = moves + others, used + more
    return Solution(problem, result, moves, not (reached and by_pass), answer, used, time.process_time() - start)


def _lives(problem: Problem, answer: Answer) -> bool:
    """Return whether the problem is about a group that lives, be it in a seki, and not by a ko."""
    lives = {(Goal.LIVE, Result.WORKS), (Goal.KILL, Result.FAILS)}
    return answer.finished and (problem.goal, answer.result) in lives


def _limit(answer: Answer) -> int:
    """Return the nodes of the searches of further questions, by those of the first."""
    return min(max(TRIED_NODES, 2 * answer.nodes), MOST_NODES)


def _is_over(deadline: float | None) -> bool:
    """Return whether a CPU time has come; None never does."""
    return deadline is not None and time.process_time() > deadline


def reaches(
    position: Position, move: int, problem: Problem, answer: Answer, nodes: int | None = None
) -> tuple[bool, Answer]:
    """Return whether a first move, or PASS, is found to reach the result of an answer, and the other side's answer.

    nodes -- the limit of the search; by default as that answer needed
    """
    reply = ask(position.play(move), problem, nodes=nodes or _limit(answer))
    return reply.finished and reply.result in LEAVES[answer.result], reply


def _other_moves(
    position: Position, problem: Problem, answer: Answer, deadline: float | None
) -> tuple[tuple[int, ...], int]:
    """Return the other first moves that reach the result of an answer, until a CPU time, and the nodes searched."""
    moves: tuple[int, ...] = ()
    used = 0
    for point in sorted(answer.zone - {answer.move}):
        if _is_over(deadline):
            break
        if position.stones[point] == 0 and position.is_legal(point):
            found, reply = reaches(position, point, problem, answer)
            used += reply.nodes
            moves += (point,) * found
    return moves, used


LEAVES = {
    Result.WORKS: (Result.FAILS,),
    Result.KO_FIRST: (Result.FAILS, Result.KO_AFTER),
    Result.KO_AFTER: (Result.FAILS, Result.KO_AFTER, Result.KO_FIRST),
}
"""What the other side may still reach after a first move with this result."""


def ask(position: Position, problem: Problem, *, nodes: int) -> Answer:
    """Return what the side to move reaches of the problem: the goal, or to prevent it."""
    decided = _decided(position, problem)
    return _question(position, problem, nodes)(nodes) if decided is None else decided


def _growing(position: Position, problem: Problem, seconds: float) -> Answer:
    """Return the answer of searches that grow until it is found or so many seconds of CPU are over."""
    start = time.process_time()
    decided = _decided(position, problem)
    if decided is not None:
        return decided
    question, nodes = _question(position, problem, MOST_NODES), FIRST_NODES
    while True:
        began = time.process_time()
        answer = question(nodes)
        now = time.process_time()
        share = (seconds - (now - start)) / max(now - began, 1e-3)
        if answer.finished or share < 0.5 or nodes >= MOST_NODES:
            return answer
        nodes = min(int(nodes * min(share, 2)), MOST_NODES)


def _question(position: Position, problem: Problem, most: int) -> Callable[[int], Answer]:
    """Return the question of the side to move: called with a limit of nodes, at most `most`, it returns the answer."""
    first, last = problem.stones[0], problem.stones[-1]
    owns = problem.owner is position.to_move
    if problem.goal is Goal.CAPTURE:
        capture = defend if owns else attack
        return lambda nodes: _unless_unfinished(capture(position, first, nodes=nodes))
    if problem.goal is Goal.CONNECT:
        link = connect if owns else disconnect
        return lambda nodes: _unless_unfinished(link(position, first, last, nodes=nodes))
    return _group_search(position, problem, most).answer


def _group_search(position: Position, problem: Problem, most: int) -> GroupSearch:
    """Return the searches of the side to move of a problem of a group."""
    safe = [point for point in problem.safe if position.stones[point]]
    return GroupSearch(
        position, _standing(position, problem), problem.owner is not position.to_move, safe=safe, nodes=most,
        rule=LifeRule(stones_to_keep(len(problem.stones)), problem.two_eyes, problem.estimates, problem.doomed),
    )


def _unless_unfinished(answer: Answer) -> Answer:
    """Return an answer that says UNKNOWN, not what it presumes, if the search was not finished."""
    return answer if answer.finished or answer.result.by_ko else replace(answer, result=Result.UNKNOWN)


def _standing(position: Position, problem: Problem) -> list[int]:
    """Return the stones of the problem that are on the board."""
    return [point for point in problem.stones if position.stones[point] == problem.owner]


def _decided(position: Position, problem: Problem) -> Answer | None:
    """Return the answer where too few of the stones are left; None while there are enough."""
    needed = stones_to_keep(len(problem.stones)) if problem.goal in (Goal.KILL, Goal.LIVE) else len(problem.stones)
    if len(_standing(position, problem)) >= needed:
        return None
    result = Result.FAILS if problem.owner is position.to_move else Result.WORKS
    return Answer(result, None, (), bits_of_points(problem.stones), 0, True)


__all__ = ["LEAVES", "ProblemResult", "Solution", "ask", "reaches", "solve_problem"]
