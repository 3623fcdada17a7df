"""Fit the weights of the pass: logistic regression, so that a pass is the likeliest move where players ended a game.

A pass is rare among moves, so the fit of all moves estimates badly when one is due. With the weights of the other moves
given, the probability of a pass is that of a logistic regression whose constant term is minus the logarithm of the sum
of the exponentials of the moves' sums. It is fitted to boards where the players of counted games ended them and to
boards before. Each is shown as it was played, as after a pass, and without known last moves: whether a board is
finished does not depend on them. Finished boards weigh more, since a pass there should be the likeliest of all moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..board import PASS, Grid
from .features import PASS_FEATURES, STARTS, Buffers

if TYPE_CHECKING:
    from .fit import GameMoves
    from .policy_weights import Weights

FINISHED_WEIGHT = {"large": 160.0, "small": 64.0}
"""How much more a finished board weighs than one before."""
LAST_MOVES, EARLIER_SHARE = 8, 0.125
"""All boards before the last moves of a game are used, and a share of those before, which weigh more accordingly."""
GAMES = {"large": 350, "small": 1000}
"""The most games that are used."""
HISTORIES = 3
"""As played, as after a pass, without known last moves."""
RIDGE = 1.0
CLASSES = int(STARTS[-1] - STARTS[-1 - len(PASS_FEATURES)])
NEVER = -12.0
"""The sum of a pass that is unlikely on all boards."""
NEWTON_STEPS, SHORTEST = 50, 1e-6

Floats = npt.NDArray[np.float64]


def fit_pass(weights: Weights, games: Sequence[GameMoves], size: str) -> npt.NDArray[np.float32]:
    """Return the weights of the classes of the pass, fitted to the counted games among `games`.

    Without any a pass is unlikely on all boards.
    weights -- those of the other moves; size -- `large` or `small`, the size of all these games
    """
    counted = [game for game in games if _end(game) is not None]
    counted = counted[:: max(1, len(counted) // GAMES[size])][: GAMES[size]]
    if not counted:
        return np.full(CLASSES, NEVER / len(PASS_FEATURES), np.float32)
    slots, offsets, finished, heavy = (np.concatenate(part) for part in zip(*_rows(weights, counted), strict=True))
    row_weights = np.where(finished, FINISHED_WEIGHT[size], heavy)
    rows = np.isfinite(offsets)  # not without any move but the pass
    return logistic_regression(slots[rows], offsets[rows], finished[rows], row_weights[rows]).astype(np.float32)


def _end(game: GameMoves) -> int | None:
    """Return the number of the first of the passes that end a game; None if it does not end so."""
    end = game.points.size
    while end and game.points[end - 1] == PASS:
        end -= 1
    return end if 0 < end < game.points.size else None


def _rows(weights: Weights, games: Sequence[GameMoves]) -> list[tuple[npt.NDArray[np.int64], Floats, Floats, Floats]]:
    """Return, game by game, the classes of the pass, the constant terms, whether the board is finished, and weights."""
    from . import _fit_kernels as kernels  # loads numba

    rng, found = np.random.default_rng(3), []
    buffers: dict[Grid, Buffers] = {}
    for game in games:
        end, here = _end(game), buffers.setdefault(game.grid, Buffers(game.grid))
        assert end is not None
        turns = np.arange(end + 1)
        shown = (turns >= end - LAST_MOVES) | (rng.random(end + 1) < EARLIER_SHARE)
        moves = game.colors[: end + 1], game.points[: end + 1], shown
        slots = np.full((HISTORIES * int(shown.sum()), len(PASS_FEATURES)), -1, np.int64)
        offsets = np.zeros(len(slots))
        count = kernels.pass_rows(
            game.stones, moves, here.arrays._replace(known=weights.table), np.empty(game.grid.area + 1),
            weights.for_area(game.grid.area), slots, offsets,
        )
        turns = np.repeat(turns[shown], HISTORIES)[:count]
        heavy = np.where(turns >= end - LAST_MOVES, 1.0, 1 / EARLIER_SHARE)
        found.append((slots[:count], offsets[:count], (turns == end).astype(float), heavy))
    return found


def logistic_regression(slots: npt.NDArray[np.int64], offsets: Floats, truth: Floats, row_weights: Floats) -> Floats:
    """Return the weights of the classes that make the log loss, plus RIDGE / 2 times their squares, least.

    slots -- (rows, features): the number of the class of each feature; offsets -- constant terms; truth -- 0 or 1
    """
    design = np.zeros((len(slots), CLASSES), np.float32)
    for column in slots.T:
        design[np.arange(len(slots)), column] = 1
    def loss(weights: Floats) -> float:
        total = design @ weights + offsets
        return float(row_weights @ (np.logaddexp(0, total) - truth * total) + RIDGE / 2 * weights @ weights)

    weights, least = np.zeros(CLASSES), loss(np.zeros(CLASSES))
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights + offsets, -30, 30)))
        gradient = design.T @ (row_weights * (chance - truth)) + RIDGE * weights
        curvature = (design * (row_weights * chance * (1 - chance)).astype(np.float32)[:, None]).T @ design
        step = np.linalg.solve(curvature + RIDGE * np.eye(CLASSES), gradient)
        rate = 1.0
        while loss(weights - rate * step) > least and rate > SHORTEST:
            rate /= 2
        gained, least = least - loss(weights - rate * step), loss(weights - rate * step)
        weights -= rate * step
        if abs(gained) < SHORTEST * least:
            break
    return weights


__all__ = ["fit_pass", "logistic_regression"]
