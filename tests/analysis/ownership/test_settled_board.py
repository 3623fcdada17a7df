"""The settled board: strengths of stones by their probability of life, removed stones, new stones, its control map."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.control import estimate
from analysis.evaluation import evaluate
from analysis.ownership.life_probability import default_life_weights
from analysis.ownership.settled_board import REMOVAL_THRESHOLD, SettledBoard, settle
from analysis.status import StatusBudget, board_status
from tests.positions import TRUTH, real_positions

SMALL = StatusBudget(chain=100, group=100)

DEAD_INSIDE = ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O."
"""White's stone at B6 is in Black's unconditional territory."""


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
