"""The end of the game: which stones are dead on a finished board, which stand in seki, and whose every point is.

A finished board says more than one in the middle of the game, because nobody has anything left that he wants to play:

    what cannot be taken   stands, whatever else was read about its room for eyes.
    the dead come off      and the board is looked at again: what was open may now be settled.
    what can be killed     if the enemy moves first, and was not shown to live if its owner does, is dead.
    ground                 Points that stones of one colour shut in, or where they have dead enemies to take. An open
                           group that has no room for two eyes there is dead: the least likely first, since each that
                           goes leaves ground to others.
    who takes it           A group is not dead where no enemy stands to take it: of two that could kill each other, and
                           whose owners both play no more, neither is.
    whose turn it is       tells nothing: the chance of what is open is the mean for both turns (see `prior`).

The word of what is settled on a board without stones that were only read to be dead is at most **read**; of what
follows from nobody's playing on, **estimated**. What is proved, or lives by reading, always stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color, Grid, Position, Rules, area_owners, unconditional
from ..control import ControlSettings
from ..status import Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status
from ..status.answer import Answer, Result
from ..status.capture.capture_reader import attack
from .life_probability import chances
from .settled_board import without_dead

Signs = npt.NDArray[np.int8]

EVEN = 0.5
"""A chain with a smaller chance to live is dead."""

DOUBTED = 0.7
"""A chain that was read to be dead is so unless its chance is larger."""

ESCAPE = 20
"""Liberties that are safety when it is asked if a chain can be taken at all: what is shut in is read to the end."""

MOST_LIBERTIES = 6
"""Chains of more are not asked: they are not shut in."""

TWO_EYES = 4
"""Shut-in points, in one place, which make two eyes without a move: the smallest such space is four in a row."""

SHARED = 6
"""Neutral points joined together that two sides may share in seki, at most; more are an unfinished border."""

ROUNDS = 3
"""How often a board is looked at again without the stones found dead, at most."""


class Standing(StrEnum):
    """What a chain is at the end."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"


@dataclass(frozen=True)
class FinalChain:
    """One chain of a finished board.

    Public attributes:
      color    -- whose it is
      points   -- its points, ascending
      standing -- Standing
      word     -- how sure that is: proved, read or estimated
      reason   -- why, in one line
      save     -- the owner's move on which its life hangs, if it is known; None otherwise
    """

    color: Color
    points: tuple[int, ...]
    standing: Standing
    evidence: Evidence
    reason: str
    save: int | None = None


@dataclass(frozen=True)
class Final:
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
        return self._points(Standing.DEAD)

    @property
    def alive(self) -> frozenset[int]:
        """The points of all stones that live, those in seki left out."""
        return self._points(Standing.ALIVE)

    @property
    def seki(self) -> frozenset[int]:
        """The points of all stones in seki."""
        return self._points(Standing.SEKI)

    @property
    def score(self) -> int:
        """Black's points less White's by area, komi excluded."""
        return int(self.owner.sum())

    def at(self, point: int) -> FinalChain | None:
        """The chain on a point; None if it is empty. Raises ValueError off the board."""
        self.grid.require(point)
        return next((chain for chain in self.chains if point in chain.points), None)

    def _points(self, standing: Standing) -> frozenset[int]:
        return frozenset(point for chain in self.chains if chain.standing is standing for point in chain.points)


def final_status(
    position: Position,
    rules: Rules | None = None,
    *,
    budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
    settings: ControlSettings | None = None,
) -> Final:
    """The final status of every stone and point, whosever turn it is.

    `budget` and `memory` are for the reading, `settings` for the field that the chances look at. Asked of an unfinished
    board, it says what would be if nobody played on.
    """
    return _Board(position, rules, budget, memory or ReadingCache(), settings).final()


def proved_final(position: Position, rules: Rules | None = None) -> Final:
    """The final status by unconditional life alone: dead is what stands in unconditional territory, all else lives."""
    return _counted(position, unconditional(position, rules).dead, "not unconditionally dead")


def as_it_stands(position: Position, reason: str = "taken as it stands") -> Final:
    """The final status of a board that is counted as it is: no stone is dead."""
    return _counted(position, frozenset(), reason)


def _counted(position: Position, dead: frozenset[int], reason: str) -> Final:
    """A board where these stones are proved dead, and the others taken for alive."""
    chains = []
    for points in map(tuple, position.chains()):
        color = Color(int(position.stones[points[0]]))
        if points[0] in dead:
            where = f"in territory that {color.opponent.word.capitalize()} holds unconditionally"
            chains.append(FinalChain(color, points, Standing.DEAD, Evidence.PROVED, where))
        else:
            chains.append(FinalChain(color, points, Standing.ALIVE, Evidence.ESTIMATED, reason))
    return Final(position.grid, tuple(chains), _owner(position, dead))


