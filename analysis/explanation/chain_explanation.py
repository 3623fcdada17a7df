"""Why a chain has its status: the eyes of its group, and the first moves of either side, each with the answer to it.

The moves are read by the search of `reading`, in the position as it is, the chains that live being safe. It is another
search than the one that found the status, so that it may leave open what that decided, or contradict it. Where it
decides nothing it is repeated with the estimates by which groups are read to live, or to be dead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..board import PASS, Color, Position
from ..control import ControlSettings
from ..evaluation import Evaluation
from ..ranking.tactics import points_at_stake
from ..reading.answer import Answer, Result
from ..reading.life_and_death.group_question import LIKELY_ESCAPED
from ..reading.life_and_death.group_space import GroupSpace, group_space
from ..reading.problems import Goal, Problem
from ..reading.problems.problem_solution import ask
from ..reading.problems.solution_tree import defences
from ..status import BoardStatus, Evidence, Status, Verdict
from ..status.living_groups import DOOMED, points_to_live

NODES, MORE_NODES = 300, 5
"""The limit of the search of each first move, and how many times that those share that are shown and not decided."""
REACH = 2
"""First moves are at most so many steps away from the group."""
MOST_MOVES = 6
"""So many first moves are shown, those that are hardest to refute."""

_TURNED = {
    Result.WORKS: Result.FAILS, Result.FAILS: Result.WORKS, Result.KO_FIRST: Result.KO_AFTER,
    Result.KO_AFTER: Result.KO_FIRST, Result.UNKNOWN: Result.UNKNOWN,
}
"""What a side reached, by what the other side reaches after its move."""


@dataclass(frozen=True)
class FirstMove:
    """A first move about a group, and how it goes on.

    Public attributes:
      color  -- Color of the side that plays it
      point  -- where
      result -- Result for that side: WORKS if it kills, or saves, the group; UNKNOWN if the search was not finished;
                of a ko that was just taken KO_AFTER at best
      line   -- the moves after it, the other side's answer first; empty if that is not known, or needs none
    """

    color: Color
    point: int
    result: Result
    line: tuple[int, ...]


@dataclass(frozen=True)
class ChainExplanation:
    """Why a chain has its status.

    Public attributes:
      status -- Status
      space  -- GroupSpace of its group: the eyes; None of a chain that is captured, or in proved territory
      moves  -- FirstMove: of a dead chain its owner's, of a living one the enemy's, those that are hardest to refute
                first; of a critical one the move that kills and the one that saves. Of a proved one only the enemy's
                moves into its eyes that need an answer; of one that lives in a race none, the reason has its line
      zone   -- the points that the status rests on, ascending: the relevance zone of a search that confirms it; empty
                if there is none
      stake  -- points that depend on a critical chain: its owner's lead with it alive minus that with it removed; None
                for any other
    """

    status: Status
    space: GroupSpace | None
    moves: tuple[FirstMove, ...]
    zone: tuple[int, ...]
    stake: float | None


def explain_chain(
    evaluation: Evaluation, status: Status, settings: ControlSettings | None = None, *, nodes: int = NODES
) -> ChainExplanation:
    """Return why a chain of an evaluated position has its status.

    nodes -- the limit of the search of each first move
    Raises ValueError if the evaluation has no statuses.
    """
    if evaluation.status is None or evaluation.settled is None:
        raise ValueError("explain_chain: expected an evaluation with the status of chains, got one by control only")
    critical = status.verdict is Verdict.CRITICAL
    stake = points_at_stake(status, evaluation.settled, settings or ControlSettings()) if critical else None
    position, problem = evaluation.position, _problem(evaluation.status, status)
    space = group_space(position, status.group, problem.safe) if _has_space(status) else None
    if status.evidence is Evidence.PROVED and not critical:
        moves = () if space is None else _answered_moves(evaluation.status, status, space)
        return ChainExplanation(status, space, moves, tuple(sorted(status.zone)), stake)
    if critical:
        return ChainExplanation(status, space, *_decisive_moves(position, status, problem, nodes), stake)
    return ChainExplanation(status, space, *_refuted_moves(position, status, problem, nodes), stake)


def _has_space(status: Status) -> bool:
    """Return whether the eyes of a chain's group matter: not if it is simply captured, or in proved territory."""
    return not status.captured and not (status.verdict is Verdict.DEAD and status.evidence is Evidence.PROVED)


