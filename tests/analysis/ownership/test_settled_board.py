"""The settled board: life probabilities, the strengths of sources, removed stones, and the fit."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import analysis
from analysis.board import BLACK, WHITE, Position
from analysis.control import ControlSettings, estimate, trace
from analysis.evaluation import evaluate
from analysis.ownership.calibration import CALIBRATION_TERMS
from analysis.ownership.life_probability import (
    FEATURES,
    QUADRATIC,
    default_life_weights,
    features,
    life_probabilities,
)
from analysis.ownership.life_probability_fit import Example, _typical, fit
from analysis.ownership.logistic_model import Typical, term_names, term_values
from analysis.ownership.second_estimate import SECOND_FEATURES
from analysis.ownership.settled_board import (
    REMOVAL_THRESHOLD,
    SettledBoard,
    control_without_dead,
    settle,
)
from analysis.status import BoardStatus, Evidence, StatusBudget, Verdict, board_status
from analysis.status.life.groups import group_at
from analysis.status.life.static_life import StaticLife
from tests.positions import TRUTH, random_positions, real_positions

Array = npt.NDArray[np.float64]

SMALL = StatusBudget(chain=100, group=100)
WEIGHTS_FILE = Path(analysis.__file__).parent / "ownership" / "life_probability.json"

DEAD_INSIDE = ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O."
"""White's stone at B6 is in Black's unconditional territory."""


# -- sources ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["fast", "paper"])
def test_sources_keep_their_strength_and_empty_points_follow_the_formula(method: str) -> None:
    settings = ControlSettings(stones="fixed", method=method, tolerance=1e-20)  # type: ignore[arg-type]
    rng = np.random.default_rng(3)
    for position in random_positions(10, seed=4, smallest=3, largest=9):
        strength = rng.uniform(-1, 1, position.grid.area)
        found = estimate(position, settings, strength).values.reshape(-1)
        stones = position.stones != 0
        assert found[stones] == pytest.approx(strength[stones], abs=1e-12)
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


def test_both_methods_agree_with_sources() -> None:
    rng = np.random.default_rng(5)
    for position in random_positions(20, seed=9, smallest=5, largest=13):
        strength = rng.uniform(0, 1, position.grid.area) * position.stones
        fast, paper = (
            estimate(position, ControlSettings(stones="fixed", method=method, tolerance=1e-24), strength).values
            for method in ("fast", "paper")
        )
        assert fast == pytest.approx(paper, abs=1e-9)


def test_sources_of_full_strength_are_fixed_stones() -> None:
    position = random_positions(1, seed=11, smallest=9, largest=9)[0]
    settings = ControlSettings(stones="fixed")
    plain = estimate(position, settings)
    assert (estimate(position, settings, position.stones.astype(float)).values == plain.values).all()
    assert trace(position, settings, position.stones.astype(float)) == trace(position, settings)


def test_sources_need_fixed_stones_and_the_right_size() -> None:
    position = Position.empty(5)
    message = r'strengths: expected \(25,\) for stones "fixed", got \(25,\) for stones "chains"'
    with pytest.raises(ValueError, match=message):
        estimate(position, None, np.zeros(25))
    with pytest.raises(ValueError, match=r"got \(9,\)"):
        estimate(position, ControlSettings(stones="fixed"), np.zeros(9))


# -- life probabilities -----------------------------------------------------------------------------------------------


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
    assert all(kept["error"][verdict] < kept["first_error"][verdict] for verdict in FEATURES)
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
    assert alone["space"] == math.log2(1 + 66)  # within six steps on the board
    assert (alone["size"], alone["chains"], alone["liberties"]) == (1, 0, math.log2(5))
    assert alone["full"] == pytest.approx(1 / 81)
    assert shut_in["enclosed"] > 0.8
    assert shut_in["own_atari"] == shut_in["own_turn"] == 1
    assert (shut_in["friends"], shut_in["space"]) == (0, 1)
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


def test_features_agree_with_a_plain_computation() -> None:
    for position in real_positions()[6::60]:
        assert compared(position)


def test_features_agree_with_a_plain_computation_on_random_boards() -> None:
    assert sum(map(compared, random_positions(60, seed=17, smallest=2, largest=9))) > 40


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
    return {
        "field": sum(free) / len(free) if free else -1.0,
        "space": math.log2(1 + sum(stone == 0 for stone in near_by)),
        "friends": math.log2(1 + sum(stone == color for stone in near_by)),
        "enclosed": max(0.0, -sum(color * gone[point] for point in around) / len(around)),
        "room": math.log2(1 + sum(max(0.0, color * standing[point]) for point in around if not board[point])),
        "territory": math.log2(1 + sum(max(0.0, color * standing[point]) for point in far if not board[point])),
        "size": math.log2(1 + len(group)),
    }


@pytest.mark.parametrize(("diagram", "vertex", "eyes"), [(ALONE, "E6", 39), (SHUT_IN, "A8", 1)])
def test_points_for_eyes_by_static_analysis(diagram: str, vertex: str, eyes: int) -> None:
    position = Position.from_diagram(diagram)
    assert StaticLife(position).eyes(position.grid.point(vertex)) == eyes


def test_static_analysis_needs_a_stone() -> None:
    with pytest.raises(ValueError, match="A1: expected a stone"):
        StaticLife(Position.empty(5)).eyes(Position.empty(5).grid.point("A1"))


# -- the settled board ------------------------------------------------------------------------------------------------


def test_a_dead_stone_is_removed_and_its_point_changes_owner() -> None:
    position = Position.from_diagram(DEAD_INSIDE)
    found = evaluate(position)
    assert found.settled is not None
    point = position.grid.point("B6")
    assert found.settled.removed == {point}
    assert found.settled.position.stones[point] == 0
    assert found.control.values.reshape(-1)[point] == 1.0
    assert found.control.score == found.control.values.sum() == found.score


def test_stones_have_the_strength_of_their_probability_and_proven_points_are_exact() -> None:
    for position in real_positions()[::45]:
        status = board_status(position, budget=SMALL)
        settled = settle(position, status)
        values = settled.control.values.reshape(-1)
        assert (values[status.territory != 0] == status.territory[status.territory != 0]).all()
        for chain, chance in zip(status.chains, settled.life_probabilities, strict=True):
            points = list(chain.chain)
            assert (set(points) <= settled.removed) is (chance.value < REMOVAL_THRESHOLD)
            if chance.value >= REMOVAL_THRESHOLD and not status.territory[points[0]]:
                assert values[points] == pytest.approx(chain.color * (2 * chance.value - 1))
        assert settled.position.captures == position.captures


def test_having_the_move_counts_on_an_empty_board_and_hardly_on_a_settled_one() -> None:
    tempo = 20 * default_life_weights().point_weights["tempo"]
    assert evaluate(Position.empty(19)).score == pytest.approx(tempo, abs=0.01)
    closed = Position.from_diagram(DEAD_INSIDE.replace("O.O.O.", "OOOOOO"))
    assert evaluate(closed).score == pytest.approx(evaluate(closed.with_to_move(closed.to_move.opponent)).score, abs=2)


def test_exchanging_the_colours_exchanges_the_control_map() -> None:
    position = real_positions()[33]
    other = Position(position.grid, -position.stones, position.to_move.opponent)
    one, two = (settle(board, board_status(board, budget=SMALL)) for board in (position, other))
    assert isinstance(one, SettledBoard)
    assert one.control.values == pytest.approx(-two.control.values, abs=1e-4)


def test_control_only_is_the_control_map_of_the_bare_board() -> None:
    position = real_positions()[3]
    bare = evaluate(position, control_only=True)
    assert (bare.status, bare.settled) == (None, None)
    assert (bare.control.values == estimate(position).values).all()


# -- fitting ----------------------------------------------------------------------------------------------------------


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
    found = fit(examples(6))
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


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_settling_reduces_the_error_of_the_control_map() -> None:
    error: dict[tuple[int, str], list[float]] = {}
    for line in TRUTH.read_text().splitlines()[::2]:
        case = json.loads(line)
        position = Position.from_diagram("\n".join(case["rows"]), case["to_move"])
        truth = np.array(case["ownership"], float)
        for name, values in (("bare", estimate(position).values), ("settled", evaluate(position).control.values)):
            error.setdefault((position.grid.width, name), []).append(float(((values.reshape(-1) - truth) ** 2).mean()))
    for size, share in ((19, 0.6), (13, 0.5), (9, 0.7)):
        assert np.mean(error[size, "settled"]) < share * np.mean(error[size, "bare"])


def test_a_new_stone_is_stronger_the_likelier_it_lives() -> None:
    """Beside own stones it nearly lives; beside the enemy's it is weaker; `worth` and `over` agree."""
    position = Position.from_diagram(
        "XX.......\nX.X......\nXXX......\n.........\n.........\n.........\n......OOO\n......O.O\n......OO."
    )
    settled = settle(position, board_status(position, budget=SMALL))
    points = np.array([position.grid.point(vertex) for vertex in ("D8", "E5", "F3")], np.int16)
    black, white = (settled.new_stone_strengths(position, points, color) for color in (BLACK, WHITE))
    assert 1 > black[0] > black[1] > black[2]
    assert -1 < white[2] < white[1] < white[0]
    for place, point in enumerate(points.tolist()):
        _, strength = settled.settle_later(position.play(point))
        assert strength[point] == black[place]


def test_a_new_stone_with_more_liberties_is_stronger() -> None:
    """On the empty board all points are alike, but for the edge."""
    position = Position.empty(9)
    settled = settle(position, board_status(position, budget=SMALL))
    points = np.array([position.grid.point(vertex) for vertex in ("E5", "E1", "A1")], np.int16)
    worth = settled.new_stone_strengths(position, points, BLACK)
    assert worth[0] > worth[1] > worth[2] > 0


def test_a_stone_without_hope_leaves_the_control_of_its_point_unchanged() -> None:
    """It would be removed."""
    position = Position.from_diagram("OOOOOO\nOX.OOO\nO.XO.O\nOOOOOO\n.OO.OO\nO.OOOO".replace("X", "."))
    settled = settle(position, board_status(position, budget=SMALL))
    point = position.grid.point("C5")
    worth = settled.new_stone_strengths(position, np.array([point], np.int16), BLACK)[0]
    assert worth == settled.uncalibrated.values.reshape(-1)[point] < -0.8
