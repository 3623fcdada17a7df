"""The features of moves from which the move policy is computed: classes, of which a move has at most one per feature.

The mover's stones are "own". The phase is how full the board is: it begins at 0, 4, 10, 20, 32 and 50 % of the points.
A distance is the Manhattan distance plus the larger coordinate difference: 2 to an adjacent point, 3 to a diagonal one.
A chain is caught if it has one liberty and cannot escape by extending, or two and a move on one of them begins a
ladder that works. A number of stones is 1, 2-3 or more.

    place        the distances from the two nearest edges, up to 10 lines; whether no stone is within three steps; phase
    corner       in a corner (seven lines): the place, and the own and enemy stones there, up to two of each
    nearest      the distances to the nearest own and the nearest enemy stone; phase
    free         the liberties of its chain after the move, up to 6; own chains beside it, and the fewest of their
                 liberties
    capture      stones captured; whether that saves own stones in atari, whether they could have escaped, and whether
                 the last move is among them, or not known
    extension    of own stones in atari: liberties then, and whether they are caught; how many stones; whether the last
                 move touches them, or is not known
    atari        stones put in atari; whether two chains are, whether the ladder works, the own liberties, whether
                 there is a ko
    threat       stones whose third liberty is taken; own liberties
    self_atari   stones that have one liberty after the move; whether it captures, and whether it gives atari
    ladder       own stones with two liberties that are caught if the enemy moves; liberties then
    touches      own and enemy chains beside the point
    around       own and enemy stones within three steps, beyond the eight surrounding points, up to three of each
    last, last_but_one  row and column steps to the opponent's last move, and to the mover's before it, up to 8; phase
    both         the distances to both; none without a distance to either
    last_chain   the liberties and stones of the last move's chain, if the point is one of its liberties
    attacked     the liberties of an own chain beside the point that the last move touches; liberties after the move
    influence    the mover's influence and territory at the point, in nine levels each (B. Bouzy 2003); phase
    border       of the points beside it, those in own and in enemy territory; phase
    region       the size of the region of empty points, and whose stones it touches
    eyes         whether the point is an eye, a true one, and whose
    ko           whether the point is beside the one that ko forbids; none without a ko
    join         the liberties of the two weakest own chains beside the point; whether there is an enemy stone, too
    cut          the liberties of the two weakest enemy chains beside it; whether there is an own stone, too
    edge         the line, up to the fifth, with `around`
    opening      the place with `nearest`
    frontier     `influence` with `border`
    urgency      `free` with the distance to the last move

    groups      the strengths of the weakest own and of the weakest enemy group within two steps, 0 to 5, 6 for none:
                the empty points of a group's territory, from 0, 3, 7, 13, 26 and 51 on; phase

The pass has features of its own. A point has an owner if stones of one colour enclose it, together with empty points
and enemy stones that do not make two eyes there, or one of eight points; enemy stones so owned are dead, and only of
points without an owner there is something to play for. The history is that the last move was a move, a pass, or is not
known.

    pass_filled     how full the board is, in 20 classes; history
    pass_open       empty points without an owner; the kind of the last move
    pass_dame       those of them between living stones of both colours; history
    pass_contested  those of them that are nobody's territory by influence; history
    pass_atari      own and enemy living chains in atari, up to two of each; whether an own or an enemy one with two
                    liberties is caught in a ladder; history
    pass_last       the kind of the last move: not known, a pass, a stone that is dead, beside a point without an owner,
                    beside living enemy stones, or none of these
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Grid, Position
from ..reading.workspace import workspace as reading_workspace
from .patterns import PATTERNS, workspace

MOVE_FEATURES = {
    "place": 660, "corner": 252, "nearest": 600, "free": 96, "capture": 40, "extension": 30, "atari": 72, "threat": 12,
    "self_atari": 12, "ladder": 12, "touches": 16, "around": 16, "last": 276, "last_but_one": 276, "both": 324,
    "last_chain": 15, "attacked": 25, "influence": 486, "border": 150, "region": 40, "eyes": 4, "ko": 2, "join": 50,
    "cut": 50, "edge": 80, "opening": 5500, "frontier": 2025, "urgency": 1728, "groups": 294,
}
"""The features of moves but the pass, and how many classes each has."""
PASS_FEATURES = {
    "pass_filled": 60, "pass_open": 72, "pass_dame": 36, "pass_contested": 36, "pass_atari": 108, "pass_last": 6,
}
"""The features of the pass, likewise."""
STARTS = np.cumsum([0, *MOVE_FEATURES.values(), *PASS_FEATURES.values()]).astype(np.int64)
"""Where the weights of each feature begin, and, last, those of the patterns."""
NO_MOVE = -2
LADDER_MOVES = 80
"""The moves of the attacker after which a ladder is given up, variations included."""

Integers = npt.NDArray[np.int32]


class Buffers:
    """The arrays that the kernels write the features of one board of a size into. Not to be shared between threads.

    Public attributes:
      arrays -- BoardArrays, of no known patterns. Its slots are of each move the indices of the weights of its features
                and patterns; of the pass those of its own features; -1 for none
    """

    def __init__(self, grid: Grid) -> None:
        from . import _survey_kernels as survey  # loads numba
        from ._slot_kernels import BoardArrays

        area = grid.area
        self.arrays = BoardArrays(
            grid=(grid.neighbours, grid.diagonals, grid.height, grid.width),
            tables=(
                np.empty((survey.POINT_ROWS, area), np.int32), np.empty((area, survey.CHAIN_COLUMNS), np.int32),
                np.empty((survey.WORK_ROWS, area), np.int32), reading_workspace(grid).ladders(LADDER_MOVES),
            ),
            patterns=workspace(grid),
            known=np.zeros(0, np.uint32),
            starts=STARTS,
            moves=np.empty(area + 1, np.int16),
            slots=np.empty((area + 1, len(MOVE_FEATURES) + len(PATTERNS)), np.int32),
            keys=np.empty((area, len(PATTERNS)), np.uint32),
        )

    def fill(
        self, position: Position, color: Color, recent: Sequence[int], known: npt.NDArray[np.uint32]
    ) -> tuple[npt.NDArray[np.int16], Integers]:
        """Return the legal moves of `color`, the pass last, and their slots.

        recent -- the last moves of the game, the latest last; known -- the keys of the patterns that have weights
        """
        from . import _slot_kernels as kernels

        ko = position.ko if color == position.to_move else PASS
        context = (*(int(recent[-back]) if len(recent) >= back else NO_MOVE for back in (1, 2)), int(ko))
        arrays = self.arrays._replace(known=known)
        count = kernels.board_slots(position.stones, int(color), context, arrays)
        return arrays.moves[:count], arrays.slots[:count]


__all__ = ["MOVE_FEATURES", "NO_MOVE", "PASS_FEATURES", "STARTS", "Buffers"]
