"""Verdicts of chains that were read one at a time, made consistent with those of their neighbours.

- A chain that is read to be captured, though all enemy chains around are dead, is unknown: its capture was read as if
  those stones stayed, and they are dead as if the capture did not save them.
- A chain that is read to be dead beside an unknown enemy chain of several stones is unknown, and so is its group: it
  was read as if those stones could not be captured. Of 81 such stones on 124 boards of real games half lived.
- Enemy stones inside a group proved to be in seki are in seki, too, where the group dies once it has taken them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..board import NO_POINT, Position
from ..region.enclosed_life import LifeVerdict
from .life.group_search import STATES_A_NODE, small_area, solve_small_area
from .reading_cache import ReadingCache
from .status_budget import BoardAllowance
from .verdict import Evidence, Fate, Status, Verdict

FEWEST_STONES = 2
"""A chain of fewer stones is no reason to doubt the death of those beside it."""


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
    changed.update(_doubtful(position, changed))
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


def enemies_around(position: Position, chain: Sequence[int]) -> set[int]:
    """Return the first points of the enemy chains beside a chain."""
    starts, beside, enemy = position.chain_starts, position.grid.beside, -position.colors[chain[0]]
    around = {starts[near] for point in chain for near in beside[point]} - {NO_POINT}
    return {first for first in around if position.colors[first] == enemy}


def _doubtful(position: Position, found: dict[int, Status]) -> dict[int, Status]:
    """Return, as unknown, the chains that are read to be dead beside unknown ones, and the rest of their groups."""
    doubtful: dict[int, Status] = {}
    todo = [status for status in found.values() if status.verdict is Verdict.UNKNOWN]
    while todo:
        rival = todo.pop()
        if len(rival.chain) < FEWEST_STONES:
            continue
        for first in enemies_around(position, rival.chain):
            if not _is_read_dead(found[first]):
                continue
            for other in {position.chain_starts[point] for point in found[first].group}:
                if other not in doubtful and _is_read_dead(found[other]):
                    reason = f"dead only if the stones at {position.grid.vertex(rival.chain[0])} live"
                    doubtful[other] = replace(
                        found[other], verdict=Verdict.UNKNOWN, reason=reason, presumed_dead=True
                    )
                    todo.append(doubtful[other])
    return doubtful


def _is_read_dead(status: Status) -> bool:
    return status.verdict is Verdict.DEAD and status.evidence is Evidence.READ


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


__all__ = ["consistent_verdicts", "enemies_around"]
