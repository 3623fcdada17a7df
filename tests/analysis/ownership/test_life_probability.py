"""Life probabilities: the file of weights, the terms of a chain, and its features against a plain computation."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analysis
from analysis.board import Position
from analysis.control import ControlSettings, estimate
from analysis.ownership import _kernels
from analysis.ownership.calibration import CALIBRATION_TERMS
from analysis.ownership.life_probability import FEATURES, QUADRATIC, default_life_weights, features, life_probabilities
from analysis.ownership.logistic_model import Typical, term_names, term_values
from analysis.ownership.second_estimate import SECOND_FEATURES
from analysis.ownership.settled_board import control_without_dead
from analysis.reading.selective.groups import group_at
from analysis.status import BoardStatus, Evidence, StatusBudget, Verdict, board_status
from tests.positions import random_positions, real_positions

Array = npt.NDArray[np.float64]

SMALL = StatusBudget(chain=100, group=100)
WEIGHTS_FILE = Path(analysis.__file__).parent / "ownership" / "life_probability.json"


def terms_of(verdict: Verdict, values: Mapping[str, float], typical: Typical) -> dict[str, float]:
    """Return the terms of the first estimate of a chain by name."""
    quadratic = verdict in QUADRATIC
    terms = term_values([values[name] for name in typical], tuple(typical.values()), quadratic)
    return dict(zip(term_names(tuple(typical), quadratic), terms, strict=True))


def test_the_file_of_weights_has_all_features() -> None:
    prior = default_life_weights()
    for verdict, names in FEATURES.items():
        terms = terms_of(verdict, dict.fromkeys(names, 0.0), prior.typical[verdict])
        assert tuple(terms) == tuple(prior.weights[verdict])
        assert tuple(prior.typical[verdict]) == names
        assert tuple(prior.second_weights[verdict]) == ("constant", *SECOND_FEATURES)
        assert tuple(prior.second_typical[verdict]) == SECOND_FEATURES
    assert tuple(prior.point_weights) == CALIBRATION_TERMS
    kept = json.loads(WEIGHTS_FILE.read_text())
    assert set(kept["error"]) == set(kept["first_error"]) == set(FEATURES)
    assert all(kept["error"][verdict] <= kept["first_error"][verdict] for verdict in FEATURES)
    first, second = (
        sum(stones * kept[name][verdict] for verdict, stones in kept["stones"].items())
        for name in ("first_error", "error")
    )
    assert second < 0.95 * first
    for chance, truth, stones in kept["calibration"]:
        assert abs(chance - truth) < 0.16 or stones < 200


def test_a_life_probability_is_the_logistic_function_of_the_sum_of_its_terms() -> None:
    verdicts = set()
    for position in real_positions()[::40]:
        status = board_status(position, budget=SMALL)
        field = control_without_dead(position, status).reshape(-1)
        probabilities = life_probabilities(position, status, field)
        for chain, life, values in zip(status.chains, probabilities, features(position, status, field), strict=True):
            verdicts.add(chain.verdict)
            assert 0 <= life.value <= 1
            if life.terms:
                assert life.evidence is Evidence.ESTIMATED
                assert life.value == pytest.approx(1 / (1 + math.exp(-sum(v * w for _, v, w in life.terms))))
                typical = default_life_weights().typical[chain.verdict]
                assert {name: value for name, value, _ in life.terms} == terms_of(chain.verdict, values, typical)
            else:
                assert life.value == (0.0 if chain.verdict is Verdict.DEAD else 1.0)
    assert len(verdicts) >= 4


def test_terms_are_standardised_features_and_their_products_for_some_verdicts() -> None:
    for verdict, names in FEATURES.items():
        typical = {name: (float(place), 2.0 + place) for place, name in enumerate(names)}
        found = {name: place + (place / 4 - 1) * (2.0 + place) for place, name in enumerate(names)}
        quadratic = verdict in QUADRATIC
        found[names[-1]] = 1e6 * (len(names) + 1) + len(names) - 1  # beyond the bound of quadratic models
        lies = [*(place / 4 - 1 for place in range(len(names) - 1)), 2.0 if quadratic else 1e6]
        wanted = {"constant": 1.0, **dict(zip(names, lies, strict=True))}
        if quadratic:
            for one, name in enumerate(names):
                for other, second in enumerate(names[one:], one):
                    wanted[f"{name}*{second}"] = lies[one] * lies[other]
        assert terms_of(verdict, found, typical) == pytest.approx(wanted)


def test_life_probabilities_are_the_same_for_both_colours() -> None:
    position = real_positions()[30]
    other = Position(position.grid, -position.stones, position.to_move.opponent)
    found = []
    for board in (position, other):
        status = board_status(board, budget=SMALL)
        control = control_without_dead(board, status).reshape(-1)
        found.append([life.value for life in life_probabilities(board, status, control)])
    assert found[0] == pytest.approx(found[1], abs=1e-6)


ALONE = ".........\n.........\n.........\n....X....\n.........\n.........\n.........\n.........\n........."
SHUT_IN = ".XOO.....\nXXO......\nOOO......\n.........\n.........\n.........\n.........\n.........\n........."


def of(diagram: str, vertex: str) -> dict[str, float]:
    position = Position.from_diagram(diagram)
    status = board_status(position, budget=SMALL)
    found = features(position, status, control_without_dead(position, status).reshape(-1))
    point = position.grid.point(vertex)
    return next(values for chain, values in zip(status.chains, found, strict=True) if point in chain.chain)


def test_features_of_a_single_stone_and_of_an_enclosed_group() -> None:
    alone, shut_in = of(ALONE, "E6"), of(SHUT_IN, "A8")
    assert alone["enclosed"] == 0  # without it nobody controls the board
    assert alone["rival"] == alone["own_atari"] == alone["friends"] == 0
    assert alone["own_turn"] == 1
    assert alone["rival_territory"] == 7
    assert (alone["size"], alone["chains"], alone["liberties"]) == (1, 0, math.log2(5))
    assert alone["full"] == pytest.approx(1 / 81)
    assert shut_in["enclosed"] > 0.8
    assert shut_in["own_atari"] == shut_in["own_turn"] == 1
    assert shut_in["friends"] == 0
    assert (shut_in["size"], shut_in["liberties"]) == (2, 1)
    assert shut_in["room"] < alone["room"] < alone["territory"]


def test_the_rival_with_the_least_territory_counts_unless_it_is_dead() -> None:
    """Black's stone at E6 touches two white ones; the one at F6 has less territory."""
    board = ALONE.replace("....X....", "...OXO...").replace(".........", "......X..", 1)
    beside = [of(board, vertex)["territory"] for vertex in ("D6", "F6")]
    assert beside[0] > beside[1]
    assert of(board, "E6")["rival_territory"] == beside[1]
    shut_in = of(SHUT_IN, "C9")
    assert (shut_in["rival"], shut_in["rival_territory"]) == (0, 7)  # the stones in the corner are dead


