"""The settled board: chances by experience, sources as strong as they are, what is dead taken off."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import analysis
from analysis.board import Position
from analysis.control import ControlSettings, estimate, trace
from analysis.evaluation import evaluate
from analysis.prior import FEATURES, chances, default_weights, features
from analysis.prior_fit import Example, fit
from analysis.settle import OFF_BELOW, settle, without_dead
from analysis.status import StatusBudget, Verdict, Word, board_status
from tests.positions import TRUTH, random_positions, real_positions

SMALL = StatusBudget(chain=100, group=100)
PRIOR = Path(analysis.__file__).parent / "prior.json"

DEAD_INSIDE = ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O."
"""White's stone at B6 is in Black's unconditional territory."""


# -- sources --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["fast", "paper"])
def test_held_stones_keep_their_worth_and_empty_points_follow(method: str) -> None:
    settings = ControlSettings(stones="fixed", method=method, tolerance=1e-20)  # type: ignore[arg-type]
    rng = np.random.default_rng(3)
    for position in random_positions(10, seed=4, smallest=3, largest=9):
        held = rng.uniform(-1, 1, position.grid.area)
        found = estimate(position, settings, held).values.reshape(-1)
        stones = position.stones != 0
        assert found[stones] == pytest.approx(held[stones], abs=1e-12)
        for point in np.flatnonzero(~stones):
            near = [found[p] for p in position.grid.neighbours[point] if p < position.grid.area]
            n, lambda_ = len(near), settings.lambda_
            ones, less = math.prod(1 + a for a in near), math.prod(1 - a for a in near)
            mixed = sum(
                (1 - near[i]) * math.prod(1 + a for j, a in enumerate(near) if j != i)
                - (1 + near[i]) * math.prod(1 - a for j, a in enumerate(near) if j != i)
                for i in range(n)
            )
            wanted = 2.0**-n * (ones - less + (lambda_ * mixed if n > 2 else 0.0)) if n > 1 else near[0]
            assert found[point] == pytest.approx(max(-1.0, min(1.0, wanted)), abs=1e-6)


def test_both_methods_agree_on_sources() -> None:
    rng = np.random.default_rng(5)
    for position in random_positions(20, seed=9, smallest=5, largest=13):
        held = rng.uniform(0, 1, position.grid.area) * position.stones
        fast, paper = (
            estimate(position, ControlSettings(stones="fixed", method=method, tolerance=1e-24), held).values
            for method in ("fast", "paper")
        )
        assert fast == pytest.approx(paper, abs=1e-9)


def test_whole_sources_are_stones_that_are_fixed() -> None:
    position = random_positions(1, seed=11, smallest=9, largest=9)[0]
    settings = ControlSettings(stones="fixed")
    plain = estimate(position, settings)
    assert (estimate(position, settings, position.stones.astype(float)).values == plain.values).all()
    assert trace(position, settings, position.stones.astype(float)) == trace(position, settings)


def test_sources_are_for_fixed_stones_of_this_board() -> None:
    position = Position.empty(5)
    with pytest.raises(ValueError, match=r'held: expected \(25,\) for stones "fixed", got \(25,\) for stones "chains"'):
        estimate(position, None, np.zeros(25))
    with pytest.raises(ValueError, match=r"got \(9,\)"):
        estimate(position, ControlSettings(stones="fixed"), np.zeros(9))


# -- chances --------------------------------------------------------------------------------------------------------


def test_the_file_of_weights_has_all_features() -> None:
    assert {verdict: tuple(default_weights()[verdict]) for verdict in FEATURES} == FEATURES
    kept = json.loads(PRIOR.read_text())
    assert set(kept["error"]) == set(FEATURES)
    for chance, truth, stones in kept["calibration"]:
        assert abs(chance - truth) < 0.16 or stones < 200


def test_a_chance_is_the_sum_of_its_terms() -> None:
    seen = set()
    for position in real_positions()[::40]:
        status = board_status(position, budget=SMALL)
        field = without_dead(position, status).reshape(-1)
        told = features(position, status, field)
        for chain, chance, values in zip(status.chains, chances(position, status, field), told, strict=True):
            seen.add(chain.verdict)
            assert 0 <= chance.value <= 1
            if chance.terms:
                assert chance.word is Word.ESTIMATED
                assert chance.value == pytest.approx(1 / (1 + math.exp(-sum(v * w for _, v, w in chance.terms))))
                assert {name: value for name, value, _ in chance.terms}.items() <= values.items()
            else:
                assert chance.value == (0.0 if chain.verdict is Verdict.DEAD else 1.0)
    assert len(seen) >= 4


def test_chances_are_the_same_for_both_colours() -> None:
    position = real_positions()[30]
    other = Position(position.grid, -position.stones, position.to_move.opponent)
    found = []
    for board in (position, other):
        status = board_status(board, budget=SMALL)
        found.append([c.value for c in chances(board, status, without_dead(board, status).reshape(-1))])
    assert found[0] == pytest.approx(found[1], abs=1e-6)


# -- the settled board ----------------------------------------------------------------------------------------------


def test_what_is_dead_comes_off_and_its_ground_changes_hands() -> None:
    position = Position.from_diagram(DEAD_INSIDE)
    found = evaluate(position)
    assert found.settled is not None
    point = position.grid.point("B6")
    assert found.settled.off == {point}
    assert found.settled.position.stones[point] == 0
    assert found.control.values.reshape(-1)[point] == 1.0
    assert found.control.score == found.control.values.sum() == found.score


def test_stones_stand_for_their_chances_and_proven_points_are_exact() -> None:
    for position in real_positions()[::45]:
        status = board_status(position, budget=SMALL)
        settled = settle(position, status)
        values = settled.control.values.reshape(-1)
        assert (values[status.territory != 0] == status.territory[status.territory != 0]).all()
        for chain, chance in zip(status.chains, settled.chances, strict=True):
            points = list(chain.chain)
            assert (set(points) <= settled.off) is (chance.value < OFF_BELOW)
            if chance.value >= OFF_BELOW and not status.territory[points[0]]:
                assert values[points] == pytest.approx(chain.color * (2 * chance.value - 1))
        assert settled.position.captures == position.captures


def test_control_only_is_the_field_of_the_bare_board() -> None:
    position = real_positions()[3]
    bare = evaluate(position, control_only=True)
    assert (bare.status, bare.settled) == (None, None)
    assert (bare.control.values == estimate(position).values).all()


# -- fitting --------------------------------------------------------------------------------------------------------


def examples(step: int) -> list[Example]:
    found = []
    for line in TRUTH.read_text().splitlines()[::step]:
        case = json.loads(line)
        position = Position.from_diagram("\n".join(case["rows"]), case["to_move"])
        status = board_status(position, budget=SMALL)
        found.append(Example(position, status, np.array(case["ownership"], float), case["game"]))
    return found


@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_fitting_finds_that_friends_and_liberties_help() -> None:
    found = fit(examples(6))
    assert {verdict: tuple(found.weights[verdict]) for verdict in FEATURES} == FEATURES
    assert found.weights["alive"]["field"] > 0
    assert found.weights["unknown"]["liberties"] > 0
    assert found.error["alive"] < 0.02
    assert sum(stones for *_, stones in found.calibration) == sum(found.stones.values())


def test_fitting_needs_games() -> None:
    with pytest.raises(ValueError, match="alive: expected chains of at least two games, got 0 chains"):
        fit([])


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_settling_brings_the_map_nearer_to_the_truth() -> None:
    error: dict[tuple[int, str], list[float]] = {}
    for line in TRUTH.read_text().splitlines()[::2]:
        case = json.loads(line)
        position = Position.from_diagram("\n".join(case["rows"]), case["to_move"])
        truth = np.array(case["ownership"], float)
        for name, values in (("bare", estimate(position).values), ("settled", evaluate(position).control.values)):
            error.setdefault((position.grid.width, name), []).append(float(((values.reshape(-1) - truth) ** 2).mean()))
    for size, share in ((19, 0.7), (13, 0.6), (9, 0.85)):
        assert np.mean(error[size, "settled"]) < share * np.mean(error[size, "bare"])
