"""Games for fits of the policy: lists, records, lines of JSON."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

from analysis.board import PASS
from analysis.policy import fit as policy_fit
from analysis.policy.policy_weights import Weights
from analysis.runtime import notices
from gtpengine import cli
from gtpengine.batch import move_games
from gtpengine.batch.bulk_estimates import EstimateError
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import line

LIST = "9 5.5 B+3.5 ee cc gg\n9 6.5 W+R W ee cc pass gg\n\n19 7.5 B+T pd dp\n"


def test_the_games_of_a_list() -> None:
    """Counted games end with a pass; of the games with one strong side its moves are wanted."""
    counted, one_sided = (move_games.game_of_line(text) for text in LIST.splitlines()[:2])
    assert counted.points.tolist() == [40, 20, 60, PASS]
    assert counted.colors.tolist() == [1, -1, 1, -1]
    assert counted.wanted.all()
    assert one_sided.points.tolist() == [40, 20, PASS, 60]
    assert one_sided.wanted.tolist() == [False, True, False, True]
    assert move_games.game_of_line("9 7 B+2 ee pass pass").points.tolist() == [40, PASS, PASS]


@pytest.mark.parametrize(("text", "message"), [
    ("9 5.5", "line 1: expected SIZE KOMI RESULT MOVES..., got '9 5.5'"),
    ("x 5.5 B+R ee", "line 1: expected SIZE KOMI RESULT"),
    ("26 5.5 B+R ee", "line 1: board size: expected 1..25"),
    ("9 5.5 B+R ee\n9 5.5 B+R ee jj", "line 2: move 2: expected pass or two letters up to i, got 'jj'"),
    ("9 5.5 B+R ee E5", "line 1: move 2: expected pass or two letters up to i, got 'E5'"),
    ("9 5.5 B+R \u00e9\u00e9", "cannot read: "),
])  # fmt: skip
def test_errors_in_lists(tmp_path: Path, text: str, message: str) -> None:
    source = tmp_path / "games.txt"
    source.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(EstimateError, match=re.escape(message)):
        move_games.fit_policy([str(source)], Settings())


TWO_GAMES = "19 7.5 B+R pd dp pp dd\n19 7.5 B+R pd dp pp dc\n"


@pytest.mark.parametrize("content", [b"", b"junk", b"npy", b"npz"])
def test_a_state_that_is_none_is_named_and_kept(tmp_path: Path, content: bytes) -> None:
    games, state = tmp_path / "games.txt", tmp_path / "state"
    games.write_text(TWO_GAMES)
    with state.open("wb") as file:
        if content == b"npy":
            np.save(file, np.zeros(3))
        elif content == b"npz":
            np.savez(file, other=np.zeros(3))
        else:
            file.write(content)
    before = state.read_bytes()
    with pytest.raises(EstimateError, match="state: expected the state of a fit"):
        move_games.fit_policy([str(games)], Settings(), state=str(state))
    assert state.read_bytes() == before


@pytest.mark.parametrize(
    ("option", "name"), [("--out", "no/weights"), ("--out", "."), ("--state", "no/s"), ("--state", ".")]
)
def test_files_that_cannot_be_written_are_named_before_the_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    (tmp_path / "games.txt").write_text(TWO_GAMES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(policy_fit, "_frequent_patterns", lambda *_: pytest.fail("the fit began"))
    others = [] if option == "--out" else ["--out", "weights"]
    assert cli.main(["fit", "--moves", "--games", "games.txt", *others, option, name]) == 2
    assert name in capsys.readouterr().err
    assert os.listdir() == ["games.txt"]


@pytest.mark.parametrize("name", ["missing.txt", "missing.txt.gz", "missing"])
def test_missing_files_are_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(EstimateError, match=f"{name}: cannot read"):
        move_games.fit_policy([str(tmp_path / name)], Settings())


def test_fit_to_lists_records_and_lines(tmp_path: Path) -> None:
    """Duplicates are used once, of the lines of a game the longest; records that are no games are left out."""
    source, records = tmp_path / "in.jsonl", tmp_path / "games"
    corners = [["B", "C3"], ["W", "G7"], ["B", "G3"], ["W", "C7"], ["B", "pass"], ["W", "E5"]]
    source.write_text("\n".join(
        line(rows=["." * 9] * 9, game=f"game {n}", moves=corners[:end]) for n in range(3) for end in (2, 6)
    ) + "\n")
    (tmp_path / "list.txt.gz").write_bytes(gzip.compress(LIST.encode()))
    records.mkdir()
    for name, text in {
        "one": record(20), "copy": record(20), "two": record(22) + record(24), "handicap": record(21, "AB[ii][gi]"),
        "problem": record(20, "AW[ii]"), "scrap": record(19), "small": record(20, size=7), "broken": "(;SZ[99])",
    }.items():
        (records / f"{name}.sgf").write_text(text)
    messages: list[str] = []
    notices.subscribe(messages.append)
    try:
        sources = [str(tmp_path / "list.txt.gz"), str(records)]
        fitted = move_games.fit_policy(sources, Settings(), str(source))
    finally:
        notices.unsubscribe(messages.append)
    assert [text for text in messages if text.startswith("left out: broken.sgf:1: board size: ")]
    assert [text for text in messages if text.startswith("small boards: 5 games, ")]
    used = json.loads(move_games.provenance(fitted, [str(source), *sources]))
    assert used["games"] == ["in.jsonl", "list.txt.gz", "games"]
    assert set(used["positions"]) == {"large", "small"}
    assert used["on games that were kept back"]["small"]["moves"] > 0
    assert used["on games that were kept back"]["large"]["moves"] == 2
    assert Weights.from_bytes(fitted.weights.to_bytes()).keys.size == used["patterns"]


def record(moves: int, start: str = "", size: int = 9) -> str:
    """Return the record of a game along the rows, on every second point."""
    points = [f"{'abcdefghi'[n % size]}{'abcdefghi'[n // size]}" for n in range(0, 2 * moves, 2)]
    return f"(;SZ[{size}]{start}" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(points)) + ")"


@pytest.mark.parametrize(("moves", "message"), [
    ([["B", "K3"]], "line 1: move 1: vertex: expected A1 to J9"),
    ([["B", "C3"], ["W", "C3"]], "line 1: move 2: C3: illegal move (occupied)"),
    ([[1, 2]], "line 1: move 1: expected [colour, vertex], got [1, 2]"),
    ([["B"]], "line 1: move 1: expected [colour, vertex], got ['B']"),
    ([["red", "C3"]], "line 1: move 1: "),
    ("C3", "line 1: moves: expected a list, got str"),
])  # fmt: skip
def test_errors_in_moves(tmp_path: Path, moves: object, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line(rows=["." * 9] * 9, game="g", moves=moves) + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        move_games.fit_policy([], Settings(), str(source))
    source.write_text(line(rows=["." * 9] * 9, game="g") + "\n")
    with pytest.raises(EstimateError, match="expected a key 'moves'"):
        move_games.fit_policy([], Settings(), str(source))
