"""`mokusan analyse`: its text, JSON and pictures."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from analysis.board import Position
from analysis.control import estimate
from analysis.runtime.jit import COMPILED
from gtpengine import cli
from tests.gtpengine.shell_runs import Capture, run

DATA = Path(__file__).parents[2] / "data"
GAME = str(DATA / "opening9.sgf")
ENDGAME = str(DATA / "endgame9.sgf")
RECTANGLE = str(DATA / "rectangle.sgf")


def test_analyse_json_has_exactly_these_keys(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", GAME, "--json"))
    assert list(answer) == [
        "size", "to_move", "score", "score_with_komi", "ownership", "candidates", "sweeps", "residual", "converged",
        "endgame", "endgame_open", "endgame_estimates"]
    assert (answer["size"], answer["to_move"], answer["converged"]) == (9, "B", True)
    assert len(answer["ownership"]) == 81
    assert all(-1 <= value <= 1 for value in answer["ownership"])
    assert answer["score_with_komi"] == pytest.approx(answer["score"] - 6.5)
    assert answer["score"] == pytest.approx(sum(answer["ownership"]), abs=1e-3)
    moves = answer["candidates"]
    assert all(list(move) == ["move", "gain", "score"] for move in moves)
    assert "pass" in [move["move"] for move in moves]
    assert [move["gain"] for move in moves] == sorted((move["gain"] for move in moves), reverse=True)


def test_analyse_json_of_a_rectangle(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", RECTANGLE, "--json", "--move", "0"))
    assert (answer["size"], answer["to_move"], len(answer["ownership"])) == ([9, 7], "W", 63)
    assert answer["ownership"][0] > 0.5 > answer["ownership"][-1]


def test_analyse_text(capsys: Capture) -> None:
    text = run(capsys, "analyse", GAME, "--set", "analyse.top_moves=3")
    assert "\x1b" not in text
    assert "After move 10 (W B7), Black to move." in text
    lead = r"([BW]\+)?\d+\.\d\d"
    assert re.search(rf"^Score {lead} by area on the board, {lead} with komi 6\.5\.$", text, re.M)
    assert re.search(r"^Converged after \d+ sweeps, residual \d\.\de[-+]\d\d \(method \w+\)\.$", text, re.M)
    assert len(re.findall(r"^ +\d  [A-J]\d +\d+\.\d\d   ([BW]\+)?\d+\.\d\d", text, re.M)) == 3


@pytest.mark.parametrize(("end", "text"), [
    (";AW[aa]", "After move 3 and a setup, White to move."),
    (";AW[aa];W[bb]", "After move 4 (W B4), Black to move."),
    (";PL[B]", "After move 3 (B C3), Black to move."),
])  # fmt: skip
def test_moves_are_numbered_as_in_the_record(end: str, text: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[5];B[bd];AB[ee];W[bc];B[cc]{end})")
    assert text in run(capsys, "analyse", str(path), "--control-only").splitlines()


def test_analyse_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"(;SZ[3];B[bb])")))
    assert json.loads(run(capsys, "analyse", "-", "--json"))["size"] == 3


def test_analyse_of_no_moves_and_of_the_smallest_board(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    path.write_text("(;SZ[1])", encoding="utf-8")
    answer = json.loads(run(capsys, "analyse", str(path), "--json"))
    assert answer["ownership"] == [0.0]
    assert [move["move"] for move in answer["candidates"]] == ["pass"]
    assert "Black to move." in run(capsys, "analyse", str(path))


def test_colours_are_for_capable_terminals(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"  # type: ignore[assignment]

        def isatty(self) -> bool:
            return True

    def shown(**environment: str) -> str:
        for name in ("NO_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        screen = Terminal()
        monkeypatch.setattr("sys.stdout", screen)
        assert cli.main(["analyse", GAME]) == 0
        return screen.getvalue()

    assert "\x1b[48;5;" in shown(TERM="xterm-256color")
    assert "●" in shown(TERM="xterm", NO_COLOR="")
    assert "\x1b" not in shown(TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b" not in shown(TERM="dumb")
    Terminal.encoding = "latin-1"  # type: ignore[assignment]
    assert "\x1b" not in shown(TERM="xterm-256color")


def test_trace_ends_with_the_residual(capsys: Capture) -> None:
    words = ("analyse", GAME, "--trace", "--set", "control.method=paper")
    assert cli.main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    found = re.findall(r"^sweep +(\d+)  residual (\S+)$", captured.err, re.M)
    assert [int(number) for number, _ in found] == list(range(1, answer["sweeps"] + 1))
    assert float(found[-1][1]) == pytest.approx(answer["residual"], rel=1e-3)
    assert run(capsys, *words).startswith("sweep    1  residual ")


def test_analyse_svg(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    run(capsys, "analyse", GAME, "--svg", str(path))
    labels = [text.text for text in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert "1" in labels
    assert any("with komi 6.5" in (label or "") for label in labels)


READING = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")


@READING
def test_analyse_counts_the_endgame(capsys: Capture) -> None:
    text = run(capsys, "analyse", ENDGAME)
    assert text.split("\n\n")[-2].split("\n") == [
        "Local games: count, Black positive, and local miai value, in points by territory",
        "A  D7 C7 B7                     2     2  gote  Black D7  White D7  exact",
        "B  E3 F3 G3 H3 D2 E2 F2 E1  -33/8  15/8  gote  Black E3  White E3  exact, if D1 lives",
        "C  D5 E5 F5 G5               -3/4   5/4  gote  Black E5  White E5  exact",
    ]
    assert text.split("\n\n")[-1].split("\n") == [
        "Order of play, Black first: W+3 by territory, W+7 by area; with komi 6.5 W+9.5; exact, if D1 lives",
        "   1 B D7 gote 2, 2 W E3 gote 15/8, 3 B D2 sente 1, 4 W E2 answer 3/2, 5 B E5 gote 5/4, 6 W F5 tedomari 1/2",
        "   First elsewhere: E3 as good, E5 loses 1",
        "",
    ]
    text = run(capsys, "analyse", ENDGAME, "--set", "analyse.top_moves=1", "--set", "endgame.max_region_points=7")
    assert "A  D7 C7 B7" in text
    assert "B  " not in text.split("Local games")[1]


@READING
def test_analyse_json_has_the_endgame(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", ENDGAME, "--json"))
    assert answer["endgame"][0] == {
        "points": ["D7", "C7", "B7"], "name": "corridor", "count": "2", "temperature": "2", "kind": "gote",
        "black_moves": ["D7"], "white_moves": ["D7"], "word": "proved", "exact": True, "game": "{4|0}", "ko": None,
        "reason": "all lines of play; the walls stand",
    }
    assert [game["count"] for game in answer["endgame"]] == ["2", "-33/8", "-3/4"]
    assert answer["endgame_open"] == []
    control_only = json.loads(run(capsys, "analyse", ENDGAME, "--json", "--control-only"))
    assert (control_only["endgame"], control_only["endgame_open"]) == (None, None)
    assert "Local games" not in run(capsys, "analyse", ENDGAME, "--control-only")


@READING
def test_analyse_draws_the_endgame(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    run(capsys, "analyse", ENDGAME, "--svg", str(path))
    texts = [text.text or "" for text in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("A") == 3  # a place, and column A above and below the board
    assert any(text.startswith("B  E3 F3") and text.endswith("exact, if D1 lives") for text in texts)


def test_control_only_and_config(capsys: Capture, tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text("[control]\nmethod = 'paper'\ntolerance = 1e-4\n", encoding="utf-8")
    text = run(capsys, "analyse", GAME, "--config", str(config), "--control-only")
    assert "(method paper)" in text
    text = run(capsys, "analyse", GAME, "--config", str(config), "--set", "control.method=fast")
    assert f"(method {estimate(Position.empty(2)).method})" in text  # fast, where there is numba


def test_komi_includes_the_bonus_of_a_handicap_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two handicap stones under Chinese rules give White two points more, as in final_score."""
    record = tmp_path / "handicap.sgf"
    record.write_text("(;SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cg][gc];W[ee])")
    assert cli.main(["analyse", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score_with_komi"] == pytest.approx(found["score"] - 2.5)
    assert "with komi 0.5 and 2 for the handicap." in run(capsys, "analyse", str(record), "--control-only")


def test_json_has_no_minus_zero(capsys: Capture, tmp_path: Path) -> None:
    record = tmp_path / "white.sgf"
    record.write_text("(;SZ[3];B[bb])")
    assert not re.search(r"-0\.0\b", run(capsys, "analyse", str(record), "--json", "--control-only"))
