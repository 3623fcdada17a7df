"""Foresight: the moves worth a look, each played out, answered, replied to, and judged by the whole evaluation.

Worth a look are the likeliest moves (`shape`) and those that decide what is critical (`status`): of the mover, of the
opponent after each of his moves, and of the mover again after the two answers that hurt most. The pass is an answer and
a reply too: so a move that threatens enough is answered, and one that does not is not.

A board flatters whose turn it is, since all that is critical is thought to be likelier his. So a move comes to the mean
of boards of either turn: the one after the answer that hurts most, where the mover has the turn, counts as much as the
two together where the opponent has it: right after the move, and after the best reply to the answer that then hurts
most. Each is wrong in its own way; the mean is less wrong than any. Experience is asked a second time at the end: of
moves that come to much the same the likelier is better.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .board import PASS, Color, Position
from .control import ControlSettings
from .evaluation import Evaluation, evaluate
from .shape import likely_moves
from .status import BoardStatus, Memory, StatusBudget

QUICK = StatusBudget(chain=100, group=100)
"""What is read of each board that is looked at. Six times as much told no better which move is good."""
EXPERIENCE = 0.05
"""What a move e times as likely as another is ahead: so much of what is open. The more is open, the less a whole
evaluation can tell, and the more experience counts."""
AHEAD = 2.5
"""Points: it is ahead by no more than that, however much is open: else nothing that is read decides on 19x19."""
UNLIKELY = 6.0
"""A move is never behind by more such steps."""
SAME = 1e-6
"""Points: values that differ by less are equal."""
DECISIVE = 3
"""Moves that kill or save, at most: those with the most stones at stake."""
HURTING = 2
"""So many answers, those that hurt most, are replied to."""


@dataclass(frozen=True)
class Plan:
    """A move and what it comes to.

    Public attributes:
      point  -- the move, or PASS
      gain   -- points that the mover gains by it against a pass, the opponent's best answer to either counted
      score  -- Black's lead that it comes to, komi excluded
      answer -- the answer that hurts most: a point or PASS
      chance -- how likely a player is to make the move, 0 to 1; 0 for a pass
      value  -- what it is chosen by: the gain in points, less what experience takes off
      whole  -- False if it was given up as behind, before the replies; what it gains is told roughly then
    """

    point: int
    gain: float
    score: float
    answer: int
    chance: float
    value: float
    whole: bool = True


def plans(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    recent: Sequence[int] = (),
    forbidden: Collection[int] = (),
    breadth: int = 7,
    answers: int = 5,
    replies: int = 2,
    memory: Memory | None = None,
    most: int | None = None,
    apart: Collection[int] = (),
) -> tuple[Plan, ...]:
    """The moves worth a look of the side to move, and the pass: the best first, those given up at the end.

    evaluation -- of the position, its status included
    recent     -- the last moves, the latest at the end; forbidden -- superko points
    breadth    -- how many likely moves are looked at, answers how many likely answers to each, replies how many likely
                  replies to those that hurt; those that decide what is critical, and the pass, come to all. Without
                  answers a move comes to the board after it, without replies to the mean of that and the board after
                  the answer
    memory     -- what was read before
    most       -- if given, only so many of the moves, and of those among `apart`, are judged to the end: others are
                  given up as soon as so many are ahead of them, and are not `whole`

    Raises ValueError if the evaluation has no status, or most is below 1.
    """
    if evaluation.status is None:
        raise ValueError("plans: expected an evaluation with the status of all chains")
    if most is not None and most < 1:
        raise ValueError(f"plans: expected at least 1 for most, got {most}")
    planner = _Planner(evaluation, settings, memory or Memory(), answers, replies)
    return planner.plans(recent, forbidden, breadth, most, apart)


@dataclass(frozen=True)
class _Answer:
    """A board after an answer, and the mover's lead on it."""

    lead: float
    point: int
    board: Evaluation


@dataclass(frozen=True)
class _Answered:
    """The mover's lead right after a move, and the answers to it, those that hurt most first; perhaps none."""

    at_once: float
    answers: list[_Answer]

    @property
    def lead(self) -> float:
        """What the move comes to without replies."""
        return (self.at_once + self.answers[0].lead) / 2 if self.answers else self.at_once


