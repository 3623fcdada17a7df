"""The final status of a finished board: which stones are dead, which stand in seki, and who owns every point.

A finished board allows more conclusions than one in the middle of the game, because neither side has a move left that
it wants to play. The rules, in the order in which they are applied:

    capture       A chain that cannot be captured by reading to the end stays, whatever was read about its eye space.
    verdicts      What is proved, or lives by reading, stays. A chain whose verdict is dead is removed unless its life
                  probability is large; so is one that can be killed if the enemy moves first and was not shown to live;
                  the rest by its life probability. Since nobody moves, this is the mean for Black and White to move.
    repetition    The board is analysed again without the dead stones: what was open may now be settled.
    eye space     Territory of a group is what stones of one colour enclose, and the points of adjacent dead enemies. An
                  unsettled group whose territory has no space for two eyes is dead: the least likely to live first,
                  since each that is removed leaves territory to others.
    capturers     A group is not dead where no living enemy stands to capture it. So of two groups that could kill each
                  other, while both owners pass, neither is dead.
    rivals        Adjacent chains of both colours are never both dead, since the one that is taken off the board leaves
                  its points to the other: the one more likely to live stays.

The evidence for what is settled on a board without stones that were only read to be dead is at most **read**; for what
follows from both sides passing, **estimated**.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Grid, Position, Rules, area_owners, unconditional_life
from ..control import ControlSettings
from ..status import Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status
from ..status.answer import Answer, Result
from ..status.capture.capture_reader import attack
from .chain_families import ChainBoard, Families, find_families
from .life_probability import life_probabilities
from .settled_board import control_without_dead

Signs = npt.NDArray[np.int8]

EVEN = 0.5
"""A chain less likely to live is dead."""

DEAD_VERDICT_THRESHOLD = 0.7
"""A chain whose verdict is dead is dead unless it is at least so likely to live."""

ESCAPE_LIBERTIES = 20
"""Liberties that count as escape when it is read whether a chain can be captured at all: on enclosed stones the reading
goes on to the end."""

MAX_LIBERTIES = 6
"""Chains of more liberties are not read for capture: they are not enclosed."""

MAX_SHARED_POINTS = 6
"""The most neutral points in one region that two sides may share in seki; more are an unfinished border."""

ROUNDS = 3
"""How often a board is analysed, at most: first with all stones, then without those found dead."""


class FinalStatus(StrEnum):
    """What a chain is at the end."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"


@dataclass(frozen=True)
class FinalChain:
    """One chain of a finished board.

    Public attributes:
      color    -- its colour
      points   -- its points, ascending
      status -- alive, dead or in seki
      evidence -- Evidence for that: proved, read or estimated
      reason   -- why, in one line
      save     -- the owner's move on which its life depends, if one is known
    """

    color: Color
    points: tuple[int, ...]
    status: FinalStatus
    evidence: Evidence
    reason: str
    save: int | None = None


@dataclass(frozen=True)
class FinalBoard:
    """A finished board.

    Public attributes:
      grid   -- Grid
      chains -- FinalChain of every chain, in the order of their first points
      owner  -- (area,) int8: +1 / -1 on Black's / White's points, 0 on neutral ones; as `area_owners` counts
    """

    grid: Grid = field(repr=False)
    chains: tuple[FinalChain, ...]
    owner: Signs = field(repr=False)

    @property
    def dead(self) -> frozenset[int]:
        """The points of all dead stones."""
        return self._points(FinalStatus.DEAD)

    @property
    def alive(self) -> frozenset[int]:
        """The points of all living stones, without those in seki."""
        return self._points(FinalStatus.ALIVE)

    @property
    def seki(self) -> frozenset[int]:
        """The points of all stones in seki."""
        return self._points(FinalStatus.SEKI)

    @property
    def score(self) -> int:
        """Black's points less White's by area, komi excluded."""
        return int(self.owner.sum())

    def at(self, point: int) -> FinalChain | None:
        """Return the chain on a point, or None if it is empty. Raises ValueError off the board."""
        self.grid.require(point)
        return next((chain for chain in self.chains if point in chain.points), None)

    def _points(self, standing: FinalStatus) -> frozenset[int]:
        return frozenset(point for chain in self.chains if chain.status is standing for point in chain.points)


def final_status(
    position: Position,
    rules: Rules | None = None,
    *,
    budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
    settings: ControlSettings | None = None,
) -> FinalBoard:
    """Return the final status of every stone and point, for either side to move.

    `budget` and `memory` are for the reading, `settings` for the control map behind the life probabilities. For an
    unfinished board, the answer is what would be if both sides passed.
    """
    return _FinishedBoard(position, rules, budget, memory or ReadingCache(), settings).final()


def proved_final(position: Position, rules: Rules | None = None) -> FinalBoard:
    """Return the final status by unconditional life alone: dead are the stones in unconditional territory."""
    return _counted(position, unconditional_life(position, rules).dead, "not unconditionally dead")


