"""The contribution of each stone to a point's value: the estimator's linear response, by one sparse linear solve."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import Position
from .estimator import ControlMap, estimate
from .paper import Borders, chain_values, coefficients, empty_update, find_borders
from .settings import ControlSettings

Array = npt.NDArray[np.float64]
Entry = tuple[int, int, float]
"""Row, column and value in a sparse matrix; entries of one place are added."""


def sensitivity(
    position: Position,
    point: int,
    settings: ControlSettings | None = None,
    control: ControlMap | None = None,
) -> Array:
    """Compute (height, width) float64, Black positive: each stone's contribution to the value of `point`; 0 elsewhere.

    At the fixed point v = F(v) replace one stone's update by that of an empty point: its contribution is how much
    v[point] loses by that, to first order. With J the derivative of F that is y[stone] * (F[stone] - f[stone]), where
    (1 - J)^T y = unit vector of `point` (the smallest such y, if there are several: the system is singular on some
    boards of one line). This shows which stones matter; since the field is not linear, contributions need not add up
    to the value. Raises ValueError off the board.
    """
    settings = settings or ControlSettings()
    grid, stones = position.grid, position.stones
    grid.require(point)
    board = (control or estimate(position, settings)).values
    values = board.reshape(-1)
    empty = empty_update(board[None], grid, settings.lambda_).reshape(-1)
    entries = _empty_slopes(values, position, settings)
    difference = stones - empty if settings.fixed else np.zeros(grid.area)  # F - f
    if not settings.fixed and stones.any():
        borders = find_borders(stones[None], grid, settings.liberties_only)
        chain_value = chain_values(values, borders)
        difference[borders.stones] = settings.kappa * (chain_value[borders.chain_of] - empty[borders.stones])
        entries += _chain_slopes(values, borders, settings.kappa)
    difference[stones == 0] = 0.0
    contribution: Array = (_response(entries, grid.area, point) * difference).reshape(grid.height, grid.width)
    return contribution


def _empty_slopes(values: Array, position: Position, settings: ControlSettings) -> list[Entry]:
    """Return the derivative of the empty update f, times its share in each point's update."""
    grid = position.grid
    linear, cubic = (array.reshape(-1) for array in coefficients(grid, settings.lambda_))
    share = np.where(position.stones == 0, 1.0, 0.0 if settings.fixed else 1 - settings.kappa)
    padded = np.append(values, 0.0)
    entries = []
    for at in range(grid.area):
        near = grid.neighbours[at]
        a = padded[near]
        for k in range(4):
            if near[k] < grid.area:
                # d e1 / d a = 1, and d e3 / d a = e2 of the other three neighbours
                b, c, d = np.delete(a, k)
                slope = share[at] * (linear[at] + cubic[at] * (b * c + c * d + d * b))
                entries.append((at, int(near[k]), float(slope)))
    return entries


def _chain_slopes(values: Array, borders: Borders, kappa: float) -> list[Entry]:
    """Return the derivative of the chains' values, times kappa, for each of their stones."""
    ends = np.append(borders.start[1:], borders.adjacent.size)
    slope_of = {}
    for chain, (begin, end) in enumerate(zip(borders.start, ends, strict=True)):
        around = borders.adjacent[begin:end]
        factors = (1 - borders.sign[chain] * values[around]) / 2
        # d value / d a_i = the product of the other factors, whatever the colour
        slope_of[chain] = around, np.array([np.prod(np.delete(factors, i)) for i in range(len(around))])
    entries = []
    for stone, chain in zip(borders.stones, borders.chain_of, strict=True):
        around, slopes = slope_of[int(chain)]
        entries += [(int(stone), int(near), float(kappa * slope)) for near, slope in zip(around, slopes, strict=True)]
    return entries


def _response(jacobian: list[Entry], size: int, point: int) -> Array:
    """Solve (1 - J)^T y = unit vector of `point`; the smallest solution if the system is singular."""
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    rows, cols = [row for row, _, _ in jacobian], [col for _, col, _ in jacobian]
    slopes = [slope for _, _, slope in jacobian]
    unit = np.zeros(size)
    unit[point] = 1.0
    system = (identity(size, format="csc") - csc_matrix((slopes, (rows, cols)), shape=(size, size))).T.tocsc()
    try:
        return np.asarray(splu(system).solve(unit))
    except RuntimeError:  # exactly singular
        return np.asarray(np.linalg.lstsq(system.toarray(), unit)[0])
