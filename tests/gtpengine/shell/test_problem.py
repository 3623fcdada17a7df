"""`mokusan problem`: records and diagrams, text and JSON, the tree of the solution, wrong input."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.board import Grid
from analysis.reading import Result
from analysis.reading.problems import problem_solution
from gtpengine import cli
from gtpengine.sgf import load_game
from tests.gtpengine.shell_runs import Capture, refused, run

ROWS = ["..OX.....", ".OOX.....", "OOXX.....", "XXX......", *["........."] * 5]


@pytest.fixture
def diagram(tmp_path: Path) -> str:
    file = tmp_path / "corner.txt"
    file.write_text("\n".join(ROWS) + "\n")
    return str(file)


def record(tmp_path: Path, properties: str, rows: list[str] = ROWS, moves: str = "") -> str:
    """Write a record with these rows as its setup, and further properties of the root."""
    stones = {sign: "".join(
        f"[{'abcdefghi'[col]}{'abcdefghi'[row]}]" for row, line in enumerate(rows) for col, at in enumerate(line)
        if at == sign
    ) for sign in "XO"}  # fmt: skip
    file = tmp_path / "problem.sgf"
    file.write_text(f"(;GM[1]FF[4]SZ[9]AB{stones['X']}AW{stones['O']}{properties}{moves})")
    return str(file)


def asked(capsys: Capture, *words: str) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(run(capsys, "problem", *words, "--json"))
    return payload


@pytest.mark.parametrize(("to_move", "goal"), [("B", "kill"), ("W", "live")])
def test_a_diagram_is_solved_for_either_side(diagram: str, to_move: str, goal: str, capsys: Capture) -> None:
    found = asked(capsys, diagram, "--to-move", to_move, "--all")
    assert (found["goal"], found["result"], found["first_moves"], found["code"]) == (goal, "win", ["A9"], 1)
    assert found["stones"] == ["C9", "B8", "C8", "A7", "B7"]
    assert found["nodes"] > 0
    text = run(capsys, "problem", diagram, "--to-move", to_move)
    assert "First moves: A9\n" in text


def test_a_record_begins_before_its_first_move_which_names_the_side(tmp_path: Path, capsys: Capture) -> None:
    file = record(tmp_path, "", moves=";W[aa];B[ab]")
    assert (asked(capsys, file)["to_move"], asked(capsys, file)["first_moves"]) == ("W", ["A9"])
    after = asked(capsys, file, "--move", "1")
    assert (after["to_move"], after["result"], after["move_needed"]) == ("B", "loss", True)


@pytest.mark.parametrize(("rows", "words", "said"), [
    (ROWS, "--goal kill --at B8", "Win"),
    (["..OX.....", "OOOX.....", "XXXX.....", *["........."] * 6], "--goal kill --at B8", "Win: no move is needed"),
    ([".........", "XXXXXXXXX", "OOOOOOOOX", "O.XXX.OOX", "OOOOOOOOX", "XXXXXXXXX", "........."],
     "--goal live --at C5 --to-move W", "Seki: the group lives without two eyes, and no move is needed"),
])  # fmt: skip
def test_a_solution_says_whether_a_move_is_needed(
    rows: list[str], words: str, said: str, tmp_path: Path, capsys: Capture
) -> None:
    file, needed = tmp_path / "problem.txt", "needed" not in said
    file.write_text("\n".join(rows) + "\n")
    assert asked(capsys, str(file), *words.split())["move_needed"] is needed
    text = run(capsys, "problem", str(file), *words.split())
    assert f"\n{said}\n" in text
    assert ("First moves: " in text) is needed


def test_marked_stones_are_the_group(tmp_path: Path, capsys: Capture) -> None:
    rows = [*ROWS[:5], "......XXX", "......XOO", "......XOO", "......XO."]
    assert "A7" in asked(capsys, record(tmp_path, "PL[B]", rows))["stones"]
    marked = asked(capsys, record(tmp_path, "PL[B]TR[hg]", rows))
    assert marked["stones"] == ["H3", "J3", "H2", "J2", "H1"]
    both = asked(capsys, record(tmp_path, "PL[B]TR[hg][gg]", rows))
    assert "A7" in both["stones"]


def test_goals_of_chains(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "chains.txt"
    file.write_text(".........\n..O......\n.OX......\n..O.X....\n.........\n" + ".........\n" * 4)
    capture = asked(capsys, str(file), "--to-move", "W", "--goal", "capture", "--at", "C7")
    assert (capture["result"], capture["stones"]) == ("win", ["C7"])
    link = asked(capsys, str(file), "--goal", "connect", "--at", "C7", "--at", "E6")
    assert (link["result"], link["first_moves"][0]) == ("win", "D7")


def test_the_solution_is_written_as_a_record(diagram: str, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "solution.sgf"
    run(capsys, "problem", diagram, "--sgf", str(out))
    game = load_game(str(out))
    grid: Grid = game.grid
    assert [grid.vertex(move.point) for move in game.moves][:1] == ["A9"]
    assert game.moves[-1].color.letter == "B"
    text = out.read_text()
    assert "The group is dead." in text
    assert text.count("TR[") == 1
    assert load_game(str(out), 0).position.stones.tolist().count(1) == 7


def test_first_moves_that_fail_are_marked_in_the_record(tmp_path: Path, capsys: Capture) -> None:
    rows = [".XOOX....", ".XOOX....", "OOOOOX...", "XXXXXX...", *[".........", "........."] * 2, "........."]
    file, out = tmp_path / "ko.txt", tmp_path / "solution.sgf"
    file.write_text("\n".join(rows))
    run(capsys, "problem", str(file), "--to-move", "B", "--sgf", str(out))
    variations = "".join(out.read_text().split())
    assert ";B[aa]BM[1]C[Onlyako.];" in variations
    assert ";B[ab]C[Thegroupisdead.]TE[1])" in variations
    run(capsys, "problem", str(file), "--to-move", "W", "--sgf", str(out))
    assert "C[Fails.]" in out.read_text()


def test_a_first_move_that_makes_a_worse_ko_is_said_to(tmp_path: Path, capsys: Capture) -> None:
    file, out = tmp_path / "ko.txt", tmp_path / "solution.sgf"
    file.write_text("\n".join(["X..OX....", "X.OOX....", "...OX....", "O.OOX....", "XXXX.....", *["........."] * 4]))
    assert asked(capsys, str(file), "--to-move", "B")["result"] == "ko"
    run(capsys, "problem", str(file), "--to-move", "B", "--sgf", str(out))
    text = out.read_text()
    assert "A worse ko." in text
    assert "Only a ko." not in text


def test_what_was_not_found_is_not_claimed(
    diagram: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, ask = sys.modules["analysis.reading.problems.solution_tree"], problem_solution.ask
    monkeypatch.setattr(module, "ask", lambda *arguments, **limit: replace(
        ask(*arguments, **limit), result=Result.UNKNOWN, finished=False, move=None
    ))  # fmt: skip
    out = tmp_path / "solution.sgf"
    run(capsys, "problem", diagram, "--sgf", str(out))
    assert ";B[aa]" in out.read_text()
    assert "The group is dead." not in out.read_text()


@pytest.mark.parametrize(("to_move", "code"), [("B", 0), ("W", 1)])
def test_a_seki_is_no_kill(tmp_path: Path, to_move: str, code: int, capsys: Capture) -> None:
    file = tmp_path / "seki.txt"
    file.write_text("\n".join([".............", ".XXXXXXXXXXX.", ".XOOOOOOOOOX.", ".XO.XXXXX.OX.", ".XOOOOOOOOOX.",
                               ".XXXXXXXXXXX.", "............."]))  # fmt: skip
    found = asked(capsys, str(file), "--to-move", to_move, "--at", "C5")
    assert (found["result"], found["code"]) == ("seki", code)


def test_any_number_of_nodes_may_be_allowed(diagram: str, capsys: Capture) -> None:
    assert asked(capsys, diagram, "--nodes", "999999999999999")["result"] == "win"


def test_a_record_of_a_server_is_no_diagram(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.ugf"
    file.write_text("[Header]\nSize=19\n[Data]\nQQ,B1,1,0\nDD,W1,2,0\n")
    assert cli.main(["problem", str(file)]) == 2
    assert "no group is shut in" in capsys.readouterr().err.splitlines()[-1]


def test_a_search_without_time_is_unknown(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "long.txt"
    file.write_text("....OX.\n.O.OOX.\n.OOXXX.\nOXXX...\nOX.....\n.X.....\nXX.....\n")
    found = asked(capsys, str(file), "--at", "E7", "--nodes", "2")
    assert (found["result"], found["code"], found["evidence"]) == ("unknown", None, None)
    assert len(found["first_moves"]) == 1
    assert min(found["numbers"]) > 0
    assert "Most promising: " in run(capsys, "problem", str(file), "--at", "E7", "--nodes", "2")


@pytest.mark.parametrize(("words", "text"), [
    (["--at", "E5"], "expected a stone, got the empty point E5"),
    (["--at", "Z5"], "--at: "),
    (["--at", "pass"], "--at: vertex: expected A1 to J9, got 'pass'"),
    (["--goal", "connect"], "to connect, expected stones of two chains, got 0"),
    (["--move", "3"], "--move 3 needs a game record"),
    (["--seconds", "1", "--nodes", "2"], "not allowed with"),
    (["--goal", "win"], "invalid choice: 'win'"),
])  # fmt: skip
def test_wrong_arguments_are_refused(diagram: str, words: list[str], text: str, capsys: Capture) -> None:
    assert text in refused(capsys, "problem", diagram, *words)


@pytest.mark.parametrize(("content", "text"), [
    ("", "got nothing"), ("..?", "'?'"), ("(;GM[1]SZ[99])", "99"), (".........\n" * 9, "no group is shut in"),
    ("\xff\xfe", "problem.txt: "),
])  # fmt: skip
def test_wrong_files_are_refused(content: str, text: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "problem.txt"
    file.write_bytes(content.encode("latin-1"))
    assert text in refused(capsys, "problem", str(file))


@pytest.mark.parametrize(("data", "text"), [
    (b"..Y\n...\n...\n", "diagram: row 1 holds 'Y'; expected '.', 'X' or 'O'"),
    (b"..\n\xff\xfe\n", "expected a game record or a diagram, got byte 4 that is no text"),
])  # fmt: skip
def test_a_diagram_that_cannot_be_read_says_where(data: bytes, text: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    assert text in refused(capsys, "problem", str(file))
