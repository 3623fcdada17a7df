"""Small collections of games, and batches with little search, for tests."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

from gtpengine import cli
from gtpengine.batch.position_rows import BatchPlan
from gtpengine.settings import Settings

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
ENDGAME = DATA / "endgame9.sgf"
LIGHT = ("--set", "status.chain_nodes=1", "--set", "status.group_nodes=1")
needs_arrow = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs pyarrow")


def plan(layers: str = "control", every: int = 10, form: str = "jsonl") -> BatchPlan:
    settings = Settings()
    for assignment in (*LIGHT[1::2], "endgame.max_region_points=4", "endgame.max_nodes=100"):
        settings.set(*assignment.split("="))
    return BatchPlan(settings, layers, every, form, compiled=True)


def little_game(seed: int, moves: int = 12) -> str:
    """Return the record of a random game on 9x9 without captures."""
    points = [col + row for col in "acegi" for row in "abcdefghi"]
    chosen = random.Random(seed).sample(points, moves)
    return "(;SZ[9]KM[7]" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(chosen)) + ")"


def collection(folder: Path, count: int) -> Path:
    """Write `count` little games in two folders, a record with an error, and a file that is no record."""
    (folder / "more").mkdir(parents=True)
    for number in range(count):
        (folder / ("more" if number % 2 else ".") / f"game{number}.sgf").write_text(little_game(number))
    (folder / "bad.SGF").write_text("(;SZ[9];B[aa];W[a9])")
    (folder / "notes.txt").write_text("no game")
    return folder


def batch(*words: str | Path) -> None:
    """Run `mokusan batch` with little search; it must succeed."""
    assert cli.main(["batch", *map(str, words), *LIGHT]) == 0
