"""The groups of a board that live if the enemy moves first, by short searches with estimates."""

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
from .status_budget import BoardAllowance, answer_units, life_units

CUT_NODES = 3
"""Nodes of the search whether two chains can be cut."""

ATTACK_NODES = 1
"""Nodes of the search for an attack on a group: in real games those that live do so at once, or after any one move."""


@dataclass(frozen=True)
class LivingGroup:
    """A group that lives if the enemy moves first.

    Public attributes:
      group  -- its points but those of proved status, ascending
      answer -- Answer to the enemy's attack
    """

    group: tuple[int, ...]
    answer: Answer = field(repr=False)

    @property
    def zone(self) -> frozenset[int]:
        """Return the points that it rests on, with its own."""
        return self.answer.zone.union(self.group)


def living_groups(
    position: Position, proved: npt.NDArray[np.int8], allowance: BoardAllowance, memory: ReadingCache
) -> Mapping[int, LivingGroup]:
    """Return the groups that live, by the points of all their stones whose status is not proved.

    Groups are chains that cannot be cut apart, by reading. Of a group with stones of proved status only the others are
    read. When the budget of the board is used up, the rest is not read.

    proved -- (area,): +1 / -1 on points proved to be Black's / White's
    """

    def cut(one: int, other: int) -> Answer:
        found = memory.answer(
            position, ("cut", one, other), lambda: disconnect(position, one, other, nodes=CUT_NODES),
            lambda found: found.zone,
        )  # fmt: skip
        allowance.spend(answer_units(found))
        return found

    safe = (proved != 0) & (proved == position.stones)
    heads = sorted({position.chain_starts[point] for point in np.flatnonzero(safe).tolist()})

    def attack(group: tuple[int, ...]) -> Answer:
        found = memory.answer(
            position, ("kill", group),
            lambda: GroupSearch(position, group, True, safe=heads, nodes=ATTACK_NODES, estimates=True).answer(),
            lambda found: found.zone, safe,
        )  # fmt: skip
        allowance.spend(life_units(found))
        return found

    groups = (tuple(point for point in group if not proved[point]) for group in read_groups(position, cut))
    living: dict[int, LivingGroup] = {}
    for group in sorted(filter(None, groups), key=lambda group: (-len(group), group)):
        if allowance.nodes(ATTACK_NODES, group[0]) and (answer := attack(group)).result is Result.FAILS:
            living.update(dict.fromkeys(group, LivingGroup(group, answer)))
    return living


__all__ = ["LivingGroup", "living_groups"]
