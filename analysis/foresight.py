"""Foresight: the moves worth a look, each played out, answered, and judged by the whole evaluation.

Worth a look are the likeliest moves (`shape`) and those that decide what is critical (`status`): of the mover at once,
and of the opponent after each of his moves. A move comes to what its mover has left after the answer that hurts most,
or if the opponent plays elsewhere; so a move that leaves a group to die, or a stone to be taken, is worth what is left
without them, and one that threatens enough is answered. Experience is asked a second time at the end: of moves that
come to much the same the likelier is better.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .board import PASS, Color, Position
from .control import ControlSettings
from .evaluation import Evaluation, evaluate
from .shape import likely_moves
from .status import BoardStatus, Memory, StatusBudget

QUICK = StatusBudget(chain=600, group=600)
"""What is read of each board that is looked at."""
EXPERIENCE = 0.04
"""What a move e times as likely as another is ahead: so much of what is open. The more is open, the less a whole
evaluation can tell, and the more experience counts."""
UNLIKELY = 6.0
"""A move is never behind by more such steps."""
SAME = 1e-6
"""Points: values that differ by less are equal."""
DECISIVE = 3
"""Moves that kill or save, at most: those with the most stones at stake."""


@dataclass(frozen=True)
class Plan:
    """A move and what it comes to.

    Public attributes:
      point  -- the move, or PASS
      gain   -- points that the mover gains by it against a pass, the opponent's best answer to either counted
      score  -- Black's lead after the answer, komi excluded
      answer -- the answer that hurts most: a point, or PASS if no answer that was looked at hurts
      chance -- how likely a player is to make the move, 0 to 1; 0 for a pass
      value  -- what it is chosen by: the gain in points, less what experience takes off
      whole  -- False if it was given up as behind: what it gains is at most that
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
    breadth: int = 12,
    answers: int = 6,
    memory: Memory | None = None,
    wanted: float | None = None,
    apart: Collection[int] = (),
) -> tuple[Plan, ...]:
    """The moves worth a look of the side to move, and the pass: the best first.

    evaluation -- of the position, its status included
    recent     -- the last moves, the latest at the end; forbidden -- superko points
    breadth    -- how many likely moves are looked at, answers how many likely answers to each; those that decide
                  what is critical come to both
    memory     -- what was read before
    wanted     -- if given, only the best of the moves that gain so much is asked for, and the best of those among
                  `apart`: others are given up as soon as they fall behind, and are not `whole`

    Raises ValueError if the evaluation has no status.
    """
    if evaluation.status is None:
        raise ValueError("plans: expected an evaluation with the status of all chains")
    planner = _Planner(evaluation, settings, memory or Memory(), answers)
    return planner.plans(recent, forbidden, breadth, wanted, apart)


class _Planner:
    """One position."""

    def __init__(
        self, evaluation: Evaluation, settings: ControlSettings | None, memory: Memory, answers: int
    ) -> None:
        self.root, self.settings, self.memory, self.answers = evaluation, settings, memory, answers
        self.color = evaluation.position.to_move

    def plans(
        self, recent: Sequence[int], forbidden: Collection[int], breadth: int, wanted: float | None,
        apart: Collection[int],
    ) -> tuple[Plan, ...]:
        position, status = self.root.position, self.root.status
        assert status is not None
        worthless = {point for point in range(position.grid.area) if self.root.life.territory[point]} | set(forbidden)
        chances = {
            move.point: move.chance
            for move in likely_moves(position, self.color, recent) if move.point not in worthless
        }
        looked_at = _worth_a_look(chances, breadth, status, self.color)
        likeliest, step = max(chances.values(), default=1.0), EXPERIENCE * self.root.open_points
        passed, answer, _ = self._after(PASS, recent)
        found = [Plan(PASS, 0.0, passed, answer, 0.0, 0.0)]
        best = {False: -math.inf, True: -math.inf}  # of all, of those apart
        for point in looked_at:
            behind = step * min(UNLIKELY, math.log(likeliest / chances[point]))
            enough = best[point in apart] + behind + self.color * passed - SAME
            score, answer, whole = self._after(point, recent, enough)
            gain = self.color * (score - passed)
            found.append(Plan(point, gain, score, answer, chances[point], gain - behind, whole))
            if wanted is not None and gain >= wanted:
                for kind in {False, point in apart}:
                    best[kind] = max(best[kind], found[-1].value)
        return tuple(sorted(found, key=lambda plan: (-round(plan.value / SAME), plan.point)))

    def _after(self, point: int, recent: Sequence[int], enough: float = -math.inf) -> tuple[float, int, bool]:
        """Black's lead after a move and the answer that hurts most, that answer, and whether it was not given up.

        enough -- the lead that the mover wants: what leaves less is given up
        """
        after, last = self.root.position.play(point, rules=self.root.rules), (*recent[-1:], point)
        seen = self._seen(after)
        worst = self.color * seen.score, PASS
        looked_at: list[int] = []
        if self.answers and worst[0] >= enough:
            assert seen.status is not None
            chances = {move.point: move.chance for move in likely_moves(after, None, last)}
            looked_at = _worth_a_look(chances, self.answers, seen.status, after.to_move)
        for point in looked_at:
            answered = self._seen(after.play(point, rules=self.root.rules))
            worst = min(worst, (self.color * answered.score, point))
            if worst[0] < enough:
                break
        return self.color * worst[0], worst[1], worst[0] >= enough

    def _seen(self, position: Position) -> Evaluation:
        root = self.root
        return evaluate(position, root.rules, root.komi, self.settings, budget=QUICK, memory=self.memory)


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
