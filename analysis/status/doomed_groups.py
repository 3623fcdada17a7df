"""Groups whose life no search decided, and that die even if they move first, by a search that takes a group with hardly
any points for dead (`reading.life_and_death.group_question.LifeRule.doomed`).

Only groups are searched around which all enemy chains live, but single stones: others may live by the capture of stones
that were not read to live. One that wins a race with a chain around stays unknown. With few nodes, as at the leaves of
a tree search, none is searched.
"""

from __future__ import annotations

from ..board import Position
from ..reading.answer import Answer
from .living_groups import LivingGroups
from .rival_groups import Races, enemies_around
from .verdict import Evidence, Fate, Status, Verdict


def deaths(races: Races, living: LivingGroups) -> dict[int, Answer]:
    """Return the unknown chains that die even if they move first, by their first points, with the failing defence.

    living -- the groups of the position of `races`, all that were read to live counting as safe
    """
    failing: dict[int, Answer] = {}
    for first, status in races.found.items():
        if not _may_be_doomed(status):
            continue
        around = _enemies_of_group(races.position, living.group_at(first))
        walls = [enemy for enemy in sorted(around) if len(races.found[enemy].chain) > 1]
        if all(races.found[wall].verdict in (Verdict.ALIVE, Verdict.SAFE) for wall in walls):
            defence = living.death(first, races.nodes)
            if defence is not None and not races.is_won(first, walls):
                failing[first] = defence
    return failing


def _may_be_doomed(status: Status) -> bool:
    """Return whether a chain was read, is unknown, and is neither known to live by moving first nor in a race."""
    read = status.verdict is Verdict.UNKNOWN and status.evidence is Evidence.READ
    return read and not status.presumed_dead and status.if_owner_first is not Fate.LIVES


def _enemies_of_group(position: Position, group: tuple[int, ...]) -> set[int]:
    """Return the first points of the enemy chains beside the chains of a group."""
    heads = {position.chain_starts[point] for point in group}
    return {enemy for head in heads for enemy in enemies_around(position, position.chain_of[head])}


__all__ = ["deaths"]
