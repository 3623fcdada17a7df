"""Fits of life probabilities to files of positions."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from gtpengine.batch import weight_fits
from gtpengine.batch.bulk_estimates import EstimateError
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import line
from tests.positions import TRUTH


def check_summary(text: str, fitted: dict[str, Any]) -> None:
    """Check that the table of errors and that of the calibration have the figures of the file."""
    errors, calibration = ([line.split() for line in part.split("\n")[1:]] for part in text.strip().split("\n\n"))
    assert [(row[0], int(row[1])) for row in errors] == list(fitted["stones"].items())
    assert [float(row[2]) for row in errors] == list(fitted["first_error"].values())
    assert [float(row[3]) for row in errors] == list(fitted["error"].values())
    assert [[float(row[1]), float(row[2]), int(row[0])] for row in calibration] == fitted["calibration"]


def test_fit_life_probability_to_a_file(tmp_path: Path) -> None:
    if not TRUTH.exists():
        pytest.skip(f"no {TRUTH.name} beside the project")
    small = Settings()
    for name in ("chain_nodes", "group_nodes"):
        small.set(f"status.{name}", "50")
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(TRUTH.read_text().splitlines()[::16]) + "\n")
    found = weight_fits.fit_life_probability(source, small)
    fitted = json.loads(weight_fits.life_probability_json(found))
    check_summary(weight_fits.fit_summary(found), fitted)
    assert set(fitted) == {"weights", "typical", "second", "points", "stones", "first_error", "error", "calibration"}
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
