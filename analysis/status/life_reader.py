"""Life and death of a group by local reading: whether it can be killed, whether it can be made to live, and by which
move.

Two methods. Where the group's region is enclosed and small, all lines of play are searched (`region.enclosed_life`):
the answer is PROVED if the stones around are unconditionally alive, otherwise READ, since walls may be captured. If
some have few liberties, the death of the group must not be refuted by the second method.
Where the region is open, or the walls matter, the board around the group is searched by selected moves
(`reading.selective`): liberties of the group and their neighbours (eye points, hane, descents, links, escapes),
captures and rescues of chains with at most two liberties. The leaves of that search are evaluated statically, and its
answers are only READ:

    dead   captured; or no space for two eyes, no escape, no friend near to link up with, nothing to capture
    alive  two eyes in closed regions, half eyes counted as miai; two links, or one that cannot be cut, to living
           stones; or fifteen points that the group reaches before the enemy: territory or escape. One enemy stone in a
           closed region is a first move there: the region is two eyes if an answer makes it so and it is the owner's
           turn, and in any case if it has eight points, none of them in a corner

The tree search asks for the first method alone.

A race with stones that are themselves dying is not read here: such a group is UNKNOWN, not DEAD. Ko: a question is
searched without ko threats; if a ko is met, again with the loser allowed to retake every ko at once. So results that
depend on a ko are distinguished, and DEAD never depends on one. Of several moves that work, the one named is also
the other side's best, the vital point, and still works when the position after it is read anew, since the evaluation
of the stones around may change. Such a move replaces one that works only by ko. An UNKNOWN answer takes the other
side's move if that is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from ..board import PASS, Color, Position
from ..board.bit_sets import bits_of_points, points_of
from ..reading.answer import Result
from ..reading.selective.groups import GroupContext, candidate_moves, group_at, group_context
from ..reading.selective.selective_search import SearchLimits, SearchResult, search_group
from ..region.enclosed_area import Area
from ..region.enclosed_life import EnclosedLife, LifeVerdict
from .reading_cache import ReadingCache
from .small_areas import STATES_A_NODE, small_area, solve_small_area
from .verdict import Evidence, Verdict

NODES = 3000
"""The positions that one search evaluates at most, for one question and one rule of kos."""

_CHECK_NODES = 200  # limit of the search that checks whether another move works, too
_WEAK_WALL = 2  # liberties of a chain that may be captured
_RACING_STONES = 3  # a smaller chain around a dead group is no race
_LARGE_CHAIN = 5  # stones of a chain that counts as racing with two liberties, if its search is undecided


@dataclass(frozen=True)
class Reading:
    """The answer to one question.

    Public attributes:
      mover    -- the side that moves first, and wants to kill or to live
      outcome  -- Result; UNKNOWN if the budget was used up and the static evaluation is undecided
      likely   -- the same as outcome, or for UNKNOWN the likelier one, for callers that must answer; not reliable
      move     -- the move that works, PASS if none is needed; for UNKNOWN the most promising one; otherwise PASS
      evidence -- Evidence
      line     -- principal variation, from the first mover on; may be short
      zone_bits -- the points that decide it, as a set (`board.bit_sets`); empty if undecided
      nodes    -- number of positions evaluated; in an exhaustive search STATES_A_NODE states count as one
      seki     -- whether the group is not captured and does not live either; only an exhaustive search tells
    """

    mover: Color
    outcome: Result
    likely: Result
    move: int
    evidence: Evidence
    line: tuple[int, ...]
    zone_bits: int = field(repr=False)
    nodes: int
    seki: bool = False

    @cached_property
    def zone(self) -> tuple[int, ...]:
        """The points of `zone_bits`, ascending."""
        return tuple(points_of(self.zone_bits))

    @property
    def finished(self) -> bool:
        """Return whether the question is decided, by a completed search or by static evaluation."""
        return self.outcome is not Result.UNKNOWN


@dataclass(frozen=True)
class GroupLife:
    """The life-and-death status of a group, with both answers.

    Public attributes:
      verdict     -- ALIVE, CRITICAL, DEAD or UNKNOWN
      evidence    -- Evidence for it
      group       -- its points, ascending
      enemy_first -- whether the enemy, moving first, kills it
      owner_first -- whether its owner, moving first, makes it live
      kill, save  -- the moves of a CRITICAL group; None otherwise
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
    def zone_bits(self) -> int:
        """Return the points that decide both answers, including those of the group, as a set (`board.bit_sets`)."""
        return self.enemy_first.zone_bits | self.owner_first.zone_bits | bits_of_points(self.group)


