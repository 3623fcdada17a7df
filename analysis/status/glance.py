"""What a glance tells of a group: what hangs together, where it may have eyes, whether it looks lost. Nothing is read.

It is what the reader of life and death sees at the end of a line; the chances of what reading leaves open are told
from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Position
from .groups import _Glance


@dataclass(frozen=True)
class Glimpse:
    """What was seen of one group.

    Public attributes:
      group -- its points, ascending
      eyes  -- how many points it may yet have an eye on
      lost  -- whether it looks lost if the enemy moves: no room for two eyes, no way out, nothing to capture
    """

    group: tuple[int, ...]
    eyes: int
    lost: bool


class Glances:
    """Looks at the groups of one position."""

    def __init__(self, position: Position) -> None:
        self._glance = _Glance(position)

    def at(self, point: int) -> Glimpse:
        """The group of the stone on `point`. Raises ValueError if there is no stone."""
        glance = self._glance
        group = glance.group(point)  # a survey with all enemy stones as walls, the enemy to move
        color = int(glance.board[point])
        verdict = glance.verdict(point, glance.board == -color, -color)
        return Glimpse(group, int(glance.work[glance.rows.FACTS, glance.rows.EYES]), verdict == glance.dead)


__all__ = ["Glances", "Glimpse"]
