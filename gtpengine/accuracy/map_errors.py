"""Errors of predicted ownership maps and scores: by class of point and group of positions, with confidence intervals.

An error is prediction minus truth, Black positive. Within a group, the errors of ownership weight all points equally,
those of the score all positions. Every statistic is a ratio of two sums over games, so the bootstrap resamples whole
games, as the positions of one game are not independent, by weighting these sums.
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
"""The quarters of a game by moves played, and its last position; "" where it is not known."""
SIGN_THRESHOLD = 0.5
"""Signs are compared at points where the absolute value of the true ownership is larger."""
NEAR_DISTANCE = 2
"""Greatest distance from a dying stone, in steps, of the class "empty near dying"."""
CONFIDENCE_LEVEL = 0.95
"""Of the bootstrap intervals."""

CLASSES = (
    "all", "stones", "stones that stay", "stones that die", "empty", "empty near dying", "other empty",
    "first line", "second line", "inside",
)
"""Classes of points. A stone dies if its point is the opponent's in the true map; empty points within NEAR_DISTANCE
steps of such a stone are "near dying". Lines are counted from the edge of the board."""

_POINT_SUMS = ("points", "absolute", "squared", "decided", "same_sign")
"""Sums over the points of a class: their number, the errors, points above SIGN_THRESHOLD, those with the right sign."""
_SCORE_SUMS = ("count", "absolute", "signed", "squared")
"""Sums over positions, of each of SCORES."""
SCORES = ("score", "map")
"""score: Black's lead with komi against the true lead. map: the sum of the map against the sum of the true map."""
_SUM_COUNT = len(CLASSES) * len(_POINT_SUMS) + len(SCORES) * len(_SCORE_SUMS)


@dataclass(frozen=True)
class PositionErrors:
    """The errors of one position, as sums that can be added over positions.

    Public attributes:
      game, size, phase, kind -- the groups it belongs to
      sums -- (_SUM_COUNT,) float64: _POINT_SUMS of each class, then _SCORE_SUMS of each score
    """

    game: str
    size: str
    phase: str
    kind: str
    sums: FloatArray

    def statistic(self, name: str, group: str = "all") -> float | None:
        """Return one of STATISTICS for this position alone; None without a case."""
        numerator, denominator = STATISTICS[name](group)
        return _ratio(self.sums, numerator, denominator, name)


@dataclass(frozen=True)
class Statistic:
    """A statistic with the bounds of its bootstrap interval, which are None with fewer than two games."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class GroupStatistics:
    """The statistics of a group of positions.

    Public attributes:
      name       -- of the group
      positions, games -- their numbers
      statistics -- by name and class, None without a case. With a class of CLASSES: "mse" and "mae", mean squared and
                    mean absolute error; "sign", the rate of right signs; "points" and "share", the class's share of
                    all points and of all squared error. With one of SCORES: "error", "bias" and "rms", the mean
                    absolute, mean, and root mean squared error in points
    """

    name: str
    positions: int
    games: int
    statistics: dict[tuple[str, str], Statistic | None]


def position_errors(
    position: Position, truth: FloatArray, lead: float | None, predicted: FloatArray | None, score: float | None,
    game: str, size: str, phase: str = "", kind: str = "",
) -> PositionErrors:
    """Return the errors of a prediction.

    truth, predicted -- (points,) ownership in [-1, 1]; predicted may be None
    lead, score      -- true and predicted lead of Black in points, komi included; either may be None
    game, size, phase, kind -- the groups of the position

    Raises ValueError for arrays of another length.
    """
    sums = np.zeros(_SUM_COUNT)
    if predicted is not None:
        area = position.grid.area
        if predicted.shape != (area,) or truth.shape != (area,):
            raise ValueError(f"ownership: expected {area} numbers for a {position.grid} board, got {predicted.size}")
        error = predicted - truth
        decided = np.abs(truth) > SIGN_THRESHOLD
        same_sign = decided & (np.sign(predicted) == np.sign(truth))
        summands = np.stack([np.ones(area), np.abs(error), error * error, decided, same_sign])
        masks = np.stack(list(point_classes(position, truth).values())).astype(float)
        sums[: len(CLASSES) * len(_POINT_SUMS)] = (masks @ summands.T).reshape(-1)
        _add_score_error(sums, "map", float(error.sum()))
    if lead is not None and score is not None:
        _add_score_error(sums, "score", score - lead)
    return PositionErrors(game, size, phase, kind, sums)


def _add_score_error(sums: FloatArray, of: str, error: float) -> None:
    """Enter the error of one of SCORES into a position's sums."""
    sums[_score_at(of, "count") :][: len(_SCORE_SUMS)] = 1.0, abs(error), error, error * error


def point_classes(position: Position, truth: FloatArray) -> dict[str, BoolArray]:
    """Return the mask of each class of CLASSES, (points,) bool."""
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
    """Return the mask of the points adjacent to any of these."""
    found = np.zeros(grid.area, bool)
    for point in np.flatnonzero(points):
        found[list(grid.beside[int(point)])] = True
    return found