class _Planner:
    """One position."""

    def __init__(
        self, evaluation: Evaluation, settings: ControlSettings | None, memory: Memory, answers: int, replies: int
    ) -> None:
        self.root, self.settings, self.memory = evaluation, settings, memory
        self.answers, self.replies = answers, replies
        self.color = evaluation.position.to_move

    def plans(
        self, recent: Sequence[int], forbidden: Collection[int], breadth: int, most: int | None,
        apart: Collection[int],
    ) -> tuple[Plan, ...]:
        position, status = self.root.position, self.root.status
        assert status is not None
        worthless = {point for point in range(position.grid.area) if self.root.life.territory[point]} | set(forbidden)
        chances = {
            move.point: move.chance
            for move in likely_moves(position, self.color, recent) if move.point not in worthless
        }
        likeliest, step = max(chances.values(), default=1.0), min(AHEAD, EXPERIENCE * self.root.open_points)
        behind = {
            point: step * min(UNLIKELY, math.log(likeliest / chances[point]))
            for point in _worth_a_look(chances, breadth, status, self.color)
        }
        answered, ahead = {PASS: self._answered(PASS, recent)}, {False: _Ahead(most), True: _Ahead(most)}
        for point in behind:
            answered[point] = self._answered(point, recent, ahead[point in apart].least + behind[point])
            for kind in {False, point in apart}:
                ahead[kind].add(answered[point].lead - behind[point])
        passed = {whole: self._comes_to(PASS, answered[PASS], whole) for whole in (False, True)}
        found = [self._plan(PASS, passed[True], passed[True][0], 0.0, 0.0, True)]
        for point in behind:
            value = answered[point].lead - behind[point]
            whole = any(value >= ahead[kind].least - SAME for kind in {False, point in apart})
            comes_to = self._comes_to(point, answered[point], whole)
            found.append(self._plan(point, comes_to, passed[whole][0], chances[point], behind[point], whole))
        return tuple(sorted(found, key=lambda plan: (not plan.whole, -round(plan.value / SAME), plan.point)))

    def _plan(
        self, point: int, comes_to: tuple[float, int], passed: float, chance: float, behind: float, whole: bool
    ) -> Plan:
        lead, answer = comes_to
        return Plan(point, lead - passed, self.color * lead, answer, chance, lead - passed - behind, whole)

    def _answered(self, point: int, recent: Sequence[int], enough: float = -math.inf) -> _Answered:
        """What a move comes to without replies.

        enough -- what the mover wants it to come to: when an answer leaves less, no more are looked at
        """
        rules = self.root.rules
        after, last = self.root.position.play(point, rules=rules), (*recent[-1:], point)
        seen = self._seen(after)
        found = _Answered(self.color * seen.score, [])
        if not self.answers:
            return found
        for answer in (*self._likely(seen, last, self.answers), PASS):
            board = self._seen(after.play(answer, rules=rules))
            bisect.insort(found.answers, _Answer(self.color * board.score, answer, board), key=lambda one: one.lead)
            if found.lead < enough - SAME:
                break
        return found

    def _comes_to(self, point: int, answered: _Answered, whole: bool) -> tuple[float, int]:
        """The mover's lead in the end, and the answer that hurts most; `whole`: with his replies."""
        answers = answered.answers
        if not answers:
            return answered.lead, PASS
        if not (whole and self.replies):
            return answered.lead, answers[0].point
        replied = [
            (self._replied(answer, (point, answer.point)), place) for place, answer in enumerate(answers[:HURTING])
        ]
        left, place = min(replied)
        return (answers[0].lead + (answered.at_once + left) / 2) / 2, answers[place].point

    def _replied(self, answer: _Answer, last: Sequence[int]) -> float:
        """The mover's lead after the best of the likely replies to an answer."""
        position, rules = answer.board.position, self.root.rules
        return max(
            self.color * self._seen(position.play(reply, rules=rules)).score
            for reply in (*self._likely(answer.board, last, self.replies), PASS)
        )

    def _likely(self, seen: Evaluation, last: Sequence[int], breadth: int) -> list[int]:
        """The moves worth a look on a board."""
        assert seen.status is not None
        chances = {move.point: move.chance for move in likely_moves(seen.position, None, last)}
        return _worth_a_look(chances, breadth, seen.status, seen.position.to_move)

    def _seen(self, position: Position) -> Evaluation:
        root = self.root
        return evaluate(position, root.rules, root.komi, self.settings, budget=QUICK, memory=self.memory)


class _Ahead:
    """The values of the best moves so far.

    Public attributes:
      least -- what a move has to come to, to be one of them
    """

    def __init__(self, most: int | None) -> None:
        self._most, self._values = most, list[float]()

    @property
    def least(self) -> float:
        if self._most is None or len(self._values) < self._most:
            return -math.inf
        return self._values[-self._most]

    def add(self, value: float) -> None:
        bisect.insort(self._values, value)


def _worth_a_look(chances: dict[int, float], breadth: int, status: BoardStatus, color: Color) -> list[int]:
    """The likeliest moves of `color`, and those that kill or save the most stones; only such as have a chance."""
    looked_at = sorted(chances, key=lambda point: -chances[point])[:breadth]
    stakes: dict[int, int] = {}
    for chain in status.chains:
        move = chain.save if chain.color is color else chain.kill
        if move is not None and move in chances:
            stakes[move] = max(stakes.get(move, 0), len(chain.group))
    decisive = sorted(stakes, key=lambda point: (-stakes[point], point))[:DECISIVE]
    return list(dict.fromkeys((*looked_at, *decisive)))


__all__ = ["Plan", "plans"]
