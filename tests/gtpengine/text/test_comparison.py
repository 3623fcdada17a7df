"""`mokusan analyse --compare`: our map compared with the true one."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gtpengine import cli

Capture = pytest.CaptureFixture[str]

ROWS = [".X.O.", ".X.O.", ".X.OX", ".X.O.", ".X.O."]
MIRRORED = [row[::-1] for row in ROWS]


def line(name: Any, rows: list[str] = ROWS, **more: Any) -> str:
    answer = {"id": name, "rows": rows, "to_move": "B", "komi": 3.5, "ownership": [0.25] * 25, "score_lead_black": -2.0}
    return json.dumps({**answer, **more})


@pytest.fixture
def truth(tmp_path: Path) -> str:
    path = tmp_path / "truth.jsonl"
    path.write_text("\n".join([line("one"), line(2, MIRRORED), line("white", to_move="W", score_lead_black=None)]))
    return str(path)


def run(capsys: Capture, *words: str) -> str:
    assert cli.main(["analyse", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    assert cli.main(["analyse", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("mokusan: ").rstrip("\n")


def test_numbers_of_the_comparison(truth: str, capsys: Capture) -> None:
    answer = json.loads(run(capsys, "--compare", truth, "--id", "one", "--json"))
    ours, true = np.array(answer["ownership"]), np.array(answer["true_ownership"])
    assert (answer["id"], answer["size"], answer["komi"], answer["true_score"]) == ("one", 5, 3.5, -2.0)
    assert true.tolist() == [0.25] * 25
    assert answer["mse"] == pytest.approx(((ours - true) ** 2).mean(), abs=1e-5)
    assert answer["mae"] == pytest.approx(abs(ours - true).mean(), abs=1e-5)
    assert answer["score"] == pytest.approx(ours.sum() - 3.5, abs=1e-4)
    by_number = json.loads(run(capsys, "--compare", truth, "--index", "1", "--json"))
    assert by_number == answer
    assert json.loads(run(capsys, "--compare", truth, "--id", "2", "--json"))["id"] == 2


def test_text_lists_the_largest_errors(truth: str, capsys: Capture) -> None:
    lines = run(capsys, "--compare", truth, "--id", "white").splitlines()
    assert lines[0] == "white: 5x5, White to move"
    assert lines[2] == "truth map B+2.75 with komi"
    assert re.fullmatch(r"MSE 0\.\d{4}, MAE 0\.\d{3}", lines[3])
    assert [row[0] for row in lines[4:]] == list("ABCDEFGHIJKL"[: len(lines) - 4])
    gaps = [abs(float(row.split()[3]) - float(row.split()[5])) for row in lines[4:]]
    assert gaps == sorted(gaps, reverse=True)
    assert min(gaps) >= 0.49


def test_comparison_as_svg(truth: str, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out.svg"
    run(capsys, "--compare", truth, "--id", "one", "--svg", str(out))
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text in ("Mokusan", "Truth", "Mokusan minus truth")] == [
        "Mokusan", "Truth", "Mokusan minus truth"]
    assert "W+2.00 with komi 3.5" in texts
    stones = [one for one in root.iter("{http://www.w3.org/2000/svg}circle") if one.get("r") == "17"]
    assert len(stones) == 3 * sum(row.count("X") + row.count("O") for row in ROWS)


@pytest.mark.parametrize("player", ["B", "W"])
def test_a_record_selects_its_position(player: str, truth: str, tmp_path: Path, capsys: Capture) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(f"(;SZ[5]AB[ba][bb][bc][bd][be][ec]AW[da][db][dc][dd][de]PL[{player}])")
    answer = json.loads(run(capsys, "--compare", truth, str(record), "--json"))
    assert answer["id"] == {"B": "one", "W": "white"}[player]


def test_a_single_position_needs_no_id(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "truth"
    path.write_text(line("only"))
    assert json.loads(run(capsys, "--compare", str(path), "--control-only", "--json"))["id"] == "only"


def test_errors_in_arguments(truth: str, tmp_path: Path, capsys: Capture) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[5];B[cc])")
    several = "several positions: name one by --id, --index or a game record"
    for words, message in (
        (("--compare", truth), several), (("--compare", truth, "--id", "no"), "no position of the id 'no'"),
        (("--compare", truth, "--index", "4"), "no position number 4, there are 3"),
        (("--compare", truth, str(record)), "no position with the board of the record and the same side to move"),
    ):
        assert refused(capsys, *words) == f"{truth}: {message}"
    for words, message in (
        (("--compare", truth, "--index", "0"), "argument --index: expected a whole number of at least 1, got '0'"),
        (("--compare", truth, "--id", "one", "--index", "1"), "argument --index: not allowed with argument --id"),
        (("--compare", "/nonexistent"), "/nonexistent: cannot read: No such file or directory"),
        (("--compare", truth, "--id", "one", "--svg", "/dev/null/x"), "/dev/null/x: cannot write: Not a directory"),
        (("--compare", truth, "--trace"), "--trace does not go with --compare"),
        (("--id", "one", str(record)), "--id and --index go with --compare"),
        ((), "the following arguments are required: FILE.sgf (see mokusan analyse --help)"),
    ):
        assert refused(capsys, *words).startswith(message)
