"""How far predictions are from the truth: errors by class of point and group of positions, with their intervals.

All points of a group have the same weight in the errors of ownership, all positions in those of the score; Black is
positive throughout, an error is prediction minus truth. Every figure is a ratio of sums over games, so a bootstrap
resamples the games (positions of one game are no independent witnesses) by weighing these sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analysis.board import Grid, Position

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

PHASES = ("opening", "early middle", "late middle", "late", "end")
"""Quarters of a game by moves played, and its last position; "" where nobody knows."""
SIGN_THRESHOLD = 0.5
"""Signs are compared where the truth is farther from 0."""
NEAR_DISTANCE = 2
"""Steps from a dying stone within which an empty point hangs on it."""
CONFIDENCE_LEVEL = 0.95

CLASSES = (
    "all", "stones", "stones that stay", "stones that die", "empty", "empty near dying", "other empty",
    "first line", "second line", "inside",
)
"""Classes of point. A stone dies if the truth gives its point to the other side; empty points within NEAR_DISTANCE steps of such
a stone are near dying ones. Lines are counted from the edge of the board."""

_OWNERSHIP = ("points", "absolute", "squared", "sure", "right")
_SCORE = ("count", "absolute", "signed", "squared")
SCORES = ("score", "map")
"""score: of Black's lead with komi against the truth's. map: of the sum of all ownership against that of the truth."""
_SUM_COUNT = len(CLASSES) * len(_OWNERSHIP) + len(SCORES) * len(_SCORE)


@dataclass(frozen=True)
class PositionErrors:
    """The errors of one position, as sums: to be taken as they are, or added up.

    Public attributes:
      game, size, phase, kind -- the groups it belongs to
      sums  -- (_SUM_COUNT,) float64
    """

    game: str
    size: str
    phase: str
    kind: str
    sums: FloatArray

    def statistic(self, name: str, group: str = "all") -> float | None:
        """One of STATISTICS for this position alone; None without a case."""
        numerator, denominator = STATISTICS[name](group)
        return _ratio(self.sums, numerator, denominator, name)


@dataclass(frozen=True)
class Statistic:
    """A figure with the bounds of its interval; None for them where fewer than two games tell."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class GroupStatistics:
    """A group of positions: how many, of how many games, and its figures by name and class; None without a case.

    `figures[name, group]`: names "mse", "mae", "sign", "points" with a class of CLASSES, and "error", "bias", "rms"
    with one of SCORES. "share", with a class, is the class's part of all squared error.
    """

    name: str
    positions: int
    games: int
    statistics: dict[tuple[str, str], Statistic | None]


def position_errors(
    position: Position, truth: FloatArray, lead: float | None, predicted: FloatArray | None, score: float | None,
    game: str, size: str, phase: str = "", kind: str = "",
) -> PositionErrors:
    """The errors of a prediction.

    truth, predicted -- (points,) ownership in [-1, 1]; lead, score -- Black's lead in points, komi included. What is
    None has no error. Raises ValueError for arrays of another length.
    """
    sums = np.zeros(_SUM_COUNT)
    if predicted is not None:
        area = position.grid.area
        if predicted.shape != (area,) or truth.shape != (area,):
            raise ValueError(f"ownership: expected {area} numbers for a {position.grid} board, got {predicted.size}")
        error = predicted - truth
        decided = np.abs(truth) > SIGN_THRESHOLD
        right = decided & (np.sign(predicted) == np.sign(truth))
        counted = np.stack([np.ones(area), np.abs(error), error * error, decided, right])
        masks = np.stack(list(point_classes(position, truth).values())).astype(float)
        sums[: len(CLASSES) * len(_OWNERSHIP)] = (masks @ counted.T).reshape(-1)
        _add_score_error(sums, "map", float(error.sum()))
    if lead is not None and score is not None:
        _add_score_error(sums, "score", score - lead)
    return PositionErrors(game, size, phase, kind, sums)


def _add_score_error(sums: FloatArray, of: str, error: float) -> None:
    sums[_score_at(of, "count") :][: len(_SCORE)] = 1.0, abs(error), error, error * error


def point_classes(position: Position, truth: FloatArray) -> dict[str, BoolArray]:
    """Which points belong to each class of CLASSES, (points,) each."""
    stones = position.stones != 0
    dying = truth * position.stones < 0
    near = dying
    for _ in range(NEAR_DISTANCE):
        near = near | _neighbours(position.grid, near)
    line = _edge_distance(position.grid)
    found = (
        np.ones_like(stones), stones, stones & ~dying, dying, ~stones, ~stones & near, ~stones & ~near,
        line == 1, line == 2, line > 2,
    )
    return dict(zip(CLASSES, found, strict=True))


def _neighbours(grid: Grid, points: BoolArray) -> BoolArray:
    """The points beside some of these."""
    found = np.zeros(grid.area, bool)
    for point in np.flatnonzero(points):
        found[list(grid.beside[int(point)])] = True
    return found


@lru_cache(maxsize=64)
def _edge_distance(grid: Grid) -> npt.NDArray[np.int64]:
    """The line of each point, 1 at the edge."""
    rows, cols = np.divmod(np.arange(grid.area), grid.width)
    edges = np.stack([rows, grid.height - 1 - rows, cols, grid.width - 1 - cols])
    lines: npt.NDArray[np.int64] = edges.min(axis=0) + 1
    return lines


