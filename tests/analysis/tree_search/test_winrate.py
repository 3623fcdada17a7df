"""The chance of winning: its shape, and that it says something about real games."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analysis import Position, estimate
from analysis.evaluation import evaluate
from analysis.tree_search.winrate import score_deviation, unsettled, win_probability
from tests.positions import TRUTH, random_positions

RNG = np.random.default_rng(5)
BOARDS = [np.zeros((19, 19)), np.ones((9, 9)), -np.ones((1, 1)), *(RNG.uniform(-1, 1, (2, 5, 5)))]
LEADS = [-1e9, -400.0, -7.5, -0.5, -1e-6, 0.0, 1e-6, 0.5, 7.5, 400.0, 1e9]


@pytest.mark.parametrize("values", BOARDS, ids=lambda v: f"{v.shape}")
def test_it_grows_with_the_lead_and_is_the_same_for_both_colours(values: np.ndarray) -> None:
    chances = [win_probability(lead, values) for lead in LEADS]
    assert chances == sorted(chances)
    assert all(0 < chance < 1 for chance in chances)
    assert win_probability(0.0, values) == 0.5
    assert chances[LEADS.index(0.5)] > 0.5
    swapped = [1 - win_probability(-lead, -values) for lead in LEADS]
    assert swapped == pytest.approx(chances, abs=1e-12)


def test_a_lead_is_worth_more_on_a_settled_board() -> None:
    chances = [win_probability(5.0, np.full((9, 9), share)) for share in (0.0, 0.5, 0.9, 1.0)]
    assert chances == sorted(chances)
    assert chances[0] < 0.6
    assert chances[-1] > 0.99


def test_measures_of_a_board() -> None:
    values = np.array([[1.0, -1.0], [0.0, -0.5]])
    assert unsettled(values) == 1.5
    assert score_deviation(values) == 1.3 * math.sqrt(1.75)
    assert all(unsettled(estimate(position).values) >= 0 for position in random_positions(20, seed=1))


@pytest.mark.slow
def test_it_beats_every_constant_on_real_positions(capsys: pytest.CaptureFixture[str]) -> None:
    """Log loss against the searched win rates, as the module's docstring reports it."""
    if not TRUTH.exists():
        pytest.skip(f"no {TRUTH.name} beside the project")
    chances, truth = [], []
    for text in TRUTH.read_text().splitlines():
        line = json.loads(text)
        position = Position.from_diagram("\n".join(line["rows"]), line["to_move"])
        found = evaluate(position)
        chances.append(win_probability(found.score - line["komi"], found.control.values))
        truth.append(line["winrate_black"])
    won = np.array(truth)

    def log_loss(chance: np.ndarray | float) -> float:
        return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))

    ours, constant = log_loss(np.array(chances)), log_loss(float(won.mean()))
    with capsys.disabled():
        print(f" [log loss {ours:.4f}, best constant {constant:.4f}]", end="")
    assert ours < constant - 0.1
    assert ours == pytest.approx(0.530, abs=0.01)
