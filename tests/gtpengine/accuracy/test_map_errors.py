"""`mokusan measure`: its numbers against slow obvious ones and other programs', and what it says to bad files."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import Position
from analysis.ownership.life_probability import default_prior
from analysis.status import board_status
from gtpengine import cli
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
from gtpengine.accuracy.truth import phase_of, read_truth
from gtpengine.settings import Settings
from tests.positions import SHARED, TRUTH

Capture = pytest.CaptureFixture[str]

ROWS = [".X.O.", ".X.O.", ".X.OX", ".X.O.", ".X.O."]
"""Two walls, and a Black stone on White's side that dies."""
OWNERSHIP = [1.0, 1.0, 0.0, -1.0, -1.0] * 5


def line(number: int = 1, **more: Any) -> dict[str, Any]:
    told = {
        "id": f"p{number}", "game": f"g{number % 3}", "rows": ROWS, "to_move": "B", "komi": 0.5, "rules": "chinese",
        "ownership": OWNERSHIP, "score_lead_black": -0.5, "move_number": 10, "game_length": 40,
    }
    return {key: value for key, value in {**told, **more}.items() if value != "left out"}


def written(path: Path, *lines: Any) -> str:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines))
    return str(path)


def refused(capsys: Capture, *words: str) -> str:
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("mokusan: ").rstrip("\n")


# -- classes ---------------------------------------------------------------------------------------------------------


def test_classes_of_points_by_hand() -> None:
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


def test_lines_of_a_board_that_is_not_square() -> None:
    found = point_classes(Position.empty(3, 7), np.zeros(21))
    for name, picture in (("first line", "####### #.....# #######"), ("second line", "....... .#####. .......")):
        assert found[name].tolist() == [char == "#" for char in picture.replace(" ", "")], name
    assert not found["inside"].any()


# -- numbers ---------------------------------------------------------------------------------------------------------

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
def test_figures_against_loops(given: list[tuple[Position, list[float], list[float], float, float, str]]) -> None:
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


def test_the_bootstrap_resamples_games_by_its_seed() -> None:
    """Against drawing games one by one: the same spread; and nothing hangs on the order of the positions."""
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


def test_shares_and_intervals_by_hand() -> None:
    """Half of the truth is half a point wrong on 20 points, 11 of them stones, one of which dies; the score is wrong
    by 4 either way. Who does not draw the game with the dying stone has no case of it."""
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


def test_groups() -> None:
    errors = [
        PositionErrors("g", "9x9", "end", "pro", one_score(1, "g").sums), PositionErrors("g", "19x19", "", "", one_score(2, "g").sums)
    ]
    assert [(row.name, row.positions) for row in statistics_by_group(errors)] == [
        ("all", 2), ("19x19", 1), ("9x9", 1), ("9x9 end", 1), ("end", 1), ("kind pro", 1)]


@pytest.mark.parametrize(
    ("move", "length", "end", "phase"),
    [(0, 40, False, "opening"), (9, 40, False, "opening"), (10, 40, False, "early middle"),
     (20, 40, False, "late middle"), (39, 40, False, "late"), (40, 40, False, "end"), (3, 40, True, "end"),
     (90, 40, False, "end"), (-30, 40, False, "opening"),
     (None, 40, False, ""), (3, 0, False, "")],
)  # fmt: skip
def test_phases(move: float | None, length: float | None, end: bool, phase: str) -> None:
    assert phase_of(move, length, end) == phase


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
     (1, 29, 0.0061, 0.1718), (0, 0, 0.0, 1.0)],
)  # fmt: skip
def test_wilsons_interval(wins: float, games: int, low: float, high: float) -> None:
    """The middle three are R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_a_position_tells_its_game_kind_and_phase(tmp_path: Path) -> None:
    """Without a game it is one of its own; values that were rounded may be a little beyond 1."""
    path = written(
        tmp_path / "t", line(1, game="g", kind="pro"), line(2, game="left out", kind=3, is_end=True),
        line(3, game="left out", ownership=[1.0005, *OWNERSHIP[1:]]),
    )  # fmt: skip
    found = list(read_truth(path, Settings()))
    assert [(one.game, one.kind, one.phase) for one in found] == [
        ("g", "pro", "early middle"), ("line 2", "3", "end"), ("line 3", "", "early middle")]


# -- the command -----------------------------------------------------------------------------------------------------


def test_predictions_of_others(tmp_path: Path, capsys: Capture) -> None:
    """A prediction of half a point too much for Black everywhere, and of three points in the score."""
    truth = written(tmp_path / "t", line(1), line(2, is_end=True), line(3))
    ours = [value / 2 for value in OWNERSHIP]
    pred = written(
        tmp_path / "p", {"id": "p1", "ownership": ours, "score": 2.5}, {"id": "p2", "ownership": None, "score": -1.5},
        {"id": "other", "score": 3})
    assert cli.main(["measure", truth, "--pred", pred, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["missing"], [group["name"] for group in told["groups"]]) == (
        1, ["all", "5x5", "5x5 early middle", "5x5 end", "early middle", "end"])
    statistics = told["groups"][0]["figures"]
    assert statistics["mse all"][0] == pytest.approx(0.2, abs=1e-6)
    assert statistics["sign all"][0] == 1
    assert statistics["bias score"][0] == 1.0
    assert statistics["error score"][0] == 2.0
    assert statistics["error map"][0] == 0
    assert cli.main(["measure", truth, "--pred", pred]) == 0
    text = capsys.readouterr().out
    assert "2 positions of 2 games" in text
    assert "1 positions more are not predicted" in text


def test_komi_is_taken_off_our_score(tmp_path: Path, capsys: Capture) -> None:
    """The truth's lead has the komi in it: another komi moves ours by as much, and the map not at all."""
    biases = []
    for komi in (0.5, 10.5):
        truth = written(tmp_path / "t", line(komi=komi))
        assert cli.main(["measure", truth, "--layers", "control", "--json"]) == 0
        statistics = json.loads(capsys.readouterr().out)["groups"][0]["figures"]
        biases.append((statistics["bias score"][0], statistics["bias map"][0]))
    assert biases[0][0] - biases[1][0] == pytest.approx(10)
    assert biases[0][1] == biases[1][1]