# -- figures -------------------------------------------------------------------------------------------------------


def _point_at(group: str, quantity: str) -> int:
    return CLASSES.index(group) * len(_OWNERSHIP) + _OWNERSHIP.index(quantity)


def _score_at(of: str, quantity: str) -> int:
    return len(CLASSES) * len(_OWNERSHIP) + SCORES.index(of) * len(_SCORE) + _SCORE.index(quantity)


STATISTICS: dict[str, Callable[[str], tuple[int, int]]] = {
    "mse": lambda group: (_point_at(group, "squared"), _point_at(group, "points")),
    "mae": lambda group: (_point_at(group, "absolute"), _point_at(group, "points")),
    "sign": lambda group: (_point_at(group, "right"), _point_at(group, "sure")),
    "points": lambda group: (_point_at(group, "points"), _point_at("all", "points")),
    "share": lambda group: (_point_at(group, "squared"), _point_at("all", "squared")),
    "error": lambda of: (_score_at(of, "absolute"), _score_at(of, "count")),
    "bias": lambda of: (_score_at(of, "signed"), _score_at(of, "count")),
    "rms": lambda of: (_score_at(of, "squared"), _score_at(of, "count")),
}
"""Which two sums a figure is the ratio of, by class of point or by score; "rms" is the root of it."""
_OF_SCORES = ("error", "bias", "rms")


def _ratio(sums: FloatArray, numerator: int, denominator: int, name: str) -> float | None:
    if not sums[denominator]:
        return None
    ratio = float(sums[numerator] / sums[denominator])
    return ratio**0.5 if name == "rms" else ratio


def statistics_by_group(errors: Sequence[PositionErrors], seed: int = 1, resamples: int = 1000) -> list[GroupStatistics]:
    """The groups: all positions; each size, and within it each phase; each phase; each kind of game.

    Sizes come largest first. The intervals of a group depend on its games and the seed, not on the order of the file.
    """
    sizes = sorted({one.size for one in errors}, key=lambda size: [-int(side) for side in size.split("x")])
    groups: list[tuple[str, list[PositionErrors]]] = [("all", list(errors))]
    for size in sizes:
        of_size = [one for one in errors if one.size == size]
        groups.append((size, of_size))
        groups += [(f"{size} {phase}", [one for one in of_size if one.phase == phase]) for phase in PHASES]
    groups += [(phase, [one for one in errors if one.phase == phase]) for phase in PHASES]
    kinds = sorted({one.kind for one in errors} - {""})
    groups += [(f"kind {kind}", [one for one in errors if one.kind == kind]) for kind in kinds]
    return [group_statistics(name, members, seed, resamples) for name, members in groups if members]


def group_statistics(name: str, errors: Sequence[PositionErrors], seed: int = 1, resamples: int = 1000) -> GroupStatistics:
    """A group with its figures; the interval is between the quantiles of so many resamples of its games."""
    games = sorted({one.game for one in errors})
    number = {game: index for index, game in enumerate(games)}
    by_game = np.zeros((len(games), _SUM_COUNT))
    for one in sorted(errors, key=lambda one: (one.game, one.sums.tobytes())):  # so that rounding has no order
        by_game[number[one.game]] += one.sums
    total = by_game.sum(axis=0)
    resampled = _resampled(by_game, seed, resamples) if len(games) > 1 else None
    statistics = {}
    for statistic, places in STATISTICS.items():
        for group in SCORES if statistic in _OF_SCORES else CLASSES:
            statistics[statistic, group] = _statistic(total, resampled, *places(group), statistic)
    return GroupStatistics(name, len(errors), len(games), statistics)


def _resampled(by_game: FloatArray, seed: int, resamples: int) -> FloatArray:
    """The sums, (resamples, _SUM_COUNT), over as many games as there are, drawn with replacement."""
    games = len(by_game)
    weights = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), resamples)
    resampled: FloatArray = weights.astype(float) @ by_game
    return resampled


def _statistic(total: FloatArray, resampled: FloatArray | None, numerator: int, denominator: int, name: str) -> Statistic | None:
    value = _ratio(total, numerator, denominator, name)
    if value is None:
        return None
    if resampled is None:
        return Statistic(value, None, None)
    cases = resampled[:, denominator] > 0
    if not cases.any():
        return Statistic(value, None, None)
    ratios = resampled[cases, numerator] / resampled[cases, denominator]
    low, high = np.quantile(np.sqrt(ratios) if name == "rms" else ratios, ((1 - CONFIDENCE_LEVEL) / 2, (1 + CONFIDENCE_LEVEL) / 2))
    return Statistic(value, float(low), float(high))


def wilson_interval(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for the rate of wins (a draw is half a win) at the level of `z`; 0 to 1 without a game."""
    if not games:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = (spread * (rate * (1 - rate) + spread / 4)) ** 0.5 / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


__all__ = [
    "CLASSES", "PHASES", "SCORES", "STATISTICS", "GroupStatistics", "PositionErrors", "Statistic", "group_statistics",
    "point_classes", "position_errors", "statistics_by_group", "wilson_interval",
]
