"""Fits of life probabilities and of the policy to files of positions and games."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest

from analysis.policy.model import default_weights
from analysis.runtime import notices
from gtpengine.batch import weight_fits
from gtpengine.batch.bulk_estimates import EstimateError
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import line
from tests.positions import TRUTH


def test_fit_life_probability_to_a_file(tmp_path: Path) -> None:
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
def test_errors_in_ownership(tmp_path: Path, ownership: object, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line(rows=["..."] * 3, game="g", ownership=ownership) + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        weight_fits.fit_life_probability(source, Settings())


def test_fit_policy_to_a_file(tmp_path: Path) -> None:
    """The longest line of each game is used; passes are not."""
    source = tmp_path / "in.jsonl"
    corners = [["B", "C3"], ["W", "G7"], ["B", "G3"], ["W", "C7"], ["B", "pass"], ["W", "E5"]]
    games = [line(rows=["." * 9] * 9, game=f"game {n}", moves=corners[:end]) for n in range(3) for end in (2, 6)]
    source.write_text("\n".join(games) + "\n")
    fitted = json.loads(weight_fits.policy_json(weight_fits.fit_policy(source, Settings())))
    assert fitted["moves"] == 15
    assert set(fitted["weights"]) == set(default_weights())
    assert set(fitted["weights"]["last_but_one"]) - {"0"}


def record(moves: int, start: str = "", size: int = 9) -> str:
    """Return the record of a game along the rows, on every second point."""
    points = [f"{'abcdefghi'[n % size]}{'abcdefghi'[n // size]}" for n in range(0, 2 * moves, 2)]
    return f"(;SZ[{size}]{start}" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(points)) + ")"


def test_fit_policy_to_records(tmp_path: Path) -> None:
    """Games from an empty board or handicap stones are used once; problems, short games, wrong records are not."""
    source, games = tmp_path / "in.jsonl", tmp_path / "games"
    messages: list[str] = []
    source.write_text(line(rows=["." * 9] * 9, game="g", moves=[["B", "C3"], ["W", "G7"]]) + "\n")
    (games / "below").mkdir(parents=True)
    for name, text in {
        "one": record(20), "copy": record(20), "below/two": record(22) + record(24),
        "handicap": record(21, "AB[ii][gi]"),
        "problem": record(20, "AW[ii]"), "scrap": record(19), "small": record(20, size=7), "broken": "(;SZ[99])",
    }.items():
        (games / f"{name}.sgf").write_text(text)
    notices.subscribe(messages.append)
    try:
        fitted = weight_fits.fit_policy(source, Settings(), [str(games)])
    finally:
        notices.unsubscribe(messages.append)
    assert fitted.moves == 2 + 20 + 22 + 24 + 21
    assert [text for text in messages if text.startswith("left out: broken.sgf:1: board size: ")]
    with pytest.raises(EstimateError, match="nowhere: cannot read"):
        weight_fits.fit_policy(source, Settings(), [str(tmp_path / "nowhere")])


def test_every_second_move_of_large_boards_is_used(tmp_path: Path) -> None:
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
def test_errors_in_moves(tmp_path: Path, moves: object, message: str) -> None:
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
def test_errors_in_files(tmp_path: Path, text: str, message: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(text + "\n")
    with pytest.raises(EstimateError, match=re.escape(message)):
        weight_fits.fit_life_probability(source, Settings())
    with pytest.raises(EstimateError, match="cannot read"):
        weight_fits.fit_life_probability(tmp_path / "missing", Settings())
