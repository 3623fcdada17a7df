"""Truth sets read from files: games, kinds and phases."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.accuracy.truth import phase_of, read_truth
from gtpengine.settings import Settings
from tests.gtpengine.accuracy.truth_files import OWNERSHIP, line, written
from tests.positions import TRUTH


@pytest.mark.parametrize(
    ("move", "length", "end", "phase"),
    [(0, 40, False, "opening"), (9, 40, False, "opening"), (10, 40, False, "early middle"),
     (20, 40, False, "late middle"), (39, 40, False, "late"), (40, 40, False, "end"), (3, 40, True, "end"),
     (90, 40, False, "end"), (-30, 40, False, "opening"),
     (None, 40, False, ""), (3, 0, False, "")],
)  # fmt: skip
def test_phase_of(move: float | None, length: float | None, end: bool, phase: str) -> None:
    assert phase_of(move, length, end) == phase


def test_game_kind_and_phase_of_positions(tmp_path: Path) -> None:
    """A position without a game is one of its own; rounded values may be a little beyond 1."""
    path = written(
        tmp_path / "t", line(1, game="g", kind="pro"), line(2, game="left out", kind=3, is_end=True),
        line(3, game="left out", ownership=[1.0005, *OWNERSHIP[1:]]),
    )  # fmt: skip
    found = list(read_truth(path, Settings()))
    assert [(one.game, one.kind, one.phase) for one in found] == [
        ("g", "pro", "early middle"), ("line 2", "3", "end"), ("line 3", "", "early middle")]


@pytest.mark.skipif(not TRUTH.exists(), reason="no truth set beside the project")
def test_the_whole_truth_set_is_read() -> None:
    found = list(read_truth(str(TRUTH), Settings()))
    assert len(found) == len(TRUTH.read_text().splitlines())
    assert all(truth.phase and truth.lead is not None for truth in found)
