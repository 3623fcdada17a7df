"""`mokusan json` on a whole game: wall and CPU time with one turn at a time, and with several.

    python -m tests.benchmarks.json_games [--turns N] [--visits N] [--workers N ...]

The turns are spread over the game and asked in one query. CPU time is that of all processes, their start included; wall
time is meaningful only where nothing else runs (the load is printed). The replies of all runs have to be the same.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from gtpengine.sgf import load_game

DATA = Path(__file__).parents[1] / "data"
GAMES = {"19x19": DATA / "gnugo-gnugo19.sgf", "9x9": DATA / "golden" / "inputs" / "game9.sgf"}


def query(path: Path, turns: int, visits: int) -> dict[str, Any]:
    """Return a query for so many turns of a game, the first and the last included."""
    game = load_game(path)
    grid = game.grid
    moves = [[move.color.letter, grid.vertex(move.point)] for move in game.moves]
    count = min(turns, len(moves) + 1)
    chosen = sorted({round(number * len(moves) / max(1, count - 1)) for number in range(count)})
    return {
        "id": "game", "boardXSize": grid.width, "boardYSize": grid.height, "rules": "chinese", "komi": 7.5,
        "moves": moves, "analyzeTurns": chosen, "maxVisits": visits,
    }


def run(line: str, workers: int) -> tuple[float, float, list[str]]:
    """Return the wall and CPU seconds of a session, and its replies in the order of turns."""
    words = [sys.executable, "-m", "gtpengine.cli", "json", "--set", f"analyse.workers={workers}"]
    before, begun = os.times(), time.perf_counter()
    done = subprocess.run(words, input=line, capture_output=True, text=True, check=True)
    wall, after = time.perf_counter() - begun, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu, sorted(done.stdout.splitlines(), key=lambda reply: int(json.loads(reply)["turnNumber"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--visits", type=int, default=20)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    args = parser.parse_args()
    for size, path in GAMES.items():
        line = json.dumps(query(path, args.turns, args.visits)) + "\n"
        first: list[str] = []
        for workers in args.workers:
            wall, cpu, replies = run(line, workers)
            first = first or replies
            assert replies == first, "the replies differ"
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
            print(f"{size:<6} {len(replies)} turns, {workers} at once: {wall:.1f} s, CPU {cpu:.1f} s (load {load:.1f})")


if __name__ == "__main__":
    main()
