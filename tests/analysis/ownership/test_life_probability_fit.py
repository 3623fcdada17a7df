"""The fit of life probabilities to positions of games whose end is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.board import Position
from analysis.ownership.calibration import CALIBRATION_TERMS
from analysis.ownership.life_probability import default_life_weights
from analysis.ownership.life_probability_fit import Example, _typical, fit
from analysis.status import StatusBudget, board_status
from tests.positions import TRUTH

SMALL = StatusBudget(chain=100, group=100)


def examples(step: int) -> list[Example]:
    found = []
    for line in TRUTH.read_text().splitlines()[::step]:
        case = json.loads(line)
        position = Position.from_diagram("\n".join(case["rows"]), case["to_move"])
        status = board_status(position, budget=SMALL)
        found.append(Example(position, status, np.array(case["ownership"], float), case["game"]))
    return found


@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_the_fit_finds_that_friends_and_liberties_help() -> None:
    found = fit(examples(3))  # of half as many the sign of control is chance: it goes along with the first estimate
    kept = default_life_weights()
    assert {verdict: tuple(terms) for verdict, terms in found.life_weights.weights.items()} == {
        verdict: tuple(terms) for verdict, terms in kept.weights.items()
    }
    assert tuple(found.life_weights.point_weights) == CALIBRATION_TERMS
    assert found.life_weights.point_weights["linear"] > 0 < found.life_weights.point_weights["tempo"]
    assert found.life_weights.weights["alive"]["field"] > 0
    assert found.life_weights.weights["unknown"]["liberties"] > 0
    assert found.life_weights.weights["unknown"]["friends"] > 0
    assert {verdict: tuple(terms) for verdict, terms in found.life_weights.second_weights.items()} == {
        verdict: tuple(terms) for verdict, terms in kept.second_weights.items()
    }
    assert found.life_weights.second_weights["unknown"]["control"] > 0
    assert found.error["alive"] < 0.02
    assert sum(stones for *_, stones in found.calibration) == sum(found.stones.values())


def test_a_constant_feature_has_deviation_one() -> None:
    found = _typical([{"size": 2.0, "full": 0.25}, {"size": 4.0, "full": 0.25}], ("size", "full"))
    assert found == {"size": (3.0, 1.0), "full": (0.25, 1.0)}


def test_the_fit_needs_two_games() -> None:
    with pytest.raises(ValueError, match="alive: expected chains of at least two games, got 0 chains"):
        fit([])
