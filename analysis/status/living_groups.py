"""The groups of a board that live if the enemy moves first, or die even if they do, by searches with estimates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..board.bit_sets import bits_of_mask, bits_of_points
from ..reading.answer import Answer, Result
from ..reading.connections import disconnect
from ..reading.life_and_death.group_question import LIKELY_ESCAPED, GroupSearch, LifeRule
from ..reading.life_and_death.group_space import group_space
from ..reading.life_and_death.read_groups import read_groups
from .reading_cache import ReadingCache
from .status_budget import BoardAllowance, answer_units, life_units

CUT_NODES = 3
"""Nodes of the search whether two chains can be cut."""

FIRST_NODES, MORE_NODES = 5, 3
"""The nodes after which a longer search is first checked, and its limit, as a multiple of those for a group."""

MOST_DEFENCES, MOST_ATTACKS = 20, 60
"""A search is given up if more open positions are left to be defended, or to be attacked: most of these end UNKNOWN."""

MOST_TO_DECIDE = 60
"""The search for a death is given up if more open positions are left, both for the group to live and for it to die."""

DOOMED = 5
"""The points to itself with fewer of which a group is likely to die that gets no two eyes and no link. Of the sure
stones on 215 boards that are found to die so, the walls standing, 19 die and none lives."""

SMALL_GROUP_NODES, LARGE_GROUP = 100, 5
"""With fewer nodes for a group only groups of so many stones are searched: of the smaller ones, which take a
third of the time, three in a hundred are found to live."""

VERY_LARGE_GROUP = 10
"""Stones of a group that has so many ways to eyes and links that it needs fewer points to escape to."""

ESCAPED_IF_SAVED, ESCAPED_IF_VERY_LARGE = 6, 4
"""The points to itself with which a group is likely to live that lives by its owner's move, by another search, or is
very large. Of the sure stones on 124 boards that are found to live since these count, 376 live and one dies."""

ESCAPED_IF_INVADER = 16
"""The same for stones that were left in the enemy's territory on a finished board."""


@dataclass(frozen=True)
class LivingGroup:
    """A group that lives if the enemy moves first.

    Public attributes:
      group  -- its points but those of proved status, ascending
      answer -- Answer to the enemy's attack
    """

    group: tuple[int, ...]
    answer: Answer = field(repr=False)

    @cached_property
    def zone_bits(self) -> int:
        """Return the points that it rests on, with its own, as a set (`board.bit_sets`)."""
        return self.answer.zone_bits | bits_of_points(self.group)


