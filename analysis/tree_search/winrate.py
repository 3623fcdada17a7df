"""The probability of winning, from the lead in points and from how unsettled the board is.

    P(Black wins) = 1 / (1 + exp(-lead / scale)),    scale = MIN_SCALE + SCALE_PER_POINT * unsettled

where unsettled = sum of 1 - |value| over the control map: the points that nobody controls yet. A lead of one scale
wins 73 games in 100. There are no other inputs, so the probability grows with the lead, is 1/2 without one, and is
mirrored when the colours are exchanged.

SCALE_PER_POINT was fitted to the searched win rates of the 215 positions of real games in truth_dev (../shared/data),
by cross entropy against them, with the leads and maps of the settled boards. Log loss, ten-fold cross-validated by
game, maps and scale both: 0.545 (0.528 in sample); the best constant 0.687; a scale that does not know the board 0.588;
the searched win rates themselves 0.253. MIN_SCALE is set, not fitted: on a settled board a lead of two points should
win, and the set has too few such positions to tell.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

MIN_SCALE = 0.5
SCALE_PER_POINT = 0.23
DEVIATION_FACTOR = 1.3
"""The root mean square error of the lead on the same positions, over what it would be if points were independent."""
_MAX_SCALES = 30.0  # beyond it the chance would round to 0 or 1


def win_probability(lead: float, values: npt.NDArray[np.float64]) -> float:
    """Return the probability that Black wins, in (0, 1).

    lead   -- Black's lead in points, komi subtracted, with half the value of having the move counted for the side to
              move, as in `lines.Line.lead`
    values -- the control map of the position, any shape, +1 Black
    """
    scales = lead / (MIN_SCALE + SCALE_PER_POINT * unsettled_points(values))
    return 0.5 + 0.5 * math.tanh(0.5 * min(max(scales, -_MAX_SCALES), _MAX_SCALES))


def unsettled_points(values: npt.NDArray[np.float64]) -> float:
    """Return how many points nobody controls: 0 if all are settled, all points on an empty board."""
    return float(np.sum(1 - np.abs(values)))


def score_deviation(values: npt.NDArray[np.float64]) -> float:
    """Return the standard deviation of the final score in points.

    That of independent points, times DEVIATION_FACTOR, because the points of a group fall to one side together.
    """
    return DEVIATION_FACTOR * math.sqrt(float(np.sum(1 - np.square(values))))


__all__ = ["score_deviation", "unsettled_points", "win_probability"]
