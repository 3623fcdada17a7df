"""The options of `mokusan analyse` that write reports: files, encodings, errors, progress."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gtpengine import cli
from gtpengine.report import game_report as report_module
from gtpengine.sgf import load_game
from tests.gtpengine.report.report_games import OPENING, Capture
from tests.gtpengine.report.written_reports import data_of


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_bytes(OPENING)
    return path


def refused(capsys: Capture, *words: object) -> str:
    assert cli.main(["analyse", *map(str, words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    return captured.err


def test_reports_do_not_change_what_is_printed(game: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ["analyse", str(game), "--move", "3", "--control-only"]
    assert cli.main(words) == 0
    plain = capsys.readouterr().out
    out, sgf = tmp_path / "out.html", tmp_path / "out.sgf"
    assert cli.main([*words, "--html", str(out), "--sgf", str(sgf), "--every", "5"]) == 0
    assert capsys.readouterr().out == plain
    assert data_of(out.read_text(encoding="utf-8"))["open"] == 3
    assert load_game(sgf).moves == load_game(game).moves
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "out.html", "out.sgf"]


def test_bad_options(game: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--every goes with --html or --sgf" in refused(capsys, game, "--every", 2)
    assert "a whole number of at least 1" in refused(capsys, game, "--html", tmp_path / "x", "--every", 0)
    assert "the same file" in refused(capsys, game, "--html", tmp_path / "x", "--sgf", f"{tmp_path}/./x")
    assert "the same file" in refused(capsys, game, "--sgf", f"{tmp_path}/./game.sgf")
    assert "cannot write: No such file" in refused(capsys, game, "--html", tmp_path / "no" / "x.html")
    assert "cannot write: Is a directory" in refused(capsys, game, "--sgf", tmp_path)
    assert "move: expected 0..10" in refused(capsys, game, "--html", tmp_path / "x", "--move", 99)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert "pip install 'mokusan[report]'" in refused(capsys, game, "--html", tmp_path / "x")
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_an_unreadable_record_is_named_in_the_error(tmp_path: Path, capsys: Capture) -> None:
    """Even if the error is beyond the position that is printed."""
    path = tmp_path / "bad.sgf"
    path.write_text("(;SZ[9];B[aa];W[a9])")
    error = refused(capsys, path, "--sgf", tmp_path / "x", "--move", 1)
    assert f"mokusan: {path}: move 2, W: expected a point" in error


def test_a_notice_reports_broken_text_after_the_first_game(tmp_path: Path, capsys: Capture) -> None:
    path, out = tmp_path / "two.sgf", tmp_path / "out.sgf"
    path.write_text("(;SZ[9];B[ee])(;SZ[9];B[ee")
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out)]) == 0
    assert capsys.readouterr().err.splitlines()[:2] == [
        f"mokusan: {path}: line 1, column 24: B: the value does not end",
        f"mokusan: {path}: line 1, column 27: the record ends early: it is read to there"]
    assert len(load_game(out).moves) == 1


def test_an_illegal_move_is_in_the_report(tmp_path: Path, capsys: Capture) -> None:
    path, out = tmp_path / "game.sgf", tmp_path / "out.sgf"
    path.write_text("(;SZ[9];B[aa];W[aa];B[ee])")
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out)]) == 0
    assert capsys.readouterr().err.splitlines()[:1] == [
        f"mokusan: {path}: move 2, W A9: illegal (occupied): it is played as it stands"]
    assert load_game(out).positions == load_game(path).positions


@pytest.mark.parametrize(("encoding", "name"), [("shift_jis", "ソ能表"), ("big5", "功許"), ("gb18030", "柯洁"),
                                                ("utf-16", "目算"), ("euc_kr", "이창호")])
def test_the_copy_is_in_the_encoding_of_the_record(tmp_path: Path, encoding: str, name: str) -> None:
    path, out, page = tmp_path / "game.sgf", tmp_path / "out.sgf", tmp_path / "out.html"
    path.write_bytes(f"(;SZ[9]CA[{encoding}]PB[{name}];B[ee]C[{name}];W[cc])".encode(encoding))
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out), "--html", str(page)]) == 0
    assert f"PB[{name}]" in out.read_bytes().decode(encoding)
    assert name in page.read_text(encoding="utf-8")
    assert load_game(out).positions == load_game(path).positions


def test_an_interrupt_leaves_no_partial_files(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "old.html"
    old.write_text("as it was")
    monkeypatch.setattr(report_module, "game_report", interrupted)
    assert cli.main(["analyse", str(game), "--html", str(old), "--sgf", str(tmp_path / "new.sgf")]) == 130
    assert old.read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "old.html"]


def test_progress_counts_positions(
    game: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gtpengine.files.progress._SECONDS_BETWEEN", (0.0, 0.0))
    assert cli.main(["analyse", str(game), "--html", str(tmp_path / "x"), "--every", "5", "--control-only"]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "evaluated" in line]
    assert len(lines) == 3
    assert lines[1].endswith("1 of 3 positions of 10 moves evaluated")