class LivingGroups:
    """The groups of a position that live if the enemy moves first.

    Groups are chains that cannot be cut apart, by reading. Of a group with stones of proved status only the others are
    read. When the budget of the board is used up, the rest is not read.
    """

    def __init__(
        self, position: Position, proved: npt.NDArray[np.int8], allowance: BoardAllowance, memory: ReadingCache, *,
        invaders: frozenset[int] = frozenset(),
    ) -> None:  # fmt: skip
        """Evaluate all groups without search: most that live are found so.

        proved   -- (area,): +1 / -1 on points proved to be Black's / White's
        invaders -- stones that need more points to escape to, as they were left in the enemy's territory
        """
        self._position, self._allowance, self._memory, self._invaders = position, allowance, memory, invaders
        self._safe = (proved != 0) & (proved == position.stones)
        whole = uncut_groups(position, allowance, memory)
        groups = (tuple(point for point in group if not proved[point]) for group in whole)
        ordered = sorted(filter(None, groups), key=lambda group: (-len(group), group))
        self._group_at = {point: group for group in ordered for point in group}
        self._count_as_safe(())
        self._evaluated = {group: self._read(group, 0, self._escape(group, LIKELY_ESCAPED)) for group in ordered}
        self._searched: dict[tuple[tuple[int, ...], int], LivingGroup | None] = {}
        self._count_as_safe([point for group, life in self._evaluated.items() if life for point in group])

    def _count_as_safe(self, points: Sequence[int]) -> None:
        """Let these stones count as safe, beside those that do already, in the searches from here on."""
        self._safe[list(points)] = True
        self._safe_bits = bits_of_mask(self._safe)
        starts = self._position.chain_starts
        self._safe_heads = sorted({starts[point] for point in self._safe.nonzero()[0].tolist()})

    def assume(self, points: Sequence[int]) -> None:
        """Let these stones count as safe from here on: what was not found to live is searched again when asked for."""
        self._count_as_safe(points)
        self._searched = {asked: living for asked, living in self._searched.items() if living is not None}

    def at(self, point: int) -> LivingGroup | None:
        """Return the group of a stone if it lives without search; None also for a stone of proved status."""
        group = self._group_at.get(point)
        return None if group is None else self._evaluated[group]

    def search(self, point: int, nodes: int, *, saved: bool = False) -> LivingGroup | None:
        """Return the same after a search, in which the groups that live without search, and all assumed to, are safe.

        nodes -- the usual limit for the life of a group; with fewer than FIRST_NODES nothing is searched, and
                 with fewer than SMALL_GROUP_NODES no small group
        saved -- whether the group is known to live if its owner moves first: then, as for a very large group, it needs
                 fewer points to escape to; but not with fewer than SMALL_GROUP_NODES
        """
        group = self._group_at.get(point)
        if group is None or nodes < FIRST_NODES or self._evaluated[group]:
            return self.at(point)
        if nodes < SMALL_GROUP_NODES and len(group) < LARGE_GROUP:
            return None
        escape = self._escape(group, points_to_live(len(group), saved and nodes >= SMALL_GROUP_NODES))
        if (group, escape) not in self._searched:
            self._searched[group, escape] = self._read(group, MORE_NODES * nodes, escape)
        return self._searched[group, escape]

    def has_way_out(self, point: int) -> bool:
        """Return whether the group of a stone has points beyond its surroundings that no wall stops, or is connected to
        stones that count as safe, as one that lives by itself is; False for a stone of proved status.
        """
        group = self._group_at.get(point)
        if group is None:
            return False
        space = group_space(self._position, group, self._safe_heads)
        return space.is_open or space.is_linked

    def defence(self, point: int) -> Answer | None:
        """Return whether the group of a stone lives if its owner moves first, by a search of FIRST_NODES; None if that
        is not read. The same groups count as safe as for `search`.
        """
        group = self._group_at.get(point)
        if group is None or self._allowance.nodes(FIRST_NODES, group[0]) < FIRST_NODES:
            return None
        escape = self._escape(group, LIKELY_ESCAPED)
        found = self._memory.answer(
            self._position, ("live", group, escape), lambda: _defend(self._position, group, self._safe_heads, escape),
            lambda found: found.zone_bits, self._safe_bits,
        )  # fmt: skip
        self._allowance.spend(life_units(found))
        return found

    def death(self, point: int, nodes: int) -> Answer | None:
        """Return the answer to a defence of the group of a stone if that fails, by a search in which the group is
        likely to die with fewer than DOOMED points; None also for a stone of proved status.

        nodes -- the usual limit for the life of a group; with fewer than SMALL_GROUP_NODES nothing is searched
        """
        group = self.group_at(point)
        if not group or nodes < SMALL_GROUP_NODES or self._allowance.nodes(nodes, group[0]) < nodes:
            return None
        escape = self._escape(group, points_to_live(len(group), True))
        found = self._memory.answer(
            self._position, ("die", group, nodes, escape),
            lambda: _defend_doomed(self._position, group, self._safe_heads, nodes // 2, escape),
            lambda found: found.zone_bits, self._safe_bits,
        )  # fmt: skip
        self._allowance.spend(life_units(found))
        return found if found.result is Result.FAILS else None

    def group_at(self, point: int) -> tuple[int, ...]:
        """Return the group of a stone but for its points of proved status; empty for a stone of proved status."""
        return self._group_at.get(point, ())

    def _escape(self, group: tuple[int, ...], likely: int) -> int:
        """Return with how many points to itself a group is likely to live, where `likely` are enough during a game."""
        return ESCAPED_IF_INVADER if self._invaders.issuperset(group) else likely

    def _read(self, group: tuple[int, ...], nodes: int, escape: int) -> LivingGroup | None:
        """Return a group if it lives; None also if the budget of the board does not allow to read it.

        escape -- the points to itself with which it is likely to live
        """
        needed = max(1, nodes)
        if self._allowance.nodes(needed, group[0]) < needed:
            return None
        found = self._memory.answer(
            self._position, ("kill", group, nodes, escape),
            lambda: _attack(self._position, group, self._safe_heads, nodes, escape), lambda found: found.zone_bits,
            self._safe_bits,
        )  # fmt: skip
        self._allowance.spend(life_units(found))
        return LivingGroup(group, found) if found.result is Result.FAILS else None


def uncut_groups(position: Position, allowance: BoardAllowance, memory: ReadingCache) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a position, each ascending: chains that cannot be cut apart, by reading."""

    def cut(one: int, other: int) -> Answer:
        found = memory.answer(
            position, ("cut", one, other), lambda: disconnect(position, one, other, nodes=CUT_NODES),
            lambda found: found.zone_bits,
        )  # fmt: skip
        allowance.spend(answer_units(found))
        return found

    return read_groups(position, cut)


def points_to_live(stones: int, saved: bool) -> int:
    """Return with how many points to itself a group of so many stones is likely to live, its owner to move.

    saved -- whether it is known to live if its owner moves first
    """
    if stones >= VERY_LARGE_GROUP:
        return ESCAPED_IF_VERY_LARGE
    return ESCAPED_IF_SAVED if saved else LIKELY_ESCAPED


def _attack(position: Position, group: tuple[int, ...], safe: Sequence[int], most: int, escape: int) -> Answer:
    """Return the answer to an attack on a group, given up early where the group is unlikely to be found to live.

    safe -- a point of each chain that counts as safe
    most -- the limit of nodes; with 0 the position is only evaluated
    escape -- the points to itself with which the group is likely to live
    """
    rule = LifeRule(estimates=escape)
    search = GroupSearch(position, group, True, safe=safe, nodes=max(1, most), rule=rule)
    return _in_stages(
        search.refutation, most, lambda attacks, defences: attacks <= MOST_ATTACKS and defences <= MOST_DEFENCES
    )


def _in_stages(ask: Callable[[int], Answer], most: int, is_promising: Callable[[int, int], bool]) -> Answer:
    """Return the answer of a search that is continued with twice the nodes, up to `most`, as long as it is promising.

    is_promising -- judges the `Answer.numbers` of an unfinished search
    """
    nodes = min(FIRST_NODES, most)
    found = ask(nodes)
    while found.result is Result.UNKNOWN and nodes < most:
        assert found.numbers is not None
        if not is_promising(*found.numbers):
            break
        nodes = min(2 * nodes, most)
        found = ask(nodes)
    return found


def _defend(position: Position, group: tuple[int, ...], safe: Sequence[int], escape: int) -> Answer:
    """Return the answer to a defence of a group; `safe` and `escape` as for `_attack`."""
    rule = LifeRule(estimates=escape)
    return GroupSearch(position, group, False, safe=safe, nodes=FIRST_NODES, rule=rule).answer()


def _defend_doomed(position: Position, group: tuple[int, ...], safe: Sequence[int], most: int, escape: int) -> Answer:
    """Return the answer to a defence of a group that is likely to die with few points, given up early where it is hard
    to decide; the rest is as for `_attack`.
    """
    rule = LifeRule(estimates=escape, doomed=min(DOOMED, escape))
    search = GroupSearch(position, group, False, safe=safe, nodes=most, rule=rule)
    return _in_stages(search.answer, most, lambda works, fails: min(works, fails) <= MOST_TO_DECIDE)


__all__ = ["LivingGroup", "LivingGroups", "points_to_live", "uncut_groups"]
