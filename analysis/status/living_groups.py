"""The groups of a board that live if the enemy moves first, by reading with estimates.

The groups are read in rounds, with more nodes each time. What lives after a round is safe in the next: a group linked
to it lives, and it is no wall that can be captured. In real games most groups live by the first rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..reading.answer import Answer, Result
from ..reading.connections import disconnect
from ..reading.life_and_death.group_question import GroupSearch
from ..reading.life_and_death.read_groups import read_groups
from .reading_cache import ReadingCache
from .status_budget import LIFE_ROUNDS, BoardAllowance, answer_units, life_units

CUT_NODES = 20
"""Nodes of the search whether two chains can be cut."""


@dataclass(frozen=True)
class LivingGroup:
    """A group that lives if the enemy moves first.

    Public attributes:
      group  -- its points but those of proved status, ascending
      answer -- Answer to the enemy's attack
      zone   -- the points that it rests on, with those of the groups that it counts as safe
    """

    group: tuple[int, ...]
    answer: Answer = field(repr=False)
    zone: frozenset[int] = field(repr=False)


def living_groups(
    position: Position, proved: npt.NDArray[np.int8], allowance: BoardAllowance, memory: ReadingCache
) -> Mapping[int, LivingGroup]:
    """Return the groups that live, by the points of all their stones whose status is not proved.

    proved -- (area,): +1 / -1 on points proved to be Black's / White's; stones there are not read
    """
    return _LifeRounds(position, proved, allowance, memory).read()


class _LifeRounds:
    """Reads the groups of one position in rounds."""

    def __init__(
        self, position: Position, proved: npt.NDArray[np.int8], allowance: BoardAllowance, memory: ReadingCache
    ) -> None:
        self._position, self._allowance, self._memory = position, allowance, memory
        self._safe = (proved != 0) & (proved == position.stones)
        self._found: dict[int, LivingGroup] = {}
        parts = (
            tuple(point for point in group if not proved[point])
            for group in read_groups(position, nodes=CUT_NODES, cut=self._cut)
        )
        self._groups = sorted(filter(None, parts), key=lambda group: (-len(group), group))

    def _cut(self, position: Position, one: int, other: int, nodes: int) -> Answer:
        found = self._memory.answer(
            position, ("cut", one, other, nodes), lambda: disconnect(position, one, other, nodes=nodes),
            lambda found: found.zone,
        )
        self._allowance.spend(answer_units(found))
        return found

    def read(self) -> Mapping[int, LivingGroup]:
        for nodes in LIFE_ROUNDS:
            open_groups = [group for group in self._groups if group[0] not in self._found]
            answers = [(group, self._attack(group, nodes)) for group in open_groups]
            alive = [(group, answer) for group, answer in answers if answer and answer.result is Result.FAILS]
            for group, answer in alive:
                self._add(group, answer)
        return self._found

    def _add(self, group: tuple[int, ...], answer: Answer) -> None:
        """Count a group as living, and as safe from now on."""
        rests_on = frozenset((*group, *answer.zone))
        zone = rests_on.union(*{self._found[point].zone for point in rests_on if point in self._found})
        self._safe[list(group)] = True
        self._found.update(dict.fromkeys(group, LivingGroup(group, answer, zone)))

    def _attack(self, group: tuple[int, ...], nodes: int) -> Answer | None:
        """Read whether the enemy, moving first, kills a group; None if the budget of the board is used up."""
        if not self._allowance.nodes(nodes, group[0]):
            return None
        safe = self._safe.copy()
        safe[list(group)] = False
        heads = {self._position.chain_starts[point] for point in np.flatnonzero(safe).tolist()}
        found = self._memory.answer(
            self._position,
            ("kill", group, nodes),
            lambda: GroupSearch(self._position, group, True, safe=heads, nodes=nodes, estimates=True).answer(),
            lambda found: found.zone,
            safe,
        )
        self._allowance.spend(life_units(found))
        return found


__all__ = ["LivingGroup", "living_groups"]
