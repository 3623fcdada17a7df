"""What a search is given: states, objectives, ko rules; and the moves and final values that all searches agree on.

`kernel_problem` and `kernel_state` translate these to what compiled kernels take.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import BLACK, PASS, WHITE, Color
from .region import Region

if TYPE_CHECKING:
    from ._graph_kernels import Problem


class Objective(IntEnum):
    """The objective of the game. The codes are those of the kernels.

    AREA    -- the area of Black minus that of White in the region, stones in unconditional enemy territory removed
    CAPTURE -- the target: 1 if it lives unconditionally at the end, 0 uncaptured, -1 captured; to its owner
    """

    AREA = 0
    CAPTURE = 1


class State(NamedTuple):
    """A board in a region, as bits, and the player to move.

    ko is the region point that simple ko forbids to_move, or -1; passed whether the opponent has just passed.
    """

    black: int
    white: int
    to_move: Color = BLACK
    ko: int = -1
    passed: bool = False


class Bounds(NamedTuple):
    """The values of a state from Black's side: `low` if endless play is the worst for Black, `high` if the best."""

    low: int
    high: int

    def value(self, endless: int = 0) -> int:
        """Return the value where endless play is worth that much."""
        return max(self.low, min(endless, self.high))


class KoRule(IntEnum):
    """Which immediate recaptures are forbidden. The codes are those of the kernels.

    SIMPLE -- of a single stone that has just captured a single stone
    FREE   -- none; superko searches start from this rule
    BLACK_UNBOUND, WHITE_UNBOUND -- simple ko for the other player only, as if all ko threats of this one were answered
    """

    SIMPLE = -1
    BLACK_UNBOUND = 0
    WHITE_UNBOUND = 1
    FREE = 2

    def binds(self, color: Color) -> bool:
        """Return whether simple ko holds for that player."""
        return self is KoRule.SIMPLE or self is (KoRule.WHITE_UNBOUND if color is BLACK else KoRule.BLACK_UNBOUND)


class Target(NamedTuple):
    """The stones that a CAPTURE is about, as bits, and their owner."""

    stones: int
    owner: Color


def search_region(region: Region, objective: Objective, target: Target | None, ko: KoRule) -> Region:
    """Return the region to search: without symmetries if there is a target, which symmetries do not preserve.

    Raises ValueError if the objective and the target, or the ko rule and the region, do not go together.
    """
    if (objective is Objective.CAPTURE) != (target is not None):
        raise ValueError(f"a target belongs to a CAPTURE question, got {objective.name} and {target}")
    if target is not None:
        region = region.without_symmetries()
    if ko in (KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND) and region.neutral:
        raise ValueError(f"{ko.name} needs a region whose colours differ, with walls or a target")
    return region


def children(region: Region, state: State, suicide: bool, rule: KoRule = KoRule.SIMPLE) -> dict[int, State | None]:
    """Return the states after each legal move, by region point, PASS last; None where the game ends."""
    from . import _kernels as k

    own, opp = (state.black, state.white) if state.to_move is BLACK else (state.white, state.black)
    walls = region.walls if state.to_move is BLACK else region.walls[::-1]
    found: dict[int, State | None] = {}
    for point in range(region.size):
        bit = 1 << point
        banned = point == state.ko and rule.binds(state.to_move)
        if not region.playable & ~(own | opp) & bit or banned:
            continue
        legal, mine, theirs, ko = k.play(
            np.uint64(own), np.uint64(opp), point, region.near, np.uint64(walls[0]), np.uint64(walls[1]), suicide
        )
        if legal:
            forbidden = -1 if rule is KoRule.FREE else int(ko).bit_length() - 1
            found[point] = state_from(state.to_move.opponent, int(theirs), int(mine), forbidden)
    found[PASS] = None if state.passed else state_from(state.to_move.opponent, opp, own, -1, passed=True)
    return found


def final_value(problem: Problem, state: State) -> int:
    """Return what the board is worth from Black's side if the game ends on it."""
    from . import _graph_kernels as k

    black_to_move = state.to_move is BLACK
    own, opp = (state.black, state.white) if black_to_move else (state.white, state.black)
    value = k.final_score(np.uint64(own), np.uint64(opp), 0 if black_to_move else 1, problem)
    return int(value) if black_to_move else -int(value)


def state_from(to_move: Color, own: int, opp: int, ko: int, passed: bool = False) -> State:
    """Return the state whose player to move has the stones `own`."""
    return State(own, opp, BLACK, ko, passed) if to_move is BLACK else State(opp, own, WHITE, ko, passed)


def wall_bits(region: Region) -> npt.NDArray[np.uint64]:
    """Return Region.walls as kernels take them: (2,), Black's first."""
    return np.array(region.walls, np.uint64)


def kernel_problem(
    region: Region, objective: Objective = Objective.AREA, suicide: bool = False, ko: KoRule = KoRule.SIMPLE,
    target: Target | None = None,
) -> Problem:
    """Return what kernels take: the region, the rules and the objective in one."""
    from ._graph_kernels import Problem

    stones = np.uint64(0 if target is None else target.stones)
    return Problem(
        region.near, np.uint64(region.points), np.uint64(region.playable), wall_bits(region), region.symmetries,
        region.neutral, suicide, int(ko), int(objective), stones, int(target is not None and target.owner is WHITE),
    )


def kernel_state(region: Region, state: State) -> tuple[np.uint64, np.uint64, np.uint64, int]:
    """Return (own, opp, ko bit, mover) of a state as kernels take them; mover is 0 for Black and in neutral regions."""
    black = state.to_move is BLACK
    own, opp = (state.black, state.white) if black else (state.white, state.black)
    ko = np.uint64(0 if state.ko < 0 else 1 << state.ko)
    return np.uint64(own), np.uint64(opp), ko, 0 if region.neutral or black else 1


__all__ = [
    "PASS", "Bounds", "KoRule", "Objective", "State", "Target", "children", "final_value", "kernel_problem",
    "kernel_state", "search_region", "state_from", "wall_bits",
]
