"""The second estimate of life probabilities, from the board settled by the first."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from analysis.board import Position
from analysis.control import ControlSettings
from analysis.ownership.life_probability import default_life_weights, life_probabilities
from analysis.ownership.logistic_model import term_values
from analysis.ownership.second_estimate import SECOND_FEATURES, second_features
from analysis.ownership.settled_board import control_without_dead, settle, settled_control, source_strengths
from analysis.status import BoardStatus, StatusBudget, Verdict, board_status
from tests.positions import random_positions, real_positions

SMALL = StatusBudget(chain=100, group=100)

SAFE_AND_DEAD = ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O."
"""Both sides have unconditional life; White's stone at B6 is in Black's territory."""


def plain_second_features(
    position: Position, status: BoardStatus, chance: Sequence[float], control: Sequence[float]
) -> list[list[float]]:
    """Return the features of the second estimate of each chain, computed in the plainest way."""
    beside, stones = position.grid.beside, position.stones
    chain_at = {point: index for index, chain in enumerate(status.chains) for point in chain.chain}
    rows = []
    for index, chain in enumerate(status.chains):
        around = {near for point in chain.chain for near in beside[point]}
        liberties = {point for point in around if not stones[point]}
        enemies = {chain_at[point] for point in around if stones[point] == -chain.color}
        friends = {chain_at[near] for point in liberties for near in beside[point] if stones[near] == chain.color}
        means = [
            sum(chance[other] for other in others) / len(others) if others else 0.5
            for others in (enemies, friends - {index})
        ]
        own = [chain.color * control[point] for point in liberties]
        first = math.log(chance[index] / (1 - chance[index])) if 0 < chance[index] < 1 else 99 * (chance[index] - 0.5)
        rows.append([max(-6.0, min(6.0, first)), sum(own) / len(own), *means, math.log2(1 + len(liberties))])
    return rows


def test_second_features_agree_with_a_plain_computation() -> None:
    rng = np.random.default_rng(5)
    friends = 0
    for position in (*real_positions()[::30], *random_positions(40, seed=18, smallest=1, largest=9)):
        status = board_status(position, budget=SMALL)
        chance = rng.choice([0.0, 0.001, 0.3, 0.8, 1.0], len(status.chains)).tolist()
        control = rng.uniform(-1, 1, position.grid.area)
        found = second_features(position, status, chance, control)
        wanted = plain_second_features(position, status, chance, control.tolist())
        assert found.shape == (len(status.chains), len(SECOND_FEATURES))
        assert found.tolist() == [pytest.approx(row, abs=1e-9) for row in wanted]
        friends += sum(row[3] != 0.5 for row in wanted)
    assert friends > 100


def test_the_second_estimate_starts_from_the_board_settled_by_the_first() -> None:
    estimated = proved = 0
    for position in (*real_positions()[::45], Position.from_diagram(SAFE_AND_DEAD)):
        status = board_status(position, budget=SMALL)
        settled = settle(position, status)
        first = life_probabilities(position, status, control_without_dead(position, status).reshape(-1))
        board, strength, _ = source_strengths(position, status, [life.value for life in first])
        control = settled_control(board, strength, status, ControlSettings()).values.reshape(-1)
        rows = second_features(position, status, [life.value for life in first], control).tolist()
        for chain, before, after, row in zip(status.chains, first, settled.life_probabilities, rows, strict=True):
            if not before.names:
                assert after == before
                proved += 1
                continue
            assert after.first == before
            assert [name for name, *_ in after.terms] == ["constant", *SECOND_FEATURES]
            typical = default_life_weights().second_typical[chain.verdict]
            assert after.values == pytest.approx(term_values(row, tuple(typical.values()), False))
            assert after.value == pytest.approx(1 / (1 + math.exp(-sum(v * w for _, v, w in after.terms))))
            estimated += 1
    assert estimated > 50
    assert proved >= 3


def test_a_stone_among_lost_friends_is_likelier_to_be_lost() -> None:
    """The features enter with the signs that a player would expect."""
    weights = default_life_weights().second_weights
    for verdict in (Verdict.ALIVE, Verdict.CRITICAL, Verdict.UNKNOWN):
        assert weights[verdict]["first"] > 0 < weights[verdict]["friends"]
        assert weights[verdict]["control"] > 0 > weights[verdict]["enemies"]
