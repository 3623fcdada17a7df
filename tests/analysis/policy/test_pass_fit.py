"""The fit of the pass: its rows against `Buffers`, its regression against a plain optimiser, and what it learns."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from analysis.board import PASS, Grid, Position
from analysis.policy import _fit_kernels as kernels
from analysis.policy import pass_fit
from analysis.policy.features import MOVE_FEATURES, PASS_FEATURES, STARTS, Buffers
from analysis.policy.fit import GameMoves, fit
from analysis.policy.model import default_weights, policy_moves
from analysis.policy.pass_fit import CLASSES, logistic_regression

SIDE = 7


def counted_game(rng: np.random.Generator) -> GameMoves:
    """Return a game in which each side builds a wall, all points between the walls are filled, and both pass."""
    grid = Grid(SIDE)
    walls = [[grid.at(int(row), col) for row in rng.permutation(SIDE)] for col in (2, 4)]
    points = [point for pair in zip(*walls, strict=True) for point in pair]
    points += [grid.at(int(row), 3) for row in rng.permutation(SIDE)]
    points += [PASS, PASS]
    colors = np.where(np.arange(len(points)) % 2, -1, 1).astype(np.int8)
    wanted = np.ones(len(points), np.bool_)
    return GameMoves(grid, np.zeros(grid.area, np.int8), colors, np.array(points, np.int16), wanted)


def test_the_rows_of_a_game_are_those_of_its_boards_with_three_histories() -> None:
    game, weights = counted_game(np.random.default_rng(1)), default_weights()
    buffers = Buffers(game.grid)
    shown = np.zeros(game.points.size, np.bool_)
    shown[[0, 5, 20, 21]] = True
    slots, offsets = np.full((12, len(PASS_FEATURES)), -1, np.int64), np.zeros(12)
    parts = weights.for_area(game.grid.area)
    rows = kernels.pass_rows(
        game.stones, (game.colors, game.points, shown), buffers.arrays._replace(known=weights.table),
        np.empty(game.grid.area + 1), parts, slots, offsets,
    )
    assert rows == 12
    for number, turn in enumerate((0, 5, 20, 21)):
        position = Position.empty(SIDE)
        for point in game.points[:turn].tolist():
            position = position.play(point)
        played = game.points[:turn].tolist()
        cases = (position, played[-2:]), (position.play(PASS), [*(played[-1:] or [-2]), PASS]), (position, [])
        for history, (board, recent) in enumerate(cases):
            _, found = Buffers(game.grid).fill(board, board.to_move, recent, weights.table)
            row = 3 * number + history
            assert slots[row].tolist() == (found[-1, : len(PASS_FEATURES)] - STARTS[len(MOVE_FEATURES)]).tolist()
            sums = np.where(found[:-1] >= 0, parts[found[:-1]], 0).sum(axis=1)
            assert offsets[row] == pytest.approx(-np.log(np.exp(sums).sum()), abs=1e-4)


def test_the_regression_finds_the_least_loss() -> None:
    rng = np.random.default_rng(2)
    slots = rng.integers(0, 9, (300, len(PASS_FEATURES))) + 9 * np.arange(len(PASS_FEATURES))
    offsets, truth, row_weights = rng.normal(size=300), (rng.random(300) < 0.3).astype(float), rng.uniform(1, 5, 300)

    def loss(weights: np.ndarray) -> float:
        total = weights[slots].sum(axis=1) + offsets
        return float(row_weights @ (np.logaddexp(0, total) - truth * total) + pass_fit.RIDGE * weights @ weights / 2)

    found = logistic_regression(slots, offsets, truth, row_weights)
    assert not found[54:].any()
    best = minimize(lambda part: loss(np.pad(part, (0, CLASSES - 54))), np.zeros(54), tol=1e-9)
    assert loss(found) == pytest.approx(best.fun, rel=1e-6)


def test_a_fit_learns_where_players_pass() -> None:
    rng = np.random.default_rng(3)
    weights = fit([counted_game(rng) for _ in range(60)]).weights
    game = counted_game(rng)
    position, played = Position.empty(SIDE), game.points[:-2].tolist()
    for turn, point in enumerate(played):
        found = policy_moves(position, recent=played[:turn], weights=weights)
        assert turn > 14 or found[0].point != PASS
        position = position.play(point)
    for board, recent in ((position, played), (position.play(PASS), [*played, PASS]), (position, [])):
        assert policy_moves(board, recent=recent[-2:], weights=weights)[0].point == PASS


def test_without_counted_games_a_pass_is_unlikely() -> None:
    rng = np.random.default_rng(4)
    games = [counted_game(rng) for _ in range(9)]
    for game in games:
        game.points[-1] = 0
    weights = fit(games).weights
    shares = {move.point: move.probability for move in policy_moves(Position.empty(SIDE), weights=weights)}
    assert shares[PASS] < 1e-4