@dataclass(frozen=True)
class _View:
    """What is thought of a chain on the way: whether it stands, whether that is settled, and its chance."""

    stands: bool
    settled: bool
    chance: float
    evidence: Evidence
    reason: str


@dataclass(frozen=True)
class _Look:
    """A board without the stones thought dead.

    regions -- its parts without the standing stones, each with the chains around; root -- by chain, its family;
    weak    -- by chain, whether that has no room for two eyes
    """

    regions: list[tuple[list[int], set[int]]]
    root: list[int]
    weak: list[bool]


class _Board:
    """One finished board. Chains go by their number in the status."""

    def __init__(
        self, position: Position, rules: Rules | None, budget: StatusBudget | None, memory: ReadingCache,
        settings: ControlSettings | None,
    ) -> None:  # fmt: skip
        self.position, self.rules, self.settings = position, rules, settings
        self.budget, self.memory = budget or StatusBudget(), memory
        self.chains = [tuple(chain) for chain in position.chains()]
        self.number = {point: k for k, chain in enumerate(self.chains) for point in chain}
        self.near = position.grid.beside
        self.known: dict[int, Status] = {}
        self.views: dict[int, _View] = {}
        board, proved = position, True
        for _ in range(ROUNDS):
            self._look_at(board, proved)
            gone = {k for k, view in self.views.items() if view.settled and not view.stands}
            stones = position.stones.copy()
            stones[[point for point, k in self.number.items() if k in gone]] = 0
            if (stones == board.stones).all():
                break
            proved = all(self.views[k].evidence is Evidence.PROVED for k in gone)
            board = Position(position.grid, stones, position.to_move, captures=position.captures)

    def _look_at(self, board: Position, proved: bool) -> None:
        """Judge the chains of a board without some of the dead; `proved` -- whether these are dead beyond doubt."""
        status = board_status(board, self.rules, budget=self.budget, memory=self.memory)
        field = without_dead(board, status, self.settings).reshape(-1)
        black, white = (
            chances(board.with_to_move(color), status, field, settings=self.settings) for color in (BLACK, WHITE)
        )
        for chain, one, other in zip(status.chains, black, white, strict=True):
            k = self.number[chain.chain[0]]
            view = self._view(board, chain, (one.value + other.value) / 2)
            if not proved and view.evidence is Evidence.PROVED:
                view = replace(view, evidence=Evidence.READ)
            if k not in self.views or (view.settled and not self.views[k].settled):
                self.known[k], self.views[k] = chain, view

    def final(self) -> Final:
        self._take_off_groundless()
        while self._put_back_untaken():
            self._take_off_groundless()
        seki = self._seki()
        chains = tuple(self._final_chain(k, k in seki) for k in range(len(self.chains)))
        dead = frozenset(point for point, k in self.number.items() if not self.views[k].stands)
        return Final(self.position.grid, chains, _owner(self.position, dead))

    def _final_chain(self, k: int, seki: bool) -> FinalChain:
        view, known = self.views[k], self.known[k]
        standing = Standing.SEKI if seki else Standing.ALIVE if view.stands else Standing.DEAD
        if seki and known.verdict is not Verdict.SEKI:
            word = Evidence.READ if view.evidence is Evidence.PROVED else view.evidence
            reason = "seki: no room for two eyes, beside an enemy who has none either"
            view = replace(view, evidence=word, reason=reason)
        return FinalChain(self._color(k), self.chains[k], standing, view.evidence, view.reason, known.save)

    # -- one chain by itself ------------------------------------------------------------------------------------

    def _view(self, board: Position, chain: Status, chance: float) -> _View:
        if chain.lives or (chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED):
            return _View(chain.lives, True, float(chain.lives), chain.evidence, chain.reason)
        if chain.liberties <= MOST_LIBERTIES:
            taken = self._attacked(board, chain.chain[0])
            if taken.finished and taken.result is Result.FAILS:
                return _View(True, True, 1.0, taken.evidence, "cannot be taken, by reading to the end")
        stands = chance >= (DOUBTED if chain.verdict is Verdict.DEAD else EVEN)
        if chain.verdict is Verdict.DEAD and not stands:
            return _View(False, True, chance, chain.evidence, chain.reason)
        if chain.verdict is Verdict.UNKNOWN and chain.if_enemy_first is Fate.DIES:
            return _View(False, False, chance, Evidence.ESTIMATED, "can be killed, and was not shown to live")
        likely = f"the chance that it lives is {chance:.0%}"
        return _View(stands, False, chance, Evidence.ESTIMATED, f"{likely} ({chain.verdict}: {chain.reason})")

    def _attacked(self, board: Position, point: int) -> Answer:
        nodes = self.budget.chain
        return self.memory.answer(
            board,
            ("taken at all", point, nodes),
            lambda: attack(board, point, nodes=nodes, escape=ESCAPE),
            lambda found: found.zone,
        )

    # -- ground -------------------------------------------------------------------------------------------------

    def _take_off_groundless(self) -> None:
        while True:
            weak = self._look().weak
            loose = [k for k, view in self.views.items() if view.stands and not view.settled and weak[k]]
            if not loose:
                return
            least = min(loose, key=lambda k: (self.views[k].chance, k))
            for k in self._with(least):
                if self.views[k].stands and not self.views[k].settled:
                    reason = "without ground for two eyes, and not shown to live"
                    self.views[k] = _View(False, False, self.views[k].chance, Evidence.ESTIMATED, reason)

    def _put_back_untaken(self) -> bool:
        """Let the dead stand where no enemy does, next to their part of the board; whether there were any."""
        found = False
        for part, walls in list(self._regions()):  # of the board before anybody is put back
            standing = {self._color(k) for k in walls}
            for k in {self.number[point] for point in part if point in self.number}:
                if self._color(k).opponent not in standing:
                    reason = "no enemy stands who could take it"
                    self.views[k] = _View(True, True, self.views[k].chance, Evidence.ESTIMATED, reason)
                    found = True
        return found

    def _look(self) -> _Look:
        """The board without the dead: its regions, its families, and which of these have no room for two eyes."""
        regions = list(self._regions())
        own = [(part, walls) for part, walls in regions if len({self._color(k) for k in walls}) == 1]
        root = self._families([walls for _, walls in own])
        eyes: defaultdict[int, list[int]] = defaultdict(list)
        for part, walls in own:
            eyes[root[min(walls)]].append(len(part))
        shut_in = {point for part, _ in own for point in part}
        for number, chain in enumerate(self.chains):
            if not self.views[number].stands and chain[0] not in shut_in:  # whoever takes it has its points
                for taker in {root[k] for k in self._enemies_beside(number)}:
                    eyes[taker].append(len(chain))
        safe = {root[k] for k, chain in self.known.items() if chain.verdict is Verdict.SAFE}
        weak = {
            family for family in set(root)
            if family not in safe and len(eyes[family]) < 2 and sum(eyes[family]) < TWO_EYES
        }  # fmt: skip
        return _Look(regions, root, [family in weak for family in root])

    def _regions(self) -> Iterator[tuple[list[int], set[int]]]:
        """The parts of the board without the standing stones, each with the chains that stand around it."""
        open_ = {
            point for point in range(self.position.grid.area)
            if point not in self.number or not self.views[self.number[point]].stands
        }  # fmt: skip
        while open_:
            part, walls = [open_.pop()], set[int]()
            for point in part:
                for near in self.near[point]:
                    if near in open_:
                        open_.remove(near)
                        part.append(near)
                    elif near in self.number and self.views[self.number[near]].stands:
                        walls.add(self.number[near])
            yield part, walls

    def _families(self, shared: Sequence[set[int]]) -> list[int]:
        """By chain, the number of one that stands for all that live together: by a group, or around common ground."""
        root = list(range(len(self.chains)))

        def head(k: int) -> int:
            while root[k] != k:
                k = root[k]
            return k

        standing = [k for k, view in self.views.items() if view.stands]
        groups = [{other for other in self._with(k) if self.views[other].stands} for k in standing]
        for chains in (*shared, *groups):
            first, *others = sorted(chains)
            for k in others:
                root[head(k)] = head(first)
        return [head(k) for k in range(len(root))]

    def _with(self, k: int) -> set[int]:
        """The chains of a chain's group, itself included."""
        return {k, *(self.number[point] for point in self.known[k].group)}

    def _enemies_beside(self, k: int) -> set[int]:
        """The standing chains of the other colour that a chain touches."""
        around = {self.number[near] for point in self.chains[k] for near in self.near[point] if near in self.number}
        return {other for other in around if self.views[other].stands and self._color(other) is not self._color(k)}

    def _color(self, k: int) -> Color:
        return Color(int(self.position.stones[self.chains[k][0]]))

    # -- seki ---------------------------------------------------------------------------------------------------

    def _seki(self) -> set[int]:
        """The standing chains in seki: said so by reading, or without two eyes beside an enemy who has none either."""
        look = self._look()
        found = {k for k, chain in self.known.items() if chain.verdict is Verdict.SEKI}
        families: set[int] = set()
        for part, walls in look.regions:
            beside = [k for k in walls if look.weak[k] and self.views[k].settled]
            if len(part) <= SHARED and len({self._color(k) for k in beside}) == 2:
                families.update(look.root[k] for k in beside)
        found.update(k for k, family in enumerate(look.root) if family in families)
        return {k for k in found if self.views[k].stands}


def _owner(position: Position, dead: frozenset[int]) -> Signs:
    """(area,) int8: whose every point is, the dead off."""
    owner = area_owners(position, dead)
    owner.flags.writeable = False
    return owner


__all__ = ["Final", "FinalChain", "Standing", "as_it_stands", "final_status", "proved_final"]
