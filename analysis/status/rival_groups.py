"""Groups that were read to be dead beside enemy stones that may depend on them, read together with these.

The first reading took the enemy stones around for granted. Here the two groups race: each may also live by capturing
the other (`reading.life_and_death.race_question`). With few nodes no race is read.

Beside unknown enemy stones: these live if they cannot be killed so. Otherwise the other group stays dead if it does not
live by moving first; else it is unknown, too, and only presumed to be dead: of 81 stones read to be dead beside unknown
ones, on 124 boards of real games, half lived.

Beside living enemy stones with few liberties, some in common: the group lives if it cannot be killed so. Then both are
in seki, which the first reading did not see, since it took the others for uncapturable. The same holds beside a group
that was read to be dead, too; if neither is found to live, each stays dead if it does not live by moving first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..board import NO_POINT, Position
from ..board.bit_sets import bits_of_points
from ..reading.answer import Answer, Result
from ..reading.life_and_death.group_question import GroupSearch
from .living_groups import uncut_groups
from .read_verdicts import with_line
from .reading_cache import ReadingCache
from .status_budget import BoardAllowance, life_units
from .verdict import Evidence, Fate, Status, Verdict

FEWEST_STONES = 2
"""A chain of fewer stones is no reason to doubt the death of those beside it."""

FEWEST_NODES, MOST_NODES = 100, 1000
"""With fewer nodes for a group no race is read; and none with more: most that are decided need less than half."""

MOST_LIBERTIES_IN_SEKI, COMMON_LIBERTIES = 7, 2
"""Two chains may be in seki if neither has more liberties than that, and so many in common: one if each has others,
which may be eyes."""

SEKI_NODES = 200
"""The most nodes of the search for a seki. On 215 boards of real games 24 groups are searched for one, in 1.0 second
altogether, 4.4 with 1,000 nodes each; none of them is in seki."""

ABOUT_TO_BE_IN_ATARI = 2
"""Liberties of a chain that one move puts in atari."""

Group = tuple[int, ...]


def is_assumed_safe(status: Status) -> bool:
    """Return whether a chain beside a race counts as safe."""
    if status.verdict is Verdict.UNKNOWN:
        return status.liberties > ABOUT_TO_BE_IN_ATARI
    return status.verdict not in (Verdict.DEAD, Verdict.CRITICAL)


def read_with_rivals(
    position: Position, found: dict[int, Status], nodes: int, allowance: BoardAllowance, memory: ReadingCache
) -> dict[int, Status]:
    """Return the statuses that change when groups read to be dead are read together with enemy groups beside them.

    found -- the statuses of all chains, by their first points
    nodes -- the usual limit for a group; allowance -- what the board may still take; memory -- a cache of readings
    """
    races = Races(position, found, nodes, allowance, memory)
    living = _seki(races) if nodes >= FEWEST_NODES else {}
    unknown = [
        status for status in found.values()
        if status.verdict is Verdict.UNKNOWN and len(status.chain) >= FEWEST_STONES
    ]
    for status in unknown:
        if status.chain[0] not in living:
            living.update(_living(races, status))
    rivals = [one for one in (*unknown, *_dead_beside_dead(races)) if one.chain[0] not in living]
    return living | _doubtful(races, rivals, living)


def _dead_beside_dead(races: Races) -> list[Status]:
    """Return the chains of dead groups beside enemy chains of such groups, of several stones each: each was read as if
    the other lived.
    """
    dead = {
        first: status for first, status in races.found.items()
        if _is_dead_with_group(status) and len(status.chain) >= FEWEST_STONES
    }  # fmt: skip
    return [status for status in dead.values() if enemies_around(races.position, status.chain) & dead.keys()]


def _seki(races: Races) -> dict[int, Status]:
    """Return the chains of dead groups that live in a race with living or dead stones, as alive."""
    found: dict[int, Status] = {}
    for status in races.found.values():
        if _is_dead_with_group(status) and status.chain[0] not in found:
            for first in sorted(enemies_around(races.position, status.chain)):
                if _may_be_seki(races, status, races.found[first]):
                    found.update(_if_not_killed(races, status, first, _is_dead_with_group, SEKI_NODES))
    return found


def _may_be_seki(races: Races, dead: Status, rival: Status) -> bool:
    """Return whether a chain may be in a seki with one whose group was read to be dead: it was read to live, or to be
    dead with its group, too.
    """
    alive = rival.verdict is Verdict.ALIVE and rival.evidence is Evidence.READ
    if not alive and not _is_dead_with_group(rival):
        return False
    liberties = races.position.liberties_at
    theirs = set(liberties(rival.chain[0]))
    common = theirs.intersection(liberties(dead.chain[0]))
    have_eyes = min(len(theirs), dead.liberties) > len(common) > 0
    few = max(len(theirs), dead.liberties) <= MOST_LIBERTIES_IN_SEKI
    return few and (have_eyes or len(common) >= COMMON_LIBERTIES)


def _living(races: Races, status: Status) -> dict[int, Status]:
    """Return the unknown chains of a group as alive if it lives in a race with one that was read to be dead."""
    for first in sorted(enemies_around(races.position, status.chain)):
        if _is_read_dead(races.found[first]):
            living = _if_not_killed(races, status, first, _is_unknown, MOST_NODES)
            if living:
                return living
    return {}


def _if_not_killed(
    races: Races, status: Status, rival: int, changes: Callable[[Status], bool], most: int
) -> dict[int, Status]:
    """Return those chains of a group that `changes` accepts, as alive if it is not killed in a race with a rival, by a
    search of at most `most` nodes.
    """
    position, found = races.position, races.found
    answer = races.read(status.chain[0], rival, attacking=True, most=most)
    if answer is None or answer.result is not Result.FAILS:
        return {}
    group = races.groups[status.chain[0]]
    text = f"lives, or captures the stones at {position.grid.vertex(rival)}"
    reason = with_line(position.grid, text, answer.line)
    return {
        chain: replace(
            found[chain], group=group, verdict=Verdict.ALIVE, evidence=Evidence.READ,
            if_owner_first=Fate.LIVES, if_enemy_first=Fate.LIVES, reason=reason, line=answer.line,
            zone_bits=answer.zone_bits | bits_of_points(group), in_race=True,
        )
        for chain in {position.chain_starts[point] for point in group} if changes(found[chain])
    }  # fmt: skip


def _doubtful(races: Races, rivals: list[Status], living: Container[int]) -> dict[int, Status]:
    """Return, as unknown, the chains read to be dead that may live by a race with these rivals, and their groups.

    living -- the first points of chains that were found to live
    """
    position, found = races.position, races.found
    doubtful: dict[int, Status] = {}
    todo = list(rivals)
    while todo:
        rival = todo.pop()
        if len(rival.chain) < FEWEST_STONES:
            continue
        for first in enemies_around(position, rival.chain):
            if first in doubtful or first in living or not _is_read_dead(found[first]):
                continue
            answer = races.read(first, rival.chain[0], attacking=False)
            if answer is not None and answer.result is Result.FAILS:
                continue
            reason = f"dead only if the stones at {position.grid.vertex(rival.chain[0])} live"
            for other in {position.chain_starts[point] for point in found[first].group}:
                if other not in doubtful and other not in living and _is_read_dead(found[other]):
                    doubtful[other] = replace(
                        found[other], verdict=Verdict.UNKNOWN, reason=reason, line=(), presumed_dead=True
                    )
                    todo.append(doubtful[other])
    return doubtful


def enemies_around(position: Position, chain: Group) -> set[int]:
    """Return the first points of the enemy chains beside a chain."""
    starts, beside, enemy = position.chain_starts, position.grid.beside, -position.colors[chain[0]]
    around = {starts[near] for point in chain for near in beside[point]} - {NO_POINT}
    return {first for first in around if position.colors[first] == enemy}


def _is_dead_with_group(status: Status) -> bool:
    return _is_read_dead(status) and not status.captured


def _is_unknown(status: Status) -> bool:
    return status.verdict is Verdict.UNKNOWN


def _is_read_dead(status: Status) -> bool:
    return status.verdict is Verdict.DEAD and status.evidence is Evidence.READ


@dataclass(frozen=True)
class Races:
    """The races of the groups of a board; the fields, public attributes, are the parameters of `read_with_rivals`."""

    position: Position
    found: dict[int, Status]
    nodes: int
    allowance: BoardAllowance
    memory: ReadingCache

    def read(self, first: int, rival: int, *, attacking: bool, most: int = MOST_NODES) -> Answer | None:
        """Return whether the group of a chain is killed in a race with that of a rival chain, or lives by moving first
        if not `attacking`, by a search of at most `most` nodes; None if that is not read.
        """
        nodes = min(self.nodes, most)
        if nodes < FEWEST_NODES or self.allowance.nodes(nodes, first) < nodes:
            return None
        group, other = self.groups[first], self.groups[rival]
        safe = tuple(self._safe_chains({*group, *other}))
        found = self.memory.answer(
            self.position, ("race", attacking, group, other, nodes),
            lambda: self._search(group, other, safe, attacking, nodes), lambda found: found.zone_bits,
            bits_of_points(point for head in safe for point in self.position.chain_of[head]),
        )  # fmt: skip
        self.allowance.spend(life_units(found))
        return found

    def is_won(self, first: int, rivals: Iterable[int]) -> bool:
        """Return whether the group of a chain is found to live, if only by a ko, by moving first in a race with one of
        these enemy chains; those of proved status are no rivals.
        """
        for rival in rivals:
            if self.found[rival].evidence is not Evidence.PROVED:
                answer = self.read(first, rival, attacking=False)
                if answer is not None and answer.result not in (Result.FAILS, Result.UNKNOWN):
                    return True
        return False

    def _search(self, group: Group, rival: Group, safe: Group, attacking: bool, nodes: int) -> Answer:
        search = GroupSearch(self.position, group, attacking, safe=safe, nodes=nodes, rival=rival)
        return search.refutation() if attacking else search.answer()

    def _safe_chains(self, racing: set[int]) -> Iterator[int]:
        """Yield the first points of the chains that count as safe in a race."""
        for first, status in self.found.items():
            if first not in racing and is_assumed_safe(status):
                yield first

    @cached_property
    def groups(self) -> dict[int, Group]:
        """The group of each stone: chains that cannot be cut apart."""
        groups = uncut_groups(self.position, self.allowance, self.memory)
        return {point: group for group in groups for point in group}


__all__ = ["Races", "enemies_around", "is_assumed_safe", "read_with_rivals"]