def test_a_chain_that_may_be_captured_alone_shares_its_status_with_no_other() -> None:
    smaller = 0
    for position in real_positions()[6::60]:
        status = board_status(position, budget=SMALL)
        found = features(position, status, control_without_dead(position, status).reshape(-1))
        for chain, values in zip(status.chains, found, strict=True):
            if chain.captured:
                assert values["shared"] == math.log2(1 + len(chain.chain))
                smaller += values["shared"] < values["size"]
    assert smaller


def test_features_agree_with_a_plain_computation() -> None:
    assert sum(map(compared, real_positions()[7:200:40])) > 3


def test_features_agree_with_a_plain_computation_on_random_boards() -> None:
    assert sum(map(compared, random_positions(100, seed=18, smallest=2, largest=9))) > 60


def compared(position: Position) -> int:
    """Compare the features of the unknown chains with `plain_features`; return how many there are."""
    status, count = board_status(position, budget=SMALL), 0
    field = control_without_dead(position, status).reshape(-1)
    for chain, values in zip(status.chains, features(position, status, field), strict=True):
        if chain.verdict is Verdict.UNKNOWN and group_at(position, chain.chain[0]) == chain.group:
            plain = plain_features(position, status, chain.group, field)
            assert {name: values[name] for name in plain} == pytest.approx(plain, abs=1e-9)
            count += 1
    return count


