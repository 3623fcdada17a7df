"""Bulk estimates from JSON lines."""

from __future__ import annotations

import io
import json
import math
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.board import NO_POINT, Position, Rules
from analysis.control import estimate
from analysis.evaluation import evaluate
from analysis.policy.model import default_weights
from analysis.runtime import notices
from gtpengine.batch import bulk_estimates, weight_fits
from gtpengine.batch.bulk_estimates import EstimateError, estimate_file
from gtpengine.files.json_lines import read_object
from gtpengine.files.position_lines import PositionLine, evaluate_position_line, parse_position_line
from gtpengine.settings import Settings

TRUTH = Path(__file__).parents[4] / "shared" / "data" / "truth_dev.jsonl"
KO = ["..XO.", ".X.XO", "..XO.", "....."]


def bare() -> Settings:
    """Settings by which the field of the bare board is what is told."""
    settings = Settings()
    settings.set("play.control_only", "true")
    return settings


def read_job(text: str, settings: Settings) -> PositionLine:
    return parse_position_line(read_object(text), settings)


def line(**changes: Any) -> str:
    return json.dumps({"id": "a", "rows": ["X..", ".O.", "..."], "to_move": "B", "komi": 0.5, **changes})


def run(tmp_path: Path, lines: list[str]) -> list[dict[str, Any]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert estimate_file(source, target, bare()) == sum(bool(text.strip()) for text in lines)
    return [json.loads(text) for text in target.read_text(encoding="utf-8").splitlines()]


def test_answers_are_those_of_estimate_in_the_order_of_the_file(
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
        control = estimate(Position.from_diagram("\n".join(rows)), bare().control())
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
def test_the_id_comes_back_as_it_was(tmp_path: Path, name: object) -> None:
    assert run(tmp_path, [line(id=name)])[0]["id"] == name


@pytest.mark.parametrize("ko", ["C3", "c3", 7, [1, 2]])
def test_ko(ko: object) -> None:
    position = read_job(line(rows=KO, ko=ko), bare()).position
    assert position.grid.vertex(position.ko) == "C3"
    assert not position.is_legal(position.grid.point("C3"))


def test_sizes_are_columns_and_rows_and_komi_has_bounds() -> None:
    assert read_job(line(rows=["...", "..."], size=[3, 2], komi=-1000), bare()).komi == -1000
    assert read_job(line(size=[3, 3], komi=1000), bare()).komi == 1000
    for more in ({"size": [2, 3]}, {"size": 3}, {"komi": 1000.5}):
        with pytest.raises(ValueError, match=r"size: expected \[3, 2\]|komi: expected a number"):
            read_job(line(rows=["...", "..."], **more), bare())


def test_the_rules_of_a_line_are_those_it_is_evaluated_by() -> None:
    position_line = read_job(line(rules="nz"), bare())
    assert evaluate_position_line(position_line, bare()).rules == Rules.named("nz") != bare().rules()


def test_defaults_of_a_bare_line() -> None:
    settings = bare()
    settings.set("game.komi", "3.5")
    settings.set("game.rules", "japanese")
    position_line = read_job('{"id": null, "rows": ["."]}', settings)
    assert (position_line.key, position_line.komi, position_line.rules) == (None, 3.5, Rules.named("japanese"))
    assert (position_line.position.to_move.letter, position_line.position.ko) == ("B", NO_POINT)
    assert read_job(line(rules="NZ", to_move="W"), settings).rules == Rules.named("nz")
    assert read_job(line(to_move="W"), settings).position.to_move.letter == "W"


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
def test_a_bad_line_is_named_and_nothing_is_written(text: str, message: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{line()}\n\n{text}\n", encoding="utf-8")
    target.write_text("as it was", encoding="utf-8")
    with pytest.raises(EstimateError) as caught:
        estimate_file(source, target, bare())
    assert str(caught.value).startswith(f"{source}: line 3: {message}")
    assert "\n" not in str(caught.value)
    assert target.read_text(encoding="utf-8") == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_bad_bytes(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\xff\xfe{}\n")
    with pytest.raises(EstimateError, match=r"in\.jsonl: line 1: not JSON"):
        estimate_file(source, tmp_path / "out.jsonl", bare())


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    with pytest.raises(EstimateError, match=r"in\.jsonl: No such file"):
        estimate_file(source, tmp_path / "out.jsonl", bare())
    with pytest.raises(EstimateError, match="Is a directory"):
        estimate_file(tmp_path, tmp_path / "out.jsonl", bare())
    source.write_text(line(), encoding="utf-8")
    with pytest.raises(EstimateError, match="is a directory"):
        estimate_file(source, tmp_path, bare())
    with pytest.raises(EstimateError, match=r"missing/out\.jsonl: cannot write: No such file"):
        estimate_file(source, tmp_path / "missing" / "out.jsonl", bare())


def test_an_empty_file_gives_an_empty_file(tmp_path: Path) -> None:
    assert run(tmp_path, []) == []


def test_the_new_file_keeps_the_old_ones_mode_and_link(tmp_path: Path) -> None:
    source, real, link = tmp_path / "in.jsonl", tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    source.write_text(line(), encoding="utf-8")
    real.write_text("", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    estimate_file(source, link, bare())
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert json.loads(real.read_text(encoding="utf-8"))["id"] == "a"


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    source, new = tmp_path / "in.jsonl", tmp_path / "new.jsonl"
    source.write_text(line(), encoding="utf-8")
    before = os.umask(0o027)
    try:
        estimate_file(source, new, bare())
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    for stream, shows in ((io.StringIO(), False), (Screen(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        run(tmp_path, [line()] * 5)
        assert ("100 %" in stream.getvalue()) is shows
        assert bool(stream.getvalue()) is shows


@pytest.mark.skipif(not TRUTH.exists(), reason="the shared data are not here")
def test_mode_d_against_strong_ownership(tmp_path: Path) -> None:
    """The mean squared errors of mode D at its fixed point, per position, then averaged."""
    target = tmp_path / "out.jsonl"
    settings = bare()
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


def test_by_default_it_is_the_settled_map(tmp_path: Path) -> None:
    rows = [".XXXO", "XO.XO", "XXXXO", "X.XOO", "XXXO.", "OOOOO", ".O.O."]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    boards = rows, ["X....", ".....", "...O."]
    source.write_text("\n".join(line(rows=board) for board in boards), encoding="utf-8")
    assert estimate_file(source, target, Settings()) == 2
    answer, other = map(json.loads, target.read_text(encoding="utf-8").splitlines())
    assert answer["ownership"][6] == 1.0  # White's stone in there is dead
    assert answer["score"] == pytest.approx(sum(answer["ownership"]) - 0.5, abs=1e-4)
    for told, board in zip((answer, other), boards, strict=True):
        control = evaluate(Position.from_diagram("\n".join(board)), komi=0.5).control
        assert told["ownership"] == pytest.approx(control.values.reshape(-1).tolist(), abs=1e-6)


def test_fitting_a_file(tmp_path: Path) -> None:
    if not TRUTH.exists():
        pytest.skip(f"no {TRUTH.name} beside the project")
    small = Settings()
    for name in ("chain_nodes", "group_nodes"):
        small.set(f"status.{name}", "50")
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(TRUTH.read_text().splitlines()[::16]) + "\n")
    fitted = json.loads(weight_fits.life_probability_json(weight_fits.fit_life_probability(source, small)))
    assert set(fitted) == {"weights", "typical", "points", "stones", "error", "calibration"}
    assert set(fitted["weights"]) == set(fitted["typical"]) == {"alive", "critical", "unknown", "dead"}


@pytest.mark.parametrize(("ownership", "message"), [
    ([0.0] * 8, "line 1: ownership: expected a list of 9 numbers, got "),
    ({"a": 1}, "line 1: ownership: expected a list of 9 numbers, got "),
    ([0.0] * 8 + [None], "line 1: ownership: expected numbers from -1 to 1, got None as number 9"),
    ([55, *[0.0] * 8], "line 1: ownership: expected numbers from -1 to 1, got 55 as number 1"),
    ([math.nan] * 9, "line 1: ownership: expected numbers from -1 to 1, got nan as number 1"),
    ([True] * 9, "line 1: ownership: expected numbers from -1 to 1, got True as number 1"),
    ([["0"]] * 9, "line 1: ownership: expected numbers from -1 to 1, got ['0'] as number 1"),
])  # fmt: skip
def test_bad_ownership_to_fit(tmp_path: Path, ownership: object, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line(rows=["..."] * 3, game="g", ownership=ownership) + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        weight_fits.fit_life_probability(source, Settings())


def test_fitting_moves(tmp_path: Path) -> None:
    """The longest line of each game counts; passes are no moves to foretell."""
    source = tmp_path / "in.jsonl"
    corners = [["B", "C3"], ["W", "G7"], ["B", "G3"], ["W", "C7"], ["B", "pass"], ["W", "E5"]]
    games = [line(rows=["." * 9] * 9, game=f"game {n}", moves=corners[:end]) for n in range(3) for end in (2, 6)]
    source.write_text("\n".join(games) + "\n")
    fitted = json.loads(weight_fits.policy_json(weight_fits.fit_policy(source, Settings())))
    assert fitted["moves"] == 15
    assert set(fitted["weights"]) == set(default_weights())
    assert set(fitted["weights"]["last_but_one"]) - {"0"}


def record(moves: int, start: str = "", size: int = 9) -> str:
    """A game along the rows, every second point."""
    points = [f"{'abcdefghi'[n % size]}{'abcdefghi'[n // size]}" for n in range(0, 2 * moves, 2)]
    return f"(;SZ[{size}]{start}" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(points)) + ")"


def test_moves_are_learnt_from_records_too(tmp_path: Path) -> None:
    """Games from an empty board or handicap stones, once each; problems, scraps and what is no record are left out."""
    source, games, said = tmp_path / "in.jsonl", tmp_path / "games", []
    source.write_text(line(rows=["." * 9] * 9, game="g", moves=[["B", "C3"], ["W", "G7"]]) + "\n")
    (games / "below").mkdir(parents=True)
    for name, text in {
        "one": record(20), "copy": record(20), "below/two": record(22) + record(24),
        "handicap": record(21, "AB[ii][gi]"),
        "problem": record(20, "AW[ii]"), "scrap": record(19), "small": record(20, size=7), "broken": "(;SZ[99])",
    }.items():
        (games / f"{name}.sgf").write_text(text)
    notices.subscribe(said.append)
    try:
        fitted = weight_fits.fit_policy(source, Settings(), [str(games)])
    finally:
        notices.unsubscribe(said.append)
    assert fitted.moves == 2 + 20 + 22 + 24 + 21
    assert [text for text in said if text.startswith("left out: broken.sgf:1: board size: ")]
    with pytest.raises(EstimateError, match="nowhere: cannot read"):
        weight_fits.fit_policy(source, Settings(), [str(tmp_path / "nowhere")])


def test_large_boards_give_every_second_move(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    moves = [["BW"[n % 2], f"{'ABCDEFGHJK'[n]}{row}"] for row in (3, 7) for n in range(10)]
    source.write_text("\n".join(line(rows=["." * 19] * 19, game=name, moves=moves) for name in "ab") + "\n")
    assert weight_fits.fit_policy(source, Settings()).moves == 20


@pytest.mark.parametrize(("moves", "message"), [
    ([["B", "K3"]], "line 1: move 1: vertex: expected A1 to J9"),
    ([["B", "C3"], ["W", "C3"]], "line 1: move 2: C3: illegal move (occupied)"),
    ([[1, 2]], "line 1: move 1: expected [colour, vertex], got [1, 2]"),
    ([["B"]], "line 1: move 1: expected [colour, vertex], got ['B']"),
    ([["red", "C3"]], "line 1: move 1: "),
    ("C3", "line 1: moves: expected a list, got str"),
])  # fmt: skip
def test_bad_games_to_fit(tmp_path: Path, moves: object, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line(rows=["." * 9] * 9, game="g", moves=moves) + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        weight_fits.fit_policy(source, Settings())
    source.write_text(line(rows=["." * 9] * 9, game="g") + "\n")
    with pytest.raises(EstimateError, match="expected a key 'moves'"):
        weight_fits.fit_policy(source, Settings())


@pytest.mark.parametrize(("text", "message"), [
    (line(rows=["..", ".."]), "line 1: expected a key 'ownership'"),
    (line(rows=["..", ".."], ownership=[0]), "line 1: ownership: expected a list of 4 numbers, got '[0]'"),
    ("nonsense", "line 1: "),
    ("", "alive: expected chains of at least two games, got 0 chains"),
])  # fmt: skip
def test_bad_files_to_fit(tmp_path: Path, text: str, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(text + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        weight_fits.fit_life_probability(source, Settings())
    with pytest.raises(EstimateError, match="cannot read"):
        weight_fits.fit_life_probability(tmp_path / "missing", Settings())
