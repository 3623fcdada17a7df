"""The pipeline: what a position is worth, floor by floor, each fact with its reason."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .board import Position, Rules, UnconditionalLife, unconditional
from .control import ControlMap, ControlSettings, estimate

if TYPE_CHECKING:  # loaded when first needed: programs ask for a name first, and do not wait
    from .endgame import Limits, LocalGames, LocalValueCache
    from .ownership.settled_board import Settled
    from .semeai import Races
    from .status import BoardStatus, ReadingCache, StatusBudget


@dataclass(frozen=True)
class Evaluation:
    """What is known and what is estimated about a position.

      position, rules, komi -- as given
      life    -- UnconditionalLife: what is settled beyond doubt
      status  -- BoardStatus: what becomes of every chain, by races too; None if it was not asked for
      settled -- Settled: the board without what is dead, each chain as likely to live as it is; None likewise
      control -- ControlMap: the estimate for every point, the settled board with corridors counted, or the bare one
      races   -- Races: the capturing races of the board; None without the status
    """

    position: Position
    rules: Rules
    komi: float
    life: UnconditionalLife
    status: BoardStatus | None
    settled: Settled | None
    control: ControlMap
    races: Races | None = None

    @property
    def score(self) -> float:
        """Black's lead in points, komi excluded."""
        return self.control.score

    @property
    def score_with_komi(self) -> float:
        """Black's lead in points, komi taken off."""
        return self.control.score - self.komi

    @property
    def open_points(self) -> float:
        """How much of the board is open, in points: a point of control v counts 1 - v^2. 0 to the area."""
        return float((1 - self.control.values**2).sum())

    def local_games(
        self, immortal: Collection[int] = (), ko: str = "neutral", limits: Limits | None = None,
        known: LocalValueCache | None = None,
    ) -> LocalGames:
        """The board cut into local games and counted, as `endgame.local_games` has it; large regions estimated.

        Raises ValueError without the status of all chains, and as `local_games` does.
        """
        from .endgame import local_games
        from .values import Threats

        if self.status is None or self.settled is None:
            raise ValueError("local games: expected an evaluation with the status of all chains")
        standing = {
            chain.chain[0]: chance.value for chain, chance in zip(self.status.chains, self.settled.chances, strict=True)
        }
        return local_games(
            self.position, self.status, immortal=immortal, standing=standing,
            control=self.control.values.reshape(-1), ko=Threats(ko), limits=limits, known=known,
        )


def evaluate(
    position: Position,
    rules: Rules | None = None,
    komi: float = 7.5,
    settings: ControlSettings | None = None,
    *,
    budget: StatusBudget | None = None,
    memory: ReadingCache | None = None,
    control_only: bool = False,
) -> Evaluation:
    """Evaluate a position: the status of all chains, what races decide of it, the board settled, the field over that.

    `budget` and `memory` are for the status; whose turn it is comes in by the chances of what is critical. With
    `control_only`, or without compiled kernels, by which reading would take minutes, it is the field of the bare
    board, whoever is to move.
    """
    from .runtime import jit  # loads numba

    rules = rules or Rules()
    life = unconditional(position, rules)
    if control_only or not jit.COMPILED:
        return Evaluation(position, rules, komi, life, None, None, estimate(position, settings))
    from .ownership.race_verdicts import with_races
    from .ownership.settled_board import settle
    from .status import board_status

    read = board_status(position, rules, budget=budget, memory=memory)
    status, races = with_races(position, read, rules)
    settled = settle(position, status, settings)
    control = _with_corridors(settled.control, position, status)
    return Evaluation(position, rules, komi, life, status, settled, control, races)


def _with_corridors(control: ControlMap, position: Position, status: BoardStatus) -> ControlMap:
    """The map with the points of corridors counted: there the field only comes near (Hu 2020, section 2.3)."""
    from .endgame import corridor_control

    counted = corridor_control(position, status)
    if not counted:
        return control
    values = control.values.copy()
    values.reshape(-1)[list(counted)] = list(counted.values())
    values.flags.writeable = False
    return replace(control, values=values, score=float(values.sum()))
