"""The probability of winning: its shape, and its log loss on real games."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analysis import Position, estimate
from analysis.evaluation import evaluate
from analysis.tree_search.winrate import score_deviation, unsettled_points, win_probability
from tests.positions import TRUTH, random_positions

RNG = np.random.default_rng(5)
BOARDS = [np.zeros((19, 19)), np.ones((9, 9)), -np.ones((1, 1)), *(RNG.uniform(-1, 1, (2, 5, 5)))]
LEADS = [-1e9, -400.0, -7.5, -0.5, -1e-6, 0.0, 1e-6, 0.5, 7.5, 400.0, 1e9]


@pytest.mark.parametrize("values", BOARDS, ids=lambda v: f"{v.shape}")
def test_it_grows_with_the_lead_and_is_symmetric_in_the_colours(values: np.ndarray) -> None:
    probabilities = [win_probability(lead, values) for lead in LEADS]
    assert probabilities == sorted(probabilities)
    assert all(0 < probability < 1 for probability in probabilities)
    assert win_probability(0.0, values) == 0.5
    assert probabilities[LEADS.index(0.5)] > 0.5
    swapped = [1 - win_probability(-lead, -values) for lead in LEADS]
    assert swapped == pytest.approx(probabilities, abs=1e-12)


def test_a_lead_is_worth_more_on_a_settled_board() -> None:
    probabilities = [win_probability(5.0, np.full((9, 9), share)) for share in (0.0, 0.5, 0.9, 1.0)]
    assert probabilities == sorted(probabilities)
    assert probabilities[0] < 0.6
    assert probabilities[-1] > 0.99


def test_unsettled_points_and_score_deviation() -> None:
    values = np.array([[1.0, -1.0], [0.0, -0.5]])
    assert unsettled_points(values) == 1.5
    assert score_deviation(values) == 1.3 * math.sqrt(1.75)
    assert all(unsettled_points(estimate(position).values) >= 0 for position in random_positions(20, seed=1))


@pytest.mark.slow
def test_it_beats_the_best_constant_on_real_positions(capsys: pytest.CaptureFixture[str]) -> None:
    """Log loss against the searched win rates, near the figure of the module's docstring."""
    if not TRUTH.exists():
        pytest.skip(f"no {TRUTH.name} beside the project")
    probabilities, truth = [], []
    for text in TRUTH.read_text().splitlines():
        line = json.loads(text)
        position = Position.from_diagram("\n".join(line["rows"]), line["to_move"])
        found = evaluate(position)
        probabilities.append(win_probability(found.score - line["komi"], found.control.values))
        truth.append(line["winrate_black"])
    won = np.array(truth)

    def log_loss(probability: np.ndarray | float) -> float:
        return float(-np.mean(won * np.log(probability) + (1 - won) * np.log(1 - probability)))

    ours, constant = log_loss(np.array(probabilities)), log_loss(float(won.mean()))
    with capsys.disabled():
        print(f" [log loss {ours:.4f}, best constant {constant:.4f}]", end="")
    assert ours < constant - 0.1
    assert ours == pytest.approx(0.530, abs=0.01)
