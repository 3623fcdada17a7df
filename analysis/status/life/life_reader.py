"""Life and death of a group by local reading: can it be killed, can it be made alive, and by which move.

Two ways. Where the group's ground is closed and small, all lines are looked at (`search.local`): the answer is
proved if the stones around stand unconditionally, otherwise it is read, since walls may fall. Where the ground is
open, or the walls matter, the whole board around the group is searched with the moves that `_life_moves_kernels`
lists: points next to the group and next to those (eye points, hane, descents, links, ways out), captures and escapes
of chains of at most two liberties. There the end of a line is a glance, and the answer is only ever read:

    dead   captured; or no room for two eyes, no way out, nobody near to link up with, nothing to capture
    alive  two eyes in closed regions, half eyes counted as miai; two links, or one that cannot be cut, to stones that
           live; or fifteen points that the group reaches before the enemy does: territory or escape. One enemy stone
           in closed ground is a first move there: it is two eyes if an answer makes it so and it is the owner's turn,
           and in any case if it has eight points, none of them in a corner

What a glance sees alive is so too where no line is found that shows it.

A race with stones that are themselves dying is not read here: such a group is UNKNOWN, not DEAD.
Ko: a question is asked without threats; if a ko comes up, again with the loser free to retake every ko at once. So
what rests on a ko is told apart, and DEAD never does.
Of several moves that work the one is named that is the other side's best as well, the vital point; and one that still
works when the board after it is looked at afresh, since who stands around may look different then. A move that works
so where only a ko was read is taken too; an unknown answer takes the other side's move if his is known.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import PASS, Color, Position
from ...region.enclosed_area import Area, find_area
from ...region.enclosed_life import Judgement, OutOfBudget, judge
from ...region.enclosed_life import Verdict as Judged
from ...region.search_budget import Budget
from ..answer import Result
from ..verdict import Evidence, Verdict
from .groups import Surroundings, candidate_moves, surroundings

NODES = 3000
"""Boards looked at for one question and one ko rule, at most."""

EXACT_STATES = 100
"""Boards of closed ground that may be looked at, for each that reading may look at."""

_EXACT_POINTS = 12
_CHECK_NODES = 200  # boards looked at to see whether another move works too
_RACING_STONES = 3  # a smaller chain around a dead group is not worth a race
_LARGE = 5


@dataclass(frozen=True)
class Reading:
    """The answer to one question.

    Public attributes:
      mover   -- who moves first, and wants to kill or to live
      outcome -- whether it works; UNKNOWN if the nodes were used up and a glance does not tell
      likely  -- the same as outcome, or of UNKNOWN what seems likelier, for those who must answer: nothing rests on it
      move    -- the move that works, PASS if none is needed; of UNKNOWN the likeliest; otherwise PASS
      word    -- how sure that is
      line    -- moves that show it, from the first mover on by turns; may be short
      zone    -- the points that it rests on, ascending; empty if nothing was settled
      nodes   -- boards looked at
    """

    mover: Color
    outcome: Result
    likely: Result
    move: int
    evidence: Evidence
    line: tuple[int, ...]
    zone: tuple[int, ...] = field(repr=False)
    nodes: int

    @property
    def finished(self) -> bool:
        """Whether the question is settled, by a search that came to its end or by a glance."""
        return self.outcome is not Result.UNKNOWN


@dataclass(frozen=True)
class GroupLife:
    """What becomes of a group, with both answers.

    Public attributes:
      verdict     -- ALIVE, CRITICAL, DEAD or UNKNOWN
      word        -- how sure that is
      group       -- its points, ascending
      enemy_first -- whether the enemy, moving first, kills it
      owner_first -- whether its owner, moving first, makes it live
      kill, save  -- the moves, where there are such; None otherwise
      needs_ko    -- whether one of the answers is a ko
    """

    verdict: Verdict
    evidence: Evidence
    group: tuple[int, ...]
    enemy_first: Reading
    owner_first: Reading
    kill: int | None
    save: int | None
    needs_ko: bool

    @cached_property
    def zone(self) -> frozenset[int]:
        """The points that both answers rest on, those of the group among them."""
        return frozenset((*self.enemy_first.zone, *self.owner_first.zone, *self.group))


def attack(position: Position, point: int, *, nodes: int = NODES) -> Reading:
    """Whether the other side, moving first, kills the group of the stone on `point`: captures the chain there.

    Whose turn it is in `position` matters only to the ban of a ko. Raises ValueError if there is no stone, or nodes
    is below 1; so do the others.
    """
    return _Question(position, point, nodes).answered(attacking=True)


def defend(position: Position, point: int, *, nodes: int = NODES) -> Reading:
    """Whether the owner of the group of the stone on `point`, moving first, makes it live.

    A move is named even if none is needed, unless there is none. Raises ValueError if there is no stone.
    """
    return _Question(position, point, nodes).answered(attacking=False)


def life(position: Position, point: int, *, nodes: int = NODES) -> GroupLife:
    """What becomes of the group of the stone on `point`. Raises ValueError if there is no stone."""
    return _Question(position, point, nodes).life()


class _Question:
    """One group of one position."""

    def __init__(self, position: Position, point: int, nodes: int) -> None:
        if nodes < 1:
            raise ValueError(f"nodes: expected at least 1, got {nodes}")
        self.position, self.nodes = position, nodes
        self.around: Surroundings = surroundings(position, point)

    def life(self) -> GroupLife:
        enemy = self.asked(attacking=True)
        owner = _left_alone(enemy) if enemy.outcome is Result.FAILS else self.asked(attacking=False)
        verdict = Verdict.UNKNOWN
        if enemy.outcome is Result.FAILS:
            verdict = Verdict.ALIVE
        elif owner.outcome is Result.FAILS:
            verdict = Verdict.UNKNOWN if owner.evidence is Evidence.READ and self.races() else Verdict.DEAD
        elif Result.UNKNOWN not in (enemy.outcome, owner.outcome):
            verdict = Verdict.CRITICAL
        decisive = {Verdict.ALIVE: (enemy,), Verdict.DEAD: (owner,)}.get(verdict, (enemy, owner))
        both = all(reading.evidence is Evidence.PROVED for reading in decisive)
        undecided = verdict is Verdict.CRITICAL
        return GroupLife(
            verdict=verdict,
            evidence=Evidence.PROVED if both and verdict is not Verdict.UNKNOWN else Evidence.READ,
            group=self.around.group,
            enemy_first=enemy,
            owner_first=owner,
            kill=enemy.move if undecided else None,
            save=owner.move if undecided else None,
            needs_ko=enemy.outcome.by_ko or owner.outcome.by_ko,
        )

    def answered(self, *, attacking: bool) -> Reading:
        """`asked`, with the best move."""
        reading = self.asked(attacking=attacking)
        return self.chosen(reading, self.asked(attacking=not attacking)) if _has_choice(reading) else reading

    def chosen(self, reading: Reading, other: Reading) -> Reading:
        """The same with the first move that works when looked at afresh: the other side's, its own, or a likely one;
        of an unknown answer with the other side's, if that is known and not refuted."""
        nodes = reading.nodes + other.nodes
        position, known = self.position.with_to_move(reading.mover), reading.finished
        moves = [other.move] if known or other.finished else []
        moves += [reading.move, *candidate_moves(self.position, self.around, reading.mover)] if known else []
        for move in dict.fromkeys(moves):
            if move not in position.legal_points():
                continue
            after = position.play(move)
            reply = None
            if after.stones[self.around.target] == self.around.owner:
                check = _Question(after, self.around.target, min(self.nodes, _CHECK_NODES))
                reply = check.asked(attacking=reading.mover is self.around.owner)
                nodes += reply.nodes
                if reply.outcome is not Result.FAILS and (known or reply.outcome is Result.WORKS):
                    continue
            if not known:
                return replace(reading, move=move, nodes=nodes)
            if move == reading.move and reading.outcome is Result.WORKS:
                break
            line, zone = (reply.line, reply.zone) if reply else ((), ())
            return replace(
                reading, outcome=Result.WORKS, likely=Result.WORKS, move=move, line=(move, *line), nodes=nodes,
                zone=tuple(sorted({*reading.zone, *zone, move})),
            )
        return replace(reading, nodes=nodes)

    def asked(self, *, attacking: bool) -> Reading:
        mover = self.around.owner.opponent if attacking else self.around.owner
        exact = self._exact(mover)
        lost = Result.WORKS if attacking else Result.FAILS  # only that may be different if the walls fall
        if exact is not None and (exact.evidence is Evidence.PROVED or exact.outcome is not lost):
            return exact
        read = self._read(mover)
        if exact is not None and read.outcome in (Result.UNKNOWN, exact.outcome):
            return exact
        return read

    def races(self) -> bool:
        """Whether the owner, moving first, kills some of the stones around his dead group, or may kill many."""
        grid, stones = self.position.grid, self.position.stones
        seen: set[int] = set()
        for point in self.around.group:
            for near in grid.beside[point]:
                if stones[near] != -self.around.owner or near in seen:
                    continue
                chain = self.position.chain_at(near)
                seen.update(chain)
                if len(chain) < _RACING_STONES:
                    continue
                around = _Question(self.position, near, max(1, self.nodes // 4))
                outcome = around._searched(self.around.owner, _PLAIN, may_pass=True).outcome
                if outcome is Result.WORKS:
                    return True
                short = len(chain) >= _LARGE and len(self.position.liberties_at(near)) <= 2
                if short and outcome is Result.UNKNOWN:
                    return True
        return False

    @cached_property
    def ground(self) -> Area | None:
        """The ground of the group, if it is closed and small."""
        try:
            area = find_area(self.position, self.around.target)
        except ValueError:
            return None
        return area if len(area.points) <= _EXACT_POINTS else None

    def _exact(self, mover: Color) -> Reading | None:
        """By all lines, if the ground is closed and small."""
        area = self.ground
        if area is None:
            return None
        try:
            budget = Budget(nodes=EXACT_STATES * self.nodes)
            found = judge(self.position, self.around.target, to_move=mover, budget=budget)
        except (ValueError, OutOfBudget):
            return None
        outcome = _outcome(found, self.around.owner)
        first = found.line[0][1] if found.line and found.line[0][0] is mover else PASS
        good = [point for point in found.good_moves if point != PASS]
        move = first if first in good else good[0] if good else PASS
        return Reading(
            mover=mover,
            outcome=outcome,
            likely=outcome,
            move=PASS if outcome is Result.FAILS else move,
            evidence=Evidence.READ if area.assumed else Evidence.PROVED,
            line=tuple(point for _, point in found.line),
            zone=tuple(sorted({*area.points, *area.target, *area.walls})),
            nodes=found.states,
        )

    def _read(self, mover: Color) -> Reading:
        """By search with selected moves, and again for whoever comes off worse if a ko came up."""
        attacking = mover is not self.around.owner
        plain = self._searched(mover, _PLAIN, may_pass=attacking)
        if not attacking and plain.outcome is Result.FAILS and plain.move == PASS:
            plain = self._searched(mover, _PLAIN, may_pass=True)
        if not plain.met_ko or plain.outcome is Result.UNKNOWN:
            return plain.reading(mover)
        works = plain.outcome is Result.WORKS
        loser_attacks = attacking is not works
        strict = self._searched(mover, _ATTACKER_UNBOUND if loser_attacks else _OWNER_UNBOUND, may_pass=attacking)
        nodes = plain.nodes + strict.nodes
        if strict.outcome is Result.UNKNOWN:
            return plain.reading(mover, Result.UNKNOWN, nodes)
        if works:
            if strict.outcome is Result.FAILS:
                return plain.reading(mover, Result.KO_FIRST, nodes)
            return strict.reading(mover, Result.WORKS, nodes)
        if strict.outcome is Result.WORKS:
            return strict.reading(mover, Result.KO_AFTER, nodes)
        return plain.reading(mover, Result.FAILS, nodes)

    def _searched(self, mover: Color, rule: int, *, may_pass: bool) -> _Search:
        kernels, table = _kernels()
        around, grid = self.around, self.position.grid
        board = np.append(self.position.stones, np.int8(3))
        ko = self.position.ko if mover is self.position.to_move else -1
        rows = 1 << min(18, (3 * self.nodes).bit_length() + 1)
        line = np.empty(kernels.LINE, np.int16)
        rests = np.zeros((board.size + 63) // 64, np.uint64)
        proof, disproof, move, nodes, met_ko, count = kernels.read(
            board, grid.neighbours, grid.diagonals, around.zone, around.wide, int(around.owner), around.target,
            around.walls, around.safe, around.lost, int(mover), ko, rule, may_pass, self.nodes, _zobrist(grid.area),
            np.zeros(rows, np.uint64), np.zeros((rows, table.COLUMNS), np.int32), line, rests,
        )
        attacking = mover is not around.owner
        outcome = Result.UNKNOWN
        if proof == 0 or disproof == 0:
            outcome = Result.WORKS if (proof == 0) is attacking else Result.FAILS
        bits = np.unpackbits(rests.astype("<u8").view(np.uint8), bitorder="little", count=grid.area)
        zone = tuple(np.flatnonzero(bits).tolist())
        mine, other = (proof, disproof) if attacking else (disproof, proof)
        likely = Result.WORKS if 2 * mine <= 3 * other else Result.FAILS
        return _Search(outcome, likely, int(move), tuple(map(int, line[:count])), zone, int(nodes), bool(met_ko))


def _kernels() -> tuple[ModuleType, ModuleType]:
    """The search, and the table of its nodes."""
    from . import _life_search_kernels, _life_table_kernels  # loads numba

    return _life_search_kernels, _life_table_kernels


_PLAIN, _OWNER_UNBOUND, _ATTACKER_UNBOUND = 0, 1, 2


@dataclass(frozen=True)
class _Search:
    outcome: Result
    likely: Result  # the same, if it is not UNKNOWN
    move: int
    line: tuple[int, ...]
    zone: tuple[int, ...]
    nodes: int
    met_ko: bool

    def reading(self, mover: Color, outcome: Result | None = None, nodes: int | None = None) -> Reading:
        settled = self.outcome if outcome is None else outcome
        known = settled is not Result.UNKNOWN
        return Reading(
            mover=mover,
            outcome=settled,
            likely=settled if known else self.likely,
            move=PASS if settled is Result.FAILS else self.move,
            evidence=Evidence.READ,
            line=self.line if known else (),
            zone=self.zone if known else (),
            nodes=self.nodes if nodes is None else nodes,
        )


def _has_choice(reading: Reading) -> bool:
    """Whether another move may do as well, or better than by a ko; what is proved is left alone."""
    return reading.likely > Result.FAILS and reading.evidence is Evidence.READ and reading.move != PASS


def _left_alone(enemy: Reading) -> Reading:
    """The owner's answer where the enemy, moving first, fails: he need not move."""
    return replace(
        enemy, mover=enemy.mover.opponent, outcome=Result.WORKS, likely=Result.WORKS, move=PASS,
        line=(PASS, *enemy.line), nodes=0,
    )


def _outcome(found: Judgement, owner: Color) -> Result:
    attacking = found.to_move is not owner
    if found.verdict is Judged.KO:
        return Result.KO_FIRST if found.favours is found.to_move else Result.KO_AFTER
    return Result.WORKS if (found.verdict is Judged.DEAD) is attacking else Result.FAILS


@functools.cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """(3, area + 8) random numbers: of a ko point, a black stone, a white stone; of the turn; of kos retaken."""
    made = np.random.default_rng(area).integers(1, 1 << 63, size=(3, area + 8), dtype=np.uint64)
    made.flags.writeable = False
    return made
