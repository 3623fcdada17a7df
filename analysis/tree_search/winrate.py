"""The chance of winning, from the lead in points and from how unsettled the board is.

    P(Black wins) = 1 / (1 + exp(-lead / scale)),    scale = FLOOR + PER_POINT * unsettled

where unsettled = sum of 1 - |value| over the control map: the points that nobody controls yet. A lead of one scale
wins 73 games in 100. Nothing else goes in, so the chance grows with the lead, is 1/2 at none and answers alike with
the colours exchanged.

PER_POINT was fitted to the searched win rates of the 215 positions of real games in truth_dev (../shared/data), by
cross entropy against them, the leads and maps being those of the settled boards. Log loss, ten-fold cross-validated by
game, maps and scale both: 0.545 (0.528 in sample); the best constant 0.687; a scale that does not know the board 0.588;
the searched win rates themselves 0.253. FLOOR is set, not fitted: on a settled board a lead of two points should win,
of which the positions hold too few to say more.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

FLOOR = 0.5
PER_POINT = 0.23
TOGETHER = 1.3
"""Root mean square error of the lead on the same positions, in units of that of points which fall by themselves."""
_MOST_SCALES = 30.0  # beyond it the chance would round to 0 or 1


def win_probability(lead: float, values: npt.NDArray[np.float64]) -> float:
    """The chance that Black wins, in (0, 1).

    lead   -- Black's lead in points, komi taken off, with the turn in it: half of what having the move is worth
              counts for the side to move, as in lookahead.Line.lead
    values -- the control map of the position, any shape, +1 Black
    """
    scales = lead / (FLOOR + PER_POINT * unsettled(values))
    return 0.5 + 0.5 * math.tanh(0.5 * min(max(scales, -_MOST_SCALES), _MOST_SCALES))


def unsettled(values: npt.NDArray[np.float64]) -> float:
    """How many points' worth of the board nobody controls: 0 with all points settled, all points on an empty board."""
    return float(np.sum(1 - np.abs(values)))


def score_deviation(values: npt.NDArray[np.float64]) -> float:
    """Standard deviation of the final score in points.

    That of points which fall to either side each by itself, times TOGETHER, because those of a group fall together.
    """
    return TOGETHER * math.sqrt(float(np.sum(1 - np.square(values))))
