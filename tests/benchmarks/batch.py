"""`mokusan batch`: CPU time of a position by layers, and the speed-up by a second process.

    python -m tests.benchmarks.batch

The first table counts the CPU time of one process, which other programs on the machine change little. The speed-up is
by wall time, so it is meaningful only where nothing else runs (the load is printed). At the end, what ten million
positions would take, extrapolated from the first table.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from analysis.runtime import jit
from gtpengine.batch.batch_run import workers
from gtpengine.batch.game_source import CollectionRecord
from gtpengine.batch.position_rows import LAYERS, BatchPlan, table_of
from gtpengine.settings import Settings

DATA = Path(__file__).parents[1] / "data"
GAMES = {"19x19": DATA / "gnugo-gnugo19.sgf", "9x9": DATA / "endgame9.sgf"}
POSITIONS = {"control": 200, "status": 8, "endgame": 8}
GAMES_AT_ONCE = 8
MANY, CLUSTER = 10_000_000, 100


def plan(layers: str, every: int) -> BatchPlan:
    return BatchPlan(Settings(), layers, every, "parquet", jit.COMPILED)


def cpu_seconds(record: CollectionRecord, task: BatchPlan) -> tuple[float, int]:
    """Return the CPU seconds for a game's table, and the number of its positions."""
    begun = time.process_time()
    table = table_of(record, task)
    return time.process_time() - begun, table.positions


def wall_seconds(record: CollectionRecord, task: BatchPlan, count: int) -> float:
    """Return the wall time of GAMES_AT_ONCE games on `count` processes, all of which have done games before."""
    with workers(task, count) as work:
        for _ in work([[record]] * 2 * count):
            pass
        begun = time.perf_counter()
        for _ in work([[record]] * GAMES_AT_ONCE):
            pass
        return time.perf_counter() - begun


def main() -> None:
    print("CPU of one process, milliseconds a position (positions a second)")
    costs = {}
    for size, path in GAMES.items():
        record = CollectionRecord(path.name, 1, path.read_bytes())
        whole = table_of(record, plan("control", 10_000))
        assert whole.errors == 0
        moves = path.read_bytes().count(b";B[") + path.read_bytes().count(b";W[")
        for layers in LAYERS:
            task = plan(layers, max(1, moves // POSITIONS[layers]))
            cpu_seconds(record, plan(layers, max(1, moves)))  # loads the compiled kernels
            seconds, positions = cpu_seconds(record, task)
            costs[size, layers] = seconds / positions
            print(f"  {size:<6} {layers:<8} {1000 * seconds / positions:9.2f}   ({positions / seconds:.1f})")
    path = GAMES["19x19"]
    record, task = CollectionRecord(path.name, 1, path.read_bytes()), plan("status", 200)
    one, two = (wall_seconds(record, task, count) for count in (1, 2))
    load = ", load " + " ".join(f"{value:.1f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else ""
    print(f"{GAMES_AT_ONCE} games on one process {one:.1f} s, on two {two:.1f} s: {one / two:.2f} times as fast{load}")
    print(f"{MANY:,} positions on {CLUSTER} processes")
    for (size, layers), cost in costs.items():
        print(f"  {size:<6} {layers:<8} {MANY * cost / CLUSTER / 3600:9.2f} hours")


if __name__ == "__main__":
    main()
