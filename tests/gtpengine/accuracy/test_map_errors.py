"""Errors of ownership maps: classes of points, statistics against plain loops, and their intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import Position
from gtpengine.accuracy.map_errors import (
    CLASSES,
    PositionErrors,
    Statistic,
    group_statistics,
    point_classes,
    position_errors,
    statistics_by_group,
    wilson_interval,
)
from tests.gtpengine.accuracy.truth_files import OWNERSHIP, ROWS


def test_point_classes_of_a_small_board() -> None:
    position = Position.from_diagram("\n".join(ROWS))
    shown = {
        "stones": ".#.#. .#.#. .#.## .#.#. .#.#.", "stones that stay": ".#.#. .#.#. .#.#. .#.#. .#.#.",
        "stones that die": "..... ..... ....# ..... .....", "empty near dying": "....# ....# ..#.. ....# ....#",
        "first line": "##### #...# #...# #...# #####", "second line": "..... .###. .#.#. .###. .....",
        "inside": "..... ..... ..#.. ..... .....",
    }
    found = point_classes(position, np.array(OWNERSHIP))
    assert list(found) == list(CLASSES)
    for name, picture in shown.items():
        assert found[name].tolist() == [char == "#" for char in picture.replace(" ", "")], name
    assert (found["all"] == (found["stones"] | found["empty"])).all()
    assert (found["empty"] == (found["empty near dying"] | found["other empty"])).all()


def test_edge_distance_on_a_rectangle() -> None:
    found = point_classes(Position.empty(3, 7), np.zeros(21))
    for name, picture in (("first line", "####### #.....# #######"), ("second line", "....... .#####. .......")):
        assert found[name].tolist() == [char == "#" for char in picture.replace(" ", "")], name
    assert not found["inside"].any()


control = st.integers(-100, 100).map(lambda number: number / 100)


@st.composite
def cases(draw: st.DrawFn) -> list[tuple[Position, list[float], list[float], float, float, str]]:
    found = []
    for _ in range(draw(st.integers(1, 5))):
        height, width = draw(st.tuples(st.integers(1, 4), st.integers(1, 5)))
        maps = [draw(st.lists(control, min_size=height * width, max_size=height * width)) for _ in range(2)]
        stones = draw(st.lists(st.sampled_from([0, 0, 0, 1]), min_size=height * width, max_size=height * width))
        stones[draw(st.integers(0, height * width - 1))] = 0
        rows = ["".join(".X"[stone] for stone in stones[row * width : (row + 1) * width]) for row in range(height)]
        try:
            position = Position.from_diagram("\n".join(rows))
        except ValueError:  # a chain without liberties
            position = Position.empty(height, width)
        leads = draw(st.tuples(st.floats(-50, 50), st.floats(-50, 50)))
        found.append((position, *maps, *leads, draw(st.sampled_from("ab"))))
    return found


def ratio(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


@given(cases())
def test_statistics_equal_plain_loops(
    given: list[tuple[Position, list[float], list[float], float, float, str]]
) -> None:
    errors = [
        position_errors(position, np.array(truth), lead, np.array(ours), score, game, str(position.grid))
        for position, truth, ours, lead, score, game in given
    ]
    row = group_statistics("all", errors, resamples=20)
    assert (row.positions, row.games) == (len(given), len({game for *_, game in given}))
    points = [
        (stone, true, our) for position, truth, ours, *_ in given
        for stone, true, our in zip(position.stones.tolist(), truth, ours, strict=True)
    ]
    for group, members in (
        ("all", points), ("stones", [one for one in points if one[0]]), ("empty", [one for one in points if not one[0]])
    ):
        sure = [float((our > 0) - (our < 0) == (true > 0) - (true < 0)) for _, true, our in members if abs(true) > 0.5]
        expected = {
            "mse": ratio([(our - true) ** 2 for _, true, our in members]),
            "mae": ratio([abs(our - true) for _, true, our in members]), "sign": ratio(sure),
        }
        for name, value in expected.items():
            statistic = row.statistics[name, group]
            assert (None if statistic is None else statistic.value) == (None if value is None else pytest.approx(value))
    for of, found in (
        ("score", [score - lead for *_, lead, score, _ in given]),
        ("map", [sum(ours) - sum(truth) for _, truth, ours, *_ in given]),
    ):
        for name, value in (
            ("error", ratio([abs(one) for one in found])), ("bias", ratio(found)),
            ("rms", math.sqrt(sum(one * one for one in found) / len(found))),
        ):
            statistic = row.statistics[name, of]
            assert statistic is not None
            assert statistic.value == pytest.approx(value, abs=1e-9)


def test_a_perfect_prediction_has_no_error() -> None:
    position = Position.from_diagram("\n".join(ROWS))
    truth = np.array(OWNERSHIP)
    row = group_statistics("all", [position_errors(position, truth, -0.5, truth, -0.5, game, "5x5") for game in "ab"])
    for (name, _), statistic in row.statistics.items():
        if statistic is not None and name != "points":
            assert (statistic.value, statistic.low, statistic.high) == ((1, 1, 1) if name == "sign" else (0, 0, 0))


def one_score(error: float, game: str) -> PositionErrors:
    return position_errors(Position.empty(1, 2), np.zeros(2), 0.0, None, error, game, "2x1")


def test_the_bootstrap_resamples_games_with_its_seed() -> None:
    """The interval is that of drawing games one by one; the order of the positions does not matter."""
    errors = [one_score(float(number**2), f"g{number % 7}") for number in range(40)]
    row = group_statistics("all", errors, seed=3, resamples=4000)
    assert row == group_statistics("all", errors[::-1], seed=3, resamples=4000)
    assert row != group_statistics("all", errors, seed=4, resamples=4000)
    by_game = [[number**2 for number in range(40) if number % 7 == game] for game in range(7)]
    rng = np.random.default_rng(0)
    means = []
    for _ in range(4000):
        drawn = [value for game in rng.integers(0, 7, 7) for value in by_game[game]]
        means.append(sum(drawn) / len(drawn))
    statistic = row.statistics["bias", "score"]
    assert statistic is not None
    assert statistic.low is not None
    assert [statistic.low, statistic.high] == pytest.approx(np.quantile(means, [0.025, 0.975]), rel=0.02)
    positions_alone = group_statistics("all", [one_score(float(number**2), str(number)) for number in range(40)])
    assert positions_alone.statistics["bias", "score"] != statistic


def test_shares_and_intervals_of_two_games() -> None:
    """In game a the map is half a point wrong on 20 points, 11 of them stones, one of which dies; the scores are wrong
    by 4 either way. Resamples without game a have no dying stone and are left out of its interval."""
    position, truth = Position.from_diagram("\n".join(ROWS)), np.array(OWNERSHIP)
    row = group_statistics("all", [
        position_errors(position, truth, 0.0, truth / 2, 4.0, "a", "5x5"),
        position_errors(Position.empty(5), np.zeros(25), 0.0, np.zeros(25), -4.0, "b", "5x5"),
    ], resamples=50)
    statistics = {key: statistic for key, statistic in row.statistics.items() if statistic is not None}
    assert statistics["share", "stones"].value == pytest.approx(11 / 20)
    assert statistics["points", "stones"].value == pytest.approx(11 / 50)
    assert statistics["mse", "stones that die"] == Statistic(0.25, 0.25, 0.25)
    assert statistics["rms", "score"] == Statistic(4.0, 4.0, 4.0)


def test_one_game_has_no_interval() -> None:
    statistic = group_statistics("all", [one_score(3.0, "g"), one_score(4.0, "g")]).statistics["bias", "score"]
    assert statistic is not None
    assert (statistic.value, statistic.low, statistic.high) == (3.5, None, None)


def test_groups_of_positions() -> None:
    errors = [
        PositionErrors("g", "9x9", "end", "pro", one_score(1, "g").sums),
        PositionErrors("g", "19x19", "", "", one_score(2, "g").sums)
    ]
    assert [(row.name, row.positions) for row in statistics_by_group(errors)] == [
        ("all", 2), ("19x19", 1), ("9x9", 1), ("9x9 end", 1), ("end", 1), ("kind pro", 1)]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
     (1, 29, 0.0061, 0.1718), (0, 0, 0.0, 1.0)],
)  # fmt: skip
def test_wilsons_interval(wins: float, games: int, low: float, high: float) -> None:
    """The middle three are R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)