def _answered_moves(board: BoardStatus, status: Status, space: GroupSpace) -> tuple[FirstMove, ...]:
    """Return the enemy's moves into the eyes of a chain that is proved safe if each is answered, with the answers."""
    enemy = status.color.opponent
    inside = {point for eye in space.eyes for point in eye.points}
    answers = {move: points for move, points in board.replies.get(status.color, {}).items() if move in inside}
    return tuple(FirstMove(enemy, move, Result.FAILS, points[:1]) for move, points in sorted(answers.items()))


def _problem(board: BoardStatus, status: Status) -> Problem:
    """Return the question about a chain, the chains that live being safe."""
    if status.captured:
        return Problem(Goal.CAPTURE, status.color, status.chain[:1])
    group = set(status.group)
    living = (chain for chain in board.having(Verdict.SAFE, Verdict.ALIVE) if group.isdisjoint(chain.chain))
    safe = tuple(sorted(point for chain in living for point in chain.chain))
    return Problem(Goal.KILL, status.color, tuple(sorted(group)), safe)


def _decisive_moves(
    position: Position, status: Status, problem: Problem, nodes: int
) -> tuple[tuple[FirstMove, ...], tuple[int, ...]]:
    """Return the moves that kill and save a critical chain, and the zone of both.

    A ko that may not be retaken at once is taken for retaken after a threat and its answer.
    """
    moves: list[FirstMove] = []
    zone: set[int] = set()
    for color, move in ((status.color.opponent, status.kill), (status.color, status.save)):
        if move is not None and move != PASS:
            answer = ask(position.with_to_move(color.opponent).play(move, color), problem, nodes=nodes)
            first = _first_move(color, move, answer)
            if move == position.ko and color is position.to_move and first.result is Result.WORKS:
                first = replace(first, result=Result.KO_AFTER)  # it may be retaken after a threat
            moves.append(first)
            if answer.result is Result.FAILS:
                zone.update(answer.relevance, (move,))
    return tuple(moves), tuple(sorted(zone))


def _refuted_moves(
    position: Position, status: Status, problem: Problem, nodes: int
) -> tuple[tuple[FirstMove, ...], tuple[int, ...]]:
    """Return the first moves that do not change a status, and the zone; both empty for one that no first move could.

    Of a status that was read in a race only the zone.
    """
    if status.in_race:  # these searches would not know its rival
        return (), tuple(sorted(status.zone))
    if status.verdict not in (Verdict.DEAD, Verdict.ALIVE):
        return (), ()
    color = status.color if status.verdict is Verdict.DEAD else status.color.opponent
    before = position if position.to_move is color else position.with_to_move(color)
    answer = ask(before, problem, nodes=nodes)
    if answer.result is Result.UNKNOWN and not status.captured:
        for estimated in _with_estimates(problem, status.verdict):
            problem, answer = estimated, ask(before, estimated, nodes=nodes)
            if answer.finished:
                break
    found = defences(before, problem, nodes=nodes, reach=REACH, most=MOST_MOVES)
    moves = []
    share = MORE_NODES * nodes // max(1, sum(not node.answer.finished for node in found))
    for node in found:
        assert node.move is not None
        undecided = not node.answer.finished and share > nodes
        reply = ask(node.position, problem, nodes=share) if undecided else node.answer
        moves.append(_first_move(color, node.move, reply))
    return tuple(moves), answer.relevance if answer.result is Result.FAILS else ()


def _with_estimates(problem: Problem, verdict: Verdict) -> list[Problem]:
    """Return the question with estimates, by which a status may be found: that a group lives, or dies."""
    if verdict is Verdict.DEAD:
        return [replace(problem, doomed=DOOMED)]
    return [
        replace(problem, estimates=estimates)
        for estimates in (LIKELY_ESCAPED, points_to_live(len(problem.stones), True))
    ]


def _first_move(color: Color, move: int, answer: Answer) -> FirstMove:
    """Return a move with what the other side reaches after it."""
    return FirstMove(color, move, _TURNED[answer.result], answer.line if answer.finished else ())


__all__ = ["ChainExplanation", "FirstMove", "explain_chain"]
