"""The time of an evaluation by phase of the game and size of the board, beside GNU Go's for the same positions.

    python -m tests.benchmarks.status [--positions N] [--levels 10 1] [--genmove VISITS]

CPU milliseconds a position on positions of truth_dev (../shared/data), kernels compiled: the quartiles of each set, and
the ratio of the medians of GNU Go's `estimate_score` to our whole evaluation (above 1: we are faster). GNU Go, if it is
installed, states its own CPU time before and after the command, so that its start and the moves are not counted. With
--genmove also the choice of a move, by that many visits, beside GNU Go's.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from analysis.board import Position
from analysis.control import estimate
from analysis.evaluation import evaluate
from analysis.status import ReadingCache, Verdict, board_status, safe
from analysis.tree_search.puct_tree import search
from tests.positions import real_positions

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

SETS: dict[str, Callable[[int, int], bool]] = {
    "19 early": lambda side, stones: side == 19 and stones < 80,
    "19 middle": lambda side, stones: side == 19 and 80 <= stones <= 180,
    "19 late": lambda side, stones: side == 19 and stones > 180,
    "13": lambda side, stones: side == 13,
    "9": lambda side, stones: side == 9,
}
"""The sets of positions, by the side of the board and the number of stones."""


def some_of(name: str, count: int) -> list[Position]:
    """Return at most `count` positions of a set, spread over its games."""
    found = [p for p in real_positions() if SETS[name](p.grid.width, int(np.count_nonzero(p.stones)))]
    return found[:: max(1, len(found) // count)][:count]


def milliseconds(function: Callable[[Position], object], positions: list[Position]) -> list[float]:
    """Return the CPU milliseconds of a call, position by position."""
    function(positions[0])  # compiles the kernels and fills the caches
    spent = []
    for position in positions:
        start = time.process_time()
        function(position)
        spent.append(1000 * (time.process_time() - start))
    return spent


def a_move_later(position: Position) -> Callable[[], object]:
    """Return a call that reads all chains again, one critical move later, with the cache of the first reading."""
    memory = ReadingCache()
    first = board_status(position, memory=memory)
    legal = set(map(int, position.legal_points()))
    moves = [chain.save or chain.kill for chain in first.having(Verdict.CRITICAL)]
    after = position.play(next((move for move in moves if move in legal), min(legal)))
    return lambda: board_status(after, memory=memory)


def incremental(positions: list[Position]) -> list[float]:
    """Return the CPU milliseconds of `a_move_later`."""
    spent = []
    for position in positions:
        again = a_move_later(position)
        start = time.process_time()
        again()
        spent.append(1000 * (time.process_time() - start))
    return spent


def gnugo(positions: list[Position], level: int, command: Callable[[Position], str]) -> list[float]:
    """Return GNU Go's CPU milliseconds for a command, position by position."""
    lines = []
    for position in positions:
        grid = position.grid
        lines += [f"boardsize {grid.width}", "clear_board"]
        for point in map(int, position.stones.nonzero()[0]):
            lines.append(f"play {'b' if position.stones[point] > 0 else 'w'} {grid.vertex(point)}")
        lines += ["1 cputime", command(position), "2 cputime"]
    program = [str(GNUGO), "--mode", "gtp", "--quiet", "--level", str(level)]
    run = subprocess.run(program, input="\n".join([*lines, "quit", ""]), text=True, capture_output=True, check=True)
    answers = {number: [float(line.split()[1]) for line in run.stdout.splitlines() if line.startswith(f"={number} ")]
               for number in (1, 2)}
    return [1000 * (after - before) for before, after in zip(answers[1], answers[2], strict=True)]


def row(name: str, spent: list[float], ours: float | None = None) -> float:
    """Print the quartiles, with the ratio to our median if that is given; return the median."""
    low, median, high = np.quantile(spent, (0.25, 0.5, 0.75))
    ratio = "" if ours is None else f"{median / ours:8.2f}"
    print(f"  {name:<34} {low:8.2f} {median:8.2f} {high:8.2f}{ratio}", flush=True)
    return float(median)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=20, help="of each set, at most")
    parser.add_argument("--levels", type=int, nargs="*", default=[10, 1], help="GNU Go's")
    parser.add_argument("--genmove", type=int, default=0, metavar="VISITS")
    arguments = parser.parse_args()
    for name in SETS:
        positions = some_of(name, arguments.positions)
        print(f"{name}: {len(positions)} positions; quartiles in ms, and GNU Go's median as a multiple of ours")
        row("raw estimate", milliseconds(estimate, positions))
        row("safety under alternating play", milliseconds(safe, positions))
        row("all chains", milliseconds(board_status, positions))
        row("all chains, a move later", incremental(positions))
        whole = row("the whole evaluation", milliseconds(evaluate, positions))
        for level in arguments.levels if GNUGO else []:
            row(f"GNU Go level {level}, estimate_score", gnugo(positions, level, lambda _: "estimate_score"), whole)
        if arguments.genmove:
            search_it = partial(by_tree, visits=arguments.genmove)
            ours = row(f"a move by {arguments.genmove} visits", milliseconds(search_it, positions))
            for level in arguments.levels if GNUGO else []:
                row(f"GNU Go level {level}, a move", gnugo(positions, level, genmove), ours)


def by_tree(position: Position, visits: int) -> object:
    """Search for a move, with a new cache of readings."""
    memory = ReadingCache()
    return search(evaluate(position, memory=memory), visits=visits, memory=memory)


def genmove(position: Position) -> str:
    """Return GNU Go's command for a move of the side to move."""
    return f"reg_genmove {'black' if position.to_move > 0 else 'white'}"


if __name__ == "__main__":
    main()
