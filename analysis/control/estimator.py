"""The control of every point: the fixed point of the lambda/kappa update, by either method."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ..board import Grid, Position
from ..runtime.kernel_mode import on_resume
from .settings import ControlSettings

Array = npt.NDArray[np.float64]
_DEFAULT = ControlSettings()
_NO_HISTORY = np.empty(0)
# Without numba, Jacobi sweeps replace the kernels: their steps are shorter than those of over-relaxation, so the
# tolerance is lower; and they are damped, because over-relaxation does not oscillate either.
_FALLBACK_TOLERANCE, _FALLBACK_FACTOR = 1e-3, 0.9


@dataclass(frozen=True)
class ControlMap:
    """Control of every point of one board.

      values    -- (height, width) float64 in [-1, 1], +1 Black; not writable
      score     -- their sum: Black's lead in points, komi excluded
      sweeps    -- number of sweeps
      residual  -- the summed squared change of the last sweep
      converged -- whether that is within the tolerance
      method    -- "fast", "paper", or the name of another function that made the map
    """

    values: Array = field(repr=False)
    score: float
    sweeps: int
    residual: float
    converged: bool
    method: str


@dataclass(frozen=True)
class ControlMaps:
    """Control of n boards: values (n, height, width); score, sweeps, residual, converged (n,)."""

    values: Array = field(repr=False)
    score: Array
    sweeps: npt.NDArray[np.int32]
    residual: Array
    converged: npt.NDArray[np.bool_]
    method: str

    def __len__(self) -> int:
        return len(self.score)

    def __getitem__(self, n: int) -> ControlMap:
        return ControlMap(
            self.values[n], float(self.score[n]), int(self.sweeps[n]), float(self.residual[n]),
            bool(self.converged[n]), self.method,
        )


def estimate(position: Position, settings: ControlSettings | None = None, strengths: Array | None = None) -> ControlMap:
    """Compute the control map of the bare position: the fixed point reached from stones +-1 and empty points 0.

    `strengths`, (area,) in [-1, 1], are the values of stones if the settings have them "fixed"; their colours unless
    given. Raises ValueError for another shape, or if stones are not fixed.

    Side to move, komi and ko have no effect. Where is_unique() is False there can be several fixed points, and the
    two methods need not reach the same one. `converged` is False if max_sweeps were not enough: some fields oscillate
    for ever, some approach their limit like 1 / sweeps.
    """
    return _estimate_one(position, settings or _DEFAULT, None, strengths)


def estimate_many(grid: Grid, stones: npt.ArrayLike, settings: ControlSettings | None = None) -> ControlMaps:
    """Compute the control maps of many boards of one size: stones (n, area) of +1, -1, 0.

    Raises ValueError for another shape.
    """
    boards = np.ascontiguousarray(stones, np.int8).view()
    boards.flags.writeable = False  # like a Position's stones: read-only arrays are another type to numba
    if boards.ndim != 2 or boards.shape[1] != grid.area:
        raise ValueError(f"stones: expected (n, {grid.area}) for a {grid} board, got {boards.shape}")
    return _estimate_boards(grid, boards, settings or _DEFAULT, None)


def is_unique(grid: Grid, settings: ControlSettings | None = None) -> bool:
    """Return whether positions on this board have a single fixed point, as far as is known.

    With kappa = 1 chains can support each other. On boards whose zero field is unstable (narrow ones at the default
    lambda, all at 1/2) a few stones can colour everything, either way, and below 13 lines one position in some
    thousands comes close enough to that.
    """
    from .paper import zero_field_gain

    settings = settings or _DEFAULT
    damped = settings.fixed or settings.kappa < 1
    return damped and min(grid.height, grid.width) >= 13 and zero_field_gain(grid, settings.lambda_) < 1


def trace(
    position: Position, settings: ControlSettings | None = None, strengths: Array | None = None
) -> tuple[float, ...]:
    """Return the residual of each sweep of estimate(), first to last. Raises ValueError as it does."""
    history: list[float] = []
    _estimate_one(position, settings or _DEFAULT, history, strengths)
    return tuple(history)


@functools.cache
def _compiled() -> ModuleType | None:
    """Return the kernels, or None if they would run as plain Python. Loads numba, once."""
    from ..runtime import jit

    if not jit.COMPILED:
        return None
    from . import _kernels

    return _kernels


on_resume(_compiled.cache_clear)


def _estimate_one(
    position: Position, settings: ControlSettings, history: list[float] | None, strengths: Array | None
) -> ControlMap:
    boards = position.stones.reshape(1, -1)
    if strengths is None:
        return _estimate_boards(position.grid, boards, settings, history)[0]
    if strengths.shape != position.stones.shape or not settings.fixed:
        wanted = f'{position.stones.shape} for stones "fixed"'
        raise ValueError(f'strengths: expected {wanted}, got {strengths.shape} for stones "{settings.stones}"')
    return _estimate_boards(position.grid, boards, settings, history, strengths.reshape(1, -1))[0]


def _estimate_boards(
    grid: Grid,
    boards: npt.NDArray[np.int8],
    settings: ControlSettings,
    history: list[float] | None,
    strengths: Array | None = None,
) -> ControlMaps:
    """Compute the fixed points of boards (n, area); `history` gets the residuals of the first board."""
    strengths = boards.astype(float) if strengths is None else np.where(boards != 0, strengths, 0.0)
    kernels = _compiled() if settings.method == "fast" else None
    if kernels is not None:
        record = _NO_HISTORY if history is None else np.empty(settings.max_sweeps)
        values = np.empty(boards.shape)
        score, sweeps, residual, converged = kernels.relax_boards(
            boards, strengths, grid.neighbours, grid.width, settings.parameters, record, values
        )
        if history is not None:
            history.extend(record[: sweeps[0]].tolist())
        method = "fast"
    else:
        from .paper import jacobi

        factor = 1.0
        if settings.method == "fast":
            settings = replace(settings, tolerance=settings.tolerance * _FALLBACK_TOLERANCE)
            factor = _FALLBACK_FACTOR
        values, score, sweeps, residual, converged = jacobi(grid, boards, settings, history, factor, strengths)
        method = "paper"
    by_board = values.reshape(-1, grid.height, grid.width)
    by_board.flags.writeable = False
    return ControlMaps(by_board, score, sweeps, residual, converged, method)
