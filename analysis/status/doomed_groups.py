"""Groups whose life no search decided, and that die even if they move first, by a search that takes a group with hardly
any points for dead (`reading.life_and_death.group_question.LifeRule.doomed`).

Only groups are searched around which all enemy chains live, but single stones: others may live by a race, or by the
capture of stones that were not read to live. With few nodes, as at the leaves of a tree search, none is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..board import Position
from ..reading.answer import Answer
from .living_groups import LivingGroups
from .rival_groups import enemies_around
from .verdict import Evidence, Fate, Status, Verdict


def deaths(position: Position, found: Mapping[int, Status], living: LivingGroups, nodes: int) -> dict[int, Answer]:
    """Return the unknown chains that die even if they move first, by their first points, with the failing defence.

    found  -- the statuses of all chains, by their first points
    living -- the groups of the position, all that were read to live counting as safe
    nodes  -- the usual limit for the life of a group
    """
    failing: dict[int, Answer] = {}
    for first, status in found.items():
        if not _may_be_doomed(status):
            continue
        if _all_stand(found[enemy] for enemy in _enemies_of_group(position, living.group_at(first))):
            defence = living.death(first, nodes)
            if defence is not None:
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


def _all_stand(chains: Iterable[Status]) -> bool:
    """Return whether all of these chains that have more than one stone live."""
    return all(len(chain.chain) == 1 or chain.verdict in (Verdict.ALIVE, Verdict.SAFE) for chain in chains)


__all__ = ["deaths"]
