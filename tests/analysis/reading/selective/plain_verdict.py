"""The static verdict on a dragon and the points that it depends on once more, in plain Python and slowly."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _verdict_kernels as verdict_kernels
from tests.analysis.reading.selective import plain_chains, plain_eyes
from tests.analysis.reading.selective.oracle import Case, Chain, Evaluation, Point, self_atari


def wall_kinds(case: Case, walls: set[Point], safe: set[Point], attacker_moves: bool) -> dict[Chain, int]:
    """The kinds of all chains before the dragon is known: walls that may be captured are weak unless linked to others.

    If the attacker moves first, one common liberty links them.
    """
    kind = {}
    for chain in case.chains:
        seen = chain & set(case.extended)
        if case.stones[min(chain)] == case.owner:
            kind[chain] = rows.SAFE if seen & safe else rows.FRIEND
        else:
            kind[chain] = rows.WALL if seen & walls and not plain_chains.may_be_captured(case, chain) else rows.WEAK
    return plain_chains.linked(case, kind, case.attacker, rows.WALL, rows.WEAK, 1 if attacker_moves else 2)


@dataclass(frozen=True)
class Verdict:
    """What `evaluate_dragon` finds."""

    code: int
    sure: int
    eye: set[Point]
    closed: set[Point]
    outside: int


def with_dragon(case: Case, kind: dict[Chain, int], target: Point) -> Case:
    """The case in which the chain on a point and all friends linked to it are the dragon."""
    kind = kind | {case.chain_at[target]: rows.DRAGON}
    return replace(case, kind=plain_chains.linked(case, kind, case.owner, rows.DRAGON, rows.FRIEND, 2))


def verdict(case: Case, target: Point, lost: set[Point], steps: dict[Point, int], mine: bool) -> Verdict:
    """The verdict on the dragon of a case, `steps` being the distances from it; `mine`: the owner moves first."""
    regions = plain_eyes.closed_regions(case)
    closed = {point for region in regions if not region.has_gaps for point in region.points}
    eye = plain_eyes.possible_eyes(case, steps)
    reached = {point for point in case.zone if steps[point] < rows.FAR and case.colour(point) != case.owner}
    outside = len(reached - closed)
    sure, doubt, upper, answered = plain_eyes.count_eyes(regions)
    first, more = plain_eyes.open_eyes(case, eye - closed)
    joints = joints_of(case)
    room = upper + first + more - (not mine and doubt + more > 0)
    free = len(case.free(target))
    alive = (
        len(joints) >= 2
        or any(self_atari(case, point, case.attacker) > 0 for point in joints)
        or (len(reached) >= (19 if mine else 15) and free >= 2)
        or ((free >= 2 or mine) and sure + doubt // 2 + (mine and answered) >= 2)
    )
    dead = room < 2 and outside < 8 and not joints and not may_capture(case, closed, mine)
    dead = dead and not is_near_life(case, lost, steps)
    code = verdict_kernels.ALIVE if alive else verdict_kernels.DEAD if dead else verdict_kernels.UNKNOWN
    return Verdict(code, sure, eye, closed, outside)


def joints_of(case: Case) -> list[Point]:
    """The empty points beside the dragon and a living chain."""
    return [
        point for point in case.zone if case.is_empty(point)
        and {rows.DRAGON, rows.SAFE} <= {case.kind_at(near) for near in case.near(point)}
    ]  # fmt: skip


def may_capture(case: Case, closed: set[Point], mine: bool) -> bool:
    """Whether a weak stone beside the dragon, not in a closed region, is in atari, or can be put there next."""
    return any(
        case.has_kind(point, rows.WEAK) and len(case.free(point)) <= (2 if mine else 1) and point not in closed
        and any(case.has_kind(near, rows.DRAGON) for near in case.near(point))
        for point in case.zone
    )  # fmt: skip


def is_near_life(case: Case, lost: set[Point], steps: dict[Point, int]) -> bool:
    """Whether the dragon is two steps from a point beside a living chain, or one from a friend with five liberties."""
    for point in filter(case.is_empty, case.zone):
        for near in case.near(point):
            helps = case.has_kind(near, rows.FRIEND) and near not in lost and len(case.free(near)) >= 5
            if (case.has_kind(near, rows.SAFE) and steps[point] <= 2) or (helps and steps[point] <= 1):
                return True
    return False


def reasons(case: Case, evaluation: Evaluation, alive: bool, lost: set[Point]) -> set[Point]:
    """The points on which a verdict depends: those where it finds eyes, space and help, with the eight around eyes, and
    for a living group around all its space.
    """
    found: set[Point] = set()
    for point in case.zone:
        close = case.is_empty(point) and (evaluation.owner_steps[point] < rows.FAR)
        if evaluation.closed[point] > 0 or (
            (close or (case.is_empty(point) and evaluation.order[point] == 1)) if alive else evaluation.eye[point]
        ):
            found |= {point, *case.near(point), *case.corners(point)}
        elif not alive and (close or (case.is_empty(point) and is_help(case, evaluation, point, lost))):
            found.add(point)
    return found


def is_help(case: Case, evaluation: Evaluation, point: Point, lost: set[Point]) -> bool:
    """Whether an empty point is beside an attacking chain with three liberties at most, or near the dragon and beside
    another chain of the owner's that is not dead.
    """
    stones = [near for near in case.near(point) if not case.is_empty(near)]
    return any(
        len(case.free(stone)) <= 3 if case.colour(stone) == case.attacker
        else evaluation.order[point] <= 2 and not case.has_kind(stone, rows.DRAGON) and stone not in lost
        for stone in stones
    )  # fmt: skip
