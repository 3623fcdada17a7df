"""The dragon's closed regions and eyes once more, in plain Python and slowly."""

from __future__ import annotations

from collections.abc import Iterable

from analysis.status.life import _life_kernels as rows
from tests.analysis.status.life.oracle import Case, Point, self_atari


def gap_marks(case: Case) -> dict[Point, int]:
    """What `mark_gaps` marks: 1 on points of the zone where the attacker can enter from a wall; 2 on the only empty
    point behind one, 3 on each of several and on a weak stone beside one.
    """
    entries = set()
    for point in case.zone:
        if case.is_empty(point) and any(case.is_wall(near) for near in case.near(point)):
            may_go_on = any(case.is_empty(near) for near in case.near(point))
            if may_go_on or self_atari(case, point, case.attacker) < 2:
                entries.add(point)
    found = dict.fromkeys(case.points, 0) | dict.fromkeys(entries, 1)
    for entry in entries:
        behind = [near for near in case.near(entry) if case.is_empty(near) and near not in entries]
        for point in behind:
            found[point] = max(found[point], 2 if len(behind) == 1 else 3)
        for stone in case.near(entry):
            if case.colour(stone) == case.attacker and case.has_kind(stone, rows.WEAK):
                found[stone] = 3
    return found


def joined_chains(case: Case, region: Iterable[Point]) -> bool:
    """Whether the owner's chains around a region are linked outside it: by two common liberties, or one where an
    attacking stone is suicide. More than eight chains are not followed.
    """
    inside = set(region)
    chains = sorted({chain for point in inside for chain in case.around(point, case.owner)}, key=min)
    if len(chains) > 8:
        return False
    links = [point for point in case.zone if case.is_empty(point) and point not in inside]
    joined, todo = {chains[0]}, [chains[0]]
    while todo:
        chain = todo.pop()
        for other in chains:
            shared = [point for point in links if point in case.liberties[chain] & case.liberties[other]]
            closed = any(self_atari(case, point, case.attacker) == 2 for point in shared)
            if other not in joined and (closed or len(shared) >= 2):
                joined.add(other)
                todo.append(other)
    return len(joined) == len(chains)
