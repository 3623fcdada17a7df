"""The time of reading and evaluating middle games on 19x19, layer by layer, beside GNU Go's for the same.

    python -m tests.benchmarks.status [--positions N] [--level L]

CPU milliseconds a position, kernels compiled: the median and the maximum. GNU Go, if it is installed, gets
`dragon_status` for every chain of the same positions, and `estimate_score`; its start and the set-up of positions are
measured by a run without these commands and subtracted. Ratios are of the means.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from statistics import mean, median

from analysis.board import Position
from analysis.evaluation import evaluate
from analysis.status import ReadingCache, Verdict, board_status, safe, unconditional_territory
from tests.positions import real_positions

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


def middle_games(count: int) -> list[Position]:
    """Return positions of 19x19 games with 80 to 220 stones."""
    boards = [position for position in real_positions() if position.grid.width == 19]
    return [position for position in boards if 80 <= int(abs(position.stones).sum()) <= 220][:count]


def timed(name: str, positions: list[Position], function: Callable[[Position], object]) -> float:
    """Print the median and the maximum CPU milliseconds of a call, and return the mean."""
    function(positions[0])  # compiles the kernels and fills the caches
    spent = []
    for position in positions:
        start = time.process_time()
        function(position)
        spent.append(1000 * (time.process_time() - start))
    print(f"{name:<34} {median(spent):8.1f} ms  {max(spent):8.1f} at most", flush=True)
    return mean(spent)


def incremental(positions: list[Position]) -> None:
    """Print the time for all chains again, one move later, with the cache of readings."""
    spent, found, asked = [], 0, 0
    for position in positions:
        memory = ReadingCache()
        first = board_status(position, memory=memory)
        moves = [chain.save or chain.kill for chain in first.having(Verdict.CRITICAL)]
        legal = set(map(int, position.legal_points()))
        move = next((move for move in moves if move in legal), min(legal))
        after = position.play(move)
        memory.queries = memory.hits = 0
        start = time.process_time()
        board_status(after, memory=memory)
        spent.append(1000 * (time.process_time() - start))
        found, asked = found + memory.hits, asked + memory.queries
    print(f"{'all chains, a move later':<34} {median(spent):8.1f} ms  {max(spent):8.1f} at most"
          f"   ({found} of {asked} readings still valid)")


def dragons(position: Position) -> list[str]:
    """Return GNU Go's commands for the status of every chain."""
    return [f"dragon_status {position.grid.vertex(chain[0])}" for chain in position.chains()]


def gnugo(positions: list[Position], level: int, commands: Callable[[Position], list[str]]) -> float:
    """Return GNU Go's CPU milliseconds a position for some commands."""

    def spent(with_commands: bool) -> float:
        lines = []
        for position in positions:
            grid = position.grid
            lines += [f"boardsize {grid.width}", "clear_board"]
            for point in map(int, position.stones.nonzero()[0]):
                lines.append(f"play {'b' if position.stones[point] > 0 else 'w'} {grid.vertex(point)}")
            if with_commands:
                lines += commands(position)
        program = [str(GNUGO), "--mode", "gtp", "--quiet", "--level", str(level)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(program, input="\n".join([*lines, "quit", ""]), text=True, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return 1000 * (spent(True) - spent(False)) / len(positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    arguments = parser.parse_args()
    positions = middle_games(arguments.positions)
    print(f"{len(positions)} positions")
    timed("unconditional territory", positions, unconditional_territory)
    timed("safety under alternating play", positions, safe)
    chains = timed("all chains", positions, board_status)
    incremental(positions)
    whole = timed("the whole evaluation", positions, evaluate)
    if GNUGO:
        tasks: list[tuple[str, Callable[[Position], list[str]], float]] = [
            ("all dragons", dragons, chains), ("estimate of score", lambda _: ["estimate_score"], whole),
        ]  # fmt: skip
        for name, commands, ours in tasks:
            other = gnugo(positions, arguments.level, commands)
            label = f"GNU Go, level {arguments.level}, {name}"
            print(f"{label:<34} {other:8.1f} ms   {other / ours:.1f} times ours", flush=True)


if __name__ == "__main__":
    main()