def plain_features(position: Position, status: BoardStatus, group: tuple[int, ...], field: Array) -> dict[str, float]:
    """Return some features of a group, computed in the plainest way."""
    grid, color, dead = position.grid, int(position.stones[group[0]]), status.dead()
    stones = {point: 0 if point in dead else int(position.stones[point]) for point in range(grid.area)}
    fields = []
    for put in (color, 0):
        board = np.array([put if point in group else stones[point] for point in range(grid.area)], np.int8)
        fields.append((board, estimate(Position(grid, board), ControlSettings(stones="fixed")).values.reshape(-1)))
    (board, standing), (_, gone) = fields
    far = dict.fromkeys(group, 0)
    for steps in range(1, 4):
        for point in [point for point in far if far[point] == steps - 1]:
            for near in grid.neighbours[point]:
                if near < grid.area:
                    far.setdefault(int(near), steps)
    around = [point for point in far if far[point] <= 1]
    reached = dict.fromkeys(group, 0)
    for steps in range(1, 7):
        for point in [point for point in reached if reached[point] == steps - 1]:
            for near in grid.neighbours[point]:
                if near < grid.area and position.stones[near] != -color:
                    reached.setdefault(int(near), steps)
    near_by = [int(position.stones[point]) for point in reached if point not in group]
    free = [color * field[point] for point in around if not board[point]]
    weak = np.zeros(grid.area, np.bool_)
    for chain in status.chains:
        weak[list(chain.chain)] = int(chain.color) == -color and (chain.captured or chain.liberties == 1)
    return {
        "eyes": math.log2(1 + len(plain_eye_points(Position(grid, board), weak, list(group), color))),
        "field": sum(free) / len(free) if free else -1.0,
        "friends": math.log2(1 + sum(stone == color for stone in near_by)),
        "enclosed": max(0.0, -sum(color * gone[point] for point in around) / len(around)),
        "room": math.log2(1 + sum(max(0.0, color * standing[point]) for point in around if not board[point])),
        "territory": math.log2(1 + sum(max(0.0, color * standing[point]) for point in far if not board[point])),
        "size": math.log2(1 + len(group)),
        "shared": math.log2(1 + len(group)),
    }


def test_eye_points_of_a_single_stone_and_of_an_enclosed_group() -> None:
    """All points within four steps on which no other stone is; none beside an enemy stone that stays."""
    assert of(ALONE, "E6")["eyes"] == math.log2(1 + 39)  # of 40 one is off the board
    assert of(SHUT_IN, "A8")["eyes"] == math.log2(1 + 1)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), width=st.integers(1, 9), height=st.integers(1, 9))
def test_eye_points_agree_with_a_plain_computation(seed: int, width: int, height: int) -> None:
    rng, grid = np.random.default_rng(seed), Position.empty(width, height).grid
    stones = rng.choice(np.array([-1, 0, 1], np.int8), grid.area, p=(0.2, 0.6, 0.2))
    weak = (stones != 0) & (rng.random(grid.area) < 0.3)
    for color in (-1, 1):
        group = (stones == color).nonzero()[0][: 1 + int(rng.integers(3))]
        count = _kernels.eye_points(stones, weak, grid.neighbours, grid.diagonals, group, color)
        assert count == len(plain_eye_points(Position(grid, stones), weak, group.tolist(), color))


def plain_eye_points(position: Position, weak: npt.NDArray[np.bool_], group: list[int], color: int) -> set[int]:
    """Return the points on which a group may have an eye, computed in the plainest way."""
    grid = position.grid
    walls = {point for point in range(grid.area) if position.stones[point] == -color and not weak[point]}
    free = {point for point in range(grid.area) if position.stones[point] != color} - walls
    reached = set(group)
    for _ in range(4):
        reached |= {near for point in reached for near in grid.beside[point]} & free
    found = set()
    for point in reached & free:
        diagonals = [int(near) for near in grid.diagonals[point] if near < grid.area]
        touched = len(walls.intersection(diagonals))
        if walls.isdisjoint(grid.beside[point]) and touched <= (len(diagonals) == 4):
            found.add(point)
    return found
