"""What a search is asked: states, questions, ko rules; and the moves and final values that all engines agree on."""

from __future__ import annotations

from enum import IntEnum
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Color
from .region import Region

PASS = -1


class Question(IntEnum):
    """What is played for. The codes are those of the kernels.

    AREA    -- the area of Black less that of White in the region, stones in unconditional enemy territory taken off
    CAPTURE -- the target: 1 its owner's unconditionally alive at the end, 0 uncaptured, -1 gone; for its owner
    """

    AREA = 0
    CAPTURE = 1


class State(NamedTuple):
    """A board in a region, as bits, and the turn.

    ko is the region point that simple ko forbids to_move, or -1; passed whether the other side has just passed.
    """

    black: int
    white: int
    to_move: Color = BLACK
    ko: int = -1
    passed: bool = False


class Bounds(NamedTuple):
    """Low and high value of a state; see above."""

    low: int
    high: int

    def value(self, endless: int = 0) -> int:
        """The value where endless play is worth that much."""
        return max(self.low, min(endless, self.high))


class KoRule(IntEnum):
    """What may not be taken back at once. The codes are those of the kernels.

    SIMPLE -- a single stone that has just captured a single stone
    FREE   -- nothing: the ground on which superko is judged
    BLACK_UNBOUND, WHITE_UNBOUND -- simple ko for the other player only, as if all this one's ko threats were answered
    """

    SIMPLE = -1
    BLACK_UNBOUND = 0
    WHITE_UNBOUND = 1
    FREE = 2

    def binds(self, color: Color) -> bool:
        """Whether simple ko holds for that player."""
        return self is KoRule.SIMPLE or self is (KoRule.WHITE_UNBOUND if color is BLACK else KoRule.BLACK_UNBOUND)


class Target(NamedTuple):
    """The stones that a CAPTURE question is about, as bits, and whose they are."""

    stones: int
    owner: Color


def arena(region: Region, question: Question, target: Target | None, ko: KoRule) -> Region:
    """The region as a question sees it: without symmetries if there is a target, which does not turn with the board.

    Raises ValueError if the question and the target, or the ko rule and the region, do not go together.
    """
    if (question is Question.CAPTURE) != (target is not None):
        raise ValueError(f"a target belongs to a CAPTURE question, got {question.name} and {target}")
    if target is not None:
        region = region.rigid()
    if ko in (KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND) and region.neutral:
        raise ValueError(f"{ko.name} needs a region whose colours differ, with walls or a target")
    return region


def children(region: Region, state: State, suicide: bool, rule: KoRule = KoRule.SIMPLE) -> dict[int, State | None]:
    """The states after each legal move, by region point, PASS last; None where the game ends."""
    k = _kernels()
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
            found[point] = placed(state.to_move.opponent, int(theirs), int(mine), forbidden)
    found[PASS] = None if state.passed else placed(state.to_move.opponent, opp, own, -1, passed=True)
    return found


def final_value(region: Region, state: State, question: Question, suicide: bool, target: Target | None) -> int:
    """What the board is worth if the game ends on it, from Black's side."""
    k = _kernels()
    black_to_move = state.to_move is BLACK
    own, opp = (state.black, state.white) if black_to_move else (state.white, state.black)
    value = k.score(
        np.uint64(own), np.uint64(opp), 0 if black_to_move else 1, region.near, np.uint64(region.points),
        wall_bits(region), suicide, int(question), *target_code(target),
    )
    return int(value) if black_to_move else -int(value)


def placed(to_move: Color, own: int, opp: int, ko: int, passed: bool = False) -> State:
    """The state whose player to move has the stones `own`."""
    return State(own, opp, BLACK, ko, passed) if to_move is BLACK else State(opp, own, WHITE, ko, passed)


def wall_bits(region: Region) -> npt.NDArray[np.uint64]:
    """Region.walls as kernels take them: (2,), Black's first."""
    return np.array(region.walls, np.uint64)


def target_code(target: Target | None) -> tuple[np.uint64, int]:
    """A target as kernels take it: its points, and 0 if it is Black's, 1 if White's."""
    if target is None:
        return np.uint64(0), 0
    return np.uint64(target.stones), 0 if target.owner is BLACK else 1


def _kernels() -> ModuleType:
    from . import _graph_kernels

    return _graph_kernels


__all__ = [
    "PASS", "Bounds", "KoRule", "Question", "State", "Target", "arena", "children", "final_value", "placed",
    "target_code", "wall_bits",
]
