"""CPU time of the choice of a move at equal visits, by size: quartiles; with another checkout, beside it in one run.

    python -m tests.benchmarks.choices [--sizes 9 13 19] [--positions N] [--visits N] [--rounds N] [--other ROOT]

The positions are of middle games of truth_dev (../shared/data). Each round runs every checkout in a process of its own,
one after the other; of each position the least time of the rounds counts, kernels compiled before. `--other` is the
root of another checkout of this project: then the quartiles of the quotients are printed too, and at how many positions
both choose the same moves in the same order.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TRUTH = ROOT.parent / "shared" / "data" / "truth_dev.jsonl"
FULLNESS = (0.2, 0.75)
"""The share of the board's points with stones in a middle game."""


class Choice(NamedTuple):
    """The CPU seconds of a choice, and its moves: the best first."""

    seconds: float
    points: list[int]


def boards(size: int, count: int) -> list[dict[str, object]]:
    """Return so many middle games of the truth set, spread evenly over it."""
    found = []
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        share = sum(row.count("X") + row.count("O") for row in entry["rows"]) / entry["size"] ** 2
        if entry["size"] == size and FULLNESS[0] < share < FULLNESS[1]:
            found.append({name: entry[name] for name in ("rows", "to_move", "komi")})
    return found[:: max(1, len(found) // count)][:count]


def choose(entries: list[dict[str, object]], visits: int) -> list[Choice]:
    """Choose a move in each position, the first twice, and measure each choice; by the project on the path."""
    from analysis.board import Game, Position
    from gtpengine.engine.move_choice import decide
    from gtpengine.settings import Settings

    settings, found = Settings(), []
    settings.set("play.visits", str(visits))
    for entry in entries[:1] + entries:
        position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"])  # type: ignore[arg-type]
        game = Game(position, komi=entry["komi"])  # type: ignore[arg-type]
        begun = time.process_time()
        decision = decide(game, position.to_move, settings)
        found.append(Choice(time.process_time() - begun, list(decision.points)))
    return found[1:]


def chosen_by(root: Path, entries: list[dict[str, object]], visits: int) -> list[Choice]:
    """Return the choices of the project in a checkout, made by a process of its own."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "--choose", str(visits)], input=json.dumps(entries), text=True,
        stdout=subprocess.PIPE, check=True, cwd=root, env={**os.environ, "PYTHONPATH": str(root)},
    )
    return [Choice(*pair) for pair in json.loads(done.stdout)]


def quickest(runs: list[list[Choice]]) -> list[Choice]:
    """Return for each position its quickest choice."""
    return [min(choices) for choices in zip(*runs, strict=True)]


def quartiles(numbers: list[float]) -> str:
    return " ".join(f"{number:7.3f}" for number in statistics.quantiles(numbers, n=4))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", choices=(9, 13, 19), default=[9, 13, 19])
    parser.add_argument("--positions", type=int, default=20, help="of each size (default 20)")
    parser.add_argument("--visits", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--other", type=Path, metavar="ROOT", help="another checkout")
    parser.add_argument("--choose", type=int, metavar="VISITS", help=argparse.SUPPRESS)  # what the processes do
    arguments = parser.parse_args()
    if arguments.choose is not None:
        json.dump(choose(json.load(sys.stdin), arguments.choose), sys.stdout)
        return
    roots = [ROOT] if arguments.other is None else [arguments.other.resolve(), ROOT]
    for size in arguments.sizes:
        entries = boards(size, arguments.positions)
        runs = [[chosen_by(root, entries, arguments.visits) for root in roots] for _ in range(arguments.rounds)]
        by_root = [quickest([run[place] for run in runs]) for place in range(len(roots))]
        print(f"{size}x{size}, {len(entries)} positions, {arguments.visits} visits: quartiles of CPU seconds")
        for root, choices in zip(roots, by_root, strict=True):
            print(f"  {quartiles([choice.seconds for choice in choices])}  {root}")
        if len(roots) > 1:
            pairs = list(zip(*by_root, strict=True))
            same = sum(other.points == ours.points for other, ours in pairs)
            print(f"  {quartiles([other.seconds / ours.seconds for other, ours in pairs])}  times as fast; the same "
                  f"moves at {same} of {len(pairs)} positions", flush=True)


if __name__ == "__main__":
    main()
