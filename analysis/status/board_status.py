"""The status of every chain of a board: proofs first, then what reading shows, joined.

  proofs   unconditional territory, and safety under alternating play: the chain is SAFE, or DEAD in the other's ground
  races    two chains each of which lives only by taking the other, where counting decides
  capture  whether a chain of few liberties can be taken, and saved
  life     whether its group can be killed, and made to live

A chain that cannot be saved from capture is DEAD, and so are all of a group that cannot be made to live. One that is
taken or saved by who moves first is CRITICAL, whatever becomes of the rest of its group, whose fate the others share.
Where suicide is legal nothing is proved but what is unconditional: races and small closed ground are looked at without.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Grid, Position, Rules
from ..region.enclosed_life import OutOfBudget, judge
from ..region.enclosed_life import Verdict as judged
from ..region.search_budget import Budget
from .answer import Answer, Result
from .capture import capture_reader
from .life import life_reader
from .life.groups import group_at
from .races import Race, races
from .reading_cache import ReadingCache
from .safety.safe_blocks import Safety, safe
from .territory import unconditional_territory
from .verdict import Evidence, Fate, Status, Verdict

MOST_LIBERTIES = 4
"""Chains of more are not read for capture: what takes them is a question of life and death."""

NEAR = 3
"""Steps from a group within which a move may settle what was not."""

UNCOMPILED = 50
"""Without compiled kernels so many times fewer positions are looked at."""

SHOWN = 5
"""How many moves of a line are told with the reason."""


@dataclass(frozen=True)
class StatusBudget:
    """How much is read. Units: positions looked at for one question.

    chain -- for the capture of one chain; group -- for the life of one group
    """

    chain: int = 1000
    group: int = 1000

    def __post_init__(self) -> None:
        if self.chain < 1 or self.group < 1:
            raise ValueError(f"status budget: expected at least 1 node, got {self.chain}, {self.group}")


@dataclass(frozen=True)
class BoardStatus:
    """The status of all chains of a board.

    Public attributes:
      grid      -- Grid
      chains    -- Status of each chain, in the order of their first points
      territory -- (area,) int8: +1 / -1 on Black's / White's points proved to be theirs, stones included
      replies   -- for each move of the enemy of a colour that needs an answer for what is safe to stay safe, the
                   answers, any of which will do: these moves are sente
    """

    grid: Grid = field(repr=False)
    chains: tuple[Status, ...]
    territory: npt.NDArray[np.int8] = field(repr=False)
    replies: dict[Color, dict[int, tuple[int, ...]]] = field(repr=False)

    def at(self, point: int) -> Status | None:
        """The status of the chain on a point; None if it is empty. Raises ValueError off the board."""
        self.grid.require(point)
        return next((status for status in self.chains if point in status.chain), None)

    def having(self, *verdicts: Verdict) -> list[Status]:
        """The chains with one of these verdicts."""
        return [status for status in self.chains if status.verdict in verdicts]

    def dead(self) -> frozenset[int]:
        """The points of all dead chains."""
        return frozenset(point for status in self.having(Verdict.DEAD) for point in status.chain)


def board_status(
    position: Position,
    rules: Rules | None = None,
    *,
    budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
) -> BoardStatus:
    """The status of every chain, whosever turn it is; only the ban of a ko depends on that.

    `memory` keeps what was read: handed in again after some moves, only what they touch is read again. An answer that
    was found before may then still stand where a new search, with other stones far away, would run out of nodes.
    """
    return _Board(position, rules, budget or StatusBudget(), memory or ReadingCache()).status()


def chain_status(
    position: Position, point: int, rules: Rules | None = None, *, budget: StatusBudget | None = None
) -> Status:
    """The status of the chain on a point alone. Raises ValueError if there is no stone."""
    return _Board(position, rules, budget or StatusBudget(), ReadingCache()).status_at(point)


class _Board:
    """One position, looked at layer by layer."""

    def __init__(self, position: Position, rules: Rules | None, budget: StatusBudget, memory: ReadingCache) -> None:
        from ..runtime import jit  # loads numba

        if not jit.COMPILED:  # plain Python is a hundred times slower
            budget = StatusBudget(max(1, budget.chain // UNCOMPILED), max(1, budget.group // UNCOMPILED))
        self.position, self.budget, self.memory = position, budget, memory
        self.suicide = rules is not None and rules.suicide
        self.safety: Safety = safe(position, rules)
        self.unconditional = unconditional_territory(position, rules)
        self.owned = np.where(self.unconditional != 0, self.unconditional, self.safety.owner).astype(np.int8)
        self.owned.flags.writeable = False
        self.heart = cache(self._heart)
        self.lives = cache(self._group_life)
        self.racing = {racer.chain: race for race in races(position) for racer in (race.black, race.white)}

    def status(self) -> BoardStatus:
        found: dict[int, Status] = {}
        groups: dict[int, tuple[int, ...]] = {}
        open_chains = []
        for chain in self.position.chains():
            proved = self._proved(chain)
            if proved is None:
                open_chains.append(chain)
            else:
                found[chain[0]] = proved
        for chain in open_chains:
            if chain[0] not in groups:
                group = group_at(self.position, chain[0])
                groups.update((point, group) for point in group)
        for chain in open_chains:
            found[chain[0]] = self._read(chain, groups.get(chain[0], chain))
        chains = tuple(found[first] for first in sorted(found))
        return BoardStatus(self.position.grid, chains, self.owned, self.safety.replies)

    def status_at(self, point: int) -> Status:
        chain = tuple(self.position.chain_at(point))
        return self._proved(chain) or self._read(chain, group_at(self.position, point))

    def _proved(self, chain: tuple[int, ...]) -> Status | None:
        color = Color(int(self.position.stones[chain[0]]))
        owner = int(self.owned[chain[0]])
        if not owner:
            return None
        forever = bool(self.unconditional[chain[0]])
        how = "unconditionally" if forever else "as long as each attack is answered"
        if owner == color:
            return self._status(
                chain, chain, Verdict.SAFE, Evidence.PROVED, Fate.LIVES, Fate.LIVES, f"stands {how}"
            )
        return self._status(
            chain, chain, Verdict.DEAD, Evidence.PROVED, Fate.DIES, Fate.DIES,
            f"in territory that {Color(owner).word.capitalize()} holds {how}",
        )

    def _read(self, chain: tuple[int, ...], group: tuple[int, ...]) -> Status:
        race = self.racing.get(chain)
        if race is not None:
            return self._raced(chain, race)
        whole = self._life(chain, group)
        if whole.evidence is Evidence.PROVED:
            return whole
        taken = self._capture(chain)
        if taken is None or (whole.verdict is Verdict.DEAD and taken.verdict is not Verdict.DEAD):
            return whole
        return taken

    def _raced(self, chain: tuple[int, ...], race: Race) -> Status:
        """What counting says."""
        color = Color(int(self.position.stones[chain[0]]))
        fates = {color: Fate.LIVES, color.opponent: Fate.DIES, None: Fate.SEKI}
        owner, enemy = fates[race.winner[color]], fates[race.winner[color.opponent]]
        verdict = Verdict.CRITICAL
        if owner is enemy:
            verdict = {Fate.LIVES: Verdict.ALIVE, Fate.DIES: Verdict.DEAD, Fate.SEKI: Verdict.SEKI}[owner]
        kill, save = ((race.moves[side] or (None,))[0] for side in (color.opponent, color))
        critical = verdict is Verdict.CRITICAL
        return self._status(
            chain, chain, verdict, self._at_most(race.evidence), owner, enemy, f"race: {race.reason}",
            kill=kill if critical else None, save=save if critical else None, zone=race.zone,
        )

    def _capture(self, chain: tuple[int, ...]) -> Status | None:
        """What reading for capture says, if it says anything."""
        if len(self.position.liberties_at(chain[0])) > MOST_LIBERTIES:
            return None
        first = self._captured(chain, attacking=True)
        if first.result is Result.FAILS:
            return None
        second = self._captured(chain, attacking=False)
        enemy, owner = _fate(first.result, False), _fate(second.result, True)
        verdict = Verdict.DEAD if owner is Fate.DIES else Verdict.CRITICAL
        how = {
            Verdict.DEAD: "captured whoever moves first",
            Verdict.CRITICAL: "captured or saved by who moves first",
        }[verdict]
        ko = verdict is Verdict.CRITICAL and Fate.KO in (enemy, owner)
        return self._status(
            chain, chain, verdict, Evidence.READ, owner, enemy, f"{how}{' (ko)' if ko else ''}",
            kill=first.move if verdict is Verdict.CRITICAL else None,
            save=second.move if verdict is Verdict.CRITICAL else None,
            line=second.line if verdict is Verdict.DEAD else first.line,
            zone=first.zone | second.zone, needs_ko=ko, captured=True,
        )

    def _captured(self, chain: tuple[int, ...], *, attacking: bool) -> Answer:
        ask = capture_reader.attack if attacking else capture_reader.defend
        return self.memory.answer(
            self.position,
            ("capture", attacking, chain[0], self.budget.chain),
            lambda: ask(self.position, chain[0], nodes=self.budget.chain),
            lambda found: found.zone,
        )

    def _life(self, chain: tuple[int, ...], group: tuple[int, ...]) -> Status:
        color = Color(int(self.position.stones[chain[0]]))
        target = self.heart(group)
        found = self.lives(target)
        verdict = found.verdict
        # that a group hangs together is not proved
        word = self._at_most(found.evidence) if target in chain else Evidence.READ
        if found.evidence is Evidence.PROVED and target in chain and verdict is Verdict.ALIVE:
            owner, enemy = (self._stands_or_seki(target, mover) for mover in (color, color.opponent))
            if enemy is Fate.SEKI:
                both = owner is Fate.SEKI
                return self._status(
                    chain, group, Verdict.SEKI if both else Verdict.ALIVE, word, owner, enemy,
                    "seki: nobody can take the other" if both else "lives, if only in seki when the enemy moves first",
                    zone=found.zone,
                )
        line = found.owner_first.line if verdict is Verdict.DEAD else found.enemy_first.line
        return self._status(
            chain, tuple(sorted({*group, *chain})), verdict, word,
            _fate(found.owner_first.outcome, True), _fate(found.enemy_first.outcome, False),
            _life_reason(verdict, found.needs_ko, color),
            kill=_named(found.kill), save=_named(found.save), line=line, zone=found.zone, needs_ko=found.needs_ko,
        )

    def _group_life(self, target: int) -> life_reader.GroupLife:
        """What reading says of the group of a chain."""
        return self.memory.answer(
            self.position,
            ("life", target, self.budget.group),
            lambda: life_reader.life(self.position, target, nodes=self.budget.group),
            self._rests_on,
        )

    def _rests_on(self, found: life_reader.GroupLife) -> frozenset[int]:
        """What an answer holds for; one that settles nothing is asked again as soon as something near changes."""
        if found.verdict is not Verdict.UNKNOWN:
            return found.zone
        return frozenset(np.flatnonzero(self.position.grid.steps(found.zone, NEAR) >= 0).tolist())

    def _at_most(self, word: Evidence) -> Evidence:
        """The word, as far as the rules allow it."""
        return Evidence.READ if self.suicide and word is Evidence.PROVED else word

    def _stands_or_seki(self, target: int, mover: Color) -> Fate:
        """Of stones that cannot be taken: whether they come to stand unconditionally; so be it, on larger ground."""
        try:
            budget = Budget(nodes=life_reader.EXACT_STATES * self.budget.group)
            seki = judge(self.position, target, to_move=mover, budget=budget).verdict is judged.SEKI
        except (ValueError, OutOfBudget):  # the group's ground was small and closed, that of its heart alone is not
            seki = False
        return Fate.SEKI if seki else Fate.LIVES

    def _heart(self, group: tuple[int, ...]) -> int:
        """The chain of a group that stands for it: the largest, of equal ones the first. Its first point."""
        chains = {tuple(self.position.chain_at(point)) for point in group}
        return min(chains, key=lambda chain: (-len(chain), chain))[0]

    def _status(
        self, chain: tuple[int, ...], group: tuple[int, ...], verdict: Verdict, word: Evidence,
        if_owner_first: Fate, if_enemy_first: Fate, reason: str, *,
        kill: int | None = None, save: int | None = None, line: tuple[int, ...] = (),
        zone: frozenset[int] = frozenset(), needs_ko: bool = False, captured: bool = False,
    ) -> Status:  # fmt: skip
        if line:
            shown = " ".join("pass" if point == PASS else self.position.grid.vertex(point) for point in line[:SHOWN])
            reason = f"{reason}: {shown}{' ...' if len(line) > SHOWN else ''}"
        return Status(
            Color(int(self.position.stones[chain[0]])), chain, group, len(self.position.liberties_at(chain[0])),
            verdict, word, if_owner_first, if_enemy_first, reason, kill, save, line, zone, needs_ko, captured,
        )


def _named(move: int | None) -> int | None:
    return None if move is None or move == PASS else move


def _fate(result: Result, owner_moves: bool) -> Fate:
    if result is Result.UNKNOWN:
        return Fate.UNKNOWN
    if result.by_ko:
        return Fate.KO
    return Fate.LIVES if (result is Result.WORKS) is owner_moves else Fate.DIES


def _life_reason(verdict: Verdict, needs_ko: bool, color: Color) -> str:
    enemy = color.opponent.word.capitalize()
    return {
        Verdict.ALIVE: f"lives even if {enemy} moves first",
        Verdict.DEAD: f"does not live even if {color.word.capitalize()} moves first",
        Verdict.CRITICAL: "lives or dies by " + ("a ko" if needs_ko else "who moves first"),
        Verdict.UNKNOWN: "not settled within the nodes allowed",
    }[verdict]


__all__ = ["BoardStatus", "StatusBudget", "board_status", "chain_status"]
