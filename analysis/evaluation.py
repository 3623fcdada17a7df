"""The pipeline: what a position is worth, floor by floor, each fact with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Position, Rules, UnconditionalLife, unconditional
from .control import ControlMap, ControlSettings, estimate


@dataclass(frozen=True)
class Evaluation:
    """What is known and what is estimated about a position.

      position, rules, komi -- as given
      life    -- UnconditionalLife: what is settled beyond doubt
      control -- ControlMap: the estimate for every point
    """

    position: Position
    rules: Rules
    komi: float
    life: UnconditionalLife
    control: ControlMap

    @property
    def score(self) -> float:
        """Black's lead in points, komi excluded."""
        return self.control.score

    @property
    def score_with_komi(self) -> float:
        """Black's lead in points, komi taken off."""
        return self.control.score - self.komi


def evaluate(
    position: Position,
    rules: Rules | None = None,
    komi: float = 7.5,
    settings: ControlSettings | None = None,
) -> Evaluation:
    """Evaluate a position, whoever is to move: unconditional life, then the control field of the bare board."""
    return Evaluation(position, rules or Rules(), komi, unconditional(position, rules), estimate(position, settings))