def attack(position: Position, point: int, *, nodes: int = NODES) -> Reading:
    """Read whether the enemy, moving first, kills the group of the stone on `point`: captures the chain there.

    The side to move in `position` matters only for which side may not retake a ko. Raises ValueError if there is no
    stone, or nodes is below 1.
    """
    return _LifeReader(position, point, nodes).best_reading(attacking=True)


def defend(position: Position, point: int, *, nodes: int = NODES) -> Reading:
    """Read whether the owner of the group of the stone on `point`, moving first, makes it live.

    A move is named even if none is needed, unless there is none. Raises ValueError as `attack`.
    """
    return _LifeReader(position, point, nodes).best_reading(attacking=False)


def life(
    position: Position, point: int, *, nodes: int = NODES, stage: int | None = None,
    memory: ReadingCache | None = None, selective: bool = True,
) -> GroupLife:
    """Read the status of the group of the stone on `point`; `memory` keeps the searches. Raises ValueError as `attack`.

    A search of more than `stage` nodes, if that is given, goes on only while its proof numbers promise an answer.

    selective -- whether selected moves are searched where the region of the group is open or large; if not, only
                 small enclosed regions are read
    """
    return _LifeReader(position, point, nodes, memory, stage, selective).life()


class _LifeReader:
    """Reads one group of one position."""

    def __init__(
        self, position: Position, point: int, nodes: int, memory: ReadingCache | None = None,
        stage: int | None = None, selective: bool = True,
    ) -> None:  # fmt: skip
        if nodes < 1:
            raise ValueError(f"nodes: expected at least 1, got {nodes}")
        self.position, self.nodes, self.stage = position, nodes, nodes if stage is None else stage
        self.memory, self.selective, self.target = memory or ReadingCache(), selective, int(point)
        self.group = group_at(position, point)
        self.owner = Color(position.colors[point])

    @cached_property
    def context(self) -> GroupContext:
        """The group with its context, which selected moves are searched in."""
        return group_context(self.position, self.target)

    def life(self) -> GroupLife:
        enemy = self.reading(attacking=True)
        owner = _pass_reading(enemy) if enemy.outcome is Result.FAILS else self.reading(attacking=False)
        if enemy.outcome is not Result.FAILS and owner.outcome is Result.WORKS and owner.move == PASS:
            owner = _undecided(owner.mover, owner.nodes)  # the two searches contradict each other
        verdict = Verdict.UNKNOWN
        if enemy.outcome is Result.FAILS:
            verdict = Verdict.ALIVE
        elif owner.outcome is Result.FAILS:
            races = self.selective and owner.evidence is Evidence.READ and self.is_race()
            verdict = Verdict.UNKNOWN if races else Verdict.DEAD
        elif Result.UNKNOWN not in (enemy.outcome, owner.outcome):
            verdict = Verdict.CRITICAL
        decisive = {Verdict.ALIVE: (enemy,), Verdict.DEAD: (owner,)}.get(verdict, (enemy, owner))
        both = all(reading.evidence is Evidence.PROVED for reading in decisive)
        undecided = verdict is Verdict.CRITICAL
        return GroupLife(
            verdict=verdict,
            evidence=Evidence.PROVED if both and verdict is not Verdict.UNKNOWN else Evidence.READ,
            group=self.group,
            enemy_first=enemy,
            owner_first=owner,
            kill=enemy.move if undecided else None,
            save=owner.move if undecided else None,
            needs_ko=enemy.outcome.by_ko or owner.outcome.by_ko,
        )

    def best_reading(self, *, attacking: bool) -> Reading:
        """Return `reading` with its best move."""
        reading = self.reading(attacking=attacking)
        if not _has_alternatives(reading):
            return reading
        return self.with_best_move(reading, self.reading(attacking=not attacking))

    def with_best_move(self, reading: Reading, other: Reading) -> Reading:
        """Return the reading with the first move that works when it is checked by a new search.

        Tried are the other side's move, its own, and the candidate moves. An undecided reading gets the other side's
        move, if that is known and not refuted.
        """
        nodes = reading.nodes + other.nodes
        position, known = self.position.with_to_move(reading.mover), reading.finished
        moves = [other.move] if known or other.finished else []
        moves += [reading.move, *candidate_moves(self.position, self.context, reading.mover)] if known else []
        for move in dict.fromkeys(moves):
            if move not in position.legal_points():
                continue
            after = position.play(move)
            reply = None
            if after.stones[self.target] == self.owner:
                check = _LifeReader(after, self.target, min(self.nodes, _CHECK_NODES), self.memory)
                reply = check.reading(attacking=reading.mover is self.owner)
                nodes += reply.nodes
                if reply.outcome is not Result.FAILS and (known or reply.outcome is Result.WORKS):
                    continue
            if not known:
                return replace(reading, move=move, nodes=nodes)
            if move == reading.move and reading.outcome is Result.WORKS:
                break
            line, zone = (reply.line, reply.zone_bits) if reply else ((), 0)
            return replace(
                reading, outcome=Result.WORKS, likely=Result.WORKS, move=move, line=(move, *line), nodes=nodes,
                zone_bits=reading.zone_bits | zone | bits_of_points([move]),
            )
        return replace(reading, nodes=nodes)

    def reading(self, *, attacking: bool) -> Reading:
        """Return the answer for one side moving first."""
        mover = self.owner.opponent if attacking else self.owner
        exact = self._exhaustive(mover)
        lost = Result.WORKS if attacking else Result.FAILS  # only this may be wrong if the walls can be captured
        if exact is not None and (
            exact.evidence is Evidence.PROVED or exact.outcome is not lost or not self._has_weak_walls()
        ):
            return exact
        if not self.selective:
            return _undecided(mover)  # the walls may be captured, or there is no area
        read = self._search_with_ko(mover)
        if exact is None:
            return read
        chosen = exact if read.outcome is Result.UNKNOWN else read  # the move of `exact` may need the walls to stand
        return replace(chosen, nodes=exact.nodes + read.nodes)

    def _has_weak_walls(self) -> bool:
        """Return whether some stones around the area of the group have few liberties, so that it may capture them."""
        assert self.area is not None
        return any(len(self.position.liberties_at(point)) <= _WEAK_WALL for point in self.area.assumed)

    def is_race(self) -> bool:
        """Return whether the owner, moving first, captures some stones around the dead group, or may capture many."""
        grid, stones = self.position.grid, self.position.stones
        seen: set[int] = set()
        for point in self.group:
            for near in grid.beside[point]:
                if stones[near] != -self.owner or near in seen:
                    continue
                chain = self.position.chain_at(near)
                seen.update(chain)
                if len(chain) < _RACING_STONES:
                    continue
                reader = _LifeReader(self.position, near, max(1, self.nodes // 4), self.memory, self.stage)
                outcome = reader._search(self.owner).outcome
                if outcome is Result.WORKS:
                    return True
                short = len(chain) >= _LARGE_CHAIN and len(self.position.liberties_at(near)) <= 2
                if short and outcome is Result.UNKNOWN:
                    return True
        return False

    @property
    def area(self) -> Area | None:
        """Return the area of the group's chain, if it is enclosed and small; else None."""
        return small_area(self.position, self.target)

    def _exhaustive(self, mover: Color) -> Reading | None:
        """Search all lines of play, if the region is enclosed and small; else return None."""
        found = solve_small_area(self.position, self.area, mover, self.nodes, self.memory)
        if found is None:
            return None
        area = found.area
        outcome = _outcome_of(found, self.owner)
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
            zone_bits=bits_of_points((*area.points, *area.target, *area.walls)),
            nodes=found.states // STATES_A_NODE,
            seki=found.verdict is LifeVerdict.SEKI,
        )

    def _search_with_ko(self, mover: Color) -> Reading:
        """Search selected moves, and again with the loser free to retake if a ko was met."""
        plain = self._search(mover)
        if not plain.met_ko or plain.outcome is Result.UNKNOWN:
            return _reading(plain, mover)
        works = plain.outcome is Result.WORKS
        strict = self._search(mover, mover.opponent if works else mover)
        nodes = plain.nodes + strict.nodes
        if strict.outcome is Result.UNKNOWN:
            return _reading(plain, mover, Result.UNKNOWN, nodes)
        if works:
            if strict.outcome is Result.FAILS:
                return _reading(plain, mover, Result.KO_FIRST, nodes)
            return _reading(strict, mover, Result.WORKS, nodes)
        if strict.outcome is Result.WORKS:
            return _reading(strict, mover, Result.KO_AFTER, nodes)
        return _reading(plain, mover, Result.FAILS, nodes)

    def _search(self, mover: Color, unbound: Color | None = None) -> SearchResult:
        """Return the result of a search of selected moves in which `unbound` may retake each ko at once."""
        context, limits = self.context, SearchLimits(self.nodes, self.stage)
        return self.memory.answer(
            self.position,
            ("group", context.target, context.key, int(mover), int(unbound or 0), limits),
            lambda: search_group(self.position, context, mover, unbound, limits),
            lambda _: context.read_bits,
        )


def _reading(found: SearchResult, mover: Color, outcome: Result | None = None, nodes: int | None = None) -> Reading:
    """Return the answer by a search; `outcome` and `nodes` stand in for its own."""
    settled = found.outcome if outcome is None else outcome
    known = settled is not Result.UNKNOWN
    return Reading(
        mover=mover,
        outcome=settled,
        likely=settled if known else found.likely,
        move=PASS if settled is Result.FAILS else found.move,
        evidence=Evidence.READ,
        line=found.line if known else (),
        zone_bits=found.zone_bits if known else 0,
        nodes=found.nodes if nodes is None else nodes,
    )


def _undecided(mover: Color, nodes: int = 0) -> Reading:
    """Return the answer to a question that was not searched, or not decided by so many nodes."""
    unknown = Result.UNKNOWN
    return Reading(
        mover=mover, outcome=unknown, likely=Result.FAILS, move=PASS, evidence=Evidence.READ, line=(), zone_bits=0,
        nodes=nodes,
    )  # fmt: skip


def _has_alternatives(reading: Reading) -> bool:
    """Return whether another move may be as good, or better than a ko; proved readings are kept."""
    return reading.likely > Result.FAILS and reading.evidence is Evidence.READ and reading.move != PASS


def _pass_reading(enemy: Reading) -> Reading:
    """Return the owner's answer where the enemy, moving first, fails: a pass is enough."""
    return replace(
        enemy, mover=enemy.mover.opponent, outcome=Result.WORKS, likely=Result.WORKS, move=PASS,
        line=(PASS, *enemy.line), nodes=0,
    )


def _outcome_of(found: EnclosedLife, owner: Color) -> Result:
    attacking = found.to_move is not owner
    if found.verdict is LifeVerdict.KO:
        return Result.KO_FIRST if found.favours is found.to_move else Result.KO_AFTER
    return Result.WORKS if (found.verdict is LifeVerdict.DEAD) is attacking else Result.FAILS
