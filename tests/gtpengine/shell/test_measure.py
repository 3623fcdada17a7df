"""`mokusan measure`: its statistics against other programs, --by-position, and errors of one line."""

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

from analysis.board import Position
from analysis.ownership.life_probability import default_life_weights
from analysis.status import board_status
from gtpengine import cli
from tests.gtpengine.accuracy.truth_files import OWNERSHIP, line, written
from tests.gtpengine.shell_runs import Capture, refused
from tests.positions import SHARED, TRUTH


def test_predictions_from_a_file(tmp_path: Path, capsys: Capture) -> None:
    """One prediction halves the ownership and is 3 points too high; one has a score only; one position has none."""
    truth = written(tmp_path / "t", line(1), line(2, is_end=True), line(3))
    ours = [value / 2 for value in OWNERSHIP]
    pred = written(
        tmp_path / "p", {"id": "p1", "ownership": ours, "score": 2.5}, {"id": "p2", "ownership": None, "score": -1.5},
        {"id": "other", "score": 3})
    assert cli.main(["measure", truth, "--pred", pred, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["missing"], [group["name"] for group in result["groups"]]) == (
        1, ["all", "5x5", "5x5 early middle", "5x5 end", "early middle", "end"])
    statistics = result["groups"][0]["figures"]
    assert statistics["mse all"][0] == pytest.approx(0.2, abs=1e-6)
    assert statistics["sign all"][0] == 1
    assert statistics["bias score"][0] == 1.0
    assert statistics["error score"][0] == 2.0
    assert statistics["error map"][0] == 0
    assert cli.main(["measure", truth, "--pred", pred]) == 0
    text = capsys.readouterr().out
    assert "2 positions of 2 games" in text
    assert "1 positions more are not predicted" in text


def test_komi_is_subtracted_from_our_score(tmp_path: Path, capsys: Capture) -> None:
    """The true lead includes komi: another komi changes the error of our score by as much, that of the map not."""
    biases = []
    for komi in (0.5, 10.5):
        truth = written(tmp_path / "t", line(komi=komi))
        assert cli.main(["measure", truth, "--layers", "control", "--json"]) == 0
        statistics = json.loads(capsys.readouterr().out)["groups"][0]["figures"]
        biases.append((statistics["bias score"][0], statistics["bias map"][0]))
    assert biases[0][0] - biases[1][0] == pytest.approx(10)
    assert biases[0][1] == biases[1][1]


def test_by_position_can_be_read_as_predictions(tmp_path: Path, capsys: Capture) -> None:
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
        ([line(1), "", line(1)], 'line 3: id: expected one position of each id, got a second of "p1"'),
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
def test_errors_in_truth_sets_are_one_line(lines: list[Any], message: str, tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path / "truth", *lines)
    result = refused(capsys, "measure", path, "--layers", "control")
    assert result.startswith(f"{path}: {message}")
    assert len(result) < 300


def test_unusable_files(tmp_path: Path, capsys: Capture) -> None:
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
        ([{"id": "p1"}, {"id": "p1"}], 'line 2: id: expected one prediction of each id, got a second of "p1"'),
        ([{"id": "p0"}, {"id": "p1", "ownership": [0.5]}], "line 2: ownership: expected 25 numbers for a 5x5 board"),
    ):  # fmt: skip
        assert message in refused(capsys, "measure", truth, "--pred", written(tmp_path / "p", *lines))


def test_by_position_is_unchanged_after_an_error(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out"
    out.write_text("kept")
    good, bad = written(tmp_path / "good", line(1)), written(tmp_path / "bad", line(1), "{")
    for words in ((bad,), (good, "--pred", written(tmp_path / "p", {"id": "x"}))):
        refused(capsys, "measure", *words, "--by-position", str(out))
        assert out.read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "good", "out", "p"]


def test_conflicting_arguments(capsys: Capture) -> None:
    assert "not allowed with" in refused(capsys, "measure", "t", "--pred", "p", "--layers", "control")
    result = refused(capsys, "measure", "t", "--resamples", "0")
    assert "--resamples: expected a whole number of at least 1, got '0'" in result


JUDGE = SHARED / "tools" / "score_ownership.py"


@pytest.mark.skipif(not JUDGE.exists(), reason="no other judge beside the project")
def test_statistics_agree_with_another_program(tmp_path: Path, capsys: Capture) -> None:
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
def test_statistics_agree_with_the_benchmark(tmp_path: Path, capsys: Capture) -> None:
    """The benchmark's first layer is our `--layers control`: the same MSE, and its score error is that of our map."""
    from tests.benchmarks import ownership

    lines = [json.loads(one) for one in TRUTH.read_text().splitlines()][::20]
    rows: Any = defaultdict(list)
    for fields in lines:
        position = Position.from_diagram("\n".join(fields["rows"]), fields["to_move"])
        truth = np.array(fields["ownership"])
        example = ownership.Example(position, board_status(Position.empty(2)), truth, fields["game"])
        ownership.judge(ownership.Judged(example, 0.0), ownership.LAYERS[:1], default_life_weights(), rows)
    assert cli.main(["measure", written(tmp_path / "t", *lines), "--layers", "control", "--json"]) == 0
    ours = {group["name"]: group["figures"] for group in json.loads(capsys.readouterr().out)["groups"]}
    assert rows
    for (_, size), found in rows.items():
        mse, score, *_ = np.mean(found, axis=0)
        statistics = ours[f"{size}x{size}"]
        assert (statistics["mse all"][0], statistics["error map"][0]) == pytest.approx((mse, score), abs=1e-5)
