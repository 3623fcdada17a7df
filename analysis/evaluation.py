"""The evaluation of a position: the pipeline over the lower floors, each result with its reason. In order:

  1. unconditional life (`board.benson`): stones and territory settled beyond doubt
  2. status (`status`): for every chain whether it lives, proved or read
  3. races (`semeai`): verdicts of capturing races replace those that reading left open
  4. settling (`ownership.settled_board`): the life probability of every chain; dead stones are removed, living ones
     become sources of the control map, which is computed again and calibrated
  5. corridors (`endgame.corridor_control`): points of corridors take their exact values
  6. taxes (`ownership.estimated_tax`): what eyes in seki and living groups pay by the rules

`Evaluation.local_games` then cuts the board into local games (`endgame`), on demand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .board import Position, Rules, Tax, UnconditionalLife, unconditional_life
from .control import ControlMap, ControlSettings, estimate
from .runtime.kernel_mode import is_reading_compiled

if TYPE_CHECKING:  # imported when first needed, so that programs start quickly
    from .endgame import EndgameBudget, LocalGames, LocalValueCache
    from .ownership.settled_board import SettledBoard
    from .semeai import Races
    from .status import BoardStatus, ReadingCache, StatusBudget


@dataclass(frozen=True)
class Evaluation:
    """The evaluation of a position.

      position, rules, komi -- as given
      life    -- UnconditionalLife: what is settled beyond doubt
      status  -- BoardStatus: the status of every chain, races included; None with control_only
      settled -- the settled board, with the life probabilities of its chains; None with control_only
      control -- ControlMap: the estimate for every point, of the settled board with corridors counted, or of the bare
                 board
      races   -- Races: the capturing races of the board; None with control_only
      tax     -- what the taxes of the rules add to the score in Black's favour: eyes in seki, living groups
    """

    position: Position
    rules: Rules
    komi: float
    life: UnconditionalLife
    status: BoardStatus | None
    settled: SettledBoard | None
    control: ControlMap
    races: Races | None = None
    tax: float = 0.0

    @property
    def score(self) -> float:
        """Black's lead in points, the taxes of the rules paid, komi excluded."""
        return self.control.score + self.tax

    @property
    def score_with_komi(self) -> float:
        """Black's lead in points, komi subtracted."""
        return self.score - self.komi

    @property
    def open_points(self) -> float:
        """How much of the board is open, in points, 0 to the area: a point of control v counts 1 - v^2."""
        return float((1 - self.control.values**2).sum())

    def local_games(
        self, immortal: Collection[int] = (), ko: str = "neutral", limits: EndgameBudget | None = None,
        known: LocalValueCache | None = None,
    ) -> LocalGames:
        """Cut the board into local games and count them, as `endgame.local_games` does.

        Raises ValueError without the status of all chains, and as `local_games` does.
        """
        from .endgame import local_games
        from .values import KoThreats

        if self.status is None:
            raise ValueError("local games: expected an evaluation with the status of all chains")
        return local_games(
            self.position, self.status, immortal=immortal, ko=KoThreats(ko), limits=limits, known=known
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
    """Evaluate a position (see the module for the steps).

    `budget` and `memory` are for the status. The side to move matters through the life probabilities of critical
    chains and the calibration of empty points. With `control_only`, or without compiled kernels, where reading would
    take minutes, the result is the control map of the bare board, regardless of the side to move.
    """
    rules = rules or Rules()
    life = unconditional_life(position, rules)
    if control_only or not is_reading_compiled():
        control = estimate(position, settings)
        return Evaluation(position, rules, komi, life, None, None, control, tax=_tax(position, control, rules))
    from .ownership.settled_board import settle
    from .semeai import with_race_verdicts
    from .status import Verdict, board_status

    read = board_status(position, rules, budget=budget, memory=memory)
    status, races = with_race_verdicts(position, read, rules)
    settled = settle(position, status, settings)
    control = _with_corridors(settled.control, position, status)
    seki = [point for chain in status.having(Verdict.SEKI) for point in chain.chain if settled.position.stones[point]]
    tax = _tax(settled.position, control, rules, seki)
    return Evaluation(position, rules, komi, life, status, settled, control, races, tax)


def _tax(position: Position, control: ControlMap, rules: Rules, seki: Collection[int] = ()) -> float:
    if rules.tax is Tax.NONE:
        return 0.0
    from .ownership.estimated_tax import estimated_tax

    return estimated_tax(position, control.values, rules, seki)


def _with_corridors(control: ControlMap, position: Position, status: BoardStatus) -> ControlMap:
    """Return the map with the exact values of corridor points, which it only approximates (Hu 2020, section 2.3)."""
    from .endgame import corridor_control

    counted = corridor_control(position, status)
    if not counted:
        return control
    values = control.values.copy()
    values.reshape(-1)[list(counted)] = list(counted.values())
    values.flags.writeable = False
    return replace(control, values=values, score=float(values.sum()))
