"""Which stones carry a point's value: the estimator's linear response, by one sparse transposed solve."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import Position
from .estimator import ControlMap, estimate
from .paper import chain_values, coefficients, empty_update, find_borders
from .settings import ControlSettings

Array = npt.NDArray[np.float64]


def sensitivity(
    position: Position,
    point: int,
    settings: ControlSettings | None = None,
    control: ControlMap | None = None,
) -> Array:
    """(height, width) float64, Black positive: what each stone contributes to the value of `point`; 0 elsewhere.

    At the fixed point v = F(v) let one stone's update give way to that of an empty point: the contribution is
    the change of v[point] that this takes away, to first order. With J the derivative of F that is
    y[stone] * (F[stone] - f[stone]), where (1 - J)^T y = unit vector of `point` (the smallest such y, should there be
    several: some boards of one line answer to anything). Good for telling which stones matter; since the field is
    not linear, contributions need not add up to the value. Raises ValueError off the board.
    """
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    settings = settings or ControlSettings()
    grid = position.grid
    grid.require(point)
    stones = position.stones
    board = (control or estimate(position, settings)).values
    values = board.reshape(-1)
    empty = empty_update(board[None], grid, settings.lambda_).reshape(-1)

    # The derivative of f: d e1 / d a = 1, and d e3 / d a = e2 of the other three neighbours.
    linear, cubic = (array.reshape(-1) for array in coefficients(grid, settings.lambda_))
    rows, cols, slopes = [], [], []
    share = np.where(stones == 0, 1.0, 0.0 if settings.fixed else 1 - settings.kappa)
    padded = np.append(values, 0.0)
    for at in range(grid.area):
        near = grid.neighbours[at]
        a = padded[near]
        for k in range(4):
            if near[k] < grid.area:
                b, c, d = np.delete(a, k)
                rows.append(at)
                cols.append(int(near[k]))
                slopes.append(share[at] * (linear[at] + cubic[at] * (b * c + c * d + d * b)))
    lift = stones - empty if settings.fixed else np.zeros(grid.area)
    if not settings.fixed and stones.any():
        borders = find_borders(stones[None], grid, settings.liberties_only)
        worth = chain_values(values, borders)
        lift[borders.stones] = settings.kappa * (worth[borders.chain_of] - empty[borders.stones])
        ends = np.append(borders.start[1:], borders.adjacent.size)
        slope_of = {}
        for chain, (begin, end) in enumerate(zip(borders.start, ends, strict=True)):
            around = borders.adjacent[begin:end]
            factors = (1 - borders.sign[chain] * values[around]) / 2
            # d worth / d a_i = the product of the other factors, whatever the colour
            slope_of[chain] = around, np.array([np.prod(np.delete(factors, i)) for i in range(len(around))])
        for stone, chain in zip(borders.stones, borders.chain_of, strict=True):
            around, slope = slope_of[int(chain)]
            rows += [int(stone)] * len(around)
            cols += around.tolist()
            slopes += (settings.kappa * slope).tolist()
    lift[stones == 0] = 0.0
    jacobian = csc_matrix((slopes, (rows, cols)), shape=(grid.area, grid.area))
    unit = np.zeros(grid.area)
    unit[point] = 1.0
    system = (identity(grid.area, format="csc") - jacobian).T.tocsc()
    try:
        response = np.asarray(splu(system).solve(unit))
    except RuntimeError:  # exactly singular
        response = np.asarray(np.linalg.lstsq(system.toarray(), unit)[0])
    contribution: Array = (response * lift).reshape(grid.height, grid.width)
    return contribution
