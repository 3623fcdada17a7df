"""Races that counting does not cover, read: the groups of two blocks, each of which may live by capturing the other.

The chains around count as safe if they are neither dead nor critical, nor about to be put in atari. Of a group three
quarters have to live.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..board import BLACK, WHITE, Color, Position
from ..reading.answer import Result, is_one_sided_ko
from ..reading.life_and_death.group_question import GroupSearch
from ..reading.life_and_death.race_question import RaceAnswer, estimate_race, in_contact, read_race
from ..reading.life_and_death.read_groups import read_groups
from ..status import BoardStatus, Evidence, Fate, Status
from ..status.rival_groups import enemies_around, is_assumed_safe
from .race_finder import Races, UncoveredRace

READ_NODES = 2000
"""The usual limit of the searches of the races of a block."""

FEWEST_NODES = 500
"""Where several races share a limit, each may search at least so many positions."""

LARGEST_EYE_SPACE = 20
"""A region that a racing group encloses alone is an eye space if it has at most so many points."""

Group = tuple[int, ...]


@dataclass(frozen=True)
class ReadRace:
    """A race that was read.

    Public attributes:
      uncovered -- UncoveredRace: the blocks whose groups race, and why counting does not cover it
      answers   -- by who moves first: RaceAnswer; None where reading does not decide, or both groups would die
      assumed   -- the first points of the chains around that have to live for this, and are not proved to
    """

    uncovered: UncoveredRace
    answers: dict[Color, RaceAnswer | None]
    assumed: tuple[int, ...]


def read_block_race(
    position: Position, status: BoardStatus, first: Status, second: Status, nodes: int
) -> RaceAnswer | None:
    """Return what the owner of one of two blocks reaches by moving first, for the groups of both. What is not finished
    is as the status of the blocks says, where one lives, or as is likelier.

    A group with no other enemies beside it is saved by what kills its rival: if its own stones are taken on the way, as
    those inside an eye space are, that is a sacrifice. One that dies does not kill what stands in its eye space: the
    enemy plays there again. A group that lives only by a one-sided ko counts as dead.

    nodes -- limit of each search. Returns None if a block's status is proved, or if their groups are apart.
    """
    groups = _racing_groups(position, _groups_of(position), first, second)
    if groups is None:
        return None
    safe = _safe_points(position, status, *groups)
    found = _with_known_lives(estimate_race(position, *groups, safe=safe, nodes=nodes), first, second)
    found = _without_one_sided_kos(position, groups, found, safe, nodes)
    if found.lives.code is Result.FAILS and _is_inside(groups[1], _parts(position, groups[0])):
        found = replace(found, captures=found.lives)
    if not _stands_alone(position, *groups):
        return found
    return replace(found, lives=max(found.lives, found.captures, key=lambda answer: _BEST_LAST.index(answer.code)))


def _with_known_lives(found: RaceAnswer, first: Status, second: Status) -> RaceAnswer:
    """Return a race with the answers that were not finished of blocks that were read to live."""
    lives, captures = found.lives, found.captures
    if not lives.finished and first.if_owner_first is Fate.LIVES:
        lives = replace(lives, result=Result.WORKS)
    if not captures.finished and second.if_enemy_first is Fate.LIVES:
        captures = replace(captures, result=Result.FAILS, move=None)
    return replace(found, lives=lives, captures=captures)


def _without_one_sided_kos(
    position: Position, groups: tuple[Group, Group], found: RaceAnswer, safe: list[int], nodes: int
) -> RaceAnswer:
    """Return what a race comes to where a group counts as dead that lives only by a one-sided ko for the stones in its
    eye space, which risk nothing.
    """
    own, other = groups
    captures, lives = found.captures, found.lives
    if captures.result is Result.KO_FIRST and _is_inside(own, _parts(position, other)):
        defence = GroupSearch(position, other, False, safe=safe, nodes=nodes, rival=own).answer()
        if is_one_sided_ko(captures.result, defence.result):
            captures = replace(captures, result=Result.WORKS)
    if lives.result is Result.KO_AFTER and _is_inside(other, _parts(position, own)):
        attack = GroupSearch(position, own, True, safe=safe, nodes=nodes, rival=other).answer()
        if is_one_sided_ko(attack.result, lives.result):
            lives = replace(lives, result=Result.FAILS, move=None)
    return replace(found, captures=captures, lives=lives)


_BEST_LAST = (Result.FAILS, Result.KO_AFTER, Result.KO_FIRST, Result.WORKS)


def is_saved_by_killing(position: Position, first: Status, second: Status) -> bool:
    """Return whether the group of one block has no other enemies beside it than that of the other."""
    groups = _groups_of(position)
    return _stands_alone(position, groups[first.chain[0]], groups[second.chain[0]])


def _stands_alone(position: Position, own: Group, other: Group) -> bool:
    """Return whether the only enemy stones beside a group are those of its rival."""
    return enemies_around(position, own) <= {*other}


def _groups_of(position: Position) -> dict[int, Group]:
    """Return the group of each stone."""
    return {point: group for group in read_groups(position) for point in group}


def _racing_groups(
    position: Position, groups: dict[int, Group], first: Status, second: Status
) -> tuple[Group, Group] | None:
    """Return the groups of two blocks; None if the status of one is proved, or if they are apart."""
    if Evidence.PROVED in (first.evidence, second.evidence):
        return None
    own, other = groups[first.chain[0]], groups[second.chain[0]]
    return (own, other) if in_contact(position, own, other) else None


def _read(position: Position, status: BoardStatus, own: Group, other: Group, nodes: int) -> RaceAnswer | None:
    found = read_race(position, own, other, safe=_safe_points(position, status, own, other), nodes=nodes)
    return found if found.decided else None


def _safe_points(position: Position, status: BoardStatus, own: Group, other: Group) -> list[int]:
    """Return the first points of the chains that count as safe in the race of two groups."""
    return [chain.chain[0] for chain in _safe_chains(position, status, own, other)]


def _safe_chains(position: Position, status: BoardStatus, own: Group, other: Group) -> list[Status]:
    """Return the chains that count as safe in the race of two groups.

    What is not proved to live in the eye space of one lives only if that group dies.
    """
    parts = {-position.colors[group[0]]: _parts(position, group) for group in (own, other)}
    return [
        chain for chain in status.chains
        if chain.chain[0] not in {*own, *other} and is_assumed_safe(chain)
        and (chain.evidence is Evidence.PROVED or not _is_inside(chain.chain, parts[chain.color]))
    ]  # fmt: skip


def _parts(position: Position, group: Group) -> list[set[int]]:
    """Return the parts into which the stones of a group divide the other points of the board."""
    rest = set(range(position.grid.area)).difference(group)
    return [set(part) for part in position.grid.connected_parts(rest)]


def _is_inside(stones: Group, parts: list[set[int]]) -> bool:
    """Return whether stones are in an eye space of the group that divides the board into these parts."""
    return sum(len(part) for part in parts if not part.isdisjoint(stones)) <= LARGEST_EYE_SPACE


def with_read_races(races: Races, status: BoardStatus, nodes: int) -> Races:
    """Return the races of a position with those read that counting does not cover.

    Blocks of the same two groups have one race.

    nodes -- limit of each search, shared among the races
    """
    position, groups = races.position, _groups_of(races.position)
    pairs: dict[tuple[Group, Group], list[UncoveredRace]] = {}
    left = []
    for pair in races.uncovered:
        first, second = status.at(pair.black), status.at(pair.white)
        assert first is not None
        assert second is not None
        racing = _racing_groups(position, groups, first, second)
        if racing is None:
            left.append(pair)
        else:
            pairs.setdefault(racing, []).append(pair)
    share = max(min(nodes, FEWEST_NODES), nodes // max(1, len(pairs)))
    read = []
    for (black, white), named in pairs.items():
        answers = {
            BLACK: _consistent(_read(position, status, black, white, share)),
            WHITE: _consistent(_read(position, status, white, black, share)),
        }
        if any(answers.values()):
            read.append(ReadRace(named[0], answers, _assumed(position, status, black, white)))
        else:
            left += named
    return replace(races, uncovered=tuple(left), read=(*races.read, *read))


def _consistent(found: RaceAnswer | None) -> RaceAnswer | None:
    """Return an answer unless it says that the own group dies and may kill the other: that is not judged."""
    both_die = found is not None and found.lives.result is Result.FAILS and found.captures.result is not Result.FAILS
    return None if both_die else found


def _assumed(position: Position, status: BoardStatus, black: Group, white: Group) -> tuple[int, ...]:
    """Return the first points of the unproved chains beside two groups that count as safe in their race."""
    beside = position.grid.beside
    liberties = {near for stone in (*black, *white) for near in beside[stone] if not position.colors[near]}
    around = {near for point in (*black, *white, *liberties) for near in beside[point]}
    return tuple(
        chain.chain[0] for chain in _safe_chains(position, status, black, white)
        if chain.evidence is not Evidence.PROVED and not around.isdisjoint(chain.chain)
    )


__all__ = ["READ_NODES", "ReadRace", "is_saved_by_killing", "read_block_race", "with_read_races"]