def test_what_is_written_by_position_can_be_read_again(tmp_path: Path, capsys: Capture) -> None:
    truth = written(tmp_path / "t", line(1), line(2), line(3, id=3))
    out = tmp_path / "out"
    words = ("measure", truth, "--layers", "control", "--json", "--by-position", str(out))
    assert cli.main(words) == 0
    ours = json.loads(capsys.readouterr().out)
    assert cli.main(["measure", truth, "--pred", str(out), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert [json.loads(one)["id"] for one in out.read_text().splitlines()] == ["p1", "p2", 3]
    for group, other in zip(ours["groups"], again["groups"], strict=True):
        for name, statistic in group["figures"].items():
            if statistic is None or other["figures"][name] is None:
                assert statistic == other["figures"][name]
            else:
                assert statistic[0] == pytest.approx(other["figures"][name][0], abs=1e-4), name


# -- bad files -------------------------------------------------------------------------------------------------------

NAN = json.dumps(line(1)).replace("-0.5", "NaN")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "no positions"),
        (["\n\n"], "no positions"),
        (["{"], "line 1: not JSON: "),
        (["[" * 100_000], "line 1: not JSON: nested too deeply"),
        (["7"], "line 1: expected an object, got 7"),
        ([line(1), line(2, id="left out")], "line 2: id: missing"),
        ([line(1), "", line(1)], 'line 3: id: a second position of the name "p1"'),
        ([line(id=None)], "line 1: id: expected text or a whole number, got null"),
        ([line(rows="left out")], "line 1: rows: expected a list of strings, got null"),
        ([line(rows=["..", "."])], "line 1: "),
        ([line(size=9)], "line 1: size: expected 5 as in the rows, got 9"),
        ([line(ownership="left out")], "line 1: ownership: missing"),
        ([line(ownership=[0.5] * 24)], "line 1: ownership: expected 25 numbers for a 5x5 board, got 24"),
        ([line(ownership=[1, 1.5])], "line 1: ownership: expected numbers in [-1, 1], got 1.5 at place 2"),
        ([line(ownership=[1, None])], "line 1: ownership: expected numbers in [-1, 1], got null at place 2"),
        ([line(ownership={})], "line 1: ownership: expected a list of numbers, got {}"),
        ([NAN], "line 1: score_lead_black: expected a number or null, got nan"),
        ([line(score_lead_black="3")], 'line 1: score_lead_black: expected a number or null, got "3"'),
        ([line(komi=True)], "line 1: komi: expected a number"),
        ([line(is_end=1)], "line 1: is_end: expected true or false, got 1"),
        ([line(move_number=True)], "line 1: move_number: expected a number or null, got true"),
        ([line(move_number=10**400)], "line 1: move_number: expected a number or null, got 1"),
        (["\x00\x01\x02"], "line 1: not JSON: "),
    ],
)  # fmt: skip
def test_bad_truth_sets_are_one_line(lines: list[Any], message: str, tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path / "truth", *lines)
    told = refused(capsys, "measure", path, "--layers", "control")
    assert told.startswith(f"{path}: {message}")
    assert len(told) < 300


