"""Ownership estimates for files of positions."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.board import Position
from analysis.control import estimate
from analysis.evaluation import evaluate
from gtpengine.batch import bulk_estimates
from gtpengine.batch.bulk_estimates import EstimateError, estimate_file
from gtpengine.files.json_lines import MAX_LINE_BYTES
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import control_only, line
from tests.positions import TRUTH


def run(tmp_path: Path, lines: list[str]) -> list[dict[str, Any]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert estimate_file(source, target, control_only()) == sum(bool(text.strip()) for text in lines)
    return [json.loads(text) for text in target.read_text(encoding="utf-8").splitlines()]


def test_results_equal_those_of_estimate_in_the_order_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_estimates, "BLOCK_LINES", 3)
    boards = [["X..", ".O.", "..."], ["X.", ".."], ["..O", "..."], ["...", ".X.", "..."], ["."], ["XX.", "...", "O.."],
              ["X.", ".O"]]
    lines = [line(id=number, rows=rows, komi=number / 2) for number, rows in enumerate(boards)]
    lines.insert(4, "")
    answers = run(tmp_path, lines)
    assert [answer["id"] for answer in answers] == list(range(len(boards)))
    for number, (rows, answer) in enumerate(zip(boards, answers, strict=True)):
        control = estimate(Position.from_diagram("\n".join(rows)), control_only().control())
        assert list(answer) == ["id", "ownership", "score"]
        assert np.allclose(answer["ownership"], control.values.reshape(-1), atol=2e-3)
        assert answer["score"] == pytest.approx(control.score - number / 2, abs=1e-2)


def test_black_is_positive_and_rows_run_from_the_top(tmp_path: Path) -> None:
    rows = ["." * 9] * 9
    rows[2] = "..X......"
    ownership = run(tmp_path, [line(rows=rows)])[0]["ownership"]
    assert len(ownership) == 81
    assert max(range(81), key=ownership.__getitem__) == 2 * 9 + 2


@pytest.mark.parametrize("name", ["目算", "half a pair \ud800", "two\nlines", 7, None, ["a"]])
def test_the_id_is_returned_unchanged(tmp_path: Path, name: object) -> None:
    assert run(tmp_path, [line(id=name)])[0]["id"] == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON: "),
        ("[" * 100_000, "not JSON: "),
        ("3", "expected an object, got 3"),
        ('{"rows": ["."]}', "id: missing"),
        ('{"id": 1}', "rows: expected a list of strings, got null"),
        (line(rows=[]), "rows: expected a list of strings, got []"),
        (line(rows=["X.", 3]), 'rows: expected a list of strings, got ["X.", 3]'),
        (line(rows=["X.", "."]), "diagram: row 2 has 1 points, the first has 2"),
        (line(rows=["X?"]), "diagram: row 1 holds '?'"),
        (line(rows=["." * 26] * 26), "board size: expected 1..25 by 1..25, got 26x26"),
        (line(rows=["XO"]), ""),
        (line(size=9), "size: expected 3 as in the rows, got 9"),
        (line(to_move="green"), "color: expected black or white, got 'green'"),
        (line(to_move=1), "to_move: expected text, got 1"),
        (line(komi="6.5"), 'komi: expected a number in [-1000, 1000], got "6.5"'),
        (line(komi=True), "komi: expected a number in [-1000, 1000], got true"),
        ('{"id": 1, "rows": ["."], "komi": NaN}', "komi: expected a number in [-1000, 1000], got nan"),
        ('{"id": 1, "rows": ["."], "komi": -Infinity}', "komi: expected a number in [-1000, 1000], got -inf"),
        (line(ko="Z9"), "vertex: expected A1 to C3 or pass, got 'Z9'"),
        (line(ko="pass"), "ko: expected a vertex, null or [row, column] on the 3x3 board, got "),
        (line(ko=[3, 0]), "ko: expected a vertex, null or [row, column] on the 3x3 board, got [3, 0]"),
        (line(ko=9), "ko: expected a vertex, null or [row, column] on the 3x3 board, got 9"),
        (line(ko="A3"), ""),
        (line(rules="calvinball"), "rules: expected one of "),
    ],
)
def test_an_error_names_the_line_and_leaves_the_target_unchanged(text: str, message: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{line()}\n\n{text}\n", encoding="utf-8")
    target.write_text("as it was", encoding="utf-8")
    with pytest.raises(EstimateError) as caught:
        estimate_file(source, target, control_only())
    assert str(caught.value).startswith(f"{source}: line 3: {message}")
    assert "\n" not in str(caught.value)
    assert target.read_text(encoding="utf-8") == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\xff\xfe{}\n")
    with pytest.raises(EstimateError, match=r"in\.jsonl: line 1: not JSON"):
        estimate_file(source, tmp_path / "out.jsonl", control_only())


def test_unusable_files(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    with pytest.raises(EstimateError, match=r"in\.jsonl: No such file"):
        estimate_file(source, tmp_path / "out.jsonl", control_only())
    with pytest.raises(EstimateError, match="Is a directory"):
        estimate_file(tmp_path, tmp_path / "out.jsonl", control_only())
    source.write_text(line(), encoding="utf-8")
    with pytest.raises(EstimateError, match="is a directory"):
        estimate_file(source, tmp_path, control_only())
    with pytest.raises(EstimateError, match=r"missing/out\.jsonl: cannot write: No such file"):
        estimate_file(source, tmp_path / "missing" / "out.jsonl", control_only())


def test_an_empty_file_gives_an_empty_file(tmp_path: Path) -> None:
    assert run(tmp_path, []) == []


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links of POSIX")
def test_mode_and_link_of_the_target_are_kept(tmp_path: Path) -> None:
    source, real, link = tmp_path / "in.jsonl", tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    source.write_text(line(), encoding="utf-8")
    real.write_text("", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    estimate_file(source, link, control_only())
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert json.loads(real.read_text(encoding="utf-8"))["id"] == "a"


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    source, new = tmp_path / "in.jsonl", tmp_path / "new.jsonl"
    source.write_text(line(), encoding="utf-8")
    before = os.umask(0o027)
    try:
        estimate_file(source, new, control_only())
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_terminals_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    for stream, shows in ((io.StringIO(), False), (Screen(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        run(tmp_path, [line()] * 5)
        assert ("100 %" in stream.getvalue()) is shows
        assert bool(stream.getvalue()) is shows


def mixed_lines(count: int) -> list[str]:
    """Return lines of random boards of several sizes."""
    rng = np.random.default_rng(2)
    lines = []
    for number in range(count):
        height, width = rng.integers(2, 10, 2)
        points = rng.choice([".", ".", ".", ".", "X", "O"], (height, width))
        points[:, 0] = points[::2] = "."  # so every chain has a liberty
        lines.append(line(id=f"n{number}", rows=["".join(row) for row in points], komi=number / 7))
    return lines


def test_the_text_is_that_of_json_dumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_estimates, "BLOCK_LINES", 7)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = mixed_lines(40)
    source.write_text("\n".join(lines), encoding="utf-8")
    estimate_file(source, target, control_only())
    wanted = []
    for text in map(json.loads, lines):
        control = estimate(Position.from_diagram("\n".join(text["rows"])), control_only().control())
        values = (np.round(control.values.reshape(-1), 6) + 0.0).tolist()
        wanted.append(json.dumps(
            {"id": text["id"], "ownership": values, "score": round(control.score - text["komi"], 6)}))
    assert target.read_text(encoding="utf-8").splitlines() == wanted


@pytest.mark.parametrize("control", [True, False])
def test_workers_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, control: bool) -> None:
    monkeypatch.setattr(bulk_estimates, "BLOCK_LINES", 2)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    settings = control_only() if control else Settings()
    source.write_text("\n".join(mixed_lines(12)), encoding="utf-8")
    assert estimate_file(source, target, settings) == 12
    alone = target.read_bytes()
    assert estimate_file(source, target, settings, workers=2) == 12
    assert target.read_bytes() == alone


def test_workers_report_the_first_wrong_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_estimates, "BLOCK_LINES", 2)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join([*mixed_lines(6), line(rows=["XO"]), "{", " " * (MAX_LINE_BYTES + 1)]))
    target.write_text("as it was")
    with pytest.raises(EstimateError) as caught:
        estimate_file(source, target, control_only(), workers=2)
    assert str(caught.value) == f"{source}: line 7: position: the chain at A1 has no liberty"
    assert target.read_text() == "as it was"


def test_an_overlong_line_is_an_error_after_the_lines_before_it(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    for before, message in ((line(), "line 2: longer than 16 MB"), ("{}", "line 1: id: missing")):
        source.write_text(before + "\n" + " " * (MAX_LINE_BYTES + 1))
        with pytest.raises(EstimateError) as caught:
            estimate_file(source, target, control_only())
        assert str(caught.value) == f"{source}: {message}"


@pytest.mark.skipif(not TRUTH.exists(), reason="the shared data are not here")
def test_mode_d_against_strong_ownership(tmp_path: Path) -> None:
    """Mean squared errors of mode D at its fixed point, per position, then averaged by board size."""
    target = tmp_path / "out.jsonl"
    settings = control_only()
    settings.set("play.control_only", "true")
    estimate_file(TRUTH, target, settings)
    errors: dict[int, list[float]] = {}
    with TRUTH.open(encoding="utf-8") as truth, target.open(encoding="utf-8") as answers:
        for wanted, got in zip(map(json.loads, truth), map(json.loads, answers), strict=True):
            assert wanted["id"] == got["id"]
            error = np.mean((np.array(wanted["ownership"]) - np.array(got["ownership"])) ** 2)
            errors.setdefault(wanted["size"], []).append(float(error))
    assert {size: round(float(np.mean(found)), 3) for size, found in errors.items()} == {
        19: 0.106, 13: 0.173, 9: 0.237}


def test_the_default_is_the_map_of_the_settled_board(tmp_path: Path) -> None:
    rows = [".XXXO", "XO.XO", "XXXXO", "X.XOO", "XXXO.", "OOOOO", ".O.O."]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    boards = rows, ["X....", ".....", "...O."]
    source.write_text("\n".join(line(rows=board) for board in boards), encoding="utf-8")
    assert estimate_file(source, target, Settings()) == 2
    answer, other = map(json.loads, target.read_text(encoding="utf-8").splitlines())
    assert answer["ownership"][6] == 1.0  # White's stone in there is dead
    assert answer["score"] == pytest.approx(sum(answer["ownership"]) - 0.5, abs=1e-4)
    for result, board in zip((answer, other), boards, strict=True):
        control = evaluate(Position.from_diagram("\n".join(board)), komi=0.5).control
        assert result["ownership"] == pytest.approx(control.values.reshape(-1).tolist(), abs=1e-6)
