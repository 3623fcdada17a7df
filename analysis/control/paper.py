"""The estimator as in the paper: Jacobi sweeps in plain NumPy, for one board or a batch.

For an empty point with neighbours a_1 .. a_n on the board (Hu 2020, section 3.1, with the factor of h corrected):

    f = 2^-n [ prod(1 + a_i) - prod(1 - a_i) + lambda h ]
    h = sum_i (1 - a_i) prod_{j != i} (1 + a_j) - (1 + a_i) prod_{j != i} (1 - a_j)

In the elementary symmetric sums e1 and e3 of the neighbours that is
    n = 4: ((1 + 2 lambda) e1 + (1 - 2 lambda) e3) / 8
    n = 3: ((1 + lambda) e1 + (1 - 3 lambda) e3) / 4
    n = 2: e1 / 2          n = 1: e1 (it has no mixed term)          n = 0: 0
A black chain has the value 1 - 2 prod((1 - a) / 2) over its distinct adjacent points, a white one the mirror image;
a stone's point has kappa times the value of its chain plus 1 - kappa times f there.

Users can choose this method, and the tests compare the compiled kernels with it.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import Grid
from .settings import ControlSettings

Array = npt.NDArray[np.float64]


@functools.lru_cache(maxsize=64)
def zero_field_gain(grid: Grid, lambda_: float) -> float:
    """Return the largest eigenvalue of a sweep's derivative at the zero field of an empty board.

    From 1 on the zero field is unstable, and a few stones may colour the whole board; below 1, no position has
    been found with more than one fixed point as long as kappa is below 1.
    """
    # linear * (sum of neighbours) has the eigenvalues of root * (sum of root * neighbours), which is symmetric.
    root = np.sqrt(coefficients(grid, lambda_)[0])
    vector = np.ones_like(root)
    gain = 0.0
    for _ in range(300):
        padded = np.pad(root * vector, 1)
        vector = root * (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:])
        gain = float(np.linalg.norm(vector))
        if gain == 0.0:
            break
        vector /= gain
    return gain


class Fields(NamedTuple):
    """Fixed points of n boards.

    values (n, area) in [-1, 1]; score (n,) points; sweeps (n,); residual (n,) the last summed squared change;
    converged (n,) whether that is within the tolerance.
    """

    values: Array
    score: Array
    sweeps: npt.NDArray[np.int32]
    residual: Array
    converged: npt.NDArray[np.bool_]


class Borders(NamedTuple):
    """Chains of a batch of boards laid end to end (point p of board n is n * area + p).

    sign (chains,); adjacent: the points next to each chain, one chain after the other, chain k from start[k];
    stones: all stones' points; chain_of: the chain of each.
    """

    sign: Array
    adjacent: npt.NDArray[np.intp]
    start: npt.NDArray[np.intp]
    stones: npt.NDArray[np.intp]
    chain_of: npt.NDArray[np.intp]


@functools.lru_cache(maxsize=64)
def coefficients(grid: Grid, lambda_: float) -> tuple[Array, Array]:
    """Return (height, width) each: the coefficients of e1 and e3 of each point's neighbours."""
    degree = grid.degree.reshape(grid.height, grid.width)
    linear = np.choose(degree, [0.0, 1.0, 0.5, (1 + lambda_) / 4, (1 + 2 * lambda_) / 8])
    cubic = np.choose(degree, [0.0, 0.0, 0.0, (1 - 3 * lambda_) / 4, (1 - 2 * lambda_) / 8])
    return linear, cubic


def empty_update(values: Array, grid: Grid, lambda_: float) -> Array:
    """Compute f at every point of values (n, height, width); same shape."""
    linear, cubic = coefficients(grid, lambda_)
    padded = np.pad(values, ((0, 0), (1, 1), (1, 1)))
    above, below = padded[:, :-2, 1:-1], padded[:, 2:, 1:-1]
    left, right = padded[:, 1:-1, :-2], padded[:, 1:-1, 2:]
    e1 = above + below + left + right
    e3 = above * below * (left + right) + left * right * (above + below)
    updated: Array = linear * e1 + cubic * e3
    return updated