def all_alive(position: Position, reason: str = "taken as it stands") -> FinalBoard:
    """Return the final status of a board on which all stones count as alive."""
    return _counted(position, frozenset(), reason)


def _counted(position: Position, dead: frozenset[int], reason: str) -> FinalBoard:
    """Return the final status with these stones proved dead, and the others taken for alive."""
    chains = []
    for points in map(tuple, position.chains()):
        color = Color(int(position.stones[points[0]]))
        if points[0] in dead:
            where = f"in territory that {color.opponent.word.capitalize()} holds unconditionally"
            chains.append(FinalChain(color, points, FinalStatus.DEAD, Evidence.PROVED, where))
        else:
            chains.append(FinalChain(color, points, FinalStatus.ALIVE, Evidence.ESTIMATED, reason))
    return FinalBoard(position.grid, tuple(chains), _owner(position, dead))


@dataclass(frozen=True)
class _Judgement:
    """The provisional status of a chain: whether it stays on the board, whether that is settled, and why."""

    stays: bool
    settled: bool
    probability: float
    evidence: Evidence
    reason: str


class _FinishedBoard:
    """One finished board. Chains are identified by their number in `Position.chains`."""

    def __init__(
        self, position: Position, rules: Rules | None, budget: StatusBudget | None, memory: ReadingCache,
        settings: ControlSettings | None,
    ) -> None:  # fmt: skip
        self.position, self.rules, self.settings = position, rules, settings
        self.budget, self.memory = budget or StatusBudget(), memory
        self.board = ChainBoard(position)
        self.status: dict[int, Status] = {}
        self.judgements: dict[int, _Judgement] = {}
        board, proved = position, True
        for _ in range(ROUNDS):
            self._judge_chains(board, proved)
            dead = {k for k, judged in self.judgements.items() if judged.settled and not judged.stays}
            stones = position.stones.copy()
            stones[[point for point, k in self.board.number.items() if k in dead]] = 0
            if (stones == board.stones).all():
                break
            proved = all(self.judgements[k].evidence is Evidence.PROVED for k in dead)
            board = Position(position.grid, stones, position.to_move, captures=position.captures)

    def _judge_chains(self, board: Position, proved: bool) -> None:
        """Judge the chains of a board without some of the dead; `proved` -- whether these are proved dead."""
        status = board_status(board, self.rules, budget=self.budget, memory=self.memory)
        control = control_without_dead(board, status, self.settings).reshape(-1)
        black, white = (
            life_probabilities(board.with_to_move(color), status, control, settings=self.settings)
            for color in (BLACK, WHITE)
        )
        for chain, one, other in zip(status.chains, black, white, strict=True):
            k = self.board.number[chain.chain[0]]
            judged = self._judge(board, chain, (one.value + other.value) / 2)
            if not proved and judged.evidence is Evidence.PROVED:
                judged = replace(judged, evidence=Evidence.READ)
            if k not in self.judgements or (judged.settled and not self.judgements[k].settled):
                self.status[k], self.judgements[k] = chain, judged

    def final(self) -> FinalBoard:
        """Return the final status of the board, by eye space and capturers (see the module)."""
        self._remove_eyeless()
        while self._restore_uncapturable() or self._restore_rival():
            self._remove_eyeless()
        seki = self._seki()
        chains = tuple(self._final_chain(k, k in seki) for k in range(len(self.board.chains)))
        dead = frozenset(point for point, k in self.board.number.items() if not self.judgements[k].stays)
        return FinalBoard(self.position.grid, chains, _owner(self.position, dead))

    def _final_chain(self, k: int, seki: bool) -> FinalChain:
        judged, status = self.judgements[k], self.status[k]
        standing = FinalStatus.SEKI if seki else FinalStatus.ALIVE if judged.stays else FinalStatus.DEAD
        if seki and status.verdict is not Verdict.SEKI:
            evidence = Evidence.READ if judged.evidence is Evidence.PROVED else judged.evidence
            reason = "seki: no room for two eyes, beside an enemy who has none either"
            judged = replace(judged, evidence=evidence, reason=reason)
        color, points = self.board.color(k), self.board.chains[k]
        return FinalChain(color, points, standing, judged.evidence, judged.reason, status.save)

    # -- single chains ------------------------------------------------------------------------------------------

    def _judge(self, board: Position, chain: Status, probability: float) -> _Judgement:
        if chain.lives or (chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED):
            return _Judgement(chain.lives, True, float(chain.lives), chain.evidence, chain.reason)
        if chain.liberties <= MAX_LIBERTIES:
            capture = self._capture(board, chain.chain[0])
            if capture.finished and capture.result is Result.FAILS:
                return _Judgement(True, True, 1.0, capture.evidence, "cannot be taken, by reading to the end")
        stays = probability >= (DEAD_VERDICT_THRESHOLD if chain.verdict is Verdict.DEAD else EVEN)
        if chain.verdict is Verdict.DEAD and not stays:
            return _Judgement(False, True, probability, chain.evidence, chain.reason)
        if chain.verdict is Verdict.UNKNOWN and chain.if_enemy_first is Fate.DIES:
            return _Judgement(
                False, False, probability, Evidence.ESTIMATED, "can be killed, and was not shown to live"
            )
        likely = f"the chance that it lives is {probability:.0%}"
        reason = f"{likely} ({chain.verdict}: {chain.reason})"
        return _Judgement(stays, False, probability, Evidence.ESTIMATED, reason)

    def _capture(self, board: Position, point: int) -> Answer:
        """Return whether the chain on a point can be captured if the enemy moves first."""
        nodes = self.budget.chain
        return self.memory.answer(
            board,
            ("taken at all", point, nodes),
            lambda: attack(board, point, nodes=nodes, escape=ESCAPE_LIBERTIES),
            lambda answer: answer.zone,
        )

    # -- eye space ----------------------------------------------------------------------------------------------

    def _remove_eyeless(self) -> None:
        """Judge unsettled groups without space for two eyes dead, the least likely to live first."""
        while True:
            weak = self._families().weak
            eyeless = [k for k, judged in self.judgements.items() if judged.stays and not judged.settled and weak[k]]
            if not eyeless:
                return
            least = min(eyeless, key=lambda k: (self.judgements[k].probability, k))
            for k in self._group(least):
                if self.judgements[k].stays and not self.judgements[k].settled:
                    reason = "without ground for two eyes, and not shown to live"
                    probability = self.judgements[k].probability
                    self.judgements[k] = _Judgement(False, False, probability, Evidence.ESTIMATED, reason)

    def _restore_uncapturable(self) -> bool:
        """Judge dead chains alive where no living enemy is adjacent to their region; return whether there were any."""
        found = False
        for region, walls in list(self.board.regions(self._living())):  # before any chain is restored
            colors = {self.board.color(k) for k in walls}
            for k in {self.board.number[point] for point in region if point in self.board.number}:
                if self.board.color(k).opponent not in colors:
                    reason = "no enemy stands who could take it"
                    probability = self.judgements[k].probability
                    self.judgements[k] = _Judgement(True, True, probability, Evidence.ESTIMATED, reason)
                    found = True
        return found

    def _restore_rival(self) -> bool:
        """Judge one dead group alive if it is adjacent to dead enemies; return whether there was any.

        It is the likeliest to live of those that are not proved dead, an estimate rather than what was read.
        """
        dead = set(range(len(self.board.chains))) - self._living()
        rivals = [
            k for k in dead
            if self.judgements[k].evidence is not Evidence.PROVED and self.board.adjacent_enemies(k, dead)
        ]  # fmt: skip
        if not rivals:
            return False
        best = max(rivals, key=lambda k: (self._estimated(k), self.judgements[k].probability, -k))
        for k in self._group(best) & dead:
            if self.judgements[k].evidence is not Evidence.PROVED:
                reason = "its neighbours of the other colour are dead"
                probability = self.judgements[k].probability
                self.judgements[k] = _Judgement(True, True, probability, Evidence.ESTIMATED, reason)
        return True

    def _estimated(self, k: int) -> bool:
        return self.judgements[k].evidence is Evidence.ESTIMATED

    def _families(self) -> Families:
        """Return the families of the living chains."""
        groups = [self._group(k) for k in range(len(self.board.chains))]
        safe = {k for k, chain in self.status.items() if chain.verdict is Verdict.SAFE}
        return find_families(self.board, self._living(), groups, safe)

    def _living(self) -> set[int]:
        return {k for k, judged in self.judgements.items() if judged.stays}

    def _group(self, k: int) -> set[int]:
        """Return the chains of a chain's group, itself included."""
        return {k, *(self.board.number[point] for point in self.status[k].group)}

    # -- seki ---------------------------------------------------------------------------------------------------

    def _seki(self) -> set[int]:
        """Return the living chains in seki: by their verdict, or without two eyes beside an enemy without two eyes."""
        families = self._families()
        found = {k for k, chain in self.status.items() if chain.verdict is Verdict.SEKI}
        in_seki: set[int] = set()
        for region, walls in families.regions:
            adjacent = [k for k in walls if families.weak[k] and self.judgements[k].settled]
            if len(region) <= MAX_SHARED_POINTS and len({self.board.color(k) for k in adjacent}) == 2:
                in_seki.update(families.of[k] for k in adjacent)
        found.update(k for k, family in enumerate(families.of) if family in in_seki)
        return found & self._living()


def _owner(position: Position, dead: frozenset[int]) -> Signs:
    """Return the owner of every point, (area,) int8, without the dead stones."""
    owner = area_owners(position, dead)
    owner.flags.writeable = False
    return owner


__all__ = ["FinalBoard", "FinalChain", "FinalStatus", "all_alive", "final_status", "proved_final"]
