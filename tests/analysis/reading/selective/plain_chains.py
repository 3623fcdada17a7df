"""Chains that may be captured, links between chains, and distances once more, in plain Python and slowly."""

from __future__ import annotations

from analysis.reading.selective import _chain_kernels as rows
from tests.analysis.reading.selective.oracle import Case, Chain, Point, self_atari
from tests.oracle import OTHER


def extended_liberties(case: Case, chain: Chain, point: Point, barred: Point) -> int:
    """The liberties of a chain after a stone on one of its liberties, the enemy being on another one, by the estimate:
    a chain that it joins gives all but that liberty, an enemy chain in atari one, for each stone beside the point.
    """
    side = case.stones[min(chain)]
    count = len(case.liberties[chain] - {point, barred})
    for near in case.near(point):
        if case.is_empty(near):
            count += near != barred and near not in case.liberties[chain]
        elif case.colour(near) == OTHER[side]:
            count += case.kind_at(near) is not None and len(case.free(near)) == 1
        elif near not in chain:
            count += 1 if case.kind_at(near) is None else len(case.free(near)) - 1
    return count


def may_be_captured(case: Case, chain: Chain) -> bool:
    """Whether it is in atari, or has two liberties of which the enemy takes one and the other leads to two at most."""
    free = sorted(case.liberties[chain])
    if len(free) != 2:
        return len(free) < 2
    return any(extended_liberties(case, chain, point, barred) <= 2 for point, barred in (free, free[::-1]))


def is_closed_link(case: Case, chain: Chain, point: Point) -> bool:
    """Whether the other side cannot use a common liberty: there it has no liberty, or one while the chain has three."""
    rating = self_atari(case, point, OTHER[case.stones[min(chain)]])
    return rating == 2 or (rating == 1 and len(case.liberties[chain]) >= 3)


def linked(case: Case, kind: dict[Chain, int], side: str, seed: int, other: int, most: int) -> dict[Chain, int]:
    """The kinds after all chains of kind `other` that are linked to one of kind `seed` have become of that kind."""
    kind = dict(kind)
    empty = {point for point in case.zone if case.is_empty(point)}
    own = [chain for chain in case.chains if case.stones[min(chain)] == side]
    while True:
        seeds = {point for chain in own if kind[chain] == seed for point in case.liberties[chain]}
        common = {chain: case.liberties[chain] & seeds & empty for chain in own if kind[chain] == other}
        new = [
            chain for chain, points in common.items()
            if len(points) >= most or any(is_closed_link(case, chain, point) for point in points)
        ]
        if not new:
            return kind
        kind |= dict.fromkeys(new, seed)


def wall_steps(case: Case) -> dict[Point, int]:
    """The distance of each point from the walls in the zone, not through the owner's stones; or FAR."""
    walls = [p for p in case.zone if case.colour(p) == case.attacker and case.has_kind(p, rows.WALL)]
    found, front = dict.fromkeys(walls, 0), walls
    while front:
        near = {q for p in front for q in case.near(p) if q not in found and case.colour(q) != case.owner}
        found |= dict.fromkeys(near, found[front[0]] + 1)
        front = sorted(near)
    return dict.fromkeys(case.points, rows.FAR) | found


def find_groups(case: Case) -> dict[Chain, set[Chain]]:
    """The chains that belong together with each of the owner's chains."""
    own = {chain for chain in case.chains if case.stones[min(chain)] == case.owner}
    kind = dict.fromkeys(own, rows.FRIEND)
    groups = {}
    for chain in own:
        united = linked(case, kind | {chain: rows.DRAGON}, case.owner, rows.DRAGON, rows.FRIEND, 2)
        groups[chain] = {other for other in own if united[other] == rows.DRAGON}
    return groups


def owner_steps(case: Case, wall_steps: dict[Point, int], mine: bool) -> dict[Point, int]:
    """The distance of each point of the zone from the dragon, through points that it reaches before the attacker; or
    FAR. A path leads at no cost over the owner's stones, up to two steps away; over stones in atari if it is its turn.
    """
    found = {p: 0 for p in case.zone if case.colour(p) == case.owner and case.has_kind(p, rows.DRAGON)}
    todo = sorted(found)
    while todo:
        point = todo.pop()
        for near in case.near(point):
            if case.colour(near) == case.owner:
                step = found[point] if found[point] <= 2 else rows.FAR
            else:
                weak = case.has_kind(near, rows.WEAK) and len(case.free(near)) == 1
                step = found[point] + 1 if case.is_empty(near) or (weak and mine) else rows.FAR
                step = step if step < wall_steps[near] else rows.FAR
            if near in case.zone and step < found.get(near, rows.FAR):
                found[near] = step
                todo.append(near)
    return dict.fromkeys(case.points, rows.FAR) | found
