"""The final status of a finished board: which stones are dead, which stand in seki, and who owns every point.

A finished board allows more conclusions than one in the middle of the game, because neither side has a move left that
it wants to play. The rules, in the order in which they are applied:

    capture       A chain that cannot be captured by reading to the end stays, whatever was read about its eye space.
    verdicts      What is proved, or lives by reading, stays: a small chain in the enemy's territory only with more
                  points to itself than during a game. A chain whose verdict is dead is removed unless its life
                  probability is large; so is one that can be killed if the enemy moves first and was not shown to live;
                  one that its owner saves by moving first only if it is very unlikely to live; one that falls only by a
                  ko is not; the rest by its life probability, the mean for Black and White to move.
    enclosed      A group around a few points with enemy stones, which reading left open, is solved exactly with all
                  stones on the board (`enclosed_groups`). One that dies by a one-sided ko, as in bent four in the
                  corner, is dead, and the stones inside it live: the enemy removes its own weaknesses and starts the ko
                  last. By area, where threats are played out, both are in seki while the owner has threats that cannot
                  be removed: stones in seki elsewhere, or a one-sided ko of its own.
    repetition    The board is analysed again without the dead stones: what was open may now be settled.
    eye space     Territory of a group is what stones of one colour enclose, and the points of adjacent dead enemies. An
                  unsettled group whose territory has no space for two eyes is dead: the least likely to live first,
                  since each that is removed leaves territory to others.
    capturers     A group is not dead where no living enemy stands to capture it. So of two groups that could kill each
                  other, while both owners pass, neither is dead.
    rivals        Adjacent chains of both colours are never both dead, since the one that is taken off the board leaves
                  its points to the other: the one more likely to live stays.

Stones that stay are in seki where both colours share a small region, neither has space for two eyes, and no chain has
a single liberty. A stone in a ko makes no eye of the point beside it, and stands if the ko is between groups in seki: a
seki by double ko, or a ten-thousand-year ko.

The evidence for what is settled on a board without stones that were only read to be dead is at most **read**; for what
follows from both sides passing, **estimated**.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ..board import BLACK, WHITE, Position, Rules, Scoring
from ..control import ControlSettings
from ..reading import Answer, Result, attack
from ..runtime.work_limit import current_work
from ..semeai import with_race_verdicts
from ..status import Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status
from ..status.status_budget import BoardAllowance, answer_units
from .chain_families import ChainBoard, Families, find_families
from .enclosed_groups import EnclosedFate, EnclosedGroup, enclosed_groups
from .final_board import FinalBoard, FinalChain, FinalStatus, Signs, all_alive, owners_without, proved_final
from .life_probability import life_probabilities
from .settled_board import control_without_dead

EVEN = 0.5
"""A chain less likely to live is dead."""

DEAD_VERDICT_THRESHOLD = 0.7
"""A chain whose verdict is dead is dead unless it is at least so likely to live."""

ESCAPE_LIBERTIES = 20
"""Liberties that count as escape when it is read whether a chain can be captured at all: on enclosed stones the reading
goes on to the end."""

SAVED, SAVED_GROUP = 0.2, 0.1
"""A chain that its owner saves by moving first is dead if it is less likely to live than this, one of a group of
GROUP_STONES if it is less likely than SAVED_GROUP: nobody leaves a large group to be taken."""

GROUP_STONES = 5
"""A group of so many stones that its owner saves by moving first is not given up for lack of eye space either."""

MAX_LIBERTIES = 6
"""Chains of more liberties are not read for capture: they are not enclosed."""

MAX_SHARED_POINTS = 6
"""The most neutral points in one region that two sides may share in seki; more are an unfinished border."""

ROUNDS, ROUNDS_UNITS = 3, 250_000
"""How often a board is analysed, at most: first with all stones, then without those found dead; no further time after
so many units of work, which none of 85 finished boards of games takes."""

CAPTURE_UNITS = 150_000
"""Units of work for reading whether chains can be captured at all."""

_SAVED = "saved if its owner moves first, or taken only by a ko"
_ENCLOSED_REASONS = {
    (EnclosedFate.LIVES, True): "lives, after all lines of play inside it",
    (EnclosedFate.DIES, False): "captured with either side to move, after all lines of play inside it",
    (EnclosedFate.DIES, True): "inside a dead group",
    (EnclosedFate.SEKI, True): "seki: neither the group nor the stones inside it can be taken",
    (EnclosedFate.ONE_SIDED_KO, False): "dies by a ko that the enemy starts at will, as bent four in the corner",
    (EnclosedFate.ONE_SIDED_KO, True): "in a one-sided ko, as bent four in the corner",
}


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
    board = _FinishedBoard(position, rules, budget, memory or ReadingCache(), settings)
    final = board.final()
    contested = board.contested_kos(final)
    if not contested:
        return final
    return _FinishedBoard(position, rules, budget, board.memory, settings, contested).final()


@dataclass(frozen=True)
class _Judgement:
    """The provisional status of a chain: whether it stays on the board, whether that is settled, and why; and whether
    it stays since its owner would save it.
    """

    stays: bool
    settled: bool
    probability: float
    evidence: Evidence
    reason: str
    is_saved: bool = False


def _is_saved(chain: Status) -> bool:
    """Return whether a chain that the enemy may take lives if its owner moves first, or can be taken only by a ko."""
    return chain.verdict is Verdict.CRITICAL and (chain.if_owner_first is Fate.LIVES or chain.if_enemy_first is Fate.KO)


class _FinishedBoard:
    """One finished board. Chains are identified by their number in `Position.chains`."""

    def __init__(
        self, position: Position, rules: Rules | None, budget: StatusBudget | None, memory: ReadingCache,
        settings: ControlSettings | None, contested: Collection[EnclosedGroup] = (),
    ) -> None:  # fmt: skip
        """Judge all chains by themselves; `contested` -- the groups that no one-sided ko kills."""
        self.position, self.rules, self.settings = position, rules, settings
        self.budget, self.memory, self.contested = budget or StatusBudget(), memory, contested
        self.board = ChainBoard(position)
        self.invaders = self.board.invaders()
        self.status: dict[int, Status] = {}
        self.judgements: dict[int, _Judgement] = {}
        self.enclosed: tuple[EnclosedGroup, ...] = ()
        self.shared: set[int] = set()  # chains in seki by exhaustive search
        self.captures = BoardAllowance(CAPTURE_UNITS)
        board, proved, units = position, True, 0
        for _ in range(ROUNDS):
            left = ROUNDS_UNITS - units
            if board is not position and (left <= 0 or current_work().is_over):
                current_work().omit("the board was not analysed again without the dead stones")
                break
            units += self._judge_chains(board, proved, replace(self.budget, board=min(left, self.budget.board)))
            dead = {k for k, judged in self.judgements.items() if judged.settled and not judged.stays}
            stones = position.stones.copy()
            stones[[point for point, k in self.board.number.items() if k in dead]] = 0
            if (stones == board.stones).all():
                break
            proved = all(self.judgements[k].evidence is Evidence.PROVED for k in dead)
            board = Position(position.grid, stones, position.to_move, captures=position.captures)

    def _judge_chains(self, board: Position, proved: bool, budget: StatusBudget) -> int:
        """Judge the chains of a board without some of the dead; return the units of work that took.

        proved -- whether these are proved dead
        """
        read = board_status(board, self.rules, budget=budget, memory=self.memory, invaders=self.invaders)
        status, _ = with_race_verdicts(board, read, self.rules)
        control = control_without_dead(board, status.presumed(), self.settings).reshape(-1)
        black, white = (
            life_probabilities(board.with_to_move(color), status.presumed(), control, settings=self.settings)
            for color in (BLACK, WHITE)
        )
        for chain, one, other in zip(status.chains, black, white, strict=True):
            k = self.board.number[chain.chain[0]]
            judged = self._judge(board, chain, (one.value + other.value) / 2)
            if not proved and judged.evidence is Evidence.PROVED:
                judged = replace(judged, evidence=Evidence.READ)
            if k not in self.judgements or (judged.settled and not self.judgements[k].settled):
                self.status[k], self.judgements[k] = chain, judged
        self._keep_saved_together()
        if board is self.position:
            suicide = self.rules is not None and self.rules.suicide
            self.enclosed = tuple(enclosed_groups(board, status, suicide=suicide))
            for group in self.enclosed:
                self._judge_enclosed(group)
        return status.units

    def _keep_saved_together(self) -> None:
        """Keep the chains saved by a move that saves a group kept for that reason, and those in one ko with such.

        In one ko are chains that only a ko takes and that touch, or share a liberty.
        """
        kept = {k for k, judged in self.judgements.items() if judged.is_saved}
        saving = {self.status[k].save for k in kept}
        in_ko = {near for k in kept if self.status[k].if_enemy_first is Fate.KO for near in self._around(k)}
        open_chains = [k for k, judged in self.judgements.items() if judged.stays and not judged.settled]
        found = True
        while found:
            found = False
            for k in (k for k in open_chains if k not in kept and _is_saved(self.status[k])):
                status, around = self.status[k], self._around(k)
                by_ko = status.if_enemy_first is Fate.KO and not in_ko.isdisjoint(around)
                if by_ko or status.save in saving:
                    kept.add(k)
                    in_ko.update(around if by_ko else ())
                    found = True
                    reason = f"{_SAVED}, with its neighbours: {status.reason}"
                    probability = self.judgements[k].probability
                    self.judgements[k] = _Judgement(True, True, probability, Evidence.ESTIMATED, reason, is_saved=True)

    def _around(self, k: int) -> set[int]:
        """Return the points of a chain and its liberties, and the stones beside it."""
        chain = self.board.chains[k]
        return {*chain, *(near for point in chain for near in self.position.grid.beside[point])}

    def _judge_enclosed(self, group: EnclosedGroup) -> None:
        """Judge the chains of a group that was solved, and those inside it."""
        seki = group.fate is EnclosedFate.SEKI or group in self.contested
        lives = seki or group.fate is EnclosedFate.LIVES
        inside = () if group.fate is EnclosedFate.LIVES else group.inside
        for stones, stays in ((group.stones, lives), (inside, True)):
            for k in {self.board.number[point] for point in stones}:
                if self.judgements[k].evidence is not Evidence.PROVED:
                    reason = _ENCLOSED_REASONS[group.fate, stays]
                    self.judgements[k] = _Judgement(stays, True, float(stays), Evidence.READ, reason)
                    if seki:
                        self.shared.add(k)

    def contested_kos(self, final: FinalBoard) -> tuple[EnclosedGroup, ...]:
        """Return the groups dead by a one-sided ko whose owner may have ko threats that cannot be removed."""
        kos = [group for group in self.enclosed if group.fate is EnclosedFate.ONE_SIDED_KO]
        if self.contested or (self.rules is not None and self.rules.scoring is Scoring.TERRITORY):
            return ()
        return tuple(
            group for group in kos
            if final.seki.difference(group.stones, group.inside) or any(ko.color is not group.color for ko in kos)
        )  # fmt: skip

    def final(self) -> FinalBoard:
        """Return the final status of the board, by eye space and capturers (see the module)."""
        self._remove_eyeless()
        while self._restore_uncapturable() or self._restore_rival():
            self._remove_eyeless()
        seki = self._seki()
        chains = tuple(self._final_chain(k, k in seki) for k in range(len(self.board.chains)))
        dead = frozenset(point for point, k in self.board.number.items() if not self.judgements[k].stays)
        return FinalBoard(self.position.grid, chains, owners_without(self.position, dead))

    def _final_chain(self, k: int, seki: bool) -> FinalChain:
        judged, status = self.judgements[k], self.status[k]
        standing = FinalStatus.SEKI if seki else FinalStatus.ALIVE if judged.stays else FinalStatus.DEAD
        if seki and k not in self.shared and status.verdict is not Verdict.SEKI:
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
            if capture is not None and capture.finished and capture.result is Result.FAILS:
                return _Judgement(True, True, 1.0, capture.evidence, "cannot be taken, by reading to the end")
        saved = _is_saved(chain)
        is_large = len(chain.group) >= GROUP_STONES
        least = DEAD_VERDICT_THRESHOLD if chain.verdict is Verdict.DEAD else EVEN
        if saved:
            by_ko = chain.if_enemy_first is Fate.KO
            least = 0.0 if by_ko else SAVED_GROUP if is_large else SAVED
        stays = probability >= least
        if chain.verdict is Verdict.DEAD and not stays:
            return _Judgement(False, True, probability, chain.evidence, chain.reason)
        if chain.verdict is Verdict.UNKNOWN and chain.if_enemy_first is Fate.DIES:
            return _Judgement(
                False, False, probability, Evidence.ESTIMATED, "can be killed, and was not shown to live"
            )
        if saved and stays and is_large:
            reason = f"{_SAVED}: {chain.reason}"
            return _Judgement(True, True, probability, Evidence.ESTIMATED, reason, is_saved=True)
        likely = f"the chance that it lives is {probability:.0%}"
        reason = f"{likely} ({chain.verdict}: {chain.reason})"
        return _Judgement(stays, False, probability, Evidence.ESTIMATED, reason)

    def _capture(self, board: Position, point: int) -> Answer | None:
        """Return whether the chain on a point can be captured, its enemy to move; None without a budget for it."""
        nodes = self.captures.nodes(self.budget.chain, point)
        if not nodes:
            return None
        found = self.memory.answer(
            board,
            ("taken at all", point, nodes),
            lambda: attack(board, point, nodes=nodes, escape=ESCAPE_LIBERTIES),
            lambda answer: answer.zone_bits,
        )
        self.captures.spend(answer_units(found))
        return found

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

    def _families(self, in_ko: Collection[int] = ()) -> Families:
        """Return the families of the living chains."""
        groups = [self._group(k) for k in range(len(self.board.chains))]
        safe = {k for k, chain in self.status.items() if chain.verdict is Verdict.SAFE}
        return find_families(self.board, self._living(), groups, safe, in_ko)

    def _living(self) -> set[int]:
        return {k for k, judged in self.judgements.items() if judged.stays}

    def _group(self, k: int) -> set[int]:
        """Return the chains of a chain's group, itself included."""
        return {k, *(self.board.number[point] for point in self.status[k].group)}

    # -- seki ---------------------------------------------------------------------------------------------------

    def _seki(self) -> set[int]:
        """Return the living chains in seki: by their verdict, or without two eyes beside an enemy without two eyes.

        A stone in a ko makes no eye of the point beside it, so that groups that share kos alone may be in seki too; the
        stones in these kos stand.
        """
        in_ko = {k for k in self.judgements if self.board.in_ko(k)}
        families = self._families(in_ko)
        found = self.shared | {k for k, chain in self.status.items() if chain.verdict is Verdict.SEKI}
        in_seki: set[int] = set()
        for region, walls in families.regions:
            adjacent = [k for k in walls if families.weak[k] and self.judgements[k].settled]
            taken = any(len(self.position.liberties_at(self.board.chains[k][0])) == 1 for k in adjacent)
            if not taken and len(region) <= MAX_SHARED_POINTS and len({self.board.color(k) for k in adjacent}) == 2:
                in_seki.update(families.of[k] for k in adjacent)
                found.update(self._stand_in_ko({k for k in in_ko if self.board.chains[k][0] in region}))
        found.update(k for k, family in enumerate(families.of) if family in in_seki)
        return found & self._living()

    def _stand_in_ko(self, chains: set[int]) -> set[int]:
        """Return the chains, and judge the dead of them alive: nobody gains by taking a stone in a seki's ko."""
        for k in chains - self._living():
            reason, probability = "in a ko between groups in seki", self.judgements[k].probability
            self.judgements[k] = _Judgement(True, True, probability, Evidence.ESTIMATED, reason)
        return chains


__all__ = ["FinalBoard", "FinalChain", "FinalStatus", "Signs", "all_alive", "final_status", "proved_final"]
