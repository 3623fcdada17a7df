"""Whether one group that is asked about can be killed, or made to live, and by which move.

The group is searched as a problem is (`reading.problems`): what reaches the open board counts as safe, and so do the
living chains. Where that search does not finish, or a long ko decides, a search of selected moves (`life_reader`)
tells what is likelier; the move is then the most promising one of the first search. No move is named if a pass does as
well. Of two moves that work that of the selected ones is the better one: it is the other side's best, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from ..board import PASS, Color, Position
from ..board.bit_sets import bits_of_points
from ..reading.answer import Answer, Evidence, Result
from ..reading.problems.problem_solution import ask, reaches
from ..reading.problems.problem_statement import Goal, Problem, find_problem
from . import life_reader
from .life_reader import Reading
from .read_verdicts import fate, life_reason, with_line
from .verdict import BoardStatus, Fate, Status, Verdict

NODES = 10_000
"""The limit of each search."""

WALL_LIBERTIES = 3
"""Liberties of a living enemy chain that counts as safe; one with fewer may live only as the group dies."""


@dataclass(frozen=True)
class GroupAnswer:
    """Whether the side that moves first kills a group, or makes it live.

    Public attributes:
      result   -- Result, never UNKNOWN: the likelier one if the searches were not finished
      move     -- the first move, a point; None if none is needed or none works
      finished -- whether the search of all moves decided; what selected moves find is less reliable
      line     -- if it did: its principal variation, from that side on
      zone_bits -- if it did: the points that it rests on, as a set (`board.bit_sets`)
    """

    result: Result
    move: int | None
    finished: bool
    line: tuple[int, ...] = field(default=(), compare=False)
    zone_bits: int = field(default=0, compare=False, repr=False)


def kill_group(position: Position, point: int, status: BoardStatus, *, nodes: int = NODES) -> GroupAnswer:
    """Return whether the enemy, moving first, kills the group of the stone on `point`.

    status -- of the chains of the position, of which the living ones count as safe
    nodes  -- the limit of each search
    Raises ValueError if there is no stone, or nodes is below 1.
    """
    return _answer(position, point, status, nodes, Goal.KILL)


def save_group(position: Position, point: int, status: BoardStatus, *, nodes: int = NODES) -> GroupAnswer:
    """Return whether the owner of the group of the stone on `point`, moving first, makes it live, as `kill_group`."""
    return _answer(position, point, status, nodes, Goal.LIVE)


def with_answers(position: Position, alone: Status, status: BoardStatus, *, nodes: int = NODES) -> Status:
    """Return the status of a chain that was read alone, decided by `kill_group` and `save_group` where both finish.

    A status that is proved, rests on the capture of the chain or says that it lives stays as it is, and the moves of a
    critical chain stay its own. `status` and `nodes` as for `kill_group`.
    """
    if alone.evidence is not Evidence.READ or alone.captured or alone.lives:
        return alone
    point = alone.chain[0]
    killed = kill_group(position, point, status, nodes=nodes)
    if not killed.finished:
        return alone
    if killed.result is Result.FAILS:
        return _decided(position, alone, Verdict.ALIVE, killed, killed)
    saved = save_group(position, point, status, nodes=nodes)
    if not saved.finished:
        return alone
    verdict = Verdict.DEAD if saved.result is Result.FAILS else Verdict.CRITICAL
    return alone if verdict is alone.verdict else _decided(position, alone, verdict, killed, saved)


def _decided(
    position: Position, alone: Status, verdict: Verdict, killed: GroupAnswer, saved: GroupAnswer
) -> Status:
    """Return a status with this verdict, by the answers to an attack and to a defence."""
    critical, dead = verdict is Verdict.CRITICAL, verdict is Verdict.DEAD
    needs_ko = critical and (killed.result.by_ko or saved.result.by_ko)
    line = saved.line if dead else killed.line
    return replace(
        alone, verdict=verdict, needs_ko=needs_ko,
        if_owner_first=Fate.LIVES if verdict is Verdict.ALIVE else fate(saved.result, True),
        if_enemy_first=Fate.DIES if dead else fate(killed.result, False),  # the enemy may pass
        reason=with_line(position.grid, life_reason(verdict, alone.color, killed.result, saved.result), line),
        kill=killed.move if critical else None, save=saved.move if critical else None, line=line,
        zone_bits=killed.zone_bits | saved.zone_bits | bits_of_points(alone.chain),
    )  # fmt: skip


def _answer(position: Position, point: int, status: BoardStatus, nodes: int, goal: Goal) -> GroupAnswer:
    """Return whether the goal is reached, by selected moves only where that of all moves does not decide alone."""
    owner = Color(int(position.stones[position.chain_at(point)[0]]))
    asked = position.with_to_move(owner.opponent if goal is Goal.KILL else owner)
    problem = _problem(asked, point, status, goal)
    found = ask(asked, problem, nodes=nodes)
    ask_selected = life_reader.attack if goal is Goal.KILL else life_reader.defend
    by_selected_moves = partial(ask_selected, position, point, nodes=nodes)
    if not found.finished or found.is_long_ko:
        return _likelier(found, by_selected_moves())
    answer = GroupAnswer(found.result, found.move, True, found.line, found.zone_bits)
    if found.result is not Result.WORKS or found.move is None:
        return answer
    by_pass = _with_move(asked, problem, found, PASS, nodes)
    if by_pass is not None:
        return by_pass
    other = by_selected_moves()
    if other.likely is not Result.WORKS or other.move == PASS:
        return answer
    return _with_move(asked, problem, found, other.move, nodes) or answer


def _likelier(found: Answer, selected: Reading) -> GroupAnswer:
    """Return the answer where the search of all moves does not decide: that of selected moves, with the move of the
    first search if that was not finished.
    """
    if selected.likely is Result.FAILS:
        return GroupAnswer(Result.FAILS, None, False)
    if found.result is Result.UNKNOWN and found.move is not None:
        return GroupAnswer(selected.likely, found.move, False)
    return GroupAnswer(selected.likely, None if selected.move == PASS else selected.move, False)


def _with_move(position: Position, problem: Problem, found: Answer, move: int, nodes: int) -> GroupAnswer | None:
    """Return an answer with another move, or with none if that is PASS; None unless it is found to work, too."""
    if move == found.move or not position.is_legal(move):
        return None
    works, reply = reaches(position, move, problem, found, nodes)
    zone = found.zone_bits | reply.zone_bits
    named = None if move == PASS else move
    return GroupAnswer(found.result, named, True, (move, *reply.line), zone) if works else None


def _problem(position: Position, point: int, status: BoardStatus, goal: Goal) -> Problem:
    """Return the problem of the group, in which also the living chains count as safe."""
    problem = find_problem(position, goal=goal, stones=position.chain_at(point))
    living = (chain.chain for chain in status.chains if _counts_as_safe(chain, problem.owner))
    safe = {*problem.safe, *(stone for chain in living for stone in chain)} - set(problem.stones)
    return replace(problem, safe=tuple(sorted(safe)))


def _counts_as_safe(chain: Status, owner: Color) -> bool:
    """Return whether a chain counts as safe where a group of `owner` is read."""
    if chain.verdict is Verdict.SAFE:
        return True
    if chain.verdict is not Verdict.ALIVE:
        return False
    return chain.color is owner or chain.evidence is Evidence.PROVED or chain.liberties >= WALL_LIBERTIES


__all__ = ["GroupAnswer", "kill_group", "save_group", "with_answers"]
