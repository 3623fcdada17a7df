"""Speed of the estimator and the ranker, as ratios against a plain NumPy Jacobi in the same process.

    python -m tests.benchmarks [--rounds N]

The reference is ../shared/tools/numpy_jacobi.py: mode D at tolerance 1e-4, from a cold start, with the chains given.
All tasks are measured in turn for several rounds, and the best round counts, since other programs on the machine can
only make a round slower. Positions: the middle game of the shipped record, and those of the shared set if it is there.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np

from analysis import ControlSettings, Position, estimate, estimate_many, rank_moves
from gtpengine.sgf import load_game
from tests.positions import SHARED, TRUTH, real_positions

GAME = Path(__file__).resolve().parents[1] / "data" / "gnugo-gnugo19.sgf"
REFERENCE = SHARED / "tools" / "numpy_jacobi.py"


def load_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("numpy_jacobi", REFERENCE)
    if spec is None or spec.loader is None or not REFERENCE.exists():
        sys.exit(f"no {REFERENCE.name} beside the project: nothing to measure against")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def middle_game() -> list[Position]:
    """Return positions of 19x19 with 60 to 200 stones."""
    moves = load_game(GAME).positions[60:201:10]
    positions = list(moves) + (real_positions() if TRUTH.exists() else [])
    return [p for p in positions if p.grid.height == 19 and 60 <= np.count_nonzero(p.stones) <= 200]


def seconds(function: Callable[[], object], times: int) -> float:
    """Return the CPU seconds of one call, in a run of `times` calls."""
    start = time.process_time()
    for _ in range(times):
        function()
    return (time.process_time() - start) / times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    jacobi = load_reference()
    positions = middle_game()
    boards = [np.array(p.board, int) for p in positions]
    chains = [jacobi.chains(board) for board in boards]
    stones = np.array([p.stones for p in positions])
    grid = positions[0].grid
    some = positions[:: max(1, len(positions) // 8)]
    coarse = ControlSettings(tolerance=1e-4)

    def each(function: Callable[[Position], object], group: list[Position], times: int) -> Callable[[], float]:
        return lambda: statistics.median(seconds(lambda p=p: function(p), times) for p in group)

    tasks: dict[str, Callable[[], float]] = {
        "reference": lambda: statistics.median(
            seconds(lambda b=b, c=c: jacobi.numpy_jacobi(b, c), 1) for b, c in zip(boards, chains, strict=True)
        ),
        "estimate at 1e-6": each(estimate, positions, 10),
        "estimate at 1e-4": each(lambda p: estimate(p, coarse), positions, 10),
        "bulk estimate at 1e-6": lambda: seconds(lambda: estimate_many(grid, stones), 3) / len(stones),
        "ranking at 1e-6": each(rank_moves, some, 1),
    }
    best = {name: task() for name, task in tasks.items()}  # compiles every kernel
    for _ in range(rounds):
        for name, task in tasks.items():
            best[name] = min(best[name], task())

    unit = best.pop("reference")
    moves = statistics.median(len(p.legal_points()) for p in some)
    print(f"{len(positions)} positions of 19x19, {moves:.0f} moves to rank (median); best of {rounds} rounds")
    print(f"NumPy Jacobi, mode D at 1e-4: {unit * 1e6:8.1f} us = 1")
    for name, value in best.items():
        ratio = f"{unit / value:6.1f} times faster" if value < unit else f"{value / unit:6.2f} times as long"
        print(f"{name:<28}: {value * 1e6:8.1f} us, {ratio}")


if __name__ == "__main__":
    main()