def chain_values(values: Array, borders: Borders) -> Array:
    """Compute (chains,): 1 - 2 prod((1 - a) / 2) for Black's chains, the mirror image for White's; values is flat."""
    sign = np.repeat(borders.sign, np.diff(np.append(borders.start, borders.adjacent.size)))
    product = np.ones(borders.sign.size)
    has_neighbours = np.diff(np.append(borders.start, borders.adjacent.size)) > 0
    if has_neighbours.any():
        # reduceat treats an empty slice as one element: the product of such chains stays 1.
        product[has_neighbours] = np.multiply.reduceat(
            (1 - sign * values[borders.adjacent]) / 2, borders.start[has_neighbours]
        )
    chain_value: Array = borders.sign * (1 - 2 * product)
    return chain_value


def find_borders(stones: npt.NDArray[np.int8], grid: Grid, liberties_only: bool) -> Borders:
    """Return the Borders of boards (n, area)."""
    from . import _kernels

    signs, adjacent, starts, members, chain_of = [], [], [], [], []
    offset = chains_before = 0
    for n, board in enumerate(stones):
        found = _kernels.chain_borders(board, grid.neighbours, liberties_only)
        chains, length = found.chains, int(found.start[found.chains])
        signs.append(found.sign[:chains].astype(float))
        adjacent.append(found.border[:length].astype(np.intp) + n * grid.area)
        starts.append(found.start[:chains].astype(np.intp) + offset)
        members.append(found.points[: found.stones].astype(np.intp) + n * grid.area)
        chain_of.append(found.owner[: found.stones].astype(np.intp) + chains_before)
        offset += length
        chains_before += chains
    return Borders(*(np.concatenate(parts) for parts in (signs, adjacent, starts, members, chain_of)))


def sweep(
    values: Array, strengths: Array, grid: Grid, borders: Borders, settings: ControlSettings
) -> Array:
    """Update all points of all boards at once; values and result (n, height, width).

    strengths (n, area) are the values of stones if they are fixed.
    """
    updated = empty_update(values, grid, settings.lambda_)
    flat = updated.reshape(-1)
    if settings.fixed:
        flat[borders.stones] = strengths.reshape(-1)[borders.stones]
    elif borders.stones.size:
        chain_value = chain_values(values.reshape(-1), borders)
        flat[borders.stones] = (
            settings.kappa * chain_value[borders.chain_of] + (1 - settings.kappa) * flat[borders.stones]
        )
    return updated


def jacobi(
    grid: Grid,
    stones: npt.NDArray[np.int8],
    settings: ControlSettings,
    history: list[float] | None = None,
    factor: float = 1.0,
    strengths: Array | None = None,
) -> Fields:
    """Compute the fixed points of boards (n, area), from stones +-1 and empty points 0; each stops by itself.

    history   -- the residual of each sweep of the first board is appended
    factor    -- how much of its change a sweep makes: 1 in the paper; less prevents oscillation
    strengths -- (n, area), the values of fixed stones; their colours unless given
    """
    count = len(stones)
    fields = Fields(
        np.zeros((count, grid.area)), np.zeros(count), np.zeros(count, np.int32), np.zeros(count),
        np.zeros(count, np.bool_),
    )
    active = np.arange(count)
    boards = stones
    sources = boards.astype(float) if strengths is None else strengths
    values = (sources if settings.fixed else boards.astype(float)).reshape(count, grid.height, grid.width)
    borders = find_borders(boards, grid, settings.liberties_only)
    for number in range(1, settings.max_sweeps + 1):
        updated = sweep(values, sources, grid, borders, settings)
        change = updated - values
        residual = (change**2).sum(axis=(1, 2))
        values = updated if factor == 1.0 else values + factor * change
        if history is not None:
            history.append(float(residual[0]))
        converged = residual <= settings.tolerance
        last = number == settings.max_sweeps
        if converged.any() or last:
            done = np.ones_like(converged) if last else converged
            fields.values[active[done]] = values[done].reshape(-1, grid.area)
            fields.sweeps[active[done]] = number
            fields.residual[active[done]] = residual[done]
            fields.converged[active[done]] = converged[done]
            active, boards, sources, values = active[~done], boards[~done], sources[~done], values[~done]
            if not active.size:
                break
            borders = find_borders(boards, grid, settings.liberties_only)
    fields.score[:] = fields.values.sum(axis=1)
    return fields