def test_files_that_cannot_be_used(tmp_path: Path, capsys: Capture) -> None:
    assert refused(capsys, "measure", str(tmp_path)) == f"{tmp_path}: cannot read: Is a directory"
    assert refused(capsys, "measure", "/nonexistent") == "/nonexistent: cannot read: No such file or directory"
    truth = written(tmp_path / "t", line(1))
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 3)
    assert "binary: line 1: not JSON: " in refused(capsys, "measure", str(tmp_path / "binary"))
    assert refused(capsys, "measure", truth, "--by-position", "/no/x").startswith("/no/x: cannot write: No such file")
    (tmp_path / "long").write_bytes(b" " * (1 << 24) + b"\n")
    assert refused(capsys, "measure", str(tmp_path / "long")).endswith("long: line 1: longer than 16 MB")
    for lines, message in (
        ([], "no predictions"), ([{"id": "x"}], "predicts no position of"),
        ([{"id": True}], "line 1: id: expected text or a whole number, got true"),
        ([{"id": "p1", "score": "x"}], "line 1: score: expected a number or null"),
        ([{"id": "p1"}, {"id": "p1"}], 'line 2: id: a second prediction of the name "p1"'),
        ([{"id": "p0"}, {"id": "p1", "ownership": [0.5]}], "line 2: ownership: expected 25 numbers for a 5x5 board"),
    ):  # fmt: skip
        assert message in refused(capsys, "measure", truth, "--pred", written(tmp_path / "p", *lines))


def test_what_was_written_by_position_is_kept_if_there_is_nothing_new(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out"
    out.write_text("kept")
    good, bad = written(tmp_path / "good", line(1)), written(tmp_path / "bad", line(1), "{")
    for words in ((bad,), (good, "--pred", written(tmp_path / "p", {"id": "x"}))):
        refused(capsys, "measure", *words, "--by-position", str(out))
        assert out.read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "good", "out", "p"]


def test_words_that_do_not_go_together(capsys: Capture) -> None:
    assert "not allowed with" in refused(capsys, "measure", "t", "--pred", "p", "--layers", "control")
    told = refused(capsys, "measure", "t", "--resamples", "0")
    assert "--resamples: expected a whole number of at least 1, got '0'" in told


# -- beside other programs -------------------------------------------------------------------------------------------

JUDGE = SHARED / "tools" / "score_ownership.py"


@pytest.mark.skipif(not JUDGE.exists(), reason="no other judge beside the project")
def test_figures_agree_with_another_judge(tmp_path: Path, capsys: Capture) -> None:
    lines = [json.loads(one) for one in TRUTH.read_text().splitlines()][::20]
    truth, out = written(tmp_path / "truth", *lines), str(tmp_path / "out")
    assert cli.main(["measure", truth, "--layers", "control", "--json", "--by-position", out]) == 0
    ours = {group["name"]: group for group in json.loads(capsys.readouterr().out)["groups"]}
    run = subprocess.run([sys.executable, str(JUDGE), truth, out, "--json"], capture_output=True, text=True, check=True)
    theirs = {name.strip(): row for name, row in json.loads(run.stdout).items()}
    words = {"open": "opening", "mid1": "early middle", "mid2": "late middle", "late": "late", "end": "end"}
    names = {
        "MSE": "mse all", "MAE": "mae all", "MSE_e": "mse empty", "MAE_e": "mae empty", "MSE_s": "mse stones",
        "MAE_s": "mae stones", "sign": "sign all", "sign_e": "sign empty", "sign_s": "sign stones",
        "sMAE": "error score", "sbias": "bias score",
    }
    compared = 0
    for name, row in theirs.items():
        first, _, phase = name.partition(" ")
        size = f"{first}x{first}" if first.isdigit() else ""
        group = ours[f"{size} {words[phase]}".strip() if phase in words else name]
        assert group["positions"] == row["n"]
        for other, own in names.items():
            if not math.isnan(row.get(other, math.nan)):
                assert group["figures"][own][0] == pytest.approx(row[other], abs=2e-4), (name, other)
                compared += 1
    assert compared > 100


@pytest.mark.skipif(not TRUTH.exists(), reason="no truth set beside the project")
def test_the_truth_set_can_be_read_whole() -> None:
    found = list(read_truth(str(TRUTH), Settings()))
    assert len(found) == len(TRUTH.read_text().splitlines())
    assert all(truth.phase and truth.lead is not None for truth in found)


@pytest.mark.skipif(not TRUTH.exists(), reason="no truth set beside the project")
def test_figures_agree_with_the_benchmark(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first layer is our `--layers control`: the same MSE, and its score is our error of the map."""
    from tests.benchmarks import settled

    lines = [json.loads(one) for one in TRUTH.read_text().splitlines()][::20]
    monkeypatch.setattr(settled, "LAYERS", settled.LAYERS[:1])
    rows: Any = defaultdict(list)
    for told in lines:
        position = Position.from_diagram("\n".join(told["rows"]), told["to_move"])
        example = settled.Example(position, board_status(Position.empty(2)), np.array(told["ownership"]), told["game"])
        settled.judge(settled.Judged(example, 0.0), default_prior(), rows)
    assert cli.main(["measure", written(tmp_path / "t", *lines), "--layers", "control", "--json"]) == 0
    ours = {group["name"]: group["figures"] for group in json.loads(capsys.readouterr().out)["groups"]}
    assert rows
    for (_, size), found in rows.items():
        mse, score, *_ = np.mean(found, axis=0)
        statistics = ours[f"{size}x{size}"]
        assert (statistics["mse all"][0], statistics["error map"][0]) == pytest.approx((mse, score), abs=1e-5)
