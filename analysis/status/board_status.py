"""The status of every chain of a board: proofs first, then what reading shows.

  proofs   unconditional territory, and safety under alternating play: a chain is SAFE, or DEAD in the enemy's territory
  capture  whether a chain of few liberties can be captured, and saved
  life     whether its group can be killed, and made to live: first those that live, then the others; what stays
           unknown is searched further for life, at last with all groups that live counting as safe; so are groups with
           a way out that seem to be critical. What is unknown even then is searched for its death (`doomed_groups`)

A chain that cannot be saved from capture is DEAD, and so are all chains of a group that cannot be made to live. A chain
that is captured or saved by the side that moves first is CRITICAL, whatever the status of the rest of its group; the
other chains share the group's status, and so does a critical chain that is the group's largest, with a living enemy
chain beside it, where that tells more: its region is small and enclosed, or it is killed without a ko. Where a group
was read as dead, such a chain is CRITICAL only if a short search finds that its group lives, its owner moving first.
Dead groups beside enemy stones that may depend on them are read again in a race with these (`rival_groups`), not with
few nodes.
Where suicide is legal only unconditional status is proved: small enclosed regions are then searched without suicide,
and their results count as read. Capturing races are not judged here (`semeai.race_verdicts`).

All searches of a board have one budget (`status_budget`). Large groups are read first; when the budget is used up, the
rest are read with few nodes, and in the end not at all.
"""

from __future__ import annotations

import numpy as np

from ..board import BLACK, PASS, WHITE, Color, Position, Rules
from ..board.bit_sets import bits_of_points
from ..reading import Answer, Result, captures
from ..reading.selective import group_at
from ..region.enclosed_life import LifeVerdict
from ..runtime.work_limit import current_work
from . import life_reader
from .consistent_verdicts import consistent_verdicts
from .doomed_groups import deaths
from .living_groups import SMALL_GROUP_NODES, LivingGroup, LivingGroups
from .read_verdicts import fate, life_reason, with_line
from .reading_cache import ReadingCache
from .rival_groups import Races, enemies_around
from .safety import Safety, safe
from .small_areas import STATES_A_NODE, small_area, solve_small_area
from .status_budget import BoardAllowance, StatusBudget, answer_units, board_units
from .territory import unconditional_territory
from .verdict import BoardStatus, Evidence, Fate, Status, Verdict

MOST_LIBERTIES = 4
"""Chains with more are not read for capture: whether they can be captured is a question of life and death."""

_UNCOMPILED_FACTOR = 50
"""Without compiled kernels the budget is divided by this."""

_ALIVE, _DEAD, _CRITICAL = Verdict.ALIVE, Verdict.DEAD, Verdict.CRITICAL
_PROVED, _READ = Evidence.PROVED, Evidence.READ
# looked up once: the members of an enumeration are slow to find


def board_status(
    position: Position,
    rules: Rules | None = None,
    *,
    budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
    invaders: frozenset[int] = frozenset(),
) -> BoardStatus:
    """Return the status of every chain. The side to move matters only for which side may not retake a ko.

    memory   -- a cache of readings: passed in again after some moves, only what these affect is read again, and the
                result is the same as without it
    invaders -- points of stones that were left in the enemy's territory on a finished board, so that they hardly live
                by their escape
    """
    budget, memory = budget or StatusBudget(), memory or ReadingCache()
    return _StatusReader(position, rules, budget, memory, invaders).status()


def chain_status(
    position: Position, point: int, rules: Rules | None = None, *, budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
) -> Status:
    """Return the status of the chain on one point, read alone; `memory` as for `board_status`.

    Raises ValueError if there is no stone.
    """
    return _StatusReader(position, rules, budget or StatusBudget(), memory or ReadingCache()).status_at(point)


