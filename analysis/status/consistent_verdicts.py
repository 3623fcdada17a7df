"""Verdicts of chains that were read one at a time, made consistent with those of their neighbours.

- A chain that is read to be captured, though all enemy chains around are dead, is unknown: its capture was read as if
  those stones stayed, and they are dead as if the capture did not save them.
- Chains that are read to be dead beside unknown enemy chains of several stones are read again in a race with these, and
  are unknown if they do not lose it (`rival_groups`).
- Chains that are read to be dead beside living ones that may live only in a seki with them are alive if so.
- Enemy stones inside a group proved to be in seki are in seki, too, where the group dies once it has taken them.
"""

from __future__ import annotations

from dataclasses import replace

from ..board import Position
from ..region.enclosed_life import LifeVerdict
from .reading_cache import ReadingCache
from .rival_groups import enemies_around, read_with_rivals
from .small_areas import STATES_A_NODE, small_area, solve_small_area
from .status_budget import BoardAllowance
from .verdict import Evidence, Fate, Status, Verdict


def consistent_verdicts(
    position: Position, found: dict[int, Status], nodes: int, allowance: BoardAllowance, memory: ReadingCache
) -> dict[int, Status]:
    """Return the statuses of all chains, by their first points, without these contradictions.

    nodes -- the usual limit for the life of a group
    allowance -- what the board may still take; memory -- a cache of readings
    """
    changed = dict(found)
    dead = {first for first, status in found.items() if status.verdict is Verdict.DEAD}
    for first in dead:
        around = enemies_around(position, found[first].chain)
        if found[first].captured and around and around <= dead:
            changed[first] = _changed(
                found[first], Verdict.UNKNOWN, Fate.UNKNOWN, "captured only by stones that are dead"
            )
    changed.update(read_with_rivals(position, changed, nodes, allowance, memory))
    for seki in found.values():
        if seki.verdict is not Verdict.SEKI or seki.evidence is not Evidence.PROVED:
            continue
        for first in enemies_around(position, seki.chain):
            inside = found[first]
            enclosed = inside.evidence is not Evidence.PROVED and seki.zone.issuperset(inside.chain)
            if enclosed and _dies_by_taking(position, seki, inside, nodes, allowance, memory):
                reason = f"in seki with {position.grid.vertex(seki.chain[0])}"
                changed[first] = replace(_changed(inside, Verdict.SEKI, Fate.SEKI, reason), zone_bits=seki.zone_bits)
    return changed


def _changed(status: Status, verdict: Verdict, fate: Fate, reason: str) -> Status:
    """Return a status with another verdict for either side moving first: read if it is seki, else estimated."""
    evidence = Evidence.READ if verdict is Verdict.SEKI else Evidence.ESTIMATED
    return replace(
        status, verdict=verdict, evidence=evidence, if_owner_first=fate, if_enemy_first=fate, reason=reason,
        kill=None, save=None, line=(), zone_bits=0, needs_ko=False, captured=False,
    )


def _dies_by_taking(
    position: Position, seki: Status, inside: Status, nodes: int, allowance: BoardAllowance, memory: ReadingCache
) -> bool:
    """Return whether a group in seki can be killed once its owner has filled all liberties of an enemy chain inside.

    False also if that takes further stones, or is too large to search.
    """
    stones = position.stones.copy()
    stones[list(inside.chain)] = 0
    stones[position.liberties_at(inside.chain[0])] = int(seki.color)
    after = Position(position.grid, stones, inside.color)
    try:
        after.check()
    except ValueError:
        return False
    area = small_area(after, seki.chain[0])
    found = solve_small_area(after, area, inside.color, nodes, memory)
    if found is None:
        return False
    allowance.spend(found.states // STATES_A_NODE)
    return found.verdict is LifeVerdict.DEAD


__all__ = ["consistent_verdicts"]