@lru_cache(maxsize=64)
def _edge_distance(grid: Grid) -> npt.NDArray[np.int64]:
    """Return the line of each point counted from the edge, 1 at the edge."""
    rows, cols = np.divmod(np.arange(grid.area), grid.width)
    edges = np.stack([rows, grid.height - 1 - rows, cols, grid.width - 1 - cols])
    lines: npt.NDArray[np.int64] = edges.min(axis=0) + 1
    return lines


# -- statistics ----------------------------------------------------------------------------------------------------


def _point_at(group: str, quantity: str) -> int:
    """Return the index of one of _POINT_SUMS of a class of points."""
    return CLASSES.index(group) * len(_POINT_SUMS) + _POINT_SUMS.index(quantity)


def _score_at(of: str, quantity: str) -> int:
    """Return the index of one of _SCORE_SUMS of one of SCORES."""
    return len(CLASSES) * len(_POINT_SUMS) + SCORES.index(of) * len(_SCORE_SUMS) + _SCORE_SUMS.index(quantity)


STATISTICS: dict[str, Callable[[str], tuple[int, int]]] = {
    "mse": lambda group: (_point_at(group, "squared"), _point_at(group, "points")),
    "mae": lambda group: (_point_at(group, "absolute"), _point_at(group, "points")),
    "sign": lambda group: (_point_at(group, "same_sign"), _point_at(group, "decided")),
    "points": lambda group: (_point_at(group, "points"), _point_at("all", "points")),
    "share": lambda group: (_point_at(group, "squared"), _point_at("all", "squared")),
    "error": lambda of: (_score_at(of, "absolute"), _score_at(of, "count")),
    "bias": lambda of: (_score_at(of, "signed"), _score_at(of, "count")),
    "rms": lambda of: (_score_at(of, "squared"), _score_at(of, "count")),
}
"""The indices of the two sums whose ratio a statistic is, by class of point or by score; "rms" is the ratio's root."""
_OF_SCORES = ("error", "bias", "rms")


def _ratio(sums: FloatArray, numerator: int, denominator: int, name: str) -> float | None:
    """Return the ratio of two sums by their indices, or its root for "rms"; None if the denominator is 0."""
    if not sums[denominator]:
        return None
    ratio = float(sums[numerator] / sums[denominator])
    return ratio**0.5 if name == "rms" else ratio


def statistics_by_group(
    errors: Sequence[PositionErrors], seed: int = 1, resamples: int = 1000
) -> list[GroupStatistics]:
    """Return the statistics of all positions; of each size, and within it of each phase; of each phase; of each kind.

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


def group_statistics(
    name: str, errors: Sequence[PositionErrors], seed: int = 1, resamples: int = 1000
) -> GroupStatistics:
    """Return the statistics of a group; intervals are between quantiles of so many resamples of its games."""
    games = sorted({one.game for one in errors})
    number = {game: index for index, game in enumerate(games)}
    by_game = np.zeros((len(games), _SUM_COUNT))
    for one in sorted(errors, key=lambda one: (one.game, one.sums.tobytes())):  # fixes the order of rounding
        by_game[number[one.game]] += one.sums
    total = by_game.sum(axis=0)
    resampled = _resampled(by_game, seed, resamples) if len(games) > 1 else None
    statistics = {}
    for statistic, indices in STATISTICS.items():
        for group in SCORES if statistic in _OF_SCORES else CLASSES:
            statistics[statistic, group] = _statistic(total, resampled, *indices(group), statistic)
    return GroupStatistics(name, len(errors), len(games), statistics)


def _resampled(by_game: FloatArray, seed: int, resamples: int) -> FloatArray:
    """Return the sums of each resample, (resamples, _SUM_COUNT), over as many games, drawn with replacement."""
    games = len(by_game)
    weights = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), resamples)
    resampled: FloatArray = weights.astype(float) @ by_game
    return resampled


def _statistic(
    total: FloatArray, resampled: FloatArray | None, numerator: int, denominator: int, name: str
) -> Statistic | None:
    """Return a statistic with its percentile interval; None without a case."""
    value = _ratio(total, numerator, denominator, name)
    if value is None:
        return None
    if resampled is None:
        return Statistic(value, None, None)
    cases = resampled[:, denominator] > 0
    if not cases.any():
        return Statistic(value, None, None)
    ratios = resampled[cases, numerator] / resampled[cases, denominator]
    levels = (1 - CONFIDENCE_LEVEL) / 2, (1 + CONFIDENCE_LEVEL) / 2
    low, high = np.quantile(np.sqrt(ratios) if name == "rms" else ratios, levels)
    return Statistic(value, float(low), float(high))


def wilson_interval(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Return Wilson's score interval for the rate of wins (a draw is half a win); 0 to 1 without a game.

    z -- quantile of the normal distribution; the default gives 95 %
    """
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
