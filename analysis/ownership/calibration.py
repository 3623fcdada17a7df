"""Calibration of empty points: the control of a settled board made into the ownership to expect.

The weights were fitted to real games, `LifeWeights.point_weights`. With

    v  the control of the point
    t  the side to move: +1 Black, -1 White, 0 if no move is legal
    a  the mean strength of the stones around it, and s the same of all stones before any were removed, +1 or -1 each
       (Gaussian means, mirrored at the edge, whatever stands between)
    r  which side is stronger close by: the mean strength over the mean of its absolute value, -1 to 1
    l  1 on the second line, 0 elsewhere
    f  the share of points with stones

and open = 1 - v^2, it becomes

    (linear + linear_full * f) * v + cubic * v^3 + quintic * v^5
    + (tempo + tempo_full * f) * t * open * min(1, 20 / sum of open)
    + (around + around_full * f + second_line * l) * a * open
    + stones * s * open + balance_full * f * r * open

The first line corrects the slope of the true ownership over the control, which overstates small leads. The second is
the value of having the move, at most twenty times its weight, spread over the points that are open. The others add how
many and how strong the stones are at a distance, of which control keeps only the balance.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ..board import Grid, Position
from ..control import ControlMap
from .gaussian import gaussian_mean

Array = npt.NDArray[np.float64]

CALIBRATION_TERMS = (
    "linear", "cubic", "quintic", "tempo", "around", "stones", "second_line", "linear_full", "tempo_full",
    "around_full", "balance_full",
)  # fmt: skip
"""The weights of an empty point."""

_TEMPO_POINTS = 20.0
_AROUND_DEVIATION, _NEAR_DEVIATION = 2.0, 1.5  # points: the standard deviations of the Gaussians
_FEW_STONES = 0.05  # added to the mean absolute strength, so that far stones alone decide little
_FULL_TERMS = ("linear", "tempo", "around", "balance")


def calibrated(terms: Array, weights: Mapping[str, float]) -> Array:
    """Return the calibrated control, (area,), -1 to 1, by the terms of all points, (area, 11), as if all were empty."""
    estimates: Array = np.clip(terms @ [weights[name] for name in CALIBRATION_TERMS], -1, 1)
    return estimates


def calibration_terms(control: ControlMap, board: Position, strength: Array, original: Position) -> Array:
    """Return what the weights of each point are multiplied with, in the order of CALIBRATION_TERMS: (area, 11).

    control  -- the control map of a settled board
    board    -- that board; strength -- (area,): of its stones
    original -- the board with all stones
    """
    values, shape = control.values.reshape(-1), control.values.shape
    openness = 1 - values**2
    share = openness * min(1.0, _TEMPO_POINTS / max(openness.sum(), 1e-9))
    turn = int(board.to_move) if board.legal_points().size else 0

    def mean(sources: npt.NDArray[np.generic], deviation: float) -> Array:
        return gaussian_mean(sources.reshape(shape).astype(float), deviation).reshape(-1)

    around = mean(strength, _AROUND_DEVIATION) * openness
    balance = mean(strength, _NEAR_DEVIATION) / (mean(np.abs(strength), _NEAR_DEVIATION) + _FEW_STONES)
    terms = {
        "linear": values, "cubic": values**3, "quintic": values**5, "tempo": turn * share, "around": around,
        "stones": mean(original.stones, _AROUND_DEVIATION) * openness,
        "second_line": around * _on_second_line(board.grid), "balance": balance * openness,
    }  # fmt: skip
    full = float(np.mean(board.stones != 0))
    terms.update((f"{name}_full", terms[name] * full) for name in _FULL_TERMS)
    return np.stack([terms[name] for name in CALIBRATION_TERMS], axis=1)


def _on_second_line(grid: Grid) -> npt.NDArray[np.bool_]:
    """Return the mask, (area,), of the points of the second line."""
    rows, columns = np.divmod(np.arange(grid.area), grid.width)
    line = np.minimum(np.minimum(rows, grid.height - 1 - rows), np.minimum(columns, grid.width - 1 - columns))
    return np.asarray(line == 1)


__all__ = ["CALIBRATION_TERMS", "calibrated", "calibration_terms"]