class _StatusReader:
    """Determines the statuses of the chains of one position."""

    def __init__(
        self, position: Position, rules: Rules | None, budget: StatusBudget, memory: ReadingCache,
        invaders: frozenset[int] = frozenset(),
    ) -> None:  # fmt: skip
        from ..runtime import jit  # loads numba

        if not jit.COMPILED:  # plain Python is a hundred times slower
            budget = budget.divided(_UNCOMPILED_FACTOR)
        self.position, self.budget, self.memory, self.invaders = position, budget, memory, invaders
        self.suicide = rules is not None and rules.suicide
        self.safety: Safety = safe(position, rules)
        self.unconditional = unconditional_territory(position, rules)
        self.proved_owner = np.where(self.unconditional != 0, self.unconditional, self.safety.owner).astype(np.int8)
        self.proved_owner.flags.writeable = False
        self._owners: list[int] = self.proved_owner.tolist()
        self.allowance = BoardAllowance(budget.board)
        self._living: LivingGroups | None = None
        self._main_chains: dict[tuple[int, ...], int] = {}
        self._lives: dict[int, life_reader.GroupLife | None] = {}

    def status(self) -> BoardStatus:
        found: dict[int, Status] = {}
        groups: dict[int, tuple[int, ...]] = {}
        open_chains: list[tuple[int, ...]] = []
        for chain in self.position.chains():
            proved = self._by_proof(chain)
            if proved is None:
                open_chains.append(chain)
            else:
                found[chain[0]] = proved
        for chain in open_chains:
            if chain[0] not in groups:
                group = group_at(self.position, chain[0])
                groups.update((point, group) for point in group)
        all_chains = len(found) + len(open_chains)
        current_work().spend(board_units(self.position.grid.area, all_chains, len(open_chains)))
        order = sorted(open_chains, key=lambda one: (-len(groups[one[0]]), -len(one), one))  # if the budget ends
        for chain in order:
            found[chain[0]] = self._by_reading(chain, groups[chain[0]])
        self._search_beside_living(found)
        found = consistent_verdicts(self.position, found, self.budget.group, self.allowance, self.memory)
        if self.budget.selective:
            races = Races(self.position, found, self.budget.group, self.allowance, self.memory)
            failing = deaths(races, self.living())
            found.update((first, self._by_failed_defence(found[first], failed)) for first, failed in failing.items())
        chains = tuple(found[first] for first in sorted(found))
        self.allowance.report(all_chains)
        counts = len(self.allowance.reduced), len(self.allowance.unread), self.allowance.spent
        return BoardStatus(self.position.grid, chains, self.proved_owner, self.safety.replies, *counts)

    def _search_beside_living(self, found: dict[int, Status]) -> None:
        """Search the groups that are still unknown again, as long as more are found, the living ones counting as safe.

        Not with few nodes, as at the leaves of a tree search.
        """
        if self.budget.group < SMALL_GROUP_NODES:
            return
        living = [status for status in found.values() if status.verdict is _ALIVE]
        while living:
            self.living().assume([point for status in living for point in status.chain])
            living = []
            for first, status in found.items():
                if status.verdict is Verdict.UNKNOWN and self.allowance.has_left:
                    saved = status.if_owner_first is Fate.LIVES
                    group = self.living().search(first, self.budget.group, saved=saved)
                    if group is not None:
                        living.append(self._by_living_group(status.chain, group))
            found.update((status.chain[0], status) for status in living)

    def status_at(self, point: int) -> Status:
        chain = tuple(self.position.chain_at(point))
        return self._by_proof(chain) or self._by_reading(chain, group_at(self.position, point))

    def _by_proof(self, chain: tuple[int, ...]) -> Status | None:
        color, owner = self._color_of(chain), self._owners[chain[0]]
        if not owner:
            return None
        how = "unconditionally" if self.unconditional[chain[0]] else "as long as each attack is answered"
        if owner == color:
            return self._make(
                chain, chain, Verdict.SAFE, Evidence.PROVED, Fate.LIVES, Fate.LIVES, f"stands {how}"
            )
        return self._make(
            chain, chain, Verdict.DEAD, Evidence.PROVED, Fate.DIES, Fate.DIES,
            f"in territory that {Color(owner).word.capitalize()} holds {how}",
        )

    def _by_reading(self, chain: tuple[int, ...], group: tuple[int, ...]) -> Status:
        life = self._by_life(chain, group)
        if life.evidence is _PROVED:
            return life
        capture = self._by_capture(chain)
        if capture is None or self._tells_more(life, capture, self.main_chain(group)):
            return life
        if capture.verdict is _DEAD or life.if_owner_first is not Fate.DIES:
            return capture
        defence = self.living().defence(chain[0])  # what it captures may leave no more than an eye
        if life.verdict is _DEAD:
            return life if defence is None or defence.result in (Result.FAILS, Result.UNKNOWN) else capture
        if defence is None or defence.result is not Result.FAILS:
            return capture
        return self._by_failed_defence(life, defence)

    def _by_failed_defence(self, life: Status, defence: Answer) -> Status:
        """Return the status of a chain whose group was not read to live, and does not live by moving first."""
        return self._make(
            life.chain, life.group, _DEAD, _READ, Fate.DIES, Fate.DIES, life_reason(_DEAD, life.color),
            line=defence.line, zone=life.zone_bits | defence.zone_bits | bits_of_points(life.chain),
        )

    def _tells_more(self, life: Status, capture: Status, main: int) -> bool:
        """Return whether the life of a critical chain tells more than its capture, for all of its group.

        The chain is the main one, which both are about; either its region is small and enclosed, so that all lines of
        play are searched if the nodes suffice, or it is killed without the ko that its capture needs; and an enemy
        chain beside it lives: else the captor may die of the capture.

        main -- the first point of the main chain
        """
        if not (life.verdict is capture.verdict is _CRITICAL and main in life.chain):
            return False
        without_ko = capture.if_enemy_first is Fate.KO and life.if_enemy_first is Fate.DIES
        if not without_ko and small_area(self.position, main) is None:
            return False
        colors, chain_of = self.position.colors, self.position.chain_of
        return any(
            self._owners[head] == colors[head]
            or self._by_life(chain_of[head], group_at(self.position, head)).verdict is _ALIVE
            for head in enemies_around(self.position, life.chain)
        )

    def _by_capture(self, chain: tuple[int, ...]) -> Status | None:
        """Return the status by capture reading; None if the chain is not captured, or has too many liberties."""
        liberties = len(self.position.liberties_at(chain[0]))
        if liberties > MOST_LIBERTIES:
            return None
        nodes = self.allowance.nodes(self.budget.chain, chain[0])
        if not nodes:
            return None
        attack = self._read_capture(chain, min(nodes, self.budget.attack_nodes(liberties)), attacking=True)
        if attack.result is Result.FAILS:
            return None
        defence = self._read_capture(chain, nodes, attacking=False)
        enemy, owner = fate(attack.result, False), fate(defence.result, True)
        verdict = Verdict.DEAD if owner is Fate.DIES else Verdict.CRITICAL
        how = {
            Verdict.DEAD: "captured whoever moves first",
            Verdict.CRITICAL: "captured or saved by who moves first",
        }[verdict]
        ko = verdict is Verdict.CRITICAL and Fate.KO in (enemy, owner)
        return self._make(
            chain, chain, verdict, Evidence.READ, owner, enemy, f"{how}{' (ko)' if ko else ''}",
            kill=attack.move if verdict is Verdict.CRITICAL else None,
            save=defence.move if verdict is Verdict.CRITICAL else None,
            line=defence.line if verdict is Verdict.DEAD else attack.line,
            zone=attack.zone_bits | defence.zone_bits, needs_ko=ko, captured=True,
        )

    def _read_capture(self, chain: tuple[int, ...], nodes: int, *, attacking: bool) -> Answer:
        read = captures.attack if attacking else captures.defend
        found = self.memory.answer(
            self.position,
            ("capture", attacking, chain[0], nodes),
            lambda: read(self.position, chain[0], nodes=nodes),
            lambda found: found.zone_bits,
        )
        self.allowance.spend(answer_units(found))
        return found

    def _by_life(self, chain: tuple[int, ...], group: tuple[int, ...]) -> Status:
        """Return the status by life-and-death reading of the group, or of its main chain."""
        color = self._color_of(chain)
        target = self.main_chain(group)
        living = self.living().at(chain[0])
        if living is not None and small_area(self.position, target) is None:  # that is searched exhaustively
            return self._by_living_group(chain, living)
        found = self.group_life(target)
        if found is None:
            return self._make(
                chain, group, Verdict.UNKNOWN, Evidence.ESTIMATED, Fate.UNKNOWN, Fate.UNKNOWN,
                "not read: the budget of the board is used up",
            )
        living = self._refuted_attack(chain[0], target, found)
        if living is not None:
            return self._by_living_group(chain, living)
        verdict = found.verdict
        # that the chains of a group cannot be cut apart is not proved
        evidence = self._limited(found.evidence) if target in chain else _READ
        if verdict is _ALIVE and found.enemy_first.seki and found.evidence is _PROVED and target in chain:
            owner = self._lives_or_seki(target, color)
            both = owner is Fate.SEKI
            return self._make(
                chain, group, Verdict.SEKI if both else _ALIVE, evidence, owner, Fate.SEKI,
                "seki: nobody can take the other" if both else "lives, if only in seki when the enemy moves first",
                zone=found.zone_bits,
            )
        line = found.owner_first.line if verdict is _DEAD else found.enemy_first.line
        return self._make(
            chain, group, verdict, evidence,
            fate(found.owner_first.outcome, True), fate(found.enemy_first.outcome, False),
            life_reason(verdict, color, found.enemy_first.outcome, found.owner_first.outcome),
            kill=_point_or_none(found.kill), save=_point_or_none(found.save), line=line, zone=found.zone_bits,
            needs_ko=found.needs_ko,
        )

    def _refuted_attack(self, first: int, target: int, found: life_reader.GroupLife) -> LivingGroup | None:
        """Return the group of a chain if a search with all moves of its owner refutes the attack: where selected moves
        did not decide, and where they kill a group with a way out. One that is shut in needs eyes, and the estimates of
        that search are less reliable for these; what was searched exhaustively stands.

        target -- a stone of the main chain of the group, of which `found` was read
        """
        unknown = found.verdict is Verdict.UNKNOWN
        if not unknown:
            by_moves = found.verdict is _CRITICAL and small_area(self.position, target) is None
            if not (by_moves and self.living().has_way_out(first)):
                return None
        saved = unknown and found.owner_first.outcome is Result.WORKS
        return self.living().search(first, self.budget.group, saved=saved)

    def _by_living_group(self, chain: tuple[int, ...], living: LivingGroup) -> Status:
        """Return the status of a chain whose group lives."""
        return self._make(
            chain, living.group, _ALIVE, _READ, Fate.LIVES, Fate.LIVES,
            life_reason(_ALIVE, self._color_of(chain)), line=living.answer.line, zone=living.zone_bits,
        )

    def living(self) -> LivingGroups:
        """Return the groups that live if the enemy moves first."""
        if self._living is None:
            self._living = LivingGroups(
                self.position, self.proved_owner, self.allowance, self.memory, invaders=self.invaders
            )
        return self._living

    def group_life(self, target: int) -> life_reader.GroupLife | None:
        """Return the result of reading the group of a chain; None if the budget does not allow it."""
        if target not in self._lives:
            self._lives[target] = self._read_group(target)
        return self._lives[target]

    def _read_group(self, target: int) -> life_reader.GroupLife | None:
        nodes = self.allowance.nodes(self.budget.group, target)
        if not nodes:
            return None
        stage = self.budget.first_stage(len(group_at(self.position, target)), self.position.grid.area)
        found = life_reader.life(
            self.position, target, nodes=nodes, stage=stage, memory=self.memory, selective=self.budget.selective
        )
        self.allowance.spend(answer_units(found))
        return found

    def _limited(self, evidence: Evidence) -> Evidence:
        """Return the evidence, at most READ where suicide is legal."""
        return _READ if self.suicide and evidence is _PROVED else evidence

    def _lives_or_seki(self, target: int, mover: Color) -> Fate:
        """Return whether stones that cannot be captured live or stand in seki; LIVES if that is too large to search."""
        area = small_area(self.position, target)
        found = solve_small_area(self.position, area, mover, self.budget.group, self.memory)
        if found is None:  # the group's region was small and enclosed, its main chain's is not
            return Fate.LIVES
        self.allowance.spend(found.states // STATES_A_NODE)
        return Fate.SEKI if found.verdict is LifeVerdict.SEKI else Fate.LIVES

    def main_chain(self, group: tuple[int, ...]) -> int:
        """Return the first point of the chain that is read for its group: the largest, of equal ones the first."""
        found = self._main_chains.get(group)
        if found is None:
            chain_of, starts = self.position.chain_of, self.position.chain_starts
            found = min({starts[point] for point in group}, key=lambda first: (-len(chain_of[first]), first))
            self._main_chains[group] = found
        return found

    def _make(
        self, chain: tuple[int, ...], group: tuple[int, ...], verdict: Verdict, evidence: Evidence,
        if_owner_first: Fate, if_enemy_first: Fate, reason: str, *,
        kill: int | None = None, save: int | None = None, line: tuple[int, ...] = (),
        zone: int = 0, needs_ko: bool = False, captured: bool = False,
    ) -> Status:  # fmt: skip
        reason = with_line(self.position.grid, reason, line)
        return Status(
            self._color_of(chain), chain, group, len(self.position.liberties_at(chain[0])), verdict, evidence,
            if_owner_first, if_enemy_first, reason, kill, save, line, zone, needs_ko, captured,
        )

    def _color_of(self, chain: tuple[int, ...]) -> Color:
        return BLACK if self.position.colors[chain[0]] > 0 else WHITE


def _point_or_none(move: int | None) -> int | None:
    return None if move is None or move == PASS else move


__all__ = ["BoardStatus", "board_status", "chain_status"]
